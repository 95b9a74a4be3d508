// Mad Abel, the rulings M10 to M19: the table, other groups and operations, and what is hidden.
#include <set>

#include "rules/rulebook/table.hpp"

namespace coset {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MadAbel, M10_AsManySeatsAsThePackServes) {
  for (const auto& [group, most] : {std::pair{"Z4xZ13", 7}, std::pair{"Z4xZ11", 6},
                                    std::pair{"Z4xZ7", 3}, std::pair{"Z4xZ5", 2}}) {
    for (int seats = 1; seats <= 8; ++seats) {
      const std::string spec = std::string("mad-abel ") + group + " seats=" + std::to_string(seats);
      EXPECT_EQ(refusal_of(spec).empty(), seats <= most) << spec;
    }
  }
}

TEST(MadAbel, M10_FewerCardsOrMorePacks) {
  EXPECT_EQ(refusal_of("mad-abel Z4xZ5 seats=3"), "spec.deck");
  EXPECT_EQ(refusal_of("mad-abel Z4xZ5 seats=3 deal=6"), "") << "20 of 20";
  EXPECT_EQ(refusal_of("mad-abel Z4xZ5 seats=3 decks=2"), "");
  EXPECT_EQ(refusal_of("mad-abel Z4xZ5 seats=3 copies=2"), "");
  Table t("mad-abel Z4xZ5 seats=3 deal=2 decks=2");
  t.deal("h5 h5");
  EXPECT_EQ(t.hand(1), "h5^2");
  EXPECT_EQ(t.seat(), 2) << "two cards each";
  EXPECT_FALSE(t.allows("deal h5")) << "two packs have two";
}

TEST(MadAbel, M11_LeftOfTheDealerBeginsAndTheSecondDealtCardIsOnTop) {
  Table t("mad-abel seats=3 deal=1");
  t.deal("hA h2 h3 d9 h10");
  EXPECT_EQ(t.position(), "hand1=hA hand2=h2 hand3=h3 second=d9 top=h10");
  EXPECT_EQ(t.seat(), 1);
}

TEST(MadAbel, M12_TheGroupsAreCyclicAndNotOfPrimeOrder) {
  for (const int p : {5, 7, 11, 13}) {
    const auto product = Group::parse("Z4xZ" + std::to_string(p));
    const auto cyclic = Group::parse("Z" + std::to_string(4 * p));
    ASSERT_TRUE(product && cyclic);
    // k -> (k mod 4, k mod p); a card has index suit + 4 * rank.
    const auto card = [&](int k) { return element(k % 4 + 4 * (k % p)); };
    std::set<Element> cards;
    for (int a = 0; a < 4 * p; ++a) {
      cards.insert(card(a));
      for (int b = 0; b < 4 * p; ++b)
        EXPECT_EQ(product->product(card(a), card(b)),
                  card(index(cyclic->product(element(a), element(b)))));
    }
    EXPECT_EQ(cards.size(), static_cast<std::size_t>(4 * p)) << "an isomorphism";
    EXPECT_EQ(product->exponent(), 4 * p);
  }
}

TEST(MadAbel, M13_TheProductIsReadInPlacementOrder) {
  // From left to right (1 2)(1 2 3) = (1 3) and (1 2 3)(1 2) = (2 3).
  const Table t("mad-abel S3 inability=checked",
                "hand1=(1 2)+(1 2 3)+(1 3)+(2 3) hand2=(1 2) second=(1 2) top=(1 2 3)");
  EXPECT_TRUE(t.allows("(1 3)")) << "second times top";
  EXPECT_FALSE(t.allows("(2 3)")) << "not top times second";
  EXPECT_TRUE(t.allows("(1 2)*(1 2 3)"));
  EXPECT_FALSE(t.allows("(1 2 3)*(1 2)"));
}

TEST(MadAbel, M13_AtMostThreeCardsWhereOrderMatters) {
  EXPECT_EQ(option_of("mad-abel S3", "max_cards"), "3");
  EXPECT_EQ(option_of("mad-abel Z6", "max_cards"), "31");
  const char* position = "hand1=(1 2)^4 hand2=(1 2) second=(1 2 3) top=(1 3 2)";
  EXPECT_TRUE(Table("mad-abel S3", position).allows("(1 2)*(1 2)"));
  EXPECT_FALSE(Table("mad-abel S3", position).allows("(1 2)*(1 2)*(1 2)*(1 2)"));
  EXPECT_TRUE(Table("mad-abel S3 max_cards=4", position).allows("(1 2)*(1 2)*(1 2)*(1 2)"));
}

TEST(MadAbel, M13_EqualCardsAreCardsEach) {
  // Alone (1 2) is odd; twice it makes the identity.
  const char* rest = " hand2=(2 3) second=(1 2 3) top=(1 3 2)";
  const Table two("mad-abel S3 inability=checked", "hand1=(1 2)^2" + std::string(rest));
  EXPECT_THAT(two.moves(), testing::UnorderedElementsAre("(1 2)*(1 2)"));
  EXPECT_FALSE(two.allows("draw"));
  const Table one("mad-abel S3 inability=checked", "hand1=(1 2)" + std::string(rest));
  EXPECT_TRUE(one.allows("draw"));
}

TEST(MadAbel, M13_WhoNeedsThreeCardsIsAbleToo) {
  // (1 2)(2 3) = (1 3 2), and with (1 2 3) the identity; no two of them make it.
  const Table t("mad-abel S3 inability=checked",
                "hand1=(1 2)+(2 3)+(1 2 3) hand2=(2 3) second=(1 2 3) top=(1 3 2)");
  EXPECT_TRUE(t.allows("(1 2)*(2 3)*(1 2 3)"));
  EXPECT_FALSE(t.allows("draw"));
}

TEST(MadAbel, M13_WhoNeedsEightCardsIsAbleToo) {
  // Nine cards a to i: whatever stands first, each further card leads on by one, from j to p. So
  // words of eight cards make p, and no others; there are hundreds of thousands of shorter ones.
  std::string magma = "mad-abel magma:a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p;";
  for (int row = 0; row < 16; ++row) {
    const char next = row < 9 || row == 15 ? 'j' : static_cast<char>('a' + row + 1);
    for (int column = 0; column < 16; ++column) (magma += next) += column < 15 ? ',' : '/';
  }
  magma.back() = ' ';
  const char* position = "hand1=a+b+c+d+e+f+g+h+i hand2=a second=o top=j";
  const Table eight(magma + "max_cards=8 inability=checked", position);
  EXPECT_TRUE(eight.allows("i*h*g*f*e*d*c*b"));
  EXPECT_FALSE(eight.allows("draw"));
  const Table seven(magma + "max_cards=7 inability=checked", position);
  EXPECT_TRUE(seven.allows("draw"));
}

TEST(MadAbel, M13_AboutFortyEightCards) {
  for (const auto& [group, copies] :
       {std::pair{"S3", "8"}, std::pair{"D4", "6"}, std::pair{"Q8", "6"}, std::pair{"A4", "4"},
        std::pair{"S4", "2"}, std::pair{"Z13:Z4", "1"}, std::pair{"A5", "1"},
        std::pair{"Z4xZ13", "1"}, std::pair{"Z4xZ5", "1"}})
    EXPECT_EQ(option_of(std::string("mad-abel ") + group, "copies"), copies) << group;
}

TEST(MadAbel, M14_TheSumMustHaveTheSameLength) {
  // Of sA = (1,1): h2 = (0,2), h3 = (0,3), c4 = (3,4).
  EXPECT_EQ(option_of("mad-abel Z4xZ5", "metric"), "exact");
  for (const auto& [metric, fits] : {std::pair{"exact", "sA"}, std::pair{"lee", "sA h2 h3 c4"},
                                     std::pair{"rep", "sA h2"}, std::pair{"euclid", "sA c4"}}) {
    const Table t(std::string("mad-abel Z4xZ5 metric=") + metric,
                  "hand1=sA+h2+h3+c4+dA hand2=c2 second=s5 top=hA");
    for (const char* card : {"sA", "h2", "h3", "c4", "dA"})
      EXPECT_EQ(t.allows(card), std::string(fits).find(card) != std::string::npos)
          << metric << " " << card;
  }
}

TEST(MadAbel, M14_TheLengthIsThatOfTheSumNotTheSumOfLengths) {
  const Table t("mad-abel Z4xZ5 metric=lee", "hand1=s4+h2+c5+s5 hand2=c2 second=h5 top=sA");
  EXPECT_TRUE(t.allows("s4+h2")) << "(1,4) + (0,2) = (1,1), though their lengths are 2 and 2";
  EXPECT_FALSE(t.allows("c5+s5")) << "(3,0) + (1,0) = 0, though their lengths are 1 and 1";
}

TEST(MadAbel, M14_ALengthNeedsCoordinates) {
  for (const char* metric : {"lee", "rep", "euclid"})
    for (const char* group : {"S3", "Q8", "Z13:Z4", "table:0,1/1,0", "magma:0,0/1,1"}) {
      const std::string spec = std::string("mad-abel ") + group + " metric=" + metric;
      EXPECT_EQ(refusal_of(spec), "spec.metric") << spec;
    }
  EXPECT_EQ(refusal_of("mad-abel Z7 metric=lee"), "");
  EXPECT_EQ(refusal_of("mad-abel S3 metric=exact"), "");
}

TEST(MadAbel, M15_HandsAreHiddenAndTheirSizesPublic) {
  Table t("mad-abel seats=2 deal=2");
  t.deal("hA h2 s6 s7 d9 h10");
  t.play("draw;deal d4;deal d5");
  EXPECT_THAT(t.match().record(0), HasSubstr("1: deal hA\n1: deal h2\n2: deal ?\n2: deal ?\n"));
  EXPECT_THAT(t.match().record(1), HasSubstr("1: deal ?\n1: deal ?\n2: deal s6\n2: deal s7\n"));
  EXPECT_THAT(t.match().record(nobody), HasSubstr("0: deal d9\n0: deal h10\n1: draw\n1: deal ?\n"));
  for (const char* card : {"s6", "s7"}) EXPECT_THAT(t.match().record(0), Not(HasSubstr(card)));
  for (const char* card : {"hA", "h2", "d4", "d5"})
    EXPECT_THAT(t.match().record(1), Not(HasSubstr(card)));
}

TEST(MadAbel, M15_AViewIsTheSameWhateverTheOthersHold) {
  using Game = MadAbel<CardSet>;
  static_assert(Game::hands_are_hidden);
  const Spec spec = spec_of("mad-abel seats=2 deal=1");
  const auto& game = std::get<Game>(spec.game());
  const auto dealt = [&](int first, int second) {
    Game::State s = game.start();
    for (const int card : {first, second, 50, 51}) game.apply(s, deal_of(element(card)));
    return s;
  };
  EXPECT_EQ(game.observe(dealt(3, 7), 0), game.observe(dealt(3, 9), 0));
  EXPECT_NE(game.observe(dealt(3, 7), 1), game.observe(dealt(3, 9), 1));
  EXPECT_EQ(game.observe(dealt(3, 7), nobody), game.observe(dealt(4, 9), nobody));
  EXPECT_EQ(game.observe(dealt(3, 7), 0).sizes[1], 1) << "how many is public";
}

TEST(MadAbel, M16_TurnCap) {
  EXPECT_EQ(option_of("mad-abel", "max_turns"), "1000");
  const char* position = "hand1=d6+sK hand2=c2 second=d9 top=h10 turns=998";
  Table t("mad-abel", position);
  t.play("d6");
  EXPECT_FALSE(t.over());
  t.play("draw;deal cA;deal c3");
  EXPECT_EQ(t.ending(), Ending::limit);
  EXPECT_EQ(t.winners(), "1") << "the fewest cards";
  Table sooner("mad-abel max_turns=999", position);
  sooner.play("d6");
  EXPECT_EQ(sooner.ending(), Ending::limit);
  EXPECT_EQ(sooner.winners(), "1 2");
}

TEST(MadAbel, M17_AnyOperationFromLeftToRight) {
  // a - b modulo 3 is neither commutative nor associative.
  const char* magma = "magma:0,2,1/1,0,2/2,1,0";
  const Table t(std::string("mad-abel ") + magma, "hand1=0+1^4+2 hand2=2 second=1 top=2");
  EXPECT_TRUE(t.allows("2")) << "1 - 2";
  EXPECT_TRUE(t.allows("1*2"));
  EXPECT_FALSE(t.allows("2*1"));
  EXPECT_TRUE(t.allows("1*1*1")) << "(1 - 1) - 1 = 2, not 1 - (1 - 1) = 1";
  EXPECT_EQ(refusal_of(std::string("al-jabar ") + magma), "spec.not_a_group");
  EXPECT_EQ(refusal_of(std::string("solitaire ") + magma), "spec.not_a_group");
}

TEST(MadAbel, M18_TheUsualLabels) {
  const Spec spec = spec_of("mad-abel");
  const Operation& cards = spec.operation();
  const std::vector<std::string> ranks = {"K", "A", "2", "3",  "4", "5", "6",
                                          "7", "8", "9", "10", "J", "Q"};
  for (int rank = 0; rank < 13; ++rank)
    for (int suit = 0; suit < 4; ++suit) {
      const Element card = element(suit + 4 * rank);
      EXPECT_EQ(cards.names().write(card), "hsdc"[suit] + ranks[static_cast<std::size_t>(rank)]);
      EXPECT_EQ(cards.coordinate(card, 0), suit);
      EXPECT_EQ(cards.coordinate(card, 1), rank);
    }
}

TEST(MadAbel, M18_ASetCanBeRelabelled) {
  // Z4 with the labels moved by one: A is 0, K is 3.
  const Table t("mad-abel table:K,A,2,3;3,K,A,2/K,A,2,3/A,2,3,K/2,3,K,A copies=4 deal=3",
                "hand1=2+3+A hand2=K second=2 top=2");
  EXPECT_TRUE(t.allows("3")) << "1 + 1 = 2, whose label is 3";
  EXPECT_TRUE(t.allows("3+A"));
  EXPECT_FALSE(t.allows("2"));
}

TEST(MadAbel, M18_SuitsAndRanksInAnyOrder) {
  // Spades are zero and hearts one; Q is zero, K one, A two and so on.
  const Table t("mad-abel suits=shdc ranks=QKA23456789TJ",
                "hand1=h2+hQ+s2 hand2=dK second=hA top=sK");
  EXPECT_TRUE(t.allows("h2")) << "suit 1 + 0, rank 2 + 1 = 3";
  EXPECT_TRUE(t.allows("hQ+s2"));
  EXPECT_FALSE(t.allows("s2"));
  EXPECT_EQ(option_of("mad-abel", "suits"), "hsdc");
  EXPECT_EQ(option_of("mad-abel", "ranks"), "KA23456789TJQ");
  EXPECT_EQ(option_of("mad-abel Z4xZ5", "ranks"), "5A234");
  EXPECT_EQ(refusal_of("mad-abel ranks=KKA2345678TJQ"), "spec.value");
  EXPECT_EQ(refusal_of("mad-abel S3 suits=hsdc"), "spec.option") << "only cards have suits";
}

TEST(MadAbel, M19_Alone) {
  Table t("mad-abel seats=1", "hand1=d6+sK second=d9 top=h10");
  t.play("draw;deal sA;deal s5");
  EXPECT_EQ(t.seat(), 1) << "the turn comes back";
  EXPECT_EQ(t.field("turns"), "1");
  t.play("sA+s5");
  EXPECT_EQ(t.field("turns"), "2");
  EXPECT_TRUE(t.allows("d6"));
  Table wins("mad-abel seats=1", "hand1=d6 second=d9 top=h10 turns=8");
  wins.play("d6");
  EXPECT_EQ(wins.ending(), Ending::emptied);
  EXPECT_EQ(wins.match().turns(), 9);
  EXPECT_EQ(wins.winners(), "1");
  Table cap("mad-abel seats=1 max_turns=9", "hand1=d5 second=d9 top=h10 turns=8");
  cap.play("draw;deal h2;deal h4");
  EXPECT_EQ(cap.ending(), Ending::limit);
  EXPECT_EQ(cap.winners(), "") << "the hand is not empty";
}

}  // namespace
}  // namespace coset
