#include "engine/algebra/element_set.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace coset {
namespace {

std::vector<int> members(const ElementSet& set) {
  std::vector<int> out;
  for (const Element e : set) out.push_back(index(e));
  return out;
}

TEST(ElementSet, StartsEmpty) {
  const ElementSet set;
  EXPECT_EQ(set.size(), 0);
  EXPECT_EQ(set.begin(), set.end());
}

TEST(ElementSet, InsertSaysWhetherItIsNew) {
  ElementSet set;
  EXPECT_TRUE(set.insert(element(64)));
  EXPECT_FALSE(set.insert(element(64)));
  EXPECT_EQ(set.size(), 1);
}

TEST(ElementSet, IteratesInIndexOrderAcrossWords) {
  const ElementSet set{element(255), element(0), element(63), element(64), element(192)};
  EXPECT_EQ(members(set), (std::vector<int>{0, 63, 64, 192, 255}));
  EXPECT_TRUE(set.contains(element(63)));
  EXPECT_FALSE(set.contains(element(62)));
  EXPECT_FALSE(set.contains(element(128)));
}

TEST(ElementSet, HoldsAll) {
  ElementSet set;
  for (int i = 255; i >= 0; --i) EXPECT_TRUE(set.insert(element(i)));
  EXPECT_EQ(set.size(), 256);
  EXPECT_EQ(members(set).size(), 256U);
}

TEST(ElementSet, UnionAndInclusion) {
  const ElementSet small{element(1)};
  const ElementSet large{element(1), element(200)};
  EXPECT_TRUE(large.includes(small));
  EXPECT_TRUE(large.includes(large));
  EXPECT_TRUE(large.includes(ElementSet{}));
  EXPECT_FALSE(small.includes(large));
  EXPECT_EQ((ElementSet{element(200)} | small), large);
  EXPECT_NE(small, large);
}

}  // namespace
}  // namespace coset
