// Claims in PostgreSQL while other transactions run: a takeover in progress, a node frozen in the
// middle of one, and nodes that take one another's tables while they judge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>

#include "base/rng.hpp"
#include "server/store/claim_store.hpp"
#include "server/store/postgres_store.hpp"
#include "unit/store/postgres_cluster.hpp"

namespace coset::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Steady = std::chrono::steady_clock;

constexpr auto ok = WriteResult::ok;
constexpr auto conflict = WriteResult::conflict;

double seconds_since(Steady::time_point began) {
  return std::chrono::duration<double>(Steady::now() - began).count();
}

// A node: its claims and its event log, each with a connection.
struct Host {
  PostgresClaims claims;
  PostgresStore store;
  Host(const std::string& url, const std::string& name) : claims(url, name), store(url) {
    for (Postgres* each : {&claims.connection(), &store.connection()})
      while (!each->connected()) each->wait(100);
    EXPECT_THAT(renew(), IsEmpty());
  }

  template <class T, class Ask>
  T answer(Postgres& connection, const Ask& ask) {
    std::optional<T> out;
    ask([&](T is) { out.emplace(std::move(is)); });
    while (!out) connection.wait(100);
    return *std::move(out);
  }
  std::vector<LostClaim> renew() {
    return *answer<Result<std::vector<LostClaim>>>(claims.connection(),
                                                   [&](auto done) { claims.renew(done); });
  }
  Claim acquire(GameId key, Takeover takeover) {
    return *answer<Result<Claim>>(claims.connection(),
                                  [&](auto done) { claims.acquire(key, takeover, done); });
  }
  WriteResult create(GameId game) {
    return answer<WriteResult>(store.connection(), [&](auto done) {
      store.create({game, "setup", {}, 1, std::nullopt}, done);
    });
  }
  std::vector<WriteResult> append(const std::vector<Event>& batch) {
    return answer<std::vector<WriteResult>>(store.connection(),
                                            [&](auto done) { store.append(batch, done); });
  }
  WriteResult archive(GameId game) {
    return answer<WriteResult>(store.connection(), [&](auto done) { store.archive(game, done); });
  }
  Log read(GameId game, Ply from = 1) {
    return **answer<Result<std::optional<Log>>>(store.connection(),
                                                [&](auto done) { store.read(game, from, done); });
  }
};

struct Races : testing::Test {
  std::string url = [] {
    std::string out = PostgresCluster::instance().new_database();
    EXPECT_EQ(PostgresStore::migrate(out), std::nullopt);
    return out;
  }();
};

constexpr GameId one{1};
constexpr GameId two{2};

Event first_of(GameId game, std::optional<Epoch> epoch = {}, std::string body = "body") {
  Event out{game, 1, {}, {}, MoveId{1}, 5000, std::move(body)};
  out.chain.bytes[0] = 1;
  out.epoch = epoch;
  return out;
}

void run(PGconn* connection, const std::string& sql) {
  const Got got = ask(connection, sql);
  EXPECT_TRUE(PQresultStatus(got.get()) == PGRES_COMMAND_OK ||
              PQresultStatus(got.get()) == PGRES_TUPLES_OK)
      << sql << PQerrorMessage(connection);
}

// The row of the claim is compared as it is, not as it was when the statement began; what has no
// epoch waits for nobody.
TEST_F(Races, RefusesJudgementDuringTakeover) {
  Host host(url, "a");
  host.create(one);
  host.create(two);
  const Epoch epoch = host.acquire(one, Takeover::if_free).epoch;
  EXPECT_EQ(run_script(url,
                       [&](PGconn* other) -> std::optional<Error> {
                         run(other, "BEGIN");
                         run(other, "UPDATE claim SET node = 'b', epoch = epoch + 1");
                         const auto began = Steady::now();
                         EXPECT_THAT(host.append({first_of(one, epoch), first_of(two)}),
                                     ElementsAre(conflict, ok));
                         EXPECT_LT(seconds_since(began), 3);
                         run(other, "COMMIT");
                         return std::nullopt;
                       }),
            std::nullopt);
  EXPECT_THAT(host.append({first_of(one, epoch)}), ElementsAre(conflict));
  EXPECT_THAT(host.renew(), ElementsAre(LostClaim{one, "b"}));
  EXPECT_THAT(host.append({first_of(one)}), ElementsAre(ok));
}

// A batch waits for another transaction at one game, and meanwhile another node plays its other
// game to the end: its row must not appear beside the archived game, and archiving waits for
// nobody.
void archive_while_batch_waits(const std::string& url, Host& stale, const Event& waits,
                               const Event& late) {
  Host host(url, "b");
  host.create(one);
  host.create(two);
  std::optional<std::vector<WriteResult>> outcome;
  EXPECT_EQ(run_script(url,
                       [&](PGconn* other) -> std::optional<Error> {
                         run(other, "BEGIN");
                         run(other,
                             "INSERT INTO event (game_id, ply, chain, move_id, at, body)"
                             " VALUES (1, 1, 'other', 7, 5000, 'body')");
                         stale.store.append({waits, late},
                                            [&](std::vector<WriteResult> is) { outcome = is; });
                         for (int i = 0; i < 5; ++i) stale.store.connection().wait(100);
                         EXPECT_FALSE(outcome);
                         EXPECT_THAT(host.append({first_of(two)}), ElementsAre(ok));
                         const auto began = Steady::now();
                         EXPECT_EQ(host.archive(two), ok);
                         EXPECT_LT(seconds_since(began), 2);
                         run(other, "ROLLBACK");
                         return std::nullopt;
                       }),
            std::nullopt);
  while (!outcome) stale.store.connection().wait(100);
  EXPECT_THAT(*outcome, ElementsAre(ok, conflict));
  EXPECT_EQ(host.read(one).events.size(), 1U);
  const Log log = host.read(two);
  ASSERT_EQ(log.events.size(), 1U);
  EXPECT_EQ(log.events[0].body, "body");
}

TEST_F(Races, RefusesRowOfGameArchivedWhileBatchWaits) {
  Host stale(url, "a");
  archive_while_batch_waits(url, stale, first_of(one), first_of(two, {}, "stale"));
}

TEST_F(Races, RefusesRowWithDeadlineOfGameArchivedWhileBatchWaits) {
  Host stale(url, "a");
  Event late = first_of(two, {}, "stale");
  late.due = 6000;
  archive_while_batch_waits(url, stale, first_of(one), late);
}

TEST_F(Races, RefusesRowOfGameArchivedWhileJudgementWaits) {
  Host stale(url, "a");
  const Epoch epoch = stale.acquire(one, Takeover::if_free).epoch;
  const Epoch other = stale.acquire(two, Takeover::if_free).epoch;
  archive_while_batch_waits(url, stale, first_of(one, epoch), first_of(two, other, "stale"));
}

// An earlier program may have left such a row.
TEST_F(Races, IgnoresRowBesideArchivedGame) {
  Host host(url, "a");
  host.create(one);
  EXPECT_THAT(host.append({first_of(one)}), ElementsAre(ok));
  EXPECT_EQ(host.archive(one), ok);
  EXPECT_EQ(run_script(url,
                       [&](PGconn* other) -> std::optional<Error> {
                         run(other,
                             "INSERT INTO event (game_id, ply, chain, move_id, at, body)"
                             " VALUES (1, 1, '0123456789abcdef', 7, 5000, 'stale')");
                         return std::nullopt;
                       }),
            std::nullopt);
  const Log log = host.read(one);
  ASSERT_EQ(log.events.size(), 1U);
  EXPECT_EQ(log.events[0].body, "body");
}

// A judgement that has not committed yet holds the claim: a taker reads the log after it.
TEST_F(Races, LetsTakerWaitForJudgement) {
  Host host(url, "a");
  Host taker(url, "b");
  host.create(one);
  const Epoch epoch = host.acquire(one, Takeover::if_free).epoch;
  std::thread judge;
  EXPECT_EQ(run_script(url,
                       [&](PGconn* other) -> std::optional<Error> {
                         // The same insert waits for this one to end, and has its locks meanwhile.
                         run(other, "BEGIN");
                         run(other, "INSERT INTO event VALUES (1, 1, '', 9, 1, '')");
                         judge = std::thread([&] {
                           EXPECT_THAT(host.append({first_of(one, epoch)}), ElementsAre(ok));
                         });
                         std::optional<Result<Claim>> claim;
                         std::this_thread::sleep_for(std::chrono::milliseconds(500));
                         taker.claims.acquire(one, Takeover::always,
                                              [&](Result<Claim> is) { claim.emplace(is); });
                         const auto began = Steady::now();
                         while (seconds_since(began) < 0.5) taker.claims.connection().wait(50);
                         EXPECT_FALSE(claim);
                         run(other, "ROLLBACK");
                         while (!claim) taker.claims.connection().wait(50);
                         EXPECT_EQ((*claim)->holder, "b");
                         EXPECT_EQ(taker.read(one).events.size(), 1U);
                         return std::nullopt;
                       }),
            std::nullopt);
  judge.join();
}

// One row that the database refuses must not let the others of its batch forget their epochs.
TEST_F(Races, ComparesEpochInBatchWithBadRow) {
  Host host(url, "a");
  host.create(one);
  host.create(two);
  const Epoch old = host.acquire(one, Takeover::if_free).epoch;
  host.acquire(one, Takeover::if_free);
  Event bad = first_of(two);
  bad.outbox = std::string("\xff");  // not UTF-8
  EXPECT_THAT(host.append({first_of(one, old), bad}), ElementsAre(conflict, conflict));
  EXPECT_THAT(host.read(one).events, IsEmpty());
}

// Two nodes ask for the same keys at once: of each one is the holder, and both know which.
TEST_F(Races, GivesFreeClaimToOneOfTwo) {
  constexpr std::uint64_t keys = 200;
  std::map<std::string, std::vector<Claim>> found;
  {
    Host a(url, "a");
    Host b(url, "b");
    std::vector<std::thread> threads;
    for (Host* each : {&a, &b}) {
      std::vector<Claim>& mine = found[each->claims.node()];
      threads.emplace_back([each, &mine] {
        for (std::uint64_t key = 1; key <= keys; ++key)
          mine.push_back(each->acquire(GameId{key}, Takeover::if_free));
      });
    }
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(a.claims.held() + b.claims.held(), keys);
    EXPECT_THAT(a.renew(), IsEmpty());
    EXPECT_THAT(b.renew(), IsEmpty());
  }
  EXPECT_EQ(found["a"], found["b"]);
}

// A claim is compared with what the node holds when the result arrives, not when it asked.
TEST_F(Races, KeepsClaimAcquiredDuringRenewal) {
  Host host(url, "a");
  const Epoch before = host.acquire(one, Takeover::if_free).epoch;
  std::optional<Claim> again;
  std::optional<std::vector<LostClaim>> lost;
  host.claims.acquire(one, Takeover::if_free, [&](const Result<Claim>& is) { again = *is; });
  host.claims.renew([&](const auto& is) { lost = *is; });
  while (!lost) host.claims.connection().wait(50);
  ASSERT_TRUE(again);
  EXPECT_NE(again->epoch, before);
  EXPECT_THAT(*lost, IsEmpty());
  EXPECT_EQ(host.claims.held(), 1U);
}

// The backend of a node hangs while it takes a claim. Others are refused or wait; the node itself
// does not hold what it cannot confirm, and everything goes on when the backend does.
TEST_F(Races, SurvivesFrozenTaker) {
  Host frozen(url, "a");
  Host other(url, "b");
  other.create(one);
  const Epoch epoch = other.acquire(one, Takeover::if_free).epoch;
  frozen.acquire(two, Takeover::if_free);
  EXPECT_EQ(frozen.claims.held(), 1U);
  pid_t backend = 0;
  EXPECT_EQ(run_script(url,
                       [&](PGconn* connection) -> std::optional<Error> {
                         const Got got = ask(connection,
                                             "SELECT pid FROM pg_stat_activity WHERE query LIKE"
                                             " '%INSERT INTO claim%' AND pid <> pg_backend_pid()"
                                             " AND datname = current_database()"
                                             " ORDER BY backend_start LIMIT 1");
                         EXPECT_EQ(PQntuples(got.get()), 1);
                         if (PQntuples(got.get()) == 1)
                           backend = std::stoi(PQgetvalue(got.get(), 0, 0));
                         return std::nullopt;
                       }),
            std::nullopt);
  ASSERT_GT(backend, 0);
  ASSERT_EQ(kill(backend, SIGSTOP), 0);
  std::optional<Result<Claim>> claim;
  frozen.claims.acquire(two, Takeover::if_free, [](const Result<Claim>& is) { EXPECT_FALSE(is); });
  frozen.claims.acquire(one, Takeover::always, [&](Result<Claim> is) { claim.emplace(is); });
  const auto began = Steady::now();
  while (!claim && seconds_since(began) < 20) frozen.claims.connection().wait(100);
  ASSERT_TRUE(claim);
  EXPECT_FALSE(*claim);
  EXPECT_EQ(claim->error().code, "store.unavailable");
  EXPECT_EQ(frozen.claims.held(), 0U);
  EXPECT_THAT(other.append({first_of(one, epoch)}), ElementsAre(ok));
  kill(backend, SIGCONT);
  while (!frozen.claims.connection().connected()) frozen.claims.connection().wait(100);
  EXPECT_THAT(frozen.renew(), IsEmpty());
  // Whether the frozen statement was executed after all is known to the database only: either way
  // the holder may judge and nobody else.
  const Claim now = frozen.acquire(one, Takeover::always);
  EXPECT_EQ(now.holder, "a");
  EXPECT_EQ(other.renew().size(), 1U);
}

// Three nodes take the same tables from one another, read, and judge until they are refused. Every
// judgement of an epoch stands before what the next holder read when it had acquired the claim.
TEST_F(Races, CommitNoJudgementAfterTakeover) {
  constexpr std::uint64_t games = 8;
  struct Taken {
    Epoch epoch;
    GameId game;
    std::size_t head;  // as the taker read it
  };
  const char* asked = std::getenv("COSET_COLLISIONS");
  const double seconds = asked == nullptr ? 2 : std::atof(asked);
  Host watcher(url, "watcher");
  for (std::uint64_t i = 1; i <= games; ++i) watcher.create(GameId{i});
  std::vector<Taken> taken[3];
  std::uint64_t judged[3] = {}, refused[3] = {};
  std::vector<std::thread> threads;
  for (int number = 0; number < 3; ++number)
    threads.emplace_back([&, number] {
      Host host(url, std::string(1, static_cast<char>('a' + number)));
      Rng rng(static_cast<std::uint64_t>(number) + 1);
      const auto began = Steady::now();
      while (seconds_since(began) < seconds) {
        const GameId game{1 + rng.below(games)};
        const Epoch epoch = host.acquire(game, Takeover::always).epoch;
        Log log = host.read(game);
        taken[number].push_back({epoch, game, log.events.size()});
        Event row = first_of(game, epoch, std::to_string(epoch));
        row.ply = static_cast<Ply>(log.events.size());
        if (!log.events.empty())
          row.chain = log.events.back().chain;
        else
          row.chain = {};
        for (int i = 0; i < 4; ++i) {
          row.before = std::exchange(row.chain, Chain{});
          const std::uint64_t value = rng.next();
          std::memcpy(row.chain.bytes.data(), &value, sizeof value);
          ++row.ply;
          const bool good = host.append({row})[0] == ok;
          ++(good ? judged : refused)[number];
          if (!good) break;
        }
      }
    });
  for (std::thread& each : threads) each.join();
  std::map<std::pair<GameId, Epoch>, std::size_t> heads;
  for (const auto& each : taken)
    for (const Taken& t : each)
      EXPECT_TRUE(heads.emplace(std::pair(t.game, t.epoch), t.head).second);
  std::size_t rows = 0;
  for (std::uint64_t i = 1; i <= games; ++i) {
    const std::vector<Event> events = watcher.read(GameId{i}).events;
    rows += events.size();
    for (const Event& event : events) {
      const auto mine = heads.find({GameId{i}, std::stoll(event.body)});
      ASSERT_NE(mine, heads.end());
      const auto next = std::next(mine);
      if (next == heads.end() || next->first.first != GameId{i}) continue;
      EXPECT_LE(event.ply, next->second) << "judged after the takeover";
    }
  }
  EXPECT_EQ(rows, judged[0] + judged[1] + judged[2]);
  EXPECT_GT(rows, 50U);
  EXPECT_GT(refused[0] + refused[1] + refused[2], 0U);
  std::printf("%zu judgements, %llu refused, %zu takeovers\n", rows,
              static_cast<unsigned long long>(refused[0] + refused[1] + refused[2]), heads.size());
}

// Nodes use a database together, and not beside a process that wants it alone.
TEST(Lock, IsShared) {
  const std::string url = PostgresCluster::instance().new_database();
  constexpr std::int32_t lock = 4712;
  const auto connects = [](Postgres& connection, double within) {
    const auto began = Steady::now();
    while (!connection.connected() && seconds_since(began) < within) connection.wait(50);
    return connection.connected();
  };
  Postgres alone(url, {});
  alone.hold_lock(lock);
  auto first = std::make_unique<Postgres>(url, std::vector<Prepared>());
  auto second = std::make_unique<Postgres>(url, std::vector<Prepared>());
  first->hold_lock(lock, LockMode::shared);
  second->hold_lock(lock, LockMode::shared);
  EXPECT_TRUE(connects(*first, 10));
  EXPECT_TRUE(connects(*second, 10));
  EXPECT_FALSE(connects(alone, 0.5));
  EXPECT_TRUE(alone.locked_by_another());
  first.reset();
  EXPECT_FALSE(connects(alone, 0.5));
  second.reset();
  EXPECT_TRUE(connects(alone, 10));
  Postgres late(url, {});
  late.hold_lock(lock, LockMode::shared);
  EXPECT_FALSE(connects(late, 0.5));
  EXPECT_TRUE(late.locked_by_another());
}

}  // namespace
}  // namespace coset::store
