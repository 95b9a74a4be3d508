// A node as scripted clients see it.
#include "server/node/node.hpp"

#include <algorithm>

#include "server/node/crash_history.hpp"
#include "table/json.hpp"
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

TEST(RateLimit, ClosesFloodingSocket) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const auto messages_until_closed = [&](Socket socket, const Json& message) {
    int n = 0;
    while (!fixture.closes.contains(socket) && n < 200) {
      fixture.send(socket, message);
      ++n;
    }
    EXPECT_EQ(fixture.closes[socket], Close::policy);
    EXPECT_EQ(fixture.close_reasons[socket], "rate.messages");
    return n;
  };
  const Json beat = {{"type", "heartbeat"}, {"head", 1}};
  EXPECT_EQ(messages_until_closed(fixture.sit(table, 0), beat), 101);
  EXPECT_EQ(messages_until_closed(fixture.sit(table, std::nullopt), beat), 50);
  EXPECT_EQ(messages_until_closed(fixture.open("x", "/ws"), {{"type", "cancel_seek"}}), 31);
}

TEST(Correspondence, FlagsWithoutConnections) {
  NodeFixture fixture;
  constexpr Millis day = 86'400'000;
  Json create = for_two;
  create["clock"] = {{"kind", "correspondence"}, {"start", day}, {"add", 0}};
  const std::string table = fixture.create_game(create, 2);
  fixture.node->on_close(fixture.sit(table, 0));
  fixture.wait(120'000);
  EXPECT_EQ(fixture.node->counters().tables_loaded, 0U);
  fixture.wait(day - 200'000);
  EXPECT_EQ(fixture.log(table).size(), 1U);
  fixture.kill();
  fixture.wait(200'000);
  ASSERT_GE(fixture.log(table).size(), 2U);
  EXPECT_NE(fixture.log(table)[1].body.find("cause=time"), std::string::npos);
}

TEST(Correspondence, ExcludesDowntime) {
  constexpr Millis day = 86'400'000;
  Config config;
  const Time begun = FakeClock().now;
  config.downtime = {{begun + 3'600'000, begun + 2 * 3'600'000}};
  NodeFixture fixture(config);
  Json create = for_two;
  create["clock"] = {{"kind", "correspondence"}, {"start", day}, {"add", 0}};
  const std::string table = fixture.create_game(create, 2);
  fixture.node->on_close(fixture.sit(table, 0));
  fixture.wait(day + 1'800'000);
  EXPECT_EQ(fixture.log(table).size(), 1U);
  fixture.wait(1'900'000);
  EXPECT_GE(fixture.log(table).size(), 2U);
}

TEST(Clock, ExcludesStoreOutage) {
  NodeFixture fixture;
  Json create = for_two;
  create["clock"] = {{"kind", "turn"}, {"start", 30'000}, {"add", 0}};
  const auto [table, one, two, mover] = fixture.seat_two(create);
  for (const Socket socket : {one, two}) fixture.send(socket, {{"type", "heartbeat"}, {"head", 1}});
  fixture.wait(5'000);
  fixture.events.away = true;
  fixture.move(mover, "draw");
  fixture.wait(300'000);
  EXPECT_EQ(fixture.log(table).size(), 1U);
  fixture.events.away = false;
  fixture.run();
  ASSERT_EQ(fixture.log(table).size(), 2U);
  EXPECT_NE(fixture.log(table)[1].body.find("spent=5000"), std::string::npos);
  EXPECT_EQ(fixture.last(mover, "event")["clocks"]["left"][1], 30'000);
  fixture.wait(20'000);
  EXPECT_EQ(fixture.log(table).size(), 2U);
}

// Three tables ask a store that is back, and are answered in one go: the first answer ends the
// outage, and no table may be judged by the second before the outage is excluded.
TEST(Clock, ExcludesOutageBeforeJudgingAnyTable) {
  NodeFixture fixture;
  Json create = for_two;
  create["clock"] = {{"kind", "turn"}, {"start", 6'000}, {"add", 0}};
  std::vector<std::string> tables;
  Socket mover = 0;
  for (int i = 0; i < 3; ++i) {
    tables.push_back(fixture.create_game(create, 2));
    for (const int person : {0, 1}) {
      const Socket socket = fixture.sit(tables.back(), person);
      fixture.send(socket, {{"type", "heartbeat"}, {"head", 1}});
      if (fixture.last(socket, "welcome")["you"] == 1) mover = socket;
    }
  }
  fixture.wait(3'000);
  fixture.events.broken = true;
  fixture.move(mover, "draw");
  fixture.wait(7'000);
  fixture.events.away = true;  // requests queue up
  fixture.wait(2'000);
  fixture.events.broken = fixture.events.away = false;
  while (fixture.events.one()) {
  }
  fixture.node->tick();
  fixture.run();
  EXPECT_EQ(fixture.log(tables[0]).size(), 1U);
  EXPECT_EQ(fixture.log(tables[1]).size(), 1U);
  EXPECT_EQ(fixture.log(tables[2]).size(), 2U);
  fixture.wait(2'000);
  EXPECT_EQ(fixture.log(tables[0]).size(), 1U);
  fixture.wait(6'000);
  EXPECT_GT(fixture.log(tables[0]).size(), 1U);  // now it is their own time
}

TEST(Clock, ExcludesEventLoopStalls) {
  NodeFixture fixture;
  Json create = for_two;
  create["clock"] = {{"kind", "turn"}, {"start", 6'000}, {"add", 0}};
  const auto [table, one, two, mover] = fixture.seat_two(create);
  for (const Socket socket : {one, two}) fixture.send(socket, {{"type", "heartbeat"}, {"head", 1}});
  fixture.wait(5'000);
  fixture.clock.now += 4'000;  // the move waits unread
  fixture.node->exclude_stall(fixture.clock.now - 4'000, fixture.clock.now);
  fixture.node->tick();
  fixture.run();
  EXPECT_EQ(fixture.log(table).size(), 1U);
  fixture.move(mover, "draw");
  ASSERT_EQ(fixture.log(table).size(), 2U);
  EXPECT_NE(fixture.log(table)[1].body.find("spent=5000"), std::string::npos);
}

TEST(Clock, NoticesRecoveryWithinASecond) {
  // However long it was away: the moments lie anywhere between two questions.
  for (const Millis away : {600'000U, 602'300U, 604'900U, 607'100U}) {
    NodeFixture fixture;
    const auto [table, one, two, mover] = fixture.seat_two();
    fixture.events.broken = true;
    fixture.move(mover, "draw");
    fixture.wait(away);
    ASSERT_EQ(fixture.log(table).size(), 1U);
    fixture.events.broken = false;
    fixture.wait(1'000);
    EXPECT_EQ(fixture.log(table).size(), 2U) << away;
  }
}

TEST(Drain, SpreadsReconnectsAndStartsNothing) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(table, 0);
  const Socket two = fixture.sit(table, 1);
  const Socket lobby = fixture.open("z", "/ws");
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(7)}});
  fixture.send(lobby, create);
  fixture.node->drain(fixture.clock.now + 4000);
  EXPECT_EQ(fixture.count(lobby, "cancelled"), 0);  // a link to it may be under way
  std::set<int> delays;
  for (const Socket socket : {one, two, lobby})
    delays.insert(fixture.last(socket, "drain")["after_ms"].get<int>());
  EXPECT_EQ(delays.size(), 3U);
  EXPECT_TRUE(fixture.node->idle());
  const Socket late = fixture.open("y", "/ws");
  EXPECT_EQ(fixture.closes[late], Close::going_away);
  fixture.wait(5000);
  EXPECT_EQ(fixture.closes[one], Close::going_away);
  for (const Socket socket : {late, one})
    EXPECT_EQ(fixture.close_reasons[socket], "lobby.draining");
}

TEST(CrashHistory, QuarantinesAfterTwoCrashesInARow) {
  const CrashHistory fresh;
  const CrashHistory once = fresh.after(GameId{7});
  EXPECT_TRUE(once.quarantined.empty());
  EXPECT_TRUE(once.after(std::nullopt).after(GameId{7}).quarantined.empty());
  EXPECT_TRUE(once.after(GameId{8}).quarantined.empty());
  const CrashHistory twice = once.after(GameId{7});
  EXPECT_EQ(twice.quarantined, std::vector<GameId>{GameId{7}});
  EXPECT_EQ(parse_crash_history(format_crash_history(twice)), twice);
  EXPECT_EQ(parse_crash_history("nonsense\n"), CrashHistory{});
}

// A fault that one table alone triggers: the others go on.
TEST(CrashHistory, RecordsTableBeingServed) {
  NodeFixture fixture;
  const std::string bad = fixture.create_game(for_two, 2);
  struct RecordingMarker final : CrashMarker {
    std::optional<GameId> inside;
    void enter(GameId game) override { inside = game; }
    void leave() override { inside.reset(); }
  } recording;
  CryptoFunctions crypto = fixture.crypto;
  std::optional<GameId> at_the_fault;
  crypto.blake2b = [&](std::string_view bytes) {
    if (bytes.find("\n" + bad + "\n") != std::string_view::npos) at_the_fault = recording.inside;
    return test_digest(bytes);
  };
  fixture.node = std::make_unique<Node>(
      Config{}, NodeDeps{fixture.sockets, fixture.clock, fixture.random, fixture.pool, crypto,
                         fixture.events, fixture.claims, fixture.seeds, fixture.players, recording,
                         fixture.classes, fixture.guests});
  fixture.sit(bad, 0);
  EXPECT_EQ(at_the_fault, game_of(test_digest, bad));
  EXPECT_FALSE(recording.inside);
  Config config;
  config.quarantined_tables = {game_of(test_digest, bad)};
  NodeFixture after(config);
  const Socket socket = after.open("p", "/ws/t/" + bad);
  EXPECT_EQ(after.closes[socket], Close::policy);
  EXPECT_EQ(after.close_reasons[socket], "table.quarantined");
  const Socket nowhere = after.open("p", "/ws/t/No Table");
  EXPECT_EQ(after.closes[nowhere], Close::policy);
  EXPECT_EQ(after.close_reasons[nowhere], "table.not_found");
  EXPECT_NE(after.create_game(for_two, 2), "");
}

TEST(HttpApi, RevealsSeedAfterTheEnd) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const auto get = [&](const std::string& name) {
    Response out;
    fixture.node->call({"GET", "/api/tables/" + name, "", {}},
                       [&](const Response& is) { out = is; });
    fixture.run();
    return out;
  };
  Json told = Json::parse(get(table).body);
  EXPECT_EQ(told["finished"], false);
  EXPECT_EQ(told.count("seed"), 0U);
  fixture.send(fixture.sit(table, 0), {{"type", "resign"}, {"id", "00000000000000aa"}});
  told = Json::parse(get(table).body);
  EXPECT_EQ(told["seed"], protocol::hex(fixture.seeds.stored.at(game_of(test_digest, table))));
  EXPECT_EQ(get("no-such-table").status, 404);
  EXPECT_EQ(get("..").status, 404);
}

}  // namespace
}  // namespace coset::node
