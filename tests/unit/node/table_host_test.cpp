// A TableHost as its players and spectators see it.
#include <algorithm>

#include "engine/bots/level.hpp"
#include "engine/bots/search.hpp"
#include "engine/play/match.hpp"
#include "server/node/bot_search.hpp"
#include "table/json.hpp"
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

TEST(TableHost, StoresOnlyTokenDigests) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket thief = fixture.open("p", "/ws/t/" + table);
  std::string setup;
  fixture.events.stored.read(game_of(test_digest, table), 1,
                             [&](auto read) { setup = (*std::move(read))->setup; });
  EXPECT_EQ(setup.find(NodeFixture::token(0)), std::string::npos);
  // Reading the store does not give a seat.
  const Json seats = Json::parse(setup)["seats"];
  for (const Json& seat : seats) {
    fixture.send(thief,
                 {{"type", "hello"}, {"proto", 1}, {"table", table}, {"token", seat["token"]}});
    EXPECT_EQ(fixture.last(thief, "error")["code"], "table.token");
    EXPECT_TRUE(fixture.last(thief, "welcome").is_null());
  }
  const Socket owner = fixture.sit(table, 0);
  EXPECT_NE(fixture.last(owner, "welcome")["you"], 0);
}

TEST(TableHost, QueuesMessagesWhileARowIsPending) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket sockets[] = {fixture.sit(table, 0), fixture.sit(table, 1)};
  const bool first = fixture.last(sockets[0], "welcome")["you"] == 1;
  const Socket mover = sockets[first ? 0 : 1];
  const Socket other = sockets[first ? 1 : 0];
  fixture.events.away = true;
  fixture.move(mover, "draw");
  EXPECT_EQ(fixture.count(mover, "event"), 0);
  fixture.send(other, {{"type", "resign"}, {"id", "00000000000000aa"}});
  fixture.send(other, {{"type", "heartbeat"}, {"head", 1}});
  EXPECT_EQ(fixture.count(other, "error"), 0);
  EXPECT_EQ(fixture.last(other, "heartbeat")["head"], 1);
  EXPECT_EQ(fixture.count(other, "event"), 0);
  fixture.events.away = false;
  fixture.run();
  EXPECT_EQ(fixture.count(other, "error"), 0);
  EXPECT_EQ(fixture.last(other, "event")["kind"], "forfeit");
  EXPECT_EQ(fixture.log(table).size(), 3U);
}

TEST(TableHost, SendsOnlyCommittedEvents) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  fixture.events.away = true;
  fixture.move(mover, "draw");
  fixture.wait(60'000);
  EXPECT_EQ(fixture.count(one, "event") + fixture.count(two, "event"), 0);
  fixture.events.away = false;
  fixture.run();
  EXPECT_EQ(fixture.count(one, "event") + fixture.count(two, "event"), 2);
}

// Another node has written this ply meanwhile: clients receive what the log holds.
TEST(TableHost, AcceptsRowOfAnotherHost) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  fixture.events.away = true;
  fixture.move(mover, "draw");  // it is on its way

  const GameId game = game_of(test_digest, table);
  store::Log log;
  fixture.events.stored.read(game, 1, [&](auto read) { log = **std::move(read); });
  std::vector<table::Row> rows;
  for (const store::Event& event : log.events)
    rows.push_back({event.ply, event.before, event.chain, event.id, event.body});
  const auto setup = table::make_setup(*table::read_setup(log.setup));
  const auto ledger = table::Ledger::load(*setup, fixture.crypto.blake2b, rows);
  ASSERT_TRUE(ledger);
  const table::EventHeader fact{
      table::EventKind::bot_takeover, 1, table::Cause::away, 0, 0, fixture.clock.now};
  const table::Row rival = ledger->seal(ledger->begin(fact, table::MoveId::none));
  fixture.events.stored.append(
      {{game, rival.ply, rival.before, rival.chain, rival.id, fixture.clock.now, rival.body}},
      [](const std::vector<store::WriteResult>& out) {
        EXPECT_EQ(out[0], store::WriteResult::ok);
      });
  fixture.events.away = false;
  fixture.run();

  for (const Socket each : {one, two}) {
    const auto& received = fixture.received[each];
    EXPECT_TRUE(std::ranges::any_of(received, [&](const Json& told) {
      return told["type"] == "event" && told["ply"] == rival.ply &&
             told["chain"] == protocol::hex(rival.chain.bytes);
    }));
    EXPECT_TRUE(std::ranges::none_of(received, [&](const Json& told) {
      return told["type"] == "event" && told["ply"] == rival.ply &&
             told["chain"] != protocol::hex(rival.chain.bytes);
    }));
  }
}

TEST(TableHost, UnloadsAndReloadsFromLog) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(table, 0);
  const Json before = fixture.last(one, "snapshot");
  EXPECT_EQ(fixture.node->counters().tables_loaded, 1U);
  fixture.wait(50'000);  // it is looked at meanwhile, which makes it stay no longer
  fixture.node->on_close(one);
  fixture.wait(59'000);
  EXPECT_EQ(fixture.node->counters().tables_loaded, 1U);
  fixture.wait(2'000);
  EXPECT_EQ(fixture.node->counters().tables_loaded, 0U);
  const Socket again = fixture.sit(table, 0);
  EXPECT_EQ(fixture.last(again, "snapshot"), before);
}

TEST(TableHost, SurvivesRestart) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  Socket one = fixture.sit(table, 0);
  const Json before = fixture.last(one, "snapshot");
  fixture.kill();
  one = fixture.sit(table, 0);
  EXPECT_EQ(fixture.last(one, "snapshot"), before);
}

TEST(TableHost, SearchesInWorkerPool) {
  NodeFixture fixture;
  const std::string table =
      fixture.create_game({{"spec", "mad-abel seats=2"}, {"bots", {"greedy"}}}, 1);
  const Socket me = fixture.sit(table, 0);
  fixture.wait(1000);
  if (fixture.log(table).size() < 2) fixture.move(me, "draw");
  fixture.wait(1000);
  std::size_t by_bot = 0;
  const std::string seat = fixture.last(me, "welcome")["you"] == 1 ? "move 2" : "move 1";
  for (const store::Event& row : fixture.log(table)) by_bot += row.body.starts_with(seat) ? 1 : 0;
  EXPECT_GT(by_bot, 0U);
  EXPECT_EQ(fixture.pool.runs, static_cast<int>(by_bot));
}

// A person and a bot whose turn it is: it thinks, and the pool has not got round to it.
struct WithBot {
  NodeFixture fixture;
  std::string table;
  Socket me;

  WithBot() {
    const std::string spec = "al-jabar Z2^3 seats=2";
    const std::string level(bots::levels(*Spec::parse(spec)).back().name);  // takes several steps
    table = fixture.create_game({{"spec", spec}, {"bots", {level}}}, 1);
    me = fixture.sit(table, 0);
    if (fixture.last(me, "welcome")["you"] == 1) {
      fixture.send(me, {{"type", "hint"}, {"level", 5}});
      fixture.move(me, fixture.last(me, "hint")["move"]);
    }
    fixture.clock.now += 1000;
    fixture.pool.held = true;
    fixture.node->tick();
    EXPECT_EQ(fixture.pool.waiting.size(), 1U);
  }
  std::uint64_t cancelled() const { return fixture.node->counters().bot_searches_cancelled; }
};

TEST(TableHost, CancelsSearchAfterItsTurn) {
  WithBot at;
  at.fixture.send(at.me, {{"type", "resign"}, {"id", "00000000000000aa"}});
  EXPECT_EQ(at.fixture.last(at.me, "event")["kind"], "forfeit");
  EXPECT_EQ(at.cancelled(), 1U);
  const std::size_t rows = at.fixture.log(at.table).size();
  EXPECT_FALSE(at.fixture.pool.waiting.front().step()) << "not a step further";
  at.fixture.pool.held = false;
  at.fixture.run();
  EXPECT_EQ(at.fixture.log(at.table).size(), rows);
}

TEST(TableHost, KeepsSearchDuringItsTurn) {
  WithBot at;
  at.fixture.send(at.me, {{"type", "heartbeat"}, {"head", 1}});
  at.fixture.send(at.me, {{"type", "phrase"}, {"phrase", "good_luck"}});
  at.fixture.sit(at.table, std::nullopt);
  EXPECT_EQ(at.cancelled(), 0U);
  EXPECT_EQ(at.fixture.pool.waiting.size(), 1U);
  at.fixture.pool.held = false;
  const std::size_t rows = at.fixture.log(at.table).size();
  at.fixture.run();
  EXPECT_EQ(at.fixture.log(at.table).size(), rows + 1);
}

TEST(TableHost, CancelsSearchWhenUnloaded) {
  WithBot at;
  at.fixture.node.reset();
  ASSERT_EQ(at.fixture.pool.waiting.size(), 1U);
  EXPECT_FALSE(at.fixture.pool.waiting.front().step()) << "not a step further";
}

TEST(TableHost, CancelsUnwantedHint) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  fixture.pool.held = true;
  fixture.send(mover, {{"type", "hint"}, {"level", 1}});
  ASSERT_EQ(fixture.pool.waiting.size(), 1U);
  fixture.node->on_close(mover);
  EXPECT_EQ(fixture.node->counters().bot_searches_cancelled, 1U);
  EXPECT_FALSE(fixture.pool.waiting.front().step()) << "not a step further";
  // Who asks next is answered.
  const Socket again = fixture.sit(table, mover == one ? 0 : 1);
  fixture.send(again, {{"type", "hint"}, {"level", 1}});
  fixture.pool.held = false;
  fixture.run();
  EXPECT_EQ(fixture.count(again, "hint"), 1);
}

// Its name came from an older server, which let clients choose settings.
TEST(BotSearch, IsBoundedInUnits) {
  const Spec spec = *Spec::parse("al-jabar Z2^3 seats=2");
  Match match = Match::open(spec);
  Rng chance(1);
  while (match.turn().kind == Turn::Kind::deal) match.deal(chance);
  BotMoveSearch thinking({match.turn().seat, 1, "alphabeta:depth=60", spec, match.observe(0)}, 1);
  for (int steps = 0; thinking.step(); ++steps) ASSERT_LT(steps, 100);
  EXPECT_TRUE(match.legal(thinking.action()));
  EXPECT_LE(thinking.used(), bots::max_units + bots::max_units_in_a_step);
}

TEST(TableHost, BatchesPublicEventsForSpectators) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two({{"spec", "mad-abel seats=2"}});
  const Socket watcher = fixture.sit(table, std::nullopt);
  fixture.move(mover, "draw");
  EXPECT_EQ(fixture.count(mover, "event"), 1);
  EXPECT_EQ(fixture.count(watcher, "event"), 0);
  fixture.wait(600);
  ASSERT_EQ(fixture.count(watcher, "event"), 1);
  EXPECT_EQ(fixture.last(watcher, "event")["effects"][0].count("pieces"), 0U);
  EXPECT_TRUE(fixture.last(watcher, "snapshot")["view"]["hand"].empty());
  fixture.send(watcher,
               {{"type", "move"}, {"id", "00000000000000bb"}, {"base_ply", 2}, {"move", "draw"}});
  EXPECT_EQ(fixture.last(watcher, "error")["code"], "table.spectator");
}

TEST(TableHost, SendsToManySpectatorsInSlices) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two({{"spec", "mad-abel seats=2"}});
  std::vector<Socket> watchers;
  for (int i = 0; i < 600; ++i) watchers.push_back(fixture.sit(table, std::nullopt));
  const auto served = [&] {
    return std::count_if(watchers.begin(), watchers.end(),
                         [&](Socket each) { return fixture.count(each, "event") > 0; });
  };
  fixture.wait(1'000);
  fixture.move(mover, "draw");
  fixture.wait(499);
  EXPECT_EQ(served(), 0);
  fixture.wait(1);
  EXPECT_EQ(served(), 250);
  // One who comes now has it, and is not sent it again; one who asks has it before the answer.
  const Socket late = fixture.sit(table, std::nullopt);
  EXPECT_EQ(served(), 250);
  fixture.node->on_close(watchers[251]);
  fixture.wait(5);
  EXPECT_EQ(served(), 500);
  fixture.send(watchers[599], {{"type", "hello"}, {"proto", 1}, {"table", table}});
  EXPECT_EQ(fixture.count(watchers[599], "event"), 1);
  fixture.wait(5);
  EXPECT_EQ(served(), 599);
  EXPECT_EQ(fixture.count(watchers[251], "event"), 0);
  EXPECT_EQ(fixture.count(late, "event"), 0);
  for (const Socket each : watchers) EXPECT_LE(fixture.count(each, "event"), 1);
}

TEST(TableHost, BroadcastsPhrasesWithinLimit) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(table, 0);
  const Socket two = fixture.sit(table, 1);
  for (int i = 0; i < 8; ++i) fixture.send(one, {{"type", "phrase"}, {"phrase", "good_luck"}});
  EXPECT_EQ(fixture.count(two, "phrase"), 6);
  EXPECT_EQ(fixture.last(one, "error")["code"], "table.rate");
  fixture.send(one, {{"type", "phrase"}, {"phrase", "anything"}});
  EXPECT_EQ(fixture.last(one, "error")["code"], "message.field");
}

TEST(TableHost, LimitsHintsPerMinute) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  for (int i = 0; i < 11; ++i) fixture.send(mover, {{"type", "hint"}, {"level", 1}});
  EXPECT_EQ(fixture.count(mover, "hint"), 10);
  EXPECT_EQ(fixture.last(mover, "error")["code"], "table.rate");
}

TEST(Rematch, IsOneGameWithItsOwnCommitment) {
  NodeFixture fixture;
  Json create = for_two;
  create["games"] = 3;
  const std::string table = fixture.create_game(create, 2);
  Socket one = fixture.sit(table, 0);
  Socket two = fixture.sit(table, 1);
  fixture.send(one, {{"type", "resign"}, {"id", "00000000000000aa"}});
  ASSERT_EQ(fixture.count(one, "game_over"), 1);
  const GameId game = game_of(test_digest, table);
  EXPECT_EQ(fixture.last(one, "game_over")["seed"], protocol::hex(fixture.seeds.stored.at(game)));
  fixture.send(one, {{"type", "offer"}, {"what", "rematch"}});
  const Json offer = fixture.last(two, "offer");
  ASSERT_EQ(offer["state"], "open");
  ASSERT_FALSE(offer["next"].is_null());
  const auto answer = [&](Socket socket, char c) {
    fixture.send(
        socket,
        {{"type", "answer"}, {"what", "rematch"}, {"yes", true}, {"entropy", std::string(32, c)}});
  };
  answer(two, 'd');
  EXPECT_EQ(fixture.count(two, "rematch_ready"), 0);
  answer(one, 'c');
  ASSERT_EQ(fixture.count(two, "rematch_ready"), 1);
  const std::string next = fixture.last(two, "rematch_ready")["table"];
  EXPECT_EQ(offer["next"]["table"], next);
  // It outlives the process, and tokens stay good.
  fixture.kill();
  one = fixture.sit(table, 0);
  EXPECT_EQ(fixture.last(one, "welcome")["next"], next);
  const Socket there = fixture.sit(next, 0);
  const Json welcome = fixture.last(there, "welcome");
  EXPECT_EQ(welcome["commitment"], offer["next"]["commitment"]);
  EXPECT_EQ(welcome["entropy"].size(), 2U);
  EXPECT_EQ(welcome["series"]["number"], 2);
  const std::size_t winner = static_cast<std::size_t>(welcome["you"].get<int>()) % 2;
  EXPECT_EQ(welcome["series"]["points"][winner], "1");
  EXPECT_EQ(welcome["series"]["points"][1 - winner], "0");
}

}  // namespace
}  // namespace coset::node
