#include "table/table.hpp"

#include "protocol/table/projections.hpp"
#include "table/messages.hpp"

namespace coset::table {

namespace {

// A turn's time runs from when the client has the event, at most this long after it was sent.
constexpr Time max_lag = 2000;

}  // namespace

Table::Table(Ledger ledger, Time now)
    : ledger_(std::move(ledger)), presence_(ledger_.setup().seats.size(), now), turn_since_(now) {
  if (ledger_.head() == 0) open_deal(now);
}

void Table::open_deal(Time now) {
  EventHeader header{.kind = EventKind::open, .at = now};
  header.entropy = ledger_.setup().entropy;
  propose(header, MoveId::none);
}

Result<Table> Table::load(std::shared_ptr<const Setup> setup, Digest digest,
                          std::span<const Row> log, Time now) {
  auto ledger = Ledger::load(std::move(setup), std::move(digest), log);
  if (!ledger) return ledger.error();
  return Table(*std::move(ledger), now);
}

// A hint is recorded with the seat's next event, whatever that is.
void Table::propose(EventHeader header, MoveId id, const Action* action) {
  CHECK(!draft_ && !ledger_.over());
  if (header.seat != nobody) header.hint = hint_levels_[header.seat];
  draft_ = std::make_unique<Draft>(ledger_.begin(header, id));
  if (action != nullptr) CHECK(!draft_->play(header.seat, *action));
  seal_if_complete();
}

void Table::seal_if_complete() {
  if (draft_->complete()) row_ = ledger_.seal(*draft_);
}

HostRequests Table::requests() const {
  HostRequests out;
  if (row_) {
    out.add(AppendRequest{&*row_});
    return out;
  }
  if (draft_) {
    out.add(draw_request());
    return out;
  }
  const Seat turn = ledger_.turn();
  if (turn != nobody && !ledger_.by_human(turn))
    out.add(BotRequest{turn, ledger_.head(), &ledger_});
  if (!hints_.empty()) {
    const PendingHint& asked = hints_.front();
    out.add(HintRequest{asked.connection, asked.seat, ledger_.head(), asked.level, &ledger_});
  }
  if (const auto gone = absence()) out.add(TimerRequest{gone->second});
  if (agreed_rematch_) out.add(RematchRequest{agreed_rematch_.get()});
  return out;
}

DrawRequest Table::draw_request() const {
  DrawRequest out;
  out.number = static_cast<std::uint32_t>(ledger_.deals() + draft_->deals());
  out.counts = draft_->match().urn();
  for (const int count : out.counts) out.size += static_cast<std::uint32_t>(count);
  return out;
}

void Table::dealt(Element piece) {
  CHECK(draft_ && !row_);
  CHECK(!draft_->play(draft_->match().turn().seat, deal_of(piece)));
  seal_if_complete();
}

Outgoing Table::committed(Ply ply, Time now) {
  if (!row_ || row_->ply != ply) return {};
  const std::unique_ptr<Draft> draft = std::move(draft_);
  ledger_.advance(*draft, *row_);
  row_.reset();
  turn_since_ = now;
  excluded_ = 0;
  if (draft->header().seat != nobody) hint_levels_[draft->header().seat] = 0;
  hints_.clear();
  Outgoing out;
  broadcast_event(*draft, ledger_.match(), ledger_.head(), ledger_.chain(), out);
  if (offer_) {
    const EventKind kind = draft->header().kind;
    using protocol::OfferKind;
    const bool agreed =
        (offer_->what == OfferKind::takeback && kind == EventKind::takeback) ||
        (offer_->what == OfferKind::finish && kind == EventKind::finish) ||
        (offer_->what == OfferKind::bot_takeover && kind == EventKind::bot_takeover);
    broadcast_offer(agreed ? protocol::OfferState::agreed : protocol::OfferState::lapsed, out);
    offer_.reset();
  }
  return out;
}

Result<Outgoing> Table::reload(std::span<const Row> log, Time now) {
  const std::size_t known = std::min<std::size_t>(ledger_.head(), log.size());
  auto loaded = Ledger::load(ledger_.shared_setup(), ledger_.digest(), log.first(known));
  if (!loaded) return loaded.error();
  Ledger fresh = *std::move(loaded);
  const bool goes_on = fresh.same_rows(ledger_);
  for (const Row& row : log.subspan(known))
    if (auto error = fresh.append(row)) return *std::move(error);
  if (goes_on && log.size() == known) return Outgoing{};
  return continue_from(std::move(fresh), goes_on, now);
}

Result<std::optional<Outgoing>> Table::follow(std::span<const Row> tail, Time now) {
  if (ledger_.head() > 0) {
    if (tail.empty() || !ledger_.ends_with(tail.front())) return std::optional<Outgoing>();
    tail = tail.subspan(1);
  }
  if (tail.empty()) return std::optional(Outgoing{});
  Ledger fresh = ledger_;
  for (const Row& row : tail)
    if (auto error = fresh.append(row)) return *std::move(error);
  return std::optional(continue_from(std::move(fresh), true, now));
}

Outgoing Table::continue_from(Ledger fresh, bool goes_on, Time now) {
  std::optional<Ply> head;
  std::optional<Chain> chain;
  if (goes_on) {  // else the events that were sent do not hold, whatever their chain
    head = ledger_.head();
    chain = ledger_.chain();
  }
  const std::unique_ptr<Draft> lost = std::move(draft_);
  row_.reset();
  for (Seat i = 0; i < ledger_.seats(); ++i)  // another host has recorded it
    if (fresh.hints(i) > ledger_.hints(i)) hint_levels_[i] = 0;
  ledger_ = std::move(fresh);
  presence_.cap_seen(ledger_.head());
  turn_since_ = now;
  excluded_ = 0;
  hints_.clear();
  agreed_rematch_.reset();
  Outgoing out;
  for (const Recipient& to : recipients()) send_missing(to, head, chain, out);
  if (offer_) broadcast_offer(protocol::OfferState::lapsed, out);
  offer_.reset();
  if (lost && lost->id() != MoveId::none && ledger_.find(lost->id()) == 0) {
    out.push_back({{Recipient::Kind::seat, lost->header().seat, 0},
                   error_for(protocol::Reason::stale, ledger_.head(), lost->id())});
  }
  if (ledger_.head() == 0) open_deal(now);
  return out;
}

Millis Table::spent(Seat seat, Time now) const {
  constexpr Time limit = 0x7fffffff;
  now -= excluded_;
  if (ledger_.setup().clock.kind == protocol::ClockKind::correspondence)
    return static_cast<Millis>(std::clamp<Time>(now - ledger_.last_at(), 0, limit));
  const Time latest = turn_since_ + max_lag;
  const Time started =
      std::clamp(presence_.seen_at(seat, ledger_.head()).value_or(latest), turn_since_, latest);
  return static_cast<Millis>(std::clamp<Time>(now - started, 0, limit));
}

Outgoing Table::acknowledge() const {
  if (!draft_ || draft_->id() == MoveId::none) return {};
  return {{{Recipient::Kind::seat, draft_->header().seat, 0}, protocol::Ack{draft_->id()}}};
}

bool Table::awaits_confirmation(Seat seat) const {
  const protocol::ClockKind kind = ledger_.setup().clock.kind;
  return seat != nobody && seat == ledger_.turn() && kind != protocol::ClockKind::none &&
         kind != protocol::ClockKind::correspondence && !presence_.seen_at(seat, ledger_.head());
}

bool Table::others_wait(Seat seat) const {
  for (Seat i = 0; i < ledger_.seats(); ++i)
    if (i != seat && ledger_.by_human(i) && presence_.present(i)) return true;
  return false;
}

std::optional<Millis> Table::absent_for(Time now) const {
  const Seat seat = ledger_.turn();
  if (!waits_for_absent(ledger_.setup()) || seat == nobody || !ledger_.by_human(seat))
    return std::nullopt;
  const auto away = presence_.away_since(seat);
  if (!away) return std::nullopt;
  const Time waited = now - std::max(turn_since_, *away) - excluded_;
  return static_cast<Millis>(std::clamp<Time>(waited, 0, 0x7fffffff));
}

std::optional<std::pair<Cause, Time>> Table::absence() const {
  const Seat seat = ledger_.turn();
  if (draft_ || seat == nobody || !ledger_.by_human(seat)) return std::nullopt;
  const protocol::ClockRule& rule = ledger_.setup().clock;
  if (rule.kind == protocol::ClockKind::correspondence)  // connected or not
    return {{Cause::time, ledger_.last_at() + rule.start + excluded_}};
  const auto seen = presence_.seen_at(seat, ledger_.head());
  std::optional<std::pair<Cause, Time>> out;
  // No seat loses on time before its client has confirmed the event.
  if (rule.kind != protocol::ClockKind::none && seen)
    out = {Cause::time, std::clamp(*seen, turn_since_, turn_since_ + max_lag) +
                            left_after(rule, ledger_.clocks(), seat, 0)};
  const auto away = presence_.away_since(seat);
  if (ledger_.setup().grace != 0 && (away || !seen) && others_wait(seat)) {
    const Time gone = std::max(turn_since_, away && seen ? *away : turn_since_);
    const Time until = gone + ledger_.setup().grace;
    if (!out || until < out->second) out = {Cause::away, until};
  }
  if (out) out->second += excluded_;
  return out;
}

bool Table::forfeits(Seat seat, Cause cause) const {
  const Setup& setup = ledger_.setup();
  return setup.rated || (setup.timeout == protocol::TimeoutRule::strict && cause == Cause::time &&
                         ledger_.timed_out(seat));
}

Outgoing Table::tick(Time now) {
  const auto gone = absence();
  if (!gone || now < gone->second) return {};
  EventHeader header;
  header.seat = ledger_.turn();
  header.cause = gone->first;
  header.kind = forfeits(header.seat, header.cause) ? EventKind::forfeit : EventKind::bot_takeover;
  header.spent = spent(header.seat, now);
  header.at = now;
  propose(header, MoveId::none);
  return {};
}

Outgoing Table::bot_chose(const BotTask& task, const Action& action, Time now) {
  const bool requested = !draft_ && task.ply == ledger_.head() && task.seat == ledger_.turn() &&
                         !ledger_.by_human(task.seat);
  if (!requested) return {};
  CHECK(action.verb != Verb::deal && ledger_.match().legal(action));
  propose({.kind = EventKind::move, .seat = task.seat, .at = now}, MoveId::none, &action);
  return {};
}

Outgoing Table::hinted(const HintTask& task, const teach::Hint& hint) {
  std::erase_if(hints_, [&](const PendingHint& h) { return h.connection == task.connection; });
  if (draft_ || task.ply != ledger_.head() || ledger_.turn() != task.seat) return {};
  protocol::Hinted hinted = protocol::hint_for(task.spec, hint, task.level, task.ply);
  hint_levels_[task.seat] = std::max(hint_levels_[task.seat], hinted.level);
  return {{{Recipient::Kind::connection, nobody, task.connection}, std::move(hinted)}};
}

std::vector<Recipient> Table::recipients() const {
  std::vector<Recipient> out;
  for (Seat i = 0; i < ledger_.seats(); ++i)
    if (presence_.present(i)) out.push_back({Recipient::Kind::seat, i, 0});
  if (presence_.present(nobody)) out.push_back({Recipient::Kind::spectators, nobody, 0});
  return out;
}

void Table::broadcast_event(const Draft& draft, const Match& after, Ply ply, const Chain& chain,
                            Outgoing& out) const {
  std::optional<std::size_t> open;  // where an event is that needs little change for other readers
  for (const Recipient& to : recipients()) {
    protocol::Event event =
        open ? event_for(std::get<protocol::Event>(out[*open].message), ledger_, after, to.seat)
             : event_for(ledger_, draft, after, ply, chain, to.seat);
    event.clocks = clocks_for(ledger_, 0);
    if (!after.spec().hands_are_hidden()) open = out.size();
    out.push_back({to, std::move(event)});
    if (ledger_.over()) out.push_back({to, game_over_now()});
  }
}

// Sends the events after `ply`, if the reader's chain is `chain`; else a snapshot.
void Table::send_missing(const Recipient& to, std::optional<Ply> ply,
                         const std::optional<Chain>& chain, Outgoing& out) const {
  const Seat reader = to.kind == Recipient::Kind::connection
                          ? presence_.seat_of(to.connection).value_or(nobody)
                          : to.seat;
  if (ply && chain && ledger_.recalls(*ply, *chain)) {
    ledger_.replay_since(*ply, [&](const Draft& draft, Ply at, const Chain& link) {
      out.push_back({to, event_for(ledger_, draft, draft.match(), at, link, reader)});
    });
  } else {
    out.push_back({to, snapshot_for(ledger_, reader)});
  }
  if (ledger_.over()) out.push_back({to, game_over_now()});
}

Outgoing Table::resend_event(ConnectionId to, Ply ply) const {
  Outgoing out;
  const Seat reader = presence_.seat_of(to).value_or(nobody);
  ledger_.replay_since(ply - 1, [&](const Draft& draft, Ply at, const Chain& link) {
    if (at == ply)
      out.push_back({{Recipient::Kind::connection, nobody, to},
                     event_for(ledger_, draft, draft.match(), at, link, reader)});
  });
  return out;
}

void Table::broadcast_offer(protocol::OfferState state, Outgoing& out) const {
  for (const Recipient& to : recipients())
    if (to.kind == Recipient::Kind::seat) out.push_back({to, offer_now(state)});
}

std::vector<protocol::SeatInfo> Table::seat_infos(Time now) const {
  std::vector<protocol::SeatInfo> out;
  for (Seat i = 0; i < ledger_.seats(); ++i) {
    const SeatSetup& seat = ledger_.setup().seats[i];
    protocol::SeatInfo info;
    info.seat = i;
    info.name = seat.name;
    info.player = seat.player;
    if (!ledger_.by_human(i)) info.bot = std::string(ledger_.bot_of(i));
    info.kept = ledger_.kept(i);
    info.forfeited = ledger_.forfeited(i);
    info.cause = ledger_.cause(i);
    info.hints = ledger_.hints(i);
    info.present = presence_.present(i);
    if (i == ledger_.turn()) info.away = absent_for(now);
    out.push_back(std::move(info));
  }
  return out;
}

}  // namespace coset::table
