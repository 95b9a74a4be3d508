// What a node does for people, told by hand.
#include "serve/node.hpp"

#include <algorithm>

#include "hub/table/json.hpp"
#include "serve/doorway.hpp"
#include "serve/house.hpp"

namespace coset::serve {
namespace {

TEST(Limits, WhoSaysTooMuchIsShutOut) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const auto messages_until_closed = [&](Socket socket, const Json& message) {
    int n = 0;
    while (!house.closes.contains(socket) && n < 200) {
      house.say(socket, message);
      ++n;
    }
    EXPECT_EQ(house.closes[socket], Close::policy);
    return n;
  };
  const Json beat = {{"type", "beat"}, {"head", 1}};
  EXPECT_EQ(messages_until_closed(house.sit(table, 0), beat), 101);
  EXPECT_EQ(messages_until_closed(house.sit(table, std::nullopt), beat), 50);
  EXPECT_EQ(messages_until_closed(house.open("x", "/ws"), {{"type", "unseek"}}), 31);
}

TEST(Correspondence, IsJudgedThoughNobodyIsThere) {
  House house;
  constexpr Millis day = 86'400'000;
  Json make = for_two;
  make["clock"] = {{"kind", "correspondence"}, {"start", day}, {"add", 0}};
  const std::string table = house.gather(make, 2);
  house.node->closed(house.sit(table, 0));
  house.wait(120'000);
  EXPECT_EQ(house.node->counters().tables, 0U);
  house.wait(day - 200'000);
  EXPECT_EQ(house.log(table).size(), 1U);
  house.kill();
  house.wait(200'000);
  ASSERT_GE(house.log(table).size(), 2U);
  EXPECT_NE(house.log(table)[1].body.find("cause=time"), std::string::npos);
}

TEST(Correspondence, IsNotChargedForAnnouncedMaintenance) {
  constexpr Millis day = 86'400'000;
  Config config;
  const Time begun = FakeClock().now;
  config.maintenance = {{begun + 3'600'000, begun + 2 * 3'600'000}};
  House house(config);
  Json make = for_two;
  make["clock"] = {{"kind", "correspondence"}, {"start", day}, {"add", 0}};
  const std::string table = house.gather(make, 2);
  house.node->closed(house.sit(table, 0));
  house.wait(day + 1'800'000);
  EXPECT_EQ(house.log(table).size(), 1U);
  house.wait(1'900'000);
  EXPECT_GE(house.log(table).size(), 2U);
}

TEST(Time, OfAnOutageIsChargedToNobody) {
  House house;
  Json make = for_two;
  make["clock"] = {{"kind", "turn"}, {"start", 30'000}, {"add", 0}};
  const auto [table, one, two, mover] = house.seat_two(make);
  for (const Socket socket : {one, two}) house.say(socket, {{"type", "beat"}, {"head", 1}});
  house.wait(5'000);
  house.events.away = true;
  house.move(mover, "draw");
  house.wait(300'000);
  EXPECT_EQ(house.log(table).size(), 1U);
  house.events.away = false;
  house.run();
  ASSERT_EQ(house.log(table).size(), 2U);
  EXPECT_NE(house.log(table)[1].body.find("spent=5000"), std::string::npos);
  EXPECT_EQ(house.last(mover, "event")["clocks"]["left"][1], 30'000);
  house.wait(20'000);
  EXPECT_EQ(house.log(table).size(), 2U);
}

// Three tables ask a store that is back, and are answered in one go: the first answer ends the
// outage, and nobody may be judged by the second before it is excused.
TEST(Time, OfAnOutageIsNobodysThoughManyAreAnsweredAtOnce) {
  House house;
  Json make = for_two;
  make["clock"] = {{"kind", "turn"}, {"start", 6'000}, {"add", 0}};
  std::vector<std::string> tables;
  Socket mover = 0;
  for (int i = 0; i < 3; ++i) {
    tables.push_back(house.gather(make, 2));
    for (const int person : {0, 1}) {
      const Socket socket = house.sit(tables.back(), person);
      house.say(socket, {{"type", "beat"}, {"head", 1}});
      if (house.last(socket, "welcome")["you"] == 1) mover = socket;
    }
  }
  house.wait(3'000);
  house.events.broken = true;
  house.move(mover, "draw");
  house.wait(7'000);
  house.events.away = true;  // the questions gather
  house.wait(2'000);
  house.events.broken = house.events.away = false;
  while (house.events.one()) {
  }
  house.node->tick();
  house.run();
  EXPECT_EQ(house.log(tables[0]).size(), 1U);
  EXPECT_EQ(house.log(tables[1]).size(), 1U);
  EXPECT_EQ(house.log(tables[2]).size(), 2U);
  house.wait(2'000);
  EXPECT_EQ(house.log(tables[0]).size(), 1U);
  house.wait(6'000);
  EXPECT_GT(house.log(tables[0]).size(), 1U);  // now it is their own time
}

TEST(Time, InWhichTheProgramWasNotLetInIsChargedToNobody) {
  House house;
  Json make = for_two;
  make["clock"] = {{"kind", "turn"}, {"start", 6'000}, {"add", 0}};
  const auto [table, one, two, mover] = house.seat_two(make);
  for (const Socket socket : {one, two}) house.say(socket, {{"type", "beat"}, {"head", 1}});
  house.wait(5'000);
  house.clock.now += 4'000;  // the move is there, and nobody reads it
  house.node->was_late(house.clock.now - 4'000, house.clock.now);
  house.node->tick();
  house.run();
  EXPECT_EQ(house.log(table).size(), 1U);
  house.move(mover, "draw");
  ASSERT_EQ(house.log(table).size(), 2U);
  EXPECT_NE(house.log(table)[1].body.find("spent=5000"), std::string::npos);
}

TEST(Time, AStoreThatIsBackIsNoticedWithinASecond) {
  // However long it was away: the moments lie anywhere between two questions.
  for (const Millis away : {600'000U, 602'300U, 604'900U, 607'100U}) {
    House house;
    const auto [table, one, two, mover] = house.seat_two();
    house.events.broken = true;
    house.move(mover, "draw");
    house.wait(away);
    ASSERT_EQ(house.log(table).size(), 1U);
    house.events.broken = false;
    house.wait(1'000);
    EXPECT_EQ(house.log(table).size(), 2U) << away;
  }
}

TEST(Drain, TellsEverybodyWhenToComeBackAndBeginsNothing) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  const Socket two = house.sit(table, 1);
  const Socket lobby = house.open("z", "/ws");
  Json make = for_two;
  make.update({{"type", "make"}, {"token", House::token(7)}});
  house.say(lobby, make);
  house.node->drain(house.clock.now + 4000);
  EXPECT_EQ(house.count(lobby, "dropped"), 0);  // a link to it may be under way
  std::set<int> delays;
  for (const Socket socket : {one, two, lobby})
    delays.insert(house.last(socket, "drain")["after_ms"].get<int>());
  EXPECT_EQ(delays.size(), 3U);
  EXPECT_TRUE(house.node->idle());
  const Socket late = house.open("y", "/ws");
  EXPECT_EQ(house.closes[late], Close::going_away);
  house.wait(5000);
  EXPECT_EQ(house.closes[one], Close::going_away);
}

TEST(Stops, ATableThatStopsTheProgramTwiceInARowIsClosed) {
  const Stops fresh;
  const Stops once = fresh.after(GameId{7});
  EXPECT_TRUE(once.closed.empty());
  EXPECT_TRUE(once.after(std::nullopt).after(GameId{7}).closed.empty());
  EXPECT_TRUE(once.after(GameId{8}).closed.empty());
  const Stops twice = once.after(GameId{7});
  EXPECT_EQ(twice.closed, std::vector<GameId>{GameId{7}});
  EXPECT_EQ(read_stops(write_stops(twice)), twice);
  EXPECT_EQ(read_stops("nonsense\n"), Stops{});
}

// A fault that one table alone triggers: the others go on.
TEST(Stops, TheTableThatIsEnteredIsNoted) {
  House house;
  const std::string bad = house.gather(for_two, 2);
  struct Noting final : Doorway {
    std::optional<GameId> inside;
    void enter(GameId game) override { inside = game; }
    void leave() override { inside.reset(); }
  } noting;
  Digests digests = house.digests;
  std::optional<GameId> at_the_fault;
  digests.blake2b = [&](std::string_view bytes) {
    if (bytes.find("\n" + bad + "\n") != std::string_view::npos) at_the_fault = noting.inside;
    return test_digest(bytes);
  };
  house.node = std::make_unique<Node>(
      Config{}, Ports{house.frames, house.clock, house.chance, house.pool, digests, house.events,
                      house.seeds, house.seated, noting});
  house.sit(bad, 0);
  EXPECT_EQ(at_the_fault, game_of(test_digest, bad));
  EXPECT_FALSE(noting.inside);
  Config config;
  config.closed = {game_of(test_digest, bad)};
  House after(config);
  const Socket socket = after.open("p", "/ws/t/" + bad);
  EXPECT_EQ(after.closes[socket], Close::policy);
  EXPECT_NE(after.gather(for_two, 2), "");
}

TEST(Api, ShowsTheSeedOfAGameThatIsOver) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const auto get = [&](const std::string& name) {
    Response out;
    house.node->call({"GET", "/api/tables/" + name, "", {}}, [&](const Response& is) { out = is; });
    house.run();
    return out;
  };
  Json told = Json::parse(get(table).body);
  EXPECT_EQ(told["over"], false);
  EXPECT_EQ(told.count("seed"), 0U);
  house.say(house.sit(table, 0), {{"type", "resign"}, {"id", "00000000000000aa"}});
  told = Json::parse(get(table).body);
  EXPECT_EQ(told["seed"], wire::hex(house.seeds.kept.at(game_of(test_digest, table))));
  EXPECT_EQ(get("no-such-table").status, 404);
  EXPECT_EQ(get("..").status, 404);
}

}  // namespace
}  // namespace coset::serve
