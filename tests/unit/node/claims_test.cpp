// Two nodes over one store: who hosts a table, and who judges.
#include <gtest/gtest.h>

#include "server/node/redirector.hpp"
#include "server/node/request_path.hpp"
#include "unit/node/cluster_fixture.hpp"

namespace coset::node {
namespace {

constexpr Millis absence_grace = 120'000;
constexpr Millis one_day = 86'400'000;

GameId id_of(const std::string& table) { return game_of(test_digest, table); }

// A third node, of which the others know only what the database says.
struct Rival {
  explicit Rival(ClusterFixture& cluster) : claims(cluster.claim_table, "c") { renew(); }
  void renew() {
    claims.renew([](const auto&) {});
  }
  void take(const std::string& table) {
    claims.acquire(id_of(table), store::Takeover::always,
                   [](const auto& claim) { EXPECT_EQ(claim->holder, "c"); });
  }
  store::MemoryClaims claims;
};

TEST(Claims, SecondNodeRedirectsWithoutReading) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  EXPECT_FALSE(cluster.last(one, "welcome").is_null());
  const Socket two = cluster.sit(cluster.b, table, 1);
  EXPECT_EQ(cluster.redirected(two), "a");
  EXPECT_EQ(cluster.b.events.reads, 0);
  EXPECT_EQ(cluster.loaded(cluster.b), 0U);
  EXPECT_EQ(cluster.b.node->counters().redirects, 1U);
  const Socket again = cluster.sit(cluster.a, table, 1, "?node=a");
  EXPECT_FALSE(cluster.last(again, "welcome").is_null());
  EXPECT_EQ(cluster.holder(table), "a");
  EXPECT_EQ(cluster.a.claims.count("take"), 0);
}

TEST(Claims, ClientThatComesBackIsServed) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  const Socket two = cluster.sit(cluster.b, table, 1, "?node=a");
  EXPECT_FALSE(cluster.last(two, "welcome").is_null());
  EXPECT_EQ(cluster.holder(table), "b");
  EXPECT_EQ(cluster.b.node->counters().claims_taken_over, 1U);
  EXPECT_EQ(cluster.redirected(one), "");
  cluster.wait(2'000);
  EXPECT_EQ(cluster.redirected(one), "b");
  EXPECT_EQ(cluster.loaded(cluster.a), 0U);
  EXPECT_EQ(cluster.a.node->counters().claims_lost, 1U);
  const Socket back = cluster.sit(cluster.b, table, 0, "?node=b");
  cluster.move(cluster.b, back, "draw");
  EXPECT_EQ(cluster.head_of(two), cluster.head_of(back));
  EXPECT_EQ(cluster.rows(table, "move"), 1);
}

// Any client can ask for it, so a table does not go to and fro.
TEST(Claims, AreNotTakenOverAgainAndAgain) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.sit(cluster.b, table, 0);
  cluster.sit(cluster.a, table, {}, "?node=b");
  cluster.wait(2'000);
  cluster.sit(cluster.b, table, {}, "?node=a");
  EXPECT_EQ(cluster.holder(table), "b");
  cluster.wait(3'000);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(cluster.redirected(cluster.sit(cluster.a, table, {}, "?node=b")), "b");
  cluster.wait(7'000);
  EXPECT_EQ(cluster.redirected(cluster.sit(cluster.a, table, {}, "?node=b")), "");
  EXPECT_EQ(cluster.holder(table), "a");
}

TEST(Claims, ClaimIsAcquiredBeforeTheLogIsRead) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.a.claims.calls.clear();
  const Socket one = cluster.sit(cluster.a, table, 0);
  ASSERT_GE(cluster.a.claims.calls.size(), 2U);
  EXPECT_EQ(cluster.a.claims.calls[0], "acquire");
  EXPECT_EQ(cluster.a.claims.calls[1], "read");
  // Also by a host that is reading when it learns that it must acquire again.
  Rival rival(cluster);
  rival.take(table);
  rival.claims.release(id_of(table), [](WriteResult) {});
  cluster.a.claims.calls.clear();
  cluster.wait(2'000);
  EXPECT_EQ(cluster.redirected(one), "");
  EXPECT_FALSE(cluster.closes.contains(one));
  const std::vector<std::string> expected{"renew", "acquire", "read"};
  EXPECT_EQ(cluster.a.claims.calls, expected);
  EXPECT_EQ(cluster.holder(table), "a");
}

TEST(Claims, SilentNodeIsReplaced) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.sit(cluster.a, table, 0);
  cluster.a.frozen = true;
  cluster.wait(5'000);
  EXPECT_EQ(cluster.redirected(cluster.sit(cluster.b, table, 1)), "a");
  cluster.wait(2'000);
  EXPECT_FALSE(cluster.last(cluster.sit(cluster.b, table, 1), "welcome").is_null());
}

TEST(Claims, DrainingNodeIsReplaced) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.sit(cluster.a, table, 0);
  cluster.a.node->drain(cluster.clock.now + 4'000);
  EXPECT_EQ(cluster.a.claims.count("drain"), 1);
  EXPECT_FALSE(cluster.last(cluster.sit(cluster.b, table, 1), "welcome").is_null());
}

TEST(Claims, UnloadedTableIsFree) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  EXPECT_EQ(cluster.holder(table), "a");
  cluster.a.node->on_close(one);
  cluster.wait(61'000);
  EXPECT_EQ(cluster.loaded(cluster.a), 0U);
  EXPECT_EQ(cluster.holder(table), "");
}

// A host that has lost its claim and does not know it: it may move, but not judge.
struct Unknowing {
  ClusterFixture cluster;
  std::string table = cluster.create_game();
  Socket one = cluster.sit(cluster.a, table, 0);
  Socket two = cluster.sit(cluster.a, table, 1);
  Rival rival{cluster};
  Unknowing() {
    cluster.a.claims.renewals_fail = true;
    rival.take(table);
  }
  void wait(Millis span) {  // the rival lives
    for (Millis waited = 0; waited < span; waited += 2'000) {
      cluster.wait(2'000);
      rival.renew();
    }
  }
};

TEST(Judgement, NeedsTheClaim) {
  Unknowing at;
  at.cluster.a.node->on_close(at.one);
  at.wait(absence_grace + 10'000);
  EXPECT_EQ(at.cluster.rows(at.table, "keep"), 0);
  int proposed = 0;
  for (const store::Event& each : at.cluster.a.events.sent) {
    EXPECT_EQ(each.epoch.has_value(), each.body.starts_with("keep ")) << each.body;
    proposed += each.epoch ? 1 : 0;
  }
  EXPECT_EQ(proposed, 1);  // then it asks who has the claim
  EXPECT_EQ(at.cluster.redirected(at.two), "c");
  EXPECT_EQ(at.cluster.loaded(at.cluster.a), 0U);
}

TEST(Judgement, IsMadeByTheHolder) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  const Socket two = cluster.sit(cluster.a, table, 1);
  cluster.a.node->on_close(one);
  cluster.wait(absence_grace + 2'000);
  EXPECT_EQ(cluster.rows(table, "keep"), 1);
  EXPECT_FALSE(cluster.closes.contains(two));
}

// A refused one is proposed again if the claim is still, or again, this node's.
TEST(Judgement, IsProposedAgainWithANewEpoch) {
  Unknowing at;
  at.rival.claims.release(id_of(at.table), [](WriteResult) {});
  at.cluster.a.node->on_close(at.one);
  at.wait(absence_grace + 10'000);
  EXPECT_EQ(at.cluster.rows(at.table, "keep"), 1);
  EXPECT_FALSE(at.cluster.closes.contains(at.two));
}

TEST(Judgement, IsNotAMoveOrAResignation) {
  Unknowing at;
  at.cluster.move(at.cluster.a, at.one, "draw");
  EXPECT_EQ(at.cluster.rows(at.table, "move"), 1);
  at.cluster.resign(at.cluster.a, at.two);
  EXPECT_EQ(at.cluster.rows(at.table, "forfeit"), 1);
  for (const store::Event& each : at.cluster.a.events.sent) EXPECT_FALSE(each.epoch) << each.body;
}

// A new host knows no presence: nobody is absent for it before the whole grace period.
TEST(Judgement, OfANewHostTakesTheWholeGracePeriod) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  cluster.sit(cluster.a, table, 1);
  cluster.a.node->on_close(one);
  cluster.wait(absence_grace - 5'000);
  cluster.sit(cluster.b, table, 1, "?node=a");
  cluster.wait(absence_grace - 5'000);
  EXPECT_EQ(cluster.rows(table, "keep"), 0);
  cluster.wait(10'000);
  EXPECT_EQ(cluster.rows(table, "keep"), 1);
}

TEST(Loss, PendingRowEndsFirst) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  const Socket two = cluster.sit(cluster.a, table, 1);
  const std::uint32_t before = cluster.head_of(one);
  cluster.a.events.held_back = true;
  cluster.move(cluster.a, one, "draw");
  Rival rival(cluster);
  rival.take(table);
  cluster.wait(2'000);
  EXPECT_EQ(cluster.loaded(cluster.a), 1U);
  EXPECT_EQ(cluster.redirected(one), "");
  cluster.move(cluster.a, one, "draw");  // not proposed any more
  cluster.a.events.answer();
  cluster.run();
  EXPECT_EQ(cluster.head_of(two), before + 1);
  EXPECT_EQ(cluster.redirected(one), "c");
  EXPECT_EQ(cluster.redirected(two), "c");
  EXPECT_EQ(cluster.loaded(cluster.a), 0U);
  EXPECT_EQ(cluster.rows(table, "move"), 1);
}

TEST(Loss, LoserProposesNothingMore) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  const Socket two = cluster.sit(cluster.a, table, 1);
  cluster.a.events.held_back = true;
  cluster.move(cluster.a, one, "draw");
  cluster.resign(cluster.a, two);  // waits behind the move
  Rival rival(cluster);
  rival.take(table);
  cluster.wait(2'000);
  cluster.a.events.answer();
  cluster.run();
  EXPECT_EQ(cluster.rows(table, "move"), 1);
  EXPECT_EQ(cluster.rows(table, "forfeit"), 0);
}

TEST(Loss, TakenBackWhileARowIsPending) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  cluster.sit(cluster.a, table, 1);
  cluster.a.events.held_back = true;
  cluster.move(cluster.a, one, "draw");
  Rival rival(cluster);
  rival.take(table);
  cluster.wait(2'000);
  const Socket back = cluster.sit(cluster.a, table, 1, "?node=c");
  cluster.a.events.answer();
  cluster.run();
  EXPECT_EQ(cluster.holder(table), "a");
  EXPECT_FALSE(cluster.last(back, "welcome").is_null());
  EXPECT_FALSE(cluster.closes.contains(one));
  cluster.resign(cluster.a, back);
  EXPECT_EQ(cluster.rows(table, "forfeit"), 1);
}

// Players first, and 200 a second.
TEST(Loss, SocketsGoInTurn) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  std::vector<Socket> watchers;
  for (int i = 0; i < 50; ++i) watchers.push_back(cluster.sit(cluster.a, table, {}));
  const Socket one = cluster.sit(cluster.a, table, 0);
  const Socket two = cluster.sit(cluster.a, table, 1);
  Rival rival(cluster);
  rival.take(table);
  const auto gone = [&] {
    int out = 0;
    for (const Socket each : watchers) out += cluster.redirected(each) == "c" ? 1 : 0;
    return out;
  };
  while (cluster.redirected(one).empty()) cluster.wait(10);
  EXPECT_EQ(cluster.redirected(two), "c");
  EXPECT_EQ(gone(), 18);
  // Meanwhile they are not heard, so nothing is loaded for them.
  const auto stays =
      std::ranges::find_if(watchers, [&](Socket each) { return !cluster.closes.contains(each); });
  const int reads = cluster.a.events.reads;
  cluster.send(cluster.a, *stays, {{"type", "heartbeat"}, {"head", 1}});
  EXPECT_EQ(cluster.loaded(cluster.a), 0U);
  EXPECT_EQ(cluster.a.events.reads, reads);
  cluster.wait(100);
  EXPECT_EQ(gone(), 38);
  cluster.wait(100);
  EXPECT_EQ(gone(), 50);
  EXPECT_EQ(cluster.a.node->counters().redirects, 52U);
}

// The row is committed after the new host has read the log, and who sent it does not come back.
TEST(Loss, LateRowOfTheLoserIsRead) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  cluster.a.events.held_back = true;
  cluster.move(cluster.a, one, "draw");
  const Socket two = cluster.sit(cluster.b, table, 1, "?node=a");
  const std::uint32_t before = cluster.head_of(two);
  const int reads = cluster.b.events.reads;
  cluster.send(cluster.b, two, {{"type", "heartbeat"}, {"head", before + 1}});  // read for this
  cluster.wait(1'500);
  EXPECT_GT(cluster.b.events.reads, reads);
  EXPECT_EQ(cluster.head_of(two), before);
  cluster.a.events.answer();
  cluster.run();
  ASSERT_EQ(cluster.rows(table, "move"), 1);
  cluster.wait(2'000);
  EXPECT_EQ(cluster.head_of(two), before + 1);
  const int after = cluster.b.events.reads;
  cluster.wait(10'000);
  EXPECT_EQ(cluster.b.events.reads, after);
}

// A game that is over, whose node has died before it archived it.
struct Unarchived {
  ClusterFixture cluster;
  std::string table = cluster.create_game();
  Unarchived() {
    cluster.a.events.archives = false;
    cluster.sit(cluster.a, table, 0);
    cluster.resign(cluster.a, cluster.sit(cluster.a, table, 1));
    cluster.a.node.reset();
    cluster.wait(7'000);
    EXPECT_EQ(cluster.rows(table, "forfeit"), 1);
    EXPECT_FALSE(cluster.archived(table));
  }
};

TEST(FinishedGame, IsArchivedWhenItIsLoaded) {
  Unarchived at;
  const auto log = at.cluster.log(at.table);
  at.cluster.sit(at.cluster.b, at.table, 0);
  EXPECT_TRUE(at.cluster.archived(at.table));
  EXPECT_EQ(at.cluster.log(at.table), log);
}

TEST(FinishedGame, IsArchivedWhenItIsRead) {
  Unarchived at;
  const auto log = at.cluster.log(at.table);
  int status = 0;
  at.cluster.b.node->call({"GET", "/api/tables/" + at.table, "", ClusterFixture::guest("p0")},
                          [&](const Response& is) { status = is.status; });
  at.cluster.run();
  EXPECT_EQ(status, 200);
  EXPECT_EQ(at.cluster.loaded(at.cluster.b), 0U);
  EXPECT_TRUE(at.cluster.archived(at.table));
  EXPECT_EQ(at.cluster.log(at.table), log);
}

TEST(FinishedGame, IsNotArchivedByAReaderBeforeItsEnd) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.sit(cluster.a, table, 0);
  cluster.b.node->call({"GET", "/api/tables/" + table, "", ClusterFixture::guest("p0")},
                       [](const Response& is) { EXPECT_EQ(is.status, 200); });
  cluster.run();
  EXPECT_FALSE(cluster.archived(table));
}

TEST(Claims, OutageIsRetriedBeforeAnythingIsRead) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.a.claims.away = true;
  const Socket one = cluster.sit(cluster.a, table, 0);
  cluster.wait(3'000);
  EXPECT_EQ(cluster.a.events.reads, 0);
  cluster.a.claims.away = false;
  cluster.wait(2'000);
  EXPECT_FALSE(cluster.last(one, "welcome").is_null());
  EXPECT_EQ(cluster.holder(table), "a");
}

TEST(Claims, RenewalsThatFailChangeNothing) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  cluster.a.claims.renewals_fail = true;
  cluster.wait(20'000);
  EXPECT_FALSE(cluster.closes.contains(one));
  EXPECT_EQ(*cluster.a.node->counters().renewal_age, 20'000U);
  cluster.move(cluster.a, one, "draw");
  EXPECT_EQ(cluster.rows(table, "move"), 1);
}

TEST(Claims, FirstRenewalComesFirst) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.a.claims.calls.clear();
  cluster.a.claims.held_back = true;
  cluster.start(cluster.a);
  cluster.sit(cluster.a, table, 0);
  EXPECT_EQ(cluster.a.claims.count("acquire"), 0);
  cluster.a.claims.answer();
  cluster.run();
  EXPECT_EQ(cluster.a.claims.calls[0], "renew");
  EXPECT_EQ(cluster.holder(table), "a");
}

// The answer comes when nobody needs the claim any more.
TEST(Claims, UnwantedClaimIsReleased) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.a.claims.held_back = true;
  const Socket one = cluster.sit(cluster.a, table, 0);
  cluster.players.actions = {{id_of(table), store::OperatorAction::close}};
  cluster.wait(11'000);
  EXPECT_EQ(cluster.closes[one], Close::normal);
  cluster.a.claims.answer();
  cluster.run();
  EXPECT_EQ(cluster.holder(table), "");
}

TEST(Claims, RenewalEveryTwoSeconds) {
  ClusterFixture cluster;
  cluster.wait(10);
  const int before = cluster.a.claims.count("renew");
  cluster.wait(20'000);
  EXPECT_EQ(cluster.a.claims.count("renew"), before + 10);
}

// A process without a name has every claim, and asks nobody.
TEST(Claims, ProcessWithoutANameAsksNobody) {
  ClusterFixture cluster({}, "");
  cluster.b.node.reset();
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0, "?node=b");
  const Socket two = cluster.sit(cluster.a, table, 1);
  cluster.a.node->on_close(one);
  cluster.wait(absence_grace + 2'000);
  EXPECT_EQ(cluster.rows(table, "keep"), 1);
  for (const store::Event& each : cluster.a.events.sent) EXPECT_FALSE(each.epoch) << each.body;
  cluster.a.node->on_close(two);
  cluster.wait(300'000);
  std::erase(cluster.a.claims.calls, "read");
  EXPECT_TRUE(cluster.a.claims.calls.empty());
  EXPECT_FALSE(cluster.a.node->counters().renewal_age);
}

TEST(CrashCount, ClosesTheTableEverywhere) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  Config config;
  config.crashed_table = id_of(table);
  cluster.start(cluster.a, config);
  cluster.run();
  const Socket one = cluster.sit(cluster.b, table, 0);
  EXPECT_FALSE(cluster.last(one, "welcome").is_null());
  cluster.b.node.reset();
  cluster.start(cluster.b, config);
  cluster.run();
  for (ClusterFixture::Machine* each : {&cluster.a, &cluster.b}) {
    const Socket late = cluster.sit(*each, table, 0);
    EXPECT_EQ(cluster.last(late, "error")["code"], "table.quarantined");
    EXPECT_EQ(cluster.closes[late], Close::normal);
  }
}

TEST(CrashCount, IsForgottenByATableThatIsServedWell) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  Config config;
  config.crashed_table = id_of(table);
  cluster.start(cluster.a, config);
  cluster.run();
  cluster.a.node->on_close(cluster.sit(cluster.a, table, 0));
  cluster.wait(61'000);
  cluster.start(cluster.a, config);
  cluster.run();
  EXPECT_FALSE(cluster.last(cluster.sit(cluster.a, table, 0), "welcome").is_null());
}

TEST(DueGame, IsLoadedByWhoGetsTheClaim) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game({protocol::ClockKind::correspondence, one_day, 0});
  const Socket one = cluster.sit(cluster.b, table, 0);
  cluster.move(cluster.b, one, "draw");
  cluster.b.node->on_close(one);
  cluster.wait(one_day + 60'000);
  EXPECT_EQ(cluster.rows(table, "keep") + cluster.rows(table, "forfeit"), 1);
  EXPECT_EQ(cluster.a.node->counters().redirects + cluster.b.node->counters().redirects, 0U);
  EXPECT_LE(cluster.loaded(cluster.a) + cluster.loaded(cluster.b), 1U);
}

TEST(OperatorAction, IsAcknowledgedByTheHolder) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  cluster.a.frozen = true;  // it looks later
  cluster.wait(1'000);
  cluster.players.actions = {{id_of(table), store::OperatorAction::reread}};
  cluster.clock.now += 4'000;
  cluster.start(cluster.b);  // it looks now
  cluster.run();
  EXPECT_EQ(cluster.players.actions.size(), 1U);
  cluster.a.frozen = false;
  cluster.wait(11'000);
  EXPECT_TRUE(cluster.players.actions.empty());
  EXPECT_EQ(cluster.closes[one], Close::going_away);
  const Socket again = cluster.sit(cluster.a, table, 0);
  cluster.wait(11'000);
  EXPECT_FALSE(cluster.closes.contains(again));
}

TEST(OperatorAction, OfATableThatNobodyHasIsAcknowledgedByAny) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.players.actions = {{id_of(table), store::OperatorAction::reread}};
  cluster.wait(11'000);
  EXPECT_TRUE(cluster.players.actions.empty());
  EXPECT_EQ(cluster.holder(table), "");
}

// A host that has lost its claim unknowingly would reload the wrong table.
TEST(OperatorAction, IsNotObeyedByALoser) {
  Unknowing at;
  at.cluster.b.node.reset();
  at.cluster.players.actions = {{id_of(at.table), store::OperatorAction::reread}};
  at.wait(12'000);
  EXPECT_EQ(at.cluster.players.actions.size(), 1U);
  EXPECT_EQ(at.cluster.redirected(at.one), "c");
}

TEST(OperatorAction, WaitsForTheStore) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  const Socket one = cluster.sit(cluster.a, table, 0);
  cluster.b.node.reset();
  cluster.a.claims.away = true;
  cluster.players.actions = {{id_of(table), store::OperatorAction::reread}};
  cluster.wait(11'000);
  EXPECT_EQ(cluster.players.actions.size(), 1U);
  EXPECT_FALSE(cluster.closes.contains(one));
  cluster.a.claims.away = false;
  cluster.wait(2'000);
  EXPECT_EQ(cluster.holder(table), "a");
  cluster.wait(9'000);
  EXPECT_TRUE(cluster.players.actions.empty());
  EXPECT_EQ(cluster.closes[one], Close::going_away);
}

TEST(GuestDeletion, ReloadsTheTableAtItsNode) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.sit(cluster.b, table, 0);
  const Socket two = cluster.sit(cluster.b, table, 1);
  cluster.resign(cluster.b, two);
  cluster.players.stored[protocol::hex(test_digest("coset-who\np1"))] = {{id_of(table), 1}};
  int status = 0;
  cluster.a.node->call({"DELETE", "/api/me", "", ClusterFixture::guest("p1")},
                       [&](const Response& is) { status = is.status; });
  cluster.run();
  EXPECT_EQ(status, 204);
  EXPECT_FALSE(cluster.closes.contains(two));
  cluster.wait(11'000);
  EXPECT_EQ(cluster.closes[two], Close::going_away);
  const Socket watcher = cluster.sit(cluster.b, table, {});
  EXPECT_EQ(cluster.last(watcher, "welcome")["seats"][1]["name"], "someone");
}

struct NewerGame {
  ClusterFixture cluster;
  std::string table = "table-9";
  explicit NewerGame(const std::string& end = R"("spec":"al-jabar rules=99"})") {
    cluster.stored.create(
        {id_of(table),
         R"({"table":"table-9","seats":[{"bot":"random"},{"bot":"random"}],)" + end,
         {},
         0,
         {}},
        [](WriteResult) {});
  }
};

TEST(NewerRules, AreLeftToAnotherNode) {
  NewerGame at;
  const Socket one = at.cluster.sit(at.cluster.a, at.table, 0);
  EXPECT_EQ(at.cluster.redirected(one), "b");
  EXPECT_EQ(at.cluster.holder(at.table), "");
  const Socket there = at.cluster.sit(at.cluster.b, at.table, 0, "?node=b");
  EXPECT_EQ(at.cluster.redirected(there), "a");  // which may run a newer program by now
  EXPECT_TRUE(at.cluster.last(there, "error").is_null());
  EXPECT_EQ(at.cluster.holder(at.table), "");
}

TEST(NewerRules, AreUnavailableIfNoOtherNodeLives) {
  NewerGame at;
  at.cluster.b.node.reset();
  at.cluster.wait(7'000);
  const Socket one = at.cluster.sit(at.cluster.a, at.table, 0, "?node=a");
  EXPECT_EQ(at.cluster.redirected(one), "");
  EXPECT_EQ(at.cluster.last(one, "error")["code"], "table.unavailable");
}

TEST(NewerRules, AreKnownByTheirForm) {
  for (const char* end :
       {R"("spec":"al-jabar","form":3})", R"("spec":"al-jabar","form":3,"clock":"new"})"}) {
    NewerGame at(end);
    const Socket one = at.cluster.sit(at.cluster.b, at.table, 0, "?node=b");
    EXPECT_EQ(at.cluster.redirected(one), "a") << end;
  }
}

// Nobody can read it: one other node is tried.
TEST(NewerRules, AreNotThoseOfADamagedSetup) {
  NewerGame at(R"("spec":"al-jabar","clock":"new"})");
  EXPECT_EQ(at.cluster.redirected(at.cluster.sit(at.cluster.a, at.table, 0)), "b");
  const Socket there = at.cluster.sit(at.cluster.b, at.table, 0, "?node=b");
  EXPECT_EQ(at.cluster.redirected(there), "");
  EXPECT_EQ(at.cluster.last(there, "error")["code"], "table.corrupt");
}

TEST(NewerRules, AreNotTakenFromWhoKnowsThem) {
  NewerGame at;
  Rival rival(at.cluster);
  rival.take(at.table);
  const Socket one = at.cluster.sit(at.cluster.a, at.table, 0, "?node=c");
  EXPECT_EQ(at.cluster.redirected(one), "c");
  EXPECT_TRUE(at.cluster.last(one, "error").is_null());
  EXPECT_EQ(at.cluster.holder(at.table), "c");
}

TEST(RequestPath, NamesNode) {
  EXPECT_TRUE(names_node("/ws?node=a"));
  EXPECT_TRUE(names_node("/ws/t/x?y=1&node="));
  EXPECT_FALSE(names_node("/ws/t/node=a"));
  EXPECT_FALSE(names_node("/ws?mynode=a"));
  EXPECT_FALSE(names_node("/ws"));
}

}  // namespace
}  // namespace coset::node
