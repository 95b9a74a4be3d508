// Under every host and network that loses no rows: nothing uncommitted is told, nobody sees what is
// not theirs, no move counts twice, and in the end everybody is at the same place.
#include "hub/storm.hpp"

#include <cstdio>

namespace coset::hub {
namespace {

constexpr int games = 100'000;
constexpr int parts = 4;

class Storms : public testing::TestWithParam<int> {};

TEST_P(Storms, NothingUncommittedIsToldAndAllEndAtTheHead) {
  const int count = scaled(games / parts);
  long events = 0;
  int finished = 0;
  for (int i = 0; i < count; ++i) {
    const auto seed =
        static_cast<std::uint64_t>(i) * parts + static_cast<std::uint64_t>(GetParam());
    Storm storm(seed);
    ASSERT_EQ(storm.run(), "") << "seed " << seed;
    events += storm.events();
    finished += storm.finished() ? 1 : 0;
  }
  // The storm is worth something only if games are played through it.
  EXPECT_GT(events, 6L * count);
  EXPECT_GT(finished * 2, count);
  std::printf("%d games, %ld events, %d played to the end\n", count, events, finished);
}

TEST(Storm, FindsAHostThatTakesItsIdForItsRow) {
  std::string complaint;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    complaint = Storm(seed, Storm::Mistake::committed_on_equal_id).run();
    if (complaint.starts_with("a view is not what its reader may see")) return;
  }
  FAIL() << "no host told cards that are not in the log; the last complaint: " << complaint;
}

INSTANTIATE_TEST_SUITE_P(Parts, Storms, testing::Range(0, parts));

}  // namespace
}  // namespace coset::hub
