// Names that people mind, orders of an operator, and what a site can switch off.
#include <gtest/gtest.h>

#include "serve/house.hpp"

namespace coset::serve {
namespace {

int report(House& house, const std::string& by, const std::string& what,
           const std::string& method = "POST") {
  Response out;
  house.node->call({method, "/api/tables/" + what, "", Visitor{by, "name of " + by, false}},
                   [&](const Response& is) { out = is; });
  house.run();
  return out.status;
}

TEST(Report, OfASeatIsKeptOnceForEveryVisitor) {
  House house;
  const std::string table = house.gather(for_two, 2);
  EXPECT_EQ(report(house, "p0", table + "/reports/2"), 200);
  EXPECT_EQ(report(house, "p0", table + "/reports/2"), 200);
  EXPECT_EQ(report(house, "x", table + "/reports/2"), 200);
  const GameId game = game_of(test_digest, table);
  ASSERT_EQ(house.seated.minded.size(), 1U);
  const auto& by = house.seated.minded.at({game, std::uint8_t{1}});
  EXPECT_EQ(by.size(), 2U);
  for (const auto& [who, at] : by) EXPECT_EQ(who.size(), 32U);  // digests, not ids
}

TEST(Report, IsRefusedWhereNobodyHasAName) {
  House house;
  Json make = for_two;
  make["bots"] = {"greedy"};
  const std::string table = house.gather(make, 1);
  const Json seats = house.last(house.sit(table, 0), "welcome")["seats"];
  const int bot = seats[0]["player"] == "bot" ? 1 : 2;
  EXPECT_EQ(report(house, "p0", table + "/reports/" + std::to_string(bot)), 400);
  for (const char* seat : {"0", "3", "7"})
    EXPECT_EQ(report(house, "x", table + "/reports/" + seat), 400) << seat;
  EXPECT_EQ(report(house, "p0", "no-such-table/reports/1"), 404);
  EXPECT_EQ(report(house, "p0", table + "/reports/x"), 404);
  EXPECT_EQ(report(house, "p0", table + "/reports/1", "GET"), 405);
  house.seated.away = true;
  EXPECT_EQ(report(house, "p0", table + "/reports/" + std::to_string(3 - bot)), 503);
  EXPECT_TRUE(house.seated.minded.empty());
}

TEST(Orders, ATableIsClosedForGood) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  house.seated.wanted = {{game_of(test_digest, table), store::Order::close}};
  house.wait(11'000);
  EXPECT_EQ(house.last(one, "no")["text"], "This table was closed by whoever runs the server.");
  EXPECT_EQ(house.closes[one], Close::normal);
  const Socket again = house.sit(table, 0);
  EXPECT_EQ(house.closes[again], Close::policy);
  house.kill();
  house.wait(1000);
  EXPECT_EQ(house.closes[house.sit(table, 0)], Close::policy);  // the order outlives the process
}

TEST(Orders, ATableIsReadAgainOnce) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  house.seated.wanted = {{game_of(test_digest, table), store::Order::reread}};
  house.wait(11'000);
  EXPECT_EQ(house.closes[one], Close::going_away);
  EXPECT_TRUE(house.seated.wanted.empty());
  const Socket again = house.sit(table, 0);
  house.wait(11'000);
  EXPECT_FALSE(house.closes.contains(again));
}

TEST(Switches, NobodyWatchesWhereThatIsOff) {
  Config config;
  config.watching = false;
  House house(config);
  const std::string table = house.gather(for_two, 2);
  const Socket watcher = house.sit(table, {});
  EXPECT_EQ(house.last(watcher, "no")["reason"], "spectator");
  EXPECT_TRUE(house.last(watcher, "welcome").is_null());
  EXPECT_TRUE(house.last(watcher, "snapshot").is_null());
  const Socket one = house.sit(table, 0);
  EXPECT_FALSE(house.last(one, "snapshot").is_null());
}

TEST(Switches, NobodyIsSoughtWhereThatIsOff) {
  Config config;
  config.quick_match = false;
  House house(config);
  const Socket one = house.open("a", "/ws");
  Json seek = for_two;
  seek.update({{"type", "seek"}, {"token", House::token(0)}});
  house.say(one, seek);
  EXPECT_EQ(house.last(one, "no")["about"], "seek");
  EXPECT_EQ(house.count(one, "seeking"), 0);
}

struct Seeking {
  House house;
  int tokens = 0;
  Socket seek(const std::string& who, const std::vector<std::string>& without = {}) {
    const Socket out = house.open(who, "/ws");
    Json seek = for_two;
    seek.update({{"type", "seek"}, {"token", House::token(tokens++)}});
    if (!without.empty()) seek["without"] = without;
    house.say(out, seek);
    return out;
  }
  bool met(Socket socket) { return house.count(socket, "gathering") > 0; }
};

TEST(SeekWithout, NeitherMeetsTheOther) {
  Seeking at;
  const Socket one = at.seek("a", {"name of b"});
  const Socket other = at.seek("b");
  EXPECT_FALSE(at.met(one) || at.met(other));
  const Socket third = at.seek("c");
  EXPECT_TRUE(at.met(one) && at.met(third));
  EXPECT_FALSE(at.met(other));
  const Socket fourth = at.seek("d", {"name of b"});
  EXPECT_FALSE(at.met(fourth) || at.met(other));
  EXPECT_TRUE(at.met(at.seek("e")));
  EXPECT_TRUE(at.met(other));
}

}  // namespace
}  // namespace coset::serve
