#include "engine/bots/review.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coset::bots {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

MoveReviewed move(double edge, double error, Seat seat = 0, double pieces = 0) {
  return {seat, true, false, edge, error, pieces};
}

TEST(Review, GradesByTheLoss) {
  EXPECT_EQ(grade_of(move(-0.04, 0.01), false), Grade::fine);
  EXPECT_EQ(grade_of(move(-0.05, 0.01), false), Grade::inaccuracy);
  EXPECT_EQ(grade_of(move(-0.10, 0.01), false), Grade::mistake);
  EXPECT_EQ(grade_of(move(-0.15, 0.01), false), Grade::blunder);
  EXPECT_EQ(grade_of(move(0.50, 0.01), false), Grade::fine);
  EXPECT_EQ(grade_of(move(-0.50, 0.1), true), Grade::fine);
  EXPECT_EQ(grade_of(move(-1, 0.1), true), Grade::inaccuracy);
  EXPECT_EQ(grade_of(move(-3, 0.1), true), Grade::blunder);
}

TEST(Review, WithinTheErrorNothingIsAMistake) {
  for (int i = 0; i <= 100; ++i) {
    const double error = i / 100.0;
    EXPECT_EQ(grade_of(move(-2 * error, error), false), Grade::fine);
    EXPECT_EQ(grade_of(move(-2 * error, error), true), Grade::fine);
  }
  EXPECT_EQ(grade_of(move(-0.21, 0.1), false), Grade::blunder);
}

TEST(Review, WhatIsAdvisedIsNoMistake) {
  MoveReviewed advised = move(-0.5, 0.01);
  advised.advised = true;
  EXPECT_EQ(grade_of(advised, false), Grade::fine);
  EXPECT_THAT(dearest(std::span(&advised, 1), false, nobody, 3), IsEmpty());
  EXPECT_EQ(grade_of({}, false), Grade::fine);  // there was no other
}

TEST(Review, TheDearestAreThoseThatCostMost) {
  const MoveReviewed moves[] = {move(-0.30, 0.20), move(-0.06, 0.01, 1), move(-0.20, 0.05),
                                move(0.10, 0.01),  move(-0.40, 0.05, 1), {}};
  // The first is within its error.
  EXPECT_THAT(dearest(moves, false, nobody, 9), ElementsAre(4, 2, 1, 0));
  EXPECT_THAT(dearest(moves, false, nobody, 3), ElementsAre(4, 2, 1));
  EXPECT_THAT(dearest(moves, false, 0, 3), ElementsAre(2, 0));
  EXPECT_THAT(dearest(moves, false, 1, 3), ElementsAre(4, 1));
  EXPECT_THAT(dearest(moves, false, 2, 3), IsEmpty());
}

TEST(Review, WhereAGameIsDecidedPiecesCount) {
  const MoveReviewed moves[] = {move(0, 0.01), move(0, 0.01, 0, -2), move(0, 0.01, 0, -3)};
  EXPECT_THAT(dearest(moves, false, nobody, 3), ElementsAre(2, 1));
}

TEST(Review, TheFinestAreSurelyBetterThanAnyOther) {
  const MoveReviewed moves[] = {move(0.30, 0.20), move(0.06, 0.01, 1), move(0.20, 0.05),
                                move(-0.10, 0.01)};
  EXPECT_THAT(finest(moves, nobody, 3), ElementsAre(2, 1));
  EXPECT_THAT(finest(moves, 1, 3), ElementsAre(1));
  EXPECT_THAT(finest(moves, nobody, 1), ElementsAre(2));
}

TEST(Review, IsTooNoisyIfMostMovesCannotBeJudged) {
  const MoveReviewed sure = move(0, 0.05);
  const MoveReviewed unsure = move(0, 0.08);
  EXPECT_FALSE(too_noisy({}, false, false));
  const MoveReviewed half[] = {sure, unsure, {}, {}};
  EXPECT_FALSE(too_noisy(half, false, false));
  const MoveReviewed most[] = {sure, unsure, unsure, {}};
  EXPECT_TRUE(too_noisy(most, false, false));
  EXPECT_FALSE(too_noisy(most, true, false));  // points
  EXPECT_TRUE(too_noisy(half, false, true));   // hands
}

}  // namespace
}  // namespace coset::bots
