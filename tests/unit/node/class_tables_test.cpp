// The tables of a class: made by its node and found by the lobby.
#include <gtest/gtest.h>

#include "unit/node/class_fixture.hpp"

namespace coset::node {
namespace {

TEST(ClassTables, PairSeatsEverybody) {
  ClassRound round(4);
  for (int i = 1; i <= 4; ++i) {
    EXPECT_FALSE(round.table_of(i).is_null());
    EXPECT_NE(round.partner_of(i), 0);
  }
  EXPECT_EQ(round.at.players.pending.size(), 2U);
  EXPECT_EQ(round.at.classes.stored.list_games(round.at.id_of(round.code)).size(), 2U);
  for (const auto& [game, body] : round.at.players.pending)
    EXPECT_EQ(body.find(ClassFixture::token_of(1)), std::string::npos);  // digests only
}

TEST(ClassTables, PagesJoinAndTheGameStarts) {
  ClassRound round(2);
  const std::string table = round.table_of(1)["name"];
  const Socket one = round.join(1);
  const Socket two = round.join(2);
  EXPECT_EQ(round.at.last(one, "pending_table")["hints"].is_null(), true);
  EXPECT_EQ(round.at.last(one, "pending_table")["clock"]["kind"], "none");
  EXPECT_EQ(round.at.count(one, "started"), 1);
  EXPECT_EQ(round.at.count(two, "started"), 1);
  EXPECT_TRUE(round.at.players.pending.empty());
  const Socket seat = round.at.sit_down(round.code, table, 1);
  EXPECT_EQ(round.at.last(seat, "welcome")["you"].is_null(), false);
  const Json seats = round.at.last(seat, "welcome")["seats"];
  std::set<std::string> names;
  for (const Json& each : seats) names.insert(each["name"].get<std::string>());
  EXPECT_EQ(names, (std::set<std::string>{round.alias_of(1), round.alias_of(2)}));
  // Another pupil's token gives another seat, never this one; a stranger's gives none.
  const Socket other = round.at.sit_down(round.code, table, 2);
  EXPECT_NE(round.at.last(other, "welcome")["you"], round.at.last(seat, "welcome")["you"]);
  const Socket stranger = round.at.sit_down(round.code, table, 3);
  EXPECT_EQ(round.at.last(stranger, "error")["code"], "table.token");
}

TEST(ClassTables, SeatNeedsThePupilsOwnToken) {
  ClassRound round(4);
  const int partner = round.partner_of(1);
  int other = 2;
  while (other == partner) ++other;
  const Json table = round.table_of(1);
  const Socket lobby = round.at.open("thief", "/ws?class=" + round.code, "school");
  for (const int pupil : {other, 77}) {
    round.at.send(lobby, {{"type", "join"},
                          {"table", table["name"]},
                          {"token", ClassFixture::token_of(pupil)},
                          {"invitation", table["invitation"]}});
    EXPECT_EQ(round.at.last(lobby, "error")["code"], "lobby.invitation_required") << pupil;
  }
  // Two pupils in one browser are two.
  const Socket one = round.at.open("shared", "/ws?class=" + round.code, "school");
  const Socket two = round.at.open("shared", "/ws?class=" + round.code, "school");
  int number = 1;
  for (const Socket each : {one, two}) {
    const int pupil = number++ == 1 ? 1 : partner;
    round.at.send(
        each,
        {{"type", "join"}, {"table", table["name"]}, {"token", ClassFixture::token_of(pupil)}});
    round.at.send(each, {{"type", "fill_with_bots"}, {"table", table["name"]}, {"bot", "random"}});
    EXPECT_EQ(round.at.last(each, "error")["code"], "lobby.not_creator");
  }
  for (const Socket each : {one, two})
    round.at.send(each,
                  {{"type", "ready"}, {"table", table["name"]}, {"entropy", std::string(32, '7')}});
  EXPECT_EQ(round.at.count(one, "started"), 1);
  EXPECT_EQ(round.at.count(two, "started"), 1);
}

TEST(ClassTables, EmptySeatIsABotsAfterTwentySeconds) {
  ClassRound round(2);
  const Socket one = round.join(1);
  round.at.wait(19'000);
  EXPECT_EQ(round.at.count(one, "started"), 0);
  round.at.wait(2'000);
  EXPECT_EQ(round.at.count(one, "started"), 1);
  const Socket seat = round.at.sit_down(round.code, round.table_of(1)["name"], 1);
  int bots = 0;
  const Json seats = round.at.last(seat, "welcome")["seats"];
  for (const Json& each : seats) bots += each.contains("bot") ? 1 : 0;
  EXPECT_EQ(bots, 1);
}

TEST(ClassTables, PendingTableSurvivesTheNode) {
  ClassRound round(2);
  round.join(1);
  round.at.kill();
  const std::string table = round.table_of(1)["name"];
  for (const int pupil : {1, 2})
    round.pupils[static_cast<std::size_t>(pupil - 1)] = round.at.come(round.code, pupil);
  EXPECT_EQ(round.at.last(round.pupils[0], "welcome")["state"]["table"]["name"], table);
  const auto join = [&](int pupil) {
    const Socket lobby = round.at.open("guest of " + ClassFixture::token_of(pupil),
                                       "/ws?class=" + round.code, "school");
    round.at.send(lobby,
                  {{"type", "join"}, {"table", table}, {"token", ClassFixture::token_of(pupil)}});
    round.at.send(lobby, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, '5')}});
    return lobby;
  };
  const Socket one = join(1), two = join(2);
  EXPECT_EQ(round.at.count(one, "started"), 1);
  EXPECT_EQ(round.at.count(two, "started"), 1);
}

TEST(ClassTables, OddPupilMeetsABot) {
  ClassRound round(3);
  int alone = 0;
  for (int i = 1; i <= 3; ++i) alone = round.partner_of(i) == 0 ? i : alone;
  ASSERT_NE(alone, 0);
  const Socket lobby = round.join(alone);
  EXPECT_EQ(round.at.count(lobby, "started"), 1);
}

TEST(ClassTables, PairIsRefusedIfTheStoreDoesNotWrite) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  at.come(code, 1);
  at.come(code, 2);
  at.players.away = true;
  at.ask(teacher, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
  at.run();
  EXPECT_EQ(at.last(teacher, "error")["code"], "class.busy");
  EXPECT_EQ(at.count_rows(code, "paired"), 0);
  at.players.away = false;
  at.ask(teacher, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
  at.run();
  EXPECT_EQ(at.count_rows(code, "paired"), 1);
}

TEST(ClassTables, UnknownTableIsStillMissing) {
  ClassFixture at;
  const Socket lobby = at.open("p", "/ws");
  at.send(lobby,
          {{"type", "join"}, {"table", "no-such-table"}, {"token", ClassFixture::token_of(1)}});
  EXPECT_EQ(at.last(lobby, "error")["code"], "lobby.not_found");
  at.players.away = true;
  at.send(lobby,
          {{"type", "join"}, {"table", "no-such-table"}, {"token", ClassFixture::token_of(1)}});
  EXPECT_EQ(at.last(lobby, "error")["code"], "lobby.busy");
}

TEST(ClassTables, RowThatNobodyJoinsIsDropped) {
  ClassRound round(2);
  EXPECT_EQ(round.at.players.pending.size(), 1U);
  round.at.clock.now += Time{13} * 3'600'000;
  round.at.kill();
  round.at.wait(1000);
  EXPECT_TRUE(round.at.players.pending.empty());
}

TEST(ClassTables, SocketsOfATableAreCountedByTheClass) {
  ClassRound round(2);
  const Socket one = round.join(1), two = round.join(2);
  const auto released = [&](Socket socket) {
    const auto& all = round.at.sockets.released;
    return std::count(all.begin(), all.end(), socket) == 1;
  };
  EXPECT_TRUE(released(one));
  EXPECT_TRUE(released(two));
  const std::string table = round.table_of(1)["name"];
  const Socket seat = round.at.sit_down(round.code, table, 1);
  const Socket stranger = round.at.open("w", "/ws/t/" + table + "?class=" + round.code, "school");
  round.at.send(stranger, {{"type", "hello"}, {"proto", 1}, {"table", table}});
  round.at.wait(1000);
  EXPECT_TRUE(released(seat));
  EXPECT_FALSE(released(stranger));
}

// Neither codes that nobody has nor new codes give a pupil more sockets.
TEST(ClassTables, SocketsOfTheLobbyAreCountedByTheClassThatTheyName) {
  ClassRound round(2);
  const std::string table = round.table_of(1)["name"];
  int guests = 0;
  const auto join = [&](const std::string& code) {
    const Socket lobby =
        round.at.open("guest " + std::to_string(++guests), "/ws?class=" + code, "school");
    round.at.send(lobby,
                  {{"type", "join"}, {"table", table}, {"token", ClassFixture::token_of(1)}});
    round.at.run();
    return lobby;
  };
  const auto released = [&](Socket socket) {
    const auto& all = round.at.sockets.released;
    return std::count(all.begin(), all.end(), socket) != 0;
  };
  for (const char* code : {"AAAAAA", "AAAAAB"})
    if (code != round.code) EXPECT_FALSE(released(join(code))) << code;
  const std::size_t before = round.at.sockets.released.size();
  for (int i = 0; i < 12; ++i) join(round.code);
  round.at.ask(round.teacher, {{"type", "new_code"}});
  round.at.wait(1000);
  const std::string code = round.at.last(round.teacher, "wall")["code"];
  ASSERT_NE(code, round.code);
  for (int i = 0; i < 12; ++i) join(code);
  // The pupil's page is not among the sixteen.
  EXPECT_EQ(round.at.sockets.released.size(), before + 16);
}

// A seat at a table of one's own, and a class that nobody has opened.
TEST(ClassTables, SocketsOfAnInventedClassStayWithTheirAddress) {
  ClassRound round(2);
  round.join(1);
  round.join(2);
  const std::string table = round.table_of(1)["name"];
  const std::string invented = round.code == "AAAAAA" ? "BBBBBB" : "AAAAAA";
  const Socket seat = round.at.sit_down(invented, table, 1);
  round.at.wait(1000);
  const auto& released = round.at.sockets.released;
  EXPECT_EQ(std::count(released.begin(), released.end(), seat), 0);
}

// The node closes the sockets of a table that it unloads.
TEST(ClassTables, ClosedSocketsAreNotCountedForLong) {
  ClassRound round(2);
  round.join(1);
  round.join(2);
  const std::string table = round.table_of(1)["name"];
  int guests = 0;
  const auto sit = [&](int pupil) {
    const Socket socket = round.at.open("guest " + std::to_string(++guests),
                                        "/ws/t/" + table + "?class=" + round.code, "school");
    round.at.send(socket, {{"type", "hello"},
                           {"proto", 1},
                           {"table", table},
                           {"token", ClassFixture::token_of(pupil)}});
    return socket;
  };
  std::vector<Socket> seats;
  const std::size_t first = round.at.sockets.released.size();
  for (int i = 0; i < 40; ++i) seats.push_back(sit(1 + i % 2));
  round.at.wait(1000);
  const std::size_t before = round.at.sockets.released.size();
  EXPECT_EQ(before, first + 32);  // sixteen at a seat
  round.at.players.actions.push_back({game_of(test_digest, table), store::OperatorAction::reread});
  round.at.wait(25'000);
  EXPECT_TRUE(round.at.is_closed(seats.front()));
  for (int i = 0; i < 30; ++i) sit(1 + i % 2);
  round.at.wait(1000);
  EXPECT_EQ(round.at.sockets.released.size(), before + 30);
}

// Who is joined with whom by the alias, in the roster, is so in both files.
TEST(ClassTables, MovesAreOfTheAliasOfNow) {
  ClassRound round(2);
  round.join(1);
  round.join(2);
  const std::string table = round.table_of(1)["name"], before = round.alias_of(1);
  const Socket one = round.at.sit_down(round.code, table, 1);
  const Socket two = round.at.sit_down(round.code, table, 2);
  round.at.wait(1010);
  round.at.move(round.on_turn(one) ? one : two, "draw");
  round.at.wait(1010);
  round.at.move(round.on_turn(one) ? one : two, "draw");
  const std::string now = round.another_alias();
  round.at.ask(round.pupils[0], {{"type", "rename"}, {"alias", now}});
  round.at.run();
  const Response csv = round.at.call("GET", "/api/classes/" + round.code + "/moves.csv", "",
                                     ClassFixture::teacher());
  EXPECT_EQ(csv.body.find("," + before + ","), std::string::npos) << csv.body;
  EXPECT_NE(csv.body.find("," + now + ","), std::string::npos) << csv.body;
}

// Seats are drawn with the deal, and aliases change.
TEST(ClassTables, CountsStandWithTheirPupils) {
  ClassRound round(12);
  int first = 0;  // tables whose first pupil is on turn
  for (int pupil = 1; pupil <= 12; ++pupil) {
    const int partner = round.partner_of(pupil);
    if (partner < pupil) continue;
    round.join(pupil);
    round.join(partner);
    const std::string table = round.table_of(pupil)["name"];
    const Socket one = round.at.sit_down(round.code, table, pupil);
    const Socket two = round.at.sit_down(round.code, table, partner);
    const bool is_first = round.on_turn(one);
    first += is_first ? 1 : 0;
    const Socket page = round.pupils[static_cast<std::size_t>((is_first ? pupil : partner) - 1)];
    round.at.ask(page, {{"type", "rename"}, {"alias", round.another_alias()}});
    round.at.wait(1010);
    round.at.move(is_first ? one : two, "draw");
    round.at.wait(600);
    EXPECT_EQ(round.tile(table).value("counts", Json()), is_first ? Json({4, 3}) : Json({3, 4}));
  }
  EXPECT_GT(first, 0);
  EXPECT_LT(first, 6);
}

// What is queued for it is not written.
TEST(ClassTables, ForgottenWhileItsTablesAreWritten) {
  for (const bool early : {false, true}) {
    ClassRound round(0);
    for (int i = 1; i <= 12; ++i) round.pupils.push_back(round.at.come(round.code, i));
    (early ? round.at.classes.hold_games : round.at.seeds.slow) = true;
    round.at.ask(round.teacher, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
    round.at.run();
    EXPECT_EQ(
        round.at.call("DELETE", "/api/classes/" + round.code, "", ClassFixture::teacher()).status,
        204);
    if (early) (*round.at.classes.held)();
    round.at.seeds.answer();
    round.at.wait(1000);
    EXPECT_TRUE(round.at.players.pending.empty());
    EXPECT_EQ(round.at.node->counters().classes_loaded, 0U);
  }
}

TEST(ClassTables, LatecomerWhoseTableFailedIsSeatedLater) {
  ClassRound round(2);
  round.at.players.away = true;
  round.pupils.push_back(round.at.come(round.code, 3));
  round.at.players.away = false;
  EXPECT_TRUE(round.table_of(3).is_null());
  round.at.wait(15'000);
  EXPECT_FALSE(round.table_of(3).is_null());
}

// One pupil's would use up what that pupil may cost, and the round would be lost.
TEST(ClassTables, HeartbeatsDoNotPayForTheRoundThatIsBeingMade) {
  ClassRound round(0);
  for (int i = 1; i <= 40; ++i) round.pupils.push_back(round.at.come(round.code, i));
  round.at.classes.hold_games = true;
  round.at.ask(round.teacher, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
  round.at.run();
  for (int i = 0; i < 12; ++i) round.at.send(round.pupils[0], {{"type", "heartbeat"}});
  (*round.at.classes.held)();
  round.at.run();
  EXPECT_EQ(round.at.count(round.teacher, "error"), 0);
  for (int i = 1; i <= 40; ++i) EXPECT_FALSE(round.table_of(i).is_null()) << i;
}

TEST(ClassTables, ForgottenTableDoesNotStart) {
  for (const bool joins_late : {false, true}) {
    ClassRound round(4);
    const Socket one = round.join(1);
    std::vector<GameId> again;
    round.at.classes.on_forget = [&](store::ClassId, const std::vector<GameId>& games) {
      round.at.players.pending.clear();
      again = games;
    };
    EXPECT_EQ(
        round.at.call("DELETE", "/api/classes/" + round.code, "", ClassFixture::teacher()).status,
        204);
    const Socket two = joins_late ? round.join(round.partner_of(1)) : one;
    again.clear();
    round.at.wait(25'000);
    EXPECT_EQ(round.at.count(one, "started"), 0);
    EXPECT_EQ(round.at.count(two, "started"), 0);
    EXPECT_EQ(round.at.last(one, "cancelled")["code"], "lobby.abandoned");
    EXPECT_TRUE(round.at.players.pending.empty());
    round.at.wait(60'000);
    EXPECT_EQ(again.size(), 2U);  // whatever was under way
    EXPECT_TRUE(round.at.node->idle());
  }
}

// Between the lobby's last write and the game's.
TEST(ClassTables, TableForgottenAtTheLastMomentDoesNotStart) {
  ClassRound round(2);
  const Socket one = round.join(1);
  round.at.players.after_save = [&] { round.at.players.pending.clear(); };
  round.at.wait(25'000);
  EXPECT_EQ(round.at.count(one, "started"), 0);
  EXPECT_EQ(round.at.last(one, "cancelled")["code"], "lobby.abandoned");
}

TEST(ClassTables, ForgettingEndsItsTables) {
  ClassRound round(2);
  round.join(1);
  round.join(2);
  const std::string table = round.table_of(1)["name"];
  const Socket seat = round.at.sit_down(round.code, table, 1);
  EXPECT_EQ(
      round.at.call("DELETE", "/api/classes/" + round.code, "", ClassFixture::teacher()).status,
      204);
  EXPECT_TRUE(round.at.is_closed(seat));
}

}  // namespace
}  // namespace coset::node
