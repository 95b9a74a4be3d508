#include "apps/coset/tui/fold.hpp"

#include <gtest/gtest.h>

namespace coset::tui {
namespace {

TEST(Fold, BreaksAtSpacesAndNeverInAWord) {
  EXPECT_EQ(folded("one two three four\n", 9), "one two\nthree\nfour\n");
  EXPECT_EQ(folded("short\n", 9), "short\n");
  EXPECT_EQ(folded("a unbreakableword b", 6), "a\nunbreakableword\nb");
}

TEST(Fold, KeepsTheIndent) {
  EXPECT_EQ(folded("  one two three\nfour", 9), "  one two\n  three\nfour");
}

TEST(Fold, KeepsCyclesWhole) {
  EXPECT_EQ(folded("makes (1 2 3) or (1 3 2)", 14), "makes (1 2 3)\nor (1 3 2)");
}

TEST(Fold, ColoursTakeNoRoom) {
  const std::string red = "\x1b[31mR\x1b[0m";
  EXPECT_EQ(folded("a " + red + " b c", 7), "a " + red + " b c");
  EXPECT_EQ(folded("a " + red + " b c", 5), "a " + red + " b\nc");
}

TEST(Fold, LeavesTheSpaceAfterAPrompt) {
  EXPECT_EQ(folded("it is your move: ", 10), "it is your\nmove: ");
}

}  // namespace
}  // namespace coset::tui
