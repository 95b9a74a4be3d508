// A whole node with its clients in one process, from one seed: no event is lost, duplicated or
// leaked, no player is wrongly flagged, and every game ends.
#include "unit/node/simulator.hpp"

namespace coset::node {
namespace {

void simulate(std::uint64_t first, int games) {
  int played = 0;
  int rows = 0;
  int kills = 0;
  std::uint64_t seed = first;
  for (; played < games; ++seed) {
    Simulator simulator(seed);
    const std::string wrong = simulator.run();
    ASSERT_EQ(wrong, "") << "seed " << seed;
    ASSERT_GT(simulator.games(), 0) << "seed " << seed;
    played += simulator.games();
    rows += simulator.rows();
    kills += simulator.kills();
  }
  std::printf("%d games, %d rows, %d kills\n", played, rows, kills);
}

TEST(Simulator, FirstGames) { simulate(1, table::scaled(5000)); }
TEST(Simulator, MoreGames) { simulate(1'000'000, table::scaled(5000)); }

}  // namespace
}  // namespace coset::node
