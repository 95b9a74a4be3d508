// The tables of a class as its wall shows them: followed here, and read from the log where they are
// not hosted.
#include <gtest/gtest.h>

#include "unit/node/class_fixture.hpp"

namespace coset::node {
namespace {

TEST(ClassWall, FollowsMovesWithoutAskingThem) {
  ClassRound round(2);
  round.join(1);
  round.join(2);
  const std::string table = round.table_of(1)["name"];
  const Socket one = round.at.sit_down(round.code, table, 1);
  const Socket two = round.at.sit_down(round.code, table, 2);
  round.at.wait(600);
  const Json before = round.tile(table);
  ASSERT_EQ(before.value("counts", Json()), Json({3, 3}));
  EXPECT_EQ(before.value("round", 0), 1);
  EXPECT_FALSE(before["center"].empty());
  EXPECT_TRUE(round.at.last(round.teacher, "wall").value("spec", "").starts_with(pair_spec));
  const Socket mover = round.on_turn(one) ? one : two;
  round.at.wait(1010);
  round.at.move(mover, "draw");
  round.at.wait(100);  // the last wall is older than its interval
  const Json after = round.tile(table);
  EXPECT_EQ(after.value("counts", Json()), mover == one ? Json({4, 3}) : Json({3, 4}));
  // The file has the move, under the pupil's alias.
  const Response csv = round.at.call("GET", "/api/classes/" + round.code + "/moves.csv", "",
                                     ClassFixture::teacher());
  EXPECT_NE(csv.body.find("," + table + ","), std::string::npos);
  EXPECT_NE(csv.body.find(",draw,"), std::string::npos) << csv.body;
  EXPECT_NE(csv.body.find(mover == one ? round.alias_of(1) : round.alias_of(2)), std::string::npos);
}

TEST(ClassWall, ShowsTheTablesOfBeforeARestart) {
  ClassRound round(2);
  round.join(1);
  round.join(2);
  const std::string table = round.table_of(1)["name"];
  const Socket one = round.at.sit_down(round.code, table, 1);
  const Socket two = round.at.sit_down(round.code, table, 2);
  round.at.wait(1010);
  round.at.move(round.on_turn(one) ? one : two, "draw");
  round.at.wait(600);
  const Json before = round.tile(table);
  round.at.kill();
  // No page of a pupil comes back.
  round.teacher = round.at.teach(round.code);
  round.at.wait(600);
  EXPECT_EQ(round.tile(table).value("counts", Json()), before.value("counts", Json()));
  EXPECT_EQ(round.tile(table).value("center", Json()), before.value("center", Json()));
}

TEST(ClassWall, ReadsADamagedTableOnce) {
  ClassRound round(2);
  round.join(1);
  round.join(2);
  const std::string table = round.table_of(1)["name"];
  round.at.sit_down(round.code, table, 1);
  round.at.sit_down(round.code, table, 2);
  round.at.wait(1010);
  round.at.kill();
  round.at.events.damaged.insert(game_of(test_digest, table));
  round.teacher = round.at.teach(round.code);
  round.at.wait(2000);
  const int reads = round.at.events.reads;
  EXPECT_GT(reads, 0);
  round.at.wait(10'000);
  EXPECT_EQ(round.at.events.reads, reads);
}

}  // namespace
}  // namespace coset::node
