// LedgerReader: the state of a table from its log, for requests that only read: no table is hosted
// for them, and none that is hosted is asked, so that the result is not older than the log. During
// an outage, and if the store takes long, the result is the error store.unavailable. Belongs to one
// Node.
#pragma once

#include <deque>

#include "server/node/node_context.hpp"
#include "table/ledger.hpp"

namespace coset::node {

struct ReadTable {
  std::shared_ptr<const table::Setup> setup;
  std::optional<table::Ledger> ledger;  // unless only the setup is read
  std::optional<Bytes32> seed;          // after the end
};

class LedgerReader {
 public:
  explicit LedgerReader(NodeContext& context) : context_(context) {}
  LedgerReader(const LedgerReader&) = delete;
  LedgerReader& operator=(const LedgerReader&) = delete;
  ~LedgerReader() = default;

  using Done = std::function<void(const Result<ReadTable>&)>;
  // The table of that name, or of any if it is empty; its game's id is `game`. A game that is over
  // is archived, if it was not.
  void read(GameId game, std::string_view name, Done done) {
    start(game, name, true, std::move(done));
  }
  void read_setup(GameId game, std::string_view name, Done done) {
    start(game, name, false, std::move(done));
  }
  // Ends the reads that take too long.
  void wake(Time now);
  std::optional<Time> next_wake() const {
    return jobs_.empty() ? std::nullopt : std::optional(jobs_.front()->deadline);
  }

 private:
  struct Job {
    GameId game;
    std::string name;
    bool with_events;
    Done done;  // empty once it was called
    Time deadline;
    ReadTable table{};
  };
  using JobPtr = std::shared_ptr<Job>;
  static constexpr Millis max_wait = 5000;
  static constexpr std::size_t max_jobs = 10'000;

  void start(GameId game, std::string_view name, bool with_events, Done done);
  void on_log(const JobPtr& job, const Result<std::optional<store::Log>>& log);
  void on_seed(const JobPtr& job, const Result<std::optional<Bytes32>>& seed);
  void finish(const JobPtr& job, const Result<ReadTable>& result);
  void fail(const JobPtr& job, const protocol::ErrorCode& code) { finish(job, to_error(code)); }
  void fail_as_corrupt(const JobPtr& job, const std::string& detail);
  void fail_as_store(const JobPtr& job, const Error& error);

  LifetimeToken lifetime_;
  NodeContext& context_;
  std::deque<JobPtr> jobs_;  // in the order of their deadlines
};

}  // namespace coset::node
