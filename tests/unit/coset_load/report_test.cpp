#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "apps/coset_load/fleet.hpp"

namespace coset::coset_load {
namespace {

TEST(Report, HasAllMovesAndThoseOfUndisturbedGamesApart) {
  Report report;
  report.latencies = {90, 100};
  report.undisturbed = {3, 1, 2};
  report.away = {7, 5};
  report.watched = {4, 30, 0};
  const auto json = nlohmann::json::parse(as_json(report));
  EXPECT_EQ(json["p50_ms"], 3);
  EXPECT_EQ(json["max_ms"], 100);
  EXPECT_EQ(json["undisturbed"], 3);
  EXPECT_EQ(json["undisturbed_p99_ms"], 2);
  EXPECT_EQ(json["away"], 2);
  EXPECT_EQ(json["away_max_ms"], 7);
  EXPECT_EQ(json["watching"], 4);
  EXPECT_EQ(json["watched"], 30);
}

}  // namespace
}  // namespace coset::coset_load
