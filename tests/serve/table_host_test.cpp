// What a table's host does for those who sit and watch there.
#include <algorithm>

#include "bots/level.hpp"
#include "bots/search.hpp"
#include "hub/table/json.hpp"
#include "play/match.hpp"
#include "serve/house.hpp"
#include "serve/thinking.hpp"

namespace coset::serve {
namespace {

TEST(Table, TheStoreKnowsNoToken) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket thief = house.open("p", "/ws/t/" + table);
  std::string setup;
  house.events.kept.read(game_of(test_digest, table), 1,
                         [&](auto read) { setup = (*std::move(read))->setup; });
  EXPECT_EQ(setup.find(House::token(0)), std::string::npos);
  // Whoever has read the store has no seat by it.
  const Json seats = Json::parse(setup)["seats"];
  for (const Json& seat : seats) {
    house.say(thief, {{"type", "hello"}, {"proto", 1}, {"table", table}, {"token", seat["token"]}});
    EXPECT_EQ(house.last(thief, "no")["reason"], "token");
    EXPECT_TRUE(house.last(thief, "welcome").is_null());
  }
  const Socket owner = house.sit(table, 0);
  EXPECT_NE(house.last(owner, "welcome")["you"], 0);
}

TEST(Table, WhatComesWhileARowIsOnItsWayWaits) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket sockets[] = {house.sit(table, 0), house.sit(table, 1)};
  const bool first = house.last(sockets[0], "welcome")["you"] == 1;
  const Socket mover = sockets[first ? 0 : 1];
  const Socket other = sockets[first ? 1 : 0];
  house.events.away = true;
  house.move(mover, "draw");
  EXPECT_EQ(house.count(mover, "got"), 1);
  EXPECT_EQ(house.count(mover, "event"), 0);
  house.say(other, {{"type", "resign"}, {"id", "00000000000000aa"}});
  house.say(other, {{"type", "beat"}, {"head", 1}});
  EXPECT_EQ(house.count(other, "no"), 0);
  EXPECT_EQ(house.last(other, "beat")["head"], 1);
  EXPECT_EQ(house.count(other, "event"), 0);
  house.events.away = false;
  house.run();
  EXPECT_EQ(house.count(other, "no"), 0);
  EXPECT_EQ(house.last(other, "event")["kind"], "forfeit");
  EXPECT_EQ(house.log(table).size(), 3U);
}

TEST(Table, NothingIsToldThatIsNotCommitted) {
  House house;
  const auto [table, one, two, mover] = house.seat_two();
  house.events.away = true;
  house.move(mover, "draw");
  house.wait(60'000);
  EXPECT_EQ(house.count(one, "event") + house.count(two, "event"), 0);
  house.events.away = false;
  house.run();
  EXPECT_EQ(house.count(one, "event") + house.count(two, "event"), 2);
}

// Another node has written this ply in the meantime: what people are told is what the log holds.
TEST(Table, ARowThatAnotherHostWroteIsTheTruth) {
  House house;
  const auto [table, one, two, mover] = house.seat_two();
  house.events.away = true;
  house.move(mover, "draw");  // it is on its way

  const GameId game = game_of(test_digest, table);
  store::Log log;
  house.events.kept.read(game, 1, [&](auto read) { log = **std::move(read); });
  std::vector<hub::Row> rows;
  for (const store::Event& event : log.events)
    rows.push_back({event.ply, event.before, event.chain, event.id, event.body});
  const auto setup = hub::make_setup(*hub::read_setup(log.setup));
  const auto ledger = hub::Ledger::load(*setup, house.digests.blake2b, rows);
  ASSERT_TRUE(ledger);
  const hub::Fact fact{hub::EventKind::keep, 1, hub::Cause::away, 0, 0, house.clock.now};
  const hub::Row rival = ledger->seal(ledger->begin(fact, hub::MoveId::none));
  house.events.kept.append(
      {{game, rival.ply, rival.before, rival.chain, rival.id, house.clock.now, rival.body}},
      [](const std::vector<store::Outcome>& out) { EXPECT_EQ(out[0], store::Outcome::appended); });
  house.events.away = false;
  house.run();

  for (const Socket each : {one, two}) {
    const auto& heard = house.heard[each];
    EXPECT_TRUE(std::ranges::any_of(heard, [&](const Json& told) {
      return told["type"] == "event" && told["ply"] == rival.ply &&
             told["chain"] == wire::hex(rival.chain.bytes);
    }));
    EXPECT_TRUE(std::ranges::none_of(heard, [&](const Json& told) {
      return told["type"] == "event" && told["ply"] == rival.ply &&
             told["chain"] != wire::hex(rival.chain.bytes);
    }));
  }
}

TEST(Table, LeavesMemoryAndComesBackFromItsLog) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  const Json before = house.last(one, "snapshot");
  EXPECT_EQ(house.node->counters().tables, 1U);
  house.wait(50'000);  // it is looked at meanwhile, which makes it stay no longer
  house.node->closed(one);
  house.wait(59'000);
  EXPECT_EQ(house.node->counters().tables, 1U);
  house.wait(2'000);
  EXPECT_EQ(house.node->counters().tables, 0U);
  const Socket again = house.sit(table, 0);
  EXPECT_EQ(house.last(again, "snapshot"), before);
}

TEST(Table, IsTheSameAfterTheNodeWasKilled) {
  House house;
  const std::string table = house.gather(for_two, 2);
  Socket one = house.sit(table, 0);
  const Json before = house.last(one, "snapshot");
  house.kill();
  one = house.sit(table, 0);
  EXPECT_EQ(house.last(one, "snapshot"), before);
}

TEST(Table, BotsThinkInThePool) {
  House house;
  const std::string table = house.gather({{"spec", "mad-abel seats=2"}, {"bots", {"greedy"}}}, 1);
  const Socket me = house.sit(table, 0);
  house.wait(1000);
  if (house.log(table).size() < 2) house.move(me, "draw");
  house.wait(1000);
  std::size_t by_bot = 0;
  const std::string seat = house.last(me, "welcome")["you"] == 1 ? "move 2" : "move 1";
  for (const store::Event& row : house.log(table)) by_bot += row.body.starts_with(seat) ? 1 : 0;
  EXPECT_GT(by_bot, 0U);
  EXPECT_EQ(house.pool.runs, static_cast<int>(by_bot));
}

// A person and a bot whose turn it is: it thinks, and the pool has not got round to it.
struct WithBot {
  House house;
  std::string table;
  Socket me;

  WithBot() {
    const std::string spec = "al-jabar Z2^3 seats=2";
    const std::string level(bots::levels(*Spec::parse(spec)).back().name);  // takes several steps
    table = house.gather({{"spec", spec}, {"bots", {level}}}, 1);
    me = house.sit(table, 0);
    if (house.last(me, "welcome")["you"] == 1) {
      house.say(me, {{"type", "hint"}, {"level", 5}});
      house.move(me, house.last(me, "hint")["move"]);
    }
    house.clock.now += 1000;
    house.pool.held = true;
    house.node->tick();
    EXPECT_EQ(house.pool.waiting.size(), 1U);
  }
  std::uint64_t cancelled() const { return house.node->counters().thoughts_cancelled; }
};

TEST(Table, AThoughtIsCancelledWhenItsTurnIsOver) {
  WithBot at;
  at.house.say(at.me, {{"type", "resign"}, {"id", "00000000000000aa"}});
  EXPECT_EQ(at.house.last(at.me, "event")["kind"], "forfeit");
  EXPECT_EQ(at.cancelled(), 1U);
  const std::size_t rows = at.house.log(at.table).size();
  EXPECT_FALSE(at.house.pool.waiting.front().step()) << "not a step further";
  at.house.pool.held = false;
  at.house.run();
  EXPECT_EQ(at.house.log(at.table).size(), rows);
}

TEST(Table, AThoughtIsKeptWhileItsTurnLasts) {
  WithBot at;
  at.house.say(at.me, {{"type", "beat"}, {"head", 1}});
  at.house.say(at.me, {{"type", "say"}, {"phrase", "good_luck"}});
  at.house.sit(at.table, std::nullopt);
  EXPECT_EQ(at.cancelled(), 0U);
  EXPECT_EQ(at.house.pool.waiting.size(), 1U);
  at.house.pool.held = false;
  const std::size_t rows = at.house.log(at.table).size();
  at.house.run();
  EXPECT_EQ(at.house.log(at.table).size(), rows + 1);
}

TEST(Table, AThoughtIsCancelledWhenItsTableGoes) {
  WithBot at;
  at.house.node.reset();
  ASSERT_EQ(at.house.pool.waiting.size(), 1U);
  EXPECT_FALSE(at.house.pool.waiting.front().step()) << "not a step further";
}

TEST(Table, AHintIsCancelledWhenNobodyWaitsForIt) {
  House house;
  const auto [table, one, two, mover] = house.seat_two();
  house.pool.held = true;
  house.say(mover, {{"type", "hint"}, {"level", 1}});
  ASSERT_EQ(house.pool.waiting.size(), 1U);
  house.node->closed(mover);
  EXPECT_EQ(house.node->counters().thoughts_cancelled, 1U);
  EXPECT_FALSE(house.pool.waiting.front().step()) << "not a step further";
  // Who asks next is answered.
  const Socket again = house.sit(table, mover == one ? 0 : 1);
  house.say(again, {{"type", "hint"}, {"level", 1}});
  house.pool.held = false;
  house.run();
  EXPECT_EQ(house.count(again, "hint"), 1);
}

// Its name came from an older server, which let clients choose settings.
TEST(Thinking, NoBotHasMoreThanTheUnitsOfADecision) {
  const Spec spec = *Spec::parse("al-jabar Z2^3 seats=2");
  Match match = Match::open(spec);
  Rng chance(1);
  while (match.turn().kind == Turn::Kind::deal) match.deal(chance);
  BotThinking thinking({match.turn().seat, 1, "alphabeta:depth=60", spec, match.observe(0)}, 1);
  for (int steps = 0; thinking.step(); ++steps) ASSERT_LT(steps, 100);
  EXPECT_TRUE(match.legal(thinking.action()));
  EXPECT_LE(thinking.used(), bots::most_units + bots::most_units_in_a_step);
}

TEST(Table, SpectatorsAreToldTogetherAndOnlyWhatIsPublic) {
  House house;
  const auto [table, one, two, mover] = house.seat_two({{"spec", "mad-abel seats=2"}});
  const Socket watcher = house.sit(table, std::nullopt);
  house.move(mover, "draw");
  EXPECT_EQ(house.count(mover, "event"), 1);
  EXPECT_EQ(house.count(watcher, "event"), 0);
  house.wait(600);
  ASSERT_EQ(house.count(watcher, "event"), 1);
  EXPECT_EQ(house.last(watcher, "event")["effects"][0].count("pieces"), 0U);
  EXPECT_TRUE(house.last(watcher, "snapshot")["view"]["hand"].empty());
  house.say(watcher,
            {{"type", "move"}, {"id", "00000000000000bb"}, {"on_ply", 2}, {"move", "draw"}});
  EXPECT_EQ(house.last(watcher, "no")["reason"], "spectator");
}

TEST(Table, PhrasesAreSaidToAllAndNotTooOften) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  const Socket two = house.sit(table, 1);
  for (int i = 0; i < 8; ++i) house.say(one, {{"type", "say"}, {"phrase", "good_luck"}});
  EXPECT_EQ(house.count(two, "say"), 6);
  EXPECT_EQ(house.last(one, "no")["reason"], "rate");
  house.say(one, {{"type", "say"}, {"phrase", "anything"}});
  EXPECT_EQ(house.last(one, "no")["reason"], "bad");
}

TEST(Table, TenHintsAMinute) {
  House house;
  const auto [table, one, two, mover] = house.seat_two();
  for (int i = 0; i < 11; ++i) house.say(mover, {{"type", "hint"}, {"level", 1}});
  EXPECT_EQ(house.count(mover, "hint"), 10);
  EXPECT_EQ(house.last(mover, "no")["reason"], "rate");
}

TEST(Rematch, IsOneGameBoundByItsOwnCommitment) {
  House house;
  Json make = for_two;
  make["games"] = 3;
  const std::string table = house.gather(make, 2);
  Socket one = house.sit(table, 0);
  Socket two = house.sit(table, 1);
  house.say(one, {{"type", "resign"}, {"id", "00000000000000aa"}});
  ASSERT_EQ(house.count(one, "over"), 1);
  const GameId game = game_of(test_digest, table);
  EXPECT_EQ(house.last(one, "over")["seed"], wire::hex(house.seeds.kept.at(game)));
  house.say(one, {{"type", "offer"}, {"what", "rematch"}});
  const Json offer = house.last(two, "offer");
  ASSERT_EQ(offer["state"], "open");
  ASSERT_FALSE(offer["next"].is_null());
  const auto answer = [&](Socket socket, char c) {
    house.say(
        socket,
        {{"type", "answer"}, {"what", "rematch"}, {"yes", true}, {"entropy", std::string(32, c)}});
  };
  answer(two, 'd');
  EXPECT_EQ(house.count(two, "moved"), 0);
  answer(one, 'c');
  ASSERT_EQ(house.count(two, "moved"), 1);
  const std::string next = house.last(two, "moved")["table"];
  EXPECT_EQ(offer["next"]["table"], next);
  // It outlives the process, and tokens stay good.
  house.kill();
  one = house.sit(table, 0);
  EXPECT_EQ(house.last(one, "welcome")["next"], next);
  const Socket there = house.sit(next, 0);
  const Json welcome = house.last(there, "welcome");
  EXPECT_EQ(welcome["commitment"], offer["next"]["commitment"]);
  EXPECT_EQ(welcome["entropy"].size(), 2U);
  EXPECT_EQ(welcome["series"]["number"], 2);
  const std::size_t winner = static_cast<std::size_t>(welcome["you"].get<int>()) % 2;
  EXPECT_EQ(welcome["series"]["points"][winner], "1");
  EXPECT_EQ(welcome["series"]["points"][1 - winner], "0");
}

}  // namespace
}  // namespace coset::serve
