// Reports of names, operator actions, and features that can be disabled.
#include <gtest/gtest.h>

#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

int report(NodeFixture& fixture, const std::string& by, const std::string& what,
           const std::string& method = "POST") {
  Response out;
  fixture.node->call({method, "/api/tables/" + what, "", GuestIdentity{by, "name of " + by, false}},
                     [&](const Response& is) { out = is; });
  fixture.run();
  return out.status;
}

TEST(Report, IsStoredOncePerGuest) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  EXPECT_EQ(report(fixture, "p0", table + "/seats/2/reports"), 204);
  EXPECT_EQ(report(fixture, "p0", table + "/seats/2/reports"), 204);
  EXPECT_EQ(report(fixture, "x", table + "/seats/2/reports"), 204);
  const GameId game = game_of(test_digest, table);
  ASSERT_EQ(fixture.players.reported.size(), 1U);
  const auto& by = fixture.players.reported.at({game, std::uint8_t{1}});
  EXPECT_EQ(by.size(), 2U);
  for (const auto& [who, at] : by) EXPECT_EQ(who.size(), 32U);  // digests, not ids
}

TEST(Report, RequiresHumanPlayer) {
  NodeFixture fixture;
  Json create = for_two;
  create["bots"] = {"greedy"};
  const std::string table = fixture.create_game(create, 1);
  const Json seats = fixture.last(fixture.sit(table, 0), "welcome")["seats"];
  const int bot = seats[0]["player"] == "bot" ? 1 : 2;
  EXPECT_EQ(report(fixture, "p0", table + "/seats/" + std::to_string(bot) + "/reports"), 400);
  for (const char* seat : {"0", "3", "7"})
    EXPECT_EQ(report(fixture, "x", table + "/seats/" + seat + "/reports"), 400) << seat;
  EXPECT_EQ(report(fixture, "p0", "no-such-table/seats/1/reports"), 404);
  EXPECT_EQ(report(fixture, "p0", table + "/seats/x/reports"), 404);
  EXPECT_EQ(report(fixture, "p0", table + "/seats/1/reports", "GET"), 405);
  fixture.players.away = true;
  EXPECT_EQ(report(fixture, "p0", table + "/seats/" + std::to_string(3 - bot) + "/reports"), 503);
  EXPECT_TRUE(fixture.players.reported.empty());
}

TEST(OperatorAction, ClosesTablePermanently) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(table, 0);
  fixture.players.actions = {{game_of(test_digest, table), store::OperatorAction::close}};
  fixture.wait(11'000);
  EXPECT_EQ(fixture.last(one, "error")["message"], "The operator has closed this table.");
  EXPECT_EQ(fixture.closes[one], Close::normal);
  const Socket again = fixture.sit(table, 0);
  EXPECT_EQ(fixture.closes[again], Close::policy);
  for (const Socket socket : {one, again}) EXPECT_EQ(fixture.close_reasons[socket], "table.closed");
  fixture.kill();
  fixture.wait(1000);
  EXPECT_EQ(fixture.closes[fixture.sit(table, 0)],
            Close::policy);  // the order outlives the process
}

TEST(OperatorAction, ReloadsTableOnce) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(table, 0);
  fixture.players.actions = {{game_of(test_digest, table), store::OperatorAction::reread}};
  fixture.wait(11'000);
  EXPECT_EQ(fixture.closes[one], Close::going_away);
  EXPECT_EQ(fixture.close_reasons[one], "");
  EXPECT_TRUE(fixture.players.actions.empty());
  const Socket again = fixture.sit(table, 0);
  fixture.wait(11'000);
  EXPECT_FALSE(fixture.closes.contains(again));
}

TEST(FeatureSwitch, DisablesSpectators) {
  Config config;
  config.allow_spectators = false;
  NodeFixture fixture(config);
  const std::string table = fixture.create_game(for_two, 2);
  const Socket watcher = fixture.sit(table, {});
  EXPECT_EQ(fixture.last(watcher, "error")["code"], "table.spectators_disabled");
  EXPECT_TRUE(fixture.last(watcher, "welcome").is_null());
  EXPECT_TRUE(fixture.last(watcher, "snapshot").is_null());
  const Socket one = fixture.sit(table, 0);
  EXPECT_FALSE(fixture.last(one, "snapshot").is_null());
}

TEST(FeatureSwitch, DisablesQuickMatch) {
  Config config;
  config.quick_match = false;
  NodeFixture fixture(config);
  const Socket one = fixture.open("a", "/ws");
  Json seek = for_two;
  seek.update({{"type", "seek"}, {"token", NodeFixture::token(0)}, {"id", "first"}});
  fixture.send(one, seek);
  EXPECT_EQ(fixture.last(one, "error")["code"], "lobby.quick_match_disabled");
  EXPECT_EQ(fixture.last(one, "error")["about"], "seek");
  EXPECT_EQ(fixture.last(one, "error")["id"], "first");
  EXPECT_EQ(fixture.count(one, "seeking"), 0);
}

struct Seeking {
  NodeFixture fixture;
  int tokens = 0;
  Socket seek(const std::string& who, const std::vector<std::string>& without = {}) {
    const Socket out = fixture.open(who, "/ws");
    Json seek = for_two;
    seek.update({{"type", "seek"}, {"token", NodeFixture::token(tokens++)}});
    if (!without.empty()) seek["exclude_names"] = without;
    fixture.send(out, seek);
    return out;
  }
  bool met(Socket socket) { return fixture.count(socket, "pending_table") > 0; }
};

TEST(QuickMatch, HonoursExcludedNamesBothWays) {
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
}  // namespace coset::node
