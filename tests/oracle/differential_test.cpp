// The engine against the oracle, a million positions a game: COSET_POSITIONS=10000000 for more.
#include "oracle/differential.hpp"

#include <gtest/gtest.h>

#include <iostream>

#include "oracle/random_rules.hpp"

namespace coset::differential {
namespace {

constexpr long million = 1000000;

// Plays games of random rules until `wanted` positions are compared. start(rng) gives the spec's
// text and the oracle's parameters.
template <class Oracle, class Start>
void compare_positions(long wanted, std::uint64_t seed, Start start) {
  Report report;
  Rng rng(seed);
  while (report.positions < wanted) {
    const auto [text, params] = start(rng);
    const auto spec = Spec::parse(text);
    ASSERT_TRUE(spec.ok()) << text << ": " << spec.error().sentence;
    const Oracle rules(params);
    std::visit(
        [&]<Game G>(const G& game) {
          if constexpr (requires(typename G::State s, typename Oracle::State o) {
                          difference(game, s, rules, o);
                        })
            compare_game(game, rules, rng, wanted, report);
        },
        spec->game());
    ASSERT_EQ(report.mismatch, "") << text;
  }
  std::cout << report.positions << " positions compared, 0 mismatches\n";
}

TEST(Differential, AlJabar) {
  const Group group = *Group::parse("Z2^3");
  compare_positions<oracle::AlJabar>(positions_wanted(million), 1, [&](Rng& rng) {
    Chooser choose(rng, "al-jabar Z2^3");
    auto params = random_al_jabar(choose, group, 2 + static_cast<int>(rng.below(3)));
    return std::pair(choose.text(), params);
  });
}

TEST(Differential, Solitaire) {
  const Group group = *Group::parse("Z2^3");
  compare_positions<oracle::Solitaire>(positions_wanted(million), 2, [&](Rng& rng) {
    Chooser choose(rng, "solitaire Z2^3");
    auto params = random_solitaire(choose, group);
    return std::pair(choose.text(), params);
  });
}

TEST(Differential, MadAbel) {
  constexpr std::array<std::string_view, 6> packs = {"Z4xZ13", "Z4xZ13", "Z4xZ13",
                                                     "Z4xZ11", "Z4xZ7",  "Z4xZ5"};
  constexpr std::array<int, 6> most_seats = {7, 7, 7, 6, 3, 2};  // M10
  compare_positions<oracle::MadAbel>(positions_wanted(million), 3, [&](Rng& rng) {
    const std::uint32_t pack = rng.below(packs.size());
    const Operation operation = *Operation::parse(packs[pack]);
    Chooser choose(rng, "mad-abel " + std::string(packs[pack]));
    const int seats = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(most_seats[pack])));
    auto params = random_mad_abel(choose, operation, seats, 1, rng.below(4) == 0 ? 3 : 31);
    return std::pair(choose.text(), params);
  });
}

}  // namespace
}  // namespace coset::differential
