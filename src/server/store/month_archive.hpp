// MonthArchive: the games of a store that ended in one month, for `cosetd archive`, which writes
// them to a file and then drops their events here. Games of classes stay until their class is
// forgotten: by then they must not be in a file. A game that was dropped keeps its setup, so it
// can be found, and its players can still export and delete their data. Every call blocks. One
// thread at a time; a server may run beside it.
#pragma once

#include <memory>

#include "server/store/event_store.hpp"

namespace coset::store {

// A month of the calendar in UTC: 202603 is March 2026.
using Month = int;
Month month_of(Time at);

// What the games of a month still wait for.
struct UnfinishedWork {
  std::int64_t tasks = 0;    // of the outbox
  std::int64_t reports = 0;  // of names, which the operator has not resolved
  std::int64_t actions = 0;  // of the operator, which no node has applied
  friend bool operator==(const UnfinishedWork&, const UnfinishedWork&) = default;
};

class MonthArchive {
 public:
  MonthArchive() = default;
  MonthArchive(const MonthArchive&) = delete;
  MonthArchive& operator=(const MonthArchive&) = delete;
  virtual ~MonthArchive() = default;

  // At most `limit` games after that one, in the store's order; from the first if it is empty.
  virtual Result<std::vector<GameId>> games(Month month, std::optional<GameId> after,
                                            int limit) = 0;
  virtual Result<UnfinishedWork> unfinished_work(Month month) = 0;
  // Drops the events of these games, and counts them. PostgreSQL drops all or none, and SQLite some
  // hundreds in a transaction. Nothing more is dropped if the month has other games meanwhile.
  // Older programs, which do not know such games, may not use the database from then on.
  virtual std::optional<Error> drop(Month month, const std::vector<GameId>& games) = 0;
  // How many games were dropped, of all months.
  virtual Result<std::int64_t> dropped() = 0;
};

// REQUIRES: the database has this program's schema
Result<std::unique_ptr<MonthArchive>> sqlite_month_archive(const std::string& path);
std::unique_ptr<MonthArchive> postgres_month_archive(std::string url);

}  // namespace coset::store
