#include "engine/teach/why/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "engine/play/notation.hpp"
#include "engine/teach/why/describe.hpp"
#include "engine/teach/why/repair.hpp"

namespace coset::teach {
namespace {

Word word_of_text(const Operation& operation, std::string_view text) {
  Reader in(text);
  return *read_word(operation, in);
}

// What the steps say, one line each.
std::string told(std::string_view group, std::string_view text) {
  const Operation operation = *Operation::parse(group);
  std::string out;
  for (const Step& step : explain(operation, word_of_text(operation, text)).steps)
    out += say(describe(operation, step)) + "\n";
  return out;
}

TEST(Explain, TheRulebooksTechnique) {
  EXPECT_EQ(told("Z2^3", "O+P+W"),
            "Cancel: nothing to cancel.\n"
            "Replace by primaries: O+P+W is R+Y+R+B+R+Y+B.\n"
            "Cancel: R+R, Y+Y and B+B vanish, which leaves R.\n"
            "One piece: R is left.\n");
  EXPECT_EQ(told("Z2^3", "R+B+B+C"),
            "Cancel: B+B and C vanish, which leaves R.\n"
            "Replace by primaries: nothing to replace.\n"
            "Cancel again: nothing to cancel.\n"
            "One piece: R is left.\n");
  EXPECT_EQ(told("Z2^3", "R+R"),
            "Cancel: R+R vanish, which leaves C.\n"
            "Replace by primaries: nothing to replace.\n"
            "Cancel again: nothing to cancel.\n"
            "One piece: C is left.\n");
}

TEST(Explain, ThreeOfAShadeCancel) {
  EXPECT_EQ(told("Z3^2", "r+rB+B"),
            "Cancel: nothing to cancel.\n"
            "Replace by primaries: r+B+rB is r+b+b+r+b+b.\n"
            "Cancel: b+b+b vanish, which leaves r+r+b.\n"
            "One piece: r, r and b together are the parts of Rb.\n");
}

TEST(Explain, AgainOnlyAfterACancel) {
  EXPECT_EQ(told("Z2^3", "G+G+R+O"),
            "Cancel: G+G vanish, which leaves R+O.\n"
            "Replace by primaries: R+O is R+R+Y.\n"
            "Cancel again: R+R vanish, which leaves Y.\n"
            "One piece: Y is left.\n");
}

TEST(Explain, ASinglePieceIsNotTakenApart) {
  EXPECT_EQ(told("Z2^3", "W+C"),
            "Cancel: C vanishes, which leaves W.\n"
            "Replace by primaries: nothing to replace.\n"
            "Cancel again: nothing to cancel.\n"
            "One piece: W is left.\n");
}

TEST(Explain, PartsAreAReason) {
  EXPECT_THAT(told("Z2^3", "R+B"),
              testing::EndsWith("One piece: R and B together are the parts of P.\n"));
  EXPECT_THAT(told("Z2^3", "R+Y+B"),
              testing::EndsWith("One piece: R, Y and B together are the parts of W.\n"));
}

TEST(Explain, NumbersGoRoundOneDial) {
  EXPECT_EQ(told("Z12", "7+2"), "7+2 is 9.\n");
  EXPECT_EQ(told("Z6", "5+3"), "5+3 is 8; going round at 6, that is 2.\n");
  EXPECT_EQ(told("Z6", "5+5+5"), "5+5+5 is 15; going round at 6, that is 3.\n");
  EXPECT_EQ(told("Z6", "5"), "One piece: 5 is left.\n");
  const Operation six = *Operation::parse("Z6");
  const auto steps = explain(six, word_of_text(six, "5+3+4")).steps;
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].stands, (std::vector<int>{5, 2, 0}));
}

TEST(Explain, AMinusIsReasonedFromTheKey) {
  EXPECT_EQ(told("Q8", "-i*i"), "-i * i = 1: i*i is -1, and one minus turns its sign.\n");
  EXPECT_EQ(told("Q8", "-i*-i"), "-i * -i = -1: i*i is -1, and two minuses make plus.\n");
  EXPECT_EQ(told("Q8", "-j*i"),
            "-j * i = k: j*i is -k, and one minus turns its sign; the other way round it is -k.\n");
  EXPECT_EQ(told("Q8", "-j*-1"), "-j * -1 = j: j*1 is j, and two minuses make plus.\n");
  EXPECT_EQ(told("Q8", "i*i"), "i * i = -1.\n");
}

TEST(Explain, CardsTurnTwoDials) {
  EXPECT_EQ(told("Z4xZ13", "s9+s5"),
            "Suits, mod 4: 1 + 1 = 2, which is diamonds.\n"
            "Ranks, mod 13: 9 + 5 = 14 = 1, which is A.\n");
  EXPECT_EQ(told("Z4xZ5", "c3+c2"),
            "Suits, mod 4: 3 + 3 = 6 = 2, which is diamonds.\n"
            "Ranks, mod 5: 3 + 2 = 5 = 0, which is 5.\n");
}

TEST(Explain, WhatDoesNotCommuteIsMarked) {
  EXPECT_EQ(told("Q8", "i*j*-1"),
            "i * j = k, but the other way round it is -k.\n"
            "k * -1 = -k: k*1 is k, and one minus turns its sign.\n");
}

// Every equation of Al-Jabar's rulebook.
TEST(Explain, TheEquationsOfTheRulebook) {
  const Operation colours = *Operation::parse("Z2^3");
  constexpr std::pair<const char*, const char*> equations[] = {
      {"P", "R+B"},     {"O", "R+Y"},     {"G", "B+Y"},     {"W", "R+B+Y"}, {"R+C", "R"},
      {"R+R", "C"},     {"R+B+B", "R+C"}, {"R+B+B", "R"},   {"C+C", "C"},   {"C+C+C", "C"},
      {"Y+O", "Y+R+Y"}, {"Y+O", "R"},     {"B+P", "B+R+B"}, {"B+P", "R"},   {"G+W", "B+Y+W"},
      {"G+W", "R"},     {"Y+P+G", "R"},   {"O+P+W", "R"},   {"R+O", "Y"},   {"R+P", "B"},
      {"B+G", "Y"},     {"Y+G", "B"},     {"G+O", "P"},     {"O+P", "G"},   {"P+G", "O"},
      {"R+B+P", "C"},   {"R+B+Y+W", "C"}};
  for (const auto& [left, right] : equations) {
    const Explanation one = explain(colours, word_of_text(colours, left));
    const Explanation two = explain(colours, word_of_text(colours, right));
    EXPECT_EQ(one.sum, two.sum) << left << " = " << right;
    EXPECT_EQ(one.steps.size(), 4U);
    EXPECT_EQ(one.steps.back().after, Pieces{one.sum}) << left;
  }
}

Element product_of(const Operation& operation, const Pieces& pieces) {
  Element out = pieces[0];
  for (std::size_t i = 1; i < pieces.size(); ++i) out = operation.product(out, pieces[i]);
  return out;
}

Word random_word(const Operation& operation, Rng& rng, std::uint32_t most) {
  Word word;
  for (std::uint32_t n = 1 + rng.below(most); n > 0; --n)
    word.push(element(static_cast<int>(rng.below(static_cast<std::uint32_t>(operation.order())))));
  return word;
}

constexpr const char* groups[] = {
    "Z2^3", "Z2^4",   "Z3^2",  "Z3^3", "Z4^2", "Z5^2", "Z2xZ4",  "Z2xZ2xZ3",
    "Z7",   "Z4xZ13", "Z4xZ5", "S3",   "D4",   "Q8",   "Z13:Z4", "magma:r,p,s;r,p,r/p,p,s/r,s,s"};

TEST(Explain, EveryStepPreservesTheSum) {
  for (const char* text : groups) {
    const Operation operation = *Operation::parse(text);
    Rng rng(2);
    for (int i = 0; i < 10000 / 8; ++i) {
      const Word word = random_word(operation, rng, 8);
      const Explanation why = explain(operation, word);
      ASSERT_EQ(why.sum, operation.product(word));
      Pieces last(word.begin(), word.end());
      for (const Step& step : why.steps) {
        ASSERT_FALSE(step.before.empty());
        ASSERT_FALSE(step.after.empty());
        ASSERT_EQ(product_of(operation, step.before), why.sum) << text;
        ASSERT_EQ(product_of(operation, step.after), why.sum) << text;
        if (step.kind == Step::Kind::dial) {
          ASSERT_EQ(step.stands.back(), operation.coordinate(why.sum, step.coordinate));
        }
        ASSERT_FALSE(say(describe(operation, step)).empty());
        last = step.after;
      }
      if (word.size() > 1 || operation.group()) {
        ASSERT_EQ(product_of(operation, last), why.sum);
      }
    }
  }
}

TEST(Explain, TheDifferenceIsAlwaysAPieceOfAGroup) {
  for (const char* text : groups) {
    const Operation operation = *Operation::parse(text);
    for (int a = 0; a < operation.order(); ++a)
      for (int b = 0; b < operation.order(); ++b) {
        const auto missing = difference(operation, element(a), element(b));
        ASSERT_EQ(missing.has_value(), operation.group().has_value());
        if (missing) {
          ASSERT_EQ(operation.product(element(a), *missing), element(b));
        }
      }
  }
}

TEST(Say, NamesTheMiss) {
  const Operation colours = *Operation::parse("Z2^3");
  const Word word = word_of_text(colours, "G+O");
  EXPECT_EQ(say(describe_miss(colours, word, colours.product(word), *colours.names().find("W"))),
            "G+O makes P, not W: the gap is Y.");
  const Operation units = *Operation::parse("Q8");
  EXPECT_EQ(say(describe_miss(units, word_of_text(units, "i*j"), *units.names().find("k"),
                              *units.names().find("i"))),
            "i*j makes k, not i: -j is missing on the right.");
}

TEST(Say, OnlyOneIsSingular) {
  const auto cards = [](const char* n) { return say({"puzzle.show.hidden", {{"n", n}}}); };
  EXPECT_EQ(cards("1"), "1 card, hidden");
  EXPECT_EQ(cards("0"), "0 cards, hidden");
  EXPECT_EQ(cards("11"), "11 cards, hidden");
}

TEST(Say, EveryMessageHasItsOwnIdAndBalancedBraces) {
  std::vector<std::string_view> ids = message_ids();
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
  EXPECT_GT(ids.size(), 15U);
}

TEST(Repairs, EachMakesWhatIsWantedFromWhatIsAtHand) {
  for (const char* text : groups) {
    const Operation operation = *Operation::parse(text);
    Rng rng(3);
    int offered = 0;
    for (int i = 0; i < 10000 / 16; ++i) {
      const Word hand = random_word(operation, rng, 9);
      Word word;
      for (const Element e : hand)
        if (word.size() < 3 && rng.below(2) == 0) word.push(e);
      if (word.empty()) continue;
      const Element wanted =
          element(static_cast<int>(rng.below(static_cast<std::uint32_t>(operation.order()))));
      for (const Repair& repair :
           repairs(operation, word, wanted, {hand.begin(), hand.end()}, 4, 5)) {
        ++offered;
        ASSERT_EQ(operation.product(repair.word), wanted);
        ASSERT_LE(repair.word.size(), 4);
        Pieces left(hand.begin(), hand.end());
        for (const Element e : repair.word) {
          const auto place = std::find(left.begin(), left.end(), e);
          ASSERT_NE(place, left.end()) << "a piece that is not at hand";
          left.erase(place);
        }
      }
    }
    EXPECT_GT(offered, 0) << text;
  }
}

// Who gives too many pieces is not told to give other ones that are as many.
TEST(Repairs, NoneHasMorePiecesThanMayBeGiven) {
  const Operation colours = *Operation::parse("Z2^3");
  const Word word = word_of_text(colours, "R+Y+B+O");
  const Word hand = word_of_text(colours, "R+Y+B+O+W+G+P");
  const Element wanted = colours.product(word_of_text(colours, "R+Y+B"));
  const auto found = repairs(colours, word, wanted, {hand.begin(), hand.end()}, 3, 8);
  std::vector<std::string> words;
  for (const Repair& repair : found) words.push_back(write_word(colours, repair.word));
  EXPECT_EQ(words, std::vector<std::string>{"R+Y+B"});
}

TEST(Repairs, OfTheExampleOnTheTable) {
  const Operation colours = *Operation::parse("Z2^3");
  const Word hand = word_of_text(colours, "G+O+Y+B+R");
  const auto found = repairs(colours, word_of_text(colours, "G+O"), *colours.names().find("W"),
                             {hand.begin(), hand.end()}, 3, 5);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(write_word(colours, found[0].word), "G+O+Y");
  EXPECT_EQ(write_word(colours, found[1].word), "B+O");
  EXPECT_EQ(write_word(colours, found[2].word), "G+R");
}

}  // namespace
}  // namespace coset::teach
