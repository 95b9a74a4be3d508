// Classes on a node: their log, their sockets and their tables.
#include <gtest/gtest.h>

#include "unit/node/class_fixture.hpp"

namespace coset::node {
namespace {

TEST(ClassHost, OpensAClassThatIsFoundInAnySpelling) {
  ClassFixture at;
  const std::string code = at.open_class();
  ASSERT_EQ(code.size(), 6U);
  std::string lower = code;
  for (char& c : lower) c = static_cast<char>(std::tolower(c));
  for (const std::string& each : {code, lower, code.substr(0, 3) + "-" + code.substr(3)}) {
    const Response got = at.call("GET", "/api/classes/" + each);
    EXPECT_EQ(got.status, 200) << each;
    EXPECT_EQ(Json::parse(got.body),
              Json({{"class", code}, {"pupils", 0}, {"locked", false}, {"language", "en"}}));
    const Socket socket = at.connect(each, ClassFixture::token_of(1), "pupil");
    EXPECT_EQ(at.last(socket, "welcome")["class"], code);
  }
  EXPECT_EQ(at.call("GET", "/api/classes/ZZZZZZ").status, 404);
  EXPECT_EQ(at.call("GET", "/api/classes/" + code + "/other").status, 404);
  EXPECT_EQ(at.call("PUT", "/api/classes/" + code).status, 405);
  EXPECT_EQ(at.call("POST", "/api/classes", "{}").status, 400);
  // Only digests of the secrets are stored.
  EXPECT_EQ(at.rows(code)[0].dump().find(ClassFixture::teacher()), std::string::npos);
}

TEST(ClassHost, UnknownCodeIsToldAndClosed) {
  ClassFixture at;
  for (const char* code : {"ZZZZZZ", "not-a-code"}) {
    const Socket socket = at.open("stranger", std::string("/ws/c/") + code);
    at.run();
    EXPECT_EQ(at.last(socket, "error")["code"], "class.not_found") << code;
    EXPECT_TRUE(at.is_closed(socket));
    EXPECT_EQ(at.close_reasons[socket], "class.not_found");
  }
  at.wait(100);
  EXPECT_EQ(at.node->counters().classes_loaded, 0U);
  EXPECT_EQ(at.node->counters().sockets, 0U);
}

TEST(ClassHost, PupilIsInTheSamePlaceAfterANodeDied) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  const Socket before = at.come(code, 1);
  const Json welcome = at.last(before, "welcome");
  at.ask(teacher, {{"type", "pause"}, {"on", true}});
  EXPECT_EQ(at.last(before, "state")["paused"], true);
  at.kill();
  const Socket after = at.connect(code, ClassFixture::token_of(1), "pupil");
  const Json again = at.last(after, "welcome");
  EXPECT_EQ(again["you"], 1);
  EXPECT_EQ(again["state"]["paused"], true);
  const Socket other = at.come(code, 2);
  EXPECT_EQ(at.last(other, "welcome")["you"], 2);
  EXPECT_EQ(at.count_rows(code, "joined"), 2);
}

TEST(ClassHost, TellsOnlyWhatIsCommitted) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket pupil = at.come(code, 1);
  at.classes.away = true;
  const std::string id = at.ask(pupil, {{"type", "raise"}, {"up", true}});
  at.wait(3000);
  EXPECT_EQ(at.count(pupil, "done"), 1);  // of the join
  at.classes.away = false;
  at.wait(3000);
  EXPECT_EQ(at.last(pupil, "done")["id"], id);
  EXPECT_EQ(at.count_rows(code, "raised"), 1);
}

TEST(ClassHost, LostResultIsReadAgainAndCountedOnce) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket pupil = at.come(code, 1);
  at.classes.lost_results = 1;
  const std::string id = at.ask(pupil, {{"type", "raise"}, {"up", true}});
  at.wait(2000);
  EXPECT_EQ(at.last(pupil, "done")["id"], id);
  EXPECT_EQ(at.count_rows(code, "raised"), 1);
  // The same request, at this node and after it died.
  at.ask(pupil, {{"type", "raise"}, {"up", true}, {"id", id}});
  at.kill();
  const Socket again = at.come(code, 1);
  at.ask(again, {{"type", "raise"}, {"up", true}, {"id", id}});
  EXPECT_EQ(at.last(again, "done")["id"], id);
  EXPECT_EQ(at.count_rows(code, "raised"), 1);
}

TEST(ClassHost, ForeignRowIsReadBeforeTheNext) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket pupil = at.come(code, 1);
  // As another node that had the class writes.
  at.classes.stored.append(
      at.id_of(code), {3, protocol::MoveId{77}, at.clock.now, R"({"type":"paused","on":true})"},
      [](WriteResult is) { ASSERT_EQ(is, WriteResult::ok); });
  const std::string id = at.ask(pupil, {{"type", "raise"}, {"up", true}});
  at.run();
  EXPECT_EQ(at.last(pupil, "done")["id"], id);
  EXPECT_EQ(at.last(pupil, "state")["paused"], true);
  EXPECT_EQ(at.rows(code).size(), 4U);
}

TEST(ClassHost, GivesUpIfTheStoreRejectsEveryRow) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket pupil = at.come(code, 1);
  at.classes.conflicts = true;
  at.classes.appends = 0;
  at.ask(pupil, {{"type", "raise"}, {"up", true}});
  EXPECT_EQ(at.last(pupil, "error")["code"], "class.unavailable");
  EXPECT_EQ(at.close_reasons[pupil], "class.unavailable");
  EXPECT_LE(at.classes.appends, 5);
  at.classes.conflicts = false;
  EXPECT_EQ(at.last(at.come(code, 1), "welcome")["you"], 1);
}

TEST(ClassHost, CorruptLogIsNotServed) {
  ClassFixture at;
  const std::string code = at.open_class();
  at.classes.stored.append(at.id_of(code), {2, protocol::MoveId{77}, at.clock.now, "{"},
                           [](WriteResult is) { ASSERT_EQ(is, WriteResult::ok); });
  const Socket pupil = at.connect(code, ClassFixture::token_of(1), "pupil");
  EXPECT_EQ(at.last(pupil, "error")["code"], "class.corrupt");
  EXPECT_EQ(at.close_reasons[pupil], "class.corrupt");
  for (const std::string file : {"/answers.csv", "/moves.csv"}) {
    const Response no = at.call("GET", "/api/classes/" + code + file, "", ClassFixture::teacher());
    EXPECT_EQ(no.status, 503);
    EXPECT_NE(no.body.find("class.corrupt"), std::string::npos) << no.body;
  }
  EXPECT_EQ(at.count(pupil, "welcome"), 0);
}

TEST(ClassHost, ManyPupilsAtOnce) {
  ClassFixture at;
  const std::string code = at.open_class();
  std::vector<Socket> pupils;
  for (int i = 0; i < 40; ++i)
    pupils.push_back(at.open("guest " + std::to_string(i), "/ws/c/" + code, "school"));
  for (int i = 0; i < 40; ++i)
    at.node->on_message(pupils[static_cast<std::size_t>(i)],
                        Json{{"type", "hello"},
                             {"proto", 1},
                             {"class", code},
                             {"token", ClassFixture::token_of(i)},
                             {"role", "pupil"}}
                            .dump());
  at.run();
  std::set<std::string> aliases;
  for (const Socket each : pupils) {
    const Json offers = at.last(each, "welcome")["offers"];
    ASSERT_EQ(offers.size(), 3U);
    at.node->on_message(each,
                        Json{{"type", "join"}, {"id", at.next_id()}, {"alias", offers[0]}}.dump());
  }
  at.run();
  for (const Json& row : at.rows(code))
    if (row["type"] == "joined") aliases.insert(row["alias"].get<std::string>());
  EXPECT_EQ(aliases.size(), 40U);
  EXPECT_EQ(Json::parse(at.call("GET", "/api/classes/" + code).body)["pupils"], 40);
}

TEST(ClassHost, NewCodeKeepsThoseWhoAreIn) {
  ClassFixture at;
  const std::string old = at.open_class();
  const Socket teacher = at.teach(old);
  const Socket pupil = at.come(old, 1);
  at.ask(teacher, {{"type", "new_code"}});
  at.wait(1000);
  const std::string code = at.last(teacher, "wall")["code"];
  EXPECT_NE(code, old);
  EXPECT_EQ(at.call("GET", "/api/classes/" + old).status, 404);
  EXPECT_EQ(at.call("GET", "/api/classes/" + code).status, 200);
  EXPECT_FALSE(at.is_closed(pupil));
  EXPECT_EQ(at.last(pupil, "done")["id"].is_null(), false);
  at.ask(pupil, {{"type", "raise"}, {"up", true}});
  EXPECT_EQ(at.count_rows(code, "raised"), 1);
  const Socket other = at.come(code, 2);
  EXPECT_EQ(at.last(other, "welcome")["you"], 2);
  const Socket late = at.open("late", "/ws/c/" + old);
  at.run();
  EXPECT_EQ(at.last(late, "error")["code"], "class.not_found");
}

TEST(ClassHost, NewCodeIsNotToldToStrangers) {
  ClassFixture at;
  const std::string old = at.open_class();
  const Socket teacher = at.teach(old);
  const Socket stranger = at.connect(old, ClassFixture::token_of(1), "pupil");
  const Json offers = at.last(stranger, "welcome")["offers"];
  at.ask(teacher, {{"type", "new_code"}});
  at.wait(1000);
  const std::string code = at.last(teacher, "wall")["code"];
  EXPECT_EQ(at.last(stranger, "welcome")["class"], old);
  EXPECT_EQ(at.last(stranger, "error")["code"], "class.wrong_class");
  EXPECT_EQ(at.close_reasons[stranger], "class.wrong_class");
  at.ask(stranger, {{"type", "join"}, {"alias", offers[0]}});
  EXPECT_EQ(at.count_rows(code, "joined"), 0);
}

TEST(ClassHost, RemovedPupilIsClosedAndStaysOut) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  const Socket pupil = at.come(code, 1);
  at.ask(teacher, {{"type", "remove"}, {"pupil", 1}});
  EXPECT_EQ(at.count(pupil, "removed"), 1);
  EXPECT_EQ(at.close_reasons[pupil], "class.removed");
  const Socket again = at.connect(code, ClassFixture::token_of(1), "pupil");
  EXPECT_EQ(at.last(again, "error")["code"], "class.removed");
  // A pupil's token gives no teacher's command.
  const Socket other = at.come(code, 2);
  at.ask(other, {{"type", "remove"}, {"pupil", 2}});
  EXPECT_EQ(at.last(other, "error")["code"], "class.teacher");
  EXPECT_EQ(at.count_rows(code, "left"), 1);
}

TEST(ClassHost, UnloadsWhenEverybodyIsGone) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket pupil = at.come(code, 1);
  EXPECT_EQ(at.node->counters().classes_loaded, 1U);
  at.node->on_close(pupil);
  at.wait(61'000);
  EXPECT_EQ(at.node->counters().classes_loaded, 0U);
  EXPECT_EQ(at.node->counters().sockets, 0U);
  const Socket again = at.come(code, 1);
  EXPECT_EQ(at.last(again, "welcome")["you"], 1);
}

TEST(ClassHost, DrainsWithItsNode) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket pupil = at.come(code, 1);
  at.node->drain(at.clock.now + 1000);
  at.wait(10);
  EXPECT_EQ(at.count(pupil, "drain"), 1);
  at.wait(2000);
  EXPECT_TRUE(at.is_closed(pupil));
  EXPECT_TRUE(at.node->idle());
}

TEST(ClassHost, IsDisabledByTheOperator) {
  Config config;
  config.classes = false;
  ClassFixture at(config);
  const Response no = at.call("POST", "/api/classes", ClassFixture::opening());
  EXPECT_EQ(no.status, 403);
  EXPECT_NE(no.body.find("class.disabled"), std::string::npos);
  const Socket socket = at.open("stranger", "/ws/c/K7P2QX");
  EXPECT_EQ(at.close_reasons[socket], "class.disabled");
}

// The wall.

TEST(ClassWall, IsSentAtMostTwiceASecond) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  const Socket pupil = at.come(code, 1);
  const int before = at.count(teacher, "wall");
  for (int i = 0; i < 100; ++i) {
    at.ask(pupil, {{"type", "raise"}, {"up", i % 2 == 0}});
    at.wait(100);
    if (i % 25 == 24) at.wait(20'000);  // within the pupil's budget
  }
  EXPECT_LE(at.count(teacher, "wall") - before, 2 * (10 + 80) + 1);
  // Within one busy stretch.
  const int start = at.count(teacher, "wall");
  for (int i = 0; i < 40; ++i) {
    at.ask(pupil, {{"type", "raise"}, {"up", i % 2 == 0}});
    at.wait(50);
  }
  EXPECT_LE(at.count(teacher, "wall") - start, 5);
  EXPECT_GE(at.count(teacher, "wall") - start, 3);
}

// Requests of the teacher.

TEST(ClassApi, FilesNeedTheTeachersSecret) {
  ClassFixture at;
  const std::string code = at.open_class();
  at.come(code, 1);
  for (const std::string file : {"/answers.csv", "/moves.csv"}) {
    const std::string path = "/api/classes/" + code + file;
    for (const std::string& secret :
         {std::string(), ClassFixture::token_of(1), ClassFixture::projector(), std::string("x")}) {
      const Response no = at.call("GET", path, "", secret, "elsewhere");
      EXPECT_EQ(no.status, 403) << path << secret;
      EXPECT_NE(no.body.find("class.teacher"), std::string::npos);
    }
    const Response yes = at.call("GET", path, "", ClassFixture::teacher());
    EXPECT_EQ(yes.status, 200);
    EXPECT_TRUE(yes.type.starts_with("text/csv"));
    EXPECT_TRUE(yes.body.starts_with("class,table,alias,")) << yes.body;
    EXPECT_TRUE(at.call("GET", path + "?bom=1", "", ClassFixture::teacher())
                    .body.starts_with("\xEF\xBB\xBF"
                                      "class,"));
  }
  const std::string path = "/api/classes/" + code;
  EXPECT_EQ(at.call("DELETE", path, "", ClassFixture::token_of(1), "elsewhere").status, 403);
  EXPECT_EQ(at.rows(code).size(), 2U);
  // The guest who opened it needs none.
  EXPECT_EQ(at.call("GET", path + "/answers.csv").status, 200);
  EXPECT_EQ(at.call("DELETE", path).status, 204);
}

TEST(ClassApi, ForgetsAClass) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  const Socket pupil = at.come(code, 1);
  const store::ClassId id = at.id_of(code);
  EXPECT_EQ(at.call("DELETE", "/api/classes/" + code, "", ClassFixture::teacher()).status, 204);
  EXPECT_EQ(at.id_of(code), store::ClassId{0});
  at.classes.stored.read(id, {}, [](const auto& log) { EXPECT_TRUE(log->events.empty()); });
  for (const Socket each : {teacher, pupil}) {
    EXPECT_EQ(at.count(each, "closed"), 1);
    EXPECT_EQ(at.close_reasons[each], "class.closed");
  }
  EXPECT_EQ(at.call("GET", "/api/classes/" + code).status, 404);
  EXPECT_EQ(at.node->counters().classes_loaded, 0U);
}

TEST(ClassApi, ForgettingIsTriedAgain) {
  ClassFixture at;
  const std::string code = at.open_class();
  std::optional<Response> response;
  Request request{"DELETE", "/api/classes/" + code, "", at.guest("t", "school")};
  request.authorization = "Bearer " + ClassFixture::teacher();
  at.classes.forgets_fail = 3;
  at.node->call(request, [&](Response is) { response = std::move(is); });
  at.run();
  EXPECT_FALSE(response);
  EXPECT_FALSE(at.node->idle());
  at.wait(4000);
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 204);
  EXPECT_EQ(at.id_of(code), store::ClassId{0});
}

TEST(ClassApi, ClosedClassIsGone) {
  ClassFixture at;
  const std::string code = at.open_class();
  const Socket teacher = at.teach(code);
  const Socket pupil = at.come(code, 1);
  at.ask(teacher, {{"type", "close"}});
  EXPECT_EQ(at.count(pupil, "closed"), 1);
  EXPECT_EQ(at.call("GET", "/api/classes/" + code).status, 410);
  EXPECT_EQ(
      at.call("GET", "/api/classes/" + code + "/answers.csv", "", ClassFixture::teacher()).status,
      200);
}

TEST(ClassApi, ForgetsWhatIsThirtyDaysOld) {
  ClassFixture at;
  const std::string old = at.open_class();
  at.clock.now += Time{20} * 86'400'000;
  at.node->tick();
  const std::string young = at.open_class();
  at.clock.now += Time{9} * 86'400'000;
  at.wait(20'000);
  EXPECT_NE(at.id_of(old), store::ClassId{0});
  at.clock.now += Time{2} * 86'400'000;
  at.wait(20'000);
  EXPECT_EQ(at.id_of(old), store::ClassId{0});
  EXPECT_NE(at.id_of(young), store::ClassId{0});
}

}  // namespace
}  // namespace coset::node
