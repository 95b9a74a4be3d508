// How many tables a guest, an address and a node may have.
#include <gtest/gtest.h>

#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

TEST(Quota, CountsTablesBeingReserved) {
  NodeFixture fixture;
  fixture.seeds.slow = true;
  const Socket lobby = fixture.open("a", "/ws");
  for (int i = 0; i < 15; ++i) fixture.send(lobby, NodeFixture::create_message(i));
  EXPECT_EQ(fixture.count(lobby, "error"), 5);
  EXPECT_EQ(fixture.last(lobby, "error")["code"], "lobby.table_limit");
  fixture.seeds.answer();
  fixture.run();
  EXPECT_EQ(fixture.node->counters().tables_pending, 10U);
}

TEST(Quota, CreatorWhoDisconnectsIsAway) {
  NodeFixture fixture;
  fixture.seeds.slow = true;
  const Socket lobby = fixture.open("a", "/ws");
  fixture.send(lobby, NodeFixture::create_message(1, true));
  fixture.node->on_close(lobby);
  fixture.seeds.answer();
  fixture.run();
  const Socket other = fixture.open("b", "/ws");
  fixture.send(other, {{"type", "subscribe_tables"}});
  EXPECT_TRUE(fixture.last(other, "tables")["pending"].empty());
  EXPECT_EQ(fixture.node->counters().tables_pending, 1U);
  fixture.wait(25'000);
  EXPECT_EQ(fixture.node->counters().tables_pending, 0U);
}

TEST(QuickMatch, RemovesDisconnectedParticipant) {
  NodeFixture fixture;
  fixture.seeds.slow = true;
  const Socket one = fixture.open("a", "/ws"), two = fixture.open("b", "/ws");
  Json seek = {{"type", "seek"}, {"spec", for_two["spec"]}, {"token", NodeFixture::token(1)}};
  fixture.send(one, seek);
  fixture.send(two, seek);
  fixture.node->on_close(one);
  fixture.seeds.answer();
  fixture.run();
  EXPECT_EQ(fixture.last(two, "pending_table")["participants"].size(), 1U);
  fixture.wait(15'000);
  EXPECT_EQ(fixture.count(two, "started"), 0);
}

TEST(Quota, LimitsTablesPerAddress) {
  NodeFixture fixture;
  int refused = 0;
  for (int i = 0; i < 700; ++i) {
    const Socket lobby = fixture.open("guest " + std::to_string(i), "/ws", "one");
    for (int k = 0; k < 3; ++k) fixture.send(lobby, NodeFixture::create_message(k, true));
    refused += fixture.count(lobby, "error");
    fixture.node->on_close(lobby);
  }
  EXPECT_LE(fixture.node->counters().tables_pending, 16U);
  EXPECT_GE(refused, 2084);
  const Socket other = fixture.open("b", "/ws", "another");
  fixture.send(other, NodeFixture::create_message(1, true));
  EXPECT_FALSE(fixture.last(other, "pending_table").is_null());
}

TEST(Quota, EvictsAbandonedTableThatExpiresNext) {
  Config config;
  config.max_pending_tables = 3;
  NodeFixture fixture(config);
  const auto made = [&](const std::string& who, bool listed = false) {
    const Socket socket = fixture.open(who, "/ws");
    fixture.send(socket, NodeFixture::create_message(0, listed));
    return socket;
  };
  const Socket here = made("here"), early = made("early"), late = made("late");
  const Json pending = fixture.last(early, "pending_table");
  fixture.send(
      here,
      {{"type", "watch"}, {"table", pending["table"]}, {"invitation", pending["invitation"]}});
  fixture.node->on_close(early);
  fixture.wait(1000);
  fixture.node->on_close(late);
  const auto there = [&](Socket socket) {
    const Socket again = fixture.open(socket == early ? "early" : "late", "/ws");
    fixture.send(again, {{"type", "join"},
                         {"table", fixture.last(socket, "pending_table")["table"]},
                         {"token", NodeFixture::token(0)}});
    const bool out = !fixture.last(again, "pending_table").is_null();
    fixture.node->on_close(again);
    return out;
  };
  const Socket more = made("more");
  EXPECT_FALSE(fixture.last(more, "pending_table").is_null());
  EXPECT_EQ(fixture.last(here, "cancelled")["table"], pending["table"]);
  EXPECT_EQ(fixture.last(here, "cancelled")["code"], "lobby.evicted");
  EXPECT_FALSE(there(early));
  EXPECT_TRUE(there(late));
  made("most");  // in place of the late one
  EXPECT_EQ(fixture.node->counters().tables_pending, 3U);
  const Socket none = made("none");
  EXPECT_EQ(fixture.last(none, "error")["code"], "lobby.full");  // all others are here
  EXPECT_EQ(fixture.last(none, "error")["retry_after"], 60);
  fixture.send(here, {{"type", "subscribe_tables"}});
  EXPECT_EQ(fixture.count(here, "cancelled"), 1);  // of the table that it watched
}

TEST(Quota, RejectsTablesBeyondMaximum) {
  Config config;
  config.max_loaded_tables = 1;
  NodeFixture fixture(config);
  const std::string first = fixture.create_game(for_two, 2);
  const std::string second = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(first, 0);
  EXPECT_FALSE(fixture.last(one, "welcome").is_null());
  const Socket other = fixture.sit(second, 0);
  EXPECT_EQ(fixture.closes[other], Close::overloaded);
  EXPECT_EQ(fixture.close_reasons[other], "table.unavailable");
  EXPECT_FALSE(fixture.closes.contains(one));
}

}  // namespace
}  // namespace coset::node
