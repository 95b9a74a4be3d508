#include "engine/rules/game.hpp"

#include <gtest/gtest.h>

#include "engine/rules/counting/tally.hpp"

namespace coset {
namespace {

// Every piece is one ticket: two reds are drawn twice as often as one blue.
TEST(DrawFrom, EveryPieceIsEquallyLikely) {
  Tally<8> urn;
  urn.set(element(1), 2);
  urn.set(element(4), 1);
  Rng rng(9);
  int reds = 0;
  constexpr int draws = 30000;
  for (int i = 0; i < draws; ++i) {
    const Element piece = draw_from(urn, rng);
    ASSERT_TRUE(piece == element(1) || piece == element(4));
    reds += piece == element(1) ? 1 : 0;
  }
  EXPECT_NEAR(reds, 20000, 400);  // five standard deviations
  EXPECT_EQ(urn.size(), 3);
}

TEST(DrawFrom, TheLastPiece) {
  Tally<256> urn;
  urn.set(element(255), 1);
  Rng rng(1);
  EXPECT_EQ(draw_from(urn, rng), element(255));
}

TEST(DrawFromDeathTest, NeedsAPiece) {
  Rng rng(1);
  EXPECT_DEATH(draw_from(CardSet{}, rng), "bound > 0");
}

}  // namespace
}  // namespace coset
