// The contract of ClaimStore, in memory and PostgreSQL: two nodes, one of them silent, draining,
// late or started again, and judgements that name an epoch.
#include "server/store/claim_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/memory_claims.hpp"
#include "server/store/memory_store.hpp"
#include "server/store/postgres_store.hpp"
#include "unit/store/postgres_cluster.hpp"

namespace coset::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

void run_sql(const std::string& url, const std::string& sql) {
  const auto error = run_script(url, [&](PGconn* connection) -> std::optional<Error> {
    EXPECT_NE(ask(connection, sql), nullptr) << sql;
    return std::nullopt;
  });
  EXPECT_EQ(error, std::nullopt);
}

struct ClaimsInMemory {
  Time now = 1'000'000;
  MemoryClaimTable table{[this] { return now; }};
  MemoryStore store{&table};
  std::unique_ptr<ClaimStore> node(const std::string& name) {
    return std::make_unique<MemoryClaims>(table, name);
  }
  void wait() {}
  // Time passes in which `silent` does not renew and `other` does.
  void silence(ClaimStore& /*silent*/, ClaimStore& other, int milliseconds) {
    now += milliseconds;
    other.renew([](const auto&) {});
  }
};

struct ClaimsInPostgres {
  std::string url = [] {
    std::string out = PostgresCluster::instance().new_database();
    EXPECT_EQ(PostgresStore::migrate(out), std::nullopt);
    return out;
  }();
  PostgresStore store{url};
  std::vector<Postgres*> connections{&store.connection()};
  ClaimsInPostgres() { connect(store.connection()); }
  static void connect(Postgres& connection) {
    while (!connection.connected()) connection.wait(100);
  }
  std::unique_ptr<ClaimStore> node(const std::string& name) {
    auto out = std::make_unique<PostgresClaims>(url, name);
    connections.push_back(&out->connection());
    connect(out->connection());
    return out;
  }
  void wait() {
    for (Postgres* each : connections) each->wait(5);
  }
  void silence(ClaimStore& silent, ClaimStore& /*other*/, int milliseconds) const {
    run_sql(url, "UPDATE node SET renewed_at = renewed_at - interval '" +
                     std::to_string(milliseconds) + " milliseconds' WHERE name = '" +
                     silent.node() + "'");
  }
};

template <class Place>
class ClaimStoreTest : public testing::Test {
 protected:
  ClaimStoreTest() {
    EXPECT_THAT(renew(a()), IsEmpty());
    EXPECT_THAT(renew(b()), IsEmpty());
  }
  ClaimStore& a() { return *a_; }
  ClaimStore& b() { return *b_; }

  template <class T, class Ask>
  T answer(const Ask& ask) {
    std::optional<T> out;
    ask([&](T is) { out.emplace(std::move(is)); });
    while (!out) place_.wait();
    return *std::move(out);
  }
  Claim acquire(ClaimStore& node, GameId key, Takeover takeover = Takeover::if_free) {
    return *answer<Result<Claim>>([&](auto done) { node.acquire(key, takeover, done); });
  }
  std::vector<LostClaim> renew(ClaimStore& node) {
    return *answer<Result<std::vector<LostClaim>>>([&](auto done) { node.renew(done); });
  }
  WriteResult release(ClaimStore& node, GameId key) {
    return answer<WriteResult>([&](auto done) { node.release(key, done); });
  }
  WriteResult drain(ClaimStore& node) {
    return answer<WriteResult>([&](auto done) { node.drain(done); });
  }
  int count_crash(ClaimStore& node, GameId key) {
    return *answer<Result<int>>([&](auto done) { node.count_crash(key, done); });
  }
  WriteResult create(GameId game) {
    return answer<WriteResult>(
        [&](auto done) { place_.store.create({game, "setup", {}, 4000, std::nullopt}, done); });
  }
  std::vector<WriteResult> append(const std::vector<Event>& batch) {
    return answer<std::vector<WriteResult>>([&](auto done) { place_.store.append(batch, done); });
  }
  std::size_t events(GameId game) {
    return (*answer<Result<std::optional<Log>>>(
                [&](auto done) { place_.store.read(game, 1, done); }))
        ->events.size();
  }

  Place place_;
  std::unique_ptr<ClaimStore> a_ = place_.node("a"), b_ = place_.node("b");
};

using Places = testing::Types<ClaimsInMemory, ClaimsInPostgres>;
TYPED_TEST_SUITE(ClaimStoreTest, Places);

constexpr GameId one{1};
constexpr GameId two{0xfedcba9876543210};  // beyond a signed number
constexpr auto ok = WriteResult::ok;
constexpr auto conflict = WriteResult::conflict;

Event event(GameId game, Ply ply, std::optional<Epoch> epoch = {}) {
  const auto chain = [](Ply n) {
    Chain out;
    out.bytes[0] = static_cast<std::uint8_t>(n);
    return out;
  };
  Event out{game, ply, chain(ply - 1), chain(ply), static_cast<MoveId>(ply), 5000, "body"};
  out.epoch = epoch;
  return out;
}

TYPED_TEST(ClaimStoreTest, HasOneHolder) {
  const Claim mine = this->acquire(this->a(), two);
  EXPECT_EQ(mine.holder, "a");
  EXPECT_EQ(mine.crashes, 0);
  EXPECT_EQ(this->acquire(this->b(), two), mine);  // it is sent there
  EXPECT_EQ(this->acquire(this->b(), one).holder, "b");
  EXPECT_EQ(this->acquire(this->b(), lobby_claim).holder, "b");
  EXPECT_THAT(this->renew(this->a()), IsEmpty());
  EXPECT_THAT(this->renew(this->b()), IsEmpty());
}

TYPED_TEST(ClaimStoreTest, HasNewEpochWheneverItIsAcquired) {
  const Epoch first = this->acquire(this->a(), two).epoch;
  const Epoch again = this->acquire(this->a(), two).epoch;
  EXPECT_NE(again, first);
  const Epoch taken = this->acquire(this->b(), two, Takeover::always).epoch;
  EXPECT_NE(taken, first);
  EXPECT_NE(taken, again);
  EXPECT_EQ(this->release(this->b(), two), ok);
  const Epoch free = this->acquire(this->a(), two).epoch;
  for (const Epoch earlier : {first, again, taken}) EXPECT_NE(free, earlier);
}

TYPED_TEST(ClaimStoreTest, ReportsEachLossOnce) {
  this->acquire(this->a(), one);
  this->acquire(this->a(), two);
  EXPECT_EQ(this->acquire(this->b(), two, Takeover::always).holder, "b");
  EXPECT_THAT(this->renew(this->a()), ElementsAre(LostClaim{two, "b"}));
  EXPECT_THAT(this->renew(this->a()), IsEmpty());
  EXPECT_EQ(this->release(this->a(), two), conflict);  // the new holder keeps it
  EXPECT_EQ(this->acquire(this->a(), two).holder, "b");
  EXPECT_THAT(this->renew(this->b()), IsEmpty());
  // Twice taken before the node renews: it is told of the last holder.
  const auto third = this->place_.node("c");
  EXPECT_THAT(this->renew(*third), IsEmpty());
  this->acquire(this->b(), one, Takeover::always);
  this->acquire(*third, one, Takeover::always);
  EXPECT_THAT(this->renew(this->a()), ElementsAre(LostClaim{one, "c"}));
  EXPECT_THAT(this->renew(this->b()), ElementsAre(LostClaim{one, "c"}));
}

// The silence is 2 s from the limit on both sides: the store's clock runs on while the test does.
TYPED_TEST(ClaimStoreTest, IsFreeAfterSilence) {
  this->acquire(this->a(), two);
  this->place_.silence(this->a(), this->b(), 4000);
  EXPECT_EQ(this->acquire(this->b(), two).holder, "a");
  EXPECT_THAT(this->renew(this->a()), IsEmpty());
  this->place_.silence(this->a(), this->b(), 4000);
  EXPECT_EQ(this->acquire(this->b(), two).holder, "a");  // the renewal counts
  this->place_.silence(this->a(), this->b(), 4000);
  EXPECT_EQ(this->acquire(this->b(), two).holder, "b");
  EXPECT_EQ(this->acquire(this->a(), two).holder, "b");
}

// A frozen node comes back: what nobody took is its own still, the rest is lost.
TYPED_TEST(ClaimStoreTest, IsKeptByLateNodeUnlessTaken) {
  const Epoch kept = this->acquire(this->a(), one).epoch;
  this->acquire(this->a(), two);
  this->place_.silence(this->a(), this->b(), 20000);
  this->acquire(this->b(), two);
  EXPECT_THAT(this->renew(this->a()), ElementsAre(LostClaim{two, "b"}));
  EXPECT_EQ(this->acquire(this->b(), one), (Claim{"a", kept, 0}));
}

TYPED_TEST(ClaimStoreTest, IsFreeOnceItsNodeDrains) {
  this->acquire(this->a(), one);
  this->acquire(this->a(), two);
  EXPECT_EQ(this->drain(this->a()), ok);
  EXPECT_EQ(this->acquire(this->b(), one).holder, "b");
  EXPECT_THAT(this->renew(this->a()), ElementsAre(LostClaim{one, "b"}));
  EXPECT_EQ(this->acquire(this->b(), two).holder, "b");  // a renewal does not end the draining
  EXPECT_THAT(this->renew(this->a()), ElementsAre(LostClaim{two, "b"}));
}

TYPED_TEST(ClaimStoreTest, IsFreeOnceReleased) {
  EXPECT_EQ(this->release(this->a(), two), conflict);
  this->acquire(this->a(), two);
  EXPECT_EQ(this->release(this->b(), two), conflict);
  EXPECT_EQ(this->acquire(this->b(), two).holder, "a");
  EXPECT_EQ(this->release(this->a(), two), ok);
  EXPECT_EQ(this->release(this->a(), two), conflict);
  EXPECT_EQ(this->acquire(this->b(), two).holder, "b");
  EXPECT_THAT(this->renew(this->a()), IsEmpty());
}

// A process that starts hosts nothing, whatever its predecessor held.
TYPED_TEST(ClaimStoreTest, IsFreeOnceItsNodeIsStartedAgain) {
  const Epoch old = this->acquire(this->a(), two).epoch;
  this->drain(this->a());
  const auto again = this->place_.node("a");
  EXPECT_THAT(this->renew(*again), IsEmpty());
  EXPECT_EQ(this->acquire(this->b(), two).holder, "b");
  EXPECT_EQ(this->acquire(*again, one).holder, "a");
  EXPECT_EQ(this->acquire(this->b(), one).holder, "a");  // it does not drain any more
  this->create(two);
  EXPECT_THAT(this->append({event(two, 1, old)}), ElementsAre(conflict));
}

// A process that still runs under the same name loses its claims to the one that started.
TYPED_TEST(ClaimStoreTest, IsLostToSecondProcessOfTheName) {
  this->acquire(this->a(), one);
  this->acquire(this->a(), two);
  const auto again = this->place_.node("a");
  EXPECT_THAT(this->renew(*again), IsEmpty());
  this->acquire(*again, one);
  EXPECT_THAT(this->renew(this->a()),
              testing::UnorderedElementsAre(LostClaim{one, {}}, LostClaim{two, {}}));
  EXPECT_THAT(this->renew(*again), IsEmpty());
}

TYPED_TEST(ClaimStoreTest, LetsOnlyCurrentHolderJudge) {
  this->create(one);
  this->create(two);
  const Epoch old = this->acquire(this->a(), two).epoch;
  EXPECT_THAT(this->append({event(two, 1, old)}), ElementsAre(ok));
  const Epoch now = this->acquire(this->b(), two, Takeover::always).epoch;
  // Of a host that has not learnt of its loss: a judgement is refused, a move is not.
  EXPECT_THAT(this->append({event(two, 2, old), event(one, 1)}), ElementsAre(conflict, ok));
  EXPECT_THAT(this->append({event(two, 2)}), ElementsAre(ok));
  EXPECT_THAT(this->append({event(two, 3, now)}), ElementsAre(ok));
  EXPECT_THAT(this->append({event(two, 5, now)}), ElementsAre(conflict));  // the chain's guard
  // Nobody holds the other game.
  EXPECT_THAT(this->append({event(one, 2, now)}), ElementsAre(conflict));
  this->release(this->b(), two);
  EXPECT_THAT(this->append({event(two, 4, now)}), ElementsAre(conflict));
  EXPECT_EQ(this->events(two), 3U);
  EXPECT_EQ(this->events(one), 1U);
}

TYPED_TEST(ClaimStoreTest, WritesDeadlineAndTaskWithJudgement) {
  this->create(one);
  const auto due = [&] {
    return *this->template answer<Result<std::vector<Due>>>(
        [&](auto done) { this->place_.store.due(9000, 9, done); });
  };
  const auto tasks = [&] {
    return *this->template answer<Result<std::vector<Task>>>(
        [&](auto done) { this->place_.store.tasks(9, done); });
  };
  const Epoch old = this->acquire(this->a(), one).epoch;
  Event last = event(one, 1, this->acquire(this->b(), one, Takeover::always).epoch);
  last.due = 7000;
  last.outbox = "rate";
  Event refused = last;
  refused.epoch = old;
  this->append({refused});
  EXPECT_THAT(due(), IsEmpty());
  EXPECT_THAT(tasks(), IsEmpty());
  EXPECT_THAT(this->append({last}), ElementsAre(ok));
  EXPECT_THAT(due(), ElementsAre(Due{one, 7000}));
  EXPECT_EQ(tasks().size(), 1U);
}

TYPED_TEST(ClaimStoreTest, CountsCrashesOfAllNodes) {
  EXPECT_EQ(this->count_crash(this->a(), two), 1);
  EXPECT_EQ(this->acquire(this->b(), two).crashes, 1);
  EXPECT_EQ(this->release(this->b(), two), ok);  // it has served it well
  EXPECT_EQ(this->acquire(this->a(), two).crashes, 0);
  EXPECT_EQ(this->count_crash(this->a(), two), 1);
  EXPECT_EQ(this->count_crash(this->b(), two), max_table_crashes);
  EXPECT_EQ(this->release(this->a(), two), ok);
  EXPECT_EQ(this->acquire(this->b(), two).crashes, max_table_crashes);  // it stays closed
  EXPECT_EQ(this->acquire(this->b(), one).crashes, 0);
}

TYPED_TEST(ClaimStoreTest, KnowsTheOtherLiveNodes) {
  const auto others = [&](ClaimStore& node) {
    return *this->template answer<Result<std::vector<std::string>>>(
        [&](auto done) { node.live_nodes(done); });
  };
  EXPECT_THAT(others(this->a()), ElementsAre("b"));
  this->place_.silence(this->b(), this->a(), 7000);
  EXPECT_THAT(others(this->a()), IsEmpty());
  EXPECT_THAT(this->renew(this->b()), IsEmpty());
  EXPECT_THAT(others(this->a()), ElementsAre("b"));
  EXPECT_EQ(this->drain(this->a()), ok);
  EXPECT_THAT(others(this->b()), IsEmpty());
}

TEST(LocalClaims, AreItsOwn) {
  LocalClaims claims;
  const auto holder = [&](GameId key) {
    std::string out = "nobody";
    claims.acquire(key, Takeover::if_free, [&](const Result<Claim>& is) { out = is->holder; });
    return out;
  };
  EXPECT_EQ(holder(one), claims.node());
  EXPECT_EQ(holder(two), claims.node());
  claims.release(one, [](WriteResult is) { EXPECT_EQ(is, ok); });
  claims.drain([](WriteResult is) { EXPECT_EQ(is, ok); });
  claims.renew([](const auto& lost) { EXPECT_THAT(*lost, IsEmpty()); });
  claims.count_crash(one, [](const Result<int>& is) { EXPECT_EQ(*is, 0); });
  EXPECT_EQ(holder(one), claims.node());
}

}  // namespace
}  // namespace coset::store
