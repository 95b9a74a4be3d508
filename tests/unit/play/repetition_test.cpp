#include "engine/play/repetition.hpp"

#include <gtest/gtest.h>

namespace coset {
namespace {

using Mark = RepetitionMark;

TEST(Repetition, TheThirdOccurrenceCounts) {
  Repetition repetition(3);
  EXPECT_FALSE(repetition.note(Mark{7, 0}));
  EXPECT_FALSE(repetition.note(Mark{8, 0}));
  EXPECT_FALSE(repetition.note(Mark{7, 0}));
  EXPECT_FALSE(repetition.note(Mark{8, 0}));
  EXPECT_TRUE(repetition.note(Mark{7, 0}));
}

TEST(Repetition, ANewEpochForgets) {
  Repetition repetition(2);
  EXPECT_FALSE(repetition.note(Mark{7, 1}));
  EXPECT_FALSE(repetition.note(Mark{7, 2}));
  EXPECT_FALSE(repetition.note(Mark{7, 1}));
  EXPECT_TRUE(repetition.note(Mark{7, 1}));
}

TEST(Repetition, WhatHasNoMarkDoesNotCount) {
  Repetition repetition(1);
  EXPECT_FALSE(repetition.note(std::nullopt));
  EXPECT_TRUE(repetition.note(Mark{1, 1}));
}

TEST(Repetition, OffIsNever) {
  Repetition repetition(0);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(repetition.note(Mark{7, 0}));
}

}  // namespace
}  // namespace coset
