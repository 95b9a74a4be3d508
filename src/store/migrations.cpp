#include "store/migrations.hpp"

#include <algorithm>

#include "crypto/primitives.hpp"

namespace coset::store {

namespace {

constexpr std::string_view first_sqlite = R"(
CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  setup TEXT NOT NULL,
  at INTEGER NOT NULL,
  after INTEGER UNIQUE,
  due INTEGER,
  finished INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;
CREATE TABLE event (
  game_id INTEGER NOT NULL,
  ply INTEGER NOT NULL,
  chain BLOB NOT NULL,
  move_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (game_id, ply)
) WITHOUT ROWID;
CREATE TABLE finished (game_id INTEGER PRIMARY KEY, log TEXT NOT NULL);
CREATE TABLE outbox (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  game_id INTEGER NOT NULL,
  body TEXT NOT NULL
);
)";

constexpr std::string_view first_postgres = R"(
CREATE TABLE game (
  id bigint PRIMARY KEY,
  setup text NOT NULL,
  at bigint NOT NULL,
  after bigint UNIQUE,
  due bigint,
  finished boolean NOT NULL DEFAULT false
);
CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;
CREATE TABLE event (
  game_id bigint NOT NULL,
  ply integer NOT NULL,
  chain bytea NOT NULL,
  move_id bigint NOT NULL,
  at bigint NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (game_id, ply)
);
CREATE TABLE finished (
  game_id bigint PRIMARY KEY,
  plies integer[] NOT NULL,
  chains bytea[] NOT NULL,
  move_ids bigint[] NOT NULL,
  ats bigint[] NOT NULL,
  bodies bytea[] NOT NULL
);
CREATE TABLE outbox (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game_id bigint NOT NULL,
  body text NOT NULL
);
)";

// Who sat where. Databases of the first form may have it already.
constexpr std::string_view second_sqlite = R"(
CREATE TABLE IF NOT EXISTS seated (
  who TEXT NOT NULL,
  game_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  PRIMARY KEY (who, game_id)
) WITHOUT ROWID;
)";

constexpr std::string_view second_postgres = R"(
CREATE TABLE IF NOT EXISTS seated (
  who text NOT NULL,
  game_id bigint NOT NULL,
  seat integer NOT NULL,
  PRIMARY KEY (who, game_id)
);
)";

// Tables whose game has not begun, and who waits there; names that people minded, and what an
// operator wants done about them.
constexpr std::string_view third_sqlite = R"(
CREATE TABLE gathering (game_id INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE report (
  game_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (game_id, seat, by)
) WITHOUT ROWID;
CREATE TABLE ordered (
  game_id INTEGER NOT NULL,
  what INTEGER NOT NULL,
  PRIMARY KEY (game_id, what)
) WITHOUT ROWID;
)";

constexpr std::string_view third_postgres = R"(
CREATE TABLE gathering (game_id bigint PRIMARY KEY, body text NOT NULL);
CREATE TABLE report (
  game_id bigint NOT NULL,
  seat integer NOT NULL,
  by text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (game_id, seat, by)
);
CREATE TABLE ordered (
  game_id bigint NOT NULL,
  what integer NOT NULL,
  PRIMARY KEY (game_id, what)
);
)";

// What stands here once was released is never changed: another one follows.
constexpr Migration all[] = {
    {1, 1, first_sqlite, first_postgres},
    {2, 1, second_sqlite, second_postgres},
    {3, 1, third_sqlite, third_postgres},
};

}  // namespace

std::span<const Migration> migrations() { return all; }

std::string_view statements_of(const Migration& migration, Dialect dialect) {
  return dialect == Dialect::sqlite ? migration.sqlite : migration.postgres;
}

std::string hash_of(std::string_view statements) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const std::uint8_t byte : crypto::primitives().sha256(statements)) {
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

int level_of(const std::vector<Applied>& applied) {
  int out = 0;
  for (const Applied& each : applied) out = std::max(out, each.number);
  return out;
}

std::optional<Error> unfit(const std::vector<Applied>& applied, Dialect dialect) {
  const int own = all[std::size(all) - 1].number;
  for (const Applied& each : applied) {
    if (each.oldest > own)
      return Error{"store.newer", 0,
                   "The database was changed by a newer program: it needs one of level " +
                       std::to_string(each.oldest) + " or above, and this one has level " +
                       std::to_string(own) + ". Install the newer program again."};
    const auto same = [&](const Migration& migration) { return migration.number == each.number; };
    const auto* const known = std::find_if(std::begin(all), std::end(all), same);
    if (known != std::end(all) && !each.hash.empty() &&
        each.hash != hash_of(statements_of(*known, dialect)))
      return Error{"store.changed", 0,
                   "Step " + std::to_string(each.number) +
                       " of the database was made by other statements than this program has; " +
                       "coset " + each.version +
                       " made it. Nothing was changed. Install that version again, or restore a "
                       "copy into an empty folder or database."};
  }
  return std::nullopt;
}

}  // namespace coset::store
