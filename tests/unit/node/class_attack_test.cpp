// What one device may not do to a node through its classes: stall it, fill its memory, or keep
// others from their own class.
#include <gtest/gtest.h>

#include "server/node/class_files.hpp"
#include "unit/node/class_fixture.hpp"

namespace coset::node {
namespace {

Json hello(const std::string& code, const std::string& token, const std::string& role) {
  return {{"type", "hello"}, {"proto", 1}, {"class", code}, {"token", token}, {"role", role}};
}

// A class with so many rows more, loaded by nobody.
std::string long_class(ClassFixture& at, std::uint32_t rows, const std::string& address) {
  const Response made = at.call("POST", "/api/classes", ClassFixture::opening(), "", address);
  EXPECT_EQ(made.status, 201);
  const std::string code = Json::parse(made.body)["class"];
  const store::ClassId id = at.id_of(code);
  for (std::uint32_t i = 2; i < rows + 2; ++i)
    at.classes.stored.append(
        id,
        {i,
         protocol::MoveId{i},
         at.clock.now,
         i % 2 == 0 ? R"({"type":"locked","on":true})" : R"({"type":"locked","on":false})",
         {}},
        [](store::WriteResult outcome) { EXPECT_EQ(outcome, store::WriteResult::ok); });
  return code;
}

TEST(ClassAttack, ALongLogIsFoldedAPartAtATime) {
  ClassFixture at;
  const std::string code = long_class(at, 5000, "a");
  const Socket teacher = at.open("a device", "/ws/c/" + code, "school");
  at.node->on_message(teacher, hello(code, ClassFixture::teacher(), "teacher").dump());
  const auto serve_others = [&] {
    while (at.events.one() || at.pool.one()) {
    }
  };
  serve_others();
  int ticks = 0;
  for (; at.last(teacher, "welcome").is_null() && ticks < 10; ++ticks) {
    at.node->tick();
    serve_others();
  }
  EXPECT_GE(ticks, 2);
  EXPECT_LE(ticks, 6);
  EXPECT_EQ(at.last(teacher, "wall")["number"], 5001);
}

TEST(ClassAttack, TwoLogsAreReadAtATimeAndPaidFor) {
  ClassFixture at;
  std::vector<std::string> codes;
  for (int i = 0; i < 6; ++i) codes.push_back(long_class(at, 4000, "a"));
  at.classes.slow = true;
  std::vector<Socket> sockets;
  for (int i = 0; i < 6; ++i)
    sockets.push_back(
        at.open("guest " + std::to_string(i), "/ws/c/" + codes[static_cast<std::size_t>(i)], "a"));
  at.wait(10);
  EXPECT_EQ(at.classes.late.size(), 2U);
  at.classes.answer();
  at.wait(2000);
  for (const Socket each : sockets) EXPECT_FALSE(at.is_closed(each));
  for (const Socket each : sockets) at.node->on_close(each);
  at.wait(70'000);
  // A log costs a unit for ten rows: who has read ten waits for the next. To describe it costs
  // none.
  const auto loads = [&](const std::string& guest, std::size_t number) {
    const Socket socket = at.open(guest, "/ws/c/" + codes[number], "elsewhere");
    at.run();
    return !at.is_closed(socket);
  };
  while (codes.size() < 12) codes.push_back(long_class(at, 4000, "b"));
  const int read = at.classes.rows_read;
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(at.call("GET", "/api/classes/" + codes[11], "", "", "elsewhere").status, 200);
  EXPECT_EQ(at.classes.rows_read, read);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_TRUE(loads("caller of elsewhere", i)) << i;
  EXPECT_FALSE(loads("caller of elsewhere", 10));
  // One that is loaded is open to all.
  EXPECT_TRUE(loads("caller of elsewhere", 0));
  EXPECT_TRUE(loads("modest", 10));
}

TEST(ClassAttack, AnswersToLessonsThatWereNotGivenCostNothing) {
  ClassRound at(2);
  ClassFixture& node = at.at;
  const auto answer = [&](const std::string& lesson) {
    node.ask(at.pupils[0], {{"type", "answer"},
                            {"lesson", lesson},
                            {"seed", "1"},
                            {"item", 0},
                            {"answer", "x"},
                            {"ms", 1}});
    return node.last(at.pupils[0], "error")["code"].get<std::string>();
  };
  for (int i = 0; i < 30; ++i) EXPECT_EQ(answer("colours.white"), "class.task") << i;
}

// Pupils of another class at the address, who are vouched for as the teacher is.
TEST(ClassAttack, WorkElsewhereDoesNotKeepTheTeacherFromPairing) {
  ClassFixture at;
  const std::string own = at.open_class();
  const Socket attacker = at.connect(own, ClassFixture::teacher(), "teacher", "attacker");
  for (int seed = 1; seed <= 9; ++seed)
    at.ask(attacker, {{"type", "task"}, {"task", "lesson colours.white " + std::to_string(seed)}});
  std::vector<Socket> pupils;
  for (int i = 1; i <= 20; ++i) pupils.push_back(at.come(own, i));
  const std::string code = at.open_class();
  const Socket teacher = at.connect(code, ClassFixture::teacher(), "teacher", "caller of school");
  at.come(code, 50);
  // Eight lessons are kept, so that each of these is made again.
  int refused = 0;
  for (int n = 0; n < 180; ++n) {
    const Socket each = pupils[static_cast<std::size_t>(n) % pupils.size()];
    at.ask(each, {{"type", "answer"},
                  {"lesson", "colours.white"},
                  {"seed", std::to_string(1 + n % 9)},
                  {"item", 0},
                  {"answer", "what?"},
                  {"ms", 1}});
    refused += at.last(each, "error")["code"] == "rate.work" ? 1 : 0;
  }
  EXPECT_GT(refused, 0);  // the address has too little left for another lesson, or two rounds
  for (int round = 1; round <= 3; ++round) {
    at.ask(teacher, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
    at.run();
    EXPECT_EQ(at.count_rows(code, "paired"), round);
  }
  // Nor from coming to a class whose log must be read, which may cost more than is left.
  at.connect(long_class(at, 4000, "b"), ClassFixture::teacher(), "teacher", "caller of school");
  at.run();
  const std::string next = at.open_class();
  EXPECT_FALSE(
      at.is_closed(at.connect(next, ClassFixture::teacher(), "teacher", "caller of school")));
}

TEST(ClassAttack, OneClassDoesNotUseUpWhatAllTeachersMay) {
  ClassFixture at;
  const std::string own = at.open_class();
  const std::string code = at.open_class();
  const Socket teacher = at.connect(code, ClassFixture::teacher(), "teacher", "caller of school");
  at.come(code, 1);
  int made = 0;
  for (int guest = 0; guest < 20; ++guest) {
    const Socket attacker =
        at.connect(own, ClassFixture::teacher(), "teacher", "attacker " + std::to_string(guest));
    for (int i = 0; i < 25; ++i) {
      at.ask(attacker, {{"type", "task"}, {"task", "game " + pair_spec}});
      made += at.last(attacker, "error").is_null() ? 1 : 0;
    }
  }
  EXPECT_EQ(made, 62);  // 160 units each, of 10 000
  at.ask(teacher, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
  at.run();
  EXPECT_EQ(at.count_rows(code, "paired"), 1);
}

TEST(ClassAttack, ThirteenTokensDoNotKeepTheOthersOut) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket before = at.come(code, 20);
  for (int i = 1; i <= 13; ++i) at.come(code, i);
  for (int n = 0; n < 16; ++n)
    for (int i = 1; i <= 13; ++i)
      at.connect(code, ClassFixture::token_of(i), "pupil",
                 "guest " + std::to_string(n) + " " + std::to_string(i));
  // A pupil's reload, and one who comes for the first time.
  at.node->on_close(before);
  EXPECT_FALSE(at.is_closed(at.connect(code, ClassFixture::token_of(20), "pupil")));
  const Socket late = at.come(code, 21);
  EXPECT_FALSE(at.is_closed(late));
  EXPECT_EQ(at.count(late, "done"), 1);
}

TEST(ClassAttack, AtMostTwoRowsOfClassesAreAtTheStore) {
  ClassFixture at;
  std::vector<Socket> pupils;
  for (int i = 1; i <= 6; ++i) pupils.push_back(at.come(at.open_class(), i));
  at.classes.hold_appends = true;
  for (const Socket each : pupils) at.ask(each, {{"type", "raise"}, {"up", true}});
  EXPECT_EQ(at.classes.held_appends.size(), 2U);
  at.classes.release_appends();
  at.run();
  for (const Socket each : pupils) EXPECT_EQ(at.last(each, "state")["hand"], true);
}

TEST(ClassAttack, AbandonedTablesDoNotKeepAClassFromItsOwn) {
  Config config;
  config.max_pending_tables = 3;
  ClassFixture at(config);
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  const Socket one = at.come(code, 1);
  at.come(code, 2);
  at.ask(teacher, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
  at.run();
  for (int i = 0; i < 3; ++i) {
    const Socket socket = at.open("guest " + std::to_string(i), "/ws");
    at.send(socket,
            {{"type", "create"}, {"spec", pair_spec}, {"token", ClassFixture::token_of(i)}});
    EXPECT_FALSE(at.last(socket, "pending_table").is_null());
    at.node->on_close(socket);
  }
  const Socket lobby = at.join_table(code, one, 1);
  EXPECT_EQ(at.last(lobby, "pending_table")["table"], at.last(one, "state")["table"]["name"]);
}

// Nor does one whose log is read for longer than others wait pay nothing.
TEST(ClassAttack, ASlowStoreIsPaidForToo) {
  ClassFixture at;
  std::vector<std::string> codes;
  for (int i = 0; i < 12; ++i) codes.push_back(long_class(at, 4000, "a" + std::to_string(i)));
  const std::string next = long_class(at, 10, "b");
  at.classes.slow = true;
  std::vector<Socket> sockets;
  for (const std::string& each : codes)
    sockets.push_back(at.open("a device", "/ws/c/" + each, "school"));
  at.wait(6'000);
  at.classes.answer();
  at.wait(200);
  for (const Socket each : sockets) EXPECT_FALSE(at.is_closed(each));
  const Socket second = at.open("a device", "/ws/c/" + next, "school");
  EXPECT_EQ(at.close_reasons[second], "rate.work");
  // That costs no code: there is a class, and the page asks again.
  for (int i = 0; i < 130; ++i) at.open("a device", "/ws/c/" + next, "school");
  EXPECT_EQ(at.call("GET", "/api/classes/ZZZZZZ", "", "", "school").status, 404);
}

// A school comes back at once, before the store has answered.
TEST(ClassAttack, WhoWaitsForAClassPaysForNoCode) {
  ClassFixture at;
  const std::string code = long_class(at, 10, "a");
  at.classes.slow = true;
  std::vector<Socket> pupils;
  for (int i = 0; i < 150; ++i)
    pupils.push_back(at.open("guest " + std::to_string(i), "/ws/c/" + code, "school"));
  for (const Socket each : pupils) EXPECT_FALSE(at.is_closed(each));
}

TEST(ClassAttack, LogsThatCannotBeReadDelayNoOtherClass) {
  ClassFixture at;
  std::vector<std::string> bad;
  for (int i = 0; i < 3; ++i) {
    bad.push_back(at.open_class());
    at.classes.unreadable.insert(at.id_of(bad.back()));
  }
  const std::string code = at.open_class();
  for (const std::string& each : bad) at.teach(each);
  at.run();
  const Socket teacher = at.teach(code);
  at.wait(2'000);
  EXPECT_FALSE(at.last(teacher, "welcome").is_null());
}

// A pupil with a page and a lobby, whose phone has lost two more sockets, when the class is full.
TEST(ClassAttack, SocketsInTheLobbyTakeNoPlaceInTheClass) {
  RecordingSockets recorded;
  ClassSockets sockets(recorded);
  Socket last{};
  const auto prove = [&](const std::string& holder, ClassSockets::TokenOf whose) {
    last = Socket{static_cast<std::uint64_t>(last) + 1};
    sockets.expect(last, "school", 0);
    sockets.name(last, store::ClassId{1});
    return sockets.prove(last, holder, whose);
  };
  for (int i = 0; i < reserved_sockets_per_token; ++i)
    EXPECT_TRUE(prove("pupil", ClassSockets::TokenOf::seat));
  for (int i = 0; i < max_class_sockets; ++i)
    EXPECT_TRUE(prove(std::to_string(i), ClassSockets::TokenOf::pupil));
  for (int i = 0; i < reserved_sockets_per_token; ++i)
    EXPECT_TRUE(prove("pupil", ClassSockets::TokenOf::pupil));
  EXPECT_FALSE(prove("pupil", ClassSockets::TokenOf::pupil));
}

// What the address may compute is used up by another class.
TEST(ClassAttack, TheTeacherCanSaveWhateverTheAddressDoes) {
  ClassFixture at;
  const std::string own = long_class(at, 4000, "school");
  const std::string code = at.open_class();
  const auto save = [&](const std::string& of, const std::string& who) {
    Request request{"GET", "/api/classes/" + of + "/answers.csv", "", at.guest(who, "school")};
    request.authorization = "Bearer " + ClassFixture::teacher();
    int status = 0;
    at.node->call(request, [&](const Response& response) { status = response.status; });
    at.run();
    return status;
  };
  for (int i = 0; i < 25; ++i) EXPECT_EQ(save(own, "a stranger"), 200);
  EXPECT_EQ(save(own, "a stranger"), 429);
  EXPECT_EQ(save(code, "another guest"), 200);
  // But not with ever more classes: an address may read what two of them may.
  const std::string second = long_class(at, 4000, "b"), third = long_class(at, 4000, "c");
  for (int i = 0; i < 24; ++i) EXPECT_EQ(save(second, "a stranger"), 200) << i;
  save(second, "a stranger");
  EXPECT_EQ(save(third, "a stranger"), 429);
  EXPECT_EQ(at.call("GET", "/api/classes/" + third + "/answers.csv", "", ClassFixture::teacher(),
                    "elsewhere")
                .status,
            200);
}

TEST(ClassAttack, RefusalsTellWhenToTryAgain) {
  ClassFixture at;
  Response last;
  for (int i = 0; i < 121; ++i) last = at.call("GET", "/api/classes/ZZZZZZ");
  EXPECT_EQ(last.status, 429);
  EXPECT_EQ(std::count_if(last.headers.begin(), last.headers.end(),
                          [](const auto& each) { return each.first == "Retry-After"; }),
            1);
}

// One more page for each of seven looks at the board.
TEST(ClassAttack, ThePagesOfTheTeacherAreNoNewPupils) {
  ClassFixture at;
  const std::string code = at.open_class();
  for (int i = 1; i <= 8; ++i) {
    const Socket socket =
        at.connect(code, ClassFixture::token_of(i), "pupil", "the teacher's browser");
    at.ask(socket, {{"type", "join"},
                    {"alias", at.last(socket, "welcome")["offers"][0]},
                    {"teacher", ClassFixture::teacher()}});
    EXPECT_EQ(at.count(socket, "done"), 1) << i;
  }
}

}  // namespace
}  // namespace coset::node
