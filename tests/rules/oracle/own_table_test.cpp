// Tables of one's own: the engine's verdicts, witnesses and repairs against the definitions. Every
// change of one cell in every group table of order up to 8, and 100 000 random Latin squares.
#include "rules/oracle/own_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <numeric>

#include "base/rng.hpp"
#include "engine/algebra/axioms.hpp"
#include "engine/algebra/operation.hpp"
#include "rules/oracle/differential.hpp"

namespace coset {
namespace {

using oracle::Square;

std::string text_of(const Square& table) {
  std::string text;
  for (const std::vector<int>& row : table) {
    text += text.empty() ? "table:" : "/";
    for (std::size_t b = 0; b < row.size(); ++b)
      text += (b > 0 ? "," : "") + std::to_string(row[b]);
  }
  return text;
}

std::vector<Element> flat(const Square& table) {
  std::vector<Element> out;
  for (const std::vector<int>& row : table)
    for (const int e : row) out.push_back(element(e));
  return out;
}

int at(const Square& table, Element a, Element b) {
  return table[static_cast<std::size_t>(index(a))][static_cast<std::size_t>(index(b))];
}

// The failure is one, and its cells show it.
void expect_true(const Square& table, const Witness& witness, const std::vector<Cell>& cells) {
  const auto [axiom, a, b, c] = witness;
  const auto held = [&](std::size_t i) { return at(table, cells[i].row, cells[i].column); };
  switch (axiom) {
    case Axiom::cancellation:
      ASSERT_EQ(cells.size(), 2U);
      EXPECT_NE(cells[0], cells[1]);
      EXPECT_TRUE(cells[0].row == cells[1].row || cells[0].column == cells[1].column);
      EXPECT_EQ(held(0), held(1));
      return;
    case Axiom::neutral:
      EXPECT_TRUE(cells.empty());
      return;
    case Axiom::inverse:
      ASSERT_EQ(cells.size(), 2U);
      EXPECT_EQ(cells[0], (Cell{cells[1].column, cells[1].row}));
      EXPECT_NE(held(0), held(1));
      return;
    case Axiom::associativity: {
      ASSERT_EQ(cells.size(), 4U);
      EXPECT_EQ(cells[0], (Cell{a, b}));
      EXPECT_EQ(cells[1], (Cell{element(held(0)), c}));
      EXPECT_EQ(cells[2], (Cell{b, c}));
      EXPECT_EQ(cells[3], (Cell{a, element(held(2))}));
      EXPECT_NE(held(1), held(3));
      return;
    }
  }
}

// Whether the table is a group.
bool compare(const Square& table) {
  const std::string expected = oracle::verdict(table);
  const std::string text = text_of(table);
  SCOPED_TRACE(text);
  const auto group = Group::parse(text);
  EXPECT_EQ(group ? "" : std::string(group.error().code), expected);
  const std::vector<Element> cells = flat(table);
  const auto order = static_cast<int>(table.size());
  const auto failure = first_failure(cells, order);
  EXPECT_EQ(failure ? std::string(code_of(failure->axiom)) : "", expected);
  if (failure) expect_true(table, *failure, cells_of(*failure, cells, order));
  return expected.empty();
}

std::vector<int> random_order(int n, Rng& rng) {
  std::vector<int> out(static_cast<std::size_t>(n));
  std::iota(out.begin(), out.end(), 0);
  for (std::size_t i = out.size(); i > 1; --i)
    std::swap(out[i - 1], out[rng.below(static_cast<std::uint32_t>(i))]);
  return out;
}

TEST(OwnTable, EveryChangedCellIsFoundAndMendedBack) {
  Rng rng(8);
  long changes = 0;
  for (const Square& written : oracle::groups_up_to_eight()) {
    const auto order = static_cast<int>(written.size());
    const Square group = oracle::renamed(written, random_order(order, rng));
    EXPECT_TRUE(compare(group));
    EXPECT_FALSE(find_mend(flat(group), order));
    for (int a = 0; a < order; ++a)
      for (int b = 0; b < order; ++b)
        for (int other = 0; other < order; ++other) {
          Square table = group;
          int& cell = table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
          const int right = cell;
          if (other == right) continue;
          cell = other;
          ++changes;
          EXPECT_FALSE(compare(table));
          const auto mend = find_mend(flat(table), order);
          ASSERT_TRUE(mend) << text_of(table);
          EXPECT_EQ(mend->cell, (Cell{element(a), element(b)}));
          EXPECT_EQ(mend->element, element(right));
        }
  }
  EXPECT_EQ(changes, 2 * 2 * 1 + 3 * 3 * 2 + 2 * 4 * 4 * 3 + 5 * 5 * 4 + 2 * 6 * 6 * 5 + 7 * 7 * 6 +
                         5 * 8 * 8 * 7);
  std::cout << changes << " changed cells mended back\n";
}

// Fills cell by cell, each with a random element that its row and column lack.
bool fill(Square& table, std::size_t cell, Rng& rng) {
  const std::size_t order = table.size();
  if (cell == order * order) return true;
  const std::size_t row = cell / order;
  const std::size_t column = cell % order;
  for (const int e : random_order(static_cast<int>(order), rng)) {
    bool free = true;
    for (std::size_t i = 0; i < column; ++i) free = free && table[row][i] != e;
    for (std::size_t i = 0; i < row; ++i) free = free && table[i][column] != e;
    if (!free) continue;
    table[row][column] = e;
    if (fill(table, cell + 1, rng)) return true;
  }
  return false;
}

// A random square; one in two with a row and a column in order, so that it has an identity.
Square random_square(Rng& rng) {
  const std::size_t order = 1 + rng.below(8);
  Square table(order, std::vector<int>(order));
  CHECK(fill(table, 0, rng));
  if (rng.below(2) == 0) return table;
  std::sort(table.begin(), table.end());  // the first column in order
  Square out(order, std::vector<int>(order));
  for (std::size_t a = 0; a < order; ++a)
    for (std::size_t b = 0; b < order; ++b)
      out[a][static_cast<std::size_t>(table[0][b])] = table[a][b];
  return out;
}

TEST(OwnTable, RandomLatinSquares) {
  Rng rng(88);
  const long wanted = differential::positions_wanted(100000);
  std::map<std::string, long> verdicts;
  for (long i = 0; i < wanted && !HasFailure(); ++i) {
    const Square table = random_square(rng);
    compare(table);
    ++verdicts[oracle::verdict(table)];
    const auto mend = find_mend(flat(table), static_cast<int>(table.size()));
    EXPECT_FALSE(mend) << "nothing repeats in " << text_of(table);
  }
  EXPECT_EQ(verdicts.size(), 4U) << "a group, no identity, no inverse, not associative";
  EXPECT_FALSE(verdicts.contains("table.not_latin"));
  for (const auto& [code, count] : verdicts)
    std::cout << count << " " << (code.empty() ? "groups" : code) << "\n";
}

}  // namespace
}  // namespace coset
