// The numbered rules of Al-Jabar, one test a clause.
#include <string>

#include "rules/rulebook/table.hpp"

namespace coset {
namespace {

using testing::UnorderedElementsAre;

TEST(AlJabar, Rule1_TwoToFourPlay) {
  for (const char* seats : {"2", "3", "4"})
    EXPECT_EQ(option_of(std::string("al-jabar seats=") + seats, "seats"), seats);
  for (const char* seats : {"0", "1", "5"})
    EXPECT_EQ(refusal_of(std::string("al-jabar seats=") + seats), "spec.value") << seats;
}

TEST(AlJabar, Rule1_FewestPiecesIsTheObject) {
  Table t("al-jabar seats=3", "hand1=C^5 hand2=C^3 hand3=R+B+Y center=P+C seat=3 round=2");
  t.play("RB>P");
  EXPECT_EQ(t.winners(), "3") << "the hand that is smallest so far";
}

TEST(AlJabar, Rule2_TheBagHoldsTenOfEachColour) {
  Table t("al-jabar seats=4");
  const std::string all = "RRRRRRRRRRYYYYYYYYYYBBBBBBBBBBOOOOOOOOOOGGGGGGGGGGPPPPPPPPPPWWWWWWWWWW";
  ASSERT_EQ(all.size(), 70U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!t.dealing()) t.play("draw");
    EXPECT_FALSE(t.allows("deal C")) << "clears are not in the bag";
    t.deal(all.substr(i, 1));
    if (i % 10 == 9 && t.dealing()) {
      EXPECT_FALSE(t.allows("deal " + all.substr(i, 1)));
    }
  }
  EXPECT_FALSE(t.allows("draw")) << "all 70 are out";
  EXPECT_EQ(t.points(1), 13 + 17);
}

TEST(AlJabar, Rule3_ThirteenPiecesEach) {
  Table t("al-jabar seats=3");
  for (int piece = 0; piece < 39; ++piece) {
    EXPECT_EQ(t.seat(), piece / 13 + 1);
    t.deal(std::string(1, "RYBOGPW"[piece % 7]));
  }
  EXPECT_EQ(t.hand(1), "R^2+Y^2+B^2+O^2+G^2+P^2+W");
  EXPECT_EQ(t.hand(2), "R^2+Y^2+B^2+O^2+G^2+P+W^2");
  EXPECT_EQ(t.hand(3), "R^2+Y^2+B^2+O^2+G+P^2+W^2");
  EXPECT_TRUE(t.dealing());
  EXPECT_EQ(t.seat(), 0) << "the next piece is the Center's";
}

TEST(AlJabar, Rule3_HandsAreVisibleToAll) {
  Table t("al-jabar");
  t.deal("RRYYYYOBBPGWWYOOOBBBBPPGGWP");
  for (const Seat reader : {Seat{0}, Seat{1}, nobody})
    EXPECT_EQ(t.match().record(reader), t.match().full_record());
}

TEST(AlJabar, Rule4_TheCenterStartsWithOneColouredPieceAndOneClear) {
  Table t("al-jabar");
  t.deal("RRYYYYOBBPGWWYOOOBBBBPPGGW");
  EXPECT_EQ(t.center(), "-");
  EXPECT_FALSE(t.allows("deal C")) << "the piece is coloured";
  t.deal("P");
  EXPECT_EQ(t.center(), "P+C");
}

TEST(AlJabar, Rule5_TurnsGoRoundTheTable) {
  Table t("al-jabar seats=4", "hand1=C^6 hand2=C^6 hand3=C^6 hand4=C^6 center=P+C");
  for (const int seat : {1, 2, 3, 4, 1, 2, 3, 4}) {
    EXPECT_EQ(t.seat(), seat);
    t.play("CC>C");
  }
}

constexpr const char* one_of_each =
    "hand1=R+Y+B+O+G+P+W+C hand2=W^4 center=R+Y+B+O+G+P+W+C^2 round=2";

TEST(AlJabar, Rule5_OneTwoOrThreePiecesForOneTwoOrThree) {
  const Table t("al-jabar", one_of_each);
  for (const char* move :
       {"O>RY", "W>RYB", "RY>O", "RY>BW", "RY>RBG", "RYB>W", "RYB>RG", "RYB>YOG"})
    EXPECT_TRUE(t.allows(move)) << move;
  for (const char* move : {"RYBC>W", "W>RYBC", "RYOC>C", "C>RYOC", "RYBC>RYBC", "RYBOG>RP"})
    EXPECT_FALSE(t.allows(move)) << move;
}

TEST(AlJabar, Rule5_TheSumsMustBeEqual) {
  const Table t("al-jabar", one_of_each);
  // The triples of the mathematical notes: R = (1,0,0), Y = (0,1,0), B = (0,0,1).
  const std::string pieces = "CRYOBPGW";
  for (unsigned a = 0; a < 8; ++a)
    for (unsigned b = 0; b < 8; ++b)
      for (unsigned c = b + 1; c < 8; ++c) {
        const std::string one(1, pieces[a]);
        const std::string two = {pieces[b], pieces[c]};
        EXPECT_EQ(t.match().legal(*t.match().read(one + ">" + two)), a == (b ^ c)) << one << two;
        EXPECT_EQ(t.match().legal(*t.match().read(two + ">" + one)), a == (b ^ c)) << two << one;
      }
}

TEST(AlJabar, Rule5_OnlyPiecesThatAreThereMoveAndBothSidesGive) {
  const Table t("al-jabar", "hand1=R+Y+B+W^2 hand2=W^4 center=O+B+C");
  EXPECT_TRUE(t.allows("RY>O"));
  EXPECT_FALSE(t.allows("O>RY")) << "the hand has no orange and the Center neither red nor yellow";
  EXPECT_FALSE(t.allows("RR>C")) << "the hand has one red";
  EXPECT_FALSE(t.allows("WW>CC")) << "the Center has one clear";
}

TEST(AlJabar, Rule5_SpectrumMove) {
  Table t("al-jabar", "hand1=R+B+Y+W+G^2 hand2=W^4 center=P+C");
  t.play("RBYW>C");
  EXPECT_EQ(t.position(), "hand1=G^2+C hand2=W^4 center=R+Y+B+P+W seat=2");
}

TEST(AlJabar, Rule5_NoOtherSetOfFourIsExchanged) {
  // All these make clear, as the Spectrum does.
  const Table t("al-jabar", "hand1=R^2+Y^2+B^2+O^2+G^2+P^2+W^2+C^2 hand2=W^4 center=P+C");
  EXPECT_TRUE(t.allows("RYBW>C"));
  for (const char* move : {"RYOC>C", "RRYY>C", "RYGP>C", "OGBR>C", "RGYP>C", "OBWC>C", "CCCC>C"})
    EXPECT_FALSE(t.allows(move)) << move;
}

TEST(AlJabar, Rule5_WithMoreThanThreePiecesAndNoMoveDrawUntilThereIsOne) {
  Table t("al-jabar", "hand1=Y^4 hand2=W^4 center=R round=2");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("draw"));
  t.play("draw;deal W");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("draw")) << "one piece was not enough";
  t.play("draw;deal O");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("draw", "Y+O=R"));
  t.play("YO>R");
  EXPECT_EQ(t.hand(1), "R+Y^3+W");
  EXPECT_EQ(t.seat(), 2);
}

TEST(AlJabar, Rule6_ADoubleInTheCenterIsReplacedByAClear) {
  Table t("al-jabar", "hand1=R+Y^3 hand2=W^4 center=R+B+P bag=Y");
  t.play("R>BP");
  EXPECT_EQ(t.position(), "hand1=Y^3+B+P hand2=W^4+C center=C bag=Y seat=2")
      << "the reds are discarded: they are nowhere";
}

TEST(AlJabar, Rule6_EveryOtherPlayerDrawsAsManyClearsAsWereProduced) {
  Table t("al-jabar seats=3",
          "hand1=W^4 hand2=R+Y+G^3 hand3=P^4 center=R+Y+B+W+C bag=Y seat=2 round=3");
  t.play("RY>BW");
  EXPECT_EQ(t.position(),
            "hand1=W^4+C^2 hand2=B+G^3+W hand3=P^4+C^2 center=C^3 bag=Y seat=3 round=3");
}

TEST(AlJabar, Rule6i_ClearsAreNeverCancelled) {
  Table t("al-jabar", "hand1=R+C^2+G^2 hand2=W^4 center=R+C^3 bag=Y");
  t.play("RCC>R");
  EXPECT_EQ(t.position(), "hand1=R+G^2 hand2=W^4 center=R+C^5 bag=Y seat=2");
}

TEST(AlJabar, Rule6ii_ADoubleFromTheHandSendsNoClears) {
  Table t("al-jabar", "hand1=R^2+G^3 hand2=W^4 center=Y+C bag=Y");
  t.play("RR>C");
  EXPECT_EQ(t.position(), "hand1=G^3+C hand2=W^4 center=Y+C bag=Y seat=2")
      << "the double still becomes a clear in the Center";
}

TEST(AlJabar, Rule6ii_OtherColoursOfTheSameTurnStillSendClears) {
  Table t("al-jabar", "hand1=Y^2+B+G^3 hand2=W^4 center=R+B+P bag=O");
  t.play("YYB>RP");
  EXPECT_EQ(t.position(), "hand1=R+G^3+P hand2=W^4+C center=C^2 bag=O seat=2");
}

TEST(AlJabar, Rule7_DrawAsManyPiecesAsDesired) {
  Table t("al-jabar", "hand1=R+Y+G^2 hand2=W^4 center=O+C bag=B^3");
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(t.allows("RY>O")) << "it is not forced to draw";
    t.play("draw;deal B");
  }
  EXPECT_FALSE(t.allows("draw")) << "the bag is empty";
  EXPECT_EQ(t.hand(1), "R+Y+B^3+G^2");
  t.play("RY>O");
  EXPECT_EQ(t.seat(), 2);
}

TEST(AlJabar, Rule8_ARoundIsCompleteWhenAllHaveTakenATurn) {
  Table t("al-jabar seats=3", "hand1=C^6 hand2=C^6 hand3=C^6 center=P+C round=4");
  t.play("CC>C;CC>C");
  EXPECT_EQ(t.field("round"), "4");
  t.play("CC>C");
  EXPECT_EQ(t.field("round"), "5");
  EXPECT_EQ(t.seat(), 1);
}

TEST(AlJabar, Rule8i_OnePieceInHandSignalsTheFinalRound) {
  Table t("al-jabar seats=3", "hand1=R+B hand2=W^4 hand3=C^4 center=P+C round=4");
  t.play("RB>P");
  EXPECT_EQ(t.field("signal"), "one_piece");
  EXPECT_EQ(t.field("signal_seat"), "1");
  EXPECT_FALSE(t.over());
}

TEST(AlJabar, Rule8i_TwoPiecesDoNot) {
  Table t("al-jabar seats=3", "hand1=R+B+G hand2=W^4 hand3=C^4 center=P+G+C round=4");
  t.play("RB>P");
  EXPECT_EQ(t.hand(1), "G+P");
  EXPECT_EQ(t.field("signal"), "");
}

TEST(AlJabar, Rule8ii_ThreePiecesThatCannotBecomeFewerSignalTheFinalRound) {
  for (const char* hand : {"R", "R+B", "R+Y+B", "R+B+C"}) {
    Table t("al-jabar seats=3",
            std::string("hand1=C^5 hand3=C^5 center=Y+C round=4 hand2=") + hand);
    t.play("CC>C");
    EXPECT_EQ(t.field("signal"), "stuck") << hand;
    EXPECT_EQ(t.field("signal_seat"), "2") << hand;
  }
}

TEST(AlJabar, Rule8ii_AHandThatCanBecomeFewerDoesNotSignal) {
  Table t("al-jabar seats=3", "hand1=C^5 hand2=R+B hand3=C^5 center=Y+P+C round=4");
  t.play("CC>C");
  EXPECT_EQ(t.field("signal"), "");
  EXPECT_EQ(t.seat(), 2);
}

TEST(AlJabar, Rule8ii_FourPiecesDoNotSignal) {
  // R, B and P make no yellow, however many there are.
  for (const char* hand : {"R^2+B", "R^2+B+P"}) {
    Table t("al-jabar seats=3", std::string("hand1=Y+W^3 hand3=C^5 center=R+O hand2=") + hand);
    t.play("Y>RO");
    EXPECT_EQ(t.center(), "Y");
    const bool small = std::string(hand) == "R^2+B";
    EXPECT_EQ(t.field("signal"), small ? "stuck" : "") << hand;
    EXPECT_EQ(t.seat(), small ? 3 : 2) << hand;
  }
}

TEST(AlJabar, Rule8_ThoseWhoHaveNotMovedInTheRoundMakeTheirFinalMoves) {
  Table t("al-jabar seats=4", "hand1=C^5 hand2=R+B hand3=C^5 hand4=C^5 center=P+C seat=2 round=4");
  t.play("RB>P");
  EXPECT_EQ(t.seat(), 3);
  t.play("CC>C");
  EXPECT_EQ(t.seat(), 4);
  t.play("CC>C");
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.ending(), Ending::one_piece);
  EXPECT_EQ(t.hand(1), "C^5") << "seat 1 has had its turn in this round";
}

TEST(AlJabar, Rule8_TheFewestPiecesWin) {
  Table t("al-jabar seats=3", "hand1=C^2 hand2=C^5 hand3=R+B center=P+C seat=3 round=4");
  t.play("RB>P");
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.winners(), "3");
  EXPECT_EQ(t.points(1), 2);
  EXPECT_EQ(t.points(2), 5);
  EXPECT_EQ(t.points(3), 1);
}

TEST(AlJabar, Rule8_TiedPlayersShareTheVictory) {
  Table t("al-jabar seats=3", "hand1=R+B hand2=C^4 hand3=C^2+W center=P+C round=4");
  t.play("RB>P;CC>C;CC>C");
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.winners(), "1");
  Table tie("al-jabar seats=3", "hand1=R+B hand2=C^4 hand3=C^3 center=P+C round=4");
  tie.play("RB>P;CC>C;CCC>C");
  EXPECT_TRUE(tie.over());
  EXPECT_EQ(tie.winners(), "1 3");
}

}  // namespace
}  // namespace coset
