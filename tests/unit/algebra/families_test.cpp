#include "engine/algebra/families.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "engine/algebra/axioms.hpp"
#include "engine/algebra/structure.hpp"

namespace coset {
namespace {

Group group_of(std::string_view text) {
  auto group = Group::parse(text);
  CHECK(group.ok());
  return *std::move(group);
}

// The element that "R + B" or "(1 2) * (2 3)" makes, from left to right.
Element sum(const Operation& operation, std::string_view text) {
  Reader in(text);
  Word word;
  do {
    in.skip_spaces();
    const auto e = operation.names().read(in);
    EXPECT_TRUE(e.ok()) << text;
    word.push(*e);
    in.skip_spaces();
  } while (in.take('+') || in.take('*'));
  EXPECT_TRUE(in.done()) << text;
  return operation.product(word);
}

// Every part of "Y + O = B + P = R" makes the same.
void expect_equal_parts(const Operation& operation, const std::string& equation) {
  std::istringstream parts(equation);
  std::string part;
  std::getline(parts, part, '=');
  const Element first = sum(operation, part);
  int others = 0;
  while (std::getline(parts, part, '=')) {
    EXPECT_EQ(sum(operation, part), first) << part << " in " << equation;
    ++others;
  }
  EXPECT_GT(others, 0) << equation;
}

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

TEST(EveryFamily, IsAGroupWithIdentityFirst) {
  for (const char* text :
       {"Z1",       "Z2",     "Z12",   "Z256",  "Z2^3",  "Z2^8",     "Z3^3",   "Z4xZ13",
        "Z2xZ3xZ4", "D1",     "D2",    "D3",    "D4",    "D13",      "D128",   "Dic2",
        "Dic3",     "Dic5",   "Dic64", "Q8",    "S1",    "S2",       "S3",     "S4",
        "S5",       "A1",     "A2",    "A3",    "A4",    "A5",       "Z13:Z4", "Z7:Z3",
        "Z3:Z2",    "Z16:Z4", "Z8:Z2", "S3xZ2", "D4xQ8", "Z2xZ7:Z3", "S4xS3"}) {
    SCOPED_TRACE(text);
    const Group group = group_of(text);
    std::vector<Element> table;
    for (int a = 0; a < group.order(); ++a)
      for (int b = 0; b < group.order(); ++b)
        table.push_back(group.product(element(a), element(b)));
    const auto failure = first_failure(table, group.order());
    EXPECT_FALSE(failure) << describe(*failure, table, group.order(), group.names());
    EXPECT_EQ(find_identity(table, group.order()), identity);
    EXPECT_EQ(generated(group, group.generators()).size(), group.order());
    EXPECT_EQ(group.names().size(), group.order());
    bool abelian = true;
    for (int a = 0; a < group.order(); ++a) {
      const Element e = element(a);
      EXPECT_EQ(group.product(e, group.inverse(e)), identity);
      EXPECT_EQ(group.product(group.inverse(e), e), identity);
      // The order is the least power that is the identity, and it divides the exponent.
      Element power = identity;
      for (int i = 1; i < group.element_order(e); ++i) {
        power = group.product(power, e);
        EXPECT_NE(power, identity);
      }
      EXPECT_EQ(group.product(power, e), identity);
      EXPECT_EQ(group.exponent() % group.element_order(e), 0);
      for (int b = 0; b < a; ++b) abelian = abelian && group.commute(e, element(b));
    }
    EXPECT_EQ(group.abelian(), abelian);
  }
}

TEST(Orders, OfEachFamily) {
  const std::vector<std::pair<const char*, int>> orders{
      {"Z7", 7},     {"D7", 14},     {"Dic7", 28},  {"S1", 1},   {"S4", 24},     {"S5", 120},
      {"A2", 1},     {"A3", 3},      {"A5", 60},    {"Q8", 8},   {"Z13:Z4", 52}, {"Z7:Z3", 21},
      {"Z2^8", 256}, {"Z4xZ13", 52}, {"S3xZ2", 12}, {"D4^2", 64}};
  for (const auto& [text, order] : orders) EXPECT_EQ(group_of(text).order(), order) << text;
}

TEST(Exponents, AreTheLeastCommonMultiple) {
  EXPECT_EQ(group_of("Z1").exponent(), 1);
  EXPECT_EQ(group_of("Z2^3").exponent(), 2);
  EXPECT_EQ(group_of("Z4xZ6").exponent(), 12);
  EXPECT_EQ(group_of("S5").exponent(), 60);
  EXPECT_EQ(group_of("A4").exponent(), 6);
  EXPECT_EQ(group_of("Q8").exponent(), 4);
}

// Every equation of the rulebook's Concepts section, in its order.
TEST(Colours, EquationsOfTheRulebook) {
  const Group colours = group_of("Z2^3");
  for (const char* equation : {"P = R + B",
                               "O = R + Y",
                               "G = B + Y",
                               "W = R + B + Y",
                               "R + C = R",
                               "R + R = C",
                               "R + B + B = R + C",
                               "R + B + B = R",
                               "C + C = C",
                               "C + C + C = C",
                               "Y + O = Y + R + Y = R + Y + Y = R + C = R",
                               "B + P = B + R + B = R + C = R",
                               "G + W = B + Y + W = B + Y + R + B + Y = R + C + C = R",
                               "Y + O = B + P = G + W = R",
                               "Y + P + G = Y + R + B + B + Y = R + C + C = R",
                               "O + P + W = R + Y + R + B + R + B + Y = R + C + C + C = R",
                               "R + O = Y",
                               "Y + O = R",
                               "B + P = R",
                               "R + P = B",
                               "B + G = Y",
                               "Y + G = B",
                               "G + O = P",
                               "O + P = G",
                               "P + G = O",
                               "R + B = P",
                               "R + B + P = C"})
    expect_equal_parts(colours, equation);
}

TEST(Colours, EveryColourWithClearAndWithItself) {
  const Group colours = group_of("Z2^3");
  for (int e = 0; e < 8; ++e) {
    EXPECT_EQ(colours.product(element(e), identity), element(e));
    EXPECT_EQ(colours.product(element(e), element(e)), identity);
  }
}

TEST(Colours, MixingIsXor) {
  for (const char* text : {"Z2", "Z2^2", "Z2^3", "Z2^5", "Z2^8"}) {
    const Group group = group_of(text);
    for (int a = 0; a < group.order(); ++a)
      for (int b = 0; b < group.order(); ++b)
        ASSERT_EQ(group.product(element(a), element(b)), element(a ^ b)) << text;
  }
}

// A Cayley table as it is printed: a corner, the columns, and rows that begin with their card.
void expect_printed(const Group& group, const std::vector<std::string>& lines,
                    const std::function<std::string(const std::string&)>& card) {
  const auto columns = words(lines[0]);
  ASSERT_EQ(columns.size(), lines.size());
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto row = words(lines[i]);
    ASSERT_EQ(row.size(), columns.size());
    for (std::size_t j = 1; j < row.size(); ++j)
      expect_equal_parts(group, card(row[0]) + "+" + card(columns[j]) + "=" + card(row[j]));
  }
}

std::string heart(const std::string& rank) { return "h" + rank; }

TEST(Cards, SuitsOfTheRulebook) {
  expect_printed(group_of("Z4xZ13"),
                 {"+ h s d c",  //
                  "h h s d c",  //
                  "s s d c h",  //
                  "d d c h s",  //
                  "c c h s d"},
                 [](const std::string& suit) { return suit + "K"; });
}

TEST(Cards, ThirteenRanks) {
  expect_printed(group_of("Z4xZ13"),
                 {"+ K A 2 3 4 5 6 7 8 9 10 J Q",   //
                  "K K A 2 3 4 5 6 7 8 9 10 J Q",   //
                  "A A 2 3 4 5 6 7 8 9 10 J Q K",   //
                  "2 2 3 4 5 6 7 8 9 10 J Q K A",   //
                  "3 3 4 5 6 7 8 9 10 J Q K A 2",   //
                  "4 4 5 6 7 8 9 10 J Q K A 2 3",   //
                  "5 5 6 7 8 9 10 J Q K A 2 3 4",   //
                  "6 6 7 8 9 10 J Q K A 2 3 4 5",   //
                  "7 7 8 9 10 J Q K A 2 3 4 5 6",   //
                  "8 8 9 10 J Q K A 2 3 4 5 6 7",   //
                  "9 9 10 J Q K A 2 3 4 5 6 7 8",   //
                  "10 10 J Q K A 2 3 4 5 6 7 8 9",  //
                  "J J Q K A 2 3 4 5 6 7 8 9 10",   //
                  "Q Q K A 2 3 4 5 6 7 8 9 10 J"},
                 heart);
}

TEST(Cards, FiveRanks) {
  expect_printed(group_of("Z4xZ5"),
                 {"+ 5 A 2 3 4",  //
                  "5 5 A 2 3 4",  //
                  "A A 2 3 4 5",  //
                  "2 2 3 4 5 A",  //
                  "3 3 4 5 A 2",  //
                  "4 4 5 A 2 3"},
                 heart);
}

TEST(Cards, SevenRanks) {
  expect_printed(group_of("Z4xZ7"),
                 {"+ 7 A 2 3 4 5 6",  //
                  "7 7 A 2 3 4 5 6",  //
                  "A A 2 3 4 5 6 7",  //
                  "2 2 3 4 5 6 7 A",  //
                  "3 3 4 5 6 7 A 2",  //
                  "4 4 5 6 7 A 2 3",  //
                  "5 5 6 7 A 2 3 4",  //
                  "6 6 7 A 2 3 4 5"},
                 heart);
}

TEST(Cards, ElevenRanks) {
  expect_printed(group_of("Z4xZ11"),
                 {"+ J A 2 3 4 5 6 7 8 9 10",  //
                  "J J A 2 3 4 5 6 7 8 9 10",  //
                  "A A 2 3 4 5 6 7 8 9 10 J",  //
                  "2 2 3 4 5 6 7 8 9 10 J A",  //
                  "3 3 4 5 6 7 8 9 10 J A 2",  //
                  "4 4 5 6 7 8 9 10 J A 2 3",  //
                  "5 5 6 7 8 9 10 J A 2 3 4",  //
                  "6 6 7 8 9 10 J A 2 3 4 5",  //
                  "7 7 8 9 10 J A 2 3 4 5 6",  //
                  "8 8 9 10 J A 2 3 4 5 6 7",  //
                  "9 9 10 J A 2 3 4 5 6 7 8",  //
                  "10 10 J A 2 3 4 5 6 7 8 9"},
                 heart);
}

// All but one: the rulebook plays s9 + s5 for d3, but they make dA.
TEST(Cards, EquationsOfTheExampleGame) {
  const Group cards = group_of("Z4xZ13");
  for (const char* equation : {"h10 + d9 = d6", "d6 + h10 = d3", "s6 + s10 = d3", "cQ + s7 = h6",
                               "cQ + s7 + d10 = h6 + d10 = d3", "dK + sJ + s8 = h6", "c8 + dK = s8",
                               "hQ + c10 + dQ = s8", "s9 + s5 = dA"})
    expect_equal_parts(cards, equation);
}

TEST(Dihedral, Relations) {
  const Group d5 = group_of("D5");
  for (const char* equation :
       {"r*r*r*r*r = e", "s*s = e", "s*r = r4*s = r4s", "rs*rs = e", "r2*r = r3", "r2s*r = rs"})
    expect_equal_parts(d5, equation);
  EXPECT_EQ(d5.names().write(element(7)), "r2s");
}

TEST(Dicyclic, Relations) {
  const Group dic3 = group_of("Dic3");
  for (const char* equation : {"a*a*a*a*a*a = e", "x*x = a3", "x*a = a5*x = a5x", "ax*ax = a3"})
    expect_equal_parts(dic3, equation);
}

TEST(Quaternion, HamiltonsRelations) {
  const Group q8 = group_of("Q8");
  for (const char* equation :
       {"i*i = j*j = k*k = i*j*k = -1", "i*j = k", "j*i = -k", "j*k = i", "k*j = -i", "k*i = j",
        "i*k = -j", "-1*-1 = 1", "-i*-j = k", "-1*i = i*-1 = -i", "-i*j = -k"})
    expect_equal_parts(q8, equation);
}

TEST(Permutations, MultiplyFromLeftToRight) {
  const Group s4 = group_of("S4");
  for (const char* equation :
       {"(1 2)*(2 3) = (1 3 2)", "(2 3)*(1 2) = (1 2 3)", "(1 2 3)*(1 2 3) = (1 3 2)",
        "(1 2 3 4)*(1 4 3 2) = ()", "(1 2)*(3 4) = (1 2)(3 4)"})
    expect_equal_parts(s4, equation);
  EXPECT_EQ(s4.names().write(element(1)), "(3 4)");
  EXPECT_EQ(group_of("A4").names().write(element(1)), "(2 3 4)");
}

TEST(Twisted, ThirteenByFourTurnsByFive) {
  const Group group = group_of("Z13:Z4");
  EXPECT_FALSE(group.abelian());
  EXPECT_EQ(group.moduli(), std::vector<int>{});
  for (int x = 0; x < 52; ++x)
    for (int y = 0; y < 52; ++y) {
      int turn = 1;
      for (int i = 0; i < x % 4; ++i) turn = turn * 5 % 13;
      const int rank = (x / 4 + turn * (y / 4)) % 13;
      EXPECT_EQ(group.product(element(x), element(y)), element((x + y) % 4 + 4 * rank));
    }
  for (const char* equation : {"sK*hA*cK = h5", "hA*h2 = h3", "sK*sK*sK*sK = hK"})
    expect_equal_parts(group, equation);
}

TEST(Twisted, ExistsWhereAnAutomorphismDoes) {
  EXPECT_TRUE(twist_exists(13, 4));
  EXPECT_TRUE(twist_exists(7, 3));
  EXPECT_TRUE(twist_exists(3, 2));
  EXPECT_TRUE(twist_exists(8, 2));
  EXPECT_FALSE(twist_exists(12, 5));
  EXPECT_FALSE(twist_exists(8, 4));
  EXPECT_FALSE(twist_exists(7, 4));
  EXPECT_FALSE(twist_exists(1, 2));
  EXPECT_FALSE(twist_exists(2, 2));
}

TEST(Products, CoordinatesModuliAndGenerators) {
  const Group group = group_of("Z4xZ2xZ3");
  EXPECT_EQ(group.moduli(), (std::vector<int>{4, 2, 3}));
  EXPECT_EQ(group.generators(), (std::vector<Element>{element(1), element(4), element(8)}));
  const Element e = element(3 + 4 * 1 + 8 * 2);
  EXPECT_EQ(group.coordinate(e, 0), 3);
  EXPECT_EQ(group.coordinate(e, 1), 1);
  EXPECT_EQ(group.coordinate(e, 2), 2);
  EXPECT_EQ(group.names().write(e), "(3,1,2)");
  expect_equal_parts(group, "(3,1,2) + (2,1,2) = (1,0,1)");
  EXPECT_TRUE(group_of("S3xZ2").moduli().empty());
  EXPECT_EQ(group_of("Z7").moduli(), std::vector<int>{7});
  expect_equal_parts(group_of("S3xZ4"), "((1 2),3) * ((2 3),2) = ((1 3 2),1)");
}

TEST(Operations, RenamedKeepsTheTable) {
  const Group cards = group_of("Z4xZ13");
  const Operation other = cards.renamed(card_names(13, "shdc", default_ranks(13)));
  EXPECT_EQ(other.names().write(identity), "sK");
  EXPECT_EQ(cards.names().write(identity), "hK");
  ASSERT_TRUE(other.group());
  EXPECT_EQ(other.group()->exponent(), 52);
  expect_equal_parts(other, "h10 + d9 = c6");
}

}  // namespace
}  // namespace coset
