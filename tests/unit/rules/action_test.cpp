#include "engine/rules/action.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/hash.hpp"

namespace coset {
namespace {

TEST(Action, IsPlainBytes) {
  EXPECT_EQ(sizeof(Action), 65U);
  EXPECT_TRUE(std::has_unique_object_representations_v<Action>);
  EXPECT_EQ(bytes_of(deal_of(element(5))), bytes_of(Action{Verb::deal, {element(5)}, {}}));
}

TEST(Action, IsOrderedByVerbThenWords) {
  const Action deal = deal_of(element(1));
  const Action small{Verb::exchange, {element(1)}, {element(1)}};
  const Action take{Verb::exchange, {element(1)}, {element(2)}};
  const Action give{Verb::exchange, {element(1), element(1)}, {identity}};
  const std::set<Action> all{give, take, small, deal};
  EXPECT_EQ(std::vector<Action>(all.begin(), all.end()),
            (std::vector<Action>{deal, small, take, give}));
}

TEST(ActionList, SaysWhenItIsFull) {
  ActionList list(2);
  EXPECT_TRUE(list.empty());
  EXPECT_TRUE(list.add({Verb::draw, {}, {}}));
  EXPECT_TRUE(list.add({Verb::pass, {}, {}}));
  EXPECT_FALSE(list.truncated());
  EXPECT_FALSE(list.add({Verb::pass, {}, {}}));
  EXPECT_TRUE(list.truncated());
  EXPECT_EQ(list.size(), 2U);
  list.clear();
  EXPECT_TRUE(list.empty());
  EXPECT_FALSE(list.truncated());
}

TEST(Turn, IsOverUnlessSaidOtherwise) {
  EXPECT_EQ(Turn{}.kind, Turn::Kind::over);
  EXPECT_EQ(Turn{}.seat, nobody);
  EXPECT_EQ(Action{}.verb, Verb::pass);
}

}  // namespace
}  // namespace coset
