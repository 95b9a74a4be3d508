// A store that hangs, can only be read, or is damaged: what a node makes of it.
#include "serve/house.hpp"

namespace coset::serve {
namespace {

Json with_clock(const std::string& kind, int start) {
  Json out = for_two;
  out["clock"] = {{"kind", kind}, {"start", start}, {"add", 0}};
  return out;
}

bool away(const House& house) { return house.node->counters().store_away; }

// How often the store went or came back while time passed.
int changes(House& house, Millis span) {
  int out = 0;
  bool was = away(house);
  for (Millis passed = 0; passed < span; passed += 50) {
    house.wait(50);
    if (std::exchange(was, away(house)) != away(house)) ++out;
  }
  return out;
}

TEST(Outage, IsNotEndedByWhatCanBeRead) {
  House house;
  const auto [table, one, two, mover] = house.seat_two();
  const auto other = house.seat_two();
  house.events.full = true;
  house.move(mover, "draw");
  EXPECT_TRUE(away(house));
  EXPECT_EQ(changes(house, 20'000), 0);
  house.sit(other.table, std::nullopt);  // which is read, and is no sign that rows are taken
  EXPECT_EQ(changes(house, 5'000), 0);
  house.events.full = false;
  EXPECT_EQ(changes(house, 3'000), 1);
  EXPECT_FALSE(away(house));
  EXPECT_EQ(house.log(table).size(), 2U);
}

TEST(Outage, IsNotEndedByALogThatIsRead) {
  House house;
  house.events.full = true;
  house.node->lose_store(house.clock.now);
  EXPECT_TRUE(away(house));
  house.open("a", "/ws/t/oak-fox-elk");  // whose log is read, though nobody waits for a row
  EXPECT_EQ(changes(house, 5'000), 0);
  EXPECT_TRUE(away(house));
}

TEST(Outage, LastsWhileAnybodysRowIsRefused) {
  House house;
  const auto first = house.seat_two();
  const auto second = house.seat_two();
  house.events.full = true;
  house.move(first.mover, "draw");
  house.events.full = false;
  house.move(second.mover, "draw");  // it has room, and the first one still waits
  EXPECT_EQ(house.log(second.table).size(), 2U);
  EXPECT_TRUE(away(house));
  EXPECT_EQ(changes(house, 3'000), 1);
  EXPECT_EQ(house.log(first.table).size(), 2U);
}

TEST(Outage, IsNotEndedByARowThatFitsOnADiskThatIsNearlyFull) {
  House house;
  const auto first = house.seat_two();
  const auto second = house.seat_two();
  house.events.full = true;
  house.move(first.mover, "draw");
  house.events.full = false;
  house.events.tight = true;
  EXPECT_EQ(changes(house, 3'000), 0);
  house.move(second.mover, "draw");
  EXPECT_EQ(house.log(first.table).size(), 2U);
  EXPECT_EQ(house.log(second.table).size(), 2U);
  EXPECT_EQ(changes(house, 10'000), 0);
  EXPECT_TRUE(away(house));
  house.events.tight = false;
  EXPECT_EQ(changes(house, 3'000), 1);
  EXPECT_FALSE(away(house));
}

TEST(Outage, BeginsWithARowThatIsNotAnswered) {
  House house;
  const auto [table, one, two, mover] = house.seat_two();
  house.events.away = true;
  house.move(mover, "draw");
  house.wait(3'900);
  EXPECT_FALSE(away(house));
  house.wait(200);
  EXPECT_TRUE(away(house));
  house.events.away = false;
  house.run();
  EXPECT_FALSE(away(house));
}

TEST(Outage, EndsWithAWriteThoughNobodyHasARow) {
  House house;
  const auto [table, one, two, mover] = house.seat_two();
  house.events.full = true;
  house.node->lose_store(house.clock.now);
  EXPECT_EQ(changes(house, 10'000), 0);
  EXPECT_TRUE(away(house));
  house.events.full = false;
  house.wait(1'100);
  EXPECT_FALSE(away(house));
}

TEST(Outage, HasNobodyJudged) {
  House house;
  const auto [table, one, two, mover] = house.seat_two(with_clock("turn", 6'000));
  for (const Socket socket : {one, two}) house.say(socket, {{"type", "beat"}, {"head", 1}});
  house.wait(3'000);
  house.events.full = true;
  house.node->lose_store(house.clock.now);
  house.wait(20'000);
  house.events.full = false;
  house.wait(2'500);
  EXPECT_FALSE(away(house));
  EXPECT_EQ(house.log(table).size(), 1U);
  house.wait(3'000);
  EXPECT_GT(house.log(table).size(), 1U);  // now it is their own time
}

TEST(Outage, IsChargedToNobodyWhoMovesInIt) {
  House house;
  const auto [table, one, two, mover] = house.seat_two(with_clock("fischer", 60'000));
  for (const Socket socket : {one, two}) house.say(socket, {{"type", "beat"}, {"head", 1}});
  house.wait(2'000);
  house.node->lose_store(house.clock.now);
  house.events.full = true;
  house.wait(9'000);
  house.say(mover, {{"type", "hint"}, {"level", 1}});  // what is excused is excused once
  house.wait(1'000);
  house.move(mover, "draw");
  house.events.full = false;
  house.wait(3'000);
  ASSERT_EQ(house.log(table).size(), 2U);
  EXPECT_NE(house.log(table)[1].body.find("spent=2000"), std::string::npos)
      << house.log(table)[1].body;
}

TEST(Outage, LetsNobodyWaitForATable) {
  House house;
  const auto [table, one, two, mover] = house.seat_two();
  house.kill();
  std::vector<int> told;
  const auto ask = [&] {
    house.node->call({"GET", "/api/tables/" + table, "", {}},
                     [&](const Response& said) { told.push_back(said.status); });
    house.run();
  };
  house.events.away = true;
  ask();
  EXPECT_TRUE(told.empty());
  house.wait(5'100);
  EXPECT_EQ(told, std::vector<int>{503});
  house.node->lose_store(house.clock.now);
  ask();
  EXPECT_EQ(told, (std::vector<int>{503, 503}));
  house.events.away = false;
  house.wait(2'000);
  ask();
  EXPECT_EQ(told, (std::vector<int>{503, 503, 200}));
}

TEST(Outage, IsSaidToWhoMakesATable) {
  House house;
  const Socket lobby = house.open("a", "/ws");
  Json make = for_two;
  make.update({{"type", "make"}, {"token", House::token(1)}});
  house.seeds.away = true;
  house.say(lobby, make);
  EXPECT_EQ(house.last(lobby, "no")["code"], "lobby.store");
  EXPECT_EQ(house.seeds.puts, 1);  // each whose answer is lost may be a seed that is kept
  house.seeds.away = false;
  house.wait(2'000);
  house.say(lobby, make);
  EXPECT_EQ(house.count(lobby, "gathering"), 1);
}

TEST(Damage, EndsOneTableAndNoOther) {
  House house;
  const auto first = house.seat_two();
  const auto second = house.seat_two();
  house.events.damaged.insert(game_of(test_digest, first.table));
  house.move(first.mover, "draw");
  EXPECT_NE(house.last(first.one, "no")["text"].get<std::string>().find("damaged"),
            std::string::npos);
  EXPECT_EQ(house.closes[first.one], Close::normal);
  EXPECT_EQ(changes(house, 3'000), 0);
  EXPECT_FALSE(away(house));
  house.move(second.mover, "draw");
  EXPECT_EQ(house.count(second.one, "event"), 1);
  std::string said;
  house.node->call({"GET", "/api/tables/" + first.table, "", {}},
                   [&](const Response& is) { said = std::to_string(is.status) + is.body; });
  house.run();
  EXPECT_EQ(said.substr(0, 3), "503");
  EXPECT_NE(said.find("damaged"), std::string::npos);
}

TEST(Damage, OfOneGatheringKeepsNoLobbyWaiting) {
  House house;
  const auto invite = [&](const std::string& who) {
    const Socket lobby = house.open(who, "/ws");
    Json make = for_two;
    make.update({{"type", "make"}, {"token", House::token(1)}});
    house.say(lobby, make);
    return house.count(lobby, "gathering") == 1
               ? house.last(lobby, "gathering")["table"].get<std::string>()
               : std::string();
  };
  const std::string first = invite("a"), second = invite("b");
  ASSERT_NE(second, "");
  house.events.damaged.insert(game_of(test_digest, first));
  house.kill();
  house.wait(2'000);
  EXPECT_NE(invite("c"), "");
  EXPECT_EQ(house.seated.waiting.size(), 3U);  // the damaged one stays where it is
}

}  // namespace
}  // namespace coset::serve
