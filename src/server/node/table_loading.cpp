// How a TableHost reads its log: at the start, after a write that was not confirmed, and for
// messages that name an event which the table does not have.
#include "server/node/log_rows.hpp"
#include "server/node/table_host.hpp"
#include "server/node/table_traits.hpp"
#include "table/json.hpp"

namespace coset::node {

namespace {

constexpr Millis max_retry_delay = 1000;

}  // namespace

void TableHost::when_loaded(std::function<void()> done) {
  if (!is_loading() || context_.outages().ongoing()) return done();
  on_loaded_.add(std::move(done), context_.now());
  context_.mark_dirty(game_);
}

// Until then nothing is asked of the store, as while the claim is acquired.
void TableHost::start_loading() {
  claiming_ = !context_.load_gate().enter(loading_, defer([this] {
                                            claiming_ = false;
                                            read_log();
                                          }));
  read_log();
}

void TableHost::on_load_ended() {
  loading_.leave();
  on_loaded_.notify();
}

void TableHost::schedule_retry() {
  context_.mark_unresolved(game_);
  on_loaded_.notify();
  retry_at_ = context_.now() + retry_delay_;
  retry_delay_ = std::min(2 * retry_delay_, max_retry_delay);
}

// From the table's head on: the row at the head shows whether the log continues it.
void TableHost::read_log(bool whole) {
  if (reading_log_ || claiming_) return;
  if (!claims_.holds(game_)) return acquire_claim();
  reading_log_ = true;
  read_started_at_ = context_.now();
  retry_at_.reset();
  if (compare_at_ && *compare_at_ <= read_started_at_) compare_at_.reset();
  log_waiters_.on_read_start(read_started_at_);
  read_from_ = whole || !table_ ? 1 : std::max<table::Ply>(1, table_->ledger().head());
  context_.deps().events.read(game_, read_from_, defer([this](const auto& log) { on_log(log); }));
}

void TableHost::on_log(const Result<std::optional<store::Log>>& log) {
  reading_log_ = false;
  if (std::exchange(read_again_, false)) return read_log();
  if (lost_to_ || claiming_ || !claims_.holds(game_)) return;  // another read follows, or none
  const bool for_waiters = std::exchange(reading_for_waiters_, false);
  if (!log && log.error().code == store::damaged_code) return fail(error_code("store.damaged"));
  if (!log) return schedule_retry();
  if (!context_.outages().ongoing()) retry_delay_ = context_.config().retry_delay;
  if (!*log) return fail(error_code("table.not_found"));
  if (!table_) return on_setup(**log);
  if ((*log)->in_file) return fail(error_code("table.archived"));
  if ((*log)->next && !rematch_) find_rematch(*(*log)->next);
  if (context_.outages().ongoing()) {
    flag_after_read_ = false;  // decided after the outage is excluded
  } else if (!for_waiters) {   // else a client could stop its clock by asking for reads
    exclude_downtime(read_started_at_, context_.now());
  }
  const table::Ply before = table_->ledger().head();
  const auto outgoing = continue_from(rows_of(**log));
  if (outgoing && !*outgoing) return read_log(true);
  if (!outgoing) return fail_as_corrupt(outgoing.error().sentence);
  if (table_->ledger().head() != before) {
    last_event_at_ = context_.now();
    conflicts_in_a_row_ = 0;
  }
  deliver(**outgoing);
  archive_if_over();
  if (std::exchange(flag_after_read_, false)) deliver(table_->tick(context_.now()));
  release_log_waiters(true);
  process_queue();
  if (!pending_ply_ && !retry_at_) context_.mark_resolved(game_);
}

// Nothing if the whole log must be read.
Result<std::optional<table::Outgoing>> TableHost::continue_from(
    const std::vector<table::Row>& rows) {
  if (read_from_ > 1) {
    auto followed = table_->follow(rows, context_.now());
    return followed ? std::move(followed) : std::optional<table::Outgoing>();
  }
  auto reloaded = table_->reload(rows, context_.now());
  if (!reloaded) return reloaded.error();
  return std::optional(*std::move(reloaded));
}

// What does not know the client is rejected at once.
bool TableHost::must_await_log(Socket from, const protocol::FromClient& message) const {
  if (log_waiters_.has(from)) return true;
  const bool known =
      std::holds_alternative<protocol::Hello>(message) || table_->presence().seat_of(from);
  return known && names_missing_event(table_->ledger(), message);
}

void TableHost::release_log_waiters(bool after_read) {
  if (log_waiters_.empty()) return;
  const auto is_known = [this](const protocol::FromClient& message) {
    return !names_missing_event(table_->ledger(), message);
  };
  for (LogWaiters::Message& each : log_waiters_.take(after_read, is_known))
    dispatch(each.from, std::move(each.message));
  read_if_due();
}

void TableHost::read_if_due() {
  const auto at = next_log_read();
  if (!at || context_.now() < *at) return;
  reading_for_waiters_ = !log_waiters_.empty();
  read_log();
}

std::optional<Time> TableHost::next_log_read() const {
  if (!table_ || failure_ || blocked()) return std::nullopt;
  if (!log_waiters_.empty()) return log_waiters_.next_read();
  return compare_at_;
}

void TableHost::on_setup(const store::Log& log) {
  auto setup = setup_of(log, game_);
  if (!setup) return on_unreadable_setup(setup.error());
  setup_ = *std::move(setup);
  if (setup_->table != name_) return fail(error_code("table.not_found"));
  if (log.in_file) return fail(error_code("table.archived"));
  rows_ = rows_of(log);
  archived_ = log.finished;
  rematch_ = log.next;
  read_seed();
}

void TableHost::read_holders() {
  context_.deps().guests.list_holders(
      game_, defer([this](const auto& holders) {
        if (!holders && holders.error().code == store::damaged_code)
          return fail(error_code("store.damaged"));
        if (!holders) return schedule_retry();
        holders_.emplace();
        for (const store::SeatHolder& each : *holders) {
          if (each.seat >= setup_->seats.size()) continue;
          holders_->resize(std::max(holders_->size(), each.seat + std::size_t{1}));
          (*holders_)[each.seat] = each.guest;
        }
        read_seed();
      }));
}

void TableHost::read_seed() {
  if (!holders_) return read_holders();
  context_.deps().seeds.get(game_, defer([this](const auto& seed) {
                              if (!seed && seed.error().code == store::damaged_code)
                                return fail(error_code("store.damaged"));
                              if (!seed) return schedule_retry();
                              if (!*seed) return fail_as_corrupt("The deal seed is missing.");
                              on_seed(**seed);
                            }));
}

void TableHost::on_seed(const Bytes32& seed) {
  if (table_ || lost_to_ || claiming_) return;  // it was here before, or the log is read again
  const CryptoFunctions& crypto = context_.deps().crypto;
  auto table = open_table(setup_, rows_, seed, crypto, context_.now());
  if (!table) return fail_as_corrupt(table.error().sentence);
  rows_ = {};
  table_.emplace(*std::move(table));
  draws_.emplace(crypto.deal, fair_deal::key_of(crypto.deal, game_, seed, setup_->entropy));
  seed_ = seed;
  sent_here_ = false;
  table_->set_seed(seed);
  last_event_at_ = context_.now();
  const Time last = table_->ledger().last_at();
  if (setup_->clock.kind == protocol::ClockKind::correspondence && last != 0)
    table_->exclude_time(context_.outages().overlap(last, last_event_at_));
  if (rematch_) find_rematch(*rematch_);
  archive_if_over();
  context_.mark_resolved(game_);
  on_load_ended();
  for (const QueuedMessage& each : std::exchange(queue_, {}))
    enqueue_or_handle(each.from, each.message);
  process_queue();
}

// The setup of the rematch has its table's name.
void TableHost::find_rematch(GameId next) {
  rematch_ = next;
  auto done = defer([this](const auto& log) {
    if (!log || !*log) return rematch_.reset();
    const auto setup = table::read_setup((*log)->setup);
    if (setup && table_) deliver(table_->announce_rematch(setup->table));
  });
  context_.deps().events.read(next, ~table::Ply{0}, std::move(done));
}

}  // namespace coset::node
