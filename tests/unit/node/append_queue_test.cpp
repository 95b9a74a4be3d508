// When rows are sent to the store, and when a client hears that its move takes long.
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

Config paced(Millis interval) {
  Config out;
  out.commit_interval = interval;
  return out;
}

// The tables of a test; p0 and p1 are at all of them.
struct Tables {
  explicit Tables(NodeFixture& fixture, int count) {
    for (int i = 0; i < count; ++i) {
      list.push_back(fixture.seat_two());
      fixture.wait(100);
    }
  }
  std::vector<NodeFixture::Two> list;
};

std::uint64_t batches(const NodeFixture& fixture) { return fixture.node->counters().log_batches; }
int events(const NodeFixture& fixture, const NodeFixture::Two& at) {
  return fixture.count(at.mover, "event");
}

TEST(AppendQueue, SendsAtOnceAfterAPause) {
  NodeFixture fixture(paced(4));
  Tables tables(fixture, 1);
  const std::uint64_t before = batches(fixture);
  fixture.move(tables.list[0].mover, "draw");
  EXPECT_EQ(events(fixture, tables.list[0]), 1);
  EXPECT_EQ(batches(fixture), before + 1);
}

TEST(AppendQueue, CollectsRowsForAnInterval) {
  NodeFixture fixture(paced(4));
  Tables tables(fixture, 4);
  const std::uint64_t before = batches(fixture);
  for (const auto& each : tables.list) fixture.move(each.mover, "draw");
  EXPECT_EQ(events(fixture, tables.list[0]), 1);
  EXPECT_EQ(batches(fixture), before + 1);
  EXPECT_EQ(fixture.node->next_tick(), fixture.clock.now + 4);
  fixture.wait(3);
  EXPECT_EQ(events(fixture, tables.list[1]), 0);
  fixture.wait(1);
  for (const auto& each : tables.list) EXPECT_EQ(events(fixture, each), 1);
  EXPECT_EQ(batches(fixture), before + 2);
}

TEST(AppendQueue, IsNotIdleWhileRowsCollect) {
  NodeFixture fixture(paced(4));
  Tables tables(fixture, 2);
  for (const auto& each : tables.list) fixture.move(each.mover, "draw");
  EXPECT_FALSE(fixture.node->idle());
  fixture.wait(4);
  EXPECT_TRUE(fixture.node->idle());
}

TEST(AppendQueue, SendsEachBatchAtOnceWithoutAnInterval) {
  NodeFixture fixture(paced(0));
  Tables tables(fixture, 3);
  const std::uint64_t before = batches(fixture);
  for (const auto& each : tables.list) {
    fixture.move(each.mover, "draw");
    EXPECT_EQ(events(fixture, each), 1);
  }
  EXPECT_EQ(batches(fixture), before + 3);
}

TEST(AppendQueue, WritesOneBatchAtATime) {
  NodeFixture fixture(paced(4));
  Tables tables(fixture, 2);
  const std::uint64_t before = batches(fixture);
  fixture.events.away = true;
  for (const auto& each : tables.list) fixture.move(each.mover, "draw");
  fixture.wait(1000);
  EXPECT_EQ(batches(fixture), before + 1);
  fixture.events.away = false;
  fixture.run();
  for (const auto& each : tables.list) EXPECT_EQ(events(fixture, each), 1);
  EXPECT_EQ(batches(fixture), before + 2);
}

TEST(AppendQueue, AMoveTakesOneFrameInAndTwoOut) {
  NodeFixture fixture(paced(4));
  Tables tables(fixture, 1);
  const Counters before = fixture.node->counters();
  fixture.move(tables.list[0].mover, "draw");
  const Counters after = fixture.node->counters();
  EXPECT_EQ(after.frames_in, before.frames_in + 1);
  EXPECT_EQ(after.frames_out, before.frames_out + 2);
}

TEST(Ack, IsSentOnceToTheMoverOfASlowCommit) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  fixture.events.away = true;
  fixture.move(mover, "draw");
  fixture.wait(299);
  EXPECT_EQ(fixture.count(mover, "ack"), 0);
  fixture.wait(1);
  EXPECT_EQ(fixture.count(mover, "ack"), 1);
  EXPECT_EQ(fixture.last(mover, "ack")["id"], "0000000000000001");
  fixture.wait(20'000);
  EXPECT_EQ(fixture.count(one, "ack") + fixture.count(two, "ack"), 1);
  EXPECT_EQ(fixture.count(mover, "event"), 0);
  fixture.events.away = false;
  fixture.run();
  EXPECT_EQ(fixture.count(mover, "event"), 1);
}

TEST(Ack, IsNotSentForAFastCommit) {
  NodeFixture fixture(paced(4));
  const auto [table, one, two, mover] = fixture.seat_two();
  fixture.move(mover, "draw");
  fixture.wait(1000);
  EXPECT_EQ(fixture.count(one, "ack") + fixture.count(two, "ack"), 0);
}

// In flight or still collecting: each row has its own time, also after others are written.
TEST(Ack, CountsFromEachMove) {
  NodeFixture fixture;
  Tables tables(fixture, 3);
  const auto& [first, second, third] = std::tie(tables.list[0], tables.list[1], tables.list[2]);
  const auto acks = [&] {
    return std::array{fixture.count(first.mover, "ack"), fixture.count(second.mover, "ack"),
                      fixture.count(third.mover, "ack")};
  };
  fixture.events.away = true;
  fixture.move(first.mover, "draw");
  fixture.wait(200);
  fixture.move(second.mover, "draw");
  fixture.wait(100);
  EXPECT_EQ(acks(), (std::array{1, 0, 0}));
  fixture.wait(200);
  EXPECT_EQ(acks(), (std::array{1, 1, 0}));
  fixture.events.away = false;
  fixture.run();
  fixture.events.away = true;
  fixture.move(third.mover, "draw");
  fixture.wait(299);
  EXPECT_EQ(acks(), (std::array{1, 1, 0}));
  fixture.wait(1);
  EXPECT_EQ(acks(), (std::array{1, 1, 1}));
}

// The row is written again after a pause, so the commit takes long.
TEST(Ack, IsSentOnceIfTheStoreRefusesTheRow) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  fixture.events.full = true;
  fixture.move(mover, "draw");
  EXPECT_EQ(fixture.count(mover, "ack"), 1);
  fixture.wait(20'000);
  EXPECT_EQ(fixture.count(mover, "ack"), 1);
  fixture.events.full = false;
  fixture.wait(3'000);
  EXPECT_EQ(fixture.count(mover, "event"), 1);
}

}  // namespace
}  // namespace coset::node
