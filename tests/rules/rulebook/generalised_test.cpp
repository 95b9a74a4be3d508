// Al-Jabar and Solitaire on other groups: the rules that the mathematical notes generalise, and the
// rulings G1 to G14.
#include <algorithm>
#include <map>
#include <set>

#include "rules/rulebook/table.hpp"

namespace coset {
namespace {

using testing::UnorderedElementsAre;

TEST(Generalised, Rule2_ThePoolHasEquallyManyOfEveryPieceButClear) {
  Table t("al-jabar Z2^2 seats=2");
  for (const char* piece : {"(1,0)", "(0,1)", "(1,1)"}) {
    for (int copy = 0; copy < 10; ++copy) {
      if (!t.dealing()) t.play("draw");
      EXPECT_FALSE(t.allows("deal (0,0)"));
      t.deal(piece);
    }
    if (t.dealing()) {
      EXPECT_FALSE(t.allows(std::string("deal ") + piece));
    }
  }
  EXPECT_FALSE(t.allows("draw"));
}

TEST(Generalised, Rule3_AndTheExampleOfFourPrimaries) {
  const char* spec = "al-jabar Z2^4";
  EXPECT_EQ(option_of(spec, "deal"), "21");
  EXPECT_EQ(option_of(spec, "copies"), "10");
  EXPECT_EQ(option_of(spec, "max_exchange"), "4");
  EXPECT_EQ(spec_of(spec).operation().order() - 1, 15);
}

TEST(Generalised, Rule5_UpToAsManyPiecesAsPrimaries) {
  // Sixteen colours: all four primaries make (1,1,1,1).
  const char* hands = "hand1=(1,0,0,0)+(0,1,0,0)+(0,0,1,0)+(0,0,0,1)+(1,1,1,1)+(1,1,0,0)^2 ";
  Table t("al-jabar Z2^4", std::string(hands) + "hand2=(1,0,1,0)^6 center=(1,1,1,1)+(0,0,0,0)");
  EXPECT_TRUE(t.allows("(1,0,0,0)+(0,1,0,0)+(0,0,1,0)+(0,0,0,1)>(1,1,1,1)"));
  EXPECT_FALSE(t.allows("(1,0,0,0)+(0,1,0,0)+(1,1,0,0)+(1,1,0,0)+(1,1,1,1)>(0,0,0,0)"));
  t.play("(1,0,0,0)+(0,1,0,0)+(0,0,1,0)+(0,0,0,1)+(1,1,1,1)>(0,0,0,0)");
  EXPECT_EQ(t.hand(1), "(0,0,0,0)+(1,1,0,0)^2") << "the Spectrum of five";
}

TEST(Generalised, Rule5_DrawWithMoreThanAsManyPiecesAsPrimariesAndNoMove) {
  // n = 2: three pieces without a move draw, two are stuck (rule 8).
  for (const auto& [hand, stuck] : {std::pair{"r^2", true}, std::pair{"r^2+R", false}}) {
    Table t("al-jabar Z3^2 seats=3", std::string("hand1=b+B^3 hand3=C^4 center=B^2 hand2=") + hand);
    t.play("b>B+B");
    EXPECT_EQ(t.center(), "b");
    EXPECT_EQ(t.field("signal"), stuck ? "stuck" : "");
    if (!stuck) {
      EXPECT_THAT(t.moves(), UnorderedElementsAre("draw"));
    }
  }
}

TEST(Generalised, Rule6_TuplesOfKCancel) {
  Table t("al-jabar Z3^2", "hand1=r+b^3 hand2=C^4 center=r^2+R^2 bag=b");
  t.play("r>R+R");
  EXPECT_EQ(t.center(), "C");
  EXPECT_EQ(t.hand(2), "C^5");
  Table pair("al-jabar Z3^2", "hand1=r+b^3 hand2=C^4 center=r+R^2 bag=b");
  pair.play("r>R+R");
  EXPECT_EQ(pair.center(), "r^2") << "two are no triple";
  EXPECT_EQ(pair.hand(2), "C^4");
}

TEST(Generalised, Rule8_FourOrFewerOfFourPrimaries) {
  // Only first coordinates in hand: they never make (0,1,0,0).
  for (const auto& [count, stuck] : {std::pair{"4", true}, std::pair{"5", false}}) {
    Table t("al-jabar Z2^4 seats=3", std::string("hand1=(0,1,0,0)+(1,1,1,1)^5 hand3=(0,0,0,0)^6 "
                                                 "center=(1,1,0,0)+(1,0,0,0) hand2=(1,0,0,0)^") +
                                         count);
    t.play("(0,1,0,0)>(1,1,0,0)+(1,0,0,0)");
    EXPECT_EQ(t.field("signal"), stuck ? "stuck" : "") << count;
  }
}

TEST(Generalised, G1_DealAndCopiesByFormula) {
  const auto numbers = [](const std::string& group) {
    const std::string spec = "al-jabar " + group;
    return option_of(spec, "deal") + " " + option_of(spec, "copies");
  };
  EXPECT_EQ(numbers("Z2^2 seats=2"), "7 10");
  EXPECT_EQ(numbers("Z2^3 seats=4"), "13 10");
  EXPECT_EQ(numbers("Z2^4 seats=4"), "21 10");
  EXPECT_EQ(numbers("Z3^2 seats=4"), "7 12") << "k times the players, if that is more than ten";
  EXPECT_EQ(numbers("Z5^2 seats=3"), "7 15");
  EXPECT_EQ(numbers("Z2xZ4 seats=4"), "7 16") << "k is the largest modulus";
  EXPECT_EQ(numbers("Z2xZ2xZ3 seats=2"), "13 10");
  EXPECT_EQ(option_of("solitaire Z12^2", "copies"), "12") << "one player";
}

TEST(Generalised, G1_DealAndCopiesAreOptions) {
  Table t("al-jabar deal=2 copies=3");
  t.deal("RRR");
  EXPECT_FALSE(t.allows("deal R"));
  EXPECT_EQ(t.hand(1), "R^2");
  EXPECT_EQ(t.hand(2), "R");
  t.deal("Y");
  EXPECT_EQ(t.seat(), 0) << "two pieces each are dealt";
}

TEST(Generalised, G1_AnImpossibleDealIsRefused) {
  EXPECT_EQ(refusal_of("al-jabar Z2^2 seats=4"), "") << "29 of 30";
  EXPECT_EQ(refusal_of("al-jabar Z2^2 seats=4 copies=9"), "spec.pool") << "29 of 27";
  EXPECT_EQ(refusal_of("al-jabar Z2^3 seats=2 deal=10 copies=3"), "") << "21 of 21";
  EXPECT_EQ(refusal_of("al-jabar Z2^3 seats=3 deal=7 copies=3"), "spec.pool") << "22 of 21";
}

TEST(Generalised, G2_TheAnalogueOfWhite) {
  const Table shades("al-jabar Z3^2", "hand1=r+R+b+B+rb+RB hand2=C^4 center=r+C");
  EXPECT_TRUE(shades.allows("r+b+RB>C"));
  EXPECT_FALSE(shades.allows("R+B+rb>C")) << "this makes clear too, but is not the Spectrum";
  const Table mixed("al-jabar Z2xZ4",
                    "hand1=(1,0)+(0,1)+(1,3)+(1,1) hand2=(0,0)^4 center=(1,0)+(0,0)");
  EXPECT_TRUE(mixed.allows("(1,0)+(0,1)+(1,3)>(0,0)"));
  const Table five("al-jabar Z5^2",
                   "hand1=(1,0)+(0,1)+(4,4)+(1,1)+(3,4) hand2=(0,0)^4 center=(0,1)+(0,0)");
  EXPECT_TRUE(five.allows("(1,0)+(0,1)+(4,4)>(0,0)"));
  EXPECT_FALSE(five.allows("(1,0)+(1,1)+(3,4)>(0,0)"));
}

TEST(Generalised, G3_TheExemptionNeedsATupleFromTheHand) {
  // k = 3 > n = 2: two reds from the hand and one of the Center cancel and send a clear.
  Table small("al-jabar Z3^2", "hand1=r^2+b^3 hand2=C^4 center=r+R bag=b");
  small.play("r+r>R");
  EXPECT_EQ(small.center(), "C");
  EXPECT_EQ(small.hand(2), "C^5");
  Table large("al-jabar Z3^3", "hand1=r^3+b^3 hand2=C^4 center=y+C bag=b");
  large.play("r+r+r>C");
  EXPECT_EQ(large.center(), "C+y");
  EXPECT_EQ(large.hand(2), "C^4") << "three from the hand are exempt";
}

TEST(Generalised, G4_CompositeModulus) {
  EXPECT_EQ(option_of("al-jabar Z4^2", "cancel"), "exponent");
  const char* position = "hand1=(2,0)+(0,1)^3 hand2=(0,0)^4 center=(2,0)+(1,0)^2";
  Table exponent("al-jabar Z4^2", position);
  exponent.play("(2,0)>(1,0)+(1,0)");
  EXPECT_EQ(exponent.center(), "(2,0)^2") << "four cancel, though two make clear";
  EXPECT_EQ(exponent.hand(2), "(0,0)^4");
  Table order("al-jabar Z4^2 cancel=element_order", position);
  order.play("(2,0)>(1,0)+(1,0)");
  EXPECT_EQ(order.center(), "(0,0)");
  EXPECT_EQ(order.hand(2), "(0,0)^5");
}

TEST(Generalised, G5_MixedModuliCancelByElementOrder) {
  EXPECT_EQ(option_of("al-jabar Z2xZ4", "cancel"), "element_order");
  const char* position = "hand1=(1,0)+(0,1)^3 hand2=(0,0)^4 center=(1,0)+(1,1)+(0,3)";
  Table order("al-jabar Z2xZ4", position);
  order.play("(1,0)>(1,1)+(0,3)");
  EXPECT_EQ(order.center(), "(0,0)");
  EXPECT_EQ(order.hand(2), "(0,0)^5");
  Table exponent("al-jabar Z2xZ4 cancel=exponent", position);
  exponent.play("(1,0)>(1,1)+(0,3)");
  EXPECT_EQ(exponent.center(), "(1,0)^2");
  EXPECT_EQ(exponent.hand(2), "(0,0)^4");
}

TEST(Generalised, G5_TheExemptionNeedsOrderManyFromTheHand) {
  Table two("al-jabar Z2xZ4", "hand1=(1,0)^2+(0,1)^3 hand2=(0,0)^4 center=(0,0)");
  two.play("(1,0)+(1,0)>(0,0)");
  EXPECT_EQ(two.hand(2), "(0,0)^4") << "two of order 2";
  Table four("al-jabar Z2xZ4", "hand1=(0,1)^2+(1,1)^3 hand2=(0,0)^4 center=(0,1)^2+(0,2)");
  four.play("(0,1)+(0,1)>(0,2)");
  EXPECT_EQ(four.center(), "(0,0)");
  EXPECT_EQ(four.hand(2), "(0,0)^5") << "two of order 4 are not enough";
}

TEST(Generalised, G6_TheSignalIsTheBaseRuleWithNForThree) {
  // Read literally, no hand of 13 could be reduced to fewer than 3, and turn 1 would signal.
  Table t("al-jabar");
  t.deal("RRYYYYOBBPGWWYOOOBBBBPPGGWP");
  EXPECT_EQ(t.field("signal"), "");
  EXPECT_EQ(t.seat(), 1);
  // Two pieces with n = 3: "exactly n pieces" is not the rule either.
  Table two("al-jabar seats=3", "hand1=C^5 hand2=R+B hand3=C^5 center=Y+C");
  two.play("CC>C");
  EXPECT_EQ(two.field("signal"), "stuck");
}

TEST(Generalised, G7_NIsTheNumberOfListedFactors) {
  EXPECT_EQ(option_of("al-jabar Z2xZ3", "max_exchange"), "2");
  EXPECT_EQ(refusal_of("al-jabar Z6"), "spec.max_exchange") << "the same group, one factor";
  const char* position = "hand1=(1,0)+(0,1)^4 hand2=(0,0)^4 center=(1,0)+(1,2)+(0,0)";
  EXPECT_FALSE(Table("al-jabar Z2xZ3", position).allows("(1,0)+(0,1)+(0,1)>(1,2)"));
  EXPECT_TRUE(Table("al-jabar Z2xZ3 max_exchange=3", position).allows("(1,0)+(0,1)+(0,1)>(1,2)"));
}

TEST(Generalised, G7_MaxExchangeIsTheNOfTheSignalToo) {
  const char* position = "hand1=(0,1)+(1,1)^5 hand2=(1,0)^3 hand3=(0,0)^5 center=(0,2)^2";
  for (const char* most : {"2", "3"}) {
    Table t(std::string("al-jabar Z2xZ3 seats=3 max_exchange=") + most, position);
    t.play("(0,1)>(0,2)+(0,2)");
    EXPECT_EQ(t.field("signal"), most == std::string("3") ? "stuck" : "") << most;
  }
}

TEST(Generalised, G8_OneFactorNeedsLargerExchanges) {
  EXPECT_EQ(refusal_of("al-jabar Z5"), "spec.max_exchange");
  EXPECT_EQ(refusal_of("al-jabar Z5 max_exchange=1"), "spec.max_exchange");
  EXPECT_EQ(refusal_of("solitaire Z7"), "spec.max_exchange");
  EXPECT_EQ(refusal_of("al-jabar Z5 max_exchange=2"), "");
}

TEST(Generalised, G8_ExchangesOfOnePieceAreDegenerateOnAnyGroup) {
  EXPECT_NE(refusal_of("al-jabar Z2^3 max_exchange=1"), "");
}

TEST(Generalised, G9_ASmallSpectrumIsAnOrdinaryExchange) {
  const char* position = "hand1=R+Y+B+W+G^2 hand2=W^4 center=R+B+P";
  EXPECT_FALSE(Table("al-jabar", position).allows("RYBW>RBP"));
  EXPECT_TRUE(Table("al-jabar max_exchange=4", position).allows("RYBW>RBP"));
  EXPECT_TRUE(Table("al-jabar spectrum_clear=supply", position).allows("RYBW>C"));
  EXPECT_FALSE(Table("al-jabar spectrum_clear=supply max_exchange=4", position).allows("RYBW>C"))
      << "an ordinary exchange takes from the Center";
}

TEST(Generalised, G10_OrderMustNotMatter) {
  EXPECT_EQ(refusal_of("al-jabar S3"), "spec.not_abelian");
  EXPECT_EQ(refusal_of("al-jabar Q8"), "spec.not_abelian");
  EXPECT_EQ(refusal_of("solitaire D4"), "spec.not_abelian");
}

// Z2xZ4 under other names and in another order: the number of each element's coordinates is x + 2
// y.
const char* const own_table = [] {
  static std::string text = "table:p,q,e,t,u,v,w,y;";
  constexpr int number[] = {5, 2, 0, 7, 1, 4, 3, 6};  // of p q e t u v w y
  const std::string names = "pqetuvwy";
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b) {
      const int x = (number[a] + number[b]) % 2;
      const int y = (number[a] / 2 + number[b] / 2) % 4;
      const auto place = std::find(std::begin(number), std::end(number), x + 2 * y);
      if (a + b > 0) text += b == 0 ? '/' : ',';
      text += names[static_cast<std::size_t>(place - std::begin(number))];
    }
  return text.c_str();
}();

TEST(Generalised, G14_PrimariesOfATable) {
  const std::string spec = std::string("al-jabar ") + own_table;
  EXPECT_EQ(option_of(spec, "deal"), "7");
  EXPECT_EQ(option_of(spec, "max_exchange"), "2");
  EXPECT_EQ(option_of(spec, "cancel"), "element_order");
  // The first of order 4 is q (0,1); the first of order 2 that q does not make is p (1,2).
  Table t(spec, "hand1=p+q+w+y^3+u+t hand2=v^6 center=e^2");
  EXPECT_TRUE(t.allows("p+q+w>e")) << "w is (1,1), the part of white";
  EXPECT_FALSE(t.allows("u+q+t>e")) << "makes clear too, but u is no primary";
  t.play("p+q+w>e");
  EXPECT_EQ(t.hand(1), "e+t+u+y^3") << "the Spectrum";
  // One factor of a prime power is one factor; Z6 as a table has two.
  EXPECT_EQ(refusal_of("al-jabar table:0,1,2/1,2,0/2,0,1"), "spec.max_exchange");
  EXPECT_EQ(option_of("al-jabar perm:(1,2)(3,4,5)", "max_exchange"), "2");
  EXPECT_EQ(refusal_of("al-jabar Z6"), "spec.max_exchange");
  EXPECT_EQ(option_of("solitaire D2", "max_exchange"), "2");
  EXPECT_EQ(refusal_of("al-jabar table:0"), "spec.no_primaries");
  EXPECT_EQ(refusal_of("al-jabar Z1xZ2"), "spec.no_primaries");
}

TEST(Generalised, G14_ATableIsPlayedAsItsProduct) {
  // The same position on both: the same moves under other names.
  const std::map<std::string, std::string> named = {{"(0,0)", "e"}, {"(1,0)", "p"}, {"(0,1)", "q"},
                                                    {"(1,1)", "t"}, {"(0,2)", "v"}, {"(1,2)", "u"},
                                                    {"(0,3)", "y"}, {"(1,3)", "w"}};
  Table t("al-jabar Z2xZ4",
          "hand1=(1,0)+(0,1)+(1,3)+(0,2)^2+(1,1) hand2=(0,3)^5 center=(0,0)+(1,2)+(0,3)^2");
  Table own(std::string("al-jabar ") + own_table, "hand1=p+q+w+v^2+t hand2=y^5 center=e+u+y^2");
  // A move as the sets of its sides, since the two write pieces in other orders.
  const auto sides = [](const std::string& move, const std::map<std::string, std::string>& names) {
    std::pair<std::multiset<std::string>, std::multiset<std::string>> out;
    std::string name;
    bool right = false;
    for (const char c : move + "+") {
      if (c != '+' && c != '=') {
        name += c;
        continue;
      }
      const auto other = names.find(name);
      (right ? out.second : out.first).insert(other == names.end() ? name : other->second);
      name.clear();
      right = right || c == '=';
    }
    return out;
  };
  std::set<std::pair<std::multiset<std::string>, std::multiset<std::string>>> usual;
  std::set<std::pair<std::multiset<std::string>, std::multiset<std::string>>> ours;
  for (const std::string& move : t.moves()) usual.insert(sides(move, named));
  for (const std::string& move : own.moves()) ours.insert(sides(move, {}));
  EXPECT_GT(usual.size(), 8U);
  EXPECT_EQ(ours, usual);
}

// How many pieces a written exchange takes from the hand that gives.
long reduction(const std::string& move) {
  const auto middle = move.begin() + static_cast<std::ptrdiff_t>(move.find('='));
  return std::count(move.begin(), middle, '+') - std::count(middle, move.end(), '+');
}

TEST(Generalised, G11_StallsAreAdjudicated) {
  // Three pairs that make clear go round. No hand is small, and none can be reduced.
  Table t("al-jabar Z3^2", "hand1=r+R+C hand2=rb+RB+C center=b+B");
  for (int round = 0; round < 2; ++round)
    for (const char* move :
         {"r+R>b+B", "rb+RB>r+R", "b+B>rb+RB", "r+R>b+B", "rb+RB>r+R", "b+B>rb+RB"}) {
      for (const std::string& other : t.moves())
        if (other != "draw") {
          EXPECT_LE(reduction(other), 0) << other;
        }
      EXPECT_FALSE(t.over());
      t.play(move);
    }
  EXPECT_EQ(t.ending(), Ending::repetition);
  EXPECT_EQ(t.winners(), "1 2");
}

TEST(Generalised, G12_SolitaireCancelsTuples) {
  // Rule 6: a triple of the player's turn is set aside.
  Table own("solitaire Z3^2", "hand=r+b^3 center=r^2+R^2 bag=b^2");
  own.play("r>R+R");
  EXPECT_EQ(own.center(), "C");
  EXPECT_EQ(own.field("cancellations"), "1");
  // Rule 7(d): a triple of the game's turn sends a clear.
  Table game("solitaire Z3^2", "hand=r+b^3 center=R^2+B^2 bag=B");
  game.play("r>R+R");
  EXPECT_EQ(game.field("cancellations"), "") << "two are no triple";
  game.play("deal r;deal B");
  EXPECT_EQ(game.position(), "hand=C+R^2+b^3 center=C bag=r turns=1");
}

TEST(Generalised, G12_SolitaireHasTheSameOptions) {
  const char* position = "hand=(2,0)+(0,1)^3 center=(2,0)+(1,0)^2 bag=(0,1)";
  Table exponent("solitaire Z4^2", position);
  exponent.play("(2,0)>(1,0)+(1,0)");
  EXPECT_EQ(exponent.field("cancellations"), "");
  Table order("solitaire Z4^2 cancel=element_order", position);
  order.play("(2,0)>(1,0)+(1,0)");
  EXPECT_EQ(order.field("cancellations"), "1");
  EXPECT_EQ(option_of("solitaire Z2^4", "deal"), "21");
  EXPECT_EQ(option_of("solitaire Z2xZ4", "cancel"), "element_order");
  Table dealt("solitaire deal=2 copies=1");
  dealt.deal("RY");
  EXPECT_EQ(dealt.seat(), 0);
  EXPECT_FALSE(dealt.allows("deal R"));
  const char* triple = "hand=R+Y+B+W^3 center=W+C";
  EXPECT_TRUE(Table("solitaire", triple).allows("RYB>W"));
  EXPECT_FALSE(Table("solitaire max_exchange=2", triple).allows("RYB>W"));
}

TEST(Generalised, G12_TwoBlacksAndOneThirdStayAsPrinted) {
  Table t("solitaire Z3^2", "hand=r+b^3 center=C^7+R^2 bag=b^2");
  t.play("r>R+R");
  EXPECT_EQ(t.center(), "C^2+r");
  t.play("deal r");
  EXPECT_EQ(t.field("phase"), "refill") << "one of three is removed";
}

TEST(Generalised, G13_Names) {
  const auto names = [](std::string_view spec) {
    std::string out;
    const Operation operation = spec_of(spec).operation();
    for (int i = 0; i < std::min(operation.order(), 9); ++i)
      out += (i > 0 ? " " : "") + operation.names().write(element(i));
    return out;
  };
  EXPECT_EQ(names("al-jabar Z3^2"), "C r R b rb Rb B rB RB");
  EXPECT_EQ(names("al-jabar Z3^3"), "C r R y ry Ry Y rY RY");
  EXPECT_EQ(names("al-jabar Z2xZ3"), "(0,0) (1,0) (0,1) (1,1) (0,2) (1,2)");
  EXPECT_EQ(names("al-jabar Z3^4"),
            "(0,0,0,0) (1,0,0,0) (2,0,0,0) (0,1,0,0) (1,1,0,0) (2,1,0,0) (0,2,0,0) (1,2,0,0) "
            "(2,2,0,0)");
  const Spec shades = spec_of("al-jabar Z3^2");
  EXPECT_EQ(shades.operation().names().spoken(element(5)), "dark red and light blue");
}

}  // namespace
}  // namespace coset
