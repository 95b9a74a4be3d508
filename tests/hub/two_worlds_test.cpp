// A secret cannot be heard: tables that differ only in hidden cards send the same bytes.
#include "hub/two_worlds.hpp"

#include <cstdio>

namespace coset::hub {
namespace {

constexpr int games = 10'000;
constexpr int parts = 2;

class Worlds : public testing::TestWithParam<int> {};

TEST_P(Worlds, SoundTheSameToWhoeverMayNotKnow) {
  const int count = scaled(games / parts);
  long turns = 0;
  int different = 0;
  for (int i = 0; i < count; ++i) {
    const auto seed =
        static_cast<std::uint64_t>(i) * parts + static_cast<std::uint64_t>(GetParam());
    TwoWorlds worlds(seed);
    ASSERT_EQ(worlds.run(), "") << "seed " << seed;
    turns += worlds.turns();
    different += worlds.differ() ? 1 : 0;
  }
  // The test says something only if the worlds differ and games are played in them.
  EXPECT_GT(turns, 5L * count);
  EXPECT_GT(different * 4, count * 3);
  std::printf("%d games, %ld turns, %d with different hidden cards at the end\n", count, turns,
              different);
}

INSTANTIATE_TEST_SUITE_P(Parts, Worlds, testing::Range(0, parts));

}  // namespace
}  // namespace coset::hub
