// What a decision costs, counted and not timed: on the largest groups, and on every group, each
// level ends within max_units, by steps of which none is large.
#include <gtest/gtest.h>

#include "engine/bots/level.hpp"
#include "engine/bots/search.hpp"
#include "engine/play/match.hpp"

namespace coset::bots {
namespace {

constexpr const char* specs[] = {
    "al-jabar Z2^8",
    "al-jabar Z3^5",
    "al-jabar Z4xZ13",
    "al-jabar Z2^2 max_exchange=8 deal=60 copies=255",
    "al-jabar Z256 max_exchange=8 seats=4",
    "solitaire Z2^8",
    "solitaire Z3^5",
    "solitaire Z2^5",
    "solitaire Z2^3 deal=120 copies=18 max_turns=60000",
    "mad-abel Z2^8",
    "mad-abel Z3^5",
    "mad-abel Z4xZ13 seats=7",
    "mad-abel S5",
    "mad-abel A5xZ4",
    "mad-abel S5 max_cards=8 deal=20",
    "mad-abel Z2^8 max_cards=5 deal=31",
};

class Bounds : public testing::TestWithParam<const char*> {};

TEST_P(Bounds, EveryLevelEndsInTheWorkThatIsAllowed) {
  const Spec spec = *Spec::parse(GetParam());
  Match match = Match::open(spec);
  Rng chance(3);
  for (int turn = 0; turn < 2; ++turn) {  // the first decision, and one later
    for (int moves = 0; moves < 5 * turn || match.turn().kind == Turn::Kind::deal;) {
      if (match.over()) return;
      if (match.turn().kind == Turn::Kind::deal) {
        match.deal(chance);
        continue;
      }
      ASSERT_FALSE(match.play(match.turn().seat, match.random_action(chance)));
      ++moves;
    }
    if (match.over()) return;
    for (const LevelInfo& level : levels(spec)) {
      const auto thought =
          (*make_bot(level.name))->think(spec, match.observe(match.turn().seat), 7, {});
      std::uint64_t before = 0;
      std::uint64_t largest = 0;
      for (bool more = true; more; before = thought->used()) {
        more = thought->step(0);
        largest = std::max(largest, thought->used() - before);
      }
      EXPECT_LE(thought->used(), max_units + max_units_in_a_step) << level.name;
      EXPECT_LE(largest, max_units_in_a_step) << level.name;
      EXPECT_TRUE(match.legal(thought->best())) << level.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Specs, Bounds, testing::ValuesIn(specs));

}  // namespace
}  // namespace coset::bots
