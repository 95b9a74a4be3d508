// Writes that wait are bounded: who comes later is told that the node is busy.
#include "server/node/write_queue.hpp"

#include <gtest/gtest.h>

#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

TEST(WriteQueue, ReportsBusyWhenFull) {
  Config config;
  config.max_queued_writes = 3;
  NodeFixture fixture(config);
  fixture.seeds.slow = true;
  for (int i = 0; i < 3; ++i)
    fixture.send(fixture.open(std::to_string(i), "/ws"), NodeFixture::create_message(0));
  const Socket late = fixture.open("late", "/ws");
  fixture.send(late, NodeFixture::create_message(0));
  EXPECT_EQ(fixture.last(late, "error")["code"], "lobby.busy");
  EXPECT_EQ(fixture.last(late, "error")["retry_after"], 5);
  fixture.seeds.answer();
  fixture.run();
  fixture.send(late, NodeFixture::create_message(0));
  EXPECT_FALSE(fixture.last(late, "pending_table").is_null());
  EXPECT_TRUE(fixture.node->idle());
}

TEST(WriteQueue, ReportsBusyToSeekers) {
  Config config;
  config.max_queued_writes = 1;
  NodeFixture fixture(config);
  fixture.seeds.slow = true;
  fixture.send(fixture.open("maker", "/ws"), NodeFixture::create_message(0));
  const Socket one = fixture.open("a", "/ws"), two = fixture.open("b", "/ws");
  const Json seek = {{"type", "seek"}, {"spec", for_two["spec"]}, {"token", NodeFixture::token(1)}};
  fixture.send(one, seek);
  fixture.send(two, seek);
  for (const Socket each : {one, two}) {
    EXPECT_EQ(fixture.last(each, "error")["about"], "seek");
    EXPECT_EQ(fixture.last(each, "error")["code"], "lobby.busy");
  }
}

TEST(WriteQueue, LimitsLobbyWritesInFlight) {
  NodeFixture fixture;
  fixture.seeds.slow = true;
  for (int i = 0; i < 50; ++i)
    fixture.send(fixture.open(std::to_string(i), "/ws"), NodeFixture::create_message(0));
  EXPECT_EQ(fixture.seeds.late.size(), 2U);
  fixture.seeds.answer();
  fixture.run();
  EXPECT_EQ(fixture.node->counters().tables_pending, 50U);
}

TEST(Drain, ReleasesQueuedWrites) {
  NodeFixture fixture;
  fixture.seeds.slow = true;
  for (int i = 0; i < 50; ++i)
    fixture.send(fixture.open(std::to_string(i), "/ws"), NodeFixture::create_message(0));
  fixture.node->drain(fixture.clock.now + 5000);
  EXPECT_EQ(fixture.seeds.late.size(), 50U);
  fixture.seeds.answer();
  fixture.run();
  EXPECT_TRUE(fixture.node->idle());
}

TEST(WriteQueue, IsBoundedInRowsAndBytes) {
  WriteQueue queue(100, 100);
  std::vector<std::function<void()>> there;
  for (int i = 0; i < 10; ++i)
    queue.push(10, [&](std::function<void()> answered) { there.push_back(std::move(answered)); });
  EXPECT_EQ(there.size(), 2U);
  EXPECT_TRUE(queue.full());  // by bytes
  const auto answer = [&](std::size_t i) {
    const auto next = there[i];  // which adds to the others
    next();
  };
  answer(0);
  EXPECT_EQ(there.size(), 3U);
  EXPECT_FALSE(queue.full());
  for (std::size_t i = 1; i < there.size(); ++i) answer(i);
  EXPECT_EQ(there.size(), 10U);
  EXPECT_TRUE(queue.idle());
}

TEST(AppendQueue, ReportsBusyWhenFull) {
  Config config;
  config.max_pending_rows = 1;
  NodeFixture fixture(config);
  const auto first = fixture.seat_two();
  const std::string table = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(table, 0), two = fixture.sit(table, 1);
  const Socket mover = fixture.last(one, "welcome")["you"] == 1 ? one : two;
  fixture.events.away = true;
  fixture.move(first.mover, "draw");
  const Json move = {
      {"type", "move"}, {"id", "00000000000000cc"}, {"base_ply", 1}, {"move", "draw"}};
  fixture.send(mover, move);
  EXPECT_EQ(fixture.last(mover, "error")["code"], "table.busy");
  fixture.send(mover, {{"type", "heartbeat"}, {"head", 1}});  // is heard meanwhile
  EXPECT_EQ(fixture.count(mover, "error"), 1);
  fixture.events.away = false;
  fixture.run();
  fixture.send(mover, move);
  EXPECT_EQ(fixture.count(mover, "error"), 1);
}

}  // namespace
}  // namespace coset::node
