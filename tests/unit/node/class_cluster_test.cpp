// A class among two nodes: it is at one, the other sends its clients there.
#include <gtest/gtest.h>

#include "classroom/classroom.hpp"
#include "server/node/classes.hpp"
#include "unit/node/class_fixture.hpp"
#include "unit/node/cluster_fixture.hpp"

namespace coset::node {
namespace {

struct ClassCluster : ClusterFixture {
  std::string code = "K7P2QX";
  ClassCluster() {
    const auto row = classroom::opening_row(test_digest, code, classroom::Language::en, secret(),
                                            protocol::Token{}, clock.now);
    classes.stored.create(store::ClassId{5}, {1, row.id, row.at, row.body, code},
                          [](WriteResult) {});
  }
  static protocol::Token secret() {
    protocol::Token out;
    out.bytes[15] = 10;
    return out;
  }
  Socket come(Machine& at, const std::string& token, const std::string& role,
              const std::string& query = "") {
    const Socket socket = open(at, "guest of " + token, "/ws/c/" + code + query);
    send(at, socket,
         {{"type", "hello"}, {"proto", 1}, {"class", code}, {"token", token}, {"role", role}});
    return socket;
  }
  Json last_of(Socket socket, const std::string& type) {
    for (auto each = received[socket].rbegin(); each != received[socket].rend(); ++each)
      if ((*each)["type"] == type) return *each;
    return {};
  }
  std::size_t rows() {
    std::size_t out = 0;
    classes.stored.read(store::ClassId{5}, {}, [&](const auto& log) { out = log->events.size(); });
    return out;
  }
  void join(Machine& at, Socket socket, const std::string& id = "00000000000000a1") {
    send(at, socket,
         {{"type", "join"}, {"id", id}, {"alias", last_of(socket, "welcome")["offers"][0]}});
  }
};

TEST(ClassCluster, OtherNodeSendsItsClientsThere) {
  ClassCluster at;
  const Socket one = at.come(at.a, ClassFixture::token_of(1), "pupil");
  EXPECT_FALSE(at.last_of(one, "welcome").is_null());
  const Socket two = at.come(at.b, ClassFixture::token_of(2), "pupil");
  EXPECT_EQ(at.last_of(two, "redirect")["node"], "a");
  EXPECT_TRUE(at.closes.contains(two));
  EXPECT_EQ(at.b.node->counters().classes_loaded, 0U);
}

TEST(ClassCluster, IsTakenOverWhenTheRouterCannotReachItsNode) {
  ClassCluster at;
  const Socket one = at.come(at.a, ClassFixture::token_of(1), "pupil");
  at.join(at.a, one);
  EXPECT_EQ(at.rows(), 2U);
  const Socket again = at.come(at.b, ClassFixture::token_of(1), "pupil", "?node=a");
  at.wait(3000);
  EXPECT_EQ(at.last_of(again, "welcome")["you"], 1);
  // The node that lost it sends its clients on.
  at.wait(5000);
  EXPECT_EQ(at.last_of(one, "redirect")["node"], "b");
}

// The tables that are being made are for the pupils before.
TEST(ClassCluster, RoundIsMadeAgainForAClassThatChangedElsewhere) {
  for (const bool early : {false, true}) {
    ClassCluster at;
    const Socket teacher = at.come(at.a, protocol::hex(ClassCluster::secret().bytes), "teacher");
    const Socket one = at.come(at.a, ClassFixture::token_of(1), "pupil");
    at.join(at.a, one);
    (early ? at.classes.hold_games : at.seeds.slow) = true;
    at.send(at.a, teacher,
            {{"type", "pair"}, {"id", "00000000000000b1"}, {"spec", pair_spec}, {"odd", "bot"}});
    const Socket two = at.come(at.b, ClassFixture::token_of(2), "pupil", "?node=a");
    at.wait(3000);
    at.join(at.b, two, "00000000000000a2");
    EXPECT_EQ(at.rows(), 3U);
    at.come(at.a, ClassFixture::token_of(2), "pupil", "?node=b");
    at.wait(3000);
    EXPECT_EQ(at.last_of(teacher, "wall")["pupils"], 2);
    if (early) (*at.classes.held)();
    at.seeds.answer();
    at.wait(100);
    EXPECT_EQ(at.last_of(teacher, "done")["id"], "00000000000000b1");
    Json paired;
    at.classes.stored.read(store::ClassId{5}, {},
                           [&](const auto& log) { paired = Json::parse(log->events.back().body); });
    ASSERT_EQ(paired["tables"].size(), 1U) << paired;
    // Whom the class names at the table may sit there.
    const std::string name = paired["tables"][0]["name"];
    std::size_t allowed = 0;
    for (const auto& [game, body] : at.players.pending)
      if (const Json row = Json::parse(body); row["table"] == name) allowed = row["allowed"].size();
    EXPECT_EQ(allowed, 2U);
  }
}

// Nothing else wakes the node that lost it.
TEST(ClassCluster, ClientsGoOnOnceTheTablesInProgressAreWritten) {
  ClassCluster at;
  const Socket teacher = at.come(at.a, protocol::hex(ClassCluster::secret().bytes), "teacher");
  const Socket one = at.come(at.a, ClassFixture::token_of(1), "pupil");
  at.join(at.a, one);
  at.seeds.slow = true;
  at.send(at.a, teacher,
          {{"type", "pair"}, {"id", "00000000000000b1"}, {"spec", pair_spec}, {"odd", "bot"}});
  at.come(at.b, ClassFixture::token_of(2), "pupil", "?node=a");
  at.wait(8000);
  EXPECT_TRUE(at.last_of(teacher, "redirect").is_null());
  at.seeds.answer();
  at.wait(1000);
  EXPECT_EQ(at.last_of(teacher, "redirect")["node"], "b");
}

TEST(ClassCluster, DeadNodesClassIsServedByAnother) {
  ClassCluster at;
  const Socket one = at.come(at.a, ClassFixture::token_of(1), "pupil");
  at.join(at.a, one);
  at.a.node.reset();
  at.wait(store::claim_timeout.count() + 1000);
  const Socket again = at.come(at.b, ClassFixture::token_of(1), "pupil");
  at.wait(100);
  EXPECT_EQ(at.last_of(again, "welcome")["you"], 1);
}

// It waits for its turn to be read while its claim is lost, and the next one is not had at once.
TEST(ClassCluster, IsReadAfterItsClaimWasLostWhileItWaited) {
  ClassCluster at;
  const std::string codes[] = {at.code, "AAAAAA", "BBBBBB"};
  for (const std::uint64_t id : {6U, 7U}) {
    const auto row =
        classroom::opening_row(test_digest, codes[id - 5], classroom::Language::en,
                               ClassCluster::secret(), protocol::Token{}, at.clock.now);
    at.classes.stored.create(store::ClassId{id}, {1, row.id, row.at, row.body, codes[id - 5]},
                             [](WriteResult) {});
  }
  at.classes.slow = true;
  Socket last = 0;
  for (const std::string& code : codes) {
    at.code = code;
    last = at.come(at.a, ClassFixture::token_of(1), "pupil");
  }
  at.wait(100);
  ASSERT_EQ(at.classes.late.size(), max_loading_classes);
  at.b.claims.acquire(store::ClassId{7}, store::Takeover::always, [](const auto&) {});
  at.b.claims.release(store::ClassId{7}, [](WriteResult) {});
  at.a.claims.acquires_fail = true;
  at.wait(store::renew_interval.count() + 1000);
  EXPECT_EQ(at.a.node->counters().claims_lost, 1U);
  at.a.claims.acquires_fail = false;
  at.wait(2000);
  at.classes.answer();
  at.wait(1000);
  EXPECT_EQ(at.last_of(last, "welcome")["class"], "BBBBBB");
}

// Each node's own crash history would let each of them crash twice.
TEST(ClassCluster, ThatCrashedNodesTwiceIsClosedAtAllOfThem) {
  ClassCluster at;
  at.b.claims.count_crash(store::ClassId{5}, [](const auto&) {});
  const Socket one = at.come(at.a, ClassFixture::token_of(1), "pupil");
  EXPECT_FALSE(at.last_of(one, "welcome").is_null());
  at.b.claims.count_crash(store::ClassId{5}, [](const auto&) {});
  for (ClusterFixture::Machine* each : {&at.b, &at.a}) {
    const Socket two = at.come(*each, ClassFixture::token_of(2), "pupil", "?node=c");
    at.wait(3000);
    EXPECT_EQ(at.last_of(two, "error")["code"], "class.unavailable");
    EXPECT_TRUE(at.closes.contains(two));
  }
}

TEST(ClassCluster, ForgottenElsewhereIsNoticed) {
  ClassCluster at;
  const Socket one = at.come(at.a, ClassFixture::token_of(1), "pupil");
  Request request{"DELETE", "/api/classes/" + at.code, "", ClusterFixture::guest("t")};
  request.authorization = "Bearer " + protocol::hex(ClassCluster::secret().bytes);
  int status = 0;
  at.b.node->call(request, [&](const Response& is) { status = is.status; });
  at.run();
  EXPECT_EQ(status, 204);
  at.wait(11'000);
  EXPECT_FALSE(at.last_of(one, "closed").is_null());
  EXPECT_TRUE(at.closes.contains(one));
}

}  // namespace
}  // namespace coset::node
