// Gatherings while people come, look and go.
#include <gtest/gtest.h>

#include "serve/house.hpp"

namespace coset::serve {
namespace {

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
