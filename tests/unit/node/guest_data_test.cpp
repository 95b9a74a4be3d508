// Export and deletion of a guest's data, and deletion of orphan seeds.
#include "server/node/guest_data.hpp"

#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

struct Asked {
  int status = 0;
  Json body;
};

Asked ask(NodeFixture& fixture, const std::string& method, const std::string& target,
          const std::string& who) {
  Asked out;
  fixture.node->call({method, target, "", GuestIdentity{who, "name of " + who, false}},
                     [&](const Response& is) {
                       out = {is.status, is.body.empty() ? Json() : Json::parse(is.body)};
                     });
  fixture.run();
  return out;
}
Asked data(NodeFixture& fixture, const std::string& who) {
  return ask(fixture, "GET", "/api/me/export", who);
}
Asked delete_guest(NodeFixture& fixture, const std::string& who) {
  return ask(fixture, "DELETE", "/api/me", who);
}

std::string setup_of(NodeFixture& fixture, const std::string& table) {
  std::string out;
  fixture.events.stored.read(game_of(test_digest, table), 1,
                             [&](auto read) { out = (*std::move(read))->setup; });
  return out;
}

void resign(NodeFixture& fixture, Socket socket, const char* id = "00000000000000aa") {
  fixture.send(socket, {{"type", "resign"}, {"id", id}});
}

TEST(GuestData, ExportsEveryGame) {
  NodeFixture fixture;
  EXPECT_EQ(data(fixture, "p0").body["games"], Json::array());
  const std::string table = fixture.create_game(for_two, 2);
  const Socket at = fixture.sit(table, 0);
  Asked mine = data(fixture, "p0");
  ASSERT_EQ(mine.status, 200);
  EXPECT_EQ(mine.body["me"]["name"], "name of p0");
  ASSERT_EQ(mine.body["games"].size(), 1U);
  EXPECT_EQ(mine.body["games"][0]["table"], table);
  EXPECT_EQ(mine.body["games"][0]["seat"], fixture.last(at, "welcome")["you"]);
  EXPECT_FALSE(mine.body["games"][0].contains("seed"));
  EXPECT_EQ(mine.body["games"][0]["record"], fixture.last(at, "snapshot")["record"]);
  resign(fixture, at);
  mine = data(fixture, "p0");
  EXPECT_TRUE(mine.body["games"][0].contains("seed"));
  EXPECT_EQ(data(fixture, "p1").body["games"].size(), 1U);
  EXPECT_EQ(data(fixture, "p2").body["games"].size(), 0U);
  EXPECT_EQ(ask(fixture, "GET", "/api/me/export?offset=1", "p0").body["games"].size(), 0U);
  EXPECT_EQ(ask(fixture, "GET", "/api/me/export?offset=x", "p0").status, 400);
}

TEST(GuestData, ExportsOnlyTheSeatsView) {
  NodeFixture fixture;
  const std::string table = fixture.create_game({{"spec", "mad-abel Z4xZ5 seats=2 deal=2"}}, 2);
  fixture.sit(table, 0);
  const Json mine = data(fixture, "p0").body["games"][0];
  EXPECT_NE(mine["record"].get<std::string>().find("deal ?"), std::string::npos);
}

TEST(GuestData, IncludesRematches) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(table, 0);
  const Socket two = fixture.sit(table, 1);
  resign(fixture, one);
  fixture.send(one, {{"type", "offer"}, {"what", "rematch"}});
  fixture.send(two, {{"type", "answer"}, {"what", "rematch"}, {"yes", true}});
  fixture.send(one, {{"type", "answer"}, {"what", "rematch"}, {"yes", true}});
  const std::string following = fixture.last(one, "rematch_ready")["table"];
  const Json games = data(fixture, "p1").body["games"];
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[1]["table"], following);
  EXPECT_NE(games[0]["seat"], games[1]["seat"]);  // the dealer's place has moved on
  EXPECT_EQ(games[1]["names"][games[1]["seat"].get<std::size_t>() - 1], "name of p1");
  // It is still played.
  EXPECT_EQ(delete_guest(fixture, "p1").status, 409);
  const Socket there = fixture.sit(following, 1);
  resign(fixture, there);
  EXPECT_EQ(delete_guest(fixture, "p1").status, 204);
  for (const std::string& each : {table, following}) {
    EXPECT_EQ(setup_of(fixture, each).find("name of p1"), std::string::npos);
    EXPECT_NE(setup_of(fixture, each).find("someone"), std::string::npos);
    EXPECT_NE(setup_of(fixture, each).find("name of p0"), std::string::npos);
  }
}

TEST(GuestData, DeletedGuestAppearsAsSomeone) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(table, 0);
  const Socket two = fixture.sit(table, 1);
  const Asked refused = delete_guest(fixture, "p0");
  EXPECT_EQ(refused.status, 409);
  EXPECT_NE(refused.body["error"]["message"].get<std::string>().find(table), std::string::npos);
  EXPECT_NE(setup_of(fixture, table).find("name of p0"), std::string::npos);
  resign(fixture, one);
  EXPECT_EQ(delete_guest(fixture, "p0").status, 204);
  EXPECT_EQ(fixture.closes[two], Close::going_away);  // and comes again
  EXPECT_EQ(data(fixture, "p0").body["games"].size(), 0U);
  const Json theirs = data(fixture, "p1").body["games"][0];
  const auto seat = theirs["seat"].get<std::size_t>();
  EXPECT_EQ(theirs["names"][seat - 1], "name of p1");
  EXPECT_EQ(theirs["names"][2 - seat], "someone");
  // The chain is valid, and the old token has no seat.
  const Socket again = fixture.sit(table, 1);
  EXPECT_EQ(fixture.last(again, "game_over")["seed"], theirs["seed"]);
  const Socket gone = fixture.sit(table, 0);
  EXPECT_EQ(fixture.last(gone, "error")["code"], "table.token");
  for (const auto& [who, games] : fixture.players.stored)
    EXPECT_EQ(who.find("p0"), std::string::npos);
}

TEST(GuestData, DeletesResignedSeatOfActiveGame) {
  NodeFixture fixture;
  const std::string table =
      fixture.create_game({{"spec", "al-jabar Z2^2 seats=3 deal=3 copies=6"}}, 3);
  std::vector<Socket> at;
  for (int i = 0; i < 3; ++i) at.push_back(fixture.sit(table, i));
  resign(fixture, at[0]);
  EXPECT_TRUE(fixture.last(at[1], "game_over").is_null());
  EXPECT_EQ(delete_guest(fixture, "p1").status, 409);
  EXPECT_EQ(delete_guest(fixture, "p0").status, 204);
  EXPECT_EQ(setup_of(fixture, table).find("name of p0"), std::string::npos);
  EXPECT_EQ(fixture.closes[at[1]], Close::going_away);
  // The game goes on from its log, with someone in it.
  const Socket again = fixture.sit(table, 1);
  fixture.sit(table, 2);
  EXPECT_EQ(fixture.last(again, "welcome")["you"], fixture.last(at[1], "welcome")["you"]);
  EXPECT_NE(fixture.last(again, "welcome")["seats"].dump().find("someone"), std::string::npos);
  fixture.wait(5000);
  resign(fixture, again, "00000000000000bb");
  EXPECT_FALSE(fixture.last(again, "game_over").is_null());
}

TEST(GuestData, DeletionLeavesPendingTables) {
  NodeFixture fixture;
  const Socket lobby = fixture.open("p0", "/ws");
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(0)}, {"listed", true}});
  fixture.send(lobby, create);
  ASSERT_EQ(fixture.count(lobby, "pending_table"), 1);
  EXPECT_EQ(delete_guest(fixture, "p0").status, 204);
  EXPECT_EQ(fixture.closes[lobby], Close::normal);
  EXPECT_EQ(fixture.close_reasons[lobby], "");
  Response told;
  fixture.node->call({"GET", "/api/tables", "", {}}, [&](const Response& is) { told = is; });
  EXPECT_EQ(Json::parse(told.body)["pending"], Json::array());
}

TEST(GuestData, DeletionIsAtomicAcrossOutage) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  resign(fixture, fixture.sit(table, 0));
  fixture.players.away = true;
  EXPECT_EQ(delete_guest(fixture, "p0").status, 503);
  EXPECT_EQ(data(fixture, "p0").status, 503);
  fixture.players.away = false;
  EXPECT_EQ(delete_guest(fixture, "p0").status, 204);
  EXPECT_EQ(setup_of(fixture, table).find("name of p0"), std::string::npos);
}

TEST(GuestData, GameStartsOnlyAfterSeatsAreStored) {
  NodeFixture fixture;
  fixture.players.away = true;
  const Socket lobby = fixture.open("a", "/ws");
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(0)}, {"bots", {"greedy"}}});
  fixture.send(lobby, create);
  fixture.send(lobby, {{"type", "ready"},
                       {"table", fixture.last(lobby, "pending_table")["table"]},
                       {"entropy", std::string(32, 'a')}});
  EXPECT_EQ(fixture.count(lobby, "started"), 0);
  fixture.players.away = false;
  fixture.wait(1000);
  EXPECT_EQ(fixture.count(lobby, "started"), 1);
}

TEST(SeedSweep, DeletesOrphansAfterADay) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket lobby = fixture.open("c", "/ws");
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(2)}});
  fixture.send(lobby, create);
  const GameId played = game_of(test_digest, table);
  const GameId open =
      game_of(test_digest, fixture.last(lobby, "pending_table")["table"].get<std::string>());
  for (std::uint64_t i = 1; i <= 250; ++i) fixture.seeds.stored[GameId{i}] = {};
  for (const auto& [game, seed] : fixture.seeds.stored)
    fixture.seeds.aged[game] = fixture.clock.now;
  ASSERT_EQ(fixture.seeds.stored.size(), 252U);
  fixture.wait(10 * 60'000);
  EXPECT_EQ(fixture.seeds.stored.size(), 2U);
  EXPECT_TRUE(fixture.seeds.stored.contains(played));
  EXPECT_TRUE(fixture.seeds.stored.contains(open));
  EXPECT_TRUE(fixture.seeds.touched.contains(open));  // which may still begin
  EXPECT_FALSE(fixture.seeds.touched.contains(played));
  EXPECT_EQ(fixture.node->counters().orphan_seeds_deleted, 250U);
}

TEST(SeedSweep, KeepsReservedRematch) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(table, 0);
  fixture.sit(table, 1);
  resign(fixture, one);
  fixture.send(one, {{"type", "offer"}, {"what", "rematch"}});
  ASSERT_EQ(fixture.seeds.stored.size(), 2U);
  for (const auto& [game, seed] : fixture.seeds.stored)
    fixture.seeds.aged[game] = fixture.clock.now;
  fixture.wait(61'000);
  EXPECT_EQ(fixture.seeds.stored.size(), 2U);
  EXPECT_EQ(fixture.node->counters().orphan_seeds_deleted, 0U);
}

}  // namespace
}  // namespace coset::node
