#include "server/store/seed_store.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"

namespace coset::store {

namespace {

std::string_view bytes_of(const fair_deal::Bytes32& seed) {
  return {reinterpret_cast<const char*>(seed.data()), seed.size()};
}

Result<std::optional<fair_deal::Bytes32>> seed_of(std::string_view bytes) {
  fair_deal::Bytes32 out{};
  if (bytes.size() != out.size())
    return Error{"store.seed", 0, "A seed in the database does not have 32 bytes."};
  std::copy(bytes.begin(), bytes.end(), out.begin());
  return std::optional(out);
}

// The databases' own time decides what is a day old.
#define SQLITE_NOW "CAST(strftime('%s', 'now') AS INTEGER) * 1000"
#define POSTGRES_NOW "(extract(epoch FROM now()) * 1000)::bigint"

constexpr std::string_view sqlite_table = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS seed (
  game_id INTEGER PRIMARY KEY,
  seed BLOB NOT NULL,
  at INTEGER NOT NULL DEFAULT (CAST(strftime('%s', 'now') AS INTEGER) * 1000)
);
CREATE INDEX IF NOT EXISTS seed_at ON seed (at, game_id);
)";

// The role that runs it owns the table; the lock's number is any that nobody else uses.
constexpr const char* postgres_table = R"(
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT pg_advisory_xact_lock(7163513);
CREATE TABLE IF NOT EXISTS seed (
  game_id bigint PRIMARY KEY,
  seed bytea NOT NULL,
  at bigint NOT NULL DEFAULT (extract(epoch FROM now()) * 1000)::bigint
);
CREATE INDEX IF NOT EXISTS seed_at ON seed (at, game_id);
REVOKE ALL ON seed FROM PUBLIC;
COMMIT;
)";

std::optional<Error> run(PGconn* connection, const char* sql, std::chrono::milliseconds within) {
  const Got result = ask(connection, sql, within);
  const bool good = PQresultStatus(result.get()) == PGRES_COMMAND_OK ||
                    PQresultStatus(result.get()) == PGRES_TUPLES_OK;
  std::optional<Error> out;
  if (!good) {
    std::string why = PQerrorMessage(connection);
    why.erase(why.find_last_not_of('\n') + 1);
    out = Error{"store.seeds", 0, "Cannot use the seed table: " + why};
  }
  return out;
}

Error error_of(const QueryResult& result) {
  if (result.damaged) return {damaged_code, 0, result.refusal};
  return {"store.unavailable", 0, "The seed database does not respond."};
}

}  // namespace

SqliteSeeds::SqliteSeeds(Database database)
    : database_(std::move(database)),
      insert_(database_.prepare(
          "INSERT OR IGNORE INTO seed (game_id, seed) VALUES (?, CAST(? AS BLOB))")),
      select_(database_.prepare("SELECT seed FROM seed WHERE game_id = ?")),
      touch_(database_.prepare("UPDATE seed SET at = " SQLITE_NOW " WHERE game_id = ?")),
      idle_(database_.prepare("SELECT game_id, at FROM seed WHERE at < " SQLITE_NOW
                              " - 86400000 AND (at, game_id) > (?, ?)"
                              " ORDER BY at, game_id LIMIT ?")),
      drop_(database_.prepare("DELETE FROM seed WHERE game_id = ? AND at < " SQLITE_NOW
                              " - 86400000")) {}

Result<std::unique_ptr<SqliteSeeds>> SqliteSeeds::open(const std::string& path) {
  auto database = Database::open(path);
  if (!database) return database.error();
  Database opened = *std::move(database);
  if (auto error = opened.run(std::string(sqlite_table))) return *error;
  return std::unique_ptr<SqliteSeeds>(new SqliteSeeds(std::move(opened)));
}

void SqliteSeeds::put(GameId game, const fair_deal::Bytes32& seed, Done<WriteResult> done) {
  const auto number = static_cast<std::int64_t>(game);
  if (!insert_.with(number, bytes_of(seed)).run()) return done(WriteResult::unknown);
  done(database_.changes() == 1 ? WriteResult::ok : WriteResult::conflict);
}

void SqliteSeeds::get(GameId game, Done<Result<std::optional<fair_deal::Bytes32>>> done) {
  if (select_.with(static_cast<std::int64_t>(game)).next()) {
    const std::string bytes = select_.text(0);
    select_.reset();
    return done(seed_of(bytes));
  }
  if (select_.failed()) return done(database_.error());
  done(std::optional<fair_deal::Bytes32>());
}

void SqliteSeeds::touch(std::vector<GameId> games, Done<WriteResult> done) {
  bool good = true;
  for (const GameId game : games) good = touch_.with(static_cast<std::int64_t>(game)).run() && good;
  done(good ? WriteResult::ok : WriteResult::unknown);
}

void SqliteSeeds::idle(Due after, int limit, Done<Result<std::vector<Due>>> done) {
  std::vector<Due> out;
  idle_.with(after.at, static_cast<std::int64_t>(after.game), std::int64_t{limit});
  while (idle_.next()) out.push_back({static_cast<GameId>(idle_.number(0)), idle_.number(1)});
  if (idle_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteSeeds::drop(GameId game, Done<WriteResult> done) {
  if (!drop_.with(static_cast<std::int64_t>(game)).run()) return done(WriteResult::unknown);
  done(database_.changes() == 1 ? WriteResult::ok : WriteResult::conflict);
}

PostgresSeeds::PostgresSeeds(std::string url)
    : connection_(
          std::move(url),
          {{"put_seed",
            "INSERT INTO seed (game_id, seed) VALUES ($1::bigint, $2::bytea) "
            "ON CONFLICT DO NOTHING RETURNING game_id"},
           {"get_seed", "SELECT seed FROM seed WHERE game_id = $1::bigint"},
           {"touch_seeds",
            "UPDATE seed SET at = " POSTGRES_NOW " WHERE game_id = ANY($1::bigint[])"},
           {"idle_seeds", "SELECT game_id, at FROM seed WHERE at < " POSTGRES_NOW
                          " - 86400000 AND (at, game_id) > ($1::bigint, $2::bigint)"
                          " ORDER BY at, game_id LIMIT $3::bigint"},
           {"drop_seed", "DELETE FROM seed WHERE game_id = $1::bigint AND at < " POSTGRES_NOW
                         " - 86400000 RETURNING game_id"}}) {}

std::optional<Error> PostgresSeeds::migrate(const std::string& url) {
  return run_script(url, [](PGconn* connection) {
    return run(connection, postgres_table, std::chrono::milliseconds(0));
  });
}

std::optional<Error> PostgresSeeds::check(const std::string& url) {
  return run_script(url, [](PGconn* connection) {
    return run(connection, "SELECT game_id, seed, at FROM seed LIMIT 0", statement_deadline);
  });
}

void PostgresSeeds::put(GameId game, const fair_deal::Bytes32& seed, Done<WriteResult> done) {
  Parameters parameters;
  parameters.number(static_cast<std::int64_t>(game)).bytes(std::string(bytes_of(seed)));
  connection_.send("put_seed", parameters, [done = std::move(done)](const QueryResult& result) {
    if (result.rows == nullptr) return done(WriteResult::unknown);
    done(result.rows->size() == 1 ? WriteResult::ok : WriteResult::conflict);
  });
}

void PostgresSeeds::get(GameId game, Done<Result<std::optional<fair_deal::Bytes32>>> done) {
  Parameters parameters;
  parameters.number(static_cast<std::int64_t>(game));
  connection_.send("get_seed", parameters, [done = std::move(done)](const QueryResult& result) {
    if (result.rows == nullptr) return done(error_of(result));
    if (result.rows->size() == 0) return done(std::optional<fair_deal::Bytes32>());
    done(seed_of(result.rows->bytes(0, 0)));
  });
}

void PostgresSeeds::touch(std::vector<GameId> games, Done<WriteResult> done) {
  std::vector<std::int64_t> numbers;
  for (const GameId game : games) numbers.push_back(static_cast<std::int64_t>(game));
  connection_.send("touch_seeds", Parameters().numbers(numbers),
                   [done = std::move(done)](const QueryResult& result) {
                     done(result.rows == nullptr ? WriteResult::unknown : WriteResult::ok);
                   });
}

void PostgresSeeds::idle(Due after, int limit, Done<Result<std::vector<Due>>> done) {
  Parameters parameters;
  parameters.number(after.at).number(static_cast<std::int64_t>(after.game)).number(limit);
  connection_.send("idle_seeds", parameters, [done = std::move(done)](const QueryResult& result) {
    if (result.rows == nullptr) return done(error_of(result));
    std::vector<Due> out;
    for (int row = 0; row < result.rows->size(); ++row)
      out.push_back(
          {static_cast<GameId>(result.rows->number(row, 0)), result.rows->number(row, 1)});
    done(std::move(out));
  });
}

void PostgresSeeds::drop(GameId game, Done<WriteResult> done) {
  connection_.send("drop_seed", Parameters().number(static_cast<std::int64_t>(game)),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(WriteResult::unknown);
                     done(result.rows->size() == 1 ? WriteResult::ok : WriteResult::conflict);
                   });
}

}  // namespace coset::store
