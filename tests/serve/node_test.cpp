// What a node does for people, told by hand.
#include "serve/node.hpp"

#include <algorithm>

#include "hub/table/json.hpp"
#include "serve/doorway.hpp"
#include "serve/house.hpp"

namespace coset::serve {
namespace {

const Json for_two = {{"spec", "al-jabar Z2^2 seats=2 deal=3 copies=4"}};

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
  EXPECT_EQ(house.last(at, "welcome")["entropy"], Json{std::string(32, '0')});
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
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  const Socket two = house.sit(table, 1);
  const Socket mover = house.last(one, "welcome")["you"] == 1 ? one : two;
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
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  const Socket two = house.sit(table, 1);
  const Socket mover = house.last(one, "welcome")["you"] == 1 ? one : two;
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

TEST(Table, SpectatorsAreToldTogetherAndOnlyWhatIsPublic) {
  House house;
  const std::string table = house.gather({{"spec", "mad-abel seats=2"}}, 2);
  const Socket one = house.sit(table, 0);
  const Socket two = house.sit(table, 1);
  const Socket watcher = house.sit(table, std::nullopt);
  const Socket mover = house.last(one, "welcome")["you"] == 1 ? one : two;
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
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  const Socket two = house.sit(table, 1);
  const Socket mover = house.last(one, "welcome")["you"] == 1 ? one : two;
  for (int i = 0; i < 11; ++i) house.say(mover, {{"type", "hint"}, {"level", 1}});
  EXPECT_EQ(house.count(mover, "hint"), 10);
  EXPECT_EQ(house.last(mover, "no")["reason"], "rate");
}

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
  EXPECT_EQ(messages_until_closed(house.sit(table, 0), beat), 100);  // and one hello
  EXPECT_EQ(messages_until_closed(house.sit(table, std::nullopt), beat), 50);
  EXPECT_EQ(messages_until_closed(house.open("x", "/ws"), {{"type", "unseek"}}), 31);
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
  const std::string table = house.gather(make, 2);
  const Socket one = house.sit(table, 0);
  const Socket two = house.sit(table, 1);
  for (const Socket socket : {one, two}) house.say(socket, {{"type", "beat"}, {"head", 1}});
  const Socket mover = house.last(one, "welcome")["you"] == 1 ? one : two;
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

TEST(Time, AStoreThatIsBackIsNoticedWithinASecond) {
  House house;
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0);
  const Socket two = house.sit(table, 1);
  const Socket mover = house.last(one, "welcome")["you"] == 1 ? one : two;
  house.events.away = true;
  house.move(mover, "draw");
  house.wait(600'000);
  ASSERT_EQ(house.log(table).size(), 1U);
  house.events.away = false;
  house.wait(1'000);
  EXPECT_EQ(house.log(table).size(), 2U);
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
  EXPECT_EQ(house.count(lobby, "dropped"), 1);
  EXPECT_EQ(house.node->counters().gatherings_dropped, 1U);
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
