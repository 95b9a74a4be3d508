// Cosets, quotients, lattices, isomorphisms and names, on every group of order up to 24 and on
// larger ones whose facts are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/algebra/axioms.hpp"
#include "engine/algebra/cosets.hpp"
#include "engine/algebra/isomorphism.hpp"
#include "engine/algebra/lattice.hpp"
#include "engine/algebra/structure.hpp"

namespace coset {
namespace {

Group group_of(std::string_view text) {
  auto group = Group::parse(text);
  EXPECT_TRUE(group.ok()) << text << ": " << (group.ok() ? "" : group.error().sentence);
  CHECK(group.ok());
  return *std::move(group);
}

// One text of every group of order up to 24, by order; the numbers of groups are known.
const std::map<int, std::vector<std::string>>& small_groups() {
  static const std::map<int, std::vector<std::string>> all = {
      {1, {"Z1"}},
      {2, {"Z2"}},
      {3, {"Z3"}},
      {4, {"Z4", "Z2^2"}},
      {5, {"Z5"}},
      {6, {"Z6", "S3"}},
      {7, {"Z7"}},
      {8, {"Z8", "Z2xZ4", "Z2^3", "D4", "Q8"}},
      {9, {"Z9", "Z3^2"}},
      {10, {"Z10", "D5"}},
      {11, {"Z11"}},
      {12, {"Z12", "Z2xZ6", "A4", "D6", "Dic3"}},
      {13, {"Z13"}},
      {14, {"Z14", "D7"}},
      {15, {"Z15"}},
      {16,
       {"Z16", "Z4^2", "Z2xZ8", "Z2xZ2xZ4", "Z2^4", "D8", "Dic4", "Z8:Z2", "D4xZ2", "Q8xZ2",
        "perm:(1,2,3,4)/(2,4)(5,6,7,8)", "perm:(1,2,3,4,5,6,7,8)/(2,6)(4,8)",
        "perm:(1,2,3,4)(5,6,7,8)/(2,6)(4,8)",
        "perm:(1,2,3,4)(5,6,7,8)/(5,7)(6,8)/(1,5)(2,6)(3,7)(4,8)"}},
      {17, {"Z17"}},
      {18, {"Z18", "Z3xZ6", "D9", "S3xZ3", "perm:(1,2,3)/(4,5,6)/(2,3)(5,6)"}},
      {19, {"Z19"}},
      {20, {"Z20", "Z2xZ10", "D10", "Dic5", "Z5:Z4"}},
      {21, {"Z21", "Z7:Z3"}},
      {22, {"Z22", "D11"}},
      {23, {"Z23"}},
      {24,
       {"Z24", "Z2xZ12", "Z2xZ2xZ6", "S4", "D12", "Dic6", "A4xZ2", "D6xZ2", "Dic3xZ2", "S3xZ4",
        "D4xZ3", "Q8xZ3", "perm:(1,2,3)/(2,3)(4,5,6,7,8,9,10,11)",
        "perm:(2,3,5)(6,7,8)/(1,6,4,2)(3,5,7,8)", "perm:(1,2)(3,4)(5,6,7)/(2,4)(6,7)"}}};
  return all;
}

std::vector<Group> every_small_group() {
  std::vector<Group> out;
  for (const auto& [order, texts] : small_groups())
    for (const std::string& text : texts) {
      out.push_back(group_of(text));
      EXPECT_EQ(out.back().order(), order) << text;
    }
  return out;
}

std::vector<ElementSet> subgroups_of(const Group& group) {
  auto found = all_subgroups(group);
  CHECK(found);
  return *std::move(found);
}

int coset_of(const std::vector<ElementSet>& parts, Element e) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].contains(e)) return static_cast<int>(i);
  return -1;
}

void expect_partition(const Group& group, const ElementSet& subgroup, CosetSide side) {
  const std::vector<ElementSet> parts = cosets(group, subgroup, side);
  EXPECT_EQ(parts[0], subgroup);
  ElementSet all;
  int total = 0;
  int least = -1;
  for (const ElementSet& part : parts) {
    EXPECT_EQ(part.size(), subgroup.size());
    EXPECT_GT(index(*part.begin()), least);
    least = index(*part.begin());
    all |= part;
    total += part.size();
    for (const Element a : part)
      for (const Element b : part) {
        const Element quotient = side == CosetSide::left ? group.product(group.inverse(a), b)
                                                         : group.product(b, group.inverse(a));
        EXPECT_TRUE(subgroup.contains(quotient));
      }
  }
  EXPECT_EQ(total, group.order());
  EXPECT_EQ(all, all_elements(group));
}

void expect_quotient(const Group& group, const ElementSet& subgroup) {
  const std::vector<ElementSet> parts = cosets(group, subgroup, CosetSide::left);
  const Group made = quotient(group, subgroup);
  ASSERT_EQ(made.order(), static_cast<int>(parts.size()));
  std::vector<Element> table;
  for (const Element a : all_elements(made))
    for (const Element b : all_elements(made)) table.push_back(made.product(a, b));
  EXPECT_FALSE(first_failure(table, made.order()));
  for (const Element a : all_elements(group))
    for (const Element b : all_elements(group))
      ASSERT_EQ(made.product(element(coset_of(parts, a)), element(coset_of(parts, b))),
                element(coset_of(parts, group.product(a, b))));
  const Group again = group_of(made.text());
  EXPECT_EQ(again.text(), made.text());
  EXPECT_TRUE(made.text().starts_with("table:A"));
}

// The definition, without conjugation: some product of two left cosets is not one.
bool sides_agree(const Group& group, const ElementSet& subgroup) {
  return cosets(group, subgroup, CosetSide::left) == cosets(group, subgroup, CosetSide::right);
}

TEST(Lab, CosetsQuotientsAndWitnessesOfEverySubgroup) {
  int subgroups = 0;
  int normal = 0;
  for (const Group& group : every_small_group()) {
    SCOPED_TRACE(group.text());
    for (const ElementSet& subgroup : subgroups_of(group)) {
      ++subgroups;
      expect_partition(group, subgroup, CosetSide::left);
      expect_partition(group, subgroup, CosetSide::right);
      const auto mixed = mixed_cosets(group, subgroup);
      EXPECT_EQ(sides_agree(group, subgroup), !mixed);
      EXPECT_EQ(is_normal(group, subgroup), !mixed);
      if (!mixed) {
        ++normal;
        expect_quotient(group, subgroup);
        continue;
      }
      const std::vector<ElementSet> parts = cosets(group, subgroup, CosetSide::left);
      EXPECT_EQ(coset_of(parts, mixed->a), coset_of(parts, mixed->b));
      EXPECT_NE(coset_of(parts, group.product(mixed->a, mixed->x)),
                coset_of(parts, group.product(mixed->b, mixed->x)));
    }
  }
  EXPECT_GT(subgroups, 800);
  EXPECT_GT(normal, 500);
  EXPECT_LT(normal, subgroups);
}

TEST(Lab, NormalisersAndConjugatesOfEverySubgroup) {
  for (const Group& group : every_small_group()) {
    SCOPED_TRACE(group.text());
    for (const ElementSet& subgroup : subgroups_of(group)) {
      std::set<ElementSet> images;
      ElementSet still;
      for (const Element g : all_elements(group)) {
        ElementSet image;
        for (const Element h : subgroup)
          image.insert(group.product(group.inverse(g), group.product(h, g)));
        if (image == subgroup) still.insert(g);
        images.insert(image);
      }
      EXPECT_EQ(normaliser(group, subgroup), still);
      const std::vector<ElementSet> found = conjugates(group, subgroup);
      EXPECT_EQ(found[0], subgroup);
      EXPECT_TRUE(std::is_sorted(found.begin() + 1, found.end()));
      EXPECT_EQ(std::set<ElementSet>(found.begin(), found.end()), images);
      EXPECT_EQ(found.size(), images.size());
      EXPECT_EQ(static_cast<int>(found.size()) * still.size(), group.order());
    }
  }
}

TEST(Lab, CosetNamesGoOnAfterZ) {
  EXPECT_EQ(coset_name(0), "A");
  EXPECT_EQ(coset_name(25), "Z");
  EXPECT_EQ(coset_name(26), "AA");
  EXPECT_EQ(coset_name(27), "AB");
  EXPECT_EQ(coset_name(255), "IV");
  std::set<std::string> names;
  for (int i = 0; i < Operation::max_order; ++i) names.insert(coset_name(i));
  EXPECT_EQ(names.size(), 256U);
}

TEST(Lab, TheWitnessInWords) {
  const Group d4 = group_of("D4");
  const std::vector<Element> flip{*d4.names().find("s")};
  const auto mixed = mixed_cosets(d4, generated(d4, flip));
  ASSERT_TRUE(mixed);
  EXPECT_EQ(describe(d4, *mixed),
            "Not normal: e and s are in one left coset, but e*r = r and s*r = r3s are in two.");
}

// Whether nodes[i] lies under nodes[j] with nothing between, by the definition.
bool covers(const Lattice& lattice, std::size_t upper, std::size_t lower) {
  const auto below = [&](std::size_t a, std::size_t b) {
    return a != b && lattice.nodes[b].members.includes(lattice.nodes[a].members);
  };
  if (!below(lower, upper)) return false;
  for (std::size_t i = 0; i < lattice.nodes.size(); ++i)
    if (below(lower, i) && below(i, upper)) return false;
  return true;
}

TEST(Lab, LatticesOfEverySmallGroup) {
  for (const Group& group : every_small_group()) {
    SCOPED_TRACE(group.text());
    const auto lattice = lattice_of(group);
    ASSERT_TRUE(lattice);
    const auto subgroups = all_subgroups(group);
    ASSERT_EQ(lattice->nodes.size(), subgroups->size());
    std::vector<std::size_t> seen(lattice->nodes.size());
    for (std::size_t c = 0; c < lattice->classes.size(); ++c) {
      std::set<ElementSet> members;
      for (const std::size_t node : lattice->classes[c]) {
        EXPECT_EQ(lattice->nodes[node].class_number, c);
        members.insert(lattice->nodes[node].members);
        ++seen[node];
      }
      const auto expected = conjugates(group, *members.begin());
      EXPECT_EQ(members, std::set<ElementSet>(expected.begin(), expected.end()));
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1U), static_cast<int>(seen.size()));
    for (std::size_t i = 0; i < lattice->nodes.size(); ++i) {
      EXPECT_EQ(lattice->nodes[i].members, (*subgroups)[i]);
      EXPECT_EQ(lattice->is_normal(i), is_normal(group, lattice->nodes[i].members));
      std::vector<std::size_t> covered;
      for (std::size_t j = 0; j < lattice->nodes.size(); ++j)
        if (covers(*lattice, i, j)) covered.push_back(j);
      EXPECT_EQ(lattice->nodes[i].covered, covered);
    }
  }
}

TEST(Lab, LatticesOfLargerGroupsAndTheirLimit) {
  const auto s5 = lattice_of(group_of("S5"));
  ASSERT_TRUE(s5);
  EXPECT_EQ(s5->nodes.size(), 156U);
  EXPECT_EQ(s5->classes.size(), 19U);
  EXPECT_EQ(lattice_of(group_of("Z2^6"))->nodes.size(), 2825U);
  EXPECT_FALSE(lattice_of(group_of("Z2^8")));
  const Group s4 = group_of("S4");
  EXPECT_FALSE(lattice_of(s4, 29));
  EXPECT_EQ(lattice_of(s4, 30)->nodes.size(), 30U);
  EXPECT_EQ(lattice_of(s4)->classes.size(), 11U);
}

void expect_isomorphism(const Group& from, const Group& to, const std::vector<Element>& sent) {
  ASSERT_EQ(sent.size(), static_cast<std::size_t>(from.order()));
  EXPECT_EQ(std::set<Element>(sent.begin(), sent.end()).size(), sent.size());
  const auto image = [&](Element e) { return sent[static_cast<std::size_t>(index(e))]; };
  for (const Element a : all_elements(from))
    for (const Element b : all_elements(from))
      ASSERT_EQ(image(from.product(a, b)), to.product(image(a), image(b)));
}

// The same group with its elements in another order, as a table.
Group shuffled(const Group& group, std::uint64_t seed) {
  std::vector<int> order;
  for (int i = 0; i < group.order(); ++i) order.push_back(i);
  for (std::size_t i = order.size(); i > 1; --i) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    std::swap(order[i - 1], order[(seed >> 33U) % i]);
  }
  std::vector<int> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    place[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  std::string text = "table:";
  for (std::size_t a = 0; a < order.size(); ++a)
    for (std::size_t b = 0; b < order.size(); ++b) {
      if (a + b > 0) text += b == 0 ? '/' : ',';
      const Element made = group.product(element(order[a]), element(order[b]));
      text += std::to_string(place[static_cast<std::size_t>(index(made))]);
    }
  return group_of(text);
}

void expect_same(const Lattice& a, const Lattice& b) {
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  EXPECT_EQ(a.classes, b.classes);
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    EXPECT_EQ(a.nodes[i].members, b.nodes[i].members);
    EXPECT_EQ(a.nodes[i].class_number, b.nodes[i].class_number);
    EXPECT_EQ(a.nodes[i].covered, b.nodes[i].covered);
  }
}

// In steps of one unit nothing is done in one piece: a subgroup is found, gets its covers and its
// class in steps of their own.
TEST(Lab, LatticesInStepsAreTheSame) {
  std::vector<Group> groups = every_small_group();
  for (const char* text : {"S5", "A5xZ2", "Z2^5", "D4xZ2^2"}) groups.push_back(group_of(text));
  for (const Group& group : groups) {
    SCOPED_TRACE(group.text());
    const Lattice whole = *lattice_of(group);
    for (const std::size_t units : {0U, 1U, 3U, 100U, 100000U}) {
      LatticeSearch search(group, lattice_limit);
      std::size_t steps = 1;
      for (; search.step(units); ++steps) {
        ASSERT_LE(search.found(), whole.nodes.size());
        ASSERT_LT(search.finished(), 2 * search.found());
      }
      EXPECT_EQ(search.found(), whole.nodes.size());
      EXPECT_EQ(search.finished(), 2 * whole.nodes.size());
      EXPECT_FALSE(search.step(units));
      const auto made = search.take_result();
      ASSERT_TRUE(made);
      expect_same(*made, whole);
      if (units <= 1) EXPECT_GE(steps, 3 * whole.nodes.size());
    }
  }
}

TEST(Lab, ALatticeInStepsStopsAtItsLimit) {
  const Group group = group_of("Z2^8");
  LatticeSearch search(group, 1000);
  while (search.step(50)) ASSERT_LE(search.found(), 1001U);
  EXPECT_EQ(search.found(), 1001U);
  EXPECT_FALSE(search.take_result());
  LatticeSearch exact(group_of("S4"), 30);
  while (exact.step(1)) {
  }
  EXPECT_TRUE(exact.take_result());
}

TEST(Lab, IsomorphicExactlyToItselfUnderOtherNames) {
  for (const auto& [order, texts] : small_groups())
    for (std::size_t i = 0; i < texts.size(); ++i)
      for (std::size_t j = 0; j < texts.size(); ++j) {
        SCOPED_TRACE(texts[i] + " and " + texts[j]);
        const Group from = shuffled(group_of(texts[i]), i + 100 * j);
        const Group to = group_of(texts[j]);
        const auto sent = isomorphism(from, to);
        EXPECT_EQ(sent.has_value(), i == j);
        if (sent) expect_isomorphism(from, to, *sent);
      }
  EXPECT_FALSE(isomorphism(group_of("Z6"), group_of("Z7")));
  EXPECT_TRUE(isomorphism(group_of("A5"), group_of("A5")));
  EXPECT_FALSE(isomorphism(group_of("Z61"), group_of("Z61")));
}

TEST(Lab, EverySmallGroupHasAName) {
  const std::map<std::string, std::string> usual = {
      {"perm:(1,2,3,4)/(2,4)(5,6,7,8)", "Z4⋊Z4"},
      {"perm:(1,2,3,4,5,6,7,8)/(2,6)(4,8)", "Z8⋊Z2 (modular)"},
      {"perm:(1,2,3,4)(5,6,7,8)/(2,6)(4,8)", "Z2²⋊Z4"},
      {"perm:(1,2,3,4)(5,6,7,8)/(5,7)(6,8)/(1,5)(2,6)(3,7)(4,8)", "Pauli group"},
      {"perm:(1,2,3)/(4,5,6)/(2,3)(5,6)", "generalised dihedral group of Z3²"},
      {"perm:(1,2,3)/(2,3)(4,5,6,7,8,9,10,11)", "Z3⋊Z8"},
      {"perm:(2,3,5)(6,7,8)/(1,6,4,2)(3,5,7,8)", "SL(2,3)"},
      {"perm:(1,2)(3,4)(5,6,7)/(2,4)(6,7)", "Z3⋊D4"}};
  for (const auto& [order, texts] : small_groups())
    for (const std::string& text : texts) {
      SCOPED_TRACE(text);
      const Group group = shuffled(group_of(text), 7);
      const auto known = known_as(group);
      ASSERT_TRUE(known);
      EXPECT_EQ(known->text, group_of(text).text());
      const auto name = usual.find(text);
      EXPECT_EQ(known->name, name == usual.end() ? known->text : name->second);
      expect_isomorphism(group, group_of(known->text), known->sent);
    }
}

TEST(Lab, TheSimplestNameWins) {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"Z2xZ3", "Z6"},
      {"D3", "S3"},
      {"Z3:Z2", "S3"},
      {"Dic2", "Q8"},
      {"D1", "Z2"},
      {"D2", "Z2^2"},
      {"S3xZ2", "D6"},
      {"S2xA3", "Z6"},
      {"Z4xZ13", "Z52"},
      {"Z2xZ2xZ3", "Z2xZ6"},
      {"D5xZ3", "D5xZ3"},
      {"Z15:Z2", "D5xZ3"},
      {"S3xZ2xZ2", "D6xZ2"},
      {"Z3xS3xZ3", "S3xZ3xZ3"},
      {"D4xZ3xZ2", "D4xZ6"},
      {"S3xD5", "S3xD5"},
      {"D5xS3", "S3xD5"},
      {"Z2^8", "Z2^8"},
      {"Z16xZ9", "Z144"},
      {"Z2xZ4xZ8", "Z2xZ4xZ8"},
      {"Z5:Z4xZ3", "Z5:Z4xZ3"},
      {"perm:(1,2,3)(4,5,6)(7,8,9)/(2,5,8)(3,9,6)", "perm:(1,2,3)(4,5,6)(7,8,9)/(2,5,8)(3,9,6)"}};
  for (const auto& [text, name] : names) {
    SCOPED_TRACE(text);
    const Group group = group_of(text);
    const auto known = known_as(group);
    ASSERT_TRUE(known);
    EXPECT_EQ(known->text, name);
    expect_isomorphism(group, group_of(name), known->sent);
  }
  EXPECT_FALSE(known_as(group_of("D4xZ2xZ2xZ2")));
}

TEST(Lab, AbelianGroupsAreProductsOfCyclicOnes) {
  const std::vector<std::pair<std::string, std::vector<int>>> known = {
      {"Z1", {}},
      {"Z2xZ4", {2, 4}},
      {"Z12", {3, 4}},
      {"Z2xZ6", {2, 2, 3}},
      {"Z4xZ13", {4, 13}},
      {"Z2^8", {2, 2, 2, 2, 2, 2, 2, 2}},
      {"Z4^4", {4, 4, 4, 4}},
      {"Z2xZ4xZ8", {2, 4, 8}},
      {"Z6xZ36", {2, 3, 4, 9}},
      {"Z256", {256}},
      {"Z9xZ27", {9, 27}}};
  for (const auto& [text, orders] : known)
    for (const bool mixed : {false, true}) {
      SCOPED_TRACE(text);
      if (mixed && text.find('^') != std::string::npos) continue;
      const Group group = mixed ? shuffled(group_of(text), 3) : group_of(text);
      const CyclicFactors factors = prime_power_factors(group);
      EXPECT_EQ(factors.orders, orders);
      std::string product = "Z1";
      for (std::size_t i = 0; i < orders.size(); ++i) {
        EXPECT_EQ(group.element_order(factors.generators[i]), orders[i]);
        product += "xZ" + std::to_string(orders[i]);
      }
      if (orders.size() < 8) expect_isomorphism(group_of(product), group, factors.elements);
    }
}

}  // namespace
}  // namespace coset
