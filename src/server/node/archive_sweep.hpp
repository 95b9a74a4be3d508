// ArchiveSweep: archives games that ended when their node died before it could, and opens the month
// of the games that end next. Belongs to one Node.
#pragma once

#include "server/node/ledger_reader.hpp"
#include "server/node/table_registry.hpp"

namespace coset::node {

class ArchiveSweep {
 public:
  ArchiveSweep(NodeContext& context, TableRegistry& tables, LedgerReader& reader)
      : context_(context),
        tables_(tables),
        reader_(reader),
        next_at_(context.now() + first_after) {}
  ArchiveSweep(const ArchiveSweep&) = delete;
  ArchiveSweep& operator=(const ArchiveSweep&) = delete;
  ~ArchiveSweep() = default;

  // Call it every minute or more often.
  void run();

  static constexpr int max_games = 100;  // of a run
  static constexpr Millis minute = 60'000;
  static constexpr Millis first_after = 10 * minute;
  static constexpr Millis hour = 60 * minute;
  static constexpr Millis day = 24 * hour;

 private:
  LifetimeToken lifetime_;
  NodeContext& context_;
  TableRegistry& tables_;
  LedgerReader& reader_;
  Time next_at_;
  std::optional<GameId> last_;  // of the last run, which has left some
};

}  // namespace coset::node
