// Migration of an older database: nothing is lost whenever the program is killed, a backup exists
// first, and an incompatible schema is rejected. Data of older programs is in
// tests/portability/compat.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "server/store/player_store.hpp"
#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_schema.hpp"
#include "server/store/sqlite_store.hpp"
#include "unit/store/crash_injection.hpp"
#include "unit/store/postgres_cluster.hpp"

namespace coset::store {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

// The data directory of a server, deleted at the end.
struct Place {
  fs::path folder = [] {
    std::string pattern = fs::temp_directory_path() / "coset-migrating-XXXXXX";
    return fs::path(mkdtemp(pattern.data()));
  }();
  std::string events = folder / "events.db";
  fs::path backup =
      folder / "backup" / ("pre-migration-" + std::to_string(migrations().back().number) + ".db");
  Place() = default;
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() { fs::remove_all(folder); }

  Database database() const { return *Database::open(events); }
  void run(const std::string& sql) const { EXPECT_EQ(database().run(sql), std::nullopt); }
};

// The data of the first program, as a killed one leaves it: much of it is still in the WAL file.
void write_old(const Place& place) {
  const Place origin;
  Database kept = origin.database();
  EXPECT_EQ(kept.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0"), std::nullopt);
  EXPECT_EQ(kept.run(text_of(COSET_TESTS_DIR "/portability/compat/server-1/events.sql")),
            std::nullopt);
  for (const char* name : {"events.db", "events.db-wal"})
    fs::copy_file(origin.folder / name, place.folder / name);
}

int version_in(Database& database) { return schema_version(*applied_migrations(database)); }

constexpr int renaming = 4;  // the migration that gave tables and columns their names

// Every row of every game, in any version of the schema.
std::string rows_of(Database& database) {
  const bool renamed = version_in(database) >= renaming;
  const std::string created_at = renamed ? "created_at" : "at";
  const std::string archive = renamed ? "archived_game" : "finished";
  const std::string holders = renamed ? "seat_holder" : "seated";
  const std::string guest = renamed ? "guest_digest" : "who";
  std::string out;
  for (const std::string& sql :
       {"SELECT group_concat(id || setup || " + created_at +
            " || finished, '|') FROM (SELECT * FROM game ORDER BY id)",
        std::string("SELECT group_concat(game_id || ':' || ply || hex(chain) || body, '|') FROM"
                    " (SELECT * FROM event ORDER BY game_id, ply)"),
        "SELECT group_concat(game_id || log, '|') FROM (SELECT * FROM " + archive +
            " ORDER BY game_id)",
        "SELECT group_concat(" + guest + " || game_id || seat, '|') FROM (SELECT * FROM " +
            holders + " ORDER BY " + guest + ", game_id)"}) {
    auto rows = database.prepare(sql);
    EXPECT_TRUE(rows.next()) << sql;
    out += rows.text(0) + "\n";
  }
  return out;
}

// Programs before the renaming must not use it any more.
void expect_oldest_program(Database& database) {
  auto oldest = database.prepare("SELECT max(oldest) FROM migration");
  ASSERT_TRUE(oldest.next());
  EXPECT_EQ(oldest.number(0), version_in(database) < renaming ? 1 : renaming);
}

TEST(Migration, KeepsAllRowsAndBacksUp) {
  Place place;
  write_old(place);
  auto old = place.database();
  EXPECT_EQ(version_in(old), 1);
  const std::string before = rows_of(old);
  EXPECT_GT(before.size(), 1000U);
  ASSERT_TRUE(SqliteStore::open(place.events));
  auto now = place.database();
  EXPECT_EQ(version_in(now), migrations().back().number);
  EXPECT_EQ(rows_of(now), before);
  expect_oldest_program(now);
  auto backup = *Database::open_existing(place.backup);
  EXPECT_EQ(version_in(backup), 1);
  EXPECT_EQ(rows_of(backup), before);
  EXPECT_EQ(fs::status(place.backup).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  // No backup without a migration.
  fs::remove_all(place.folder / "backup");
  ASSERT_TRUE(SqliteStore::open(place.events));
  EXPECT_FALSE(fs::exists(place.folder / "backup"));
}

TEST(Migration, StoresHashesWithoutBackupInNewDatabase) {
  Place place;
  ASSERT_TRUE(SqliteStore::open(place.events));
  EXPECT_FALSE(fs::exists(place.folder / "backup"));
  auto database = place.database();
  const auto applied = *applied_migrations(database);
  ASSERT_EQ(applied.size(), migrations().size());
  for (std::size_t i = 0; i < applied.size(); ++i) {
    EXPECT_EQ(applied[i].hash, hash_of(migrations()[i].sqlite));
    EXPECT_FALSE(applied[i].version.empty());
  }
}

// The statements of a released migration never change.
TEST(Migration, NeverChangesStatements) {
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  std::vector<std::string> hashes;
  for (const Migration& each : migrations())
    for (const Dialect dialect : {Dialect::sqlite, Dialect::postgres})
      hashes.push_back(hash_of(statements_of(each, dialect)).substr(0, 16));
  EXPECT_THAT(hashes,
              testing::ElementsAre("574442850e25c95c", "96b060bdd5a1593e", "5b5f1f9b4dfce15b",
                                   "ac8166edfd7d0008", "da6b29ca7ecfed87", "73e815dadfbfc4d5",
                                   "3fc0d7057dfd124d", "e362b1ccd1769120", "e3b0c44298fc1c14",
                                   "0b78691517c89640", "9236cf36c20b2695", "e7099d3ad9a83a40",
                                   "3e137e38237ff7a0", "d669e3a3a834af16", "f7be7d40f6e92c4a",
                                   "9e1b4ff3f69bd9b9", "548886b5313e7b33", "285c46533c0b74e9"));
}

TEST(Migration, SurvivesCrashAtEverySyscall) {
  const std::string before = [] {
    const Place place;
    write_old(place);
    auto old = place.database();
    return rows_of(old);
  }();
  int steps = 0, done = 0;
  bool dies = true;
  // A syscall ends where the next starts, so every second stop is enough.
  for (int step = 0; dies; step += 2) {
    const Place place;
    write_old(place);
    const auto died = die_at(step, [&](const auto& acknowledge) {
      (void)raise(SIGSTOP);
      if (SqliteStore::open(place.events)) acknowledge();
    });
    dies = died.at_the_step;
    steps += dies ? 1 : 0;
    auto left = place.database();
    EXPECT_EQ(left.check_integrity(), std::nullopt) << "step " << step;
    EXPECT_EQ(rows_of(left), before) << "step " << step;
    expect_oldest_program(left);
    const int version = version_in(left);
    done += dies && version > 1 ? 1 : 0;
    EXPECT_TRUE(version == 1 || version == migrations().back().number) << "step " << step;
    // A backup under its final name is always complete.
    const auto expect_complete_backup = [&] {
      auto backup = *Database::open_existing(place.backup);
      EXPECT_EQ(backup.check_integrity(), std::nullopt) << "step " << step;
      EXPECT_EQ(rows_of(backup), before) << "step " << step;
    };
    if (fs::exists(place.backup))
      expect_complete_backup();
    else
      EXPECT_EQ(version, 1) << "step " << step;
    ASSERT_TRUE(SqliteStore::open(place.events)) << "step " << step;
    EXPECT_EQ(version_in(left), migrations().back().number);
    EXPECT_EQ(rows_of(left), before) << "step " << step;
    expect_complete_backup();
  }
  EXPECT_GT(steps, 50);
  EXPECT_GT(done, 0);  // it was killed after it was done, too
  std::printf("killed at %d syscalls, at %d of them it was done\n", steps, done);
}

TEST(Migration, RejectsIncompatibleSchema) {
  Place place;
  ASSERT_TRUE(SqliteStore::open(place.events));
  place.run("UPDATE migration SET sha256 = 'other', version = '0.0.7' WHERE number = 2");
  auto refused = SqliteStore::open(place.events);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "store.changed");
  EXPECT_THAT(refused.error().sentence, HasSubstr("coset 0.0.7 applied it"));
  place.run(
      "UPDATE migration SET sha256 = NULL; INSERT INTO migration (number, oldest) VALUES (10, 10)");
  refused = SqliteStore::open(place.events);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "store.newer");
  // A newer schema that this program may still use.
  place.run("UPDATE migration SET oldest = 2 WHERE number = 10");
  EXPECT_TRUE(SqliteStore::open(place.events));
}

TEST(Migration, LeavesDamagedDatabaseUnchanged) {
  Place place;
  write_old(place);
  place.run("PRAGMA journal_mode = DELETE");
  std::string bytes = text_of(place.events);
  // Not where the migrations are recorded.
  for (std::size_t at = bytes.size() / 16384 * 4096; at < bytes.size() / 2; at += 4096)
    bytes.replace(at, 64, 64, '\xff');
  std::ofstream(place.events, std::ios::binary) << bytes;
  const auto refused = SqliteStore::open(place.events);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().sentence, HasSubstr("damaged"));
  auto left = place.database();
  EXPECT_EQ(version_in(left), 1);
}

TEST(Migration, RequiresBackup) {
  Place place;
  write_old(place);
  std::ofstream(place.folder / "backup") << "no folder";
  const auto refused = SqliteStore::open(place.events);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "store.backup");
  auto left = place.database();
  EXPECT_EQ(version_in(left), 1);
}

// The schema of the first program in PostgreSQL.
void write_old(const std::string& url, bool seated) {
  const std::string sql =
      "SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public;" +
      std::string(migrations()[0].postgres) +
      "CREATE TABLE migration (number integer PRIMARY KEY, oldest integer NOT NULL);"
      "INSERT INTO migration VALUES (1, 1);"
      "INSERT INTO game VALUES (7, 'setup', 1);" +
      std::string(seated ? migrations()[1].postgres : "");
  EXPECT_EQ(run_script(url,
                       [&](PGconn* connection) -> std::optional<Error> {
                         PGresult* got = PQexec(connection, sql.c_str());
                         const bool good = PQresultStatus(got) == PGRES_COMMAND_OK;
                         PQclear(got);
                         if (good) return std::nullopt;
                         return Error{"test", 0, PQerrorMessage(connection)};
                       }),
            std::nullopt);
}

TEST(Migration, SurvivesCrashAtEverySyscallInPostgres) {
  const std::string url = PostgresCluster::instance().new_database();
  int steps = 0, done = 0;
  bool dies = true;
  for (int step = 0; dies; step += 2) {
    write_old(url, step % 4 == 0);
    EXPECT_EQ(PostgresStore::check(url)->code, "store.older");
    const auto died = die_at(step, [&](const auto& acknowledge) {
      (void)raise(SIGSTOP);
      if (!PostgresStore::migrate(url)) acknowledge();
    });
    dies = died.at_the_step;
    steps += dies ? 1 : 0;
    alone(url, others);
    const int version = *PostgresStore::schema_version(url);
    EXPECT_TRUE(version == 1 || version == migrations().back().number) << "step " << step;
    done += dies && version > 1 ? 1 : 0;
    EXPECT_EQ(PostgresStore::migrate(url), std::nullopt) << "step " << step;
    EXPECT_EQ(PostgresStore::check(url), std::nullopt) << "step " << step;
  }
  EXPECT_GT(steps, 10);
  EXPECT_GT(done, 0);
  std::printf("killed at %d syscalls, at %d of them it was done\n", steps, done);
}

TEST(Migration, RejectsIncompatiblePostgresSchema) {
  const std::string url = PostgresCluster::instance().new_database();
  ASSERT_EQ(PostgresStore::migrate(url), std::nullopt);
  ASSERT_EQ(PostgresStore::check(url), std::nullopt);
  const auto change = [&](const char* sql) {
    EXPECT_EQ(run_script(url,
                         [&](PGconn* connection) -> std::optional<Error> {
                           PQclear(PQexec(connection, sql));
                           return std::nullopt;
                         }),
              std::nullopt);
  };
  change("UPDATE migration SET sha256 = 'other' WHERE number = 1");
  EXPECT_EQ(PostgresStore::check(url)->code, "store.changed");
  EXPECT_EQ(PostgresStore::migrate(url)->code, "store.changed");
  change("UPDATE migration SET sha256 = NULL; DROP TABLE seat_holder");
  EXPECT_EQ(PostgresStore::check(url)->code, "store.refused");
}

TEST(Postgres, HidesPasswords) {
  EXPECT_EQ(*without_passwords("postgresql://me:s3cret@db.example:5433/games?sslpassword=t0p"),
            "user=me dbname=games host=db.example port=5433");
  EXPECT_EQ(*without_passwords("dbname='two words' password=x host=/run/it\\'s"),
            "dbname='two words' host='/run/it\\'s'");
  EXPECT_FALSE(without_passwords("dbname"));
}

}  // namespace
}  // namespace coset::store
