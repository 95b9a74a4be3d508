#include "engine/rules/counting/sum_counts.hpp"

#include <gtest/gtest.h>

namespace coset {
namespace {

Group group_of(std::string_view text) { return *Group::parse(text); }

// The 164 multisets of one to three colours lie in lanes of 24 for the identity and 20 for each
// other sum.
TEST(SumCounts, LanesOfTheColours) {
  const SumCounts<8> counts(group_of("Z2^3"), 3, [](Element) { return 3; });
  EXPECT_EQ(counts.total(), 164U);
  EXPECT_EQ(counts.of_sum(identity), 24U);
  for (int sum = 1; sum < 8; ++sum) EXPECT_EQ(counts.of_sum(element(sum)), 20U) << sum;
}

TEST(SumCounts, LargerGroups) {
  EXPECT_EQ((SumCounts<16>(group_of("Z2^4"), 4, [](Element) { return 4; }).total()), 4844U);
  EXPECT_EQ((SumCounts<64>(group_of("Z2^5"), 5, [](Element) { return 5; }).total()), 435896U);
  EXPECT_EQ((SumCounts<64>(group_of("Z3^3"), 3, [](Element) { return 3; }).total()), 4059U);
}

TEST(SumCounts, BySizeAndSum) {
  // Two reds and a blue: R, B, RR, RB, RRB.
  const auto available = [](Element e) { return index(e) == 1 ? 2 : index(e) == 4 ? 1 : 0; };
  const SumCounts<8> counts(group_of("Z2^3"), 3, available);
  EXPECT_EQ(counts.count(0, identity), 1U);
  EXPECT_EQ(counts.count(1, element(1)), 1U);
  EXPECT_EQ(counts.count(2, identity), 1U);
  EXPECT_EQ(counts.count(2, element(5)), 1U);
  EXPECT_EQ(counts.count(3, element(4)), 1U);
  EXPECT_EQ(counts.count(3, element(5)), 0U);
  EXPECT_EQ(counts.total(), 5U);
}

TEST(SumCounts, MoreAvailableThanUsableIsTheSame) {
  const SumCounts<8> many(group_of("Z2^3"), 3, [](Element) { return 60000; });
  EXPECT_EQ(many.total(), 164U);
}

TEST(SumCountsDeathTest, KnowsItsBounds) {
  const Group group = group_of("Z2^4");
  EXPECT_DEATH(SumCounts<8>(group, 3, [](Element) { return 1; }), "order_ <= N");
  EXPECT_DEATH(SumCounts<16>(group, 9, [](Element) { return 1; }), "max_size");
}

}  // namespace
}  // namespace coset
