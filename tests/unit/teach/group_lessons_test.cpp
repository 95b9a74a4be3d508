// The lessons about normal subgroups and quotients, by brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/teach/lessons/lesson.hpp"

namespace coset::teach {
namespace {

Element named(const Group& group, const Message& message, std::string_view value) {
  for (const auto& [name, text] : message.parameters)
    if (name == value) return *group.names().find(text);
  ADD_FAILURE() << value;
  return identity;
}

// Brute force, from the definition.
bool is_normal_by_hand(const Group& group, const Pieces& subgroup) {
  for (int g = 0; g < group.order(); ++g)
    for (const Element h : subgroup) {
      const Element x = element(g);
      const Element made = group.product(group.product(x, h), group.inverse(x));
      if (std::find(subgroup.begin(), subgroup.end(), made) == subgroup.end()) return false;
    }
  return true;
}

TEST(Lesson, NormalOrNotAndQuotientsAreTrue) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const Exercise& item : make_items(*find_lesson("groups.normal"), seed)) {
      const Group group = *item.operation.group();
      for (const Choice& choice : item.choices) {
        if (item.prompt.id == "ask.normal") {
          const bool yes = is_normal_by_hand(group, item.sets[0]);
          EXPECT_EQ(choice.right, (say(choice.label) == "yes") == yes) << say(item.prompt);
        } else {
          EXPECT_EQ(choice.right, is_normal_by_hand(group, choice.pieces)) << say(item.prompt);
        }
      }
    }
    for (const Exercise& item : make_items(*find_lesson("groups.quotients"), seed)) {
      const Group group = *item.operation.group();
      ASSERT_TRUE(is_normal_by_hand(group, item.sets[0])) << say(item.prompt);
      const auto size = item.sets[0].size();
      if (item.prompt.id == "ask.quotient.order") {
        EXPECT_EQ(item.answer, std::to_string(static_cast<std::size_t>(group.order()) / size));
        continue;
      }
      const Element made =
          group.product(named(group, item.prompt, "a"), named(group, item.prompt, "b"));
      for (const Choice& choice : item.choices) {
        std::set<Element> coset;
        for (const Element h : item.sets[0]) coset.insert(group.product(made, h));
        EXPECT_EQ(choice.right,
                  coset == std::set<Element>(choice.pieces.begin(), choice.pieces.end()))
            << say(item.prompt);
      }
    }
  }
}

std::string key_of(std::string_view group) {
  const auto said = about_group(*Operation::parse(group));
  return said ? say(*said) : "";
}

// What the key says is all that a pupil has who never met the group.
TEST(Lesson, TheKeyOfAGroupIsWhole) {
  EXPECT_EQ(key_of("Dic3"),
            "Dic3 has 12 elements. a taken 6 times is e; x*x is a3; x*a is a5x. Read from the "
            "left.");
  EXPECT_EQ(key_of("D4"),
            "D4 has 8 elements. r is a turn, 4 of them are e; s turns over, s*s is e; s*r is r3s. "
            "Read from the left.");
  EXPECT_EQ(key_of("Q8"),
            "Q8 has 8 elements: 1, i, j, k, and each with a minus. i*i = j*j = k*k = -1; i*j = k, "
            "j*k = i, k*i = j; the other way round comes a minus.");
  EXPECT_EQ(key_of("A4"),
            "A4 has 12 elements: the ways to shuffle 1 to 4 by an even number of swaps. (1 2)(3 4) "
            "swaps 1 and 2, and 3 and 4; (1 2 3) takes 1 to 2, 2 to 3, 3 to 1. Read from the "
            "left.");
  EXPECT_EQ(key_of("Z2xZ4"),
            "Pairs add up place by place: the first goes round at 2, the second at 4.");
  EXPECT_EQ(key_of("Z4xZ13"),
            "Suits go round at 4: h is 0, s 1, d 2, c 3. Ranks go round at 13: A is 1, J 11, Q 12, "
            "K 0.");
  EXPECT_EQ(key_of("Z2^3"), "");
}

// The card that goes down first matters because of the two that lie on it.
TEST(Lesson, TheTwoCardsOnTopAreAddedUp) {
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    for (const Exercise& item : make_items(*find_lesson("mad-abel.order"), seed)) {
      ASSERT_EQ(item.why.size(), 2U);
      EXPECT_EQ(item.why[0].id, "fact.top") << say(item.prompt);
      EXPECT_EQ(item.why[1].id, "then.target") << say(item.prompt);
      const Element made =
          item.operation.product(named(*item.operation.group(), item.why[0], "second"),
                                 named(*item.operation.group(), item.why[0], "top"));
      EXPECT_EQ(made, named(*item.operation.group(), item.why[1], "piece")) << say(item.why[0]);
    }
}

// Four different pieces without an exchange always make clear: the limit forbids it, not the sum.
TEST(Lesson, WhatTheLimitForbidsIsNamed) {
  int drawn = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed)
    for (const Exercise& item : make_items(*find_lesson("table.drawing"), seed)) {
      if (item.answer != "you must draw") continue;
      ++drawn;
      EXPECT_TRUE(say(item.why[0]).starts_with("No exchange of up to three pieces has equal sums"));
      ASSERT_EQ(item.why.size(), 2U) << item.position;
      EXPECT_TRUE(say(item.why[1]).ends_with(" = C, but at most three pieces may be given."))
          << say(item.why[1]);
    }
  EXPECT_GT(drawn, 10);
}

TEST(Lesson, HintsDoNotSayWhatIsNotSo) {
  for (const char* id : {"colours.primaries", "groups.inverse"})
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      for (const Exercise& item : make_items(*find_lesson(id), seed)) {
        const std::string hint = say(item.hint);
        EXPECT_EQ(hint.find("paint"), std::string::npos) << hint;
        EXPECT_EQ(hint.find("is clear: it is made of two"), std::string::npos) << hint;
      }
}

}  // namespace
}  // namespace coset::teach
