#include "server/node/lobby.hpp"

#include "engine/bots/level.hpp"
#include "engine/play/catalogue.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

constexpr std::size_t max_listed = 100;
constexpr std::size_t max_watchers = 32;  // a school class

// Of a quick match: the players do not know each other, so neither waits long for one who has left.
// A time for each turn limits every single wait, which a time for the whole game does not.
constexpr protocol::ClockRule quick_match_clock{protocol::ClockKind::turn, 60'000, 0};
constexpr Millis quick_match_grace = 30'000;

// Rated games end after the same number of turns for each seat.
bool fair_end(const Spec& spec) {
  const std::string& text = spec.text();
  return !text.starts_with("al-jabar") || text.find("end_rule=one_more_each") != std::string::npos;
}

std::string match_key(const table::Setup& options) {
  return options.spec.text() + "|" + std::string(word_of(options.clock.kind)) + "|" +
         std::to_string(options.clock.start) + "|" + std::to_string(options.clock.add) +
         (options.rated ? "|rated" : "");
}

}  // namespace

void Lobby::send_error(const Sender& to, const protocol::ErrorCode& error) {
  send_error(to, to_error(error));
}

void Lobby::send_error(const Sender& to, const Error& error) {
  send_error(to, Refusal{std::string(error.code), error.sentence, 0});
}

void Lobby::send_error(const Sender& to, const Refusal& refusal) {
  LobbyError out{refusal.code, refusal.sentence, to.id, std::string(to.about), {}};
  if (refusal.retry_after > 0) out.retry_after = refusal.retry_after;
  context_.send(to.socket, encode(out));
}

void Lobby::on_message(Socket from, const GuestIdentity& guest, std::string_view frame) {
  if (stopped_ || state_ == State::elsewhere) return;  // the client reconnects
  if (state_ != State::open || !may_write()) {
    if (deferred_.size() >= max_deferred)
      return send_error({from}, to_refusal(error_code("lobby.busy"), 5));
    deferred_.push_back({from, guest, std::string(frame)});
    return;
  }
  const auto request = decode_lobby(frame);
  if (!request) return send_error({from}, request.error());
  const GuestIdentity known = with_digest_id(guest);
  std::visit(
      [&](const auto& message) {
        const Sender sender{from, request->id, message.type};
        if (within_budget(sender, known, request->message)) on(sender, known, message);
      },
      request->message);
}

bool Lobby::is_invited(std::string_view frame) {
  const auto request = decode_lobby(frame);
  return request && invited(request->message);
}

bool Lobby::invited(const ToLobby& message) {
  return std::visit(
      [this](const auto& m) {
        if constexpr (requires { m.invitation; }) {
          const PendingTable* pending = find(m.table);
          return pending != nullptr && !pending->listed && has_access(*pending, m.invitation);
        }
        return false;
      },
      message);
}

bool Lobby::within_budget(const Sender& from, const GuestIdentity& guest, const ToLobby& message) {
  const Time now = context_.now();
  const auto account = [&] {
    return context_.budgets().client(guest.id, guest.address, now, guest.site);
  };
  if (invited(message)) context_.budgets().vouch_invited(account(), now);
  const bool creates = std::holds_alternative<CreateTable>(message);
  if (!creates && !std::holds_alternative<Seek>(message)) return true;
  const auto client = account();
  const Use use = creates ? Use::create : Use::seek;
  const auto verdict = context_.budgets().try_charge(client, use, now);
  if (verdict.wait == 0) return true;
  ++context_.counters().rejected_for_rate;
  send_error(from, refusal(use, verdict));
  return false;
}

Result<table::Setup> Lobby::setup_of(const std::string& text,
                                     const std::optional<protocol::ClockRule>& clock, bool rated,
                                     const GuestIdentity& guest) const {
  if (draining_) return to_error(error_code("lobby.draining"));
  auto spec = find_spec(text);
  if (!spec) return spec.error();
  if (spec->operation().order() > context_.config().max_group_order)
    return to_error(error_code("lobby.group_order"),
                    "A group on this server has at most " +
                        std::to_string(context_.config().max_group_order) + " elements.");
  if (rated && !guest.account) return to_error(error_code("lobby.account_required"));
  if (rated && !fair_end(*spec))
    return to_error(error_code("spec.value"), "A rated game requires end_rule=one_more_each.");
  table::Setup out{.table = "name", .spec = *std::move(spec), .seats = {}, .clock = {}};
  if (clock) out.clock = *clock;
  out.rated = rated;
  out.timeout = protocol::TimeoutRule::strict;
  return out;
}

void Lobby::on(const Sender& from, const GuestIdentity& guest, const CreateTable& create) {
  auto checked = setup_of(create.spec, create.clock, create.rated, guest);
  if (!checked) return send_error(from, checked.error());
  PendingTable pending{.setup = *std::move(checked)};
  table::Setup& setup = pending.setup;
  const auto seats = static_cast<std::size_t>(setup.spec.seats());
  if (create.bots.size() >= seats) return send_error(from, error_code("lobby.too_many_bots"));
  for (const std::string& bot : create.bots)
    if (const auto error = bots::not_offered(setup.spec, bot)) return send_error(from, *error);
  // Strangers may take a seat at a listed table: nobody plays by hints against them.
  setup.hints = !create.listed && create.hints.value_or(true);
  setup.timeout = create.timeout.value_or(setup.timeout);
  setup.start = create.start;
  if (create.games)
    setup.series = protocol::Series{*create.games, 1, std::vector<protocol::Points>(seats)};
  // Validated with all seats filled, as the game will be created.
  table::Setup filled = setup;
  for (std::size_t i = 0; i < seats; ++i) {
    table::SeatSetup& seat = filled.seats.emplace_back();
    if (i < create.bots.size()) {
      seat.player = protocol::Player::bot;
      seat.bot = create.bots[i];
    }
    seat.token.bytes[0] = static_cast<std::uint8_t>(i);
  }
  if (const auto valid = table::make_setup(filled); !valid) return send_error(from, valid.error());
  if (const auto refusal = quota_refusal(guest, create.listed)) return send_error(from, *refusal);
  pending.bots = create.bots;
  pending.listed = create.listed;
  pending.participants.push_back(participant(from, guest, create.token));
  reserve(std::move(pending));
}

bool Lobby::all_away(const PendingTable& pending) {
  return std::all_of(pending.participants.begin(), pending.participants.end(),
                     [](const Participant& each) { return each.away_since.has_value(); });
}

Lobby::Participant Lobby::participant(const Sender& from, const GuestIdentity& guest,
                                      const Token& token) const {
  return {guest, from.socket, digest(token), {}, false, {}, false, from.id};
}

Lobby::PendingTable* Lobby::find(const std::string& table) {
  const auto found = pending_.find(table);
  return found == pending_.end() ? nullptr : &found->second;
}

Lobby::Participant* Lobby::find_participant(PendingTable& pending, const GuestIdentity& guest) {
  for (Participant& each : pending.participants)
    if (each.guest.id == guest.id) return &each;
  return nullptr;
}

Lobby::Participant* Lobby::find_sender(PendingTable& pending, const Sender& from,
                                       const GuestIdentity& guest) {
  if (!pending.of_class()) return find_participant(pending, guest);
  for (Participant& each : pending.participants)
    if (each.socket == from.socket && !each.away_since) return &each;
  return nullptr;
}

void Lobby::on(const Sender& from, const GuestIdentity& guest, const WatchTable& watch) {
  PendingTable* pending = find(watch.table);
  if (pending == nullptr) return report_missing(from);
  if (!has_access(*pending, watch.invitation))
    return send_error(from, error_code("lobby.invitation_required"));
  if (const Participant* known = find_participant(*pending, guest))
    return context_.send(known->socket, encode(state_for(*pending, known)));
  std::vector<Socket>& watchers = pending->watchers;
  const bool again = std::find(watchers.begin(), watchers.end(), from.socket) != watchers.end();
  if (again || watchers.size() >= max_watchers)
    return context_.send(from.socket, encode(state_for(*pending, nullptr)));
  watchers.push_back(from.socket);
  broadcast(*pending);
}

bool Lobby::has_access(const PendingTable& pending, const std::optional<Bytes16>& invitation) {
  return pending.listed ||
         (invitation && protocol::same_secret(Token{*invitation}, Token{pending.invitation}));
}

void Lobby::on(const Sender& from, const GuestIdentity& guest, const Join& join) {
  PendingTable* pending = find(join.table);
  if (pending == nullptr) return find_stored(from, guest, join);
  if (pending->of_class()) return join_class_table(*pending, from, guest, join);
  if (find_participant(*pending, guest) == nullptr && !has_access(*pending, join.invitation))
    return send_error(from, error_code("lobby.invitation_required"));
  if (pending->setup.rated && !guest.account)
    return send_error(from, error_code("lobby.account_required"));
  if (Participant* known =
          find_participant(*pending, guest)) {  // rejoins, perhaps at another socket
    known->socket = from.socket;
    known->away_since.reset();
    if (!known->sent_ready && !pending->starting) known->token = digest(join.token);
    persist(*pending);
    return broadcast(*pending);
  }
  const auto taken = pending->participants.size() + pending->bots.size();
  if (pending->starting || taken >= static_cast<std::size_t>(pending->setup.spec.seats()))
    return send_error(from, error_code("lobby.seats_taken"));
  for (const Participant& each : pending->participants)
    if (protocol::same_secret(each.token, digest(join.token)))
      return send_error(from, error_code("lobby.token_in_use"));
  std::erase(pending->watchers, from.socket);
  pending->participants.push_back(participant(from, guest, join.token));
  mark_list_dirty();
  persist(*pending);
  broadcast(*pending);
  start_if_ready(*pending);
}

void Lobby::on(const Sender& from, const GuestIdentity& guest, const Ready& ready) {
  PendingTable* pending = find(ready.table);
  Participant* me = pending == nullptr ? nullptr : find_sender(*pending, from, guest);
  if (me == nullptr) return send_error(from, error_code("lobby.not_seated"));
  if (me->sent_ready || pending->starting) return;  // the first one counts
  me->sent_ready = true;
  me->entropy = ready.entropy;
  persist_entropy_or_retry(*pending);
}

void Lobby::on(const Sender& from, const GuestIdentity& guest, const FillWithBots& fill) {
  PendingTable* pending = find(fill.table);
  if (pending == nullptr || pending->starting || pending->participants.empty() ||
      pending->of_class() || pending->participants[0].guest.id != guest.id)
    return send_error(from, error_code("lobby.not_creator"));
  if (const auto error = bots::not_offered(pending->setup.spec, fill.bot))
    return send_error(from, *error);
  while (pending->participants.size() + pending->bots.size() <
         static_cast<std::size_t>(pending->setup.spec.seats()))
    pending->bots.push_back(fill.bot);
  mark_list_dirty();
  persist(*pending);
  broadcast(*pending);
  start_if_ready(*pending);
}

void Lobby::on(const Sender& from, const GuestIdentity& guest, const Leave& leave) {
  PendingTable* pending = find(leave.table);
  if (pending == nullptr || pending->starting) return;
  const Participant* me = find_sender(*pending, from, guest);
  if (me == nullptr) return;
  remove_participant(*pending, static_cast<std::size_t>(me - pending->participants.data()));
  const auto left = error_code("lobby.left");
  context_.send(from.socket, encode(TableCancelled{leave.table, std::string(left.code),
                                                   std::string(left.message)}));
}

void Lobby::remove_participant(PendingTable& pending, std::size_t index) {
  mark_list_dirty();
  pending.participants.erase(pending.participants.begin() + static_cast<std::ptrdiff_t>(index));
  pending.full_since.reset();
  if (pending.participants.empty() && !pending.of_class())
    return cancel(pending.table, to_error(error_code("lobby.abandoned")));
  persist(pending);
  broadcast(pending);
}

bool Lobby::QuickMatchRequest::compatible_with(const QuickMatchRequest& other) const {
  const auto excludes = [](const QuickMatchRequest& one, const QuickMatchRequest& another) {
    return std::find(one.exclude_names.begin(), one.exclude_names.end(),
                     another.participant.guest.name) != one.exclude_names.end();
  };
  return !excludes(*this, other) && !excludes(other, *this);
}

void Lobby::on(const Sender& from, const GuestIdentity& guest, const Seek& seek) {
  if (!context_.config().quick_match)
    return send_error(from, error_code("lobby.quick_match_disabled"));
  auto checked = setup_of(seek.spec, seek.clock, seek.rated, guest);
  if (!checked) return send_error(from, checked.error());
  table::Setup options = *std::move(checked);
  options.hints = false;
  options.grace = quick_match_grace;
  if (options.clock.kind == protocol::ClockKind::none) options.clock = quick_match_clock;
  on(from, guest, CancelSeek{});
  const std::string key = match_key(options);
  const auto seats = static_cast<std::size_t>(options.spec.seats());
  seeks_.push_back({participant(from, guest, seek.token), options, key, seek.exclude_names});
  // The new request is matched with the oldest compatible ones.
  std::vector<std::size_t> matched = {seeks_.size() - 1};
  for (std::size_t i = 0; i + 1 < seeks_.size() && matched.size() < seats; ++i)
    if (seeks_[i].key == key && std::all_of(matched.begin(), matched.end(), [&](std::size_t each) {
          return seeks_[each].compatible_with(seeks_[i]);
        }))
      matched.push_back(i);
  std::sort(matched.begin(), matched.end());
  if (matched.size() < seats)
    return context_.send(from.socket,
                         encode(Seeking{options.spec.text(), static_cast<int>(matched.size())}));
  PendingTable pending{.setup = std::move(options)};
  pending.from_quick_match = true;
  for (std::size_t i = matched.size(); i-- > 0;) {  // from the end, so that indices stay valid
    pending.participants.insert(pending.participants.begin(), seeks_[matched[i]].participant);
    seeks_.erase(seeks_.begin() + static_cast<std::ptrdiff_t>(matched[i]));
  }
  reserve(std::move(pending));
}

void Lobby::on(const Sender&, const GuestIdentity& guest, const CancelSeek&) {
  std::erase_if(
      seeks_, [&](const QuickMatchRequest& each) { return each.participant.guest.id == guest.id; });
}

void Lobby::on(const Sender& from, const GuestIdentity&, const SubscribeTables&) {
  std::vector<Socket>& sockets = list_subscribers_;
  if (std::find(sockets.begin(), sockets.end(), from.socket) == sockets.end())
    sockets.push_back(from.socket);
  context_.send(from.socket, encode(TableList{open_tables(), active_count_}));
}

OpenTable Lobby::described(const PendingTable& pending) {
  OpenTable out;
  out.table = pending.table;
  out.spec = pending.setup.spec.text();
  out.clock = pending.setup.clock;
  out.seats = pending.setup.spec.seats();
  for (const Participant& each : pending.participants) out.names.push_back(each.guest.name);
  return out;
}

std::vector<OpenTable> Lobby::open_tables() const {
  std::vector<OpenTable> out;
  for (const std::string& name : index_.listed()) {
    const PendingTable& pending = pending_.at(name);
    if (pending.full_since || out.size() == max_listed || all_away(pending)) continue;
    out.push_back(described(pending));
  }
  return out;
}

std::vector<OpenTable> Lobby::tables_of(const std::string& guest) const {
  std::vector<OpenTable> out;
  for (const std::string& name : index_.of_guest(guest))
    if (const PendingTable& pending = pending_.at(name);
        !pending.of_class() && out.size() < max_listed)
      out.push_back(described(pending));
  return out;
}

}  // namespace coset::node
