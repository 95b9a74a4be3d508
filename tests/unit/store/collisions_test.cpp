// Four writers append to the same 200 games, each in batches of its own order, like nodes that host
// the same tables independently. Nothing deadlocks, no acknowledged row is lost, and every log is
// one chain. COSET_COLLISIONS=60 sets the seconds.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <thread>

#include "base/rng.hpp"
#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_store.hpp"
#include "unit/store/postgres_cluster.hpp"

namespace coset::store {
namespace {

constexpr int writers = 4;
constexpr std::size_t games = 200;

double seconds() {
  const char* asked = std::getenv("COSET_COLLISIONS");
  return asked == nullptr ? 2.0 : std::atof(asked);
}

struct Place {
  Ply head = 0;
  Chain chain;
};

struct Tally {
  std::uint64_t batches = 0, appended = 0, taken = 0, unknown = 0;
  std::map<std::pair<GameId, Ply>, Chain> acknowledged;
};

// One node: it appends to every game after the last row it knows, and reads the rows it has missed.
template <class Store, class Drive>
Tally write_for(Store& store, const Drive& drive, int number,
                std::chrono::milliseconds pause = {}) {
  Rng rng(static_cast<std::uint64_t>(number) + 1);
  Tally out;
  std::vector<Place> places(games);
  std::vector<std::size_t> order(games);
  for (std::size_t i = 0; i < games; ++i) order[i] = i;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds());
  while (std::chrono::steady_clock::now() < end) {
    for (std::size_t i = games; i > 1; --i)
      std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
    if (pause.count() > 0) std::this_thread::sleep_for(pause);
    std::vector<Event> batch;
    for (const std::size_t i : order) {
      Chain chain;
      const std::uint64_t value = rng.next();
      std::memcpy(chain.bytes.data(), &value, sizeof value);
      chain.bytes[15] = static_cast<std::uint8_t>(number);
      batch.push_back({GameId{i + 1}, places[i].head + 1, places[i].chain, chain,
                       MoveId{value | 1U}, 1, "move 1 at=1\n1: draw\n"});
    }
    const std::vector<Event> sent = batch;
    std::optional<std::vector<WriteResult>> outcomes;
    store.append(std::move(batch), [&](std::vector<WriteResult> is) { outcomes = std::move(is); });
    while (!outcomes) drive();
    ++out.batches;
    std::size_t asked = 0, answered = 0;
    for (std::size_t k = 0; k < games; ++k) {
      Place& place = places[order[k]];
      const WriteResult outcome = (*outcomes)[k];
      ++(outcome == WriteResult::ok         ? out.appended
         : outcome == WriteResult::conflict ? out.taken
                                            : out.unknown);
      if (outcome == WriteResult::ok) {
        place = {sent[k].ply, sent[k].chain};
        out.acknowledged[{sent[k].game, sent[k].ply}] = sent[k].chain;
        continue;
      }
      ++asked;
      store.read(sent[k].game, place.head + 1, [&](const Result<std::optional<Log>>& log) {
        ++answered;
        if (log && *log && !(*log)->events.empty())
          place = {(*log)->events.back().ply, (*log)->events.back().chain};
      });
    }
    while (answered < asked) drive();
  }
  return out;
}

template <class Store, class Drive>
void judge(Store& store, const Drive& drive, const std::vector<Tally>& tallies) {
  std::map<GameId, Log> logs;
  for (std::size_t i = 1; i <= games; ++i) {
    std::optional<Result<std::optional<Log>>> log;
    store.read(GameId{i}, 1, [&](Result<std::optional<Log>> got) { log.emplace(std::move(got)); });
    while (!log) drive();
    logs[GameId{i}] = ***log;
    Chain before;
    Ply ply = 0;
    for (const Event& event : logs[GameId{i}].events) {
      ASSERT_EQ(event.ply, ++ply);
      ASSERT_EQ(event.before, before);
      before = event.chain;
    }
  }
  std::uint64_t rows = 0, acknowledged = 0, taken = 0;
  for (const auto& [game, log] : logs) rows += log.events.size();
  for (const Tally& tally : tallies) {
    acknowledged += tally.acknowledged.size();
    EXPECT_EQ(tally.unknown, 0U);
    EXPECT_GT(tally.batches, 0U);
    taken += tally.taken;
    for (const auto& [key, chain] : tally.acknowledged) {
      ASSERT_LE(key.second, logs[key.first].events.size());
      ASSERT_EQ(logs[key.first].events[key.second - 1].chain, chain);
    }
    std::printf("%llu batches of %zu rows: %llu appended, %llu taken, %llu unknown\n",
                static_cast<unsigned long long>(tally.batches), games,
                static_cast<unsigned long long>(tally.appended),
                static_cast<unsigned long long>(tally.taken),
                static_cast<unsigned long long>(tally.unknown));
  }
  EXPECT_EQ(rows, acknowledged);
  EXPECT_GT(rows, games);
  EXPECT_GT(taken, games);  // there were collisions
}

// `work(number)` by each of the writers at the same time.
template <class Work>
std::vector<Tally> all_at_once(const Work& work) {
  std::vector<Tally> out(writers);
  std::vector<std::thread> threads;
  threads.reserve(writers);
  for (int i = 0; i < writers; ++i)
    threads.emplace_back([&, i] { out[static_cast<std::size_t>(i)] = work(i); });
  for (std::thread& thread : threads) thread.join();
  return out;
}

template <class Store, class Drive>
void make_games(Store& store, const Drive& drive) {
  std::size_t made = 0;
  for (std::size_t i = 1; i <= games; ++i)
    store.create({GameId{i}, "setup", {}, 1, {}}, [&](WriteResult) { ++made; });
  while (made < games) drive();
}

struct Connected {
  PostgresStore store;
  std::function<void()> drive = [this] { store.connection().wait(100); };
  explicit Connected(const std::string& url) : store(url) {
    while (!store.connection().connected()) drive();
  }
};

TEST(Collisions, NeverDeadlockInPostgres) {
  const std::string url = PostgresCluster::instance().new_database();
  ASSERT_EQ(PostgresStore::migrate(url), std::nullopt);
  Connected judge_of(url);
  make_games(judge_of.store, judge_of.drive);
  const auto tallies = all_at_once([&](int number) {
    Connected writer(url);
    return write_for(writer.store, writer.drive, number);
  });
  judge(judge_of.store, judge_of.drive, tallies);
  const auto error = run_script(url, [](PGconn* connection) -> std::optional<Error> {
    PGresult* got = PQexec(connection,
                           "SELECT deadlocks FROM pg_stat_database"
                           " WHERE datname = current_database()");
    EXPECT_EQ(std::string(PQgetvalue(got, 0, 0)), "0") << "dead-locks";
    PQclear(got);
    return std::nullopt;
  });
  EXPECT_EQ(error, std::nullopt);
}

TEST(Collisions, NeverDeadlockInSqlite) {
  std::string pattern = std::filesystem::temp_directory_path() / "coset-sqlite-XXXXXX";
  const std::filesystem::path folder = mkdtemp(pattern.data());
  const auto nothing = [] {};
  {
    const auto store = *SqliteStore::open(folder / "events.db");
    make_games(*store, nothing);
    const auto tallies = all_at_once([&](int number) {
      const auto writer = *SqliteStore::open(folder / "events.db");
      // The lock is not fair: a writer that returns at once would starve the others.
      return write_for(*writer, nothing, number, std::chrono::milliseconds(2));
    });
    judge(*store, nothing, tallies);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace coset::store
