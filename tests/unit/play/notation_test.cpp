#include "engine/play/notation.hpp"

#include "play_support.hpp"

namespace coset {
namespace {

Operation operation_of(std::string_view text) { return *Operation::parse(text); }

// Reads a move and writes it again.
std::string rewritten(std::string_view operation, MoveStyle style, std::string_view text) {
  const Operation read_on = operation_of(operation);
  const auto action = read_action(read_on, style, text);
  return action ? write_action(read_on, *action) : std::string(action.error().code);
}

std::string exchange(std::string_view text, std::string_view operation = "Z2^3") {
  return rewritten(operation, MoveStyle::exchange, text);
}

std::string play(std::string_view text, std::string_view operation = "Z4xZ13") {
  return rewritten(operation, MoveStyle::play, text);
}

TEST(Notation, AnExchangeIsAnEquation) {
  const auto action = read_action(operation_of("Z2^3"), MoveStyle::exchange, "O+P+C=G");
  ASSERT_TRUE(action.ok());
  EXPECT_EQ(action->verb, Verb::exchange);
  EXPECT_EQ(action->give, (Word{identity, element(3), element(5)}));  // index order
  EXPECT_EQ(action->take, (Word{element(6)}));
  EXPECT_EQ(exchange("O+P+C=G"), "O+P+C=G");
}

TEST(Notation, ManyWaysToWriteAnExchange) {
  for (const char* text : {"OPC>G", "C+O+P=G", "o+p+c=g", "PCO=G", "orange+purple+clear=green",
                           " O + P + K = G ", "black+O*P=G", "OP+C>G", "Orange+PK>green"})
    EXPECT_EQ(exchange(text), "O+P+C=G") << text;
  EXPECT_EQ(exchange("WYBR>K"), "R+Y+B+W=C");
}

TEST(Notation, TextOrderOfTheColours) {
  EXPECT_EQ(exchange("CWPGOBYR>C"), "R+Y+B+O+G+P+W+C=C");
  EXPECT_EQ(exchange("R=WB"), "R=B+W");
}

TEST(Notation, WordsWithoutLetters) {
  for (const char* text : {"draw", "pass", "deal R", "deal ?"}) EXPECT_EQ(exchange(text), text);
  EXPECT_EQ(exchange("  deal   yellow "), "deal Y");
  EXPECT_EQ(exchange("deal\tK"), "deal C");
  EXPECT_EQ(play("deal ♥10"), "deal h10");
}

std::string elements(std::string_view operation, std::string_view text) {
  const Operation on = operation_of(operation);
  const auto read = read_elements(on, text);
  if (!read) return std::string(read.error().code);
  std::string out;
  for (const Element e : *read) out += on.names().write(e) + ";";
  return out;
}

TEST(Notation, ListsOfElements) {
  EXPECT_EQ(elements("D4", ""), "");
  EXPECT_EQ(elements("D4", "  "), "");
  EXPECT_EQ(elements("D4", "r2 s"), "r2;s;");
  EXPECT_EQ(elements("D4", " r * s , s*r,e "), "rs;r3s;e;");
  EXPECT_EQ(elements("Z2^3", "RY B"), "O;B;");
  EXPECT_EQ(elements("S4", "(1 2)(3 4) (13)(24)"), "(1 2)(3 4);(1 3)(2 4);");
  EXPECT_EQ(elements("D4", "r2,"), "name.missing");
  EXPECT_EQ(elements("D4", "r2,,s"), "name.missing");
  EXPECT_EQ(elements("D4", ",r2"), "name.missing");
  EXPECT_EQ(elements("D4", "r2 q"), "name.unknown");
}

TEST(Notation, OtherNames) {
  EXPECT_EQ(exchange("rB+R=b", "Z3^2"), "R+rB=b");
  EXPECT_EQ(exchange("(1,2)+( 0 , 3 )=(1,1)", "Z2xZ4"), "(1,2)+(0,3)=(1,1)");
  EXPECT_EQ(exchange("4+4=3", "Z5"), "4+4=3");
}

TEST(Notation, CardsAreWrittenBySuitLetterAndRank) {
  EXPECT_EQ(play("♠6+♠10"), "s6+s10");
  EXPECT_EQ(play("S6 + sT"), "s6+s10");
  EXPECT_EQ(play("♦A"), "dA");
  EXPECT_EQ(play("hk+Cq"), "hK+cQ");
}

// The last two cards stay where they were put, the buried ones are a set.
TEST(Notation, TheLastCardIsOnTop) {
  EXPECT_EQ(play("cK+hA+s2+d3"), "hA+cK+s2+d3");
  EXPECT_EQ(play("hA+cK+s2+d3"), "hA+cK+s2+d3");
  EXPECT_EQ(play("hA+cK+d3+s2"), "hA+cK+d3+s2");
  EXPECT_EQ(play("s10+s6"), "s10+s6");
  const Operation cards = *Operation::parse("Z4xZ13");
  const auto read = [&](std::string_view text) {
    return *read_action(cards, MoveStyle::play, text);
  };
  EXPECT_EQ(read("cK+hA+s2+d3"), read("hA+cK+s2+d3")) << "what is buried has no order";
  EXPECT_NE(read("hA+cK+s2+d3"), read("hA+cK+d3+s2"));
}

TEST(Notation, WhereOrderMattersItIsKept) {
  EXPECT_EQ(play("(1 2)*(2 3)*()", "S3"), "(1 2)*(2 3)*()");
  EXPECT_EQ(play("(2 3)*(12)*()", "S3"), "(2 3)*(1 2)*()");
  EXPECT_EQ(play("hA+s2+d3", "Z13:Z4"), "hA*s2*d3");
  EXPECT_EQ(play("1+0+1", "magma:0,0/1,1"), "1*0*1");
}

TEST(Notation, KeepingTheLowerCard) {
  EXPECT_EQ(play("d6 on h10"), "d6 on h10");
  EXPECT_EQ(play("♦6   on♥10"), "move.trailing");
  EXPECT_EQ(play("d6 on\t♥10"), "d6 on h10");
  EXPECT_EQ(play("d6 onto h10"), "move.trailing");
}

TEST(Notation, NamesThatLookLikeVerbs) {
  const char* magma =
      "magma:deal2,drawing,pass_,on1;deal2,deal2,deal2,deal2/"
      "deal2,deal2,deal2,deal2/deal2,deal2,deal2,deal2/deal2,deal2,deal2,deal2";
  for (const char* text : {"deal2*drawing", "drawing", "pass_*on1", "deal drawing", "on1 on on1"})
    EXPECT_EQ(play(text, magma), text);
}

struct Refusal {
  std::string_view operation;
  MoveStyle style;
  std::string_view text;
  Error error;

  friend void PrintTo(const Refusal& r, std::ostream* out) { *out << r.text; }
};

class MoveRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(MoveRefusals, InFull) {
  const Refusal& p = GetParam();
  EXPECT_EQ(error_of(read_action(operation_of(p.operation), p.style, p.text)), p.error) << p.text;
}

INSTANTIATE_TEST_SUITE_P(
    Moves, MoveRefusals,
    testing::Values(
        Refusal{
            "Z2^3", MoveStyle::exchange, "", {"name.missing", 0, "A piece is missing at the end."}},
        Refusal{"Z2^3",
                MoveStyle::exchange,
                "R+=Y",
                {"name.missing", 2, "Expected the name of a piece at '=Y'."}},
        Refusal{"Z2^3",
                MoveStyle::exchange,
                "R+X=Y",
                {"name.unknown", 2, "'X' is not one of the pieces: R Y B O G P W C."}},
        Refusal{"Z2^3",
                MoveStyle::exchange,
                "OPX>G",
                {"name.unknown", 0, "'OPX' is not one of the pieces: R Y B O G P W C."}},
        Refusal{"Z4xZ13",
                MoveStyle::play,
                "s11",
                {"name.unknown", 0, "'s11' is not one of the pieces: hA h2 h3 h4 h5 h6 h7 h8 ..."}},
        Refusal{"Z2^3",
                MoveStyle::exchange,
                "O+P",
                {"move.no_take", 3, "An exchange says what is taken too, as in O+P+C=G or OPC>G."}},
        Refusal{"Z2^3",
                MoveStyle::exchange,
                "O=O=O",
                {"move.trailing", 3, "Nothing was expected after the move, but there is '=O'."}},
        Refusal{"Z2^3",
                MoveStyle::exchange,
                "draw R",
                {"move.trailing", 5, "Nothing was expected after the move, but there is 'R'."}},
        Refusal{"Z2^3",
                MoveStyle::exchange,
                "deal",
                {"name.missing", 4, "A piece is missing at the end."}},
        Refusal{"Z4xZ13",
                MoveStyle::play,
                "s6=s10",
                {"move.trailing", 2, "Nothing was expected after the move, but there is '=s10'."}},
        Refusal{"Z4xZ13",
                MoveStyle::play,
                "d6 on",
                {"name.missing", 5, "A piece is missing at the end."}}));

TEST(Notation, AWordIsNotTooLong) {
  EXPECT_EQ(exchange(std::string(31, 'R') + ">C"), [] {
    std::string word = "R";
    for (int i = 1; i < 31; ++i) word += "+R";
    return word + "=C";
  }());
  EXPECT_EQ(
      error_of(read_action(operation_of("Z2^3"), MoveStyle::exchange, std::string(32, 'R') + ">C")),
      (Error{"move.too_long", 32, "A move has at most 31 pieces on a side."}));
  EXPECT_EQ(
      error_of(read_action(operation_of("Z2^3"), MoveStyle::exchange, std::string(4097, ' '))),
      (Error{"move.too_long", 0, "A move has at most 4096 bytes."}));
}

template <class T>
std::string tally(std::string_view operation, std::string_view text) {
  const Operation on = operation_of(operation);
  Reader in(text);
  const auto read = read_tally<T>(on, in);
  if (!read) return std::string(read.error().code) + " " + std::to_string(read.error().offset);
  return write_tally(on, *read) + std::string(in.rest());
}

TEST(Notation, Tallies) {
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "C+W+R+R+Y^3"), "R^2+Y^3+W+C");
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "-"), "-");
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "- x"), "- x");
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "R^0"), "-");
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "C^65535"), "C^65535");
  EXPECT_EQ(tally<Tally<8>>("Q8", "-1+1"), "1+-1");
  EXPECT_EQ(tally<CardSet>("Z4xZ13", "c10+♥A"), "hA+c10");
  // One piece of a table that names it "-" is not nothing.
  EXPECT_EQ(tally<Tally<8>>("magma:-,x;-,-/-,-", "-^1"), "-^1");
  EXPECT_EQ(tally<Tally<8>>("magma:-,x;-,-/-,-", "-+x"), "-+x");
}

TEST(Notation, TalliesThatCannotBe) {
  EXPECT_EQ(tally<Tally<8>>("Z2^3", ""), "name.missing 0");
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "R+"), "name.missing 2");
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "R^"), "tally.count 2");
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "R^x"), "tally.count 2");
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "Y+R^256"), "tally.count 2");
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "R^200+R^56"), "tally.count 6");
  EXPECT_EQ(tally<Tally<8>>("Z2^3", "C^65535+C"), "tally.count 8");
  EXPECT_EQ(tally<CardSet>("Z4xZ13", "hK^2"), "tally.count 0");
}

}  // namespace
}  // namespace coset
