// The index from sockets, guests and addresses to their pending tables, and what a disconnect costs
// beside many tables of others.
#include "server/node/pending_index.hpp"

#include <gtest/gtest.h>

#include <ctime>

#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

using Names = std::vector<std::string>;

TEST(PendingIndex, ReplacesTheKeysOfATable) {
  PendingIndex index;
  index.put("b", {{1, 2}, {"ann", "bob"}, "home"});
  index.put("a", {{1}, {"ann"}, "home"});
  index.put("c", {{3}, {"ann"}, std::nullopt});
  EXPECT_EQ(index.at_socket(1), (Names{"a", "b"}));
  EXPECT_EQ(index.of_guest("ann"), (Names{"a", "b", "c"}));
  EXPECT_EQ(index.listed_by("home"), 2U);
  EXPECT_EQ(index.listed(), (std::set<std::string>{"a", "b"}));
  index.put("b", {{4}, {"bob", "bob"}, "away"});
  EXPECT_EQ(index.at_socket(1), Names{"a"});
  EXPECT_EQ(index.at_socket(2), Names{});
  EXPECT_EQ(index.at_socket(4), Names{"b"});
  EXPECT_EQ(index.of_guest("bob"), Names{"b"});
  EXPECT_EQ(index.listed_by("home"), 1U);
  index.erase("b");
  index.erase("unknown");
  EXPECT_EQ(index.of_guest("bob"), Names{});
  EXPECT_EQ(index.at_socket(4), Names{});
  EXPECT_EQ(index.listed(), std::set<std::string>{"a"});
  index.clear();
  EXPECT_EQ(index.of_guest("ann"), Names{});
  EXPECT_TRUE(index.listed().empty());
}

Json create_message(int n, bool listed = false) {
  return {{"type", "create"},
          {"spec", for_two["spec"]},
          {"token", NodeFixture::token(n)},
          {"listed", listed}};
}

double cpu_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

// In CPU time of this thread, and as a ratio: a walk over all tables takes a hundred times as long.
TEST(Lobby, ADisconnectCostsTheSameBesideManyTables) {
  NodeFixture fixture;
  const auto closing = [&] {
    std::vector<Socket> sockets;
    for (int i = 0; i < 1000; ++i)
      sockets.push_back(fixture.open("passer-by", "/ws", "address " + std::to_string(i / 50)));
    const double before = cpu_seconds();
    for (const Socket socket : sockets) fixture.node->on_close(socket);
    return cpu_seconds() - before;
  };
  closing();  // allocates
  const double alone = closing();
  for (int i = 0; i < 150; ++i) {
    const Socket lobby = fixture.open("guest " + std::to_string(i), "/ws");
    for (int k = 0; k < 10; ++k) fixture.send(lobby, create_message(k));
  }
  ASSERT_EQ(fixture.node->counters().tables_pending, 1500U);
  EXPECT_LE(closing(), 10 * alone);
}

bool is_away(const NodeFixture& fixture, Socket reader) {
  return fixture.last(reader, "pending_table")["participants"][0].contains("away");
}

// The index follows a participant from socket to socket.
TEST(Lobby, OnlyTheLastSocketOfAParticipantCounts) {
  NodeFixture fixture;
  const Socket first = fixture.open("a", "/ws"), friends = fixture.open("b", "/ws");
  fixture.send(first, create_message(0));
  const Json told = fixture.last(first, "pending_table");
  fixture.send(friends,
               {{"type", "watch"}, {"table", told["table"]}, {"invitation", told["invitation"]}});
  const Socket second = fixture.open("a", "/ws");
  fixture.send(second,
               {{"type", "join"}, {"table", told["table"]}, {"token", NodeFixture::token(0)}});
  fixture.node->on_close(first);
  fixture.run();
  EXPECT_FALSE(is_away(fixture, friends));
  EXPECT_EQ(fixture.last(second, "pending_table")["watchers"], 1);
  fixture.node->on_close(friends);
  fixture.run();
  EXPECT_EQ(fixture.last(second, "pending_table")["watchers"], 0);
  const Socket again = fixture.open("b", "/ws");
  fixture.send(again,
               {{"type", "watch"}, {"table", told["table"]}, {"invitation", told["invitation"]}});
  fixture.node->on_close(second);
  fixture.run();
  EXPECT_TRUE(is_away(fixture, again));
}

// One who came back before a restart, and one who comes back after it.
TEST(Lobby, IndexesRestoredTables) {
  NodeFixture fixture;
  fixture.send(fixture.open("a", "/ws"), create_message(0, true));
  ASSERT_EQ(fixture.node->counters().tables_pending, 1U);
  fixture.kill();
  fixture.run();
  ASSERT_EQ(fixture.node->counters().tables_pending, 1U);
  const Socket reader = fixture.open("b", "/ws");
  fixture.send(reader, {{"type", "subscribe_tables"}});
  EXPECT_TRUE(fixture.last(reader, "tables")["pending"].empty());  // its creator is away
  const std::string table = fixture.players.pending.empty() ? "" : [&] {
    return Json::parse(fixture.players.pending.begin()->second)["table"].get<std::string>();
  }();
  const Socket back = fixture.open("a", "/ws");
  fixture.send(back, {{"type", "join"}, {"table", table}, {"token", NodeFixture::token(0)}});
  fixture.send(reader, {{"type", "subscribe_tables"}});
  EXPECT_EQ(fixture.last(reader, "tables")["pending"].size(), 1U);
  fixture.node->on_close(back);
  fixture.wait(25'000);
  EXPECT_EQ(fixture.node->counters().tables_pending, 0U);
}

}  // namespace
}  // namespace coset::node
