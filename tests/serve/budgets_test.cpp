// What a guest and an address may ask of a server, and who pays for it.
#include "serve/budgets.hpp"

#include <gtest/gtest.h>

#include "serve/house.hpp"
#include "serve/store_queue.hpp"

namespace coset::serve {
namespace {

constexpr Time now = 1'700'000'000'000;
constexpr RateLimit ten{10, 20'000};

TEST(Bucket, GivesSoManyAtOnceAndAsManyAgainOverAWhile) {
  Bucket bucket;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(bucket.take(ten, now)) << i;
  EXPECT_FALSE(bucket.take(ten, now));
  EXPECT_EQ(bucket.wait(ten, now), 2000U);
  EXPECT_EQ(bucket.wait(ten, now + 500), 1500U);
  EXPECT_TRUE(bucket.take(ten, now + 2000));
  EXPECT_FALSE(bucket.take(ten, now + 2000));
  EXPECT_FALSE(bucket.idle(now + 2000));
  EXPECT_TRUE(bucket.idle(now + 22'000));
}

TEST(Bucket, TakesNoMoreThanThereEverIsForWhatIsDear) {
  Bucket bucket;
  EXPECT_TRUE(bucket.take(ten, now, 1000));
  EXPECT_EQ(bucket.wait(ten, now, 5), 10'000U);
}

int taken(Budgets& budgets, const Budgets::Client& client, Use use, int most = 10'000) {
  int n = 0;
  while (n < most && budgets.take(client, use, now).wait == 0) ++n;
  return n;
}

TEST(Budgets, BelongToGuestsAndAddressesAndNotToConnections) {
  Budgets budgets(4);
  EXPECT_EQ(taken(budgets, budgets.client("a", "x", now), Use::lobby), 30);
  EXPECT_EQ(taken(budgets, budgets.client("a", "x", now), Use::lobby), 0);
  EXPECT_EQ(taken(budgets, budgets.client("a", "y", now), Use::lobby), 0);  // elsewhere, too
  EXPECT_TRUE(budgets.ask(budgets.client("a", "x", now), Use::lobby, now).own);
}

TEST(Budgets, OfAnAddressHoldHoweverManyGuestsItInvents) {
  Budgets budgets(4);
  int made = 0;
  for (int i = 0; i < 700; ++i)
    made += taken(budgets, budgets.client(std::to_string(i), "x", now), Use::make, 10);
  EXPECT_EQ(made, 12);
  const auto verdict = budgets.ask(budgets.client("new", "x", now), Use::make, now);
  EXPECT_FALSE(verdict.own);
  EXPECT_EQ(refusal(Use::make, verdict).code, "rate.makes");
  EXPECT_EQ(refusal(Use::make, verdict).sentence,
            "Too many new tables from your network. Try again in 50 seconds.");
  EXPECT_EQ(refusal(Use::make, verdict).retry_after, 50);
  EXPECT_EQ(taken(budgets, budgets.client("new", "y", now), Use::make, 3), 3);  // another address
}

TEST(Budgets, StrangersUseUpNothingOfThoseWhoAreVouchedFor) {
  Budgets budgets(4);
  const auto pupil = budgets.client("pupil", "school", now);
  budgets.vouch("pupil", now);
  for (int i = 0; i < 100; ++i)
    for (const Use use : {Use::lobby, Use::make, Use::seek, Use::request, Use::lookup})
      taken(budgets, budgets.client(std::to_string(i), "school", now), use);
  EXPECT_EQ(taken(budgets, budgets.client("stranger", "school", now), Use::make), 0);
  EXPECT_EQ(taken(budgets, pupil, Use::lobby), 30);
  EXPECT_EQ(taken(budgets, pupil, Use::make), 20);
  EXPECT_FALSE(Budgets::vouched(pupil, now + 3 * 3'600'000));
}

TEST(Budgets, TakeBoundedMemoryAndForgetOnlyWhoIsIdle) {
  Budgets budgets(4);
  const auto held = budgets.client("held", "x", now);
  EXPECT_EQ(taken(budgets, budgets.client("busy", "busy", now), Use::report), 5);
  for (int i = 0; i < 30'000; ++i) budgets.client(std::to_string(i), std::to_string(i), now);
  EXPECT_LT(budgets.size(), 10'000U);
  EXPECT_EQ(taken(budgets, budgets.client("busy", "busy", now), Use::report), 0);
  EXPECT_EQ(budgets.client("held", "x", now).guest, held.guest);
}

TEST(Budgets, BeyondTheBoundNewGuestsAreKnownWhileTheyAreHere) {
  Budgets budgets(4);
  for (int i = 0; i < 100'010; ++i) {
    const auto client = budgets.client(std::to_string(i), "x", now);
    client.guest->own[0].charge(ten, now);
  }
  EXPECT_LE(budgets.size(), 100'010U);
  budgets.vouch("one more", now);
  const auto held = budgets.client("one more", "x", now);
  EXPECT_FALSE(Budgets::vouched(held, now));
  Budgets::vouch(*held.guest, now);
  EXPECT_TRUE(Budgets::vouched(held, now));
  EXPECT_FALSE(Budgets::vouched(budgets.client("one more", "x", now), now));
}

Json make_message(int token, bool listed = false) {
  Json make = for_two;
  make.update({{"type", "make"}, {"token", House::token(token)}});
  if (listed) make["listed"] = true;
  return make;
}

TEST(Limits, ANewConnectionResetsNothing) {
  House house;
  const Socket first = house.open("a", "/ws");
  for (int i = 0; i < 30; ++i) house.say(first, {{"type", "unseek"}});
  house.node->closed(first);
  const Socket second = house.open("a", "/ws");
  house.say(second, {{"type", "unseek"}});
  EXPECT_EQ(house.closes[second], Close::policy);
  EXPECT_EQ(house.last(second, "no")["code"], "rate.messages");
  EXPECT_EQ(house.last(second, "no")["retry_after"], 1);
}

TEST(Limits, WhatIsOnItsWayToTheStoreCounts) {
  House house;
  house.seeds.slow = true;
  const Socket lobby = house.open("a", "/ws");
  for (int i = 0; i < 15; ++i) house.say(lobby, make_message(i));
  EXPECT_EQ(house.count(lobby, "no"), 5);
  EXPECT_EQ(house.last(lobby, "no")["code"], "lobby.made");
  house.seeds.answer();
  house.run();
  EXPECT_EQ(house.node->counters().gatherings, 10U);
}

TEST(Limits, WhoMakesAndGoesIsAway) {
  House house;
  house.seeds.slow = true;
  const Socket lobby = house.open("a", "/ws");
  house.say(lobby, make_message(1, true));
  house.node->closed(lobby);
  house.seeds.answer();
  house.run();
  const Socket other = house.open("b", "/ws");
  house.say(other, {{"type", "tables"}});
  EXPECT_TRUE(house.last(other, "tables")["open"].empty());
  EXPECT_EQ(house.node->counters().gatherings, 1U);
  house.wait(25'000);
  EXPECT_EQ(house.node->counters().gatherings, 0U);
}

TEST(Limits, WhomASeekFoundAndWhoHasGoneIsNotWaitedFor) {
  House house;
  house.seeds.slow = true;
  const Socket one = house.open("a", "/ws"), two = house.open("b", "/ws");
  Json seek = {{"type", "seek"}, {"spec", for_two["spec"]}, {"token", House::token(1)}};
  house.say(one, seek);
  house.say(two, seek);
  house.node->closed(one);
  house.seeds.answer();
  house.run();
  EXPECT_EQ(house.last(two, "gathering")["people"].size(), 1U);
  house.wait(15'000);
  EXPECT_EQ(house.count(two, "begun"), 0);
}

TEST(Limits, OneAddressDoesNotFillTheLobby) {
  House house;
  int refused = 0;
  for (int i = 0; i < 700; ++i) {
    const Socket lobby = house.open("guest " + std::to_string(i), "/ws", "one");
    for (int k = 0; k < 3; ++k) house.say(lobby, make_message(k, true));
    refused += house.count(lobby, "no");
    house.node->closed(lobby);
  }
  EXPECT_LE(house.node->counters().gatherings, 16U);
  EXPECT_GE(refused, 2084);
  const Socket other = house.open("b", "/ws", "another");
  house.say(other, make_message(1, true));
  EXPECT_FALSE(house.last(other, "gathering").is_null());
}

TEST(Limits, WhoBringsAnInvitationIsHeardThoughStrangersUsedUpTheAddress) {
  House house;
  const Socket host = house.open("host", "/ws");
  house.say(host, make_message(0));
  const Json told = house.last(host, "gathering");
  for (int i = 0; i < 70; ++i) {
    const Socket flood = house.open("flood " + std::to_string(i), "/ws", "school");
    for (int k = 0; k < 30; ++k) house.say(flood, {{"type", "unseek"}});
  }
  const Socket pupil = house.open("pupil", "/ws", "school");
  house.say(pupil, {{"type", "tables"}});
  EXPECT_EQ(house.last(pupil, "no")["code"], "rate.messages");
  EXPECT_FALSE(house.closes.contains(pupil));
  house.say(pupil, {{"type", "join"},
                    {"table", told["table"]},
                    {"token", House::token(1)},
                    {"invitation", told["invitation"]}});
  EXPECT_EQ(house.last(pupil, "gathering")["you"], 2);
  house.say(pupil, {{"type", "tables"}});  // and from then on has a budget of their own
  EXPECT_EQ(house.count(pupil, "tables"), 1);
}

TEST(Limits, WhoBringsASeatsTokenIsHeardThoughStrangersUsedUpTheAddress) {
  House house;
  const std::string table = house.gather(for_two, 2);
  for (int i = 0; i < 70; ++i) {
    const Socket flood = house.open("flood " + std::to_string(i), "/ws/t/" + table, "school");
    for (int k = 0; k < 50; ++k) house.say(flood, {{"type", "beat"}, {"head", 0}});
  }
  const Socket pupil = house.open("pupil", "/ws/t/" + table, "school");
  Json hello = {{"type", "hello"}, {"proto", 1}, {"table", table}};
  house.say(pupil, hello);
  EXPECT_EQ(house.last(pupil, "no")["reason"], "rate");
  hello["token"] = House::token(0);
  house.say(pupil, hello);
  EXPECT_FALSE(house.last(pupil, "welcome").is_null());
}

TEST(Limits, AFullQueueToTheStoreSaysThatItIsBusy) {
  Config config;
  config.most_queued = 3;
  House house(config);
  house.seeds.slow = true;
  for (int i = 0; i < 3; ++i) house.say(house.open(std::to_string(i), "/ws"), make_message(0));
  const Socket late = house.open("late", "/ws");
  house.say(late, make_message(0));
  EXPECT_EQ(house.last(late, "no")["code"], "lobby.busy");
  EXPECT_EQ(house.last(late, "no")["retry_after"], 5);
  house.seeds.answer();
  house.run();
  house.say(late, make_message(0));
  EXPECT_FALSE(house.last(late, "gathering").is_null());
  EXPECT_TRUE(house.node->idle());
}

TEST(Limits, WhoSeeksIsToldThatTheServerIsBusy) {
  Config config;
  config.most_queued = 1;
  House house(config);
  house.seeds.slow = true;
  house.say(house.open("maker", "/ws"), make_message(0));
  const Socket one = house.open("a", "/ws"), two = house.open("b", "/ws");
  const Json seek = {{"type", "seek"}, {"spec", for_two["spec"]}, {"token", House::token(1)}};
  house.say(one, seek);
  house.say(two, seek);
  for (const Socket each : {one, two}) {
    EXPECT_EQ(house.last(each, "no")["about"], "seek");
    EXPECT_EQ(house.last(each, "no")["code"], "lobby.busy");
  }
}

TEST(Limits, FewWritesOfTheLobbyAreBeforeAMove) {
  House house;
  house.seeds.slow = true;
  for (int i = 0; i < 50; ++i) house.say(house.open(std::to_string(i), "/ws"), make_message(0));
  EXPECT_EQ(house.seeds.late.size(), 2U);
  house.seeds.answer();
  house.run();
  EXPECT_EQ(house.node->counters().gatherings, 50U);
}

TEST(Drain, NoWriteOfTheLobbyWaitsAnyMore) {
  House house;
  house.seeds.slow = true;
  for (int i = 0; i < 50; ++i) house.say(house.open(std::to_string(i), "/ws"), make_message(0));
  house.node->drain(house.clock.now + 5000);
  EXPECT_EQ(house.seeds.late.size(), 50U);
  house.seeds.answer();
  house.run();
  EXPECT_TRUE(house.node->idle());
}

TEST(Limits, TheQueueIsBoundedInRowsAndBytes) {
  StoreQueue queue(100, 100);
  std::vector<std::function<void()>> there;
  for (int i = 0; i < 10; ++i)
    queue.push(10, [&](std::function<void()> answered) { there.push_back(std::move(answered)); });
  EXPECT_EQ(there.size(), 2U);
  EXPECT_TRUE(queue.full());  // by bytes
  const auto answer = [&](std::size_t i) {
    const auto next = there[i];  // which adds to the others
    next();
  };
  answer(0);
  EXPECT_EQ(there.size(), 3U);
  EXPECT_FALSE(queue.full());
  for (std::size_t i = 1; i < there.size(); ++i) answer(i);
  EXPECT_EQ(there.size(), 10U);
  EXPECT_TRUE(queue.idle());
}

TEST(Limits, ATableIsBusyWhileTheJournalIsFull) {
  Config config;
  config.most_rows = 1;
  House house(config);
  const auto first = house.seat_two();
  const std::string table = house.gather(for_two, 2);
  const Socket one = house.sit(table, 0), two = house.sit(table, 1);
  const Socket mover = house.last(one, "welcome")["you"] == 1 ? one : two;
  house.events.away = true;
  house.move(first.mover, "draw");
  const Json move = {{"type", "move"}, {"id", "00000000000000cc"}, {"on_ply", 1}, {"move", "draw"}};
  house.say(mover, move);
  EXPECT_EQ(house.last(mover, "no")["reason"], "busy");
  house.say(mover, {{"type", "beat"}, {"head", 1}});  // is heard meanwhile
  EXPECT_EQ(house.count(mover, "no"), 1);
  house.events.away = false;
  house.run();
  house.say(mover, move);
  EXPECT_EQ(house.count(mover, "no"), 1);
}

TEST(Limits, DearQuestionsArePaidForByTheirWork) {
  House house;
  const Json dear = {{"spec", "mad-abel S3 seats=2 deal=2 inability=checked"}};
  const auto [table, one, two, mover] = house.seat_two(dear);
  for (int i = 0; i < 60; ++i) house.say(mover, {{"type", "try"}, {"seq", i}, {"move", "draw"}});
  EXPECT_EQ(house.count(mover, "verdict"), 40);
  EXPECT_EQ(house.last(mover, "no")["reason"], "rate");
  EXPECT_EQ(house.last(mover, "no")["text"], "Too much to compute. Try again in 1 second.");
  EXPECT_FALSE(house.closes.contains(mover));
}

Response call(House& house, const Visitor& visitor, const std::string& target,
              const std::string& method = "GET") {
  Response out;
  house.node->call({method, target, "", visitor}, [&](const Response& is) { out = is; });
  house.run();
  return out;
}

std::string retry_after(const Response& response) {
  for (const auto& [name, value] : response.headers)
    if (name == "Retry-After") return value;
  return "";
}

TEST(Limits, NamesCannotBeGuessedOneAfterAnother) {
  House house;
  const std::string table = house.gather(for_two, 2);
  EXPECT_EQ(std::count(table.begin(), table.end(), '-'), 3) << table;
  EXPECT_EQ(table.size() - table.rfind('-'), 7U) << table;  // 30 bits beside the words
  int asked = 0;
  Response last;
  while (asked < 1000 && last.status != 429) {
    Visitor stranger = House::visitor("new " + std::to_string(asked), "one");
    stranger.is_new = asked % 2 == 0;
    last = call(house, stranger, "/api/tables/oak-fox-x" + std::to_string(asked++));
  }
  EXPECT_EQ(asked, 65);
  EXPECT_EQ(Json::parse(last.body)["error"]["code"], "rate.lookups");
  EXPECT_NE(retry_after(last), "");
  // Nor by sockets; what exists and is there can be asked for.
  const Socket guess = house.open("guess", "/ws/t/oak-fox-x", "one");
  EXPECT_EQ(house.closes[guess], Close::overloaded);
  house.sit(table, 0);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(call(house, House::visitor("s", "one"), "/api/tables/" + table).status, 200);
  EXPECT_EQ(call(house, House::visitor("s", "two"), "/api/tables/oak-fox-x").status, 404);
}

TEST(Limits, ATableThatExistsCostsNoLookup) {
  Config config;
  config.table_idle = 500;
  House house(config);
  const std::string table = house.gather(for_two, 2);
  for (int i = 0; i < 40; ++i) {
    house.wait(1000);  // it has left memory
    EXPECT_EQ(call(house, House::visitor("a"), "/api/tables/" + table).status, 200) << i;
  }
}

TEST(Report, FromOneAddressAreCountedAFewTimes) {
  House house;
  const std::string table = house.gather(for_two, 2);
  int taken = 0;
  Response last;
  for (int i = 0; i < 400; ++i) {
    last = call(house, House::visitor("r" + std::to_string(i), "one"),
                "/api/tables/" + table + "/reports/1", "POST");
    taken += last.status == 200 ? 1 : 0;
  }
  EXPECT_EQ(taken, 5);
  EXPECT_EQ(last.status, 429);
  EXPECT_EQ(Json::parse(last.body)["error"]["code"], "rate.reports");
  EXPECT_EQ(retry_after(last), "120");
  Visitor nobody_yet = House::visitor("fresh", "two");
  nobody_yet.is_new = true;
  last = call(house, nobody_yet, "/api/tables/" + table + "/reports/1", "POST");
  EXPECT_EQ(last.status, 403);
  EXPECT_EQ(Json::parse(last.body)["error"]["code"], "report.cookie");
}

TEST(Admission, IsRefusedByAddressAndByGuestAndVouchedForBySeats) {
  House house;
  const auto until_refused = [&](const Visitor& visitor, Asking asking) {
    int n = 0;
    while (n < 10'000 && !house.node->admit(visitor, asking).refusal) ++n;
    return n;
  };
  EXPECT_EQ(until_refused(House::visitor("a", "one"), Asking::socket), 120);
  Visitor stranger = House::visitor("b", "one");
  stranger.is_new = true;
  EXPECT_EQ(until_refused(stranger, Asking::api), 640 - 120);
  EXPECT_EQ(house.node->admit(stranger, Asking::look).refusal->code, "rate.requests");
  EXPECT_FALSE(house.node->admit(stranger, Asking::file).refusal);
  const std::string table = house.gather(for_two, 2);  // of p0 and p1
  const auto player = house.node->admit(House::visitor("p0", "one"), Asking::socket);
  EXPECT_FALSE(player.refusal);
  EXPECT_TRUE(player.vouched);
}

TEST(Limits, RoomIsMadeByTheDesertedOneThatWouldHaveGoneNext) {
  Config config;
  config.most_gatherings = 3;
  House house(config);
  const auto made = [&](const std::string& who, bool listed = false) {
    const Socket socket = house.open(who, "/ws");
    house.say(socket, make_message(0, listed));
    return socket;
  };
  const Socket here = made("here"), early = made("early"), late = made("late");
  house.node->closed(early);
  house.wait(1000);
  house.node->closed(late);
  const auto there = [&](Socket socket) {
    const Socket again = house.open(socket == early ? "early" : "late", "/ws");
    house.say(again, {{"type", "join"},
                      {"table", house.last(socket, "gathering")["table"]},
                      {"token", House::token(0)}});
    const bool out = !house.last(again, "gathering").is_null();
    house.node->closed(again);
    return out;
  };
  const Socket more = made("more");
  EXPECT_FALSE(house.last(more, "gathering").is_null());
  EXPECT_FALSE(there(early));
  EXPECT_TRUE(there(late));
  made("most");  // in place of the late one
  EXPECT_EQ(house.node->counters().gatherings, 3U);
  const Socket none = made("none");
  EXPECT_EQ(house.last(none, "no")["code"], "lobby.full");  // all others are here
  EXPECT_EQ(house.last(none, "no")["retry_after"], 60);
  house.say(here, {{"type", "tables"}});
  EXPECT_EQ(house.count(here, "dropped"), 0);
}

TEST(Limits, BeyondTheLargestNumberOfTablesOthersAreToldSo) {
  Config config;
  config.most_tables = 1;
  House house(config);
  const std::string first = house.gather(for_two, 2);
  const std::string second = house.gather(for_two, 2);
  const Socket one = house.sit(first, 0);
  EXPECT_FALSE(house.last(one, "welcome").is_null());
  const Socket other = house.sit(second, 0);
  EXPECT_EQ(house.closes[other], Close::overloaded);
  EXPECT_FALSE(house.closes.contains(one));
}

}  // namespace
}  // namespace coset::serve
