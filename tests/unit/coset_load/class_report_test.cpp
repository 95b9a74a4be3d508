#include "apps/coset_load/class_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace coset::coset_load {
namespace {

TEST(ClassReport, HasTheSpreadOfEachTime) {
  ClassReport report;
  for (int i = 100; i > 0; --i) report.screens.push_back(static_cast<float>(i));
  report.links.cut = 3;
  const auto json = nlohmann::json::parse(as_json(report));
  EXPECT_EQ(json["screen_ms"]["count"], 100);
  EXPECT_EQ(json["screen_ms"]["p50"], 50);
  EXPECT_EQ(json["screen_ms"]["p95"], 95);
  EXPECT_EQ(json["screen_ms"]["max"], 100);
  EXPECT_EQ(json["cut"], 3);
  EXPECT_EQ(json["tile_ms"]["max"], 0);
}

TEST(WallClock, MeasuresFromWhatWasToldToTheWallThatShowsIt) {
  ClassReport report;
  WallClock clock;
  clock.told(1, 1000);
  clock.told(2, 1100);
  protocol::classroom::Wall wall;
  wall.answers = 1;
  clock.shown(wall, 1300, report);
  EXPECT_EQ(report.tiles, std::vector<float>{300});
  wall.trades = 1;
  clock.shown(wall, 1800, report);
  EXPECT_EQ(report.tiles, (std::vector<float>{300, 700}));
  clock.shown(wall, 2300, report);
  EXPECT_EQ(report.tiles.size(), 2U);
  EXPECT_EQ(report.walls, 3U);
  EXPECT_EQ(report.wall_three_ms, 1000);
  clock.shown(wall, 2500, report);
  EXPECT_EQ(report.wall_three_ms, 700);
}

TEST(WallClock, MeasuresTheCountsOfATable) {
  ClassReport report;
  WallClock clock;
  clock.moved("oak", {5, 5}, 1000);
  clock.moved("oak", {5, 5}, 1010);  // the other seat sees the same
  clock.moved("oak", {4, 5}, 1200);
  protocol::classroom::Wall wall;
  wall.tiles.push_back({});
  wall.tiles[0].table = "oak";
  wall.tiles[0].counts = {4, 5};
  clock.shown(wall, 1500, report);
  clock.shown(wall, 2000, report);
  EXPECT_EQ(report.tiles, std::vector<float>{300});
}

}  // namespace
}  // namespace coset::coset_load
