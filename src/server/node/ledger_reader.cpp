#include "server/node/ledger_reader.hpp"

#include "server/node/log_rows.hpp"

namespace coset::node {

void LedgerReader::start(GameId game, std::string_view name, bool with_events, Done done) {
  if (context_.is_quarantined(game)) return done(to_error(error_code("table.quarantined")));
  if (context_.outages().ongoing()) return done(to_error(error_code("store.unavailable")));
  if (jobs_.size() >= max_jobs) return done(to_error(error_code("table.unavailable")));
  const auto job = std::make_shared<Job>(
      Job{game, std::string(name), with_events, std::move(done), context_.now() + max_wait});
  jobs_.push_back(job);
  context_.deps().events.read(
      game, with_events ? 1 : ~table::Ply{0},
      context_.defer(lifetime_, [this, job](const auto& log) { on_log(job, log); }));
}

void LedgerReader::on_log(const JobPtr& job, const Result<std::optional<store::Log>>& log) {
  if (!job->done) return;
  if (!log) return fail_as_store(job, log.error());
  if (!*log) return fail(job, error_code("table.not_found"));
  auto setup = setup_of(**log, job->game);
  if (!setup) return fail_as_corrupt(job, setup.error().sentence);
  job->table.setup = *std::move(setup);
  if (!job->name.empty() && job->table.setup->table != job->name)
    return fail(job, error_code("table.not_found"));
  if (!job->with_events) return finish(job, std::move(job->table));
  if ((*log)->in_file) return fail(job, error_code("table.archived"));
  context_.deps().crash_marker.enter(job->game);
  auto ledger =
      table::Ledger::load(job->table.setup, context_.deps().crypto.blake2b, rows_of(**log));
  context_.deps().crash_marker.leave();
  if (!ledger) return fail_as_corrupt(job, ledger.error().sentence);
  job->table.ledger.emplace(*std::move(ledger));
  if (!job->table.ledger->over()) return finish(job, std::move(job->table));
  // The node that played it has died at that moment.
  if (!(*log)->finished) context_.deps().events.archive(job->game, [](store::WriteResult) {});
  context_.deps().seeds.get(
      job->game, context_.defer(lifetime_, [this, job](const auto& seed) { on_seed(job, seed); }));
}

void LedgerReader::on_seed(const JobPtr& job, const Result<std::optional<Bytes32>>& seed) {
  if (!job->done) return;
  if (!seed) return fail_as_store(job, seed.error());
  if (!*seed) return fail_as_corrupt(job, "The deal seed is missing.");
  if (fair_deal::commitment(context_.deps().crypto.deal, job->game, **seed) !=
      job->table.setup->commitment)
    return fail_as_corrupt(job, "The deal seed does not match its commitment.");
  job->table.seed = **seed;
  finish(job, std::move(job->table));
}

void LedgerReader::finish(const JobPtr& job, const Result<ReadTable>& result) {
  const Done done = std::exchange(job->done, nullptr);
  while (!jobs_.empty() && !jobs_.front()->done) jobs_.pop_front();
  done(result);
}

void LedgerReader::fail_as_corrupt(const JobPtr& job, const std::string& detail) {
  finish(job, to_error(error_code("table.corrupt"), "The game log is corrupt: " + detail));
}

void LedgerReader::fail_as_store(const JobPtr& job, const Error& error) {
  fail(job, error.code == store::damaged_code ? error_code("store.damaged")
                                              : error_code("store.unavailable"));
}

void LedgerReader::wake(Time now) {
  while (!jobs_.empty() && jobs_.front()->deadline <= now)
    fail(JobPtr(jobs_.front()), error_code("store.unavailable"));
}

}  // namespace coset::node
