// Databases that hang, are locked by another process or damaged: every statement ends.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_store.hpp"
#include "unit/store/postgres_cluster.hpp"

namespace coset::store {
namespace {

using Steady = std::chrono::steady_clock;

double seconds_since(Steady::time_point began) {
  return std::chrono::duration<double>(Steady::now() - began).count();
}

// The number in the first row, read on a connection of its own.
int number(const std::string& url, const std::string& sql) {
  int out = 0;
  const auto error = run_script(url, [&](PGconn* connection) -> std::optional<Error> {
    const Got got = ask(connection, sql);
    if (PQntuples(got.get()) > 0) out = std::stoi(PQgetvalue(got.get(), 0, 0));
    return std::nullopt;
  });
  EXPECT_EQ(error, std::nullopt);
  return out;
}

constexpr std::int32_t lock = 4711;
const std::string holder = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711";

// Drives it for that time, or until it is connected.
bool connects(Postgres& connection, double within) {
  const auto began = Steady::now();
  while (!connection.connected() && seconds_since(began) < within) connection.wait(50);
  return connection.connected();
}

NewGame game_of(std::uint64_t id) { return {static_cast<GameId>(id), "{}", {}, 1, {}}; }

WriteResult create(PostgresStore& store, std::uint64_t id) {
  std::optional<WriteResult> out;
  store.create(game_of(id), [&](WriteResult is) { out = is; });
  while (!out) store.connection().wait(50);
  return *out;
}

TEST(Deadline, AbortsHangingStatement) {
  const std::string url = PostgresCluster::instance().new_database();
  ASSERT_EQ(PostgresStore::migrate(url), std::nullopt);
  PostgresStore store(url);
  store.connection().hold_lock(lock);
  ASSERT_TRUE(connects(store.connection(), 10));
  EXPECT_EQ(create(store, 1), WriteResult::ok);
  const pid_t backend = number(url, holder);
  ASSERT_GT(backend, 0);
  ASSERT_EQ(kill(backend, SIGSTOP), 0);
  const auto began = Steady::now();
  EXPECT_EQ(create(store, 2), WriteResult::unknown);
  EXPECT_GT(seconds_since(began), 4.9);
  EXPECT_LT(seconds_since(began), 8);
  // The aborted session still holds the lock: nothing is written meanwhile.
  EXPECT_FALSE(connects(store.connection(), 1));
  EXPECT_FALSE(store.connection().locked_by_another());
  kill(backend, SIGCONT);
  EXPECT_TRUE(connects(store.connection(), 10));
  const WriteResult again = create(store, 2);  // it may have been written
  EXPECT_NE(again, WriteResult::unknown);
  EXPECT_EQ(create(store, 3), WriteResult::ok);
}

TEST(Deadline, AbortsHangingConnectionAttempt) {
  const std::string url = PostgresCluster::instance().new_database();
  const pid_t server = number(url,
                              "SELECT (regexp_split_to_array(pg_read_file('postmaster.pid'),"
                              " '\n'))[1]");
  ASSERT_GT(server, 0);
  ASSERT_EQ(kill(server, SIGSTOP), 0);
  Postgres connection(url, {});
  auto began = Steady::now();
  connection.connect();
  while (connection.descriptor() >= 0 && seconds_since(began) < 20) connection.wait(50);
  const double took = seconds_since(began);
  kill(server, SIGCONT);
  EXPECT_GT(took, 4.9);
  EXPECT_LT(took, 8);
  EXPECT_TRUE(connects(connection, 10));
}

// A host that accepts connections and says nothing, as a frozen machine does, before the right one.
TEST(Deadline, TriesOtherHostsAfterSilentOne) {
  const std::string url = PostgresCluster::instance().new_database();
  ASSERT_TRUE(url.starts_with("host="));
  std::string pattern = std::filesystem::temp_directory_path() / "coset-silent-XXXXXX";
  const std::string folder = mkdtemp(pattern.data());
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (folder + "/.s.PGSQL.5432").copy(address.sun_path, sizeof address.sun_path - 1);
  const int silent = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(silent, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(listen(silent, 8), 0);
  const std::string both = "host=" + folder + "," + url.substr(5);
  EXPECT_EQ(number(both, "SELECT 7"), 7);
  Postgres connection(both, {});
  EXPECT_TRUE(connects(connection, 20));
  close(silent);
  std::filesystem::remove_all(folder);
}

TEST(Lock, IsExclusive) {
  const std::string url = PostgresCluster::instance().new_database();
  auto first = std::make_unique<Postgres>(url, std::vector<Prepared>());
  Postgres second(url, {});
  first->hold_lock(lock);
  second.hold_lock(lock);
  ASSERT_TRUE(connects(*first, 10));
  EXPECT_FALSE(connects(second, 0.5));
  EXPECT_TRUE(second.locked_by_another());
  EXPECT_TRUE(first->connected());
  first.reset();
  EXPECT_TRUE(connects(second, 10));
  EXPECT_FALSE(second.locked_by_another());
}

TEST(Lock, IsReacquiredBeforeStatements) {
  const std::string url = PostgresCluster::instance().new_database();
  Postgres owner(url, {});
  Postgres other(url, {{"one", "SELECT 1"}});
  owner.hold_lock(lock);
  other.only_with(owner);
  ASSERT_TRUE(connects(owner, 10));
  ASSERT_TRUE(connects(other, 10));
  number(url,
         "SELECT pg_terminate_backend(pid)::int FROM pg_locks WHERE locktype = 'advisory'"
         " AND objid = 4711");
  while (owner.connected()) owner.wait(50);
  EXPECT_FALSE(other.connected());
  bool answered = false;
  other.send("one", {}, [&](const QueryResult& result) { answered = result.rows != nullptr; });
  other.wait(100);
  EXPECT_FALSE(answered);
  EXPECT_TRUE(connects(owner, 10));
  EXPECT_GT(number(url, holder), 0);
  EXPECT_TRUE(connects(other, 10));
}

class DamageTest : public testing::Test {
 protected:
  DamageTest() {
    std::string pattern = std::filesystem::temp_directory_path() / "coset-damage-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    path_ = folder_ / "events.db";
  }
  ~DamageTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_, path_;
};

Chain link(int n) {
  Chain out;
  out.bytes[0] = static_cast<std::uint8_t>(n);
  return out;
}

Event row(std::uint64_t game, int ply) {
  return {
      static_cast<GameId>(game), static_cast<Ply>(ply), link(ply - 1), link(ply), MoveId::none, 1,
      std::string(600, 'x')};
}

std::vector<WriteResult> append(SqliteStore& store, std::vector<Event> rows) {
  std::vector<WriteResult> out;
  store.append(std::move(rows), [&](std::vector<WriteResult> is) { out = std::move(is); });
  return out;
}

// Two games of many pages each; the last page of the second one's rows is then overwritten.
TEST_F(DamageTest, IsolatesDamagedGame) {
  {
    auto store = *SqliteStore::open(path_);
    for (const std::uint64_t game : {std::uint64_t{1}, std::uint64_t{2}}) {
      NewGame made = game_of(game);
      made.first = link(0);
      store->create(made, [](WriteResult is) { EXPECT_EQ(is, WriteResult::ok); });
      for (int ply = 1; ply <= 40; ++ply)
        ASSERT_EQ(append(*store, {row(game, ply)}), std::vector{WriteResult::ok});
    }
  }
  int page = 0;
  {
    auto database = *Database::open_existing(path_);
    auto pages = database.prepare(
        "SELECT max(pageno) FROM dbstat WHERE name = 'event' AND pagetype = 'leaf'");
    if (pages.next()) page = static_cast<int>(pages.number(0));
    (void)database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  if (page == 0) page = static_cast<int>(std::filesystem::file_size(path_) / 4096);
  {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp((page - 1) * 4096);
    file << std::string(4096, '\xa5');
  }
  auto store = *SqliteStore::open(path_);
  EXPECT_FALSE(store->health()->damaged);
  std::string code;
  store->read(GameId{2}, 1, [&](const auto& log) { code = log ? "" : log.error().code; });
  EXPECT_EQ(code, damaged_code);
  EXPECT_TRUE(store->health()->damaged);
  EXPECT_EQ(store->health()->path, path_);
  store->read(GameId{1}, 1, [](const auto& log) {
    ASSERT_TRUE(log);
    EXPECT_EQ((*log)->events.size(), 40U);
  });
  EXPECT_EQ(append(*store, {row(1, 41), row(2, 41)}),
            (std::vector{WriteResult::ok, WriteResult::damaged}));
}

TEST_F(DamageTest, ReportsDamagedRow) {
  auto store = *SqliteStore::open(path_);
  NewGame made = game_of(1);
  made.first = link(0);
  store->create(made, [](WriteResult) {});
  ASSERT_EQ(append(*store, {row(1, 1)}), std::vector{WriteResult::ok});
  auto database = *Database::open_existing(path_);
  ASSERT_EQ(database.run("UPDATE event SET chain = x'00' WHERE ply = 1"), std::nullopt);
  std::string code;
  store->read(GameId{1}, 1, [&](const auto& log) { code = log ? "" : log.error().code; });
  EXPECT_EQ(code, damaged_code);
}

TEST_F(DamageTest, WaitsOnceForLockedFile) {
  auto store = *SqliteStore::open(path_);
  auto other = *Database::open_existing(path_);
  ASSERT_EQ(other.run("BEGIN IMMEDIATE"), std::nullopt);
  const auto probe = [&] {
    const auto began = Steady::now();
    store->probe([](WriteResult is) { EXPECT_EQ(is, WriteResult::unknown); });
    return seconds_since(began);
  };
  EXPECT_GT(probe(), 4);
  EXPECT_LT(probe(), 2);
  ASSERT_EQ(other.run("COMMIT"), std::nullopt);
  store->probe([](WriteResult is) { EXPECT_EQ(is, WriteResult::ok); });
  ASSERT_EQ(other.run("BEGIN IMMEDIATE"), std::nullopt);
  EXPECT_GT(probe(), 4);
}

}  // namespace
}  // namespace coset::store
