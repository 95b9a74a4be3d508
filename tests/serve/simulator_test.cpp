// A whole node with its people in one process, from one seed: nothing lost, nothing doubled,
// nothing leaked, nobody wrongly flagged, and every game ends.
#include "serve/simulator.hpp"

namespace coset::serve {
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

TEST(Simulator, FirstGames) { simulate(1, hub::scaled(5000)); }
TEST(Simulator, MoreGames) { simulate(1'000'000, hub::scaled(5000)); }

}  // namespace
}  // namespace coset::serve
