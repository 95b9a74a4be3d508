#include "engine/rules/counting/subsets.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace coset {
namespace {

Group group_of(std::string_view text) { return *Group::parse(text); }

template <class T>
T hand_of(const Operation& operation, std::initializer_list<std::string_view> names) {
  T hand;
  for (const std::string_view name : names) hand.add(*operation.names().find(name));
  return hand;
}

ElementSet only(const Operation& operation, std::string_view name) {
  ElementSet mask;
  mask.insert(*operation.names().find(name));
  return mask;
}

std::string text_of(const Operation& operation, const Word& word) {
  std::string out;
  for (const Element e : word) out += (out.empty() ? "" : " ") + operation.names().write(e);
  return out;
}

// The cards of the rulebook's own example hand: d9 = s6 + s3, with d9 asked for.
TEST(Subsets, OfCards) {
  const Group cards = group_of("Z4xZ13");
  const auto hand = hand_of<CardSet>(cards, {"s6", "s3", "d9", "h10", "hK"});
  std::set<std::string> found;
  for_each_subset(cards, hand, 31, only(cards, "d9"), [&](const Word& word) {
    found.insert(text_of(cards, word));
    return true;
  });
  // The king of hearts is the identity and can join anything.
  EXPECT_EQ(found, (std::set<std::string>{"d9", "hK d9", "s3 s6", "hK s3 s6"}));
  EXPECT_TRUE(subset_exists(cards, hand, 1, only(cards, "d9")));
  EXPECT_FALSE(subset_exists(cards, hand, 31, only(cards, "sQ")));
}

TEST(Subsets, TheIdentityNeedsCardsToo) {
  const Group group = group_of("Z5");
  const Tally<64> nothing;
  EXPECT_FALSE(subset_exists(group, nothing, 31, only(group, "0")));
  for_each_subset(group, nothing, 31, only(group, "0"), [](const Word&) {
    ADD_FAILURE() << "an empty play is none";
    return true;
  });
}

TEST(Subsets, EqualCardsAreOneKind) {
  const Group group = group_of("Z6");
  Tally<64> hand;
  hand.set(element(3), 3);
  std::set<int> sizes;
  for_each_subset(group, hand, 31, only(group, "3"), [&](const Word& word) {
    EXPECT_TRUE(sizes.insert(word.size()).second);
    return true;
  });
  EXPECT_EQ(sizes, (std::set<int>{1, 3}));
}

TEST(Subsets, MoreCardsThanAWordHolds) {
  const Group group = group_of("Z2");
  Tally<64> hand;
  hand.set(element(1), 200);
  EXPECT_TRUE(subset_exists(group, hand, 31, only(group, "0")));
  int largest = 0;
  for_each_subset(group, hand, 31, only(group, "1"), [&](const Word& word) {
    largest = std::max(largest, word.size());
    return true;
  });
  EXPECT_EQ(largest, 31);
}

TEST(Subsets, TheLimitHoldsForAHandOneCardLarger) {
  const Group group = group_of("Z5");
  Tally<64> hand;
  hand.set(element(1), 3);
  EXPECT_FALSE(subset_exists(group, hand, 2, only(group, "3")));
  EXPECT_TRUE(subset_exists(group, hand, 3, only(group, "3")));
}

TEST(Orderings, OfPermutations) {
  const Group s3 = group_of("S3");
  const auto hand = hand_of<Tally<64>>(s3, {"(1 2)", "(2 3)"});
  const auto orderings = Orderings<Tally<64>>::whole(s3, hand, 3);
  EXPECT_EQ(orderings.largest(), 2);
  // First one transposition, then the other: a 3-cycle, and its inverse the other way round.
  ElementSet both = only(s3, "(1 2 3)") | only(s3, "(1 3 2)");
  EXPECT_EQ(orderings.products(hand), both);
  EXPECT_EQ(text_of(s3, orderings.arrangement(hand, only(s3, "(1 3 2)"))), "(1 2) (2 3)");
  EXPECT_EQ(text_of(s3, orderings.arrangement(hand, only(s3, "(1 2 3)"))), "(2 3) (1 2)");
}

TEST(Orderings, OfASingleCard) {
  const Group q8 = group_of("Q8");
  const auto hand = hand_of<Tally<64>>(q8, {"i"});
  const auto orderings = Orderings<Tally<64>>::whole(q8, hand, 3);
  EXPECT_EQ(orderings.products(hand), only(q8, "i"));
  EXPECT_EQ(text_of(q8, orderings.arrangement(hand, only(q8, "i"))), "i");
}

TEST(Orderings, StopWhenToldTo) {
  const Group q8 = group_of("Q8");
  const auto hand = hand_of<Tally<64>>(q8, {"i", "j", "k"});
  const auto orderings = Orderings<Tally<64>>::whole(q8, hand, 3);
  int visits = 0;
  EXPECT_FALSE(orderings.for_each(1, [&](const auto&, const ElementSet&) { return ++visits < 2; }));
  EXPECT_EQ(visits, 2);
}

}  // namespace
}  // namespace coset
