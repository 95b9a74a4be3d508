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

}  // namespace
}  // namespace coset::teach
