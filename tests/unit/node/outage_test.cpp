// A store that hangs, can only be read, or is damaged: what a node makes of it.
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

Json with_clock(const std::string& kind, int start) {
  Json out = for_two;
  out["clock"] = {{"kind", kind}, {"start", start}, {"add", 0}};
  return out;
}

bool away(const NodeFixture& fixture) { return fixture.node->counters().store_unavailable; }

// How often the store went or came back while time passed.
int changes(NodeFixture& fixture, Millis span) {
  int out = 0;
  bool was = away(fixture);
  for (Millis passed = 0; passed < span; passed += 50) {
    fixture.wait(50);
    if (std::exchange(was, away(fixture)) != away(fixture)) ++out;
  }
  return out;
}

TEST(Outage, ReadsDoNotEndIt) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  const auto other = fixture.seat_two();
  fixture.events.full = true;
  fixture.move(mover, "draw");
  EXPECT_TRUE(away(fixture));
  EXPECT_EQ(changes(fixture, 20'000), 0);
  fixture.sit(other.table, std::nullopt);  // which is read, and is no sign that rows are taken
  EXPECT_EQ(changes(fixture, 5'000), 0);
  fixture.events.full = false;
  EXPECT_EQ(changes(fixture, 3'000), 1);
  EXPECT_FALSE(away(fixture));
  EXPECT_EQ(fixture.log(table).size(), 2U);
}

TEST(Outage, ReadingALogDoesNotEndIt) {
  NodeFixture fixture;
  fixture.events.full = true;
  fixture.node->lose_store(fixture.clock.now);
  EXPECT_TRUE(away(fixture));
  fixture.open("a", "/ws/t/oak-fox-elk");  // its log is read, with no row pending
  EXPECT_EQ(changes(fixture, 5'000), 0);
  EXPECT_TRUE(away(fixture));
}

TEST(Outage, LastsWhileAnyRowIsRejected) {
  NodeFixture fixture;
  const auto first = fixture.seat_two();
  const auto second = fixture.seat_two();
  fixture.events.full = true;
  fixture.move(first.mover, "draw");
  fixture.events.full = false;
  fixture.move(second.mover, "draw");  // it has room, and the first one still waits
  EXPECT_EQ(fixture.log(second.table).size(), 2U);
  EXPECT_TRUE(away(fixture));
  EXPECT_EQ(changes(fixture, 3'000), 1);
  EXPECT_EQ(fixture.log(first.table).size(), 2U);
}

TEST(Outage, SmallRowOnNearlyFullDiskDoesNotEndIt) {
  NodeFixture fixture;
  const auto first = fixture.seat_two();
  const auto second = fixture.seat_two();
  fixture.events.full = true;
  fixture.move(first.mover, "draw");
  fixture.events.full = false;
  fixture.events.tight = true;
  EXPECT_EQ(changes(fixture, 3'000), 0);
  fixture.move(second.mover, "draw");
  EXPECT_EQ(fixture.log(first.table).size(), 2U);
  EXPECT_EQ(fixture.log(second.table).size(), 2U);
  EXPECT_EQ(changes(fixture, 10'000), 0);
  EXPECT_TRUE(away(fixture));
  fixture.events.tight = false;
  EXPECT_EQ(changes(fixture, 3'000), 1);
  EXPECT_FALSE(away(fixture));
}

TEST(Outage, StartsWhenAWriteTimesOut) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  fixture.events.away = true;
  fixture.move(mover, "draw");
  fixture.wait(3'900);
  EXPECT_FALSE(away(fixture));
  fixture.wait(200);
  EXPECT_TRUE(away(fixture));
  fixture.events.away = false;
  fixture.run();
  EXPECT_FALSE(away(fixture));
}

TEST(Outage, ProbeEndsItWithoutPendingRows) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  fixture.events.full = true;
  fixture.node->lose_store(fixture.clock.now);
  EXPECT_EQ(changes(fixture, 10'000), 0);
  EXPECT_TRUE(away(fixture));
  fixture.events.full = false;
  fixture.wait(1'100);
  EXPECT_FALSE(away(fixture));
}

// A standby that lacks the last rows was promoted: nobody has to move to learn of it.
TEST(Outage, TablesWhoseRowsAreGoneAreSetBack) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  const auto other = fixture.seat_two();
  fixture.move(mover, "draw");
  fixture.move(other.mover, "draw");
  ASSERT_EQ(fixture.log(table).size(), 2U);
  fixture.events.full = true;
  fixture.node->lose_store(fixture.clock.now);
  fixture.wait(1'000);
  fixture.events.stored.truncate(game_of(test_digest, table), 1);
  const int reads = fixture.events.reads;
  const std::size_t frames = fixture.received[other.one].size();
  fixture.wait(1'000);
  EXPECT_EQ(fixture.events.reads, reads);
  fixture.events.full = false;
  fixture.wait(2'500);
  ASSERT_FALSE(away(fixture));
  for (const Socket socket : {one, two}) EXPECT_EQ(fixture.last(socket, "snapshot")["ply"], 1);
  EXPECT_EQ(fixture.received[other.one].size(), frames);  // which has its rows, and is told nothing
  EXPECT_EQ(fixture.events.reads, reads + 3);  // the one that has lost some is read twice
  fixture.wait(10'000);
  EXPECT_EQ(fixture.events.reads, reads + 3);
}

TEST(Outage, SuspendsFlagging) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two(with_clock("turn", 6'000));
  for (const Socket socket : {one, two}) fixture.send(socket, {{"type", "heartbeat"}, {"head", 1}});
  fixture.wait(3'000);
  fixture.events.full = true;
  fixture.node->lose_store(fixture.clock.now);
  fixture.wait(20'000);
  fixture.events.full = false;
  fixture.wait(2'500);
  EXPECT_FALSE(away(fixture));
  EXPECT_EQ(fixture.log(table).size(), 1U);
  fixture.wait(3'000);
  EXPECT_GT(fixture.log(table).size(), 1U);  // now it is their own time
}

TEST(Outage, IsNotChargedToMovesDuringIt) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two(with_clock("fischer", 60'000));
  for (const Socket socket : {one, two}) fixture.send(socket, {{"type", "heartbeat"}, {"head", 1}});
  fixture.wait(2'000);
  fixture.node->lose_store(fixture.clock.now);
  fixture.events.full = true;
  fixture.wait(9'000);
  fixture.send(mover, {{"type", "hint"}, {"level", 1}});  // what is excused is excused once
  fixture.wait(1'000);
  fixture.move(mover, "draw");
  fixture.events.full = false;
  fixture.wait(3'000);
  ASSERT_EQ(fixture.log(table).size(), 2U);
  EXPECT_NE(fixture.log(table)[1].body.find("spent=2000"), std::string::npos)
      << fixture.log(table)[1].body;
}

TEST(Outage, LimitsWaitForTable) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  fixture.kill();
  std::vector<int> told;
  const auto ask = [&] {
    fixture.node->call({"GET", "/api/tables/" + table, "", {}},
                       [&](const Response& said) { told.push_back(said.status); });
    fixture.run();
  };
  fixture.events.away = true;
  ask();
  EXPECT_TRUE(told.empty());
  fixture.wait(5'100);
  EXPECT_EQ(told, std::vector<int>{503});
  fixture.node->lose_store(fixture.clock.now);
  ask();
  EXPECT_EQ(told, (std::vector<int>{503, 503}));
  fixture.events.away = false;
  fixture.wait(2'000);
  ask();
  EXPECT_EQ(told, (std::vector<int>{503, 503, 200}));
}

TEST(Outage, IsReportedToTableCreator) {
  NodeFixture fixture;
  const Socket lobby = fixture.open("a", "/ws");
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(1)}});
  fixture.seeds.away = true;
  fixture.send(lobby, create);
  EXPECT_EQ(fixture.last(lobby, "error")["code"], "store.unavailable");
  EXPECT_EQ(fixture.seeds.puts, 1);  // a retry could leave another orphan seed
  fixture.seeds.away = false;
  fixture.wait(2'000);
  fixture.send(lobby, create);
  EXPECT_EQ(fixture.count(lobby, "pending_table"), 1);
}

TEST(DatabaseDamage, ClosesOnlyTheDamagedTable) {
  NodeFixture fixture;
  const auto first = fixture.seat_two();
  const auto second = fixture.seat_two();
  fixture.events.damaged.insert(game_of(test_digest, first.table));
  fixture.move(first.mover, "draw");
  EXPECT_NE(fixture.last(first.one, "error")["message"].get<std::string>().find("damaged"),
            std::string::npos);
  EXPECT_EQ(fixture.closes[first.one], Close::normal);
  EXPECT_EQ(fixture.close_reasons[first.one], "store.damaged");
  EXPECT_EQ(changes(fixture, 3'000), 0);
  EXPECT_FALSE(away(fixture));
  fixture.move(second.mover, "draw");
  EXPECT_EQ(fixture.count(second.one, "event"), 1);
  std::string said;
  fixture.node->call({"GET", "/api/tables/" + first.table, "", {}},
                     [&](const Response& is) { said = std::to_string(is.status) + is.body; });
  fixture.run();
  EXPECT_EQ(said.substr(0, 3), "503");
  EXPECT_NE(said.find("damaged"), std::string::npos);
  const Socket again = fixture.sit(first.table, 0);
  EXPECT_EQ(fixture.close_reasons[again], "store.damaged");
}

TEST(DatabaseDamage, DoesNotBlockRestore) {
  NodeFixture fixture;
  const auto invite = [&](const std::string& who) {
    const Socket lobby = fixture.open(who, "/ws");
    Json create = for_two;
    create.update({{"type", "create"}, {"token", NodeFixture::token(1)}});
    fixture.send(lobby, create);
    return fixture.count(lobby, "pending_table") == 1
               ? fixture.last(lobby, "pending_table")["table"].get<std::string>()
               : std::string();
  };
  const std::string first = invite("a"), second = invite("b");
  ASSERT_NE(second, "");
  fixture.events.damaged.insert(game_of(test_digest, first));
  fixture.kill();
  fixture.wait(2'000);
  EXPECT_NE(invite("c"), "");
  EXPECT_EQ(fixture.players.pending.size(), 3U);  // the damaged one stays where it is
}

}  // namespace
}  // namespace coset::node
