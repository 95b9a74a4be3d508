#include "apps/coset/cli/arena/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace coset::cli {
namespace {

Sample sample_of(std::initializer_list<std::pair<int, int>> values) {
  Sample out;
  for (const auto& [value, times] : values)
    for (int i = 0; i < times; ++i) out.add(value);
  return out;
}

TEST(Sample, MeanAndVariance) {
  const Sample sample = sample_of({{2, 1}, {4, 3}, {5, 2}, {7, 1}, {9, 1}});
  EXPECT_DOUBLE_EQ(sample.mean(), 5);
  EXPECT_DOUBLE_EQ(sample.variance(), 32.0 / 7);
  const Interval mean = sample.mean_interval();
  EXPECT_NEAR(mean.high - mean.middle, 1.959964 * std::sqrt(32.0 / 7 / 8), 1e-6);
  EXPECT_EQ(sample_of({{3, 1}}).variance(), 0);
}

// Wilson's interval for 70 of 100 is 0.6042 to 0.7811.
TEST(Sample, ShareOfIndependentGamesIsWilsons) {
  const Interval share = sample_of({{0, 30}, {1, 70}}).share_interval(1);
  EXPECT_NEAR(share.low, 0.60415, 1e-3);
  EXPECT_DOUBLE_EQ(share.middle, 0.7);
  EXPECT_NEAR(share.high, 0.78105, 1e-3);
}

TEST(Sample, AllWonIsNotCertain) {
  const Interval share = sample_of({{840, 50}}).share_interval(840);
  EXPECT_DOUBLE_EQ(share.high, 1);
  EXPECT_NEAR(share.low, 50 / (50 + z95 * z95), 1e-9);
}

// Where luck decides each deal for the better seat, pairs split and the interval is narrow.
TEST(Sample, PairsThatSplitSayMore) {
  const Interval split = sample_of({{1, 45}, {2, 8}, {0, 2}}).share_interval(2);
  const Interval games = sample_of({{0, 49}, {1, 61}}).share_interval(1);
  EXPECT_NEAR(split.middle, games.middle, 1e-9);
  EXPECT_LT(split.high - split.low, 0.6 * (games.high - games.low));
}

TEST(Elo, KnownValues) {
  EXPECT_DOUBLE_EQ(elo_of_share(0.5), 0);
  EXPECT_NEAR(elo_of_share(10.0 / 11), 400, 1e-9);
  EXPECT_NEAR(elo_of_share(0.75), 190.848501888, 1e-6);
  EXPECT_TRUE(std::isinf(elo_of_share(1)));
  EXPECT_NEAR(share_of_elo(-190.848501888), 0.25, 1e-9);
}

TEST(Sprt, BoundsAreWalds) {
  const Sprt sprt;
  EXPECT_NEAR(sprt.lower(), -2.9444389792, 1e-9);
  EXPECT_NEAR(sprt.upper(), 2.9444389792, 1e-9);
  // To miss an improvement and to see one that is none need not be equally likely.
  const Sprt careful{0, 10, 0.01, 0.1};
  EXPECT_NEAR(careful.lower(), std::log(0.1 / 0.99), 1e-9);
  EXPECT_NEAR(careful.upper(), std::log(0.9 / 0.01), 1e-9);
}

// Only won and lost pairs: the likeliest distribution with a mean is that mean, so the ratio is
// that of two coins.
TEST(Sprt, TwoResultsAreACoin) {
  const Sprt sprt{0, 40, 0.05, 0.05};
  const double s1 = share_of_elo(40);
  const double coin = 30 * std::log((1 - s1) / 0.5) + 50 * std::log(s1 / 0.5);
  EXPECT_NEAR(sprt.log_ratio({30, 0, 0, 0, 50}), coin, 1e-3);
}

// By a program of its own (Newton's method on the multiplier, in another language).
TEST(Sprt, FiveResults) {
  EXPECT_NEAR((Sprt{0, 10, 0.05, 0.05}).log_ratio({10, 40, 120, 60, 20}), 2.1559221356, 1e-8);
  EXPECT_NEAR((Sprt{0, 5, 0.05, 0.05}).log_ratio({789, 6542, 14200, 6811, 812}), -4.4401992280,
              1e-7);
  EXPECT_NEAR((Sprt{0, 50, 0.05, 0.05}).log_ratio({2, 0, 3, 1, 9}), 1.2318916325, 1e-8);
}

TEST(Sprt, Verdicts) {
  const Sprt sprt{0, 10, 0.05, 0.05};
  EXPECT_EQ(sprt.verdict({}), Sprt::Verdict::open);
  EXPECT_EQ(sprt.verdict({10, 40, 120, 60, 20}), Sprt::Verdict::open);
  EXPECT_EQ(sprt.verdict({10, 40, 120, 90, 40}), Sprt::Verdict::elo1);
  EXPECT_EQ(sprt.verdict({400, 1000, 3000, 1000, 400}), Sprt::Verdict::elo0);
}

}  // namespace
}  // namespace coset::cli
