#include "base/reader.hpp"

#include <gtest/gtest.h>

namespace coset {
namespace {

TEST(Reader, StepsThroughText) {
  Reader in("ab c");
  EXPECT_EQ(in.peek(), 'a');
  EXPECT_TRUE(in.take('a'));
  EXPECT_FALSE(in.take('a'));
  EXPECT_EQ(in.offset(), 1U);
  in.skip();
  in.skip_spaces();
  EXPECT_EQ(in.rest(), "c");
  EXPECT_EQ(in.since(1), "b ");
  EXPECT_FALSE(in.done());
  in.skip();
  EXPECT_TRUE(in.done());
}

TEST(Reader, StopsAtEnd) {
  Reader in("x");
  in.skip();
  in.skip();
  EXPECT_EQ(in.offset(), 1U);
  EXPECT_EQ(in.peek(), '\0');
  EXPECT_FALSE(in.take('\0'));
  EXPECT_FALSE(in.take("x"));
  EXPECT_TRUE(in.take(""));
  in.skip_spaces();
  EXPECT_EQ(in.rest(), "");
}

TEST(Reader, ReadsNulBytes) {
  Reader in(std::string_view("\0b", 2));
  EXPECT_FALSE(in.done());
  EXPECT_TRUE(in.take('\0'));
  EXPECT_TRUE(in.take('b'));
  EXPECT_TRUE(in.done());
}

TEST(Reader, TakesWholeWord) {
  Reader in("table:0");
  EXPECT_FALSE(in.take("tablet"));
  EXPECT_EQ(in.offset(), 0U);
  EXPECT_TRUE(in.take("table:"));
  EXPECT_EQ(in.offset(), 6U);
}

TEST(Reader, TakeWhile) {
  Reader in("123abc");
  EXPECT_EQ(in.take_while(is_digit), "123");
  EXPECT_EQ(in.take_while(is_digit), "");
  EXPECT_EQ(in.take_while(is_letter), "abc");
}

TEST(Reader, ParsesBoundedNumber) {
  Reader in("255,256,007,x");
  EXPECT_EQ(in.number(255), 255U);
  EXPECT_TRUE(in.take(','));
  EXPECT_EQ(in.number(255), std::nullopt);
  EXPECT_EQ(in.offset(), 4U);
  EXPECT_EQ(in.number(256), 256U);
  EXPECT_TRUE(in.take(','));
  EXPECT_EQ(in.number(255), 7U);
  EXPECT_TRUE(in.take(','));
  EXPECT_EQ(in.number(255), std::nullopt);
  EXPECT_EQ(in.rest(), "x");
}

TEST(Reader, RejectsOverflow) {
  EXPECT_EQ(Reader("4294967295").number(0xffffffffU), 0xffffffffU);
  EXPECT_EQ(Reader("4294967296").number(0xffffffffU), std::nullopt);
  // 2^64 + 1
  EXPECT_EQ(Reader("18446744073709551617").number(0xffffffffU), std::nullopt);
}

TEST(Reader, ReportsErrorOffset) {
  Reader in("abc");
  in.skip();
  EXPECT_EQ(in.error("x.y", "Wrong."), (Error{"x.y", 1, "Wrong."}));
}

TEST(Quoted, KeepsShortText) {
  EXPECT_EQ(quoted("Q9"), "'Q9'");
  EXPECT_EQ(quoted(""), "''");
}

TEST(Quoted, EscapesControlBytes) {
  EXPECT_EQ(coset::quoted(std::string_view("a\n\x1b\0\x7f", 5)), "'a\\x0a\\x1b\\x00\\x7f'");
}

TEST(Quoted, TruncatesAtTwentyFourBytes) {
  EXPECT_EQ(quoted("abcdefghijklmnopqrstuvwx"), "'abcdefghijklmnopqrstuvwx'");
  EXPECT_EQ(quoted("abcdefghijklmnopqrstuvwxy"), "'abcdefghijklmnopqrstuvwx...'");
}

TEST(Quoted, TruncatesAtCharacterBoundary) {
  for (const std::size_t whole : {22U, 23U}) {  // two bytes of the heart fit, or one
    const std::string start(whole, 'a');
    EXPECT_EQ(coset::quoted(start + "\u2665\u2665"), "'" + start + "...'");
  }
}

TEST(Letters, AsciiOnly) {
  EXPECT_EQ(lower('Q'), 'q');
  EXPECT_EQ(lower('1'), '1');
  EXPECT_FALSE(is_letter('\xe9'));
  EXPECT_FALSE(is_letter('['));
  for (const char c : {' ', '\t', '\r', '\n'}) EXPECT_TRUE(is_space(c));
  EXPECT_FALSE(is_space('\0'));
}

}  // namespace
}  // namespace coset
