#include "engine/algebra/pasted.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.hpp"
#include "engine/algebra/families.hpp"

namespace coset {
namespace {

// Names and rows as one text; the code, the offset and the sentence of an error.
std::string read(std::string_view text) {
  const auto table = read_pasted(text);
  if (!table)
    return std::string(table.error().code) + " " + std::to_string(table.error().offset) + " " +
           table.error().sentence;
  std::string out;
  for (const std::string& name : table->names) out += (out.empty() ? "" : " ") + name;
  for (std::size_t i = 0; i < table->cells.size(); ++i)
    out += (i % table->names.size() == 0 ? " / " : " ") + table->cells[i];
  return out;
}

constexpr std::string_view three = "e a b / e a b / a b e / b e a";

TEST(Pasted, EverySeparatorWithAndWithoutHeadings) {
  for (const std::string_view text :
       {"e a b\na b e\nb e a", "e,a,b\na,b,e\nb,e,a\n", "e\ta\tb\r\na\tb\te\r\nb\te\ta\r\n",
        "  e  a b \n\n a b   e\n\n\nb e a  ", "e, a, b\na, b, e,\nb, e, a",
        "[[e,a,b],[a,b,e],[b,e,a]]", " [ [ e, a, b ],\n [ a, b, e ],\n [ b, e, a ] ];\n",
        "* e a b\ne e a b\na a b e\nb b e a", ",e,a,b\ne,e,a,b\na,a,b,e\nb,b,e,a",
        "\te\ta\tb\ne\te\ta\tb\na\ta\tb\te\nb\tb\te\ta", "  e a b\ne e a b\na a b e\nb b e a",
        "e a b\ne a b\na b e\nb e a", "e e a b\na a b e\nb b e a",
        "* e a b\nb b e a\na a b e\ne e a b", "\"e\",\"a\",\"b\"\na,b,e\nb,e,a"})
    EXPECT_EQ(read(text), three) << text;
}

TEST(Pasted, WithoutHeadingsNumbersAreInTheirOrder) {
  EXPECT_EQ(read("1,2,0\n2,0,1\n0,1,2"), "0 1 2 / 1 2 0 / 2 0 1 / 0 1 2");
  EXPECT_EQ(read("[[2,3,1],[3,1,2],[1,2,3]]"), "1 2 3 / 2 3 1 / 3 1 2 / 1 2 3");
  EXPECT_EQ(read("0 1\n1 7"), "0 1 / 0 1 / 1 7") << "one is out of range: the first row";
  EXPECT_EQ(read("G a\na a"), "a / a") << "the corner is no element";
  EXPECT_EQ(read("01 10\n10 01"), "01 10 / 01 10 / 10 01") << "not how a number is written";
}

TEST(Pasted, WithoutHeadingsTheFirstRowOrColumnNames) {
  EXPECT_EQ(read("b e a\ne a b\na b e"), "b e a / b e a / e a b / a b e");
  EXPECT_EQ(read("e a a\na b e\nb e a"), "e a b / e a a / a b e / b e a");
  EXPECT_EQ(read("e a a\na b e\na e a"),
            "table.names 2 'a' names two elements; write the names above and to the left.");
}

TEST(Pasted, NamesThatAreNoRunsAreQuoted) {
  EXPECT_EQ(read("(),(1,2)\n(1,2),()"), "\"()\" \"(1,2)\" / \"()\" \"(1,2)\" / \"(1,2)\" \"()\"");
  EXPECT_EQ(read("(),(1 2)\n(1  2),()"), "\"()\" \"(1,2)\" / \"()\" \"(1,2)\" / \"(1,2)\" \"()\"");
  EXPECT_EQ(read("[[(),(1,2)],[(1,2),()]]"),
            "\"()\" \"(1,2)\" / \"()\" \"(1,2)\" / \"(1,2)\" \"()\"");
  EXPECT_EQ(read("[0],[1]\n[1],[0]"), "\"[0]\" \"[1]\" / \"[0]\" \"[1]\" / \"[1]\" \"[0]\"");
  EXPECT_EQ(read("no turn,half turn\nhalf turn,no turn"),
            "no_turn half_turn / no_turn half_turn / half_turn no_turn");
  EXPECT_EQ(read("-1\t1\n1\t-1"), "-1 1 / -1 1 / 1 -1");
}

TEST(Pasted, ErrorsHaveAPlace) {
  EXPECT_EQ(read(""), "table.shape 0 There is no table in this text.");
  EXPECT_EQ(read(" \n\t\n "), "table.shape 0 There is no table in this text.");
  EXPECT_EQ(read("a b c\nb c\nc a b"),
            "table.shape 10 Row 3 has 3 entries, and the row before has 2.");
  EXPECT_EQ(read("a b c\nb c\nc a"), "table.shape 0 Row 1 has 3 entries, and row 2 has 2.");
  EXPECT_EQ(read("a b c d\nb c d a"),
            "table.shape 0 A table has as many rows as columns; this one has 2 rows of 4.");
  EXPECT_EQ(read("a,b\n,a"), "table.shape 4 Entry 1 of row 2 is empty.");
  EXPECT_EQ(read(",b\nb,b"), "b / b") << "an empty corner";
  EXPECT_EQ(read(",b\nb,b\nb,b"), "table.shape 0 Entry 1 of row 1 is empty.");
  EXPECT_EQ(read("* a a\na a a\na a a"),
            "table.names 2 'a' names two elements; write the names above and to the left.");
  EXPECT_EQ(read("* a b\na a b\nc b a"), "table.names 4 'b' names a column and no row.");
  EXPECT_EQ(read("a draw\ndraw a"),
            "table.name 2 'draw' is a word of the notation and cannot name an element.");
  EXPECT_EQ(read("a\"b c\nc a\"b"), "table.name 0 A name has quotes only around it.");
  EXPECT_EQ(read("[[1,2],2]"), "table.shape 7 Expected a row in square brackets here.");
  EXPECT_EQ(read("[[1,2"), "table.shape 5 Expected a ']' here.");
  EXPECT_EQ(read("[[1],[]]"), "1 / 1") << "an empty row is none";
  EXPECT_EQ(read("[[1]"), "table.shape 4 Expected a ']' here.");
  EXPECT_EQ(read("[[1]] x"), "table.shape 6 Expected nothing more here.");
}

std::string numbered(int rows, int columns) {
  std::string out;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      out += std::to_string((i + j) % columns) + (j + 1 < columns ? "\t" : "\n");
  return out;
}

TEST(Pasted, HasALimit) {
  const auto largest = read_pasted(numbered(256, 256));
  ASSERT_TRUE(largest.ok()) << largest.error().sentence;
  EXPECT_EQ(largest->elements().size(), 65536U);
  EXPECT_EQ(read(numbered(257, 257)).substr(0, 15), "group.too_large");
  EXPECT_EQ(read(numbered(400, 2)).substr(0, 15), "group.too_large");
  EXPECT_EQ(read(numbered(2, 400)).substr(0, 15), "group.too_large");
  EXPECT_EQ(read(std::string((1U << 19U) + 1, '\n')).substr(0, 14), "group.too_long");
  EXPECT_EQ(read(std::string(100000, '(')).substr(0, 10), "table.name");
}

// Every group of a list, written in five ways under shuffled names, is read as itself.
TEST(Pasted, ReadsWhatWasWritten) {
  Rng rng(24);
  for (const std::string_view text : {"Z2xZ4", "S3", "D4", "Q8", "Z1", "A4", "Z5"}) {
    const Group group = Group::parse(text).value();
    const int n = group.order();
    std::vector<int> order;
    for (int i = 0; i < n; ++i) order.push_back(i);
    for (int i = n; i-- > 1;)
      std::swap(order[static_cast<std::size_t>(i)],
                order[rng.below(static_cast<std::uint32_t>(i) + 1)]);
    const auto name = [&](int i) {
      return "g" + std::to_string(order[static_cast<std::size_t>(i)]);
    };
    for (const char separator : {',', '\t', ' '}) {
      std::string rows = separator == ' ' ? "*" : "";
      for (int i = 0; i < n; ++i) rows += separator + name(i);
      for (int i = 0; i < n; ++i) {
        rows += "\n" + name(i);
        for (int j = 0; j < n; ++j)
          rows += separator + name(index(group.product(element(i), element(j))));
      }
      const auto read_back = read_pasted(rows);
      ASSERT_TRUE(read_back.ok()) << rows << read_back.error().sentence;
      const std::vector<Element> cells = read_back->elements();
      ASSERT_EQ(cells.size(), static_cast<std::size_t>(n * n));
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          EXPECT_EQ(cells[static_cast<std::size_t>(i * n + j)],
                    group.product(element(i), element(j)));
    }
  }
}

}  // namespace
}  // namespace coset
