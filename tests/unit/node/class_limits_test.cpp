// What a class, a token, a guest and an address may take.
#include <gtest/gtest.h>

#include "unit/node/class_fixture.hpp"

namespace coset::node {
namespace {

TEST(ClassLimits, WrongCodesAreCountedByTheAddress) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  int missing = 0, refused = 0;
  for (int i = 0; i < 130; ++i) {
    const Response no = at.call("GET", "/api/classes/ZZZZZZ", "", "", "stranger");
    missing += no.status == 404 ? 1 : 0;
    refused += no.status == 429 && no.body.find("rate.codes") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(missing, 120);
  EXPECT_EQ(refused, 10);
  // Neither does a socket find one, of any guest there.
  const Socket socket = at.open("another", "/ws/c/ZZZZZZ", "stranger");
  EXPECT_EQ(at.last(socket, "error")["code"], "rate.codes");
  EXPECT_EQ(at.closes[socket], Close::overloaded);
  // The class that is here does not wait for it, and nobody else does.
  EXPECT_EQ(at.call("GET", "/api/classes/" + code, "", "", "stranger").status, 200);
  EXPECT_EQ(at.call("GET", "/api/classes/ZZZZZZ", "", "", "school").status, 404);
  EXPECT_EQ(at.call("GET", "/api/tables", "", "", "stranger").status, 200);
  at.wait(61'000);
  EXPECT_EQ(at.call("GET", "/api/classes/ZZZZZZ", "", "", "stranger").status, 404);
  EXPECT_FALSE(at.is_closed(teacher));
}

TEST(ClassLimits, RightCodesCostNothing) {
  ClassFixture at;
  std::vector<std::string> codes;  // each is loaded for the first socket
  for (int i = 0; i < 130; ++i) {
    const Response made = at.call("POST", "/api/classes", ClassFixture::opening(), "",
                                  "school " + std::to_string(i / 10));
    ASSERT_EQ(made.status, 201);
    codes.push_back(Json::parse(made.body)["class"]);
  }
  for (int i = 0; i < 130; ++i)
    EXPECT_EQ(at.call("GET", "/api/classes/" + codes[0], "", "", "school").status, 200) << i;
  for (const std::string& code : codes) {
    const Socket socket = at.open("pupil", "/ws/c/" + code, "school");
    at.run();
    EXPECT_FALSE(at.is_closed(socket));
  }
}

// Others at the address cannot keep the teacher out, whose sockets are admitted as a player's.
TEST(ClassLimits, WhoOpensAClassIsVouchedFor) {
  ClassFixture at;
  const GuestIdentity teacher = ClassFixture::guest("caller of school", "school");
  EXPECT_FALSE(at.node->admit(teacher, RequestKind::socket).vouched);
  at.open_class();
  EXPECT_TRUE(at.node->admit(teacher, RequestKind::socket).vouched);
}

// What others at the address guess does not keep a teacher from saving and forgetting.
TEST(ClassLimits, WrongCodesOfOthersDoNotCountForTheTeacher) {
  ClassFixture at;
  const std::string code = at.open_class();
  at.teach(code);
  for (int i = 0; i < 130; ++i) at.call("GET", "/api/classes/ZZZZZZ", "", "", "school");
  EXPECT_EQ(at.call("GET", "/api/classes/ZZZZZZ", "", "", "school").status, 429);
  const std::string path = "/api/classes/" + code;
  for (const char* file : {"/answers.csv", "/moves.csv"})
    EXPECT_EQ(at.call("GET", path + file, "", ClassFixture::teacher(), "school").status, 200);
  EXPECT_EQ(at.call("DELETE", path, "", ClassFixture::token_of(1), "school").status, 403);
  EXPECT_EQ(at.call("DELETE", path, "", ClassFixture::teacher(), "school").status, 204);
}

// A full log takes a second to read.
TEST(ClassLimits, AWrongSecretReadsNoLog) {
  ClassFixture at;
  const std::string code = at.open_class();
  for (int pupil = 1; pupil <= 5; ++pupil) at.come(code, pupil);
  const auto rows_for = [&](const std::string& method, const std::string& file,
                            const std::string& secret, int status) {
    const int before = at.classes.rows_read;
    EXPECT_EQ(at.call(method, "/api/classes/" + code + file, "", secret).status, status);
    return at.classes.rows_read - before;
  };
  for (const char* file : {"/answers.csv", "/moves.csv"}) {
    EXPECT_EQ(rows_for("GET", file, ClassFixture::token_of(1), 403), 1);
    EXPECT_EQ(rows_for("GET", file, ClassFixture::projector(), 403), 1);
    EXPECT_EQ(rows_for("GET", file, ClassFixture::teacher(), 200), 1 + 6);
  }
  EXPECT_EQ(rows_for("DELETE", "", ClassFixture::token_of(1), 403), 1);
}

TEST(ClassLimits, TenNewClassesAnHourAnAddress) {
  ClassFixture at;
  for (int i = 0; i < 10; ++i) at.open_class();
  const Response no = at.call("POST", "/api/classes", ClassFixture::opening());
  EXPECT_EQ(no.status, 429);
  EXPECT_NE(no.body.find("rate.classes"), std::string::npos);
  EXPECT_EQ(at.call("POST", "/api/classes", ClassFixture::opening(), "", "other").status, 201);
  at.clock.now += 7 * 60'000;
  EXPECT_EQ(at.call("POST", "/api/classes", ClassFixture::opening()).status, 201);
}

TEST(ClassLimits, WhoeverBringsAPupilsTokenIsCountedByTheClass) {
  ClassFixture at;
  const std::string code = at.open_class();
  const auto released = [&](Socket socket) {
    const auto& all = at.sockets.released;
    return std::count(all.begin(), all.end(), socket) == 1;
  };
  const Socket teacher = at.teach(code);
  EXPECT_TRUE(released(teacher));
  EXPECT_TRUE(released(at.connect(code, ClassFixture::projector(), "projector")));
  const Socket stranger = at.connect(code, ClassFixture::token_of(99), "pupil");
  EXPECT_FALSE(released(stranger));  // has not joined
  const Socket pupil = at.come(code, 1);
  EXPECT_TRUE(released(pupil));
  const Socket back = at.connect(code, ClassFixture::token_of(1), "pupil");
  EXPECT_TRUE(released(back));
  EXPECT_FALSE(released(at.connect(code, ClassFixture::token_of(98), "teacher")));
}

TEST(ClassLimits, AClassHasTwoHundredSockets) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket first = at.come(code, 1);
  for (int i = 2; i <= 13; ++i) at.come(code, i);
  std::vector<Socket> more;
  for (int i = 0; i < 187; ++i)
    more.push_back(at.connect(code, ClassFixture::token_of(1 + i % 13), "pupil",
                              "guest " + std::to_string(i)));
  EXPECT_EQ(at.sockets.released.size(), 200U);
  const Socket refused = at.connect(code, ClassFixture::token_of(13), "pupil", "one more");
  EXPECT_EQ(at.last(refused, "error")["code"], "rate.connections");
  EXPECT_EQ(at.close_reasons[refused], "rate.connections");
  at.node->on_close(more.front());
  const Socket now = at.connect(code, ClassFixture::token_of(13), "pupil", "later");
  EXPECT_FALSE(at.is_closed(now));
  EXPECT_EQ(at.sockets.released.size(), 201U);
  EXPECT_FALSE(at.is_closed(first));
  // The teacher comes in all the same, and a new code ends it.
  const Socket teacher = at.teach(code);
  EXPECT_FALSE(at.is_closed(teacher));
  EXPECT_EQ(at.count(teacher, "error"), 0);
}

// Seats at tables that are not the class's, by sockets that name it.
TEST(ClassLimits, SocketsAtOtherTablesKeepNobodyOut) {
  ClassRound others(13);
  ClassFixture& at = others.at;
  const std::string code = at.open_class();
  const Socket first = at.come(code, 1);
  const std::size_t before = at.sockets.released.size();
  for (int i = 1; i <= 13; ++i) others.join(i);
  for (int n = 0; n < 16; ++n)
    for (int i = 1; i <= 13; ++i) at.sit_down(code, others.table_of(i)["name"], i);
  at.wait(1000);
  EXPECT_EQ(at.sockets.released.size(), before + 13U + 200U);
  EXPECT_FALSE(at.is_closed(first));
  EXPECT_FALSE(at.is_closed(at.come(code, 1)));
  EXPECT_FALSE(at.is_closed(at.come(code, 2)));
  EXPECT_EQ(at.sockets.released.size(), before + 13U + 202U);
}

TEST(ClassLimits, AGuestBringsSixNewPupils) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket socket = at.connect(code, ClassFixture::token_of(1), "pupil", "one device");
  const auto join = [&](int pupil) {
    at.send(socket, {{"type", "hello"},
                     {"proto", 1},
                     {"class", code},
                     {"token", ClassFixture::token_of(pupil)},
                     {"role", "pupil"}});
    at.ask(socket, {{"type", "join"}, {"alias", at.last(socket, "welcome")["offers"][0]}});
  };
  for (int i = 0; i < 9; ++i) at.ask(socket, {{"type", "join"}, {"alias", "nobody's"}});
  for (int pupil = 1; pupil <= 6; ++pupil) join(pupil);
  EXPECT_EQ(at.count(socket, "done"), 6);
  join(7);
  EXPECT_EQ(at.last(socket, "error")["code"], "rate.joins");
  // With it the page would ask again by itself for minutes, and say nothing.
  EXPECT_FALSE(at.last(socket, "error").contains("retry_after"));
  EXPECT_EQ(at.count_rows(code, "joined"), 6);
  // Who left comes back for nothing, and others come in.
  join(3);
  at.ask(socket, {{"type", "leave"}});
  join(3);
  EXPECT_EQ(at.count_rows(code, "joined"), 7);
  at.come(code, 8);
  EXPECT_EQ(at.count_rows(code, "joined"), 8);
}

TEST(ClassLimits, APupilHasSixteenSockets) {
  ClassFixture at;
  const std::string code = at.open_class();
  at.come(code, 1);
  std::vector<Socket> more;
  for (int i = 0; i < 16; ++i)
    more.push_back(
        at.connect(code, ClassFixture::token_of(1), "pupil", "guest " + std::to_string(i)));
  EXPECT_EQ(at.close_reasons[more.back()], "rate.connections");
  EXPECT_FALSE(at.is_closed(more.front()));
  EXPECT_FALSE(at.is_closed(at.come(code, 2)));
  at.node->on_close(more.front());
  EXPECT_FALSE(at.is_closed(at.connect(code, ClassFixture::token_of(1), "pupil", "later")));
}

// The largest group takes milliseconds to make, before it is known to be too large.
TEST(ClassLimits, GamesAreChargedBeforeTheyAreMade) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  const auto refused = [&](const Json& request) {
    const std::string id = at.ask(teacher, request);
    const Json error = at.last(teacher, "error");
    EXPECT_EQ(error["id"], id);
    return error["code"].get<std::string>();
  };
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(refused({{"type", "task"}, {"task", "game al-jabar Z2^8"}}), "class.task");
    EXPECT_EQ(refused({{"type", "pair"}, {"spec", "al-jabar Z2^8"}}), "lobby.group_order");
  }
  // Something was paid when the class was loaded.
  EXPECT_EQ(refused({{"type", "task"}, {"task", "game al-jabar Z2^8"}}), "rate.work");
  EXPECT_EQ(refused({{"type", "pair"}, {"spec", "al-jabar Z2^8"}}), "rate.work");
  at.ask(teacher, {{"type", "pause"}, {"on", true}});
  at.wait(1000);
  EXPECT_EQ(at.last(teacher, "wall")["paused"], true);
}

// Eight lessons are kept; to make another one takes milliseconds each time.
TEST(ClassLimits, LessonsThatAreMadeAgainAreCharged) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  const Socket pupil = at.come(code, 1);
  for (int seed = 1; seed <= 9; ++seed)
    at.ask(teacher, {{"type", "task"}, {"task", "lesson colours.white " + std::to_string(seed)}});
  const auto answer = [&](int seed) {
    at.ask(pupil, {{"type", "answer"},
                   {"lesson", "colours.white"},
                   {"seed", std::to_string(seed)},
                   {"item", 0},
                   {"answer", "what?"},
                   {"ms", 1}});
    return at.last(pupil, "error")["code"].get<std::string>();
  };
  for (int i = 0; i < 60; ++i) EXPECT_EQ(answer(9), "class.answer");
  at.wait(20'000);
  int refused = 0;
  for (int i = 0; i < 60; ++i) refused += answer(1 + i % 9) == "rate.work" ? 1 : 0;
  EXPECT_EQ(refused, 6);  // those that are kept are answered
  at.wait(20'000);
  EXPECT_EQ(answer(4), "class.answer");
}

// What pupils may not ask for costs the teacher nothing.
TEST(ClassLimits, PupilsDoNotUseUpTheTeachersBudget) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.connect(code, ClassFixture::teacher(), "teacher", "caller of school");
  std::vector<Socket> sockets;
  for (int i = 1; i <= 3; ++i) {
    sockets.push_back(at.come(code, i));
    sockets.push_back(at.connect(code, ClassFixture::token_of(90 + i), "pupil"));
  }
  for (int n = 0; n < 30; ++n)
    for (const Socket each : sockets)
      at.ask(each, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
  EXPECT_EQ(
      at.call("GET", "/api/classes/" + code + "/answers.csv", "", ClassFixture::teacher()).status,
      200);
  at.ask(teacher, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
  at.run();
  EXPECT_EQ(at.count_rows(code, "paired"), 1);
}

TEST(ClassLimits, WhoTakesLongToChooseANameIsCountedByTheClassToo) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket slow = at.connect(code, ClassFixture::token_of(1), "pupil");
  at.wait(31'000);
  at.ask(slow, {{"type", "join"}, {"alias", at.last(slow, "welcome")["offers"][0]}});
  EXPECT_EQ(at.sockets.released, std::vector{slow});
}

TEST(ClassLimits, StrangersDoNotFillTheQueueOfASlowStore) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket one = at.come(code, 1);
  const Socket two = at.come(code, 2);
  std::vector<Socket> strangers;
  for (int i = 0; i < 8; ++i)
    strangers.push_back(at.connect(code, ClassFixture::token_of(10 + i), "pupil"));
  at.classes.away = true;
  at.ask(one, {{"type", "raise"}, {"up", true}});
  for (int i = 0; i < 8; ++i)
    for (int n = 0; n < 40; ++n)
      at.send(strangers[static_cast<std::size_t>(i)], {{"type", "hello"},
                                                       {"proto", 1},
                                                       {"class", code},
                                                       {"token", ClassFixture::token_of(10 + i)},
                                                       {"role", "pupil"}});
  at.ask(two, {{"type", "raise"}, {"up", true}});
  EXPECT_TRUE(at.last(two, "error").is_null());
  at.classes.away = false;
  at.wait(3000);
  EXPECT_EQ(at.count_rows(code, "raised"), 2);
}

}  // namespace
}  // namespace coset::node
