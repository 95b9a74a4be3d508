// At a friend's table without a clock nobody plays for an absent player: through the whole node, in
// virtual time.
#include <gmock/gmock.h>

#include "server/node/table_names.hpp"
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

constexpr Millis hour = 3'600'000;

Json about(NodeFixture& at, const std::string& table) {
  Response out;
  at.node->call({"GET", "/api/tables/" + table, "", {}}, [&](const Response& is) { out = is; });
  at.run();
  return Json::parse(out.body);
}

// A game of two that both found in the list of open tables.
std::string create_open_game(NodeFixture& at) {
  const Socket lobby[] = {at.open("p0", "/ws"), at.open("p1", "/ws")};
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(0)}, {"listed", true}});
  at.send(lobby[0], create);
  const std::string table = at.last(lobby[0], "pending_table")["table"];
  at.send(lobby[1], {{"type", "join"}, {"table", table}, {"token", NodeFixture::token(1)}});
  for (const Socket each : lobby) at.send(each, {{"type", "ready"}, {"table", table}});
  EXPECT_EQ(at.count(lobby[0], "started"), 1);
  return table;
}

TEST(Patience, NoBotPlaysForAnHourAtAFriendsTable) {
  for (const bool open : {false, true}) {
    NodeFixture at;
    const std::string table = open ? create_open_game(at) : at.create_game(for_two, 2);
    const Socket one = at.sit(table, 0);
    const Socket two = at.sit(table, 1);
    const Socket mover = at.last(one, "welcome")["you"] == 1 ? one : two;
    const Socket waits = mover == one ? two : one;
    const int events = at.count(waits, "event");
    at.node->on_close(mover);
    at.wait(hour);
    EXPECT_EQ(at.count(waits, "event"), events);
    EXPECT_FALSE(about(at, table).contains("kept"));
    EXPECT_TRUE(at.pool.waiting.empty());

    // Nor after a restart, at which the host forgets who was there.
    at.kill();
    const Socket again = at.sit(table, waits == one ? 0 : 1);
    at.wait(hour);
    EXPECT_EQ(at.count(again, "event"), 0);
    EXPECT_EQ(at.last(again, "seats"), Json());
  }
}

TEST(Patience, WhoWaitsLetsABotPlayAndTheAbsentPlayerIsTold) {
  NodeFixture at;
  const auto [table, one, two, mover] = at.seat_two();
  const Socket waits = mover == one ? two : one;
  const int seat = at.last(mover, "welcome")["you"];
  const auto place = static_cast<std::size_t>(seat - 1);
  at.node->on_close(mover);
  at.run();
  EXPECT_EQ(at.last(waits, "seats")["seats"][place]["away"], 0);
  const Json ask = {{"type", "offer"}, {"what", "bot_takeover"}};
  at.wait(9 * 60'000);
  at.send(waits, ask);
  EXPECT_EQ(at.last(waits, "error")["code"], "table.not_away");
  at.wait(60'000);
  at.send(waits, ask);
  EXPECT_EQ(at.last(waits, "offer")["state"], "agreed");
  EXPECT_EQ(at.last(waits, "event")["kind"], "bot_takeover");
  EXPECT_EQ(about(at, table)["kept"], Json({seat}));
  at.wait(10'000);
  EXPECT_EQ(at.last(waits, "event")["kind"], "move");

  const Socket back = at.sit(table, mover == one ? 0 : 1);
  EXPECT_EQ(at.last(back, "welcome")["seats"][place]["kept"], true);
  EXPECT_EQ(at.last(back, "welcome")["seats"][place]["cause"], "away");
  at.send(back, {{"type", "reclaim"}, {"id", "00000000000000aa"}});
  EXPECT_EQ(at.last(back, "event")["kind"], "reclaimed");
  EXPECT_FALSE(about(at, table).contains("kept"));
}

TEST(Patience, OtherTablesKeepTheirGracePeriod) {
  const auto grace_of = [](NodeFixture& at, const std::string& table) {
    std::string setup;
    at.events.stored.read(game_of(at.crypto.blake2b, table), ~table::Ply{0},
                          [&](auto read) { setup = (*std::move(read))->setup; });
    return Json::parse(setup)["grace"];
  };
  NodeFixture at;
  EXPECT_EQ(grace_of(at, at.seat_two().table), 0);
  Json timed = for_two;
  timed["clock"] = {{"kind", "turn"}, {"start", 30'000}, {"add", 0}};
  EXPECT_EQ(grace_of(at, at.seat_two(timed).table), 120'000);
}

}  // namespace
}  // namespace coset::node
