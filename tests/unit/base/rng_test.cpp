#include "base/rng.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace coset {
namespace {

// All pinned values come from a second implementation of xoshiro256**, seeded by SplitMix64, in
// another language. They are a promise: saved seeds must go on meaning the same games.
TEST(Rng, FirstOutputsOfSeedOne) {
  Rng rng(1);
  for (const std::uint64_t expected :
       {0xb3f2af6d0fc710c5ULL, 0x853b559647364ceaULL, 0x92f89756082a4514ULL, 0x642e1c7bc266a3a7ULL,
        0xb27a48e29a233673ULL, 0x24c123126ffda722ULL})
    EXPECT_EQ(rng.next(), expected);
}

TEST(Rng, FirstOutputsOfSeedZero) {
  Rng rng(0);
  for (const std::uint64_t expected :
       {0x99ec5f36cb75f2b4ULL, 0xbf6e1f784956452aULL, 0x1a5f849d4933e6e0ULL})
    EXPECT_EQ(rng.next(), expected);
}

TEST(Rng, BelowASmallBound) {
  Rng rng(1);
  for (const std::uint32_t expected :
       {36U, 27U, 29U, 20U, 36U, 7U, 3U, 19U, 45U, 28U, 48U, 49U, 48U, 34U, 31U, 46U})
    EXPECT_EQ(rng.below(52), expected);
}

// With this bound almost a third of all outputs are rejected: six samples take eight of them.
TEST(Rng, RejectsBiasedSamples) {
  Rng rng(1);
  for (const std::uint32_t expected :
       {2108765499U, 1561309859U, 1173985805U, 430716109U, 213135647U, 1143553339U})
    EXPECT_EQ(rng.below(3000000000U), expected);
  Rng eight(1);
  for (int i = 0; i < 8; ++i) eight.next();
  EXPECT_EQ(rng.next(), eight.next());
}

TEST(Rng, BelowOneIsZero) {
  Rng rng(7);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.below(1), 0U);
}

// 70000 samples in 7 cells: chi-squared with 6 degrees of freedom is beyond 22.5 once in 1000.
TEST(Rng, SamplesUniformly) {
  Rng rng(42);
  std::array<int, 7> count{};
  for (int i = 0; i < 70000; ++i) ++count[rng.below(7)];
  double chi = 0;
  for (const int n : count) chi += (n - 10000.0) * (n - 10000.0) / 10000.0;
  EXPECT_LT(chi, 22.5);
}

TEST(Rng, Below64ReachesEveryPartOfItsRange) {
  Rng rng(5);
  constexpr std::uint64_t third = std::uint64_t{1} << 40;
  std::array<int, 3> count{};
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t part = rng.below64(3 * third) / third;
    ASSERT_LT(part, 3U);
    ++count[part];
  }
  for (const int n : count) EXPECT_NEAR(n, 1000, 120);  // nearly five times what chance does
}

TEST(Rng, CopiesContinueAlike) {
  Rng rng(3);
  rng.next();
  Rng copy = rng;
  EXPECT_EQ(rng.next(), copy.next());
}

TEST(RngDeathTest, BoundZero) {
  Rng rng(1);
  EXPECT_DEATH(rng.below(0), "broken contract.*bound > 0");
}

}  // namespace
}  // namespace coset
