// Rate limits and quotas per guest and per address.
#include "server/node/budgets.hpp"

#include <gtest/gtest.h>

#include "server/node/write_queue.hpp"
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

constexpr Time now = 1'700'000'000'000;
constexpr RateLimit ten{10, 20'000};

TEST(Bucket, AllowsBurstAndRefillsOverWindow) {
  Bucket bucket;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(bucket.try_charge(ten, now)) << i;
  EXPECT_FALSE(bucket.try_charge(ten, now));
  EXPECT_EQ(bucket.wait(ten, now), 2000U);
  EXPECT_EQ(bucket.wait(ten, now + 500), 1500U);
  EXPECT_TRUE(bucket.try_charge(ten, now + 2000));
  EXPECT_FALSE(bucket.try_charge(ten, now + 2000));
  EXPECT_FALSE(bucket.idle(now + 2000));
  EXPECT_TRUE(bucket.idle(now + 22'000));
}

TEST(Bucket, CapsCostAtLimit) {
  Bucket bucket;
  EXPECT_TRUE(bucket.try_charge(ten, now, 1000));
  EXPECT_EQ(bucket.wait(ten, now, 5), 10'000U);
}

int taken(Budgets& budgets, const Budgets::Client& client, Use use, int most = 10'000) {
  int n = 0;
  while (n < most && budgets.try_charge(client, use, now).wait == 0) ++n;
  return n;
}

TEST(Budgets, PersistAcrossConnections) {
  Budgets budgets(4);
  EXPECT_EQ(taken(budgets, budgets.client("a", "x", now), Use::lobby), 30);
  EXPECT_EQ(taken(budgets, budgets.client("a", "x", now), Use::lobby), 0);
  EXPECT_EQ(taken(budgets, budgets.client("a", "y", now), Use::lobby), 0);  // elsewhere, too
  EXPECT_TRUE(budgets.check(budgets.client("a", "x", now), Use::lobby, now).own);
}

TEST(Budgets, LimitAddressRegardlessOfGuestCount) {
  Budgets budgets(4);
  int made = 0;
  for (int i = 0; i < 700; ++i)
    made += taken(budgets, budgets.client(std::to_string(i), "x", now), Use::create, 10);
  EXPECT_EQ(made, 12);
  const auto verdict = budgets.check(budgets.client("new", "x", now), Use::create, now);
  EXPECT_FALSE(verdict.own);
  EXPECT_EQ(refusal(Use::create, verdict).code, "rate.creates");
  EXPECT_EQ(refusal(Use::create, verdict).sentence,
            "Too many new tables from your network. Try again in 50 seconds.");
  EXPECT_EQ(refusal(Use::create, verdict).retry_after, 50);
  EXPECT_EQ(taken(budgets, budgets.client("new", "y", now), Use::create, 3), 3);  // another address
}

TEST(Budgets, AllClassesOfASchoolComeInAtOneBell) {
  Budgets budgets(64);
  int joined = 0;
  for (int i = 0; i < 20 * 30; ++i)
    joined += taken(budgets, budgets.client(std::to_string(i), "school", now), Use::join, 1);
  EXPECT_EQ(joined, 600);
}

TEST(Budgets, StrangersCannotExhaustVouchedBudget) {
  Budgets budgets(4);
  const auto pupil = budgets.client("pupil", "school", now);
  budgets.vouch("pupil", now);
  for (int i = 0; i < 100; ++i)
    for (const Use use : {Use::lobby, Use::create, Use::seek, Use::request, Use::lookup})
      taken(budgets, budgets.client(std::to_string(i), "school", now), use);
  EXPECT_EQ(taken(budgets, budgets.client("stranger", "school", now), Use::create), 0);
  EXPECT_EQ(taken(budgets, pupil, Use::lobby), 30);
  EXPECT_EQ(taken(budgets, pupil, Use::create), 20);
  EXPECT_FALSE(Budgets::vouched(pupil, now + 3 * 3'600'000));
}

TEST(Budgets, EvictOnlyIdleAccounts) {
  Budgets budgets(4);
  const auto held = budgets.client("held", "x", now);
  EXPECT_EQ(taken(budgets, budgets.client("busy", "busy", now), Use::report), 5);
  for (int i = 0; i < 30'000; ++i) budgets.client(std::to_string(i), std::to_string(i), now);
  EXPECT_LT(budgets.size(), 10'000U);
  EXPECT_EQ(taken(budgets, budgets.client("busy", "busy", now), Use::report), 0);
  EXPECT_EQ(budgets.client("held", "x", now).guest, held.guest);
}

TEST(Budgets, TrackNewGuestsOnlyWhileConnectedAtCapacity) {
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

Json create_message(int token, bool listed = false) {
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(token)}});
  if (listed) create["listed"] = true;
  return create;
}

TEST(RateLimit, SurvivesReconnect) {
  NodeFixture fixture;
  const Socket first = fixture.open("a", "/ws");
  for (int i = 0; i < 30; ++i) fixture.send(first, {{"type", "cancel_seek"}});
  fixture.node->on_close(first);
  const Socket second = fixture.open("a", "/ws");
  fixture.send(second, {{"type", "cancel_seek"}});
  EXPECT_EQ(fixture.closes[second], Close::policy);
  EXPECT_EQ(fixture.last(second, "error")["code"], "rate.messages");
  EXPECT_EQ(fixture.last(second, "error")["retry_after"], 1);
}

TEST(Quota, CountsTablesBeingReserved) {
  NodeFixture fixture;
  fixture.seeds.slow = true;
  const Socket lobby = fixture.open("a", "/ws");
  for (int i = 0; i < 15; ++i) fixture.send(lobby, create_message(i));
  EXPECT_EQ(fixture.count(lobby, "error"), 5);
  EXPECT_EQ(fixture.last(lobby, "error")["code"], "lobby.table_limit");
  fixture.seeds.answer();
  fixture.run();
  EXPECT_EQ(fixture.node->counters().tables_pending, 10U);
}

TEST(Quota, CreatorWhoDisconnectsIsAway) {
  NodeFixture fixture;
  fixture.seeds.slow = true;
  const Socket lobby = fixture.open("a", "/ws");
  fixture.send(lobby, create_message(1, true));
  fixture.node->on_close(lobby);
  fixture.seeds.answer();
  fixture.run();
  const Socket other = fixture.open("b", "/ws");
  fixture.send(other, {{"type", "subscribe_tables"}});
  EXPECT_TRUE(fixture.last(other, "tables")["pending"].empty());
  EXPECT_EQ(fixture.node->counters().tables_pending, 1U);
  fixture.wait(25'000);
  EXPECT_EQ(fixture.node->counters().tables_pending, 0U);
}

TEST(QuickMatch, RemovesDisconnectedParticipant) {
  NodeFixture fixture;
  fixture.seeds.slow = true;
  const Socket one = fixture.open("a", "/ws"), two = fixture.open("b", "/ws");
  Json seek = {{"type", "seek"}, {"spec", for_two["spec"]}, {"token", NodeFixture::token(1)}};
  fixture.send(one, seek);
  fixture.send(two, seek);
  fixture.node->on_close(one);
  fixture.seeds.answer();
  fixture.run();
  EXPECT_EQ(fixture.last(two, "pending_table")["participants"].size(), 1U);
  fixture.wait(15'000);
  EXPECT_EQ(fixture.count(two, "started"), 0);
}

TEST(Quota, LimitsTablesPerAddress) {
  NodeFixture fixture;
  int refused = 0;
  for (int i = 0; i < 700; ++i) {
    const Socket lobby = fixture.open("guest " + std::to_string(i), "/ws", "one");
    for (int k = 0; k < 3; ++k) fixture.send(lobby, create_message(k, true));
    refused += fixture.count(lobby, "error");
    fixture.node->on_close(lobby);
  }
  EXPECT_LE(fixture.node->counters().tables_pending, 16U);
  EXPECT_GE(refused, 2084);
  const Socket other = fixture.open("b", "/ws", "another");
  fixture.send(other, create_message(1, true));
  EXPECT_FALSE(fixture.last(other, "pending_table").is_null());
}

TEST(RateLimit, AcceptsInvitationWhenAddressIsExhausted) {
  NodeFixture fixture;
  const Socket host = fixture.open("host", "/ws");
  fixture.send(host, create_message(0));
  const Json told = fixture.last(host, "pending_table");
  for (int i = 0; i < 70; ++i) {
    const Socket flood = fixture.open("flood " + std::to_string(i), "/ws", "school");
    for (int k = 0; k < 30; ++k) fixture.send(flood, {{"type", "cancel_seek"}});
  }
  const Socket pupil = fixture.open("pupil", "/ws", "school");
  fixture.send(pupil, {{"type", "subscribe_tables"}});
  EXPECT_EQ(fixture.last(pupil, "error")["code"], "rate.messages");
  EXPECT_FALSE(fixture.closes.contains(pupil));
  fixture.send(pupil, {{"type", "join"},
                       {"table", told["table"]},
                       {"token", NodeFixture::token(1)},
                       {"invitation", told["invitation"]}});
  EXPECT_EQ(fixture.last(pupil, "pending_table")["your_place"], 2);
  fixture.send(pupil,
               {{"type", "subscribe_tables"}});  // and from then on has a budget of their own
  EXPECT_EQ(fixture.count(pupil, "tables"), 1);
}

TEST(RateLimit, AcceptsSeatTokenWhenAddressIsExhausted) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  for (int i = 0; i < 70; ++i) {
    const Socket flood = fixture.open("flood " + std::to_string(i), "/ws/t/" + table, "school");
    for (int k = 0; k < 50; ++k) fixture.send(flood, {{"type", "heartbeat"}, {"head", 0}});
  }
  const Socket pupil = fixture.open("pupil", "/ws/t/" + table, "school");
  Json hello = {{"type", "hello"}, {"proto", 1}, {"table", table}};
  fixture.send(pupil, hello);
  EXPECT_EQ(fixture.last(pupil, "error")["code"], "rate.messages");
  hello["token"] = NodeFixture::token(0);
  fixture.send(pupil, hello);
  EXPECT_FALSE(fixture.last(pupil, "welcome").is_null());
}

TEST(WriteQueue, ReportsBusyWhenFull) {
  Config config;
  config.max_queued_writes = 3;
  NodeFixture fixture(config);
  fixture.seeds.slow = true;
  for (int i = 0; i < 3; ++i)
    fixture.send(fixture.open(std::to_string(i), "/ws"), create_message(0));
  const Socket late = fixture.open("late", "/ws");
  fixture.send(late, create_message(0));
  EXPECT_EQ(fixture.last(late, "error")["code"], "lobby.busy");
  EXPECT_EQ(fixture.last(late, "error")["retry_after"], 5);
  fixture.seeds.answer();
  fixture.run();
  fixture.send(late, create_message(0));
  EXPECT_FALSE(fixture.last(late, "pending_table").is_null());
  EXPECT_TRUE(fixture.node->idle());
}

TEST(WriteQueue, ReportsBusyToSeekers) {
  Config config;
  config.max_queued_writes = 1;
  NodeFixture fixture(config);
  fixture.seeds.slow = true;
  fixture.send(fixture.open("maker", "/ws"), create_message(0));
  const Socket one = fixture.open("a", "/ws"), two = fixture.open("b", "/ws");
  const Json seek = {{"type", "seek"}, {"spec", for_two["spec"]}, {"token", NodeFixture::token(1)}};
  fixture.send(one, seek);
  fixture.send(two, seek);
  for (const Socket each : {one, two}) {
    EXPECT_EQ(fixture.last(each, "error")["about"], "seek");
    EXPECT_EQ(fixture.last(each, "error")["code"], "lobby.busy");
  }
}

TEST(WriteQueue, LimitsLobbyWritesInFlight) {
  NodeFixture fixture;
  fixture.seeds.slow = true;
  for (int i = 0; i < 50; ++i)
    fixture.send(fixture.open(std::to_string(i), "/ws"), create_message(0));
  EXPECT_EQ(fixture.seeds.late.size(), 2U);
  fixture.seeds.answer();
  fixture.run();
  EXPECT_EQ(fixture.node->counters().tables_pending, 50U);
}

TEST(Drain, ReleasesQueuedWrites) {
  NodeFixture fixture;
  fixture.seeds.slow = true;
  for (int i = 0; i < 50; ++i)
    fixture.send(fixture.open(std::to_string(i), "/ws"), create_message(0));
  fixture.node->drain(fixture.clock.now + 5000);
  EXPECT_EQ(fixture.seeds.late.size(), 50U);
  fixture.seeds.answer();
  fixture.run();
  EXPECT_TRUE(fixture.node->idle());
}

TEST(WriteQueue, IsBoundedInRowsAndBytes) {
  WriteQueue queue(100, 100);
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

TEST(AppendQueue, ReportsBusyWhenFull) {
  Config config;
  config.max_pending_rows = 1;
  NodeFixture fixture(config);
  const auto first = fixture.seat_two();
  const std::string table = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(table, 0), two = fixture.sit(table, 1);
  const Socket mover = fixture.last(one, "welcome")["you"] == 1 ? one : two;
  fixture.events.away = true;
  fixture.move(first.mover, "draw");
  const Json move = {
      {"type", "move"}, {"id", "00000000000000cc"}, {"base_ply", 1}, {"move", "draw"}};
  fixture.send(mover, move);
  EXPECT_EQ(fixture.last(mover, "error")["code"], "table.busy");
  fixture.send(mover, {{"type", "heartbeat"}, {"head", 1}});  // is heard meanwhile
  EXPECT_EQ(fixture.count(mover, "error"), 1);
  fixture.events.away = false;
  fixture.run();
  fixture.send(mover, move);
  EXPECT_EQ(fixture.count(mover, "error"), 1);
}

TEST(RateLimit, ChargesPreviewsByWork) {
  NodeFixture fixture;
  const Json dear = {{"spec", "mad-abel S3 seats=2 deal=2 inability=checked"}};
  const auto [table, one, two, mover] = fixture.seat_two(dear);
  for (int i = 0; i < 60; ++i)
    fixture.send(mover, {{"type", "preview"}, {"seq", i}, {"move", "draw"}});
  EXPECT_EQ(fixture.count(mover, "verdict"), 40);
  EXPECT_EQ(fixture.last(mover, "error")["code"], "rate.work");
  EXPECT_EQ(fixture.last(mover, "error")["message"], "Too much to compute. Try again in 1 second.");
  EXPECT_FALSE(fixture.closes.contains(mover));
}

Response call(NodeFixture& fixture, const GuestIdentity& guest, const std::string& target,
              const std::string& method = "GET") {
  Response out;
  fixture.node->call({method, target, "", guest}, [&](const Response& is) { out = is; });
  fixture.run();
  return out;
}

std::string retry_after(const Response& response) {
  for (const auto& [name, value] : response.headers)
    if (name == "Retry-After") return value;
  return "";
}

TEST(RateLimit, LimitsTableLookups) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  EXPECT_EQ(std::count(table.begin(), table.end(), '-'), 3) << table;
  EXPECT_EQ(table.size() - table.rfind('-'), 7U) << table;  // 30 bits beside the words
  int asked = 0;
  Response last;
  while (asked < 1000 && last.status != 429) {
    GuestIdentity stranger = NodeFixture::guest("new " + std::to_string(asked), "one");
    stranger.is_new = asked % 2 == 0;
    last = call(fixture, stranger, "/api/tables/oak-fox-x" + std::to_string(asked++));
  }
  EXPECT_EQ(asked, 65);
  EXPECT_EQ(Json::parse(last.body)["error"]["code"], "rate.lookups");
  EXPECT_NE(retry_after(last), "");
  // Nor by sockets; what exists and is there can be asked for.
  const Socket guess = fixture.open("guess", "/ws/t/oak-fox-x", "one");
  EXPECT_EQ(fixture.closes[guess], Close::overloaded);
  EXPECT_EQ(fixture.close_reasons[guess], "rate.lookups");
  fixture.sit(table, 0);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(call(fixture, NodeFixture::guest("s", "one"), "/api/tables/" + table).status, 200);
  EXPECT_EQ(call(fixture, NodeFixture::guest("s", "two"), "/api/tables/oak-fox-x").status, 404);
}

TEST(RateLimit, ExistingTableCostsNoLookup) {
  Config config;
  config.table_idle_timeout = 500;
  NodeFixture fixture(config);
  const std::string table = fixture.create_game(for_two, 2);
  for (int i = 0; i < 40; ++i) {
    fixture.wait(1000);  // it has left memory
    EXPECT_EQ(call(fixture, NodeFixture::guest("a"), "/api/tables/" + table).status, 200) << i;
  }
}

TEST(Report, IsLimitedPerAddress) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  int taken = 0;
  Response last;
  for (int i = 0; i < 400; ++i) {
    last = call(fixture, NodeFixture::guest("r" + std::to_string(i), "one"),
                "/api/tables/" + table + "/seats/1/reports", "POST");
    taken += last.status == 204 ? 1 : 0;
  }
  EXPECT_EQ(taken, 5);
  EXPECT_EQ(last.status, 429);
  EXPECT_EQ(Json::parse(last.body)["error"]["code"], "rate.reports");
  EXPECT_EQ(retry_after(last), "120");
  GuestIdentity nobody_yet = NodeFixture::guest("fresh", "two");
  nobody_yet.is_new = true;
  last = call(fixture, nobody_yet, "/api/tables/" + table + "/seats/1/reports", "POST");
  EXPECT_EQ(last.status, 403);
  EXPECT_EQ(Json::parse(last.body)["error"]["code"], "moderation.cookie_required");
}

TEST(Admission, LimitsAddressesAndGuestsAndVouchesForSeats) {
  NodeFixture fixture;
  const auto until_refused = [&](const GuestIdentity& guest, RequestKind kind) {
    int n = 0;
    while (n < 10'000 && !fixture.node->admit(guest, kind).refusal) ++n;
    return n;
  };
  EXPECT_EQ(until_refused(NodeFixture::guest("a", "one"), RequestKind::socket), 120);
  GuestIdentity stranger = NodeFixture::guest("b", "one");
  stranger.is_new = true;
  EXPECT_EQ(until_refused(stranger, RequestKind::api), 640 - 120);
  EXPECT_EQ(fixture.node->admit(stranger, RequestKind::socket_probe).refusal->code,
            "rate.requests");
  EXPECT_FALSE(fixture.node->admit(stranger, RequestKind::file).refusal);
  const std::string table = fixture.create_game(for_two, 2);  // of p0 and p1
  const auto player = fixture.node->admit(NodeFixture::guest("p0", "one"), RequestKind::socket);
  EXPECT_FALSE(player.refusal);
  EXPECT_TRUE(player.vouched);
}

TEST(Quota, EvictsAbandonedTableThatExpiresNext) {
  Config config;
  config.max_pending_tables = 3;
  NodeFixture fixture(config);
  const auto made = [&](const std::string& who, bool listed = false) {
    const Socket socket = fixture.open(who, "/ws");
    fixture.send(socket, create_message(0, listed));
    return socket;
  };
  const Socket here = made("here"), early = made("early"), late = made("late");
  const Json pending = fixture.last(early, "pending_table");
  fixture.send(
      here,
      {{"type", "watch"}, {"table", pending["table"]}, {"invitation", pending["invitation"]}});
  fixture.node->on_close(early);
  fixture.wait(1000);
  fixture.node->on_close(late);
  const auto there = [&](Socket socket) {
    const Socket again = fixture.open(socket == early ? "early" : "late", "/ws");
    fixture.send(again, {{"type", "join"},
                         {"table", fixture.last(socket, "pending_table")["table"]},
                         {"token", NodeFixture::token(0)}});
    const bool out = !fixture.last(again, "pending_table").is_null();
    fixture.node->on_close(again);
    return out;
  };
  const Socket more = made("more");
  EXPECT_FALSE(fixture.last(more, "pending_table").is_null());
  EXPECT_EQ(fixture.last(here, "cancelled")["table"], pending["table"]);
  EXPECT_EQ(fixture.last(here, "cancelled")["code"], "lobby.evicted");
  EXPECT_FALSE(there(early));
  EXPECT_TRUE(there(late));
  made("most");  // in place of the late one
  EXPECT_EQ(fixture.node->counters().tables_pending, 3U);
  const Socket none = made("none");
  EXPECT_EQ(fixture.last(none, "error")["code"], "lobby.full");  // all others are here
  EXPECT_EQ(fixture.last(none, "error")["retry_after"], 60);
  fixture.send(here, {{"type", "subscribe_tables"}});
  EXPECT_EQ(fixture.count(here, "cancelled"), 1);  // of the table that it watched
}

TEST(Quota, RejectsTablesBeyondMaximum) {
  Config config;
  config.max_loaded_tables = 1;
  NodeFixture fixture(config);
  const std::string first = fixture.create_game(for_two, 2);
  const std::string second = fixture.create_game(for_two, 2);
  const Socket one = fixture.sit(first, 0);
  EXPECT_FALSE(fixture.last(one, "welcome").is_null());
  const Socket other = fixture.sit(second, 0);
  EXPECT_EQ(fixture.closes[other], Close::overloaded);
  EXPECT_EQ(fixture.close_reasons[other], "table.unavailable");
  EXPECT_FALSE(fixture.closes.contains(one));
}

}  // namespace
}  // namespace coset::node
