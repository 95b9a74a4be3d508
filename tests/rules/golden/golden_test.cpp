// Whole games with everything that can be observed of them, as text. A change of behaviour shows as
// a diff of tests/rules/golden/*.txt; tools/golden writes them anew, to be read before they are
// committed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/play/match.hpp"

namespace coset {
namespace {

struct Golden {
  const char* file;
  const char* spec;
  std::uint64_t seed;
};

constexpr Golden games[] = {
    {"al_jabar_2", "al-jabar Z2^3 seats=2", 11},
    {"al_jabar_4_one_more_each", "al-jabar Z2^3 seats=4 end_rule=one_more_each max_rounds=12", 12},
    {"al_jabar_options",
     "al-jabar Z2^3 seats=3 null_exchange=allow spectrum_clear=supply draw_timing=both "
     "recycle_discards=yes stuck_check=also_after stuck_move=optional max_rounds=10",
     13},
    {"al_jabar_z3_2", "al-jabar Z3^2 seats=2 max_rounds=15", 14},
    {"solitaire", "solitaire Z2^3", 15},
    {"solitaire_z2xz4", "solitaire Z2xZ4 score=plus_R black_to_bag=no max_turns=15", 16},
    {"mad_abel_2", "mad-abel Z4xZ13 seats=2", 17},
    {"mad_abel_4_checked", "mad-abel Z4xZ13 seats=4 inability=checked single_card=choose", 18},
    {"mad_abel_lee", "mad-abel Z4xZ5 seats=2 metric=lee", 19},
    {"mad_abel_s3", "mad-abel S3 seats=3", 20},
};

std::string play(const Golden& golden) {
  Match match = Match::open(*Spec::parse(golden.spec));
  Rng rng(golden.seed);
  std::string out = match.spec().text() + "\n";
  while (!match.over()) {
    const Turn turn = match.turn();
    if (turn.kind == Turn::Kind::deal) {
      const Action action = match.deal(rng);
      out += (turn.seat == nobody ? "0" : std::to_string(turn.seat + 1)) + ": " +
             match.write(action) + "\n";
      continue;
    }
    ActionList list;
    match.actions(list);
    out += "\n# turn " + std::to_string(match.turns()) + ", " + std::to_string(list.size()) +
           " actions, first " + match.write(list[0]) + ", last " +
           match.write(list[list.size() - 1]) + "\n# " + match.full_position() + "\n";
    // Now and then any action, so that draws and passes are seen.
    const Action action = rng.below(6) == 0
                              ? list[rng.below(static_cast<std::uint32_t>(list.size()))]
                              : match.random_action(rng);
    EXPECT_FALSE(match.play(turn.seat, action));
    out += std::to_string(turn.seat + 1) + ": " + match.write(action) + "\n";
  }
  const Scores scores = match.scores();
  out += "\n# ending " + std::string(word_of(match.ending())) + ", points";
  for (int seat = 0; seat < scores.seats; ++seat)
    out += " " + std::to_string(scores.points[static_cast<std::size_t>(seat)]);
  out += ", winners " + std::to_string(scores.winners) + "\n# " + match.full_position() + "\n";
  if (match.full_record() != match.record(nobody))
    out += "\n# as a spectator sees it\n" + match.record(nobody);
  return out;
}

class GoldenGame : public testing::TestWithParam<Golden> {};

TEST_P(GoldenGame, IsPlayedAsWritten) {
  const std::string path =
      std::string(COSET_TESTS_DIR) + "/rules/golden/" + GetParam().file + ".txt";
  const std::string played = play(GetParam());
  if (std::getenv("COSET_REWRITE_GOLDEN") != nullptr) {
    std::ofstream(path) << played;
    return;
  }
  std::ifstream file(path);
  const std::string written((std::istreambuf_iterator<char>(file)),
                            std::istreambuf_iterator<char>());
  EXPECT_EQ(played, written) << "If the change is meant, run tools/golden and read the diff.";
}

INSTANTIATE_TEST_SUITE_P(All, GoldenGame, testing::ValuesIn(games),
                         [](const auto& each) { return std::string(each.param.file); });

}  // namespace
}  // namespace coset
