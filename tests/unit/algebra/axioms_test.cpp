#include "engine/algebra/axioms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/rng.hpp"

namespace coset {
namespace {

struct Square {
  int order;
  std::vector<Element> cells;

  Square(int n, const std::vector<int>& entries) : order(n) {
    for (const int entry : entries) cells.push_back(element(entry));
  }
  Element at(Element a, Element b) const {
    return cells[static_cast<std::size_t>(index(a) * order + index(b))];
  }
  std::optional<Witness> failure() const { return first_failure(cells, order); }
  std::string sentence() const { return describe(*failure(), cells, order, tuple_names({order})); }
};

bool is_identity(const Square& square, Element e) {
  for (int x = 0; x < square.order; ++x)
    if (square.at(e, element(x)) != element(x) || square.at(element(x), e) != element(x))
      return false;
  return true;
}

// Whether the elements of the witness really show what it claims.
bool holds(const Square& square, const Witness& w) {
  switch (w.axiom) {
    case Axiom::cancellation:
      return w.b != w.c && (square.at(w.a, w.b) == square.at(w.a, w.c) ||
                            square.at(w.b, w.a) == square.at(w.c, w.a));
    case Axiom::neutral:
      for (int e = 0; e < square.order; ++e)
        if (is_identity(square, element(e))) return false;
      return true;
    case Axiom::inverse:
      return is_identity(square, w.c) && square.at(w.a, w.b) == w.c && square.at(w.b, w.a) != w.c;
    case Axiom::associativity:
      return square.at(square.at(w.a, w.b), w.c) != square.at(w.a, square.at(w.b, w.c));
  }
  return false;
}

// The definition, read off as it stands in a textbook.
bool is_group(const Square& square) {
  const int n = square.order;
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      for (int c = 0; c < n; ++c)
        if (square.at(square.at(element(a), element(b)), element(c)) !=
            square.at(element(a), square.at(element(b), element(c))))
          return false;
  for (int e = 0; e < n; ++e) {
    if (!is_identity(square, element(e))) continue;
    for (int a = 0; a < n; ++a) {
      bool inverse = false;
      for (int b = 0; b < n; ++b)
        inverse = inverse || (square.at(element(a), element(b)) == element(e) &&
                              square.at(element(b), element(a)) == element(e));
      if (!inverse) return false;
    }
    return true;
  }
  return false;
}

const Square cyclic_three(3, {0, 1, 2, 1, 2, 0, 2, 0, 1});
// Rows are fine, the first column is not.
const Square bad_column(2, {0, 1, 0, 1});
const Square bad_row(2, {0, 0, 1, 1});
// Subtraction modulo 3: 0 is neutral on the right only.
const Square subtraction(3, {0, 2, 1, 1, 0, 2, 2, 1, 0});
const Square loop_of_one_sided_inverses(5, {0, 1, 2, 3, 4,  //
                                            1, 2, 0, 4, 3,  //
                                            2, 3, 4, 0, 1,  //
                                            3, 4, 1, 2, 0,  //
                                            4, 0, 3, 1, 2});
// Every element is its own inverse, which no group of order 5 allows.
const Square loop_of_five(5, {0, 1, 2, 3, 4,  //
                              1, 0, 3, 4, 2,  //
                              2, 4, 0, 1, 3,  //
                              3, 2, 4, 0, 1,  //
                              4, 3, 1, 2, 0});

TEST(FirstFailure, NoneInAGroup) {
  EXPECT_FALSE(cyclic_three.failure());
  EXPECT_FALSE(Square(1, {0}).failure());
}

TEST(FirstFailure, ARowTwice) {
  const auto witness = bad_row.failure();
  ASSERT_TRUE(witness);
  EXPECT_EQ(witness->axiom, Axiom::cancellation);
  EXPECT_TRUE(holds(bad_row, *witness));
  EXPECT_EQ(bad_row.sentence(),
            "0*0 = 0*1 = 0: a row holds the same element twice, so there is no cancelling.");
}

TEST(FirstFailure, AColumnTwice) {
  const auto witness = bad_column.failure();
  ASSERT_TRUE(witness);
  EXPECT_EQ(witness->axiom, Axiom::cancellation);
  EXPECT_TRUE(holds(bad_column, *witness));
  EXPECT_EQ(bad_column.sentence(),
            "0*0 = 1*0 = 0: a column holds the same element twice, so there is no cancelling.");
}

TEST(FirstFailure, NoIdentity) {
  const auto witness = subtraction.failure();
  ASSERT_TRUE(witness);
  EXPECT_EQ(witness->axiom, Axiom::neutral);
  EXPECT_TRUE(holds(subtraction, *witness));
  EXPECT_EQ(subtraction.sentence(),
            "No element leaves every other one unchanged: there is no identity.");
}

TEST(FirstFailure, AnInverseOnOneSide) {
  const auto witness = loop_of_one_sided_inverses.failure();
  ASSERT_TRUE(witness);
  EXPECT_EQ(witness->axiom, Axiom::inverse);
  EXPECT_TRUE(holds(loop_of_one_sided_inverses, *witness));
  EXPECT_EQ(loop_of_one_sided_inverses.sentence(),
            "1*2 = 0 but 2*1 = 3: 1 has no inverse that works on both sides.");
}

TEST(FirstFailure, NotAssociative) {
  const auto witness = loop_of_five.failure();
  ASSERT_TRUE(witness);
  EXPECT_EQ(witness->axiom, Axiom::associativity);
  EXPECT_TRUE(holds(loop_of_five, *witness));
  EXPECT_EQ(loop_of_five.sentence(),
            "(1*1)*2 = 2 but 1*(1*2) = 4: the operation is not associative.");
}

TEST(FirstFailure, EveryTableOfOrderThree) {
  int groups = 0;
  for (int code = 0; code < 19683; ++code) {
    std::vector<int> entries;
    for (int i = 0, rest = code; i < 9; ++i, rest /= 3) entries.push_back(rest % 3);
    const Square square(3, entries);
    const auto witness = square.failure();
    ASSERT_EQ(!witness, is_group(square)) << code;
    if (witness) ASSERT_TRUE(holds(square, *witness)) << code;
    if (!witness) ++groups;
  }
  EXPECT_EQ(groups, 3);  // 3! namings of Z3 over its 2 automorphisms
}

TEST(FirstFailure, EverySquareOfFourPermutations) {
  std::vector<std::array<int, 4>> rows;
  std::array<int, 4> row{0, 1, 2, 3};
  do rows.push_back(row);
  while (std::next_permutation(row.begin(), row.end()));
  int groups = 0;
  // The first row fixes nothing of interest: the rows of a group are all different.
  for (const auto& r0 : rows)
    for (const auto& r1 : rows)
      for (const auto& r2 : rows)
        for (const auto& r3 : rows) {
          if (r1[0] == r0[0] || r2[0] == r0[0] || r3[0] == r0[0] || r2[0] == r1[0]) continue;
          std::vector<int> entries;
          for (const auto* r : {&r0, &r1, &r2, &r3})
            entries.insert(entries.end(), r->begin(), r->end());
          const Square square(4, entries);
          const auto witness = square.failure();
          if (!witness) ++groups;
          ASSERT_TRUE(witness ? holds(square, *witness) : is_group(square));
        }
  EXPECT_EQ(groups, 16);  // 4!/2 namings of Z4 and 4!/6 of Z2^2
}

TEST(FirstFailure, OneWrongCellIsFound) {
  Rng rng(11);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 2 + static_cast<int>(rng.below(30));
    std::vector<int> entries;
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b) entries.push_back((a + b) % n);
    int& cell = entries[rng.below(static_cast<std::uint32_t>(n * n))];
    cell = (cell + 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(n - 1)))) % n;
    const Square square(n, entries);
    const auto witness = square.failure();
    ASSERT_TRUE(witness);
    EXPECT_TRUE(holds(square, *witness));
  }
}

TEST(FindIdentity, WhereverItStands) {
  EXPECT_EQ(find_identity(cyclic_three.cells, 3), identity);
  EXPECT_EQ(find_identity(Square(2, {1, 0, 0, 1}).cells, 2), element(1));
  EXPECT_EQ(find_identity(subtraction.cells, 3), std::nullopt);
}

TEST(CodeOf, IsStable) {
  EXPECT_EQ(code_of(Axiom::cancellation), "table.not_latin");
  EXPECT_EQ(code_of(Axiom::neutral), "table.no_identity");
  EXPECT_EQ(code_of(Axiom::inverse), "table.no_inverse");
  EXPECT_EQ(code_of(Axiom::associativity), "table.not_associative");
}

}  // namespace
}  // namespace coset
