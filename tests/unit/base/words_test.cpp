#include "base/words.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace coset {
namespace {

enum class Direction : std::uint8_t { up, down, left };
COSET_WORDS(Direction, "upwards", "downwards", "to the left")
enum class Empty : std::uint8_t {};

TEST(Words, MatchValuesInOrder) {
  EXPECT_EQ(word_of(Direction::up), "upwards");
  EXPECT_EQ(word_of(Direction::left), "to the left");
  EXPECT_EQ(words_of(Direction{}).size(), 3U);
}

TEST(Words, AreCountedAtCompileTime) {
  EXPECT_EQ(enum_size<Direction>(), 3U);
  EXPECT_EQ(enum_size<Empty>(), 0U);
}

}  // namespace
}  // namespace coset
