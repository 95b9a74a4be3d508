#include "server/store/month_archive.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include "base/utc_text.hpp"
#include "server/store/postgres.hpp"
#include "server/store/sqlite.hpp"

namespace coset::store {

namespace {

// All that these statements hold beside constants are numbers.
std::string text_of(std::int64_t number) { return std::to_string(number); }

std::string list_of(std::span<const GameId> games) {
  std::string out;
  for (const GameId game : games)
    out += (out.empty() ? "" : ",") + text_of(static_cast<std::int64_t>(game));
  return out;
}

// Of the classes that are not forgotten, with their rematches.
constexpr const char* of_classes =
    "(WITH RECURSIVE g(id) AS (SELECT game_id FROM class_game"
    " UNION SELECT game.id FROM game JOIN g ON game.rematch_of = g.id) SELECT id FROM g)";

// `in_month` is the condition of archived_game.
std::string select_games(const std::string& in_month) {
  return "SELECT game_id FROM archived_game WHERE (" + in_month + ") AND game_id NOT IN " +
         of_classes;
}

std::string page_of(const std::string& in_month, std::optional<GameId> after, int limit) {
  return select_games(in_month) +
         (after ? " AND game_id > " + list_of(std::span(&*after, 1)) : std::string()) +
         " ORDER BY game_id LIMIT " + text_of(limit);
}

std::string work_of(const std::string& in_month) {
  const std::string games = "game_id IN (" + select_games(in_month) + ")";
  return "SELECT (SELECT count(*) FROM outbox WHERE " + games +
         "), (SELECT count(*) FROM report WHERE " + games +
         "), (SELECT count(*) FROM operator_action WHERE action = 1 AND " + games + ")";
}

// An older program would show a dropped game as one that has just begun.
std::string count_and_lock_out(Month month, std::size_t games) {
  return "INSERT INTO archived_month VALUES (" + text_of(month) + ", " +
         text_of(static_cast<std::int64_t>(games)) +
         ") ON CONFLICT (month) DO UPDATE SET games = archived_month.games + excluded.games;"
         "UPDATE migration SET oldest = 6 WHERE number = 6";
}

constexpr const char* all_dropped = "SELECT coalesce(sum(games), 0) FROM archived_month";

Error changed() {
  return {"archive.changed", 0,
          "Other games of that month were archived meanwhile. Nothing more was dropped: run this "
          "again, with another file."};
}

class SqliteMonths final : public MonthArchive {
 public:
  explicit SqliteMonths(Database database) : database_(std::move(database)) {}

  Result<std::vector<GameId>> games(Month month, std::optional<GameId> after, int limit) override {
    std::vector<GameId> out;
    auto rows = database_.prepare(page_of("month = " + text_of(month), after, limit));
    while (rows.next()) out.push_back(static_cast<GameId>(rows.number(0)));
    if (rows.failed()) return database_.error();
    return out;
  }
  Result<UnfinishedWork> unfinished_work(Month month) override {
    auto row = database_.prepare(work_of("month = " + text_of(month)));
    if (!row.next()) return database_.error();
    return UnfinishedWork{row.number(0), row.number(1), row.number(2)};
  }
  std::optional<Error> drop(Month month, const std::vector<GameId>& games) override {
    constexpr std::size_t chunk = 500;  // a server that runs waits for each
    for (std::size_t from = 0; from < games.size(); from += chunk) {
      const auto some = std::span(games).subspan(from, std::min(chunk, games.size() - from));
      if (auto error = database_.run("BEGIN IMMEDIATE")) return error;
      auto error = drop_some(month, some);
      if (!error) error = database_.run("COMMIT");
      if (!error) continue;
      (void)database_.run("ROLLBACK");
      return error;
    }
    return std::nullopt;
  }
  Result<std::int64_t> dropped() override {
    auto row = database_.prepare(all_dropped);
    if (!row.next()) return database_.error();
    return row.number(0);
  }

 private:
  std::optional<Error> drop_some(Month month, std::span<const GameId> games) {
    if (auto error = database_.run("DELETE FROM archived_game WHERE month = " + text_of(month) +
                                   " AND game_id IN (" + list_of(games) + ")"))
      return error;
    if (static_cast<std::size_t>(database_.changes()) != games.size()) return changed();
    return database_.run(count_and_lock_out(month, games.size()));
  }

  Database database_;
};

class PostgresMonths final : public MonthArchive {
 public:
  explicit PostgresMonths(std::string url) : url_(std::move(url)) {}

  Result<std::vector<GameId>> games(Month month, std::optional<GameId> after, int limit) override {
    std::vector<GameId> out;
    const auto error = query(page_of(in(month), after, limit), [&](const PGresult* rows) {
      for (int row = 0; row < PQntuples(rows); ++row)
        out.push_back(static_cast<GameId>(number(rows, row, 0)));
    });
    if (error) return *error;
    return out;
  }
  Result<UnfinishedWork> unfinished_work(Month month) override {
    UnfinishedWork out;
    const auto error = query(work_of(in(month)), [&](const PGresult* rows) {
      out = {number(rows, 0, 0), number(rows, 0, 1), number(rows, 0, 2)};
    });
    if (error) return *error;
    return out;
  }
  std::optional<Error> drop(Month month, const std::vector<GameId>& games) override {
    return run_script(url_, [&](PGconn* connection) { return drop(connection, month, games); });
  }
  Result<std::int64_t> dropped() override {
    std::int64_t out = 0;
    const auto error = query(all_dropped, [&](const PGresult* rows) { out = number(rows, 0, 0); });
    if (error) return *error;
    return out;
  }

 private:
  static std::string in(Month month) {
    return "month = " + text_of(month) +
           " OR month = 0 AND month_of(ats[cardinality(ats)]) = " + text_of(month);
  }
  static std::int64_t number(const PGresult* rows, int row, int column) {
    return std::strtoll(PQgetvalue(rows, row, column), nullptr, 10);
  }
  static Result<Got> ask_all(PGconn* connection, const std::string& sql) {
    Got got = ask(connection, sql, std::chrono::milliseconds(0));
    const auto status = PQresultStatus(got.get());
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return got;
    return Error{"store.refused", 0,
                 std::string("The database says: ") + PQerrorMessage(connection)};
  }
  template <class Use>
  std::optional<Error> query(const std::string& sql, const Use& use) {
    return run_script(url_, [&](PGconn* connection) -> std::optional<Error> {
      const auto got = ask_all(connection, sql);
      if (!got) return got.error();
      use(got->get());
      return std::nullopt;
    });
  }
  // One transaction, rolled back with its connection. The last statement makes others wait for the
  // whole table, so it is short, and gives up rather than let them wait for a long query.
  static std::optional<Error> drop(PGconn* connection, Month month,
                                   const std::vector<GameId>& games) {
    const std::string partition = "archived_game_" + text_of(month);
    const auto there =
        ask_all(connection, "BEGIN; SET LOCAL lock_timeout = '1s'; SELECT to_regclass('" +
                                partition + "') IS NOT NULL");
    if (!there) return there.error();
    const bool has_partition = *PQgetvalue(there->get(), 0, 0) == 't';
    // What stays goes where games without a partition are.
    const std::string lock = has_partition
                                 ? "LOCK TABLE " + partition +
                                       " IN SHARE MODE; UPDATE archived_game SET month = 0"
                                       " WHERE month = " +
                                       text_of(month) + " AND game_id IN " + of_classes + ";"
                                 : "";
    const auto counted = ask_all(
        connection,
        lock + "WITH d AS (DELETE FROM archived_game_0 WHERE game_id = ANY('{" + list_of(games) +
            "}'::bigint[]) RETURNING 1) SELECT (SELECT count(*) FROM d) + " +
            (has_partition ? "(SELECT count(*) FROM " + partition + ")" : std::string("0")));
    if (!counted) return counted.error();
    if (number(counted->get(), 0, 0) != static_cast<std::int64_t>(games.size())) return changed();
    const auto dropped = ask_all(
        connection, count_and_lock_out(month, games.size()) +
                        (has_partition ? "; DROP TABLE " + partition : std::string()) + "; COMMIT");
    if (!dropped) return dropped.error();
    return std::nullopt;
  }

  std::string url_;
};

}  // namespace

Month month_of(Time at) {
  const std::string date = utc_date(at / 1000);
  return std::atoi(date.c_str()) * 100 + std::atoi(date.c_str() + 5);
}

Result<std::unique_ptr<MonthArchive>> sqlite_month_archive(const std::string& path) {
  auto opened = Database::open_existing(path);
  if (!opened) return opened.error();
  Database database = *std::move(opened);
  if (auto error = database.run("PRAGMA synchronous = FULL")) return *error;
  return std::unique_ptr<MonthArchive>(std::make_unique<SqliteMonths>(std::move(database)));
}

std::unique_ptr<MonthArchive> postgres_month_archive(std::string url) {
  return std::make_unique<PostgresMonths>(std::move(url));
}

}  // namespace coset::store
