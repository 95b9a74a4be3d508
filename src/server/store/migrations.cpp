#include "server/store/migrations.hpp"

#include <algorithm>

#include "base/hex.hpp"
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

// The holders of seats. Databases of the first version may have the table already.
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

// Tables whose game has not started, reported names, and actions of an operator.
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

// The names that SQL uses from now on. Programs before it do not know them.
constexpr std::string_view fourth_sqlite = R"(
ALTER TABLE gathering RENAME TO pending_table;
ALTER TABLE seated RENAME TO seat_holder;
ALTER TABLE seat_holder RENAME COLUMN who TO guest_digest;
ALTER TABLE ordered RENAME TO operator_action;
ALTER TABLE operator_action RENAME COLUMN what TO action;
ALTER TABLE report RENAME COLUMN "by" TO reporter_digest;
ALTER TABLE report RENAME COLUMN at TO created_at;
ALTER TABLE finished RENAME TO archived_game;
DROP INDEX game_due;
ALTER TABLE game RENAME COLUMN "after" TO rematch_of;
ALTER TABLE game RENAME COLUMN at TO created_at;
ALTER TABLE game RENAME COLUMN due TO deadline;
CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;
)";

constexpr std::string_view fourth_postgres = R"(
ALTER TABLE gathering RENAME TO pending_table;
ALTER TABLE seated RENAME TO seat_holder;
ALTER TABLE seat_holder RENAME COLUMN who TO guest_digest;
ALTER TABLE ordered RENAME TO operator_action;
ALTER TABLE operator_action RENAME COLUMN what TO action;
ALTER TABLE report RENAME COLUMN "by" TO reporter_digest;
ALTER TABLE report RENAME COLUMN at TO created_at;
ALTER TABLE finished RENAME TO archived_game;
ALTER TABLE game RENAME COLUMN "after" TO rematch_of;
ALTER TABLE game RENAME COLUMN at TO created_at;
ALTER TABLE game RENAME COLUMN due TO deadline;
ALTER INDEX game_due RENAME TO game_deadline;
)";

// Which nodes share the database, the table that each hosts, and tables that crash nodes. Programs
// before it do not look at these. A SQLite file has one process and needs none of them.
constexpr std::string_view fifth_sqlite = "";

constexpr std::string_view fifth_postgres = R"(
CREATE TABLE node (
  name text PRIMARY KEY,
  renewed_at timestamptz NOT NULL,
  draining boolean NOT NULL
);
CREATE TABLE claim (
  key bigint PRIMARY KEY,
  node text NOT NULL,
  epoch bigint NOT NULL
);
CREATE TABLE crash_count (game_id bigint PRIMARY KEY, crashes integer NOT NULL);
)";

// The month in which a game ended, as 202603, so that `cosetd archive` can move a month into a
// file, and how many games each file has. In PostgreSQL a month is a partition. Partition 0 has the
// games of before, and those that ended while there was no partition of their month; programs
// before this one store by the month in which they do it. No row is rewritten.
constexpr std::string_view sixth_sqlite = R"(
ALTER TABLE archived_game ADD COLUMN month INTEGER GENERATED ALWAYS AS (
  CASE WHEN json_valid(log)
  THEN CAST(strftime('%Y%m', json_extract(log, '$[#-1][3]') / 1000, 'unixepoch') AS INTEGER) END
) VIRTUAL;
CREATE INDEX archived_game_month ON archived_game (month);
CREATE INDEX game_unfinished ON game (id) WHERE finished = 0;
CREATE TABLE archived_month (month INTEGER PRIMARY KEY, games INTEGER NOT NULL);
)";

constexpr std::string_view sixth_postgres = R"(
CREATE FUNCTION month_of(at bigint) RETURNS integer LANGUAGE sql STABLE AS
$$ SELECT to_char(to_timestamp(at / 1000) AT TIME ZONE 'UTC', 'YYYYMM')::integer $$;
CREATE FUNCTION partition_of(at bigint) RETURNS integer LANGUAGE sql STABLE AS
$$ SELECT CASE WHEN to_regclass('archived_game_' || month_of(at)) IS NULL THEN 0
          ELSE month_of(at) END $$;
CREATE FUNCTION open_month(at bigint) RETURNS integer LANGUAGE plpgsql
SET lock_timeout = '200ms' AS $$
BEGIN
  IF partition_of(at) = 0 THEN
    EXECUTE format('CREATE TABLE archived_game_%s PARTITION OF archived_game FOR VALUES IN (%1$s)',
                   month_of(at));
  END IF;
  RETURN month_of(at);
END $$;
ALTER TABLE archived_game RENAME TO archived_game_0;
ALTER TABLE archived_game_0 DROP CONSTRAINT finished_pkey,
  ADD COLUMN month integer NOT NULL DEFAULT 0;
CREATE TABLE archived_game (LIKE archived_game_0, PRIMARY KEY (game_id, month))
  PARTITION BY LIST (month);
ALTER TABLE archived_game ALTER COLUMN month
  SET DEFAULT partition_of((extract(epoch FROM now()) * 1000)::bigint);
ALTER TABLE archived_game ATTACH PARTITION archived_game_0 FOR VALUES IN (0);
SELECT open_month((extract(epoch FROM now()) * 1000)::bigint);
CREATE INDEX game_unfinished ON game (id) WHERE NOT finished;
CREATE TABLE archived_month (month integer PRIMARY KEY, games bigint NOT NULL);
)";

// Classes: their codes, events and tables (class_store.hpp). Programs before it do not look at
// them.
constexpr std::string_view seventh_sqlite = R"(
CREATE TABLE class (id INTEGER PRIMARY KEY, code TEXT UNIQUE);
CREATE TABLE class_event (
  class_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (class_id, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX class_event_id ON class_event (class_id, id) WHERE id <> 0;
CREATE TABLE class_game (
  class_id INTEGER NOT NULL,
  game_id INTEGER NOT NULL,
  PRIMARY KEY (class_id, game_id)
) WITHOUT ROWID;
CREATE INDEX seat_holder_game ON seat_holder (game_id);
CREATE INDEX outbox_game ON outbox (game_id);
)";

constexpr std::string_view seventh_postgres = R"(
CREATE TABLE class (id bigint PRIMARY KEY, code text UNIQUE);
CREATE TABLE class_event (
  class_id bigint NOT NULL REFERENCES class ON DELETE CASCADE,
  number integer NOT NULL,
  id bigint NOT NULL,
  at bigint NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (class_id, number)
);
CREATE UNIQUE INDEX class_event_id ON class_event (class_id, id) WHERE id <> 0;
CREATE TABLE class_game (
  class_id bigint NOT NULL REFERENCES class ON DELETE CASCADE,
  game_id bigint NOT NULL,
  PRIMARY KEY (class_id, game_id)
);
CREATE INDEX seat_holder_game ON seat_holder (game_id);
CREATE INDEX outbox_game ON outbox (game_id);
)";

// What anybody may know of a class, in a table of its own: programs before it write classes without
// naming their columns, and do not look at this one.
constexpr std::string_view eighth_sqlite = R"(
CREATE TABLE class_facts (
  class_id INTEGER PRIMARY KEY,
  locked INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  language TEXT NOT NULL,
  pupils INTEGER NOT NULL
);
)";

constexpr std::string_view eighth_postgres = R"(
CREATE TABLE class_facts (
  class_id bigint PRIMARY KEY REFERENCES class ON DELETE CASCADE,
  locked integer NOT NULL,
  closed integer NOT NULL,
  language text NOT NULL,
  pupils integer NOT NULL
);
)";

// What a guest gets back by the cookie: classes and places in them, and passes for another device
// (guest_store.hpp). Programs before it do not look at these.
constexpr std::string_view ninth_sqlite = R"(
CREATE TABLE class_guest (
  class_id INTEGER NOT NULL,
  pupil INTEGER NOT NULL,
  guest_digest TEXT NOT NULL,
  PRIMARY KEY (class_id, pupil)
) WITHOUT ROWID;
CREATE INDEX class_guest_digest ON class_guest (guest_digest);
CREATE INDEX class_game_game ON class_game (game_id);
CREATE TABLE pass (
  digest TEXT PRIMARY KEY,
  guest_digest TEXT NOT NULL UNIQUE,
  sealed TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX pass_expires_at ON pass (expires_at);
)";

constexpr std::string_view ninth_postgres = R"(
CREATE TABLE class_guest (
  class_id bigint NOT NULL REFERENCES class ON DELETE CASCADE,
  pupil integer NOT NULL,
  guest_digest text NOT NULL,
  PRIMARY KEY (class_id, pupil)
);
CREATE INDEX class_guest_digest ON class_guest (guest_digest);
CREATE INDEX class_game_game ON class_game (game_id);
CREATE TABLE pass (
  digest text PRIMARY KEY,
  guest_digest text NOT NULL UNIQUE,
  sealed text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX pass_expires_at ON pass (expires_at);
)";

// A released migration never changes: another one follows it.
constexpr Migration all[] = {
    {1, 1, first_sqlite, first_postgres},     {2, 1, second_sqlite, second_postgres},
    {3, 1, third_sqlite, third_postgres},     {4, 4, fourth_sqlite, fourth_postgres},
    {5, 4, fifth_sqlite, fifth_postgres},     {6, 4, sixth_sqlite, sixth_postgres},
    {7, 4, seventh_sqlite, seventh_postgres}, {8, 4, eighth_sqlite, eighth_postgres},
    {9, 4, ninth_sqlite, ninth_postgres},
};

}  // namespace

std::span<const Migration> migrations() { return all; }

std::string_view statements_of(const Migration& migration, Dialect dialect) {
  return dialect == Dialect::sqlite ? migration.sqlite : migration.postgres;
}

std::string hash_of(std::string_view statements) {
  return to_hex(crypto::primitives().sha256(statements));
}

int schema_version(const std::vector<Applied>& applied) {
  int out = 0;
  for (const Applied& each : applied) out = std::max(out, each.number);
  return out;
}

std::optional<Error> check_compatible(const std::vector<Applied>& applied, Dialect dialect) {
  const int own = all[std::size(all) - 1].number;
  for (const Applied& each : applied) {
    if (each.oldest > own)
      return Error{"store.newer", 0,
                   "The database was migrated by a newer program: it needs schema version " +
                       std::to_string(each.oldest) + " or above, and this program has version " +
                       std::to_string(own) + ". Install the newer program again."};
    const auto same = [&](const Migration& migration) { return migration.number == each.number; };
    const auto* const known = std::find_if(std::begin(all), std::end(all), same);
    if (known != std::end(all) && !each.hash.empty() &&
        each.hash != hash_of(statements_of(*known, dialect)))
      return Error{"store.changed", 0,
                   "Migration " + std::to_string(each.number) +
                       " of the database has other statements than this program's; coset " +
                       each.version +
                       " applied it. Nothing was changed. Install that version again, or restore a "
                       "backup into an empty data directory or database."};
  }
  return std::nullopt;
}

std::optional<Error> check_current(const std::vector<Applied>& applied, Dialect dialect) {
  if (auto error = check_compatible(applied, dialect)) return error;
  const int version = schema_version(applied), needed = migrations().back().number;
  if (version >= needed) return std::nullopt;
  return Error{"store.older", 0,
               "The database has schema version " + std::to_string(version) +
                   " and this program needs version " + std::to_string(needed) + "."};
}

}  // namespace coset::store
