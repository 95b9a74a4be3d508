// Noninterference: tables that differ only in hidden cards send other readers the same bytes.
#include "unit/table/twin_tables.hpp"

#include <cstdio>

namespace coset::table {
namespace {

constexpr int games = 10'000;
constexpr int parts = 2;

class Noninterference : public testing::TestWithParam<int> {};

TEST_P(Noninterference, HiddenCardsDoNotAffectOtherReaders) {
  const int count = scaled(games / parts);
  long turns = 0;
  int different = 0;
  for (int i = 0; i < count; ++i) {
    const auto seed =
        static_cast<std::uint64_t>(i) * parts + static_cast<std::uint64_t>(GetParam());
    TwinTables tables(seed);
    ASSERT_EQ(tables.run(), "") << "seed " << seed;
    turns += tables.turns();
    different += tables.differ() ? 1 : 0;
  }
  // The test is worth something only if the tables differ and games are played.
  EXPECT_GT(turns, 5L * count);
  EXPECT_GT(different * 4, count * 3);
  std::printf("%d games, %ld turns, %d with different hidden cards at the end\n", count, turns,
              different);
}

INSTANTIATE_TEST_SUITE_P(Parts, Noninterference, testing::Range(0, parts));

}  // namespace
}  // namespace coset::table
