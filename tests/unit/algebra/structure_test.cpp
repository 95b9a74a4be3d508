#include "engine/algebra/structure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace coset {
namespace {

Group group_of(std::string_view text) {
  auto group = Group::parse(text);
  CHECK(group.ok());
  return *std::move(group);
}

// "()" "(1 2 3)" ... as a set.
ElementSet set_of(const Group& group, const std::vector<std::string>& names) {
  ElementSet out;
  for (const std::string& name : names) {
    const auto e = group.names().find(name);
    EXPECT_TRUE(e) << name;
    out.insert(*e);
  }
  return out;
}

bool is_subgroup(const Group& group, const ElementSet& set) {
  if (!set.contains(identity)) return false;
  for (const Element a : set)
    for (const Element b : set)
      if (!set.contains(group.product(a, b))) return false;
  return true;
}

std::size_t count_subgroups(std::string_view text) {
  const auto found = all_subgroups(group_of(text));
  return found ? found->size() : 0;
}

TEST(Generated, FromNothingAndFromGenerators) {
  const Group s4 = group_of("S4");
  EXPECT_EQ(generated(s4, {}), ElementSet{identity});
  EXPECT_EQ(generated(s4, s4.generators()).size(), 24);
  const std::vector<Element> turn{*s4.names().find("(1 2 3 4)")};
  EXPECT_EQ(generated(s4, turn), set_of(s4, {"()", "(1 2 3 4)", "(1 3)(2 4)", "(1 4 3 2)"}));
  const std::vector<Element> pair{*s4.names().find("(1 2)(3 4)"), *s4.names().find("(1 3)(2 4)")};
  EXPECT_EQ(generated(s4, pair), set_of(s4, {"()", "(1 2)(3 4)", "(1 3)(2 4)", "(1 4)(2 3)"}));
}

TEST(Centre, OfKnownGroups) {
  EXPECT_EQ(centre(group_of("S3")), ElementSet{identity});
  EXPECT_EQ(centre(group_of("Z4xZ13")).size(), 52);
  const Group d4 = group_of("D4");
  EXPECT_EQ(centre(d4), set_of(d4, {"e", "r2"}));
  const Group q8 = group_of("Q8");
  EXPECT_EQ(centre(q8), set_of(q8, {"1", "-1"}));
  EXPECT_EQ(centre(group_of("D5")).size(), 1);
  EXPECT_EQ(centre(group_of("S3xZ6")).size(), 6);
}

TEST(Derived, OfKnownGroups) {
  EXPECT_EQ(derived_subgroup(group_of("Z2^5")), ElementSet{identity});
  const Group s3 = group_of("S3");
  EXPECT_EQ(derived_subgroup(s3), set_of(s3, {"()", "(1 2 3)", "(1 3 2)"}));
  const Group q8 = group_of("Q8");
  EXPECT_EQ(derived_subgroup(q8), set_of(q8, {"1", "-1"}));
  EXPECT_EQ(derived_subgroup(group_of("S5")).size(), 60);
  EXPECT_EQ(derived_subgroup(group_of("A5")).size(), 60);
  EXPECT_EQ(derived_subgroup(group_of("Z13:Z4")).size(), 13);
  const Group a4 = group_of("A4");
  EXPECT_EQ(derived_subgroup(a4), set_of(a4, {"()", "(1 2)(3 4)", "(1 3)(2 4)", "(1 4)(2 3)"}));
}

TEST(Classes, PartitionTheGroup) {
  for (const char* text : {"Z1", "Z7", "S4", "A5", "D6", "Q8", "Z13:Z4", "S3xD4"}) {
    const Group group = group_of(text);
    ElementSet all;
    int total = 0;
    Element least = identity;
    const auto classes = conjugacy_classes(group);
    for (const ElementSet& set : classes) {
      EXPECT_GE(*set.begin(), least) << text;
      least = *set.begin();
      total += set.size();
      all |= set;
      EXPECT_EQ(group.order() % set.size(), 0) << text;
      for (const Element e : set)
        EXPECT_EQ(group.element_order(e), group.element_order(*set.begin()));
    }
    EXPECT_EQ(total, group.order()) << text;
    EXPECT_EQ(all.size(), group.order()) << text;
    EXPECT_EQ(classes[0], ElementSet{identity});
  }
}

TEST(Classes, CountsOfKnownGroups) {
  EXPECT_EQ(conjugacy_classes(group_of("S5")).size(), 7U);
  EXPECT_EQ(conjugacy_classes(group_of("A5")).size(), 5U);
  EXPECT_EQ(conjugacy_classes(group_of("A4")).size(), 4U);
  EXPECT_EQ(conjugacy_classes(group_of("D4")).size(), 5U);
  EXPECT_EQ(conjugacy_classes(group_of("Z4xZ13")).size(), 52U);
  const Group s3 = group_of("S3");
  const auto classes = conjugacy_classes(s3);
  EXPECT_NE(std::find(classes.begin(), classes.end(), set_of(s3, {"(1 2)", "(1 3)", "(2 3)"})),
            classes.end());
}

TEST(Normal, InS3) {
  const Group s3 = group_of("S3");
  EXPECT_TRUE(is_normal(s3, ElementSet{identity}));
  EXPECT_TRUE(is_normal(s3, set_of(s3, {"()", "(1 2 3)", "(1 3 2)"})));
  EXPECT_FALSE(is_normal(s3, set_of(s3, {"()", "(1 2)"})));
}

// Every subset of a small group that is a subgroup, found the slow way.
TEST(Subgroups, AgreeWithEverySubset) {
  for (const char* text : {"Z1", "Z2", "Z12", "Z2^3", "Z3^2", "S3", "D4", "D6", "Q8", "A4", "Dic3",
                           "Z4xZ2", "Z2xZ6"}) {
    const Group group = group_of(text);
    std::set<ElementSet> slow;
    for (unsigned bits = 1; bits < 1U << static_cast<unsigned>(group.order()); bits += 2) {
      ElementSet set;
      for (int e = 0; e < group.order(); ++e)
        if ((bits >> static_cast<unsigned>(e) & 1U) != 0) set.insert(element(e));
      if (is_subgroup(group, set)) slow.insert(set);
    }
    const auto found = all_subgroups(group);
    ASSERT_TRUE(found);
    EXPECT_EQ(std::set<ElementSet>(found->begin(), found->end()), slow) << text;
    EXPECT_EQ(found->size(), slow.size()) << text;
  }
}

// Galois numbers for Z2^n; sum of divisors and their number for D_n; the rest from the literature.
TEST(Subgroups, CountsOfKnownGroups) {
  EXPECT_EQ(count_subgroups("Z60"), 12U);
  EXPECT_EQ(count_subgroups("Z2^4"), 67U);
  EXPECT_EQ(count_subgroups("Z2^5"), 374U);
  EXPECT_EQ(count_subgroups("Z2^6"), 2825U);
  EXPECT_EQ(count_subgroups("Z2^7"), 29212U);
  EXPECT_EQ(count_subgroups("Z3^4"), 212U);
  EXPECT_EQ(count_subgroups("D12"), 28U + 6U);
  EXPECT_EQ(count_subgroups("S4"), 30U);
  EXPECT_EQ(count_subgroups("A5"), 59U);
  EXPECT_EQ(count_subgroups("S5"), 156U);
  EXPECT_EQ(count_subgroups("Q8"), 6U);
}

TEST(Subgroups, AreSubgroupsAndTheSmallerComeFirst) {
  const Group group = group_of("S4xZ2");
  const auto found = all_subgroups(group);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->front(), ElementSet{identity});
  EXPECT_EQ(found->back().size(), 48);
  for (std::size_t i = 0; i < found->size(); ++i) {
    EXPECT_TRUE(is_subgroup(group, (*found)[i]));
    if (i > 0) EXPECT_LE((*found)[i - 1].size(), (*found)[i].size());
  }
}

TEST(Subgroups, GivesUpBeyondTheLimit) {
  const Group group = group_of("Z2^3");
  EXPECT_TRUE(all_subgroups(group, 16));
  EXPECT_FALSE(all_subgroups(group, 15));
  EXPECT_FALSE(all_subgroups(group, 0));
  EXPECT_FALSE(all_subgroups(group_of("Z2^8")));
}

// Counts from GAP.
TEST(Subgroups, OfInsolubleProducts) {
  EXPECT_EQ(count_subgroups("A5xZ2"), 164U);
  EXPECT_EQ(count_subgroups("A5xZ3"), 148U);
}

}  // namespace
}  // namespace coset
