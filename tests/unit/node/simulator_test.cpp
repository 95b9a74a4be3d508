// A whole cluster with its clients in one process, from one seed: no event is lost, duplicated or
// leaked, no player is wrongly judged, and every game ends. COSET_SIMULATED_GAMES: how many games
// each of the long tests plays.
#include "unit/node/simulator.hpp"

namespace coset::node {
namespace {

std::string last_lines(const Simulator& simulator, std::size_t count) {
  std::string out;
  const auto& lines = simulator.lines();
  for (std::size_t i = lines.size() - std::min(lines.size(), count); i < lines.size(); ++i)
    out += lines[i].substr(0, 200) + "\n";
  return out;
}

int game_count() {
  if (const char* text = std::getenv("COSET_SIMULATED_GAMES")) return std::atoi(text);
  const char* mutant = std::getenv("COSET_MUTANT");  // to be found, whatever the scale
  return mutant != nullptr && std::atoi(mutant) != 0 ? 8000 : table::scaled(2000);
}

void simulate(std::uint64_t first, int games) {
  int played = 0, rows = 0, kills = 0, freezes = 0, failovers = 0, redirected = 0, claims = 0;
  int thoughts = 0, absences = 0, judgements = 0, actions = 0, splits = 0;
  for (std::uint64_t seed = first; played < games; ++seed) {
    Simulator simulator(seed);
    const std::string wrong = simulator.run();
    if (!wrong.empty()) {
      Simulator again(seed, true);
      again.run();
      FAIL() << "seed " << seed << ": " << wrong << "\n" << last_lines(again, 60);
    }
    ASSERT_GT(simulator.games(), 0) << "seed " << seed;
    played += simulator.games();
    rows += simulator.rows();
    kills += simulator.kills();
    freezes += simulator.freezes();
    failovers += simulator.failovers();
    redirected += simulator.redirected();
    claims += simulator.claims();
    thoughts += simulator.long_thoughts();
    absences += simulator.absences();
    judgements += simulator.judgements();
    actions += simulator.acknowledged();
    splits += simulator.splits();
  }
  std::printf(
      "%d games, %d rows, %d kills, %d freezes, %d failovers, %d redirects, %d claims,\n"
      "%d long thoughts, %d absences, %d judgements, %d operator actions, %d splits\n",
      played, rows, kills, freezes, failovers, redirected, claims, thoughts, absences, judgements,
      actions, splits);
}

TEST(Simulator, FirstGames) { simulate(1, game_count()); }
TEST(Simulator, MoreGames) { simulate(1'000'000, game_count()); }

// One seed, for a failure that another test has printed: COSET_SIMULATED_SEED.
TEST(Simulator, OneSeed) {
  const char* text = std::getenv("COSET_SIMULATED_SEED");
  Simulator simulator(text == nullptr ? 1 : std::strtoull(text, nullptr, 10), true);
  const std::string wrong = simulator.run();
  if (text != nullptr) std::printf("%s", last_lines(simulator, 4'000).c_str());
  EXPECT_EQ(wrong, "");
}

TEST(Simulator, SameSeedGivesSameTrace) {
  std::uint64_t all = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Simulator first(seed), second(seed, true);
    EXPECT_EQ(first.run(), second.run());
    EXPECT_EQ(first.trace(), second.trace()) << "seed " << seed;
    EXPECT_NE(first.trace(), all);
    all = mix(all ^ first.trace());
  }
  std::printf("trace of 20 seeds: %016llx\n", static_cast<unsigned long long>(all));
}

}  // namespace
}  // namespace coset::node
