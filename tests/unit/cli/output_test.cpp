#include "apps/coset/cli/terminal/output.hpp"

#include <gtest/gtest.h>

namespace coset::cli {
namespace {

TEST(Pointed, MarksTheByte) {
  EXPECT_EQ(pointed("Z2xQ9", 3), "  Z2xQ9\n     ^");
  EXPECT_EQ(pointed("S6", 0), "  S6\n  ^");
  EXPECT_EQ(pointed("Z2x", 3), "  Z2x\n     ^");
}

TEST(Pointed, CountsCharactersNotBytes) {
  EXPECT_EQ(pointed("\u2665K+x", 5), "  \u2665K+x\n     ^");
}

TEST(Pointed, ShowsOnlyWhatIsNear) {
  const std::string text = std::string(100, 'a') + "!" + std::string(100, 'b');
  EXPECT_EQ(pointed(text, 100), "  ..." + std::string(40, 'a') + "!" + std::string(29, 'b') +
                                    "...\n     " + std::string(40, ' ') + "^");
}

TEST(Pointed, ACutLeavesNoHalfCharacter) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "\u2665";
  std::string line = pointed(text, 90);
  line.erase(line.find('\n'));
  for (std::size_t heart = 0; (heart = line.find("\u2665")) != std::string::npos;)
    line.erase(heart, 3);
  EXPECT_EQ(line, "  ......");
}

TEST(Pointed, ControlBytesStayOffTheTerminal) {
  EXPECT_EQ(pointed("a\x1b[0m\n", 1), "  a?[0m?\n   ^");
}

TEST(Width, CountsCharacters) {
  EXPECT_EQ(width(""), 0U);
  EXPECT_EQ(width("hK"), 2U);
  EXPECT_EQ(width("\u2665K"), 2U);
}

TEST(Padded, ToAColumn) {
  EXPECT_EQ(padded("ab", 4), "ab  ");
  EXPECT_EQ(padded("\u2665", 2), "\u2665 ");
  EXPECT_EQ(padded("abc", 2), "abc");
}

TEST(Shortened, ToAColumn) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abc...");
  EXPECT_EQ(shortened("\u2665\u2665\u2665\u2665\u2665", 4), "\u2665...");
}

TEST(Failures, SayWhereAndWhat) {
  const Error error{"group.parameter", 1, "S goes up to 5."};
  EXPECT_STREQ(Failure(Exit::input, error, "S6").what(), "S goes up to 5.\n  S6\n   ^");
  EXPECT_STREQ(Failure(Exit::input, error, "S6", "list.txt:3").what(),
               "list.txt:3: S goes up to 5.\n  S6\n   ^");
  EXPECT_STREQ(Failure(Exit::failure, "Lost.").what(), "Lost.");
  EXPECT_EQ(Failure(Exit::no_solution, "None.").exit(), Exit::no_solution);
}

}  // namespace
}  // namespace coset::cli
