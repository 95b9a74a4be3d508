// The engine against the oracle: a million positions of each game as printed, and a hundred
// thousand on every other group, under random options. COSET_POSITIONS=10000000 sets the number.
#include "rules/oracle/differential.hpp"

#include <gtest/gtest.h>

#include <iostream>

#include "rules/oracle/engine_rules.hpp"

namespace coset::differential {
namespace {

constexpr long as_printed = 1000000;
constexpr long elsewhere = 100000;

// Plays games by specs from next(rng) until `wanted` positions are compared.
template <class Next>
void compare_positions(long wanted, std::uint64_t seed, Next next) {
  Report report;
  Rng rng(seed);
  while (report.positions < wanted) {
    const std::string text = next(rng);
    const auto spec = Spec::parse(text);
    ASSERT_TRUE(spec.ok()) << text << ": " << spec.error().sentence;
    std::visit([&](const auto& game) { compare_game(game, oracle_of(game), rng, wanted, report); },
               spec->game());
    ASSERT_EQ(report.mismatch, "") << text;
  }
  std::cout << report.positions << " positions compared, 0 mismatches\n";
}

TEST(Differential, AlJabar) {
  compare_positions(positions_wanted(as_printed), 1, [](Rng& rng) {
    return random_al_jabar(rng, "Z2^3", 2 + static_cast<int>(rng.below(3)));
  });
}

TEST(Differential, Solitaire) {
  compare_positions(positions_wanted(as_printed), 2,
                    [](Rng& rng) { return random_solitaire(rng, "Z2^3"); });
}

TEST(Differential, MadAbel) {
  constexpr std::array<std::string_view, 6> packs = {"Z4xZ13", "Z4xZ13", "Z4xZ13",
                                                     "Z4xZ11", "Z4xZ7",  "Z4xZ5"};
  constexpr std::array<std::uint32_t, 6> most_seats = {7, 7, 7, 6, 3, 2};  // M10
  compare_positions(positions_wanted(as_printed), 3, [&](Rng& rng) {
    const std::uint32_t pack = rng.below(packs.size());
    std::string text =
        random_mad_abel(rng, packs[pack], 1 + static_cast<int>(rng.below(most_seats[pack])), true);
    if (rng.below(4) == 0) text += " max_cards=3";
    if (rng.below(4) == 0) text += " decks=2";
    return text;
  });
}

class OnGroup : public testing::TestWithParam<const char*> {};

std::string test_name(const testing::TestParamInfo<const char*>& info) {
  std::string name = std::to_string(info.index) + "_";
  for (const char c : std::string(info.param).substr(0, 20))
    name += is_letter(c) || is_digit(c) ? c : '_';
  return name;
}

class ExchangeOnGroup : public OnGroup {};

// Z2xZ4 written out, in the same order.
constexpr const char* written_out =
    "table:0,1,2,3,4,5,6,7/1,0,3,2,5,4,7,6/2,3,4,5,6,7,0,1/3,2,5,4,7,6,1,0/"
    "4,5,6,7,0,1,2,3/5,4,7,6,1,0,3,2/6,7,0,1,2,3,4,5/7,6,1,0,3,2,5,4";

TEST_P(ExchangeOnGroup, AlJabar) {
  compare_positions(positions_wanted(elsewhere), 4, [](Rng& rng) {
    return random_al_jabar(rng, GetParam(), 2 + static_cast<int>(rng.below(3)));
  });
}

TEST_P(ExchangeOnGroup, Solitaire) {
  compare_positions(positions_wanted(elsewhere), 5,
                    [](Rng& rng) { return random_solitaire(rng, GetParam()); });
}

INSTANTIATE_TEST_SUITE_P(All, ExchangeOnGroup,
                         testing::Values("Z2^2", "Z2^4", "Z3^2", "Z3^3", "Z4^2", "Z5^2", "Z2xZ4",
                                         "Z2xZ2xZ3", written_out),
                         test_name);

class MadAbelOnGroup : public OnGroup {};

TEST_P(MadAbelOnGroup, MadAbel) {
  const Operation operation = *Operation::parse(GetParam());
  const bool ordered = !operation.group() || !operation.abelian();
  compare_positions(positions_wanted(elsewhere), 6, [&](Rng& rng) {
    const int most_seats = operation.order() == 20 ? 2 : 5;  // M10
    std::string text = random_mad_abel(
        rng, GetParam(), 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(most_seats))),
        !operation.moduli().empty());
    // The oracle tries every word, so few are of four cards.
    if (ordered && operation.order() <= 8 && rng.below(8) == 0) text += " max_cards=4";
    return text;
  });
}

INSTANTIATE_TEST_SUITE_P(All, MadAbelOnGroup,
                         testing::Values("Z4xZ5", "Z2^3", "S3", "D4", "Q8", "A4", "S4", "Z13:Z4",
                                         "A5", "magma:0,1,2,3/2,0,3,1/3,3,0,2/1,2,0,0",
                                         "magma:r,p,s;r,p,r/p,p,s/r,s,s"),
                         test_name);

// What is left out of a spec has the same value on both sides.
TEST(Differential, DefaultsAgree) {
  for (const char* group :
       {"Z2^2", "Z2^3", "Z2^4", "Z3^2", "Z3^3", "Z4^2", "Z5^2", "Z2xZ4", "Z2xZ2xZ3", "Z2xZ2xZ4"}) {
    for (int seats = 2; seats <= 4; ++seats) {
      const auto spec =
          Spec::parse("al-jabar " + std::string(group) + " seats=" + std::to_string(seats));
      ASSERT_TRUE(spec.ok()) << spec.error().sentence;
      oracle::AlJabar::Params params;
      params.moduli = spec->operation().moduli();
      params.seats = seats;
      const oracle::AlJabar::Params expected = oracle::AlJabar(params).params();
      std::visit(
          [&](const auto& game) {
            if constexpr (requires { game.options().max_rounds; }) {
              EXPECT_EQ(game.options().deal, expected.deal) << group;
              EXPECT_EQ(game.options().copies, expected.copies) << group;
              EXPECT_EQ(game.options().max_exchange, expected.max_exchange) << group;
              EXPECT_EQ(game.options().max_rounds, expected.max_rounds);
              // An absent choice of the oracle is made by its Exchange: compare what it does.
              const oracle::AlJabar rules(params);
              for (int e = 1; e < game.operation().order(); ++e)
                EXPECT_EQ(game.rules().tuple_of(element(e)), rules.exchange().cancel_order(e))
                    << group;
              EXPECT_EQ(to_oracle(game.rules().spectrum()), rules.exchange().spectrum()) << group;
            }
          },
          spec->game());
    }
  }
}

}  // namespace
}  // namespace coset::differential
