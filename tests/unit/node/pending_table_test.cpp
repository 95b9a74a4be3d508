// Pending tables: what clients receive before a game starts; joining, watching and leaving.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

TEST(PendingTable, PublishesCommitmentBeforeEntropy) {
  NodeFixture fixture;
  const Socket lobby = fixture.open("a", "/ws");
  Json create = for_two;
  create["type"] = "create";
  create["token"] = NodeFixture::token(0);
  fixture.send(lobby, create);
  const Json told = fixture.last(lobby, "pending_table");
  ASSERT_FALSE(told.is_null());
  const std::string table = told["table"];
  const GameId game = game_of(test_digest, table);
  EXPECT_EQ(told["game"], protocol::hex(game));
  const Bytes32 seed = fixture.seeds.stored.at(game);
  EXPECT_EQ(told["commitment"],
            protocol::hex(fair_deal::commitment(fixture.crypto.deal, game, seed)));
  EXPECT_EQ(fixture.bytes[lobby].find(protocol::hex(seed)), std::string::npos);
  // The name alone is not enough to join.
  const Socket other = fixture.open("b", "/ws");
  fixture.send(other, {{"type", "join"}, {"table", table}, {"token", NodeFixture::token(1)}});
  EXPECT_EQ(fixture.last(other, "error")["about"], "join");
  EXPECT_TRUE(fixture.last(other, "pending_table").is_null());
  fixture.send(other, {{"type", "join"},
                       {"table", table},
                       {"token", NodeFixture::token(1)},
                       {"invitation", told["invitation"]}});
  EXPECT_EQ(fixture.last(other, "pending_table")["your_place"], 2);
  fixture.send(other, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, 'b')}});
  fixture.send(other, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, 'c')}});
  EXPECT_EQ(fixture.count(lobby, "started"), 0);
  fixture.send(lobby, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, 'a')}});
  EXPECT_EQ(fixture.count(lobby, "started"), 1);
  EXPECT_EQ(fixture.count(other, "started"), 1);
  const Socket at = fixture.sit(table, 0);
  EXPECT_EQ(fixture.last(at, "welcome")["entropy"],
            (Json{std::string(32, 'a'), std::string(32, 'b')}));
  // Who sits where, the key has drawn.
  std::vector<Bytes16> entropy(2);
  entropy[0].fill(0xaa);
  entropy[1].fill(0xbb);
  const fair_deal::Draws draws(fixture.crypto.deal,
                               fair_deal::key_of(fixture.crypto.deal, game, seed, entropy));
  EXPECT_EQ(fixture.last(at, "welcome")["you"], draws.seats(2)[0] + 1);
}

TEST(PendingTable, MissingEntropyIsZero) {
  NodeFixture fixture;
  const Socket lobby = fixture.open("a", "/ws");
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(0)}, {"bots", {"greedy"}}});
  fixture.send(lobby, create);
  const std::string table = fixture.last(lobby, "pending_table")["table"];
  EXPECT_EQ(fixture.count(lobby, "started"), 0);
  fixture.wait(11'000);
  EXPECT_EQ(fixture.count(lobby, "started"), 1);
  const Socket at = fixture.sit(table, 0);
  EXPECT_EQ(fixture.last(at, "welcome")["entropy"],
            (Json{std::string(32, '0'), std::string(32, '0')}));
}

TEST(PendingTable, BotEntropyIsZeroAndLast) {
  NodeFixture fixture;
  const std::string table =
      fixture.create_game({{"spec", "mad-abel Z4xZ5 seats=3 deal=3"}, {"bots", {"random"}}}, 2);
  const Socket at = fixture.sit(table, 0);
  EXPECT_EQ(fixture.last(at, "welcome")["entropy"],
            (Json{std::string(32, '1'), std::string(32, '2'), std::string(32, '0')}));
}

// A participant relies on `ready`: the entropy survives a crash.
TEST(PendingTable, ReadyMeansEntropyIsStored) {
  NodeFixture fixture;
  const Socket lobby = fixture.open("a", "/ws");
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(0)}});
  fixture.send(lobby, create);
  const std::string table = fixture.last(lobby, "pending_table")["table"];
  fixture.players.away = true;
  fixture.send(lobby, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, '1')}});
  fixture.wait(1000);
  EXPECT_FALSE(fixture.last(lobby, "pending_table")["participants"][0].contains("ready"));
  fixture.players.away = false;
  fixture.wait(1000);
  EXPECT_EQ(fixture.last(lobby, "pending_table")["participants"][0]["ready"], true);
  EXPECT_NE(fixture.players.pending.begin()->second.find(std::string(32, '1')), std::string::npos);
}

TEST(PendingTable, QuickMatchPairsEqualRequests) {
  NodeFixture fixture;
  const Socket one = fixture.open("a", "/ws");
  const Socket two = fixture.open("b", "/ws");
  const Socket three = fixture.open("c", "/ws");
  const auto seek = [&](Socket socket, int n, const char* spec) {
    fixture.send(socket, {{"type", "seek"}, {"spec", spec}, {"token", NodeFixture::token(n)}});
  };
  seek(one, 0, "al-jabar");
  seek(three, 2, "mad-abel");
  EXPECT_EQ(fixture.last(one, "seeking")["waiting"], 1);
  seek(two, 1, "al-jabar seats=2");
  EXPECT_EQ(fixture.last(one, "pending_table")["your_place"], 1);
  EXPECT_EQ(fixture.last(two, "pending_table")["your_place"], 2);
  EXPECT_EQ(fixture.last(one, "pending_table")["table"],
            fixture.last(two, "pending_table")["table"]);
  EXPECT_TRUE(fixture.last(three, "pending_table").is_null());
}

// Strangers: a time for each turn, no hints, and a short wait for one who has left.
TEST(PendingTable, QuickMatchHasAClockAndNoHints) {
  NodeFixture fixture;
  const Json none = {{"kind", "none"}, {"start", 0}, {"add", 0}};
  const Json fast = {{"kind", "fischer"}, {"start", 60000}, {"add", 1000}};
  std::vector<Socket> lobby;
  const auto seek = [&](const Json& clock) {
    const auto n = static_cast<int>(lobby.size());
    lobby.push_back(fixture.open("p" + std::to_string(n), "/ws"));
    Json message = {{"type", "seek"}, {"spec", "al-jabar seats=2"}};
    message["token"] = NodeFixture::token(n);
    if (!clock.is_null()) message["clock"] = clock;
    fixture.send(lobby.back(), message);
  };
  seek({});
  seek(none);  // as older pages ask
  const Json pending = fixture.last(lobby[0], "pending_table");
  ASSERT_EQ(pending["table"], fixture.last(lobby[1], "pending_table")["table"]);
  EXPECT_EQ(pending["clock"], (Json{{"kind", "turn"}, {"start", 60000}, {"add", 0}}));
  EXPECT_FALSE(pending.contains("hints"));
  seek(fast);
  seek(fast);
  EXPECT_EQ(fixture.last(lobby[2], "pending_table")["clock"], fast);

  const std::string table = pending["table"];
  for (int i = 0; i < 2; ++i)
    fixture.send(lobby[static_cast<std::size_t>(i)], {{"type", "ready"}, {"table", table}});
  const Socket one = fixture.sit(table, 0);
  const Socket two = fixture.sit(table, 1);
  const Json welcome = fixture.last(one, "welcome");
  EXPECT_EQ(welcome["hints"], false);
  EXPECT_EQ(welcome["timeout"], "strict");
  const Socket mover = welcome["you"] == 1 ? one : two;
  const Socket other = mover == one ? two : one;
  fixture.send(mover, {{"type", "hint"}, {"level", 1}});
  EXPECT_EQ(fixture.last(mover, "error")["code"], "table.hints");
  fixture.node->on_close(mover);
  const int before = fixture.count(other, "event");
  fixture.wait(29'000);
  EXPECT_EQ(fixture.count(other, "event"), before);
  fixture.wait(2'000);
  ASSERT_GT(fixture.count(other, "event"), before);
  bool taken_over = false;
  for (const Json& each : fixture.received.at(other))
    taken_over |=
        each["type"] == "event" && each["kind"] == "bot_takeover" && each["cause"] == "away";
  EXPECT_TRUE(taken_over);
}

TEST(PendingTable, OnlyInvitedTablesHaveHints) {
  NodeFixture fixture;
  const auto created = [&](Json create) {
    const Socket lobby = fixture.open("p" + std::to_string(fixture.received.size()), "/ws");
    create.update({{"type", "create"}, {"spec", "al-jabar seats=2"}});
    create["token"] = NodeFixture::token(0);
    fixture.send(lobby, create);
    return fixture.last(lobby, "pending_table");
  };
  EXPECT_EQ(created(Json::object())["hints"], true);
  EXPECT_FALSE(created({{"hints", false}}).contains("hints"));
  EXPECT_FALSE(created({{"listed", true}}).contains("hints"));
  EXPECT_FALSE(created({{"listed", true}, {"hints", true}}).contains("hints"));
}

// Who is invited knows how many games it is about.
TEST(PendingTable, SaysHowManyGamesASeriesHas) {
  for (const int games : {1, 3}) {
    NodeFixture fixture;
    Json create = for_two;
    create.update({{"type", "create"}, {"token", NodeFixture::token(0)}});
    if (games > 1) create["games"] = games;
    const Socket lobby = fixture.open("p", "/ws");
    fixture.send(lobby, create);
    const Json pending = fixture.last(lobby, "pending_table");
    if (games > 1)
      EXPECT_EQ(pending["games"], games);
    else
      EXPECT_FALSE(pending.contains("games"));
  }
}

// New tables have the strict rule unless their creator chooses; so they do after a restart.
TEST(PendingTable, TimeoutsAreStrictUnlessTheCreatorChooses) {
  for (const char* rule : {"", "strict", "lenient"}) {
    NodeFixture fixture;
    Json create = for_two;
    if (*rule != 0) create["timeout"] = rule;
    const Socket lobby = fixture.open("p0", "/ws");
    create.update({{"type", "create"}, {"token", NodeFixture::token(0)}, {"bots", {"random"}}});
    fixture.send(lobby, create);
    const std::string table = fixture.last(lobby, "pending_table")["table"];
    fixture.kill();
    fixture.run();
    const Socket again = fixture.open("p0", "/ws");
    fixture.send(again, {{"type", "join"}, {"table", table}, {"token", NodeFixture::token(0)}});
    fixture.send(again, {{"type", "ready"}, {"table", table}});
    ASSERT_EQ(fixture.count(again, "started"), 1);
    const Json welcome = fixture.last(fixture.sit(table, 0), "welcome");
    EXPECT_EQ(welcome.contains("timeout"), std::string_view(rule) != "lenient") << rule;
  }
  NodeFixture fixture;
  const Socket lobby = fixture.open("p0", "/ws");
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(0)}, {"timeout", "never"}});
  fixture.send(lobby, create);
  EXPECT_EQ(fixture.last(lobby, "error")["code"], "message.field");
}

TEST(PendingTable, AppearsInListUntilAbandoned) {
  NodeFixture fixture;
  const Socket lobby = fixture.open("a", "/ws");
  const Socket reader = fixture.open("b", "/ws");
  fixture.send(reader, {{"type", "subscribe_tables"}});
  Json create = for_two;
  create.update({{"type", "create"}, {"token", NodeFixture::token(0)}, {"listed", true}});
  fixture.send(lobby, create);
  fixture.wait(600);
  ASSERT_EQ(fixture.last(reader, "tables")["pending"].size(), 1U);
  Response told;
  fixture.node->call({"GET", "/api/tables", "", {}}, [&](const Response& is) { told = is; });
  EXPECT_EQ(Json::parse(told.body)["pending"], fixture.last(reader, "tables")["pending"]);
  fixture.node->on_close(lobby);
  fixture.wait(600);
  EXPECT_TRUE(fixture.last(reader, "tables")["pending"].empty());
}

TEST(PendingTable, RejectsUnsupportedGames) {
  NodeFixture fixture;
  const Socket lobby = fixture.open("a", "/ws");
  const auto refused = [&](Json create) {
    create.update({{"type", "create"}, {"token", NodeFixture::token(0)}});
    const int before = fixture.count(lobby, "error");
    fixture.send(lobby, create);
    return fixture.count(lobby, "error") == before + 1;
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

TEST(PendingTable, RatedGameRequiresFairEnd) {
  NodeFixture fixture;
  constexpr Socket lobby = 1000;
  GuestIdentity guest = NodeFixture::guest("a");
  guest.account = true;
  fixture.node->on_open(lobby, guest, "/ws");
  Json create = {{"type", "create"}, {"rated", true}, {"token", NodeFixture::token(0)}};
  create["spec"] = "al-jabar Z2^3 seats=2";
  fixture.send(lobby, create);
  EXPECT_EQ(fixture.last(lobby, "error")["code"], "spec.value");
  EXPECT_EQ(fixture.last(lobby, "error")["message"],
            "A rated game requires end_rule=one_more_each.");
  create["spec"] = "al-jabar Z2^3 seats=2 end_rule=one_more_each";
  fixture.send(lobby, create);
  EXPECT_EQ(fixture.last(lobby, "pending_table")["rated"], true);
}

TEST(PendingTable, AcceptsOnlyOfferedBots) {
  NodeFixture fixture;
  const Socket lobby = fixture.open("a", "/ws");
  Json create = {
      {"type", "create"}, {"token", NodeFixture::token(0)}, {"spec", "mad-abel seats=3"}};
  for (const char* bot :
       {"alphabeta:depth=60", "strong:nodes=999999999", "strong", "lookahead", "montecarlo",
        "weakest", "level9", "level5:nodes=9", "greedy:", "exec:cat", ""}) {
    create["bots"] = {"random", bot};
    fixture.send(lobby, create);
    EXPECT_EQ(fixture.last(lobby, "error")["code"], "bot.offered") << bot;
  }
  EXPECT_EQ(fixture.count(lobby, "error"), 11);
  EXPECT_EQ(fixture.node->counters().tables_pending, 0U);
  create["bots"] = {"level1"};
  fixture.send(lobby, create);
  ASSERT_EQ(fixture.node->counters().tables_pending, 1U);
  Json fill = {{"type", "fill_with_bots"},
               {"table", fixture.last(lobby, "pending_table")["table"]}};
  fill["bot"] = "strong:width=999999999";
  fixture.send(lobby, fill);
  EXPECT_EQ(fixture.last(lobby, "error")["about"], "fill_with_bots");
  EXPECT_EQ(fixture.last(lobby, "error")["code"], "bot.offered");
  EXPECT_EQ(fixture.last(lobby, "pending_table")["participants"].size(), 2U);
  fill["bot"] = "greedy";
  fixture.send(lobby, fill);
  EXPECT_EQ(fixture.last(lobby, "pending_table")["participants"].size(), 3U);
}

TEST(PendingTable, LimitsTablesPerGuest) {
  NodeFixture fixture;
  const Socket lobby = fixture.open("a", "/ws");
  Json create = for_two;
  create["type"] = "create";
  for (int i = 0; i < 11; ++i) {
    create["token"] = NodeFixture::token(i);
    fixture.send(lobby, create);
  }
  EXPECT_EQ(fixture.node->counters().tables_pending, 10U);
  EXPECT_EQ(fixture.last(lobby, "error")["about"], "create");
  // After a reconnect the guest may create another: an abandoned one is cancelled.
  fixture.node->on_close(lobby);
  const Socket again = fixture.open("a", "/ws");
  fixture.send(again, create);
  EXPECT_FALSE(fixture.last(again, "pending_table").is_null());
  EXPECT_EQ(fixture.node->counters().tables_pending, 10U);
}

// next_tick() is called after every frame.
TEST(PendingTable, WaitingTablesCostNothingPerTick) {
  const auto cost = [](int tables) {
    NodeFixture fixture;
    for (int i = 0; i < tables; ++i) {
      const Socket lobby = fixture.open(std::to_string(i), "/ws");
      Json create = for_two;
      create["type"] = "create";
      create["token"] = NodeFixture::token(1);
      fixture.send(lobby, create);
    }
    EXPECT_EQ(fixture.node->counters().tables_pending, static_cast<std::uint64_t>(tables));
    const std::clock_t began = std::clock();
    for (int i = 0; i < 2000; ++i) fixture.node->next_tick();
    return std::max<std::clock_t>(1, std::clock() - began);
  };
  const auto few = cost(2);
  EXPECT_LT(cost(1000), 50 * few);
}

struct Invited {
  NodeFixture fixture;
  Socket host = fixture.open("a", "/ws");
  std::string table, invitation;

  explicit Invited(bool listed = false) {
    Json create = {{"type", "create"}, {"spec", "al-jabar"}, {"token", NodeFixture::token(0)}};
    if (listed) create["listed"] = true;
    fixture.send(host, create);
    table = fixture.last(host, "pending_table")["table"];
    invitation = fixture.last(host, "pending_table").value("invitation", "");
    fixture.send(host, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, '1')}});
  }
  Json with_invitation(const char* type) const {
    return {{"type", type}, {"table", table}, {"invitation", invitation}};
  }
  Socket come(const char* who, int token) {
    const Socket socket = fixture.open(who, "/ws");
    Json join = with_invitation("join");
    join["token"] = NodeFixture::token(token);
    fixture.send(socket, join);
    return socket;
  }
};

TEST(PendingTableWatch, ShowsStateWithoutSeating) {
  Invited at;
  const Socket guest = at.fixture.open("b", "/ws");
  at.fixture.send(guest, {{"type", "watch"}, {"table", at.table}});
  EXPECT_EQ(at.fixture.last(guest, "error")["about"], "watch");
  EXPECT_TRUE(at.fixture.last(guest, "pending_table").is_null());
  at.fixture.send(guest, at.with_invitation("watch"));
  const Json told = at.fixture.last(guest, "pending_table");
  EXPECT_EQ(told["your_place"], 0);
  EXPECT_EQ(told["participants"].size(), 1U);
  EXPECT_EQ(told["participants"][0]["name"], "name of a");
  EXPECT_FALSE(told.contains("invitation"));
  EXPECT_EQ(at.fixture.last(at.host, "pending_table")["watchers"], 1);
  at.fixture.node->on_close(guest);
  EXPECT_EQ(at.fixture.last(at.host, "pending_table")["watchers"], 0);
}

TEST(PendingTableWatch, ReportsStartAndCancellation) {
  Invited at;
  const Socket reader = at.fixture.open("c", "/ws");
  at.fixture.send(reader, at.with_invitation("watch"));
  const Socket guest = at.come("b", 1);
  at.fixture.send(guest, {{"type", "ready"}, {"table", at.table}});
  EXPECT_EQ(at.fixture.count(reader, "started"), 1);
  Invited other;
  const Socket second = other.fixture.open("c", "/ws");
  other.fixture.send(second, other.with_invitation("watch"));
  other.fixture.send(other.host, {{"type", "leave"}, {"table", other.table}});
  EXPECT_EQ(other.fixture.count(second, "cancelled"), 1);
}

TEST(PendingTableAway, ParticipantCanRejoinWithinTimeout) {
  Invited at;
  at.fixture.node->on_close(at.host);
  at.fixture.wait(1'790'000);
  const Socket guest = at.fixture.open("b", "/ws");
  at.fixture.send(guest, at.with_invitation("watch"));
  EXPECT_EQ(at.fixture.last(guest, "pending_table")["participants"][0]["away"], true);
  const Socket again = at.fixture.open("a", "/ws");
  at.fixture.send(again, {{"type", "join"}, {"table", at.table}, {"token", NodeFixture::token(0)}});
  EXPECT_EQ(at.fixture.last(again, "pending_table")["your_place"], 1);
  EXPECT_FALSE(at.fixture.last(guest, "pending_table")["participants"][0].contains("away"));
  at.fixture.wait(3'600'000);
  EXPECT_EQ(at.fixture.count(guest, "cancelled"), 0);
  at.fixture.node->on_close(again);
  at.fixture.wait(1'801'000);
  EXPECT_EQ(at.fixture.count(guest, "cancelled"), 1);
}

TEST(PendingTableAway, GameStartsWithReadyAbsentParticipant) {
  Invited at;
  at.fixture.node->on_close(at.host);
  const Socket guest = at.come("b", 1);
  at.fixture.send(guest, {{"type", "ready"}, {"table", at.table}});
  EXPECT_EQ(at.fixture.count(guest, "started"), 1);
  const Socket host = at.fixture.sit(at.table, 0);
  EXPECT_NE(at.fixture.last(host, "welcome")["you"], 0);
}

TEST(PendingTableAway, GameStartsAfterOutage) {
  Invited at;
  const Socket guest = at.come("b", 1);
  at.fixture.events.broken = true;
  at.fixture.send(guest, {{"type", "ready"}, {"table", at.table}});
  at.fixture.wait(60'000);
  EXPECT_EQ(at.fixture.count(guest, "started"), 0);
  at.fixture.events.broken = false;
  at.fixture.wait(2'000);
  EXPECT_EQ(at.fixture.count(guest, "started"), 1);
  EXPECT_EQ(at.fixture.count(at.host, "started"), 1);
}

TEST(PendingTableAway, ListedTableIsHiddenAndExpires) {
  Invited at(true);
  at.fixture.node->on_close(at.host);
  Response told;
  at.fixture.node->call({"GET", "/api/tables", "", {}}, [&](const Response& is) { told = is; });
  EXPECT_TRUE(Json::parse(told.body)["pending"].empty());
  const Socket again = at.fixture.open("a", "/ws");
  at.fixture.send(again, {{"type", "join"}, {"table", at.table}, {"token", NodeFixture::token(0)}});
  at.fixture.node->call({"GET", "/api/tables", "", {}}, [&](const Response& is) { told = is; });
  EXPECT_EQ(Json::parse(told.body)["pending"].size(), 1U);
  at.fixture.node->on_close(again);
  at.fixture.wait(21'000);
  EXPECT_EQ(at.fixture.node->counters().tables_pending, 0U);
}

TEST(PendingTablePersistence, InvitationSurvivesRestart) {
  Invited at;
  const Json before = at.fixture.last(at.host, "pending_table");
  at.fixture.kill();
  const Socket guest = at.fixture.open("b", "/ws");
  at.fixture.send(guest, at.with_invitation("watch"));
  const Json told = at.fixture.last(guest, "pending_table");
  for (const char* same : {"table", "game", "commitment", "spec", "clock", "seats"})
    EXPECT_EQ(told[same], before[same]) << same;
  EXPECT_EQ(told["participants"][0],
            (Json{{"name", "name of a"}, {"ready", true}, {"away", true}}));
  const Socket other = at.come("b", 1);
  at.fixture.send(other,
                  {{"type", "ready"}, {"table", at.table}, {"entropy", std::string(32, '2')}});
  EXPECT_EQ(at.fixture.count(other, "started"), 1);
  // The bytes that were given before are in the deal, and the seat is its own.
  const Socket host = at.fixture.sit(at.table, 0);
  const Json welcome = at.fixture.last(host, "welcome");
  EXPECT_NE(welcome["you"], 0);
  EXPECT_EQ(welcome["entropy"], Json({std::string(32, '1'), std::string(32, '2')}));
  EXPECT_TRUE(at.fixture.players.pending.empty());
}

// Its participants know the commitment: with another seed the table is cancelled.
TEST(PendingTablePersistence, SeedMismatchCancelsAndIsReported) {
  Invited at;
  at.fixture.seeds.stored.begin()->second[0] ^= 1U;
  at.fixture.kill();
  at.fixture.run();
  const Socket guest = at.fixture.open("b", "/ws");
  at.fixture.send(guest, at.with_invitation("watch"));
  EXPECT_TRUE(at.fixture.last(guest, "pending_table").is_null());
  EXPECT_EQ(at.fixture.last(guest, "error")["about"], "watch");
  EXPECT_TRUE(at.fixture.players.pending.empty());
  EXPECT_EQ(at.fixture.node->counters().tables_cancelled, 1U);
  EXPECT_EQ(at.fixture.node->take_commitment_mismatches(), std::vector<std::string>{at.table});
  EXPECT_TRUE(at.fixture.node->take_commitment_mismatches().empty());
}

TEST(PendingTablePersistence, CreatorRejoinsAfterRestart) {
  Invited at;
  at.fixture.kill();
  const Socket again = at.fixture.open("a", "/ws");
  at.fixture.send(again, {{"type", "join"}, {"table", at.table}, {"token", NodeFixture::token(0)}});
  const Json told = at.fixture.last(again, "pending_table");
  EXPECT_EQ(told["your_place"], 1);
  EXPECT_EQ(told["invitation"], at.invitation);
  // Nobody else has, without the invitation.
  const Socket thief = at.fixture.open("c", "/ws");
  at.fixture.send(thief, {{"type", "join"}, {"table", at.table}, {"token", NodeFixture::token(2)}});
  EXPECT_EQ(at.fixture.last(thief, "error")["about"], "join");
}

TEST(PendingTablePersistence, DrainKeepsInvitations) {
  Invited at;
  at.fixture.node->drain(at.fixture.clock.now + 1000);
  EXPECT_EQ(at.fixture.count(at.host, "cancelled"), 0);
  at.fixture.kill();
  const Socket guest = at.fixture.open("b", "/ws");
  at.fixture.send(guest, at.with_invitation("watch"));
  EXPECT_EQ(at.fixture.last(guest, "pending_table")["table"], at.table);
}

TEST(PendingTablePersistence, IsDeletedWhenAbandonedOrLeft) {
  Invited at;
  at.fixture.kill();
  EXPECT_EQ(at.fixture.players.pending.size(), 1U);
  at.fixture.wait(1'801'000);
  EXPECT_TRUE(at.fixture.players.pending.empty());
  Invited other;
  other.fixture.send(other.host, {{"type", "leave"}, {"table", other.table}});
  EXPECT_TRUE(other.fixture.players.pending.empty());
}

// The answer that its game exists was lost, and with it what should have been deleted.
TEST(PendingTablePersistence, IsNotRestoredAfterItsGameStarted) {
  Invited at;
  const auto saved = at.fixture.players.pending;
  const Socket guest = at.come("b", 1);
  at.fixture.send(guest, {{"type", "ready"}, {"table", at.table}});
  ASSERT_EQ(at.fixture.count(guest, "started"), 1);
  at.fixture.players.pending = saved;
  at.fixture.kill();
  at.fixture.run();
  EXPECT_TRUE(at.fixture.players.pending.empty());
  EXPECT_EQ(at.fixture.node->counters().tables_pending, 0U);
}

TEST(PendingTablePersistence, RestoreWaitsForStore) {
  Invited at;
  at.fixture.players.away = true;
  at.fixture.kill();
  const Socket guest = at.fixture.open("b", "/ws");
  at.fixture.send(guest, at.with_invitation("watch"));
  EXPECT_TRUE(at.fixture.received[guest].empty());
  at.fixture.players.away = false;
  at.fixture.wait(200);
  EXPECT_EQ(at.fixture.last(guest, "pending_table")["table"], at.table);
}

TEST(PendingTablePersistence, StoresNoIdOrTokenAndHonoursDeletion) {
  Invited at;
  const std::string body = at.fixture.players.pending.begin()->second;
  EXPECT_NE(body.find("name of a"), std::string::npos);
  EXPECT_EQ(body.find(NodeFixture::token(0)), std::string::npos);
  EXPECT_EQ(body.find(R"("a")"), std::string::npos);
  Response said;
  at.fixture.node->call({"DELETE", "/api/me", "", GuestIdentity{"a", "name of a", false}},
                        [&](const Response& is) { said = is; });
  at.fixture.run();
  EXPECT_EQ(said.status, 204);
  EXPECT_TRUE(at.fixture.players.pending.empty());
}

TEST(PendingTablePersistence, DeletesUnreadableRows) {
  NodeFixture fixture;
  fixture.players.pending = {{GameId{1}, "what"}, {GameId{2}, "{}"}};
  fixture.kill();
  fixture.run();
  EXPECT_TRUE(fixture.players.pending.empty());
}

TEST(HttpApi, ShowsTurnAndDeadlineUntilTheEnd) {
  NodeFixture fixture;
  const auto get = [&](const std::string& name) {
    Response out;
    fixture.node->call({"GET", "/api/tables/" + name, "", {}},
                       [&](const Response& is) { out = is; });
    fixture.run();
    return Json::parse(out.body);
  };
  const Json days = {{"kind", "correspondence"}, {"start", 172'800'000}, {"add", 0}};
  const std::string table = fixture.create_game({{"spec", "al-jabar"}, {"clock", days}}, 2);
  const Socket one = fixture.sit(table, 0);
  EXPECT_EQ(get(table)["turn"], fixture.last(one, "snapshot")["turn"]);
  EXPECT_EQ(get(table)["turn_deadline"], fixture.clock.now + 172'800'000);
  fixture.send(one, {{"type", "resign"}, {"id", "00000000000000aa"}});
  EXPECT_FALSE(get(table).contains("turn"));
  EXPECT_FALSE(get(table).contains("turn_deadline"));
}

}  // namespace
}  // namespace coset::node
