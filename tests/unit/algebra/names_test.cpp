#include "engine/algebra/names.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/algebra/operation.hpp"

namespace coset {
namespace {

Names names_of(const char* text) {
  const auto operation = Operation::parse(text);
  EXPECT_TRUE(operation.ok()) << text;
  return operation->names();
}

std::string name_at_start(std::string_view text) {
  Reader in(text);
  return std::string(take_name(in));
}

std::string written(const Names& names) {
  std::string out;
  for (int e = 0; e < names.size(); ++e) out += (e ? " " : "") + names.write(element(e));
  return out;
}

std::string in_text_order(const Names& names) {
  std::string out;
  for (const Element e : names.text_order()) out += (out.empty() ? "" : " ") + names.write(e);
  return out;
}

TEST(Names, ATupleOfDigitsIsReadWithoutBrackets) {
  const Names names = tuple_names({2, 4});
  EXPECT_EQ(names.find("13"), names.find("(1,3)"));
  EXPECT_TRUE(names.find("13").has_value());
  EXPECT_FALSE(names.find("14").has_value());
  for (const int two_digits : {11, 12})
    EXPECT_FALSE(tuple_names({2, two_digits}).find("13").has_value()) << "(1,3), or no name";
  EXPECT_TRUE(tuple_names({2, 10}).find("19").has_value());
}

TEST(EveryGroup, NamesRoundTrip) {
  for (const char* spec : {"Z1",
                           "Z2",
                           "Z13",
                           "Z256",
                           "Z2^2",
                           "Z2^3",
                           "Z2^4",
                           "Z2^8",
                           "Z3^2",
                           "Z3^3",
                           "Z3^4",
                           "Z2xZ3",
                           "Z4xZ5",
                           "Z4xZ7",
                           "Z4xZ11",
                           "Z4xZ13",
                           "Z13xZ4",
                           "Z13:Z4",
                           "Z5:Z4",
                           "Z7:Z3",
                           "D1",
                           "D2",
                           "D4",
                           "D12",
                           "Q8",
                           "Dic3",
                           "S1",
                           "S2",
                           "S3",
                           "S4",
                           "S5",
                           "A4",
                           "A5",
                           "S3xZ2",
                           "S4xS3",
                           "A4xQ8",
                           "D4xZ7:Z3",
                           "Z2xZ13:Z4",
                           "table:0,1/1,0",
                           "table:e,a;e,a/a,e",
                           "table:\"+\",-;\"+\",-/-,\"+\"",
                           "magma:rock,paper;rock,paper/paper,paper"}) {
    SCOPED_TRACE(spec);
    const Names names = names_of(spec);
    std::set<std::string> seen;
    std::set<int> ranks;
    for (int e = 0; e < names.size(); ++e) {
      const std::string& text = names.write(element(e));
      EXPECT_TRUE(seen.insert(text).second) << text;
      EXPECT_EQ(names.find(text), element(e)) << text;
      // One NAME, so that it can stand in a move with anything behind it.
      const std::string followed = text + "+x";
      Reader in(followed);
      const auto read = names.read(in);
      ASSERT_TRUE(read.ok()) << text;
      EXPECT_EQ(*read, element(e));
      EXPECT_EQ(in.rest(), "+x");
      EXPECT_FALSE(names.spoken(element(e)).empty());
      ranks.insert(names.text_rank(element(e)));
      EXPECT_EQ(names.text_order()[static_cast<std::size_t>(names.text_rank(element(e)))],
                element(e));
    }
    EXPECT_EQ(static_cast<int>(ranks.size()), names.size());
  }
}

TEST(Colours, IndexAndTextOrder) {
  const Names names = colour_names();
  EXPECT_EQ(written(names), "C R Y O B P G W");
  EXPECT_EQ(in_text_order(names), "R Y B O G P W C");
  EXPECT_TRUE(names.single_letters());
  EXPECT_EQ(names.spoken(element(5)), "purple");
}

TEST(Colours, ClearHasManyNames) {
  const Names names = colour_names();
  for (const char* text : {"C", "c", "K", "k", "clear", "Clear", "black", "BLACK"})
    EXPECT_EQ(names.find(text), identity) << text;
  for (const char* text : {"R", "r", "red", "Red", "RED"})
    EXPECT_EQ(names.find(text), element(1)) << text;
  EXPECT_EQ(names.find("re"), std::nullopt);
  EXPECT_EQ(names.find(""), std::nullopt);
}

TEST(Shades, AsTheRulebookHasThem) {
  EXPECT_EQ(written(shade_names(1)), "C r R");
  EXPECT_EQ(written(shade_names(2)), "C r R b rb Rb B rB RB");
  EXPECT_EQ(shade_names(2).spoken(element(7)), "light red and dark blue");
  EXPECT_EQ(shade_names(3).write(element(26)), "RYB");
  EXPECT_EQ(shade_names(2).find("R"), element(2));
  EXPECT_EQ(shade_names(2).find("r"), element(1));
  for (const char* text : {"C", "K", "clear", "black"})
    EXPECT_EQ(shade_names(2).find(text), identity);
}

TEST(Cards, EveryWayOfReading) {
  const Names names = card_names(13, "hsdc", default_ranks(13));
  EXPECT_EQ(names.write(identity), "hK");
  for (const char* text : {"c10", "C10", "cT", "ct", "\u266310"})
    EXPECT_EQ(names.find(text), element(3 + 4 * 10)) << text;
  EXPECT_EQ(names.find("\u2665K"), identity);
  EXPECT_EQ(names.spoken(element(1 + 4 * 12)), "queen of spades");
  EXPECT_EQ(names.find("h1"), std::nullopt);
  EXPECT_EQ(names.find("10c"), std::nullopt);
  EXPECT_FALSE(names.single_letters());
}

TEST(Cards, TextOrderRunsThroughSuitsFromTheAce) {
  const std::string order = in_text_order(card_names(5, "hsdc", default_ranks(5)));
  EXPECT_EQ(order, "hA h2 h3 h4 h5 sA s2 s3 s4 s5 dA d2 d3 d4 d5 cA c2 c3 c4 c5");
}

TEST(Cards, TheHighestRankIsZero) {
  EXPECT_EQ(card_names(5, "hsdc", default_ranks(5)).write(identity), "h5");
  EXPECT_EQ(card_names(7, "hsdc", default_ranks(7)).write(identity), "h7");
  EXPECT_EQ(card_names(11, "hsdc", default_ranks(11)).write(identity), "hJ");
  EXPECT_EQ(card_names(11, "hsdc", default_ranks(11)).find("hQ"), std::nullopt);
}

TEST(Cards, OtherSuitOrders) {
  EXPECT_EQ(card_names(13, "shdc", default_ranks(13)).write(identity), "sK");
  EXPECT_EQ(card_names(13, "shdc", default_ranks(13)).spoken(identity), "king of spades");
}

TEST(Tuples, FirstCoordinateFastest) {
  EXPECT_EQ(written(tuple_names({3})), "0 1 2");
  EXPECT_EQ(written(tuple_names({2, 3})), "(0,0) (1,0) (0,1) (1,1) (0,2) (1,2)");
  EXPECT_EQ(tuple_names({2, 3}).find("( 1 , 2 )"), element(5));
  EXPECT_EQ(tuple_names({2, 3}).find("(1 2)"), std::nullopt);
}

TEST(CycleNames, AnyWayOfWritingThePermutation) {
  const Names names = names_of("S4");
  const auto pair = names.find("(1 2)(3 4)");
  ASSERT_TRUE(pair);
  EXPECT_EQ(names.write(*pair), "(1 2)(3 4)");
  for (const char* text : {"(3 4)(1 2)", "(2 1)(4 3)", "(1,2)(3,4)", "(12)(34)"})
    EXPECT_EQ(names.find(text), pair) << text;
  EXPECT_EQ(names.find("(1 2)(3)(4)"), names.find("(2 1)"));
  EXPECT_EQ(names.find("(1)"), identity);
  EXPECT_EQ(names.find("(5)"), std::nullopt);
  EXPECT_EQ(names_of("A4").find("(1 2)"), std::nullopt);
  EXPECT_EQ(names_of("A4").find("(3 1 2)"), names_of("A4").find("(1 2 3)"));
}

TEST(ProductNames, EachCoordinateIsReadAsItsFactorReadsIt) {
  const Names names = names_of("S3xZ2");
  const auto swap = names.find("((1 2),1)");
  ASSERT_TRUE(swap);
  for (const char* text : {"((2 1),1)", "( (1,2)(3) , 1 )", "((21),1)"})
    EXPECT_EQ(names.find(text), swap) << text;
  for (const char* text : {"((1 2))", "((1 2),1,0)", "((1 2),2)", "((1 2) 1)", "((1 2),1", "(1 2)",
                           "((1 2),1)x", "(,1)"})
    EXPECT_EQ(names.find(text), std::nullopt) << text;
  // A tuple beside a cycle is not turned around.
  const Names twisted = names_of("S3xZ7:Z3");
  EXPECT_NE(twisted.find("((1 2),(2,1))"), twisted.find("((1 2),(1,2))"));
  EXPECT_EQ(names_of("Z2xZ13:Z4").find("(1,\u2660A)"), names_of("Z2xZ13:Z4").find("(1,sA)"));
}

TEST(TakeName, RunsQuotesAndBrackets) {
  EXPECT_EQ(name_at_start("sQ+d3"), "sQ");
  EXPECT_EQ(name_at_start("-1*i"), "-1");
  EXPECT_EQ(name_at_start("\u266510=x"), "\u266510");
  EXPECT_EQ(name_at_start("\"a b\"+c"), "\"a b\"");
  EXPECT_EQ(name_at_start("(1 2)(3 4)*x"), "(1 2)(3 4)");
  EXPECT_EQ(name_at_start("((1 2),0)=x"), "((1 2),0)");
  EXPECT_EQ(name_at_start("+x"), "");
  EXPECT_EQ(name_at_start(""), "");
  EXPECT_EQ(name_at_start("(1 2"), "");
  EXPECT_EQ(name_at_start("\"open"), "");
  EXPECT_EQ(name_at_start("(1 2)(3"), "(1 2)");
}

TEST(Read, RefusesWithCodeOffsetAndSentence) {
  const Names names = colour_names();
  const auto refused = [&](std::string_view text, std::size_t from) {
    Reader in(text);
    in.rewind(from);
    const auto result = names.read(in);
    EXPECT_FALSE(result.ok()) << text;
    EXPECT_EQ(in.offset(), from);
    return result.error();
  };
  EXPECT_EQ(refused("R+X", 2),
            (Error{"name.unknown", 2, "'X' is not one of the pieces: R Y B O G P W C."}));
  EXPECT_EQ(refused("R+", 2), (Error{"name.missing", 2, "A piece is missing at the end."}));
  EXPECT_EQ(refused("+R", 0), (Error{"name.missing", 0, "Expected the name of a piece at '+R'."}));
  const Names cards = names_of("Z4xZ13");
  Reader in("zz");
  EXPECT_EQ(cards.read(in).error().sentence,
            "'zz' is not one of the pieces: hA h2 h3 h4 h5 h6 h7 h8 ...");
}

}  // namespace
}  // namespace coset
