// Mad Abel: the sections of its rulebook and the rulings M1 to M19. Its worked example is in
// worked_example_test.cpp.
#include "rules/rulebook/table.hpp"

namespace coset {
namespace {

using testing::UnorderedElementsAre;

// The card that cards make, from left to right.
std::string sum(std::string_view group, std::string_view cards) {
  const Table t("mad-abel " + std::string(group));
  const auto action = t.match().read(cards);
  if (!action) return action.error().sentence;
  const Operation& operation = t.match().spec().operation();
  return operation.names().write(operation.product(action->give));
}

TEST(MadAbel, Section1_SevenCardsEachAndTwoOnTheTable) {
  Table t("mad-abel seats=2");
  for (int card = 0; card < 14; ++card) {
    EXPECT_EQ(t.seat(), card / 7 + 1);
    t.deal(std::string(card < 7 ? "h" : "s") + "A2345678"[card % 7]);
  }
  EXPECT_EQ(t.seat(), 0);
  EXPECT_FALSE(t.allows("deal h2")) << "every card is there once";
  t.deal("d9 h10");
  EXPECT_EQ(t.seat(), 1);
  EXPECT_EQ(t.hand(1), "hA+h2+h3+h4+h5+h6+h7");
  EXPECT_EQ(t.hand(2), "sA+s2+s3+s4+s5+s6+s7");
}

TEST(MadAbel, Section1_CardsMustMakeTheSumOfTheTopTwo) {
  const Table t("mad-abel", "hand1=d6+d5+sA+s5+h9 hand2=c2+c3 second=d9 top=h10");
  EXPECT_TRUE(t.allows("d6"));
  EXPECT_TRUE(t.allows("sA+s5")) << "s + s = d, 1 + 5 = 6";
  EXPECT_FALSE(t.allows("d5"));
  EXPECT_FALSE(t.allows("sA+d5")) << "the number fits, the suit does not";
  EXPECT_FALSE(t.allows("s5+sA+h9"));
  EXPECT_FALSE(t.allows("d6+hK")) << "hK is not in the hand";
}

TEST(MadAbel, Section1_WhoeverCannotPlayDrawsTwoAndPassesOn) {
  Table t("mad-abel", "hand1=h2+h3 hand2=c2+c3 second=d9 top=h10");
  t.play("draw;deal hA;deal h4");
  EXPECT_EQ(t.hand(1), "hA+h2+h3+h4");
  EXPECT_EQ(t.seat(), 2);
}

TEST(MadAbel, Section1_TheFirstEmptyHandWins) {
  Table t("mad-abel seats=3", "hand1=c2+c3 hand2=sA+s5 hand3=c4 second=d9 top=h10 seat=2");
  t.play("sA+s5");
  EXPECT_EQ(t.ending(), Ending::emptied);
  EXPECT_EQ(t.winners(), "2");
}

TEST(MadAbel, Section1_TheSuitsAddModuloFour) {
  const char* suits = "hsdc";
  const char* table[] = {"hsdc", "sdch", "dchs", "chsd"};
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) {
      const std::string cards = std::string(1, suits[a]) + "A+" + suits[b] + "2";
      EXPECT_EQ(sum("Z4xZ13", cards), std::string(1, table[a][b]) + "3") << cards;
      // Same colours make red, different colours make black.
      EXPECT_EQ(table[a][b] == 'h' || table[a][b] == 'd', a % 2 == b % 2);
    }
}

TEST(MadAbel, Section1_TheNumbersAddModuloThirteen) {
  const std::vector<std::string> ranks = {"K", "A", "2", "3",  "4", "5", "6",
                                          "7", "8", "9", "10", "J", "Q"};
  for (std::size_t a = 0; a < 13; ++a)
    for (std::size_t b = 0; b < 13; ++b)
      EXPECT_EQ(sum("Z4xZ13", "h" + ranks[a] + "+s" + ranks[b]), "s" + ranks[(a + b) % 13]);
}

TEST(MadAbel, Section3_TheHighestCardIsZero) {
  for (const auto& [group, zero, high] :
       {std::tuple{"Z4xZ5", "5", "4"}, std::tuple{"Z4xZ7", "7", "6"},
        std::tuple{"Z4xZ11", "J", "10"}, std::tuple{"Z4xZ13", "K", "Q"}}) {
    const std::string identity_card = std::string("h") + zero;
    EXPECT_EQ(sum(group, "c3+" + identity_card), "c3") << group;
    EXPECT_EQ(sum(group, std::string("s") + high + "+cA"), identity_card) << group;
    EXPECT_EQ(sum(group, "s2+s2"), "d4") << group;
  }
}

TEST(MadAbel, Section4_VariantsArePlayable) {
  for (const char* spec : {"mad-abel S3", "mad-abel Q8", "mad-abel Z13:Z4", "mad-abel A5",
                           "mad-abel magma:0,2,1/1,0,2/2,1,0", "mad-abel Z4xZ5 metric=lee"})
    EXPECT_EQ(refusal_of(spec), "") << spec;
}

constexpr const char* single = "hand1=d6+sK hand2=c2+c3 second=d9 top=h10";

TEST(MadAbel, M1_ASingleCardIsLaidOnThePile) {
  EXPECT_EQ(option_of("mad-abel", "single_card"), "pile");
  Table t("mad-abel single_card=pile", single);
  EXPECT_FALSE(t.allows("d6 on d9"));
  t.play("d6");
  EXPECT_EQ(t.position(), "hand1=sK hand2=c2+c3 second=h10 top=d6 pile=d9 seat=2 turns=1");
}

TEST(MadAbel, M1_ThePlayerChoosesWhichCardStays) {
  Table t("mad-abel single_card=choose", single);
  Table old_top = t;
  old_top.play("d6");
  EXPECT_EQ(old_top.field("second"), "h10");
  t.play("d6 on d9");
  EXPECT_EQ(t.position(), "hand1=sK hand2=c2+c3 second=d9 top=d6 pile=h10 seat=2 turns=1");
}

TEST(MadAbel, M1_OfTwoEqualCardsThereIsNothingToChoose) {
  // The dials: hearts 0, diamonds 1, spades 2 and clubs 3; h3 twice makes h6.
  const Table t("mad-abel single_card=choose decks=2", "hand1=h6+sK hand2=c2+c3 second=h3 top=h3");
  EXPECT_TRUE(t.allows("h6"));
  EXPECT_FALSE(t.allows("h6 on h3"));
}

TEST(MadAbel, M1_TwoCardsCoverBoth) {
  Table t("mad-abel", "hand1=sA+s5+sK hand2=c2+c3 second=d9 top=h10");
  t.play("sA+s5");
  EXPECT_EQ(t.position(), "hand1=sK hand2=c2+c3 second=sA top=s5 pile=h10+d9 seat=2 turns=1");
}

TEST(MadAbel, M2_EveryOrderedTopPairIsAPlay) {
  // d6 is made by one set of each size: {d6}, {sA, s5} and {h2, h3, dA}.
  const Table t("mad-abel inability=checked",
                "hand1=d6+sA+s5+h2+h3+dA hand2=c2+c3 second=d9 top=h10");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("d6", "sA+s5", "s5+sA", "h2+h3+dA", "h2+dA+h3",
                                              "h3+h2+dA", "h3+dA+h2", "dA+h2+h3", "dA+h3+h2"));
}

TEST(MadAbel, M2_TheOrderMattersForTheNextSingleCard) {
  const char* position = "hand1=sA+s5+sK hand2=d6+c3 second=d9 top=h10";
  Table t("mad-abel", position);
  t.play("sA+s5;d6");
  EXPECT_EQ(t.field("second"), "s5");
  Table other("mad-abel", position);
  other.play("s5+sA;d6");
  EXPECT_EQ(other.field("second"), "sA");
}

TEST(MadAbel, M3_InabilityOnThePlayersWordOrChecked) {
  EXPECT_EQ(option_of("mad-abel", "inability"), "honour");
  EXPECT_TRUE(Table("mad-abel inability=honour", single).allows("draw"));
  EXPECT_FALSE(Table("mad-abel inability=checked", single).allows("draw"));
  const char* unable = "hand1=d5+sK hand2=c2+c3 second=d9 top=h10";
  for (const char* spec : {"mad-abel", "mad-abel inability=checked"})
    EXPECT_THAT(Table(spec, unable).moves(), UnorderedElementsAre("draw")) << spec;
}

TEST(MadAbel, M3_WhoCannotPlayWithinTheLimitIsUnable) {
  // sA + s2 + dA = h4, and no two of them make it.
  const char* position = "hand1=sA+s2+dA hand2=c2+c3 second=h3 top=hA";
  const Table two("mad-abel Z4xZ5 max_cards=2 inability=checked", position);
  EXPECT_TRUE(two.allows("draw"));
  EXPECT_THAT(two.moves(), UnorderedElementsAre("draw"));
  const Table three("mad-abel Z4xZ5 max_cards=3 inability=checked", position);
  EXPECT_FALSE(three.allows("draw"));
  EXPECT_TRUE(three.allows("sA+s2+dA"));
}

TEST(MadAbel, M4_NoPlayAfterDrawing) {
  Table t("mad-abel", "hand1=d5+sK hand2=c2+c3 second=d9 top=h10");
  t.play("draw;deal d6;deal s6");
  EXPECT_EQ(t.seat(), 2) << "d6 would have fitted";
  EXPECT_EQ(t.field("second"), "d9");
  EXPECT_EQ(t.field("top"), "h10");
}

TEST(MadAbel, M5_AnyNumberOfCards) {
  EXPECT_EQ(option_of("mad-abel", "max_cards"), "31");
  // The twelve hearts and the twelve spades from A to Q make hK together, as do cK and sK.
  std::string all;
  for (const char* rank : {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"})
    all += (all.empty() ? "h" : "+h") + std::string(rank) + "+s" + rank;
  Table t("mad-abel", "hand1=" + all + " hand2=c2 second=cK top=sK");
  t.play(all);
  EXPECT_EQ(t.ending(), Ending::emptied) << "24 cards at once";
  const char* three = "hand1=h2+h3+dA hand2=c2+c3 second=d9 top=h10";
  EXPECT_TRUE(Table("mad-abel max_cards=3", three).allows("h2+h3+dA"));
  EXPECT_FALSE(Table("mad-abel max_cards=2", three).allows("h2+h3+dA"));
}

// Seven cards 0 to 6; nobody can make 0 + 1.
constexpr const char* seven = "mad-abel Z7 copies=1 deal=1 seats=2";

TEST(MadAbel, M6_ReshuffleWhenTheDeckIsEmpty) {
  EXPECT_EQ(option_of("mad-abel", "reshuffle"), "yes");
  Table t(seven, "hand1=2 hand2=3 second=0 top=1 pile=4+5+6 deck=-");
  t.play("draw");
  EXPECT_FALSE(t.allows("deal 0")) << "the top two stay";
  EXPECT_FALSE(t.allows("deal 1"));
  t.play("deal 4;deal 6");
  EXPECT_EQ(t.position(), "hand1=2+4+6 hand2=3 second=0 top=1 seat=2 turns=1") << "5 is the deck";
}

TEST(MadAbel, M6_ReshuffleBetweenTheTwoCards) {
  Table t(seven, "hand1=2 hand2=3 second=0 top=1 pile=4+5 deck=6");
  t.play("draw");
  EXPECT_FALSE(t.allows("deal 4")) << "the deck comes first";
  t.play("deal 6;deal 4");
  EXPECT_EQ(t.hand(1), "2+4+6");
}

TEST(MadAbel, M6_TakeWhatThereIs) {
  Table t(seven, "hand1=2+4+5 hand2=3 second=0 top=1 deck=6");
  t.play("draw;deal 6");
  EXPECT_EQ(t.seat(), 2) << "there was one card";
}

TEST(MadAbel, M6_NoReshuffle) {
  const std::string spec = std::string(seven) + " reshuffle=no";
  Table none(spec, "hand1=2 hand2=3 second=0 top=1 pile=4+5+6 deck=-");
  EXPECT_FALSE(none.allows("draw"));
  EXPECT_TRUE(none.allows("pass"));
  Table one(spec, "hand1=2 hand2=3 second=0 top=1 pile=4+5 deck=6");
  one.play("draw;deal 6");
  EXPECT_EQ(one.seat(), 2);
  EXPECT_EQ(one.hand(1), "2+6");
}

TEST(MadAbel, M7_AFullCycleWithoutAPlayOrADrawEndsTheGame) {
  Table t("mad-abel Z7 copies=1 deal=1 seats=3", "hand1=2+4 hand2=3 hand3=5+6 second=0 top=1");
  t.play("pass;pass");
  EXPECT_FALSE(t.over());
  t.play("pass");
  EXPECT_EQ(t.ending(), Ending::blocked);
  EXPECT_EQ(t.winners(), "2") << "the fewest cards";
}

TEST(MadAbel, M7_TiesShare) {
  Table t(std::string(seven) + " reshuffle=no", "hand1=2+5 hand2=3+6 second=0 top=4 pile=1 deck=-");
  t.play("pass;pass");
  EXPECT_EQ(t.ending(), Ending::blocked);
  EXPECT_EQ(t.winners(), "1 2");
}

TEST(MadAbel, M7_APlayStartsTheCycleAnew) {
  Table t(std::string(seven) + " reshuffle=no", "hand1=2+5 hand2=1+3+6 second=0 top=4");
  t.play("pass;1+3;pass");
  EXPECT_FALSE(t.over()) << "seat 2 has played";
  t.play("pass");
  EXPECT_EQ(t.ending(), Ending::blocked);
  EXPECT_EQ(t.winners(), "2");
}

TEST(MadAbel, M8_TheWinIsImmediateAndExact) {
  Table t("mad-abel seats=3", "hand1=sA+s5 hand2=c2 hand3=c3 second=d9 top=h10");
  EXPECT_FALSE(t.allows("sA")) << "one card less does not fit";
  t.play("sA+s5");
  EXPECT_TRUE(t.over()) << "the others do not finish the round";
  EXPECT_EQ(t.winners(), "1");
  const Table never("mad-abel", "hand1=sA+s4 hand2=c2 second=d9 top=h10");
  EXPECT_FALSE(never.allows("sA+s4")) << "emptying the hand needs the sum too";
}

TEST(MadAbel, M9_TheEmptyPlayDoesNotMakeTheIdentity) {
  const Table t("mad-abel inability=checked", "hand1=s4+d3+h2 hand2=c2 second=s3 top=c10");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("draw"));
  EXPECT_FALSE(t.match().legal({Verb::play, {}, {}}));
  const Table pair("mad-abel inability=checked", "hand1=s4+c9+h2 hand2=c2 second=s3 top=c10");
  EXPECT_THAT(pair.moves(), UnorderedElementsAre("s4+c9", "c9+s4"));
}

}  // namespace
}  // namespace coset
