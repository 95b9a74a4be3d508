#include "server/node/table_host.hpp"

#include "server/node/log_rows.hpp"
#include "server/node/table_names.hpp"
#include "server/node/table_traits.hpp"
#include "table/messages.hpp"

namespace coset::node {

namespace {

constexpr std::size_t max_queued_messages = 16;
constexpr std::size_t max_queued_before_load = 64;
constexpr int max_conflicts = 4;

}  // namespace

TableHost::TableHost(NodeContext& context, ClaimHolder& claims, AppendQueue& append_queue,
                     GameId game, std::string name)
    : context_(context),
      claims_(claims),
      append_queue_(append_queue),
      game_(game),
      name_(std::move(name)),
      retry_delay_(context.config().retry_delay),
      searches_(context),
      output_(context),
      empty_since_(context.now()) {
  start_loading();
}

void TableHost::fail(const protocol::ErrorCode& code, std::string message) {
  if (failure_) return;
  context_.mark_dirty(game_);
  failure_ = to_error(code, std::move(message));
  on_load_ended();
}

void TableHost::fail_as_corrupt(const std::string& detail) {
  fail(error_code("table.corrupt"), "The game log is corrupt: " + detail);
}

bool TableHost::must_queue(const protocol::FromClient& message) const {
  if (!changes_table(message)) return false;
  if (reserving_rematch_ || !queue_.empty() || is_unreserved_rematch(message)) return true;
  if (!blocked()) return false;
  // The request behind the pending row is acknowledged at once.
  const auto pending = table::find_request<table::AppendRequest>(*table_);
  const auto id = request_id(message);
  return !(pending && id && pending->row->id == *id);
}

void TableHost::on_message(Socket from, protocol::FromClient message) {
  const CrashMarkerScope scope(context_, game_);
  enqueue_or_handle(from, std::move(message));
}

void TableHost::enqueue_or_handle(Socket from, protocol::FromClient message) {
  if (failure_ || lost_to_) return;
  if (!table_) {
    if (queue_.size() < max_queued_before_load)
      queue_.push_back({from, std::move(message), context_.now()});
    return;
  }
  const auto id = request_id(message);
  if (!within_limits(from, message)) return send_error(from, error_of(protocol::Reason::rate), id);
  if (append_queue_.full() && changes_table(message))
    return send_error(from, error_of(protocol::Reason::busy), id);
  if (!must_await_log(from, message)) return dispatch(from, std::move(message));
  if (!log_waiters_.add(from, std::move(message)))
    return send_error(from, error_of(protocol::Reason::busy), id);
  read_if_due();
}

void TableHost::dispatch(Socket from, protocol::FromClient message) {
  if (!must_queue(message)) {
    handle(from, message);
    return process_queue();
  }
  const auto id = request_id(message);
  for (const QueuedMessage& each : queue_)
    if (id && request_id(each.message) == id) return;  // it is queued already
  if (queue_.size() >= max_queued_messages)
    return send_error(from, error_of(protocol::Reason::busy), id);
  queue_.push_back({from, std::move(message), context_.now()});
  process_queue();
}

void TableHost::send_error(Socket to, const protocol::ErrorCode& error,
                           std::optional<protocol::MoveId> id) {
  output_.send_error(to, table::error_for(error, table_->ledger().head(), id));
}

bool TableHost::within_limits(Socket from, const protocol::FromClient& message) {
  const auto seat = SeatLimits::covers(message) ? table_->presence().seat_of(from) : std::nullopt;
  if (!seat || *seat == nobody) return true;  // the table rejects it
  return seat_limits_.try_charge(*seat, message, context_.now());
}

int TableHost::work_of_preview() const { return table_ ? preview_work(setup_->spec) : 1; }

Seat TableHost::seat_of(Socket socket) const {
  const auto seat = table_ ? table_->presence().seat_of(socket) : std::nullopt;
  return seat.value_or(nobody);
}

bool TableHost::may_prove_seat(Socket from, const protocol::Hello& hello) const {
  if (!hello.token) return table_ ? held_by(from) != nobody : !context_.guest_at(from).empty();
  return !table_ || has_seat(*setup_, digest_of(context_.deps().crypto.blake2b, *hello.token));
}

Seat TableHost::held_by(Socket from) const {
  const std::string guest = holders_ && !holders_->empty() ? context_.guest_at(from) : "";
  for (std::size_t i = 0; !guest.empty() && i < holders_->size(); ++i)
    if ((*holders_)[i] == guest) return static_cast<Seat>(i);
  return nobody;
}

std::optional<protocol::Token> TableHost::proof_of(Socket from,
                                                   const protocol::Hello& hello) const {
  if (hello.token) return digest_of(context_.deps().crypto.blake2b, *hello.token);
  const Seat seat = held_by(from);
  if (seat == nobody || setup_->seats[seat].player != protocol::Player::human) return std::nullopt;
  return setup_->seats[seat].token;
}

// The table knows only digests of tokens, so that reading the store gives no seat.
void TableHost::handle(Socket from, const protocol::FromClient& message) {
  if (const auto since = context_.outages().since()) exclude_downtime(*since, context_.now());
  const auto* hello = std::get_if<protocol::Hello>(&message);
  const auto proof = hello != nullptr ? proof_of(from, *hello) : std::nullopt;
  if (hello != nullptr && !proof && !context_.config().allow_spectators)
    return send_error(from, error_code("table.spectators_disabled"), {});
  if (!proof) {
    // The new client receives the whole state, so the batch must not repeat a part of it.
    if (hello != nullptr) output_.close_batch(table_->presence(), from);
    const table::Outgoing outgoing = table_->handle(from, message, context_.now());
    if (is_illegal(outgoing)) illegal_senders_.push_back(from);
    return deliver(outgoing);
  }
  protocol::Hello known = *hello;
  known.token = proof;
  output_.forget(from);
  deliver(table_->handle(from, protocol::FromClient(known), context_.now()));
}

void TableHost::on_disconnect(Socket socket) {
  output_.forget(socket);
  std::erase_if(queue_, [&](const QueuedMessage& each) { return each.from == socket; });
  log_waiters_.remove(socket);
  if (!table_ || failure_) return;
  const CrashMarkerScope scope(context_, game_);
  deliver(table_->on_disconnect(socket, context_.now()));
  if (!has_connections()) empty_since_ = context_.now();
  process_queue();
}

void TableHost::exclude_downtime(Time from, Time to) {
  if (!table_) return;
  const Time begin = std::max({from, last_event_at_, excluded_until_});
  if (to <= begin) return;
  excluded_until_ = to;
  table_->exclude_time(static_cast<Millis>(std::min<Time>(to - begin, 0x7fffffff)));
  if (const auto timer = table::find_request<table::TimerRequest>(*table_))
    table_timer_ = timer->at;
}

void TableHost::on_append_result(store::WriteResult outcome) {
  const CrashMarkerScope scope(context_, game_);
  const table::Ply ply = *std::exchange(pending_ply_, std::nullopt);
  if (outcome == store::WriteResult::ok) {
    context_.mark_resolved(game_);
    context_.store_wrote();
    retry_delay_ = context_.config().retry_delay;
    conflicts_in_a_row_ = 0;
    last_event_at_ = context_.now();
    deliver(table_->committed(ply, context_.now()));
    archive_if_over();
    release_log_waiters(false);
    return process_queue();
  }
  if (outcome == store::WriteResult::damaged) return fail(error_code("store.damaged"));
  if (lost_to_) return;
  // The log is authoritative, whatever this table has tried to write.
  if (outcome == store::WriteResult::conflict && ++conflicts_in_a_row_ > max_conflicts)
    return fail(error_code("table.unavailable"),
                "The database rejected a write that does not conflict with anything in the log.");
  if (outcome != store::WriteResult::unknown)
    return pending_judges_ ? acquire_claim() : read_log();  // the epoch may be what differs
  if (retry_delay_ == context_.config().retry_delay) on_slow_append();  // the first of a series
  schedule_retry();
}

void TableHost::archive_if_over() {
  if (!table_->ledger().over() || archived_) return;
  archived_ = true;
  context_.deps().events.archive(game_,
                                 context_.defer(lifetime_, [this](store::WriteResult outcome) {
                                   if (outcome == store::WriteResult::ok)
                                     ++context_.counters().games_finished;
                                   if (outcome == store::WriteResult::unknown)
                                     archived_ = false;  // retried at the next chance
                                 }));
}

bool TableHost::has_connections() const {
  return table_ ? node::has_connections(*table_) || !log_waiters_.empty() : !queue_.empty();
}

// A correspondence game waits in the store with its turn deadline.
bool TableHost::can_unload(Time now) const {
  if (failure_) return !has_connections();
  if (has_connections() || pending_ply_ || reading_log_ || creating_rematch_ || claiming_)
    return false;
  if (reserving_rematch_ || searches_.searches_move()) return false;
  if (!table_ && (!retry_at_ || !on_loaded_.empty())) return false;
  if (table_ && !table_->requests().empty() && !table_timer_) return false;
  return now - empty_since_ >= context_.config().table_idle_timeout;
}

bool TableHost::is_unreserved_rematch(const protocol::FromClient& message) const {
  return offers_rematch(message) && table_->ledger().over() && !table_->has_rematch() && !rematch_;
}

void TableHost::process_queue() {
  while (table_ && !failure_) {
    serve_requests();
    if (blocked() || reserving_rematch_ || queue_.empty()) return;
    if (is_unreserved_rematch(queue_.front().message)) return reserve_rematch();
    const QueuedMessage next = std::move(queue_.front());
    queue_.pop_front();
    // The wait is not charged to the seat's clock.
    table_->exclude_time(
        static_cast<Millis>(std::clamp<Time>(context_.now() - next.since, 0, 1 << 30)));
    handle(next.from, next.message);
  }
}

void TableHost::serve_requests() {
  table_timer_.reset();
  bot_due_at_.reset();
  const Overloaded handlers{
      [&](const table::DrawRequest& draw) {
        table_->dealt(draw.at(draws_->place(draw.number, draw.size)));
        return true;
      },
      [&](const table::AppendRequest& append) { return append_row(*append.row); },
      [&](const table::BotRequest& bot) { return start_bot(bot); },
      [&](const table::HintRequest& hint) { return start_hint(hint); },
      [&](const table::TimerRequest& timer) {
        table_timer_ = timer.at;
        return false;
      },
      [&](const table::RematchRequest& rematch) { return create_rematch(rematch.setup()); },
  };
  table::serve_requests(*table_, handlers);
  searches_.cancel_unwanted(*table_);
}

bool TableHost::append_row(const table::Row& row) {
  if (blocked() || !claims_.holds(game_)) return false;
  pending_ply_ = row.ply;
  store::Event event = to_event(game_, row, *setup_, claims_.epoch(game_));
  pending_judges_ = event.epoch.has_value();
  append_queue_.append(std::move(event), this, lifetime_.token());
  return false;
}

bool TableHost::start_bot(const table::BotRequest& request) {
  if (blocked() || searches_.searches_move(request.ply)) return false;
  const Time begin = last_event_at_ + context_.config().min_bot_delay;
  if (context_.now() < begin) {
    bot_due_at_ = begin;
    return false;
  }
  searches_.start_bot(request.task(), [this](const BotMoveSearch& search) {
    const CrashMarkerScope scope(context_, game_);
    deliver(table_->bot_chose(search.task(), search.action(), context_.now()));
    process_queue();
  });
  return false;
}

bool TableHost::start_hint(const table::HintRequest& request) {
  if (searches_.searches_hint(request)) return false;
  searches_.start_hint(request.task(), [this](const HintSearch& search) {
    const CrashMarkerScope scope(context_, game_);
    deliver(table_->hinted(search.task(), search.hint()));
    process_queue();
  });
  return false;
}

// The commitment of a rematch is fixed before any player has sent bytes for it.
void TableHost::reserve_rematch() {
  reserving_rematch_ = true;
  const CryptoFunctions& crypto = context_.deps().crypto;
  const std::string name = secret_name(context_.random<std::array<std::uint8_t, 9>>());
  const GameId game = game_of(crypto.blake2b, name);
  const auto seed = context_.random<Bytes32>();
  const protocol::NextDeal next{name, game, fair_deal::commitment(crypto.deal, game, seed)};
  auto done = defer([this, next](store::WriteResult outcome) {
    reserving_rematch_ = false;
    if (outcome == store::WriteResult::ok) {
      table_->set_rematch(next);
      reserved_rematch_ = next.game;
    }
    if (outcome == store::WriteResult::unknown) return schedule_retry();
    context_.mark_resolved(game_);
    process_queue();
  });
  context_.deps().seeds.put(game, seed, std::move(done));
}

// One transaction, keyed by this game: it has one rematch, whichever node creates it.
bool TableHost::create_rematch(const table::Setup& setup) {
  if (creating_rematch_ || rematch_ || !setup.game || lost_to_) return false;
  creating_rematch_ = true;
  const table::Digest& blake2b = context_.deps().crypto.blake2b;
  auto done = defer([this, name = setup.table](store::WriteResult outcome) {
    creating_rematch_ = false;
    if (outcome == store::WriteResult::unknown) return schedule_retry();
    context_.mark_resolved(game_);
    if (outcome == store::WriteResult::damaged) return fail(error_code("store.damaged"));
    if (outcome == store::WriteResult::conflict)
      return ++conflicts_in_a_row_ > max_conflicts ? fail(error_code("table.unavailable"))
                                                   : read_log();
    ++context_.counters().games_started;
    rematch_ = game_of(context_.deps().crypto.blake2b, name);
    deliver(table_->announce_rematch(name));
    process_queue();
  });
  store::NewGame game = new_game(setup, blake2b, context_.now(), game_);
  game.seats_before = seats_before(*setup_, setup);
  context_.deps().events.create(std::move(game), std::move(done));
  return false;
}

void TableHost::wake() {
  const Time now = context_.now();
  if (const auto at = output_.next_flush(); table_ && at && now >= *at)
    output_.flush_spectators(table_->presence());
  if (failure_) return;
  const CrashMarkerScope scope(context_, game_);
  if (const auto at = on_loaded_.deadline(); at && now >= *at) on_loaded_.notify();
  if (retry_at_ && now >= *retry_at_) {
    retry_at_.reset();
    return table_ || !setup_ || !claims_.holds(game_) ? read_log() : read_seed();
  }
  if (!table_) return;
  // Clocks and absence are judged only after reading the log.
  if (table_timer_ && now >= *table_timer_ && can_flag()) {
    flag_after_read_ = true;
    return read_log();
  }
  if (const auto at = next_log_read(); at && now >= *at) return read_if_due();
  if (bot_due_at_ && now >= *bot_due_at_) process_queue();
}

Time TableHost::next_wake() const {
  const Time now = context_.now();
  const Time idle = context_.config().table_idle_timeout;
  Time out = !has_connections() && empty_since_ + idle > now ? empty_since_ + idle : now + idle;
  if (const auto at = output_.next_flush()) out = std::min(out, *at);
  if (retry_at_) out = std::min(out, *retry_at_);
  if (const auto at = on_loaded_.deadline()) out = std::min(out, *at);
  if (table_timer_ && can_flag()) out = std::min(out, *table_timer_);
  if (bot_due_at_) out = std::min(out, *bot_due_at_);
  if (const auto at = next_log_read()) out = std::min(out, *at);
  return out;
}

}  // namespace coset::node
