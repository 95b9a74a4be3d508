#include "engine/rules/fast/lanes.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/rules/fast/colours.hpp"

namespace coset::lanes {
namespace {

Packed random_pieces(Rng& rng, std::uint32_t most) {
  Packed out = 0;
  for (int e = 0; e < 8; ++e) out += piece(e) * rng.below(most + 1);
  return out;
}

TEST(Lanes, HoldTwentyFourAndSevenTimesTwentySets) {
  std::set<Packed> all;
  for (int s = 0; s < 8; ++s) {
    int sets = 0;
    for (int bit = 0; bit < 32; ++bit) {
      const auto id = static_cast<std::size_t>(lane_of_sum(s) * 32 + bit);
      if (tables.pieces[id] == 0 || id == spectrum_id) continue;
      ++sets;
      all.insert(tables.pieces[id]);
      int sum = 0;
      for (const Element e : word_of(static_cast<Id>(id))) sum ^= index(e);
      EXPECT_EQ(sum, s);
      EXPECT_EQ(size_of(tables.pieces[id]), tables.sizes[id]);
    }
    EXPECT_EQ(sets, s == 0 ? 24 : 20);
  }
  EXPECT_EQ(all.size(), 164U);
  EXPECT_EQ(tables.pieces[clear_id], piece(0));
}

TEST(Lanes, ASetIsHeldExactlyIfItsPiecesAre) {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const Packed held = random_pieces(rng, 4);
    Set set;
    subsets(clamped(held), set);
    for (int id = 0; id < 255; ++id) {
      const Packed wanted = tables.pieces[static_cast<std::size_t>(id)];
      if (wanted == 0) continue;
      const bool fits = contains(unpack(held), word_of(static_cast<Id>(id)));
      EXPECT_EQ((lane_of(set, id / 32) >> id % 32 & 1) != 0, fits);
    }
  }
}

// The rules of exchange.hpp say the same of every position.
TEST(Lanes, CountAndAskAsTheRulesDo) {
  const Group group = *Group::parse("Z2^3");
  const ExchangeRules rules(group, ExchangeRules::defaults(group, 2, 0));
  Rng rng(2);
  for (int round = 0; round < 4000; ++round) {
    const Packed hand = random_pieces(rng, 1 + rng.below(3)) | piece(1);
    Packed center = random_pieces(rng, 1);
    center += piece(0) * rng.below(6);
    const ExchangeCount expected = count_exchanges(rules, unpack(hand), unpack(center));
    Set gives;
    Set takes;
    subsets(clamped(hand), gives);
    subsets(clamped(center), takes);
    PairCounts pairs{};
    count_pairs(gives, takes, pairs);
    const bool spectrum = spectrum_possible(clamped(hand), center);
    int nulls = 0;
    for (int lane = 0; lane < 8; ++lane)
      nulls += std::popcount(lane_of(gives, lane) & lane_of(takes, lane));
    EXPECT_EQ(total(pairs) - nulls + (spectrum ? 1 : 0), static_cast<int>(expected.all));
    EXPECT_EQ(spectrum || any_but_null(gives, takes), expected.any);
    EXPECT_EQ(spectrum || any_reducing(gives, takes), expected.any_reducing);
  }
}

TEST(Lanes, APieceIsDrawnAsFromAnUrn) {
  Rng rng(3);
  for (int round = 0; round < 2000; ++round) {
    const Packed urn = random_pieces(rng, round % 2 == 0 ? 10 : 31) | piece(7);
    const std::uint64_t seed = rng.next();
    Rng one(seed);
    Rng two(seed);
    EXPECT_EQ(draw_piece(urn, one), index(draw_from(unpack(urn), two)));
  }
}

// Move by move against the rules, for all endings of a final round, with and without turns that are
// void in it.
TEST(Colours, FollowTheRules) {
  const Group group = *Group::parse("Z2^3");
  for (const EndRule end : {EndRule::finish_round, EndRule::immediate, EndRule::one_more_each})
    for (int seats = 2; seats <= 4; ++seats) {
      auto options = AlJabar<Tally<8>>::defaults(group, seats);
      options.end_rule = end;
      options.final_stuck = seats == 3 ? FinalStuck::passed_over : FinalStuck::may_move;
      const auto game = *AlJabar<Tally<8>>::make(group, options);
      const ColourRules rules = *ColourRules::of(game);
      for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Rng rng(mix(seed));
        auto s = game.start();
        while (game.turn(s).kind == Turn::Kind::deal) game.apply(s, deal_of(draw_from(s.bag, rng)));
        ActionList scratch;
        ColourState c = compact(s);
        while (game.turn(s).kind == Turn::Kind::act) {
          const Action action = game.random_action(s, scratch, rng);
          game.apply(s, action);
          if (action.verb == Verb::exchange) {
            const Exchange move = to_exchange(action);
            EXPECT_EQ(to_action(move), action);
            colours::exchange(rules, c, move);
          } else if (action.verb == Verb::draw) {
            const Element drawn = draw_from(s.bag, rng);
            game.apply(s, deal_of(drawn));
            colours::take_drawn(c, index(drawn));
          } else {
            colours::next_turn(rules, c);
          }
          ASSERT_EQ(c, compact(s));
        }
        EXPECT_EQ(c.ending, s.ending);
      }
    }
}

}  // namespace
}  // namespace coset::lanes
