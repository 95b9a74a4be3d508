// What a visitor may take along, and how a visitor is forgotten; and seeds that nobody needs.
#include "serve/mine.hpp"

#include "serve/house.hpp"

namespace coset::serve {
namespace {

struct Asked {
  int status = 0;
  Json body;
};

Asked ask(House& house, const std::string& method, const std::string& target,
          const std::string& who) {
  Asked out;
  house.node->call({method, target, "", Visitor{who, "name of " + who, false}},
                   [&](const Response& is) { out = {is.status, Json::parse(is.body)}; });
  house.run();
  return out;
}
Asked data(House& house, const std::string& who) { return ask(house, "GET", "/api/me/data", who); }
Asked forget(House& house, const std::string& who) { return ask(house, "DELETE", "/api/me", who); }

std::string setup_of(House& house, const std::string& table) {
  std::string out;
  house.events.kept.read(game_of(test_digest, table), 1,
                         [&](auto read) { out = (*std::move(read))->setup; });
  return out;
}

void resign(House& house, Socket socket, const char* id = "00000000000000aa") {
  house.say(socket, {{"type", "resign"}, {"id", id}});
}

TEST(Mine, IsEveryGameThatOneSatAt) {
  House house;
  EXPECT_EQ(data(house, "p0").body["games"], Json::array());
  const std::string table = house.gather(for_two, 2);
  const Socket at = house.sit(table, 0);
  Asked mine = data(house, "p0");
  ASSERT_EQ(mine.status, 200);
  EXPECT_EQ(mine.body["me"]["name"], "name of p0");
  ASSERT_EQ(mine.body["games"].size(), 1U);
  EXPECT_EQ(mine.body["games"][0]["table"], table);
  EXPECT_EQ(mine.body["games"][0]["seat"], house.last(at, "welcome")["you"]);
  EXPECT_FALSE(mine.body["games"][0].contains("seed"));
  EXPECT_EQ(mine.body["games"][0]["record"], house.last(at, "snapshot")["record"]);
  resign(house, at);
  mine = data(house, "p0");
  EXPECT_TRUE(mine.body["games"][0].contains("seed"));
  EXPECT_EQ(data(house, "p1").body["games"].size(), 1U);
  EXPECT_EQ(data(house, "p2").body["games"].size(), 0U);
  EXPECT_EQ(ask(house, "GET", "/api/me/data?from=1", "p0").body["games"].size(), 0U);
  EXPECT_EQ(ask(house, "GET", "/api/me/data?from=x", "p0").status, 400);
}

TEST(Mine, OnlyWhatTheSeatMayKnow) {
  House house;
  const std::string table = house.gather({{"spec", "mad-abel Z4xZ5 seats=2 deal=2"}}, 2);
  house.sit(table, 0);
  const Json mine = data(house, "p0").body["games"][0];
  EXPECT_NE(mine["record"].get<std::string>().find("deal ?"), std::string::npos);
}

TEST(Mine, ARematchIsMineToo) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  const Socket two = house.sit(table, 1);
  resign(house, one);
  house.say(one, {{"type", "offer"}, {"what", "rematch"}});
  house.say(two, {{"type", "answer"}, {"what", "rematch"}, {"yes", true}});
  house.say(one, {{"type", "answer"}, {"what", "rematch"}, {"yes", true}});
  const std::string following = house.last(one, "moved")["table"];
  const Json games = data(house, "p1").body["games"];
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[1]["table"], following);
  EXPECT_NE(games[0]["seat"], games[1]["seat"]);  // the dealer's place has moved on
  EXPECT_EQ(games[1]["names"][games[1]["seat"].get<std::size_t>() - 1], "name of p1");
  // It is still played.
  EXPECT_EQ(forget(house, "p1").status, 409);
  const Socket there = house.sit(following, 1);
  resign(house, there);
  EXPECT_EQ(forget(house, "p1").status, 200);
  for (const std::string& each : {table, following}) {
    EXPECT_EQ(setup_of(house, each).find("name of p1"), std::string::npos);
    EXPECT_NE(setup_of(house, each).find("someone"), std::string::npos);
    EXPECT_NE(setup_of(house, each).find("name of p0"), std::string::npos);
  }
}

TEST(Mine, WhoIsForgottenIsSomeoneToTheOthers) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  const Socket two = house.sit(table, 1);
  const Asked refused = forget(house, "p0");
  EXPECT_EQ(refused.status, 409);
  EXPECT_NE(refused.body["error"].get<std::string>().find(table), std::string::npos);
  EXPECT_NE(setup_of(house, table).find("name of p0"), std::string::npos);
  resign(house, one);
  EXPECT_EQ(forget(house, "p0").status, 200);
  EXPECT_EQ(house.closes[two], Close::going_away);  // and comes again
  EXPECT_EQ(data(house, "p0").body["games"].size(), 0U);
  const Json theirs = data(house, "p1").body["games"][0];
  const auto seat = theirs["seat"].get<std::size_t>();
  EXPECT_EQ(theirs["names"][seat - 1], "name of p1");
  EXPECT_EQ(theirs["names"][2 - seat], "someone");
  // The chain holds, and the old token seats nobody.
  const Socket again = house.sit(table, 1);
  EXPECT_EQ(house.last(again, "over")["seed"], theirs["seed"]);
  const Socket gone = house.sit(table, 0);
  EXPECT_EQ(house.last(gone, "no")["reason"], "token");
  for (const auto& [who, games] : house.seated.kept) EXPECT_EQ(who.find("p0"), std::string::npos);
}

TEST(Mine, ASeatThatWasResignedIsLeftWhileTheOthersPlayOn) {
  House house;
  const std::string table = house.gather({{"spec", "al-jabar Z2^2 seats=3 deal=3 copies=6"}}, 3);
  std::vector<Socket> at;
  for (int i = 0; i < 3; ++i) at.push_back(house.sit(table, i));
  resign(house, at[0]);
  EXPECT_TRUE(house.last(at[1], "over").is_null());
  EXPECT_EQ(forget(house, "p1").status, 409);
  EXPECT_EQ(forget(house, "p0").status, 200);
  EXPECT_EQ(setup_of(house, table).find("name of p0"), std::string::npos);
  EXPECT_EQ(house.closes[at[1]], Close::going_away);
  // The game goes on from its log, with someone in it.
  const Socket again = house.sit(table, 1);
  house.sit(table, 2);
  EXPECT_EQ(house.last(again, "welcome")["you"], house.last(at[1], "welcome")["you"]);
  EXPECT_NE(house.last(again, "welcome")["seats"].dump().find("someone"), std::string::npos);
  house.wait(5000);
  resign(house, again, "00000000000000bb");
  EXPECT_FALSE(house.last(again, "over").is_null());
}

TEST(Mine, WhoeverGathersLeaves) {
  House house;
  const Socket lobby = house.open("p0", "/ws");
  Json make = for_two;
  make.update({{"type", "make"}, {"token", House::token(0)}, {"listed", true}});
  house.say(lobby, make);
  ASSERT_EQ(house.count(lobby, "gathering"), 1);
  EXPECT_EQ(forget(house, "p0").status, 200);
  EXPECT_EQ(house.closes[lobby], Close::normal);
  Response told;
  house.node->call({"GET", "/api/tables", "", {}}, [&](const Response& is) { told = is; });
  EXPECT_EQ(Json::parse(told.body)["open"], Json::array());
}

TEST(Mine, AStoreThatIsAwayForgetsNobodyHalf) {
  House house;
  const std::string table = house.gather(for_two, 2);
  resign(house, house.sit(table, 0));
  house.seated.away = true;
  EXPECT_EQ(forget(house, "p0").status, 503);
  EXPECT_EQ(data(house, "p0").status, 503);
  house.seated.away = false;
  EXPECT_EQ(forget(house, "p0").status, 200);
  EXPECT_EQ(setup_of(house, table).find("name of p0"), std::string::npos);
}

TEST(Mine, AGameThatIsNobodysIsNotMade) {
  House house;
  house.seated.away = true;
  const Socket lobby = house.open("a", "/ws");
  Json make = for_two;
  make.update({{"type", "make"}, {"token", House::token(0)}, {"bots", {"greedy"}}});
  house.say(lobby, make);
  house.say(lobby, {{"type", "ready"},
                    {"table", house.last(lobby, "gathering")["table"]},
                    {"entropy", std::string(32, 'a')}});
  EXPECT_EQ(house.count(lobby, "begun"), 0);
  house.seated.away = false;
  house.wait(1000);
  EXPECT_EQ(house.count(lobby, "begun"), 1);
}

TEST(Seeds, OfGamesThatNeverBeganGoAfterADay) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket lobby = house.open("c", "/ws");
  Json make = for_two;
  make.update({{"type", "make"}, {"token", House::token(2)}});
  house.say(lobby, make);
  const GameId played = game_of(test_digest, table);
  const GameId open =
      game_of(test_digest, house.last(lobby, "gathering")["table"].get<std::string>());
  for (std::uint64_t i = 1; i <= 250; ++i) house.seeds.kept[GameId{i}] = {};
  for (const auto& [game, seed] : house.seeds.kept) house.seeds.aged[game] = house.clock.now;
  ASSERT_EQ(house.seeds.kept.size(), 252U);
  house.wait(10 * 60'000);
  EXPECT_EQ(house.seeds.kept.size(), 2U);
  EXPECT_TRUE(house.seeds.kept.contains(played));
  EXPECT_TRUE(house.seeds.kept.contains(open));
  EXPECT_TRUE(house.seeds.touched.contains(open));  // which may still begin
  EXPECT_FALSE(house.seeds.touched.contains(played));
  EXPECT_EQ(house.node->counters().seeds_swept, 250U);
}

TEST(Seeds, OfARematchThatMayStillBeginStay) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  house.sit(table, 1);
  resign(house, one);
  house.say(one, {{"type", "offer"}, {"what", "rematch"}});
  ASSERT_EQ(house.seeds.kept.size(), 2U);
  for (const auto& [game, seed] : house.seeds.kept) house.seeds.aged[game] = house.clock.now;
  house.wait(61'000);
  EXPECT_EQ(house.seeds.kept.size(), 2U);
  EXPECT_EQ(house.node->counters().seeds_swept, 0U);
}

}  // namespace
}  // namespace coset::serve
