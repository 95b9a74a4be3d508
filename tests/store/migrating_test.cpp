// An older database comes to the present form: nothing is lost whenever the program is killed, a
// copy is there first, and what does not fit is refused. What older programs wrote is in
// tests/compat.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "store/dying.hpp"
#include "store/people.hpp"
#include "store/postgres_cluster.hpp"
#include "store/postgres_store.hpp"
#include "store/sqlite_form.hpp"
#include "store/sqlite_store.hpp"

namespace coset::store {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

// The folder of a server, gone when it goes.
struct Place {
  fs::path folder = [] {
    std::string pattern = fs::temp_directory_path() / "coset-migrating-XXXXXX";
    return fs::path(mkdtemp(pattern.data()));
  }();
  std::string events = folder / "events.db";
  fs::path copy =
      folder / "backup" / ("before-" + std::to_string(migrations().back().number) + ".db");
  Place() = default;
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() { fs::remove_all(folder); }

  Database database() const { return *Database::open(events); }
  void run(const std::string& sql) const { EXPECT_EQ(database().run(sql), std::nullopt); }
};

// What the first program that kept games here wrote, as a killed one leaves it: much of it is still
// in the file beside the database.
void write_old(const Place& place) {
  const Place origin;
  Database kept = origin.database();
  EXPECT_EQ(kept.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0"), std::nullopt);
  EXPECT_EQ(kept.run(text_of(COSET_TESTS_DIR "/compat/server-1/events.sql")), std::nullopt);
  for (const char* name : {"events.db", "events.db-wal"})
    fs::copy_file(origin.folder / name, place.folder / name);
}

// Every row of every game, of whatever form.
std::string rows_of(Database& database) {
  std::string out;
  for (const char* sql :
       {"SELECT group_concat(id || setup || at || finished, '|') FROM (SELECT * FROM game ORDER BY "
        "id)",
        "SELECT group_concat(game_id || ':' || ply || hex(chain) || body, '|') FROM"
        " (SELECT * FROM event ORDER BY game_id, ply)",
        "SELECT group_concat(game_id || log, '|') FROM (SELECT * FROM finished ORDER BY game_id)",
        "SELECT group_concat(who || game_id || seat, '|') FROM"
        " (SELECT * FROM seated ORDER BY who, game_id)"}) {
    auto rows = database.prepare(sql);
    EXPECT_TRUE(rows.next()) << sql;
    out += rows.text(0) + "\n";
  }
  return out;
}

int level_in(Database& database) { return level_of(*applied_to(database)); }

// A program of the first form may work on it as it stands.
void expect_fit_for_the_first(Database& database) {
  auto oldest = database.prepare("SELECT max(oldest) FROM migration");
  ASSERT_TRUE(oldest.next());
  EXPECT_EQ(oldest.number(0), 1);
}

TEST(Migrating, KeepsAllRowsAndACopy) {
  Place place;
  write_old(place);
  auto old = place.database();
  EXPECT_EQ(level_in(old), 1);
  const std::string before = rows_of(old);
  EXPECT_GT(before.size(), 1000U);
  ASSERT_TRUE(SqliteStore::open(place.events));
  auto now = place.database();
  EXPECT_EQ(level_in(now), migrations().back().number);
  EXPECT_EQ(rows_of(now), before);
  expect_fit_for_the_first(now);
  auto copy = *Database::open_existing(place.copy);
  EXPECT_EQ(level_in(copy), 1);
  EXPECT_EQ(rows_of(copy), before);
  EXPECT_EQ(fs::status(place.copy).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  // With nothing to do nothing is copied.
  fs::remove_all(place.folder / "backup");
  ASSERT_TRUE(SqliteStore::open(place.events));
  EXPECT_FALSE(fs::exists(place.folder / "backup"));
}

TEST(Migrating, OfANewDatabaseMakesNoCopyAndKeepsHashes) {
  Place place;
  ASSERT_TRUE(SqliteStore::open(place.events));
  EXPECT_FALSE(fs::exists(place.folder / "backup"));
  auto database = place.database();
  const auto applied = *applied_to(database);
  ASSERT_EQ(applied.size(), migrations().size());
  for (std::size_t i = 0; i < applied.size(); ++i) {
    EXPECT_EQ(applied[i].hash, hash_of(migrations()[i].sqlite));
    EXPECT_FALSE(applied[i].version.empty());
  }
}

// A hash that was released stands for good: its statements may never be changed.
TEST(Migrating, StatementsStayAsTheyWere) {
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  std::vector<std::string> hashes;
  for (const Migration& each : migrations())
    for (const Dialect dialect : {Dialect::sqlite, Dialect::postgres})
      hashes.push_back(hash_of(statements_of(each, dialect)).substr(0, 16));
  EXPECT_THAT(hashes,
              testing::ElementsAre("574442850e25c95c", "96b060bdd5a1593e", "5b5f1f9b4dfce15b",
                                   "ac8166edfd7d0008", "da6b29ca7ecfed87", "73e815dadfbfc4d5"));
}

TEST(Migrating, AtEveryStepOfIt) {
  const std::string before = [] {
    const Place place;
    write_old(place);
    auto old = place.database();
    return rows_of(old);
  }();
  int steps = 0, done = 0;
  bool dies = true;
  // A call ends where the next begins, so every second stop is enough.
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
    EXPECT_EQ(left.damage(), std::nullopt) << "step " << step;
    EXPECT_EQ(rows_of(left), before) << "step " << step;
    expect_fit_for_the_first(left);
    const int level = level_in(left);
    done += dies && level > 1 ? 1 : 0;
    EXPECT_TRUE(level == 1 || level == migrations().back().number) << "step " << step;
    // A copy that stands under its name is whole, whenever one looks.
    const auto expect_whole_copy = [&] {
      auto copy = *Database::open_existing(place.copy);
      EXPECT_EQ(copy.damage(), std::nullopt) << "step " << step;
      EXPECT_EQ(rows_of(copy), before) << "step " << step;
    };
    if (fs::exists(place.copy))
      expect_whole_copy();
    else
      EXPECT_EQ(level, 1) << "step " << step;
    ASSERT_TRUE(SqliteStore::open(place.events)) << "step " << step;
    EXPECT_EQ(level_in(left), migrations().back().number);
    EXPECT_EQ(rows_of(left), before) << "step " << step;
    expect_whole_copy();
  }
  EXPECT_GT(steps, 50);
  EXPECT_GT(done, 0);  // it was killed after it was done, too
  std::printf("killed at %d calls of the system, at %d of them it was done\n", steps, done);
}

TEST(Migrating, RefusesWhatDoesNotFit) {
  Place place;
  ASSERT_TRUE(SqliteStore::open(place.events));
  place.run("UPDATE migration SET sha256 = 'other', version = '0.0.7' WHERE number = 2");
  auto refused = SqliteStore::open(place.events);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "store.changed");
  EXPECT_THAT(refused.error().sentence, HasSubstr("coset 0.0.7 made it"));
  place.run(
      "UPDATE migration SET sha256 = NULL; INSERT INTO migration (number, oldest) VALUES (9, 9)");
  refused = SqliteStore::open(place.events);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "store.newer");
  // A newer form beside which we may go on.
  place.run("UPDATE migration SET oldest = 2 WHERE number = 9");
  EXPECT_TRUE(SqliteStore::open(place.events));
}

TEST(Migrating, ChangesNothingThatIsDamaged) {
  Place place;
  write_old(place);
  place.run("PRAGMA journal_mode = DELETE");
  std::string bytes = text_of(place.events);
  // Not where the steps are kept.
  for (std::size_t at = bytes.size() / 16384 * 4096; at < bytes.size() / 2; at += 4096)
    bytes.replace(at, 64, 64, '\xff');
  std::ofstream(place.events, std::ios::binary) << bytes;
  const auto refused = SqliteStore::open(place.events);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().sentence, HasSubstr("damaged"));
  auto left = place.database();
  EXPECT_EQ(level_in(left), 1);
}

TEST(Migrating, ChangesNothingThatCannotBeCopied) {
  Place place;
  write_old(place);
  std::ofstream(place.folder / "backup") << "no folder";
  const auto refused = SqliteStore::open(place.events);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "store.copy");
  auto left = place.database();
  EXPECT_EQ(level_in(left), 1);
}

// As the first program left PostgreSQL.
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

TEST(Migrating, AtEveryStepOfItInPostgres) {
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
    const int level = *PostgresStore::level(url);
    EXPECT_TRUE(level == 1 || level == migrations().back().number) << "step " << step;
    done += dies && level > 1 ? 1 : 0;
    EXPECT_EQ(PostgresStore::migrate(url), std::nullopt) << "step " << step;
    EXPECT_EQ(PostgresStore::check(url), std::nullopt) << "step " << step;
  }
  EXPECT_GT(steps, 10);
  EXPECT_GT(done, 0);
  std::printf("killed at %d calls of the system, at %d of them it was done\n", steps, done);
}

TEST(Migrating, PostgresRefusesWhatDoesNotFit) {
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
  change("UPDATE migration SET sha256 = NULL; DROP TABLE seated");
  EXPECT_EQ(PostgresStore::check(url)->code, "store.refused");
}

TEST(Postgres, IsNamedWithoutItsPasswords) {
  EXPECT_EQ(*without_passwords("postgresql://me:s3cret@db.example:5433/games?sslpassword=t0p"),
            "user=me dbname=games host=db.example port=5433");
  EXPECT_EQ(*without_passwords("dbname='two words' password=x host=/run/it\\'s"),
            "dbname='two words' host='/run/it\\'s'");
  EXPECT_FALSE(without_passwords("dbname"));
}

}  // namespace
}  // namespace coset::store
