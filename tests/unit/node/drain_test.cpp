// A node that is about to stop sends its clients to the other nodes; loads of tables are admitted
// a few at a time.
#include <gtest/gtest.h>

#include "server/node/drainer.hpp"
#include "unit/node/lobby_nodes.hpp"
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

std::string token(int n) { return std::string(30, '0') + std::to_string(10 + n); }

// A game at node `a`, and the sockets of its two seats.
struct Game {
  explicit Game(LobbyNodes& nodes, int number = 0) {
    const std::string name = "p" + std::to_string(number) + "-";
    std::vector<Socket> lobby = {nodes.open("a", name + "0"), nodes.open("a", name + "1")};
    Json create = for_two;
    create.update({{"type", "create"}, {"token", token(0)}});
    nodes.send(lobby[0], create);
    const Json pending = nodes.last(lobby[0], "pending_table");
    table = pending.value("table", "");
    nodes.send(lobby[1], {{"type", "join"},
                          {"table", table},
                          {"token", token(1)},
                          {"invitation", pending.value("invitation", "")}});
    for (const Socket socket : lobby) nodes.send(socket, {{"type", "ready"}, {"table", table}});
    for (const Socket socket : lobby) nodes.close(socket);
    for (int i = 0; i < 2; ++i) seats.push_back(sit(nodes, "a", name, i));
  }
  Socket sit(LobbyNodes& nodes, const std::string& node, const std::string& name, int seat,
             const std::string& query = "") const {
    const Socket socket = nodes.open(node, name + std::to_string(seat), "/ws/t/" + table + query);
    nodes.send(socket, {{"type", "hello"}, {"proto", 1}, {"table", table}, {"token", token(seat)}});
    return socket;
  }
  std::string table;
  std::vector<Socket> seats;
};

TEST(DrainSpan, DependsOnTheNumberOfSockets) {
  EXPECT_EQ(drain_span(0), 0U);
  EXPECT_EQ(drain_span(1), 5U);
  EXPECT_EQ(drain_span(1000), 5000U);
  EXPECT_EQ(drain_span(6000), 30'000U);
  EXPECT_EQ(drain_span(1'000'000), 30'000U);
  EXPECT_EQ(drain_span(~std::uint64_t{0}), 30'000U);
}

TEST(NodeDrain, SendsClientsToOtherNodesTableByTable) {
  LobbyNodes nodes({"a", "b", "c"});
  std::vector<Game> games;
  games.reserve(20);
  for (int i = 0; i < 20; ++i) games.emplace_back(nodes, i);
  const Socket lobby = nodes.open("a", "guest");
  constexpr Time span = 8200;  // 200 ms for each of 41
  nodes.node("a").drain(nodes.clock.now + span);
  nodes.run();
  EXPECT_EQ(nodes.claims("a").drains, 1);
  EXPECT_EQ(nodes.redirected(lobby), "b");  // the first that is left

  std::set<std::string> targets;
  std::size_t apart = 0, before = 0;
  for (int slot = 0; slot < 41; ++slot) {
    std::size_t gone = 0, half = 0;
    for (const Game& game : games) {
      const bool first = !nodes.redirected(game.seats[0]).empty();
      const bool second = !nodes.redirected(game.seats[1]).empty();
      gone += (first ? 1U : 0U) + (second ? 1U : 0U);
      half += first != second ? 1U : 0U;
    }
    EXPECT_LE(gone, before + 1);
    before = gone;
    apart = std::max(apart, half);
    nodes.wait(200);
  }
  EXPECT_EQ(apart, 1U);
  for (const Game& game : games) {
    const std::string node = nodes.redirected(game.seats[0]);
    EXPECT_EQ(nodes.redirected(game.seats[1]), node);
    targets.insert(node);
  }
  EXPECT_EQ(targets, (std::set<std::string>{"b", "c"}));
  EXPECT_EQ(nodes.node("a").counters().sockets, 0U);
  EXPECT_TRUE(nodes.node("a").idle());
}

TEST(NodeDrain, ClientsPlayOnUntilTheirTurnComes) {
  LobbyNodes nodes({"a", "b"});
  const Game game(nodes);
  const Socket last =
      nodes.last(game.seats[0], "welcome")["you"] == 1 ? game.seats[0] : game.seats[1];
  std::vector<Socket> others;
  for (int i = 0; i < 30; ++i) others.push_back(nodes.open("a", "g" + std::to_string(i)));
  nodes.node("a").drain(nodes.clock.now + 10'000);
  nodes.wait(3000);
  ASSERT_EQ(nodes.redirected(last), "");
  nodes.send(last,
             {{"type", "move"}, {"id", "00000000000000ff"}, {"base_ply", 1}, {"move", "draw"}});
  EXPECT_EQ(nodes.count(last, "event") + nodes.count(last, "error"), 1);
  nodes.wait(10'000);
  EXPECT_EQ(nodes.redirected(last), "b");
  // The other node hosts the table at once, though this one still runs.
  const Socket back = game.sit(nodes, "b", "p0-", 0, "?node=b");
  EXPECT_FALSE(nodes.last(back, "welcome").is_null());
}

// The table of a player who has gone is the other node's: who is left follows.
TEST(NodeDrain, TheRestOfATableFollowsItsFirstPlayer) {
  LobbyNodes nodes({"a", "b"});
  const Game game(nodes);
  nodes.node("a").drain(nodes.clock.now + 30'000);
  nodes.wait(100);
  const bool first = !nodes.redirected(game.seats[0]).empty();
  ASSERT_NE(first, !nodes.redirected(game.seats[1]).empty());
  const Json seats = nodes.last(game.seats[first ? 1 : 0], "seats")["seats"];
  EXPECT_EQ(seats[0].contains("present") + seats[1].contains("present"), 1);
  game.sit(nodes, "b", "p0-", first ? 0 : 1, "?node=b");
  nodes.wait(2500);
  EXPECT_EQ(nodes.redirected(game.seats[first ? 1 : 0]), "b");
}

TEST(NodeDrain, WhoComesLateGoesToAnotherNode) {
  LobbyNodes nodes({"a", "b"});
  const Game game(nodes);
  nodes.node("a").drain(nodes.clock.now + 30'000);
  nodes.run();
  EXPECT_EQ(nodes.redirected(nodes.open("a", "late")), "b");
  EXPECT_EQ(nodes.redirected(nodes.open("a", "p0-0", "/ws/t/" + game.table)), "b");
  EXPECT_EQ(nodes.redirected(nodes.open("a", "p0-0", "/ws/t/" + game.table + "?node=a")), "b");
}

TEST(NodeDrain, OfTheLastNodeAsksClientsToComeBack) {
  for (const bool away : {false, true}) {
    LobbyNodes nodes({"a", "b"});
    const Game game(nodes);
    nodes.claims("a").away = away;
    if (!away) nodes.node("b").drain(nodes.clock.now);
    nodes.node("a").drain(nodes.clock.now + 4000);
    nodes.run();
    for (const Socket seat : game.seats) EXPECT_EQ(nodes.count(seat, "drain"), 1) << away;
    const Socket late = nodes.open("a", "late");
    EXPECT_EQ(nodes.closes[late], Close::going_away);
    EXPECT_EQ(nodes.close_reasons[late], "lobby.draining");
    nodes.wait(4100);
    for (const Socket seat : game.seats) EXPECT_EQ(nodes.closes[seat], Close::going_away) << away;
  }
}

// Another node may have the lobby from the first moment.
TEST(NodeDrain, LobbyWritesNothingAfterwards) {
  LobbyNodes nodes({"a", "b"});
  const Socket host = nodes.open("a", "host");
  nodes.send(host, {{"type", "create"}, {"spec", "al-jabar"}, {"token", token(0)}});
  const std::string table = nodes.last(host, "pending_table")["table"];
  std::vector<Socket> others;
  for (int i = 0; i < 10; ++i) others.push_back(nodes.open("a", "g" + std::to_string(i)));
  const auto saved = nodes.players.pending;
  ASSERT_EQ(saved.size(), 1U);
  nodes.node("a").drain(nodes.clock.now + 30'000);
  for (const char* type : {"ready", "leave"})
    nodes.node("a").on_message(host, Json({{"type", type}, {"table", table}}).dump());
  nodes.wait(1000);
  EXPECT_EQ(nodes.players.pending, saved);
  EXPECT_EQ(nodes.count(host, "cancelled"), 0);
  const Socket back = nodes.open("b", "host", "/ws?node=b");
  nodes.send(back, {{"type", "join"}, {"table", table}, {"token", token(0)}});
  EXPECT_EQ(nodes.last(back, "pending_table")["your_place"], 1);
  nodes.wait(60'000);
  EXPECT_EQ(nodes.players.pending, saved);
}

TEST(LoadGate, AdmitsInOrder) {
  LoadGate gate(2);
  std::vector<int> started;
  std::vector<std::unique_ptr<LoadGate::Pass>> passes;
  for (int i = 0; i < 5; ++i) {
    passes.push_back(std::make_unique<LoadGate::Pass>());
    if (gate.enter(*passes.back(), [&started, i] { started.push_back(i); })) started.push_back(i);
  }
  EXPECT_EQ(started, (std::vector<int>{0, 1}));
  passes[2].reset();  // one that waits goes
  passes[1]->leave();
  passes[1]->leave();
  EXPECT_EQ(started, (std::vector<int>{0, 1, 3}));
  passes[0].reset();
  EXPECT_EQ(started, (std::vector<int>{0, 1, 3, 4}));
  EXPECT_EQ(gate.loading(), 2U);
  passes.clear();
  EXPECT_EQ(gate.loading(), 0U);
  EXPECT_EQ(gate.waiting(), 0U);
}

TEST(LoadGate, OfANodeIsOpenToAFewTablesAtATime) {
  Config config;
  EXPECT_EQ(config.max_loading_tables, 500U);
  config.max_loading_tables = 3;
  NodeFixture fixture(config);
  std::vector<std::string> tables;
  for (int i = 0; i < 8; ++i) tables.push_back(fixture.create_game(for_two, 2));
  fixture.wait(200'000);
  ASSERT_EQ(fixture.node->counters().tables_loaded, 0U);
  fixture.events.away = true;
  const int before = fixture.events.reads;
  std::vector<Socket> sockets;
  for (const std::string& table : tables) sockets.push_back(fixture.sit(table, 0));
  EXPECT_EQ(fixture.events.reads - before, 3);
  fixture.events.away = false;
  fixture.run();
  for (const Socket socket : sockets) EXPECT_EQ(fixture.count(socket, "welcome"), 1);
}

// Tables that cannot be loaded give their place away.
TEST(LoadGate, IsLeftByTablesThatDoNotExist) {
  Config config;
  config.max_loading_tables = 1;
  NodeFixture fixture(config);
  const std::string table = fixture.create_game(for_two, 2);
  fixture.wait(200'000);
  fixture.events.away = true;
  std::vector<Socket> sockets;
  for (int i = 0; i < 4; ++i)
    sockets.push_back(fixture.open("w" + std::to_string(i), "/ws/t/none-" + std::to_string(i)));
  const Socket seat = fixture.sit(table, 0);
  fixture.events.away = false;
  fixture.run();
  for (const Socket socket : sockets) EXPECT_EQ(fixture.close_reasons[socket], "table.not_found");
  EXPECT_EQ(fixture.count(seat, "welcome"), 1);
}

}  // namespace
}  // namespace coset::node
