// A seat belongs to the guest whom the store names for it: the cookie opens it where a browser has
// forgotten the token.
#include <gtest/gtest.h>

#include "server/node/table_names.hpp"
#include "unit/node/cluster_fixture.hpp"
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

Json hello_to(const std::string& table) {
  return {{"type", "hello"}, {"proto", 1}, {"table", table}};
}

// By the cookie alone.
Socket come_back(NodeFixture& fixture, const std::string& who, const std::string& table,
                 const std::string& address = "") {
  const Socket socket = fixture.open(who, "/ws/t/" + table, address);
  fixture.send(socket, hello_to(table));
  return socket;
}

Response call(NodeFixture& fixture, const std::string& method, const std::string& target,
              const std::string& who) {
  Response out;
  fixture.node->call({method, target, "", NodeFixture::guest(who)},
                     [&](const Response& is) { out = is; });
  fixture.run();
  return out;
}

TEST(GuestSeat, CookieHasTheSeatOfItsGuest) {
  NodeFixture fixture;
  const auto two = fixture.seat_two();
  for (const std::string who : {"p0", "p1"}) {
    const Socket by_token = who == "p0" ? two.one : two.two;
    const Socket again = come_back(fixture, who, two.table);
    EXPECT_EQ(fixture.last(again, "welcome")["you"], fixture.last(by_token, "welcome")["you"]);
  }
  const Socket mover = come_back(fixture, two.mover == two.one ? "p0" : "p1", two.table);
  fixture.move(mover, "draw");
  EXPECT_EQ(fixture.count(mover, "event"), 1);
  fixture.send(mover, {{"type", "resign"}, {"id", "00000000000000aa"}});
  EXPECT_EQ(fixture.count(two.one, "game_over"), 1);
}

TEST(GuestSeat, OthersWatch) {
  NodeFixture fixture;
  const auto two = fixture.seat_two();
  const Socket other = come_back(fixture, "p2", two.table);
  EXPECT_EQ(fixture.last(other, "welcome")["you"], 0);
  fixture.move(other, "draw");
  EXPECT_EQ(fixture.last(other, "error")["code"], "table.spectator");
  // Nobody but a cookie names a guest: who has none may have any id.
  GuestIdentity planted = NodeFixture::guest("p0");
  planted.is_new = true;
  fixture.node->on_open(9'999, planted, "/ws/t/" + two.table);
  fixture.send(9'999, hello_to(two.table));
  EXPECT_EQ(fixture.last(9'999, "welcome")["you"], 0);
  // A wrong token is a wrong token.
  Json wrong = hello_to(two.table);
  wrong["token"] = NodeFixture::token(7);
  const Socket liar = fixture.open("p0", "/ws/t/" + two.table);
  fixture.send(liar, wrong);
  EXPECT_EQ(fixture.last(liar, "error")["code"], "table.token");
}

TEST(GuestSeat, IsKnownAfterARestartAndReadOnce) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  fixture.kill();
  const int before = fixture.guests.holders_read;
  for (int i = 0; i < 40; ++i) come_back(fixture, "watcher " + std::to_string(i), table);
  EXPECT_EQ(fixture.last(come_back(fixture, "p1", table), "welcome")["you"],
            fixture.last(fixture.sit(table, 1), "welcome")["you"]);
  EXPECT_EQ(fixture.guests.holders_read, before + 1);
}

TEST(GuestSeat, WaitsForTheStore) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  fixture.kill();
  fixture.guests.away = true;
  const Socket one = come_back(fixture, "p0", table);
  EXPECT_TRUE(fixture.last(one, "welcome").is_null());
  fixture.guests.away = false;
  fixture.wait(2'000);
  EXPECT_NE(fixture.last(one, "welcome")["you"], 0);
}

TEST(GuestSeat, SpectatorsMayBeDisabled) {
  Config config;
  config.allow_spectators = false;
  NodeFixture fixture(config);
  const std::string table = fixture.create_game(for_two, 2);
  EXPECT_NE(fixture.last(come_back(fixture, "p0", table), "welcome")["you"], 0);
  EXPECT_EQ(fixture.last(come_back(fixture, "p2", table), "error")["code"],
            "table.spectators_disabled");
}

TEST(GuestSeat, IsProofWhereStrangersUsedUpTheAddress) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  fixture.wait(3 * 3'600'000);  // nobody is vouched for any more
  for (int i = 0; i < 64; ++i) {
    const Socket socket = fixture.open("flood " + std::to_string(i), "/ws/t/" + table, "school");
    for (int k = 0; k < 50; ++k) fixture.send(socket, {{"type", "heartbeat"}, {"head", 0}});
  }
  const Socket stranger = come_back(fixture, "stranger", table, "school");
  EXPECT_EQ(fixture.last(stranger, "error")["code"], "rate.messages");
  const Socket mine = come_back(fixture, "p0", table, "school");
  EXPECT_NE(fixture.last(mine, "welcome")["you"], 0);
  fixture.send(mine, {{"type", "heartbeat"}, {"head", 1}});
  EXPECT_EQ(fixture.count(mine, "error"), 0);
}

std::string rematch(NodeFixture& fixture, Socket one, Socket two) {
  fixture.send(one, {{"type", "resign"}, {"id", "00000000000000aa"}});
  fixture.send(one, {{"type", "offer"}, {"what", "rematch"}});
  fixture.send(two, {{"type", "answer"}, {"what", "rematch"}, {"yes", true}});
  fixture.send(one, {{"type", "answer"}, {"what", "rematch"}, {"yes", true}});
  return fixture.last(one, "rematch_ready")["table"];
}

TEST(GuestSeat, GoesOnInRematches) {
  NodeFixture fixture;
  const auto first = fixture.seat_two();
  // The first one is gone from the browser of p0, too.
  const Socket one = come_back(fixture, "p0", first.table);
  const std::string second = rematch(fixture, one, first.two);
  const Socket there = come_back(fixture, "p0", second);
  EXPECT_EQ(fixture.last(there, "welcome")["you"],
            fixture.last(fixture.sit(second, 0), "welcome")["you"]);
  const std::string third = rematch(fixture, there, fixture.sit(second, 1));
  EXPECT_EQ(fixture.last(come_back(fixture, "p1", third), "welcome")["you"],
            fixture.last(fixture.sit(third, 1), "welcome")["you"]);
  EXPECT_EQ(Json::parse(call(fixture, "GET", "/api/me/export", "p1").body)["games"].size(), 3U);
}

TEST(GuestSeat, IsNoneAtATableOfAClass) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  fixture.classes.stored.create(store::ClassId{7}, {1, {}, 1, "opened", "K7P2QX"},
                                [](WriteResult) {});
  fixture.classes.stored.add_games(store::ClassId{7}, {game_of(test_digest, table)},
                                   [](WriteResult) {});
  fixture.kill();
  EXPECT_EQ(fixture.last(come_back(fixture, "p0", table), "welcome")["you"], 0);
}

TEST(GuestSeat, DeletedGuestHasNothing) {
  NodeFixture fixture;
  const auto two = fixture.seat_two();
  const std::string second = rematch(fixture, two.one, two.two);
  fixture.send(fixture.sit(second, 1), {{"type", "resign"}, {"id", "00000000000000ab"}});
  ASSERT_EQ(call(fixture, "DELETE", "/api/me", "p0").status, 204);
  for (const std::string& table : {two.table, second}) {
    EXPECT_EQ(fixture.last(come_back(fixture, "p0", table), "welcome")["you"], 0);
    EXPECT_NE(fixture.last(come_back(fixture, "p1", table), "welcome")["you"], 0);
  }
  EXPECT_TRUE(fixture.events.stored.seats_of(guest_digest(test_digest, "p0")).empty());
}

TEST(GuestSeat, IsAtEveryNode) {
  ClusterFixture cluster;
  const std::string table = cluster.create_game();
  cluster.players.seat(game_of(test_digest, table),
                       {guest_digest(test_digest, "p0"), guest_digest(test_digest, "p1")},
                       [](WriteResult) {});
  const auto come = [&](ClusterFixture::Machine& at, const std::string& who,
                        const std::string& query = "") {
    const Socket socket = cluster.open(at, who, "/ws/t/" + table + query);
    cluster.send(at, socket, hello_to(table));
    return socket;
  };
  EXPECT_EQ(cluster.last(come(cluster.a, "p1"), "welcome")["you"], 2);
  cluster.a.node.reset();
  cluster.wait(20'000);
  const Socket moved = come(cluster.b, "p1", "?node=a");
  EXPECT_EQ(cluster.last(moved, "welcome")["you"], 2);
  cluster.resign(cluster.b, moved);
  EXPECT_FALSE(cluster.last(moved, "game_over").is_null());
  EXPECT_EQ(cluster.last(come(cluster.b, "p5"), "welcome")["you"], 0);
}

}  // namespace
}  // namespace coset::node
