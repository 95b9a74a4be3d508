#include "apps/coset/cli/terminal/chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coset::cli {
namespace {

using testing::ElementsAre;

ChartFrame small() {
  ChartFrame out;
  out.rows = 5;
  out.ascii = true;
  out.percent = true;
  return out;
}

TEST(Chart, HasAValueAndABandInEachColumn) {
  const ChartPoint points[] = {{0.5, 0}, {0.75, 0.25}, {1, 0.5}, {0, 0}};
  EXPECT_THAT(chart_lines(points, small(), 1), ElementsAre(" 100% | :* ",  //
                                                           "      | *: ",  //
                                                           "      |*:: ",  //
                                                           "      |    ",  //
                                                           "   0% |   *",  //
                                                           "      +----",  //
                                                           "       1  4"));
}

TEST(Chart, HasNoLineForNothing) { EXPECT_TRUE(chart_lines({}, small(), 1).empty()); }

TEST(Chart, LeavesPointsOutIfThereIsNoRoomButNotTheLast) {
  std::vector<ChartPoint> points(100, {0, 0});
  points.back().value = 1;
  ChartFrame frame = small();
  frame.columns = 10;
  const auto lines = chart_lines(points, frame, 1);
  EXPECT_EQ(lines[0], " 100% |         *");
  EXPECT_EQ(lines[4], "   0% |********* ");
  EXPECT_EQ(lines[6], "       10 40 70 100");
}

TEST(Chart, HasScores) {
  const ChartPoint points[] = {{-2, 0}, {6, 1}};
  ChartFrame frame = small();
  frame.percent = false;
  frame.low = -2;
  frame.high = 6;
  const auto lines = chart_lines(points, frame, 1);
  EXPECT_EQ(lines[0], "    6 | *");
  EXPECT_EQ(lines[4], "   -2 |* ");
}

}  // namespace
}  // namespace coset::cli
