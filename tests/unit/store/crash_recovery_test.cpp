// Crashes at every syscall of an append: a child is stopped at each one, and killed there. Every
// acknowledged row is in the log, and the pending batch is written completely or not at all. And
// PostgreSQL ends the session.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_store.hpp"
#include "unit/store/crash_injection.hpp"
#include "unit/store/postgres_cluster.hpp"

namespace coset::store {
namespace {

constexpr std::size_t games = 5;
constexpr int batches = 2;  // the second one is traced

Chain chain(Ply ply) {
  Chain out;
  out.bytes[0] = static_cast<std::uint8_t>(ply);
  out.bytes[1] = static_cast<std::uint8_t>(ply >> 8U);
  return out;
}

std::vector<Event> batch_of(Ply ply) {
  std::vector<Event> out;
  for (std::size_t i = games; i > 0; --i)
    out.push_back({GameId{i}, ply, chain(ply - 1), chain(ply), MoveId{ply * 10 + i}, 1, "body"});
  return out;
}

// Appends one batch; whether all of it was appended.
template <class Store, class Drive>
bool append(Store& store, const Drive& drive, Ply ply) {
  std::optional<std::vector<WriteResult>> outcomes;
  store.append(batch_of(ply), [&](std::vector<WriteResult> is) { outcomes = std::move(is); });
  while (!outcomes) drive();
  return *outcomes == std::vector<WriteResult>(games, WriteResult::ok);
}

// The number of rows of each game; they differ if the batch is torn.
template <class Store, class Drive>
Ply height(Store& store, const Drive& drive) {
  std::vector<Ply> heights;
  for (std::size_t i = 1; i <= games; ++i) {
    std::optional<Ply> found;
    store.read(GameId{i}, 1, [&](const Result<std::optional<Log>>& log) {
      found = log && *log ? static_cast<Ply>((*log)->events.size()) : ~Ply{0};
    });
    while (!found) drive();
    heights.push_back(*found);
  }
  EXPECT_EQ(heights, std::vector<Ply>(games, heights[0])) << "half a batch";
  return heights[0];
}

TEST(CrashRecovery, SurvivesCrashAtEverySyscallInSqlite) {
  int steps = 0;
  bool dies = true;
  for (int step = 0; dies; ++step) {
    std::string pattern = std::filesystem::temp_directory_path() / "coset-sqlite-XXXXXX";
    const std::filesystem::path folder = mkdtemp(pattern.data());
    const auto nothing = [] {};
    const auto died = die_at(step, [&](const auto& acknowledge) {
      const auto store = *SqliteStore::open(folder / "events.db");
      for (std::size_t i = 1; i <= games; ++i)
        store->create({GameId{i}, "setup", chain(0), 1, {}}, [](WriteResult) {});
      if (append(*store, nothing, 1)) acknowledge();
      (void)raise(SIGSTOP);
      if (append(*store, nothing, batches)) acknowledge();
    });
    dies = died.at_the_step;
    steps += dies ? 1 : 0;
    {
      const auto store = *SqliteStore::open(folder / "events.db");
      const Ply found = height(*store, nothing);
      EXPECT_GE(found, static_cast<Ply>(died.acknowledged)) << "step " << step;
      EXPECT_GE(died.acknowledged, dies ? 1 : batches);
      // The log continues from there.
      EXPECT_TRUE(append(*store, nothing, found + 1)) << "step " << step;
    }
    std::filesystem::remove_all(folder);
  }
  EXPECT_GT(steps, 15);
  std::printf("killed at %d steps\n", steps);
}

struct Connected {
  PostgresStore store;
  std::function<void()> drive = [this] { store.connection().wait(100); };
  explicit Connected(const std::string& url) : store(url) {
    while (!store.connection().connected()) drive();
  }
};

TEST(CrashRecovery, SurvivesCrashAtEverySyscallInPostgres) {
  const std::string url = PostgresCluster::instance().new_database();
  ASSERT_EQ(PostgresStore::migrate(url), std::nullopt);
  {
    Connected store(url);
    std::size_t made = 0;
    for (std::size_t i = 1; i <= games; ++i)
      store.store.create({GameId{i}, "setup", chain(0), 1, {}}, [&](WriteResult) { ++made; });
    while (made < games) store.drive();
  }
  Ply known = 0;
  int steps = 0, landed = 0;
  bool dies = true;
  for (int step = 0; dies; ++step) {
    const auto died = die_at(step, [&](const auto& acknowledge) {
      Connected writer(url);
      if (append(writer.store, writer.drive, known + 1)) acknowledge();
      (void)raise(SIGSTOP);
      if (append(writer.store, writer.drive, known + 2)) acknowledge();
    });
    dies = died.at_the_step;
    steps += dies ? 1 : 0;
    alone(url, others);  // its statements have completed, or never will
    Connected store(url);
    const Ply found = height(store.store, store.drive);
    EXPECT_GE(found, known + static_cast<Ply>(died.acknowledged)) << "step " << step;
    EXPECT_GE(died.acknowledged, dies ? 1 : batches);
    landed += dies && found == known + batches ? 1 : 0;
    known = found;
  }
  EXPECT_GT(steps, 4);
  EXPECT_GT(landed, 0);  // some kills came after the row was sent
  std::printf("killed at %d steps, at %d of them its batch was there\n", steps, landed);
}

TEST(CrashRecovery, SurvivesLostPostgresSession) {
  const std::string url = PostgresCluster::instance().new_database();
  ASSERT_EQ(PostgresStore::migrate(url), std::nullopt);
  std::size_t made = 0;
  {
    Connected store(url);
    for (std::size_t i = 1; i <= games; ++i)
      store.store.create({GameId{i}, "setup", chain(0), 1, {}}, [&](WriteResult) { ++made; });
    while (made < games) store.drive();
  }
  Ply known = 0;
  int unknown = 0;
  for (int round = 0; round < 20; ++round) {
    Connected writer(url);
    std::optional<std::vector<WriteResult>> outcomes;
    const auto send = [&] {
      writer.store.append(batch_of(known + 1),
                          [&](std::vector<WriteResult> is) { outcomes = std::move(is); });
    };
    if (round % 2 == 0) {
      send();
      usleep(static_cast<useconds_t>(100 * round));
      alone(url, end_others);
    } else {  // while it waits for its turn at the table
      const auto error = run_script(url, [&](PGconn* other) -> std::optional<Error> {
        for (const char* sql : {"BEGIN", "LOCK TABLE event", "", end_others, "COMMIT"}) {
          if (*sql == 0) {
            send();
            for (int i = 0; i < round; ++i) writer.store.connection().wait(1);
          }
          PQclear(PQexec(other, sql));
        }
        return std::nullopt;
      });
      EXPECT_EQ(error, std::nullopt);
    }
    while (!outcomes) writer.drive();
    const bool acknowledged = *outcomes == std::vector<WriteResult>(games, WriteResult::ok);
    const bool lost = *outcomes == std::vector<WriteResult>(games, WriteResult::unknown);
    EXPECT_TRUE(acknowledged || lost) << "half an answer";
    unknown += lost ? 1 : 0;
    Connected store(url);
    const Ply found = height(store.store, store.drive);
    EXPECT_GE(found, known + (acknowledged ? 1 : 0));
    EXPECT_LE(found, known + 1);
    known = found;
  }
  EXPECT_GE(unknown, 10);
  std::printf("%d of 20 answers were lost\n", unknown);
}

// Unavailable is not a rejection: the caller retries.
TEST(CrashRecovery, ReportsLostQueryAsUnknown) {
  const std::string url = PostgresCluster::instance().new_database();
  ASSERT_EQ(PostgresStore::migrate(url), std::nullopt);
  Connected reader(url);
  std::optional<Result<std::optional<Log>>> told;
  const auto error = run_script(url, [&](PGconn* other) -> std::optional<Error> {
    for (const char* sql : {"BEGIN", "LOCK TABLE game", "", end_others, "COMMIT"}) {
      if (*sql == 0) {
        reader.store.read(GameId{1}, 0,
                          [&](Result<std::optional<Log>> is) { told = std::move(is); });
        for (int i = 0; i < 5; ++i) reader.store.connection().wait(1);
      }
      PQclear(PQexec(other, sql));
    }
    return std::nullopt;
  });
  EXPECT_EQ(error, std::nullopt);
  while (!told) reader.drive();
  ASSERT_FALSE(*told);
  EXPECT_EQ(told->error().code, "store.unavailable");
}

}  // namespace
}  // namespace coset::store
