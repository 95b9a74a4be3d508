// Logs of classes are read in pieces, for every request that needs one, and one file is made at a
// time.
#include "server/node/class_files.hpp"

#include <gtest/gtest.h>

#include "classroom/classroom.hpp"
#include "unit/node/class_fixture.hpp"

namespace coset::node {
namespace {

std::string file_of(const std::string& code, const std::string& name = "answers") {
  return "/api/classes/" + code + "/" + name + ".csv";
}

// The dearest row there is: two dozen pieces a side.
std::string dear_row(int number) {
  std::string pieces;
  for (int i = 0; i < 24; ++i) pieces += (i == 0 ? "" : ",") + std::string(R"("R15O10Y")");
  return R"({"type":"tried","pupil":1,"group":"Z2^2xZ15","give":[)" + pieces + R"(],"take":[)" +
         pieces + R"(],"misconception":"case )" + std::to_string(number) + R"("})";
}

// A class with a pupil and so many tries, loaded by nobody.
struct DearClass {
  explicit DearClass(ClassFixture& at, std::uint32_t tries) : code(at.open_class()) {
    const Socket pupil = at.come(code, 1);
    at.node->on_close(pupil);
    at.wait(61'000);
    EXPECT_EQ(at.node->counters().classes_loaded, 0U);
    add(at, tries);
    at.classes.pages.clear();
  }
  void add(ClassFixture& at, std::uint32_t tries) {
    for (const std::uint32_t end = rows + tries; rows < end;) {
      ++rows;
      at.classes.stored.append(
          at.id_of(code),
          {rows, protocol::MoveId{std::uint64_t{1} << 32U | rows}, at.clock.now,
           dear_row(static_cast<int>(rows))},
          [](store::WriteResult is) { ASSERT_EQ(is, store::WriteResult::ok); });
    }
  }
  // One who has not done as much as one may in an hour.
  Socket come(ClassFixture& at) {
    ++rows;
    return at.come(code, 2);
  }
  std::string code;
  std::uint32_t rows = 2;
};

// No piece of work has more.
void expect_small(const FakeClassStore& classes) {
  for (const auto& [rows, bytes] : classes.pages) {
    EXPECT_LE(rows, log_page.rows);
    EXPECT_LE(bytes, log_page.bytes);
  }
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

struct Asked {
  std::optional<Response> response;
  explicit Asked(ClassFixture& at, const std::string& code, const std::string& address = "school") {
    Request request{"GET", file_of(code), "", ClassFixture::guest("g", address)};
    request.authorization = "Bearer " + ClassFixture::teacher();
    at.node->call(request, [this](Response is) { response = std::move(is); });
  }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;
  ~Asked() = default;
  int status() const { return response ? response->status : 0; }
};

TEST(ClassFiles, PiecesAreBoundedByRowsAndBytes) {
  ClassFixture at;
  DearClass dear(at, 1500);
  const Response csv = at.call("GET", file_of(dear.code), "", ClassFixture::teacher());
  EXPECT_EQ(csv.status, 200);
  EXPECT_EQ(lines_of(csv.body), 1501U);
  EXPECT_NE(csv.body.find(",case 1502,"), std::string::npos);
  // Twice, in pages of some hundred rows.
  expect_small(at.classes);
  EXPECT_GE(at.classes.pages.size(), 20U);
  EXPECT_LE(at.classes.pages.size(), 40U);
  const auto& pages = at.classes.pages;
  EXPECT_GT(std::max_element(pages.begin(), pages.end(),
                             [](const auto& a, const auto& b) { return a.bytes < b.bytes; })
                ->bytes,
            log_page.bytes / 2);
}

// Other requests are served between two pages, whether or not a client takes what there is.
TEST(ClassFiles, OthersAreServedInBetween) {
  ClassFixture at;
  DearClass dear(at, 1500);
  const std::string other = at.open_class();
  const Socket pupil = at.come(other, 2);
  at.classes.slow = true;
  Asked asked(at, dear.code);
  int pieces = 0;
  for (; !asked.response && pieces < 100; ++pieces) {
    ASSERT_EQ(at.classes.late.size(), 1U);
    const int done = at.count(pupil, "done");
    at.ask(pupil, {{"type", "raise"}, {"up", pieces % 2 == 0}});
    EXPECT_EQ(at.count(pupil, "done"), done + 1);
    if (pieces % 20 == 19) at.wait(20'000);
    const auto next = std::move(at.classes.late.front());
    at.classes.late.pop_front();
    next();
    at.node->tick();
    at.run();
  }
  EXPECT_GE(pieces, 10);
  // Nothing more is read until the client has taken the first part.
  ASSERT_TRUE(asked.response && asked.response->rest);
  EXPECT_TRUE(at.classes.late.empty());
  EXPECT_LE(asked.response->body.size(), 2 * log_page.bytes);
  at.classes.slow = false;
  EXPECT_EQ(lines_of(asked.response->body + at.rest_of(*asked.response)), 1501U);
  expect_small(at.classes);
}

TEST(ClassFiles, OneIsMadeAtATime) {
  ClassFixture at;
  DearClass dear(at, 300);
  const std::string other = at.open_class();
  at.classes.slow = true;
  const Asked first(at, dear.code);
  EXPECT_EQ(first.status(), 0);
  for (const std::string& code : {dear.code, other}) {
    const Asked second(at, code, "another school");
    EXPECT_EQ(second.status(), 503);
    EXPECT_NE(second.response->body.find("class.busy"), std::string::npos);
    EXPECT_EQ(second.response->headers,
              (std::vector<std::pair<std::string, std::string>>{{"Retry-After", "2"}}));
  }
  EXPECT_EQ(at.call("GET", "/api/classes/" + dear.code).status, 200);
  EXPECT_EQ(at.classes.late.size(), 1U);
  at.classes.answer();
  at.run();
  ASSERT_EQ(first.status(), 200);
  EXPECT_EQ(Asked(at, other).status(), 503);  // the client takes it
  EXPECT_EQ(lines_of(first.response->body + at.rest_of(*first.response)), 301U);
  EXPECT_EQ(at.call("GET", file_of(other), "", ClassFixture::teacher()).status, 200);
}

// It goes on where it was, and a few of them take up little.
TEST(ClassFiles, AClientThatTakesNothingKeepsNobodyWaiting) {
  ClassFixture at;
  DearClass dear(at, 600);
  std::vector<std::unique_ptr<Asked>> idle;
  for (std::size_t i = 0; i < max_files_of_class; ++i) {
    idle.push_back(std::make_unique<Asked>(at, dear.code, "school"));
    at.run();
    ASSERT_EQ(idle.back()->status(), 200);
    EXPECT_EQ(Asked(at, dear.code, "another").status(), 503);
    at.wait(file_patience);
  }
  EXPECT_EQ(Asked(at, dear.code, "another").status(), 503);  // too many of the class
  const std::string other = at.open_class();
  EXPECT_EQ(at.call("GET", file_of(other), "", ClassFixture::teacher()).status, 200);
  // Two go on at once, in turn.
  std::vector<std::string> texts;
  for (const auto& each : idle) texts.push_back(each->response->body);
  bool all = false;
  for (int i = 0; i < 100 && !all; ++i) {
    std::vector<std::optional<BodyStream::Part>> parts(2);
    for (std::size_t k = 0; k < 2; ++k)
      if (!texts[k].ends_with("#"))
        idle[k]->response->rest->next([&parts, k](auto is) { parts[k] = std::move(is); });
    at.run();
    all = true;
    for (std::size_t k = 0; k < 2; ++k) {
      if (texts[k].ends_with("#")) continue;
      ASSERT_TRUE(parts[k]);
      texts[k] += parts[k]->text + (parts[k]->last ? "#" : "");
      all = false;
    }
  }
  EXPECT_EQ(texts[0], texts[1]);
  EXPECT_EQ(lines_of(texts[0]), 601U);
  // A client that is gone has none.
  idle.clear();
  EXPECT_EQ(at.call("GET", file_of(dear.code), "", ClassFixture::teacher()).status, 200);
}

TEST(ClassFiles, WhatCannotBeMadeIsCut) {
  ClassFixture at;
  DearClass dear(at, 600);
  Asked asked(at, dear.code);
  at.run();
  ASSERT_TRUE(asked.response && asked.response->rest);
  at.classes.stored.forget(at.id_of(dear.code), {}, [](const auto&) {});
  EXPECT_EQ(at.rest_of(*asked.response), "cut");
  // Nor after the end of the node.
  const std::string other = at.open_class();
  DearClass again(at, 600);
  Asked last(at, again.code);
  at.run();
  ASSERT_TRUE(last.response && last.response->rest);
  at.kill();
  std::optional<BodyStream::Part> part = BodyStream::Part{};
  last.response->rest->next([&](auto is) { part = std::move(is); });
  EXPECT_FALSE(part);
}

// Those of a hello.

TEST(ClassLoading, ALogIsFoldedInPiecesBoundedByRowsAndBytes) {
  ClassFixture at;
  DearClass dear(at, 1500);
  const std::string other = at.open_class();
  const Socket pupil = at.come(other, 2);
  at.classes.pages.clear();
  at.classes.slow = true;
  const Socket teacher = at.teach(dear.code);
  int pieces = 0;
  for (; at.last(teacher, "welcome").is_null() && pieces < 100; ++pieces) {
    ASSERT_EQ(at.classes.late.size(), 1U);
    const int done = at.count(pupil, "done");
    at.ask(pupil, {{"type", "raise"}, {"up", pieces % 2 == 0}});
    EXPECT_EQ(at.count(pupil, "done"), done + 1);
    const auto next = std::move(at.classes.late.front());
    at.classes.late.pop_front();
    next();
    at.node->tick();
    at.run();
  }
  EXPECT_GE(pieces, 10);
  EXPECT_LE(pieces, 20);
  expect_small(at.classes);
  EXPECT_EQ(at.last(teacher, "wall")["number"], dear.rows);
}

// Its result was lost: the log was read and folded as a whole, in one piece.
TEST(ClassLoading, AfterAnUnknownWriteOnlyWhatIsNewIsRead) {
  ClassFixture at;
  DearClass dear(at, 1500);
  const Socket pupil = dear.come(at);
  for (const int lost : {1, 0}) {
    at.classes.lost_results = lost;
    if (lost == 0) dear.add(at, 1);  // of another node: a conflict
    const int before = at.classes.rows_read;
    const std::string id = at.ask(pupil, {{"type", "raise"}, {"up", lost == 1}});
    at.wait(1000);
    EXPECT_EQ(at.last(pupil, "done")["id"], id);
    EXPECT_EQ(at.classes.rows_read - before, 2);  // the last one again, and the next
    dear.rows += 1;
  }
  EXPECT_EQ(at.rows(dear.code).size(), dear.rows);
}

TEST(ClassLoading, WhatAnotherNodeWroteIsFollowedInPieces) {
  ClassFixture at;
  DearClass dear(at, 20);
  const Socket pupil = dear.come(at);
  const Socket teacher = at.teach(dear.code);
  dear.add(at, 1000);
  at.classes.pages.clear();
  const int before = at.classes.rows_read;
  at.classes.slow = true;
  const std::string id = at.ask(pupil, {{"type", "raise"}, {"up", true}});
  int pieces = 0;
  for (; at.last(pupil, "done")["id"] != id && pieces < 100; ++pieces) {
    ASSERT_EQ(at.classes.late.size(), 1U);
    at.send(pupil, {{"type", "heartbeat"}});
    const auto next = std::move(at.classes.late.front());
    at.classes.late.pop_front();
    next();
    at.node->tick();
    at.run();
  }
  EXPECT_GE(pieces, 5);
  expect_small(at.classes);
  EXPECT_EQ(at.classes.rows_read - before, 1001);
  at.wait(1000);
  EXPECT_EQ(at.last(teacher, "wall")["number"], dear.rows + 1);
}

// A failover to a standby that lacks rows, which synchronous commit excludes.
TEST(ClassLoading, ALogThatLostRowsIsFoldedAnew) {
  ClassFixture at;
  const std::string code = at.open_class();
  const store::ClassId id = at.id_of(code);
  const Socket teacher = at.teach(code);
  const Socket one = at.come(code, 1);
  std::vector<store::ClassEvent> log;
  at.classes.stored.read(id, {}, [&](const auto& page) { log = page->events; });
  at.ask(one, {{"type", "raise"}, {"up", true}});
  at.come(code, 2);
  at.classes.stored.forget(id, {}, [](const auto&) {});
  log[0].code = code;
  at.classes.stored.create(id, log[0], [](store::WriteResult) {});
  at.classes.stored.append(id, log[1], [](store::WriteResult) {});
  at.ask(one, {{"type", "raise"}, {"up", true}});
  at.wait(2000);
  EXPECT_EQ(at.rows(code).size(), 3U);
  EXPECT_EQ(at.last(teacher, "wall")["pupils"], 1);
  EXPECT_TRUE(at.last(one, "state")["hand"]);
}

// What anybody may know.

TEST(ClassFacts, AreToldWithoutTheLog) {
  ClassFixture at;
  const std::string code = at.open_class();
  const auto told = [&] {
    const int before = at.classes.rows_read;
    const Json out = Json::parse(at.call("GET", "/api/classes/" + code).body);
    EXPECT_EQ(at.classes.rows_read, before);
    return out;
  };
  const auto unload = [&](std::initializer_list<Socket> sockets) {
    for (const Socket each : sockets) at.node->on_close(each);
    at.wait(61'000);
    ASSERT_EQ(at.node->counters().classes_loaded, 0U);
  };
  Json facts = {{"class", code}, {"pupils", 0}, {"locked", false}, {"language", "en"}};
  EXPECT_EQ(told(), facts);
  const Socket teacher = at.teach(code);
  Socket one = at.come(code, 1);
  const Socket two = at.come(code, 2);
  at.ask(teacher, {{"type", "lock"}, {"on", true}});
  facts["pupils"] = 2;
  facts["locked"] = true;
  EXPECT_EQ(told(), facts);
  unload({teacher, one, two});
  EXPECT_EQ(told(), facts);
  one = at.come(code, 1);
  at.ask(one, {{"type", "leave"}});
  unload({one});
  facts["pupils"] = 1;
  EXPECT_EQ(told(), facts);
}

// A class that a program of before wrote has them with its next event.
TEST(ClassFacts, OfBeforeThereWereAnyComeWithTheNextEvent) {
  ClassFixture at;
  const auto row =
      classroom::opening_row(test_digest, "K7P2QX", classroom::Language::ar, {}, {}, at.clock.now);
  at.classes.stored.create(store::ClassId{5}, {1, row.id, row.at, row.body, "K7P2QX"},
                           [](store::WriteResult) {});
  const auto told = [&] { return Json::parse(at.call("GET", "/api/classes/K7P2QX").body); };
  Json facts = {{"class", "K7P2QX"}, {"pupils", 0}, {"locked", false}, {"language", "ar"}};
  EXPECT_EQ(told(), facts);
  EXPECT_EQ(at.classes.rows_read, 1);
  const Socket one = at.come("K7P2QX", 1);
  at.node->on_close(one);
  at.wait(61'000);
  facts["pupils"] = 1;
  const int before = at.classes.rows_read;
  EXPECT_EQ(told(), facts);
  EXPECT_EQ(at.classes.rows_read, before);
}

// A log whose fold crashes the process is known in the crash history, and not read again.
TEST(ClassApi, ReadingAClassIsMarkedAndAQuarantinedOneIsNotRead) {
  ClassFixture before;
  const std::string code = before.open_class();
  const store::ClassId id = before.id_of(code);
  EXPECT_FALSE(before.crash_marker.entered.contains(id));
  const std::string file = "/api/classes/" + code + "/answers.csv";
  EXPECT_EQ(before.call("GET", file, "", ClassFixture::teacher()).status, 200);
  EXPECT_TRUE(before.crash_marker.entered.contains(id));
  EXPECT_FALSE(before.crash_marker.inside);

  Config config;
  config.quarantined_tables = {id};
  ClassFixture at(config);
  ASSERT_EQ(at.open_class(), code);  // of the same random bytes
  ASSERT_EQ(at.id_of(code), id);
  for (const std::string path : {"", "/answers.csv", "/moves.csv"}) {
    const Response no = at.call("GET", "/api/classes/" + code + path, "", ClassFixture::teacher());
    EXPECT_EQ(no.status, 503) << path;
    EXPECT_NE(no.body.find("class.unavailable"), std::string::npos) << path;
  }
  // The teacher may delete it: that folds nothing.
  EXPECT_EQ(at.call("DELETE", "/api/classes/" + code, "", ClassFixture::teacher()).status, 204);
}

}  // namespace
}  // namespace coset::node
