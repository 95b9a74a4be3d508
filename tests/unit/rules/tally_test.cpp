#include "engine/rules/counting/tally.hpp"

#include <gtest/gtest.h>

#include "base/hash.hpp"

namespace coset {
namespace {

constexpr Element red = element(1);

TEST(Tally, LayoutIsOneByteAPieceAndOneMore) {
  EXPECT_EQ(sizeof(Tally<8>), 9U);
  EXPECT_EQ(sizeof(Tally<64>), 65U);
  EXPECT_EQ(sizeof(Tally<256>), 257U);
  Tally<8> tally;
  tally.set(identity, 0x1234);
  tally.set(element(7), 5);
  const std::string_view bytes = bytes_of(tally);
  EXPECT_EQ(bytes[0], 0x34);
  EXPECT_EQ(bytes[7], 5);
  EXPECT_EQ(bytes[8], 0x12);
}

TEST(Tally, CountsAndSizes) {
  Tally<8> tally;
  EXPECT_TRUE(tally.empty());
  tally.add(red);
  tally.add(red, 2);
  tally.add(identity, 300);
  EXPECT_EQ(tally[red], 3);
  EXPECT_EQ(tally[identity], 300);
  EXPECT_EQ(tally.size(), 303);
  tally.remove(red, 3);
  EXPECT_EQ(tally[red], 0);
  EXPECT_FALSE(tally.empty());
}

TEST(Tally, TheIdentityStopsAtItsLargestCount) {
  Tally<8> tally;
  tally.set(identity, 0xffff);
  tally.add(identity, 10);
  EXPECT_EQ(tally[identity], 0xffff);
  EXPECT_EQ(tally.size(), 0xffff);
}

TEST(TallyDeathTest, OtherPiecesFitAByte) {
  Tally<8> tally;
  tally.set(red, 255);
  EXPECT_DEATH(tally.add(red), "count <= max_copies");
  EXPECT_DEATH(tally.remove(element(2)), "count >= 0");
}

TEST(CardSet, IsABitForEachCard) {
  EXPECT_EQ(sizeof(CardSet), 8U);
  CardSet cards;
  cards.add(element(51));
  cards.add(identity);
  EXPECT_EQ(cards[element(51)], 1);
  EXPECT_EQ(cards[element(50)], 0);
  EXPECT_EQ(cards.size(), 2);
  cards.remove(element(51));
  cards.remove(identity);
  EXPECT_TRUE(cards.empty());
}

TEST(CardSetDeathTest, HasNoSecondCopy) {
  CardSet cards;
  cards.add(element(3));
  EXPECT_DEATH(cards.add(element(3)), "count == 0");
}

TEST(Packed16, HasNoAlignment) {
  EXPECT_EQ(alignof(Packed16), 1U);
  EXPECT_EQ(Packed16(0xabcd), 0xabcd);
  EXPECT_EQ(bytes_of(Packed16(0x0102)), std::string_view("\x02\x01", 2));
}

TEST(Packed16DeathTest, RefusesWhatDoesNotFit) {
  EXPECT_DEATH(Packed16(0x10000), "value");
  EXPECT_DEATH(Packed16(-1), "value");
}

TEST(Contains, CountsEqualLetters) {
  Tally<8> tally;
  tally.set(red, 2);
  EXPECT_TRUE(contains(tally, {}));
  EXPECT_TRUE(contains(tally, {red, red}));
  EXPECT_FALSE(contains(tally, {red, red, red}));
  EXPECT_FALSE(contains(tally, {element(200)}));
  CardSet cards;
  cards.add(red);
  EXPECT_TRUE(contains(cards, {red}));
  EXPECT_FALSE(contains(cards, {red, red}));
  EXPECT_FALSE(contains(cards, {element(64)}));
}

TEST(MoveWord, TakesFromOneAndGivesToTheOther) {
  Tally<8> from;
  Tally<8> to;
  from.set(red, 3);
  move_word({red, red}, from, to);
  EXPECT_EQ(from[red], 1);
  EXPECT_EQ(to[red], 2);
}

}  // namespace
}  // namespace coset
