// Gatherings: what is told before a game begins, and people who come, look and go.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "serve/house.hpp"

namespace coset::serve {
namespace {

TEST(Gathering, IdAndCommitmentAreToldBeforeAnyBytes) {
  House house;
  const Socket lobby = house.open("a", "/ws");
  Json make = for_two;
  make["type"] = "make";
  make["token"] = House::token(0);
  house.say(lobby, make);
  const Json told = house.last(lobby, "gathering");
  ASSERT_FALSE(told.is_null());
  const std::string table = told["table"];
  const GameId game = game_of(test_digest, table);
  EXPECT_EQ(told["game"], wire::hex(game));
  const Bytes32 seed = house.seeds.kept.at(game);
  EXPECT_EQ(told["commitment"], wire::hex(deal::commitment(house.digests.deal, game, seed)));
  EXPECT_EQ(house.bytes[lobby].find(wire::hex(seed)), std::string::npos);
  // The name alone seats nobody.
  const Socket other = house.open("b", "/ws");
  house.say(other, {{"type", "join"}, {"table", table}, {"token", House::token(1)}});
  EXPECT_EQ(house.last(other, "no")["about"], "join");
  EXPECT_TRUE(house.last(other, "gathering").is_null());
  house.say(other, {{"type", "join"},
                    {"table", table},
                    {"token", House::token(1)},
                    {"invitation", told["invitation"]}});
  EXPECT_EQ(house.last(other, "gathering")["you"], 2);
  house.say(other, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, 'b')}});
  house.say(other, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, 'c')}});
  EXPECT_EQ(house.count(lobby, "begun"), 0);
  house.say(lobby, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, 'a')}});
  EXPECT_EQ(house.count(lobby, "begun"), 1);
  EXPECT_EQ(house.count(other, "begun"), 1);
  const Socket at = house.sit(table, 0);
  EXPECT_EQ(house.last(at, "welcome")["entropy"],
            (Json{std::string(32, 'a'), std::string(32, 'b')}));
  // Who sits where, the key has drawn.
  std::vector<Bytes16> entropy(2);
  entropy[0].fill(0xaa);
  entropy[1].fill(0xbb);
  const deal::Draws draws(house.digests.deal,
                          deal::key_of(house.digests.deal, game, seed, entropy));
  EXPECT_EQ(house.last(at, "welcome")["you"], draws.seats(2)[0] + 1);
}

TEST(Gathering, WhoSendsNoBytesHasZeros) {
  House house;
  const Socket lobby = house.open("a", "/ws");
  Json make = for_two;
  make.update({{"type", "make"}, {"token", House::token(0)}, {"bots", {"greedy"}}});
  house.say(lobby, make);
  const std::string table = house.last(lobby, "gathering")["table"];
  EXPECT_EQ(house.count(lobby, "begun"), 0);
  house.wait(11'000);
  EXPECT_EQ(house.count(lobby, "begun"), 1);
  const Socket at = house.sit(table, 0);
  EXPECT_EQ(house.last(at, "welcome")["entropy"],
            (Json{std::string(32, '0'), std::string(32, '0')}));
}

TEST(Gathering, BotsHaveZerosAfterThePeoplesBytes) {
  House house;
  const std::string table =
      house.gather({{"spec", "mad-abel Z4xZ5 seats=3 deal=3"}, {"bots", {"random"}}}, 2);
  const Socket at = house.sit(table, 0);
  EXPECT_EQ(house.last(at, "welcome")["entropy"],
            (Json{std::string(32, '1'), std::string(32, '2'), std::string(32, '0')}));
}

// Who was told to be ready relies on it: after a crash the bytes are there.
TEST(Gathering, NobodyIsToldReadyBeforeTheirBytesAreKept) {
  House house;
  const Socket lobby = house.open("a", "/ws");
  Json make = for_two;
  make.update({{"type", "make"}, {"token", House::token(0)}});
  house.say(lobby, make);
  const std::string table = house.last(lobby, "gathering")["table"];
  house.seated.away = true;
  house.say(lobby, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, '1')}});
  house.wait(1000);
  EXPECT_FALSE(house.last(lobby, "gathering")["people"][0].contains("ready"));
  house.seated.away = false;
  house.wait(1000);
  EXPECT_EQ(house.last(lobby, "gathering")["people"][0]["ready"], true);
  EXPECT_NE(house.seated.waiting.begin()->second.find(std::string(32, '1')), std::string::npos);
}

TEST(Gathering, PeopleWhoLookForTheSameFindEachOther) {
  House house;
  const Socket one = house.open("a", "/ws");
  const Socket two = house.open("b", "/ws");
  const Socket three = house.open("c", "/ws");
  const auto seek = [&](Socket socket, int n, const char* spec) {
    house.say(socket, {{"type", "seek"}, {"spec", spec}, {"token", House::token(n)}});
  };
  seek(one, 0, "al-jabar");
  seek(three, 2, "mad-abel");
  EXPECT_EQ(house.last(one, "seeking")["waiting"], 1);
  seek(two, 1, "al-jabar seats=2");
  EXPECT_EQ(house.last(one, "gathering")["you"], 1);
  EXPECT_EQ(house.last(two, "gathering")["you"], 2);
  EXPECT_EQ(house.last(one, "gathering")["table"], house.last(two, "gathering")["table"]);
  EXPECT_TRUE(house.last(three, "gathering").is_null());
}

TEST(Gathering, IsFoundInTheListAndLeavesIt) {
  House house;
  const Socket lobby = house.open("a", "/ws");
  const Socket reader = house.open("b", "/ws");
  house.say(reader, {{"type", "tables"}});
  Json make = for_two;
  make.update({{"type", "make"}, {"token", House::token(0)}, {"listed", true}});
  house.say(lobby, make);
  house.wait(600);
  ASSERT_EQ(house.last(reader, "tables")["open"].size(), 1U);
  Response told;
  house.node->call({"GET", "/api/tables", "", {}}, [&](const Response& is) { told = is; });
  EXPECT_EQ(Json::parse(told.body)["open"], house.last(reader, "tables")["open"]);
  house.node->closed(lobby);
  house.wait(600);
  EXPECT_TRUE(house.last(reader, "tables")["open"].empty());
}

TEST(Gathering, WhatCannotBeHostedIsRefusedInWords) {
  House house;
  const Socket lobby = house.open("a", "/ws");
  const auto refused = [&](Json make) {
    make.update({{"type", "make"}, {"token", House::token(0)}});
    const int before = house.count(lobby, "no");
    house.say(lobby, make);
    return house.count(lobby, "no") == before + 1;
  };
  EXPECT_TRUE(refused({{"spec", "nonsense"}}));
  EXPECT_TRUE(refused({{"spec", "al-jabar Z8^2 seats=2"}}));  // 64 kinds of pieces
  EXPECT_TRUE(refused({{"spec", "al-jabar"}, {"rated", true}}));
  EXPECT_TRUE(refused({{"spec", "al-jabar"}, {"bots", {"greedy", "greedy"}}}));
  EXPECT_TRUE(refused({{"spec", "al-jabar"}, {"bots", {"nobody"}}}));
  EXPECT_TRUE(refused({{"spec", "al-jabar"}, {"start", "nonsense"}}));
  EXPECT_TRUE(refused({{"spec", "al-jabar"}, {"games", 0}}));
  EXPECT_FALSE(refused({{"spec", "al-jabar"}}));
}

TEST(Gathering, ClientsChooseAmongTheBotsThatAreOffered) {
  House house;
  const Socket lobby = house.open("a", "/ws");
  Json make = {{"type", "make"}, {"token", House::token(0)}, {"spec", "mad-abel seats=3"}};
  for (const char* bot : {"alphabeta:depth=60", "strong:nodes=999999999", "strong", "lookahead",
                          "montecarlo", "level9", "level5:nodes=9", "greedy:", "exec:cat", ""}) {
    make["bots"] = {"random", bot};
    house.say(lobby, make);
    EXPECT_EQ(house.last(lobby, "no")["code"], "bot.offered") << bot;
  }
  EXPECT_EQ(house.count(lobby, "no"), 10);
  EXPECT_EQ(house.node->counters().gatherings, 0U);
  make["bots"] = {"level1"};
  house.say(lobby, make);
  ASSERT_EQ(house.node->counters().gatherings, 1U);
  Json fill = {{"type", "fill"}, {"table", house.last(lobby, "gathering")["table"]}};
  fill["bot"] = "strong:width=999999999";
  house.say(lobby, fill);
  EXPECT_EQ(house.last(lobby, "no")["about"], "fill");
  EXPECT_EQ(house.last(lobby, "no")["code"], "bot.offered");
  EXPECT_EQ(house.last(lobby, "gathering")["people"].size(), 2U);
  fill["bot"] = "greedy";
  house.say(lobby, fill);
  EXPECT_EQ(house.last(lobby, "gathering")["people"].size(), 3U);
}

TEST(Gathering, OneVisitorWaitsAtTenTables) {
  House house;
  const Socket lobby = house.open("a", "/ws");
  Json make = for_two;
  make["type"] = "make";
  for (int i = 0; i < 11; ++i) {
    make["token"] = House::token(i);
    house.say(lobby, make);
  }
  EXPECT_EQ(house.node->counters().gatherings, 10U);
  EXPECT_EQ(house.last(lobby, "no")["about"], "make");
  // Whoever goes and comes again may make another: one of those that were left is given up.
  house.node->closed(lobby);
  const Socket again = house.open("a", "/ws");
  house.say(again, make);
  EXPECT_FALSE(house.last(again, "gathering").is_null());
  EXPECT_EQ(house.node->counters().gatherings, 10U);
}

// After every frame of everybody it is asked when something is due.
TEST(Gathering, ThatWaitsCostsOthersNothing) {
  const auto cost = [](int gatherings) {
    House house;
    for (int i = 0; i < gatherings; ++i) {
      const Socket lobby = house.open(std::to_string(i), "/ws");
      Json make = for_two;
      make["type"] = "make";
      make["token"] = House::token(1);
      house.say(lobby, make);
    }
    EXPECT_EQ(house.node->counters().gatherings, static_cast<std::uint64_t>(gatherings));
    const std::clock_t began = std::clock();
    for (int i = 0; i < 2000; ++i) house.node->next_tick();
    return std::max<std::clock_t>(1, std::clock() - began);
  };
  const auto few = cost(2);
  EXPECT_LT(cost(1000), 50 * few);
}

struct Invited {
  House house;
  Socket host = house.open("a", "/ws");
  std::string table, invitation;

  explicit Invited(bool listed = false) {
    Json make = {{"type", "make"}, {"spec", "al-jabar"}, {"token", House::token(0)}};
    if (listed) make["listed"] = true;
    house.say(host, make);
    table = house.last(host, "gathering")["table"];
    invitation = house.last(host, "gathering").value("invitation", "");
    house.say(host, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, '1')}});
  }
  Json with_invitation(const char* type) const {
    return {{"type", type}, {"table", table}, {"invitation", invitation}};
  }
  Socket come(const char* who, int token) {
    const Socket socket = house.open(who, "/ws");
    Json join = with_invitation("join");
    join["token"] = House::token(token);
    house.say(socket, join);
    return socket;
  }
};

TEST(GatheringLook, TellsWhoInvitesToWhatAndSeatsNobody) {
  Invited at;
  const Socket guest = at.house.open("b", "/ws");
  at.house.say(guest, {{"type", "look"}, {"table", at.table}});
  EXPECT_EQ(at.house.last(guest, "no")["about"], "look");
  EXPECT_TRUE(at.house.last(guest, "gathering").is_null());
  at.house.say(guest, at.with_invitation("look"));
  const Json told = at.house.last(guest, "gathering");
  EXPECT_EQ(told["you"], 0);
  EXPECT_EQ(told["people"].size(), 1U);
  EXPECT_EQ(told["people"][0]["name"], "name of a");
  EXPECT_FALSE(told.contains("invitation"));
  EXPECT_EQ(at.house.last(at.host, "gathering")["looking"], 1);
  at.house.node->closed(guest);
  EXPECT_EQ(at.house.last(at.host, "gathering")["looking"], 0);
}

TEST(GatheringLook, HearsThatItBeganOrIsGone) {
  Invited at;
  const Socket reader = at.house.open("c", "/ws");
  at.house.say(reader, at.with_invitation("look"));
  const Socket guest = at.come("b", 1);
  at.house.say(guest, {{"type", "ready"}, {"table", at.table}});
  EXPECT_EQ(at.house.count(reader, "begun"), 1);
  Invited other;
  const Socket second = other.house.open("c", "/ws");
  other.house.say(second, other.with_invitation("look"));
  other.house.say(other.host, {{"type", "leave"}, {"table", other.table}});
  EXPECT_EQ(other.house.count(second, "dropped"), 1);
}

TEST(GatheringAway, WaitsForAPhoneThatSleeps) {
  Invited at;
  at.house.node->closed(at.host);
  at.house.wait(1'790'000);
  const Socket guest = at.house.open("b", "/ws");
  at.house.say(guest, at.with_invitation("look"));
  EXPECT_EQ(at.house.last(guest, "gathering")["people"][0]["away"], true);
  const Socket again = at.house.open("a", "/ws");
  at.house.say(again, {{"type", "join"}, {"table", at.table}, {"token", House::token(0)}});
  EXPECT_EQ(at.house.last(again, "gathering")["you"], 1);
  EXPECT_FALSE(at.house.last(guest, "gathering")["people"][0].contains("away"));
  at.house.wait(3'600'000);
  EXPECT_EQ(at.house.count(guest, "dropped"), 0);
  at.house.node->closed(again);
  at.house.wait(1'801'000);
  EXPECT_EQ(at.house.count(guest, "dropped"), 1);
}

TEST(GatheringAway, AGameBeginsWithWhoIsAwayIfTheyWereReady) {
  Invited at;
  at.house.node->closed(at.host);
  const Socket guest = at.come("b", 1);
  at.house.say(guest, {{"type", "ready"}, {"table", at.table}});
  EXPECT_EQ(at.house.count(guest, "begun"), 1);
  const Socket host = at.house.sit(at.table, 0);
  EXPECT_NE(at.house.last(host, "welcome")["you"], 0);
}

TEST(GatheringAway, AGameOfWhichTheStoreCannotSayBeginsWhenItCan) {
  Invited at;
  const Socket guest = at.come("b", 1);
  at.house.events.broken = true;
  at.house.say(guest, {{"type", "ready"}, {"table", at.table}});
  at.house.wait(60'000);
  EXPECT_EQ(at.house.count(guest, "begun"), 0);
  at.house.events.broken = false;
  at.house.wait(2'000);
  EXPECT_EQ(at.house.count(guest, "begun"), 1);
  EXPECT_EQ(at.house.count(at.host, "begun"), 1);
}

TEST(GatheringAway, IsNotInTheListAndGoesSoon) {
  Invited at(true);
  at.house.node->closed(at.host);
  Response told;
  at.house.node->call({"GET", "/api/tables", "", {}}, [&](const Response& is) { told = is; });
  EXPECT_TRUE(Json::parse(told.body)["open"].empty());
  const Socket again = at.house.open("a", "/ws");
  at.house.say(again, {{"type", "join"}, {"table", at.table}, {"token", House::token(0)}});
  at.house.node->call({"GET", "/api/tables", "", {}}, [&](const Response& is) { told = is; });
  EXPECT_EQ(Json::parse(told.body)["open"].size(), 1U);
  at.house.node->closed(again);
  at.house.wait(21'000);
  EXPECT_EQ(at.house.node->counters().gatherings, 0U);
}

TEST(GatheringKept, ALinkThatNobodyFollowedOutlivesTheProcess) {
  Invited at;
  const Json before = at.house.last(at.host, "gathering");
  at.house.kill();
  const Socket guest = at.house.open("b", "/ws");
  at.house.say(guest, at.with_invitation("look"));
  const Json told = at.house.last(guest, "gathering");
  for (const char* same : {"table", "game", "commitment", "spec", "clock", "seats"})
    EXPECT_EQ(told[same], before[same]) << same;
  EXPECT_EQ(told["people"][0], (Json{{"name", "name of a"}, {"ready", true}, {"away", true}}));
  const Socket other = at.come("b", 1);
  at.house.say(other, {{"type", "ready"}, {"table", at.table}, {"entropy", std::string(32, '2')}});
  EXPECT_EQ(at.house.count(other, "begun"), 1);
  // The bytes that were given before are in the deal, and the seat is its own.
  const Socket host = at.house.sit(at.table, 0);
  const Json welcome = at.house.last(host, "welcome");
  EXPECT_NE(welcome["you"], 0);
  EXPECT_EQ(welcome["entropy"], Json({std::string(32, '1'), std::string(32, '2')}));
  EXPECT_TRUE(at.house.seated.waiting.empty());
}

// Its people were told one commitment: with another seed it is not offered again.
TEST(GatheringKept, WhoseSeedIsAnotherThanPromisedIsDroppedAndTold) {
  Invited at;
  at.house.seeds.kept.begin()->second[0] ^= 1U;
  at.house.kill();
  at.house.run();
  const Socket guest = at.house.open("b", "/ws");
  at.house.say(guest, at.with_invitation("look"));
  EXPECT_TRUE(at.house.last(guest, "gathering").is_null());
  EXPECT_EQ(at.house.last(guest, "no")["about"], "look");
  EXPECT_TRUE(at.house.seated.waiting.empty());
  EXPECT_EQ(at.house.node->counters().gatherings_dropped, 1U);
  EXPECT_EQ(at.house.node->take_broken_promises(), std::vector<std::string>{at.table});
  EXPECT_TRUE(at.house.node->take_broken_promises().empty());
}

TEST(GatheringKept, WhoMadeItHasItBack) {
  Invited at;
  at.house.kill();
  const Socket again = at.house.open("a", "/ws");
  at.house.say(again, {{"type", "join"}, {"table", at.table}, {"token", House::token(0)}});
  const Json told = at.house.last(again, "gathering");
  EXPECT_EQ(told["you"], 1);
  EXPECT_EQ(told["invitation"], at.invitation);
  // Nobody else has, without the invitation.
  const Socket thief = at.house.open("c", "/ws");
  at.house.say(thief, {{"type", "join"}, {"table", at.table}, {"token", House::token(2)}});
  EXPECT_EQ(at.house.last(thief, "no")["about"], "join");
}

TEST(GatheringKept, AStopGivesNoLinkUp) {
  Invited at;
  at.house.node->drain(at.house.clock.now + 1000);
  EXPECT_EQ(at.house.count(at.host, "dropped"), 0);
  at.house.kill();
  const Socket guest = at.house.open("b", "/ws");
  at.house.say(guest, at.with_invitation("look"));
  EXPECT_EQ(at.house.last(guest, "gathering")["table"], at.table);
}

TEST(GatheringKept, GoesWhenNobodyComesBackOrWhoMadeItLeaves) {
  Invited at;
  at.house.kill();
  EXPECT_EQ(at.house.seated.waiting.size(), 1U);
  at.house.wait(1'801'000);
  EXPECT_TRUE(at.house.seated.waiting.empty());
  Invited other;
  other.house.say(other.host, {{"type", "leave"}, {"table", other.table}});
  EXPECT_TRUE(other.house.seated.waiting.empty());
}

// The answer that its game exists was lost, and with it what should have been deleted.
TEST(GatheringKept, IsNotRestoredWhenItsGameHasBegun) {
  Invited at;
  const auto kept = at.house.seated.waiting;
  const Socket guest = at.come("b", 1);
  at.house.say(guest, {{"type", "ready"}, {"table", at.table}});
  ASSERT_EQ(at.house.count(guest, "begun"), 1);
  at.house.seated.waiting = kept;
  at.house.kill();
  at.house.run();
  EXPECT_TRUE(at.house.seated.waiting.empty());
  EXPECT_EQ(at.house.node->counters().gatherings, 0U);
}

TEST(GatheringKept, WaitsForAStoreThatIsAwayAtTheStart) {
  Invited at;
  at.house.seated.away = true;
  at.house.kill();
  const Socket guest = at.house.open("b", "/ws");
  at.house.say(guest, at.with_invitation("look"));
  EXPECT_TRUE(at.house.heard[guest].empty());
  at.house.seated.away = false;
  at.house.wait(200);
  EXPECT_EQ(at.house.last(guest, "gathering")["table"], at.table);
}

TEST(GatheringKept, HoldsNeitherIdNorTokenAndForgetsWhoAsks) {
  Invited at;
  const std::string body = at.house.seated.waiting.begin()->second;
  EXPECT_NE(body.find("name of a"), std::string::npos);
  EXPECT_EQ(body.find(House::token(0)), std::string::npos);
  EXPECT_EQ(body.find(R"("a")"), std::string::npos);
  Response said;
  at.house.node->call({"DELETE", "/api/me", "", Visitor{"a", "name of a", false}},
                      [&](const Response& is) { said = is; });
  at.house.run();
  EXPECT_EQ(said.status, 200);
  EXPECT_TRUE(at.house.seated.waiting.empty());
}

TEST(GatheringKept, WhatCannotBeReadIsSweptAway) {
  House house;
  house.seated.waiting = {{GameId{1}, "what"}, {GameId{2}, "{}"}};
  house.kill();
  house.run();
  EXPECT_TRUE(house.seated.waiting.empty());
}

TEST(ApiTurn, IsToldWhileItIsPlayedAndUntilWhen) {
  House house;
  const auto get = [&](const std::string& name) {
    Response out;
    house.node->call({"GET", "/api/tables/" + name, "", {}}, [&](const Response& is) { out = is; });
    house.run();
    return Json::parse(out.body);
  };
  const Json days = {{"kind", "correspondence"}, {"start", 172'800'000}, {"add", 0}};
  const std::string table = house.gather({{"spec", "al-jabar"}, {"clock", days}}, 2);
  const Socket one = house.sit(table, 0);
  EXPECT_EQ(get(table)["turn"], house.last(one, "snapshot")["turn"]);
  EXPECT_EQ(get(table)["due"], house.clock.now + 172'800'000);
  house.say(one, {{"type", "resign"}, {"id", "00000000000000aa"}});
  EXPECT_FALSE(get(table).contains("turn"));
  EXPECT_FALSE(get(table).contains("due"));
}

}  // namespace
}  // namespace coset::serve
