// Under every host and network that loses no rows: no uncommitted event is sent, no reader sees
// hidden data, no move counts twice, and in the end every client is at the head.
#include "unit/table/fault_simulation.hpp"

#include <cstdio>

namespace coset::table {
namespace {

constexpr int games = 100'000;
constexpr int parts = 4;

class FaultSimulations : public testing::TestWithParam<int> {};

TEST_P(FaultSimulations, OnlyCommittedEventsAreSentAndAllClientsReachTheHead) {
  const int count = scaled(games / parts);
  long events = 0;
  int finished = 0;
  for (int i = 0; i < count; ++i) {
    const auto seed =
        static_cast<std::uint64_t>(i) * parts + static_cast<std::uint64_t>(GetParam());
    FaultSimulation simulation(seed);
    ASSERT_EQ(simulation.run(), "") << "seed " << seed;
    events += simulation.events();
    finished += simulation.finished() ? 1 : 0;
  }
  // The simulation is worth something only if games are played in it.
  EXPECT_GT(events, 6L * count);
  EXPECT_GT(finished * 2, count);
  std::printf("%d games, %ld events, %d played to the end\n", count, events, finished);
}

TEST(FaultSimulation, DetectsAHostThatComparesIdsInsteadOfRows) {
  std::string complaint;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    complaint = FaultSimulation(seed, FaultSimulation::Fault::committed_on_equal_id).run();
    if (complaint.starts_with("a view is not what its reader may see")) return;
  }
  FAIL() << "no host sent cards that are not in the log; the last complaint: " << complaint;
}

INSTANTIATE_TEST_SUITE_P(Parts, FaultSimulations, testing::Range(0, parts));

}  // namespace
}  // namespace coset::table
