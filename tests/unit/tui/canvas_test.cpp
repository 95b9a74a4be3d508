#include "apps/coset/tui/canvas.hpp"

#include <gtest/gtest.h>

namespace coset::tui {
namespace {

TEST(Canvas, PaintsOneColumnPerCharacterAndNothingOutside) {
  Canvas canvas(5, 2);
  EXPECT_EQ(canvas.text(3, 0, "♠9+"), 6);
  canvas.put(-1, 0, "x");
  canvas.put(0, 7, "x");
  canvas.text(0, 1, "ab");
  EXPECT_EQ(canvas.to_text(), "   ♠9\nab\n");
}

TEST(Canvas, LinesEndWhereTheyShould) {
  Canvas canvas(5, 3);
  canvas.put(4, 0, "A");
  canvas.line(4, 0, 0, 2, 2, "/");
  EXPECT_EQ(canvas.to_text(), "    A\n  /\n/\n");
}

TEST(Canvas, WrapsAtWords) {
  EXPECT_EQ(wrapped("one two  three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("one two", 6), (std::vector<std::string>{"one", "two"})) << "a space counts";
  EXPECT_EQ(wrapped("", 7), std::vector<std::string>{""});
  EXPECT_EQ(columns_of("♠9"), 2);
}

}  // namespace
}  // namespace coset::tui
