#include "apps/coset/cli/terminal/progress.hpp"

#include <gtest/gtest.h>

namespace coset::cli {
namespace {

TEST(ProgressLine, RateAndTimeLeft) {
  EXPECT_EQ(progress_line("games", 1200, 5000, 5), "1200 of 5000 games, 240/s, 16 s left");
  EXPECT_EQ(progress_line("games", 3, 4, 2), "3 of 4 games, 1.5/s, 1 s left");
  EXPECT_EQ(progress_line("games", 10, 1000, 1), "10 of 1000 games, 10/s, 1 min 39 s left");
  EXPECT_EQ(progress_line("games", 1, 10000, 1), "1 of 10000 games, 1.0/s, 2 h 46 min left");
}

TEST(ProgressLine, WithoutATotalOrAStart) {
  EXPECT_EQ(progress_line("nodes", 50, 0, 2), "50 nodes, 25/s");
  EXPECT_EQ(progress_line("nodes", 0, 8, 2), "0 of 8 nodes");
  EXPECT_EQ(progress_line("nodes", 8, 8, 2), "8 of 8 nodes, 4.0/s");
}

}  // namespace
}  // namespace coset::cli
