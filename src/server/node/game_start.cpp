// From a full pending table to a created game.
#include "server/node/lobby.hpp"
#include "server/node/log_rows.hpp"
#include "server/node/table_names.hpp"
#include "table/json.hpp"

namespace coset::node {

std::optional<Time> Lobby::next_deadline(const PendingTable& pending) const {
  if (pending.starting) return pending.retry_at;
  std::optional<Time> out;
  const auto sooner = [&](Time at) { out = std::min(out.value_or(at), at); };
  if (pending.full_since) sooner(*pending.full_since + context_.config().entropy_timeout);
  if (pending.persist_retry_at) sooner(*pending.persist_retry_at);
  if (const auto at = fill_deadline(pending)) sooner(*at);
  for (const Participant& each : pending.participants)
    if (each.away_since) sooner(*each.away_since + away_grace(pending));
  return out;
}

void Lobby::schedule(PendingTable& pending) {
  const auto next = next_deadline(pending);
  if (next == pending.deadline) return;
  if (pending.deadline) deadlines_.erase({*pending.deadline, pending.table});
  pending.deadline = next;
  if (next) deadlines_.insert({*next, pending.table});
}

void Lobby::reindex(const PendingTable& pending) {
  PendingIndex::Keys keys;
  keys.sockets = pending.watchers;
  for (const Participant& each : pending.participants) {
    keys.guests.push_back(each.guest.id);
    if (!each.away_since) keys.sockets.push_back(each.socket);
  }
  if (pending.listed && !pending.participants.empty())
    keys.address = pending.participants[0].guest.address;
  index_.put(pending.table, std::move(keys));
}

void Lobby::erase(const std::string& table) {
  const auto found = pending_.find(table);
  if (found->second.deadline) deadlines_.erase({*found->second.deadline, table});
  index_.erase(table);
  context_.mark_resolved(found->second.game);
  if (!found->second.from_quick_match)
    write(
        0,
        [this, game = found->second.game](store::Done<store::WriteResult> done) {
          context_.deps().players.delete_pending(game, std::move(done));
        },
        [](store::WriteResult) {});
  pending_.erase(found);
}

PendingTableState Lobby::state_for(const PendingTable& pending, const Participant* reader) {
  PendingTableState state;
  state.table = pending.table;
  state.game = pending.game;
  state.commitment = pending.commitment;
  state.spec = pending.setup.spec.text();
  state.clock = pending.setup.clock;
  state.rated = pending.setup.rated;
  state.hints = pending.setup.hints && !pending.setup.rated;
  if (pending.setup.series) state.games = pending.setup.series->games;
  state.seats = pending.setup.spec.seats();
  for (const Participant& each : pending.participants)
    state.participants.push_back({each.guest.name, {}, each.ready, each.away_since.has_value()});
  state.watchers = static_cast<int>(pending.watchers.size());
  for (const std::string& bot : pending.bots) state.participants.push_back({bot, bot, true, false});
  if (reader == nullptr) return state;
  if (!pending.listed && !pending.from_quick_match) state.invitation = pending.invitation;
  state.your_place = static_cast<int>(reader - pending.participants.data()) + 1;
  return state;
}

void Lobby::broadcast(PendingTable& pending) {
  schedule(pending);
  reindex(pending);
  const auto text = std::make_shared<const std::string>(encode(state_for(pending, nullptr)));
  for (const Socket watcher : pending.watchers) context_.send(watcher, text);
  for (const Participant& each : pending.participants)
    context_.send(each.socket, encode(state_for(pending, &each)));
}

void Lobby::start_if_ready(PendingTable& pending) {
  const auto taken = pending.participants.size() + pending.bots.size();
  if (pending.starting || taken < static_cast<std::size_t>(pending.setup.spec.seats())) return;
  if (!pending.full_since) pending.full_since = context_.now();
  schedule(pending);
  const bool ready = std::all_of(pending.participants.begin(), pending.participants.end(),
                                 [](const Participant& each) { return each.ready; });
  if (!pending.setup_text.empty()) return start_game(pending);  // a retry
  const Time deadline = *pending.full_since + context_.config().entropy_timeout;
  if (!ready && context_.now() < deadline) return;
  pending.of_class() ? start_unless_forgotten(pending) : start_game(pending);
}

// The entropy is in the order of joining, bots come last with zeros; the key derived from it draws
// the seats in the same order.
void Lobby::start_game(PendingTable& pending) {
  pending.starting = true;
  pending.retry_at.reset();
  schedule(pending);
  const CryptoFunctions& crypto = context_.deps().crypto;
  table::Setup setup = pending.setup;
  // Players who know each other wait; they may let a bot play on.
  if (!setup.rated && !pending.of_class() && setup.clock.kind == protocol::ClockKind::none)
    setup.grace = 0;
  setup.table = pending.table;
  setup.game = pending.game;
  setup.commitment = pending.commitment;
  for (const Participant& each : pending.participants)
    setup.entropy.push_back(each.entropy.value_or(Bytes16{}));
  setup.entropy.resize(static_cast<std::size_t>(setup.spec.seats()));
  const fair_deal::Draws draws(
      crypto.deal, fair_deal::key_of(crypto.deal, pending.game, pending.seed, setup.entropy));
  const auto drawn = draws.seats(static_cast<std::uint32_t>(setup.spec.seats()));
  setup.seats.resize(drawn.size());
  std::vector<std::string> digests(drawn.size());
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    table::SeatSetup& seat = setup.seats[drawn[i]];
    if (i < pending.participants.size()) {
      const Participant& human = pending.participants[i];
      seat.name = human.guest.name;
      digests[drawn[i]] = human.guest.id;
      context_.budgets().vouch(human.guest.id, context_.now());
      seat.token = human.token;
    } else {
      seat.player = protocol::Player::bot;
      seat.bot = pending.bots[i - pending.participants.size()];
      seat.name = seat.bot;
    }
  }
  if (const auto valid = table::make_setup(setup); !valid)
    return cancel(pending.table, valid.error());
  const store::NewGame game = new_game(setup, crypto.blake2b, context_.now());
  pending.setup_text = game.setup;
  ++creates_in_flight_;
  // The seats' guests are stored first: without them their data could not be deleted.
  context_.deps().players.seat(
      pending.game, std::move(digests),
      context_.defer(*tenure_, [this, game, table = pending.table](store::WriteResult outcome) {
        const auto done = [this, table](store::WriteResult created) {
          --creates_in_flight_;
          on_game_created(table, created);
        };
        if (outcome == store::WriteResult::unknown) return done(outcome);
        context_.deps().events.create(game, context_.defer(*tenure_, done));
      }));
}

std::vector<GameId> Lobby::pending_games() const {
  std::vector<GameId> out;
  for (const auto& [name, pending] : pending_) out.push_back(pending.game);
  return out;
}

bool Lobby::remove_guest(const GuestIdentity& identity) {
  const GuestIdentity guest = with_digest_id(identity);
  if (state_ != State::open) return false;
  std::erase_if(
      seeks_, [&](const QuickMatchRequest& each) { return each.participant.guest.id == guest.id; });
  for (const auto& pending : reserving_)
    if (find_participant(*pending, guest) != nullptr) return false;
  const std::vector<std::string> tables = index_.of_guest(guest.id);
  for (const std::string& table : tables)
    if (find(table)->starting) return false;
  for (const std::string& table : tables) {
    PendingTable* pending = find(table);
    for (std::size_t i = 0; pending != nullptr && i < pending->participants.size(); ++i)
      if (pending->participants[i].guest.id == guest.id) {
        remove_participant(*pending, i);
        break;
      }
  }
  return true;
}

void Lobby::on_game_created(const std::string& table, store::WriteResult outcome) {
  PendingTable* pending = find(table);
  if (pending == nullptr) return;
  switch (outcome) {
    case store::WriteResult::ok:
      context_.mark_resolved(pending->game);
      context_.store_wrote();
      ++context_.counters().games_started;
      return notify_started(table);
    case store::WriteResult::conflict:
      return check_existing_game(table);
    case store::WriteResult::damaged:
      return cancel(table, to_error(error_code("store.damaged")));
    case store::WriteResult::unknown:
      context_.mark_unresolved(pending->game);
      pending->retry_at = context_.now() + context_.config().retry_delay;
      return schedule(*pending);
  }
}

// The same participants, or the node that had the lobby before has created it.
bool Lobby::is_own_game(const store::Log& log, const PendingTable& pending) {
  if (log.setup == pending.setup_text) return true;
  const auto setup = table::read_setup(log.setup);
  return setup && setup->commitment == pending.commitment;
}

void Lobby::check_existing_game(const std::string& table) {
  ++creates_in_flight_;
  context_.deps().events.read(
      find(table)->game, ~table::Ply{0}, context_.defer(*tenure_, [this, table](const auto& log) {
        --creates_in_flight_;
        PendingTable* pending = find(table);
        if (pending == nullptr) return;
        if (!log) {
          pending->retry_at = context_.now() + context_.config().retry_delay;
          schedule(*pending);
        } else if (*log && is_own_game(**log, *pending)) {  // created before a lost result
          ++context_.counters().games_started;
          notify_started(table);
        } else {
          cancel(table, to_error(error_code("lobby.name_conflict")));
        }
      }));
}

void Lobby::notify_started(const std::string& table) {
  send_last(table, encode(GameStarted{table}));
}

// By value: the table may hold the name.
void Lobby::cancel(std::string table,  // NOLINT(performance-unnecessary-value-param)
                   const Error& reason) {
  if (find(table) == nullptr) return;
  ++context_.counters().tables_cancelled;
  send_last(table, encode(TableCancelled{table, std::string(reason.code), reason.sentence}));
}

void Lobby::send_last(const std::string& table, std::string message) {
  const auto text = std::make_shared<const std::string>(std::move(message));
  const PendingTable* pending = find(table);
  for (const Participant& each : pending->participants) context_.send(each.socket, text);
  for (const Socket watcher : pending->watchers) context_.send(watcher, text);
  erase(table);
  mark_list_dirty();
}

void Lobby::on_disconnect(Socket socket) {
  std::erase_if(deferred_, [&](const DeferredMessage& each) { return each.from == socket; });
  std::erase_if(finding_, [&](const StoredJoin& each) { return each.from.socket == socket; });
  std::erase_if(missing_, [&](const Missing& each) { return each.from.socket == socket; });
  std::erase(list_subscribers_, socket);
  std::erase_if(seeks_,
                [&](const QuickMatchRequest& each) { return each.participant.socket == socket; });
  for (const auto& pending : reserving_)
    for (Participant& each : pending->participants)
      if (each.socket == socket) each.away_since = context_.now();
  for (const std::string& table : index_.at_socket(socket)) {
    PendingTable& pending = *find(table);  // which may be erased
    if (std::erase(pending.watchers, socket) > 0) broadcast(pending);
    if (pending.starting) continue;
    for (std::size_t i = 0; i < pending.participants.size(); ++i)
      if (pending.participants[i].socket == socket && !pending.participants[i].away_since) {
        if (away_grace(pending) == 0) {
          remove_participant(pending, i);
        } else {
          pending.participants[i].away_since = context_.now();
          mark_list_dirty();
          broadcast(pending);
        }
        break;
      }
  }
}

// Participants of a quick match can seek again.
Millis Lobby::away_grace(const PendingTable& pending) const {
  if (pending.from_quick_match) return 0;
  return pending.listed ? context_.config().listed_away_timeout
                        : context_.config().invited_away_timeout;
}

// Handles one deadline; another that is due waits for the next tick.
void Lobby::on_deadline(PendingTable& pending) {
  const Time now = context_.now();
  if (pending.starting) {  // with an unknown result
    pending.starting = false;
    return start_if_ready(pending);
  }
  if (pending.persist_retry_at && now >= *pending.persist_retry_at)
    return persist_entropy_or_retry(pending);
  if (const auto at = fill_deadline(pending); at && now >= *at) return on_fill_deadline(pending);
  for (std::size_t i = 0; i < pending.participants.size(); ++i)
    if (const auto since = pending.participants[i].away_since;
        since && now >= *since + away_grace(pending))
      return remove_participant(pending, i);
  start_if_ready(pending);
}

void Lobby::persist_entropy_or_retry(PendingTable& pending) {
  if (!context_.write_queue().full()) return persist_entropy(pending);
  pending.persist_retry_at = context_.now() + context_.config().retry_delay;
  schedule(pending);
}

void Lobby::wake() {
  const Time now = context_.now();
  if (acquire_at_ && now >= *acquire_at_) acquire(store::Takeover::if_free);
  if (restore_at_ && now >= *restore_at_) restore();
  settle_missing();
  if (!may_write()) return;
  if (state_ == State::open) handle_deferred();
  if (check_at_ && now >= *check_at_) check_restored();
  std::vector<std::string> due;
  for (auto each = deadlines_.begin(); each != deadlines_.end() && each->first <= now; ++each)
    due.push_back(each->second);
  for (const std::string& name : due)
    if (PendingTable* pending = find(name)) on_deadline(*pending);
  if (!list_dirty_ || now < last_list_at_ + context_.config().broadcast_interval) return;
  list_dirty_ = false;
  last_list_at_ = now;
  const auto text =
      std::make_shared<const std::string>(encode(TableList{open_tables(), active_count_}));
  for (const Socket socket : list_subscribers_) context_.send(socket, text);
}

Time Lobby::next_wake() const {
  if (departure_ || missing_is_settled()) return context_.now();
  Time out = context_.now() + context_.config().table_idle_timeout;
  if (acquire_at_) out = std::min(out, *acquire_at_);
  if (!may_write()) return restore_at_ ? std::min(out, *restore_at_) : out;
  if (list_dirty_ && !list_subscribers_.empty())
    out = std::min(out, last_list_at_ + context_.config().broadcast_interval);
  if (!deadlines_.empty()) out = std::min(out, deadlines_.begin()->first);
  if (check_at_) out = std::min(out, *check_at_);
  if (restore_at_) out = std::min(out, *restore_at_);
  return out;
}

void Lobby::set_active_count(std::uint64_t tables) {
  if (active_count_ != tables) mark_list_dirty();
  active_count_ = tables;
}

void Lobby::drain() {
  draining_ = true;
  cancel_quick_matches();
}

void Lobby::cancel_quick_matches() {
  seeks_.clear();
  std::vector<std::string> waiting;
  for (const auto& [name, pending] : pending_)
    if (!pending.starting && pending.from_quick_match) waiting.push_back(name);
  for (const std::string& name : waiting) cancel(name, to_error(error_code("lobby.draining")));
}

}  // namespace coset::node
