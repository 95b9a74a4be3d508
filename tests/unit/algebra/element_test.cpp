#include "engine/algebra/element.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace coset {
namespace {

constexpr Element a = element(1);
constexpr Element b = element(2);
constexpr Element c = element(255);

TEST(Element, IndexRoundTrip) {
  for (int i = 0; i < 256; ++i) EXPECT_EQ(index(element(i)), i);
  EXPECT_EQ(index(identity), 0);
}

TEST(Word, KeepsItsOrder) {
  const Word word{c, a, b};
  EXPECT_EQ(word.size(), 3);
  EXPECT_EQ(word[0], c);
  EXPECT_EQ(word.back(), b);
  EXPECT_EQ(std::vector<Element>(word.begin(), word.end()), (std::vector<Element>{c, a, b}));
  EXPECT_NE(word, (Word{a, b, c}));
}

TEST(Word, SortsAllOrAStart) {
  Word word{c, b, a};
  word.sort(2);
  EXPECT_EQ(word, (Word{b, c, a}));
  word.sort();
  EXPECT_EQ(word, (Word{a, b, c}));
}

TEST(Word, EqualWordsAreEqualBytes) {
  Word word{a, c};
  word.pop();
  const Word fresh{a};
  EXPECT_EQ(std::memcmp(&word, &fresh, sizeof(Word)), 0);
}

TEST(Word, ComparesLikeText) {
  EXPECT_LT((Word{a}), (Word{a, a}));
  EXPECT_LT((Word{a, a}), (Word{b}));
  EXPECT_LT(Word{}, Word{identity});
  EXPECT_NE(Word{}, Word{identity});
}

TEST(Word, HoldsThirtyOneLetters) {
  Word word;
  EXPECT_TRUE(word.empty());
  for (int i = 0; i < Word::max_size; ++i) {
    EXPECT_FALSE(word.full());
    word.push(element(i));
  }
  EXPECT_TRUE(word.full());
  EXPECT_EQ(word.size(), 31);
  EXPECT_EQ(word.back(), element(30));
}

TEST(WordDeathTest, Limits) {
  Word word;
  EXPECT_DEATH(word.pop(), "broken contract");
  for (int i = 0; i < Word::max_size; ++i) word.push(a);
  EXPECT_DEATH(word.push(a), "broken contract");
}

}  // namespace
}  // namespace coset
