// The rulings A1 to A11 and A20 to A26 of Al-Jabar: exchanges, draws, cancellation and the table.
// How a game ends (A12 to A19, A23) is in al_jabar_endings_test.cpp.
#include <type_traits>

#include "rules/rulebook/table.hpp"

namespace coset {
namespace {

using testing::UnorderedElementsAre;

TEST(AlJabar, A1_NullExchange) {
  const char* position = "hand1=R+Y+B+G hand2=W^4 center=R";
  const Table forbid("al-jabar null_exchange=forbid", position);
  EXPECT_FALSE(forbid.allows("R>R"));
  Table allow("al-jabar null_exchange=allow", position);
  EXPECT_TRUE(allow.allows("R>R"));
  allow.play("R>R");
  EXPECT_EQ(allow.position(), std::string(position) + " seat=2");
  EXPECT_EQ(option_of("al-jabar", "null_exchange"), "forbid");
}

TEST(AlJabar, A1_NullMeansEqualAsMultisets) {
  const char* position = "hand1=R+Y+C^2+G hand2=W^4 center=R+Y+C^2 round=2";
  const Table forbid("al-jabar", position);
  const Table allow("al-jabar null_exchange=allow", position);
  for (const char* move : {"RY>YR", "YRC>CRY", "CC>CC", "C>C"}) {
    EXPECT_FALSE(forbid.allows(move)) << move;
    EXPECT_TRUE(allow.allows(move)) << move;
  }
  EXPECT_TRUE(forbid.allows("CC>C")) << "this changes something";
}

TEST(AlJabar, A2_SidesMayOverlap) {
  Table t("al-jabar", "hand1=R+C+G^2 hand2=W^4 center=R+C round=2");
  EXPECT_TRUE(t.allows("R>RC"));
  t.play("RC>R");
  EXPECT_EQ(t.position(), "hand1=R+G^2 hand2=W^4 center=R+C^2 seat=2 round=2");
}

TEST(AlJabar, A3_BothSidesMoveAtOnceAndCancelAfterwards) {
  Table t("al-jabar", "hand1=R+C+G^2 hand2=W^4 center=R bag=Y");
  t.play("RC>R");
  EXPECT_EQ(t.position(), "hand1=R+G^2 hand2=W^4 center=R+C bag=Y seat=2") << "no double was made";
}

TEST(AlJabar, A3_WhatIsPlacedCannotBeTaken) {
  const Table t("al-jabar null_exchange=allow", "hand1=R^2+Y+G^2 hand2=W^4 center=O");
  EXPECT_FALSE(t.allows("RR>C")) << "the clear would come from the pair itself";
  EXPECT_FALSE(t.allows("R>R"));
  EXPECT_TRUE(t.allows("RY>O"));
}

struct SpectrumCase {
  const char* option;
  bool without_clear;          // the move exists without a clear in the Center
  const char* left_in_center;  // by the move, of one clear
};

TEST(AlJabar, A4_SourceOfTheSpectrumsClear) {
  EXPECT_EQ(option_of("al-jabar", "spectrum_clear"), "center");
  for (const auto& [option, without_clear, left] :
       {SpectrumCase{"center", false, "R+Y+B+O+W"}, SpectrumCase{"supply", true, "R+Y+B+O+W+C"},
        SpectrumCase{"center_then_supply", true, "R+Y+B+O+W"}}) {
    const std::string spec = std::string("al-jabar spectrum_clear=") + option;
    Table none(spec, "hand1=R+Y+B+W+G^2 hand2=W^4 center=O");
    EXPECT_EQ(none.allows("RYBW>C"), without_clear) << option;
    if (without_clear) {
      none.play("RYBW>C");
      EXPECT_EQ(none.center(), "R+Y+B+O+W") << option;
      EXPECT_EQ(none.hand(1), "G^2+C") << option;
    }
    Table one(spec, "hand1=R+Y+B+W+G^2 hand2=W^4 center=O+C");
    one.play("RYBW>C");
    EXPECT_EQ(one.center(), left) << option;
    EXPECT_EQ(one.hand(1), "G^2+C") << option;
  }
}

TEST(AlJabar, A4_TheSupplyServesTheSpectrumOnly) {
  const Table t("al-jabar spectrum_clear=supply", "hand1=R^2+Y^2+B+W hand2=W^4 center=O");
  EXPECT_TRUE(t.allows("RYBW>C"));
  EXPECT_FALSE(t.allows("RR>C"));
}

TEST(AlJabar, A5_TheSpectrumIsForExactlyOneClear) {
  const Table t("al-jabar", "hand1=R+Y+B+W+G^2 hand2=W^4 center=R+B+P+C^3");
  EXPECT_TRUE(t.allows("RYBW>C"));
  for (const char* move : {"RYBW>CC", "RYBW>CCC", "RYBW>RBP"}) EXPECT_FALSE(t.allows(move)) << move;
}

TEST(AlJabar, A6_ClearsInTheCenterAreCounted) {
  Table t("al-jabar", "hand1=C^3+G^2 hand2=C^3+W^2 center=P+C");
  EXPECT_FALSE(t.allows("CCC>CC")) << "there is one clear";
  t.play("CCC>C;CCC>CC");
  EXPECT_EQ(t.position(), "hand1=G^2+C hand2=W^2+C^2 center=P+C^4 round=2");
  Table many("al-jabar", "hand1=R+Y+G^3 hand2=W^4 center=O+C^9");
  many.play("RY>O");
  EXPECT_EQ(many.center(), "R+Y+C^9") << "none is taken away";
}

TEST(AlJabar, A7_ClearsAreUnlimited) {
  Table t("al-jabar seats=4",
          "hand1=R+C^300 hand2=C^141 hand3=C^255 hand4=C^30 center=R+B+P+C^600");
  t.play("R>BP");
  EXPECT_EQ(t.position(),
            "hand1=B+P+C^300 hand2=C^142 hand3=C^256 hand4=C^31 center=C^601 "
            "bag=R^8+Y^10+B^9+O^10+G^10+P^9+W^10 seat=2");
}

TEST(AlJabar, A8_DrawingBeforeTheExchangeOnePieceAtATime) {
  Table t("al-jabar draw_timing=before", "hand1=R+B hand2=W^4 center=P+Y+C bag=G^5");
  t.play("draw");
  EXPECT_TRUE(t.dealing()) << "the piece is seen before the next is asked for";
  t.play("deal G;draw;deal G");
  EXPECT_EQ(t.hand(1), "R+B+G^2");
  t.play("RB>P");
  EXPECT_EQ(t.seat(), 2) << "no draw after the exchange";
}

TEST(AlJabar, A8_DrawingAfterTheExchangeToo) {
  const char* position = "hand1=R+B hand2=W^4 center=P+Y+C bag=G^5 round=2";
  Table before("al-jabar", position);
  before.play("RB>P");
  EXPECT_EQ(before.field("signal"), "one_piece");
  Table both("al-jabar draw_timing=both", position);
  EXPECT_TRUE(both.allows("draw"));
  both.play("RB>P");
  EXPECT_THAT(both.moves(), UnorderedElementsAre("draw", "pass"));
  Table stays = both;
  stays.play("pass");
  EXPECT_EQ(stays.field("signal"), "one_piece");
  both.play("draw;deal G;draw;deal G;pass");
  EXPECT_EQ(both.field("signal"), "") << "the draw dodged event (i)";
  EXPECT_EQ(both.hand(1), "G^2+P");
  EXPECT_EQ(both.seat(), 2);
}

TEST(AlJabar, A9_WhoeverDrawsMustExchange) {
  Table t("al-jabar", "hand1=R+Y+G^2 hand2=W^4 center=O+C bag=B^3");
  t.play("draw;deal B");
  EXPECT_FALSE(t.allows("pass"));
  Table final("al-jabar",
              "hand1=P hand2=R+Y+G^2 center=O+C bag=B^3 seat=2 signal=one_piece signal_seat=1");
  EXPECT_TRUE(final.allows("pass"));
  final.play("draw;deal B");
  EXPECT_FALSE(final.allows("pass")) << "in the final round too";
}

TEST(AlJabar, A10_ForcedDraw) {
  Table t("al-jabar", "hand1=Y^4 hand2=W^4 center=R round=2");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("draw"));
  t.play("draw;deal R");
  EXPECT_TRUE(t.allows("RYY>R"));
}

TEST(AlJabar, A10_ANullExchangeIsNotAValidMove) {
  const char* position = "hand1=R+Y+B+G hand2=W^4 center=R round=2";
  EXPECT_THAT(Table("al-jabar", position).moves(), UnorderedElementsAre("draw"));
  EXPECT_THAT(Table("al-jabar null_exchange=allow", position).moves(),
              UnorderedElementsAre("draw", "R=R"));
}

TEST(AlJabar, A11_WithAnEmptyBagNoMoveIsAPass) {
  Table t("al-jabar", "hand1=Y^4 hand2=R+Y^3 center=R bag=- round=2");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("pass"));
  t.play("pass");
  EXPECT_EQ(t.seat(), 2);
  EXPECT_THAT(t.moves(), UnorderedElementsAre("R+Y+Y=R")) << "who has a move must make it";
}

TEST(AlJabar, A11_DiscardsStayOutOrAreRecycled) {
  EXPECT_EQ(option_of("al-jabar", "recycle_discards"), "no");
  const char* position = "hand1=Y^4 hand2=R^2+Y^2+B^9 center=R+O bag=W round=2";
  Table no("al-jabar recycle_discards=no", position);
  Table yes("al-jabar recycle_discards=yes", position);
  for (Table* t : {&no, &yes}) {
    t->play("draw");
    EXPECT_FALSE(t->allows("deal G")) << "the bag comes first";
    t->play("deal W");
  }
  EXPECT_FALSE(no.allows("draw"));
  yes.play("draw");
  EXPECT_FALSE(yes.allows("deal C"));
  for (const char* piece : {"R", "Y", "B", "O", "G", "P", "W"})
    EXPECT_TRUE(yes.allows(std::string("deal ") + piece)) << piece;
  yes.play("deal B");
  EXPECT_EQ(yes.field("bag"), "") << "all else is in the bag again";
  EXPECT_EQ(yes.hand(1), "Y^4+B+W");
}

TEST(AlJabar, A20_PairsOfThreeAndFour) {
  Table three("al-jabar", "hand1=R^2+G^3 hand2=W^4 center=R+C bag=Y");
  three.play("RR>C");
  EXPECT_EQ(three.center(), "R+C") << "one pair cancels, the third stays";
  Table four("al-jabar", "hand1=R^3+G^3 hand2=W^4 center=R+Y+O bag=Y");
  four.play("RRR>YO");
  EXPECT_EQ(four.center(), "C^2") << "two pairs";
}

TEST(AlJabar, A21_TheExemptionIsPerColour) {
  // Blue cancels with the Center and sends a clear; yellow came as a double and sends none.
  Table t("al-jabar", "hand1=Y^2+B+G^3 hand2=W^4 center=Y+R+B+P bag=O");
  t.play("YYB>RP");
  EXPECT_EQ(t.center(), "Y+C^2");
  EXPECT_EQ(t.hand(2), "W^4+C");
}

TEST(AlJabar, A21_ThreeAndOneSendNoClears) {
  Table t("al-jabar", "hand1=R^3+G^3 hand2=W^4 center=R+Y+O bag=Y");
  t.play("RRR>YO");
  EXPECT_EQ(t.center(), "C^2");
  EXPECT_EQ(t.hand(2), "W^4") << "not even for the pair that one piece of the Center completed";
}

TEST(AlJabar, A21_TwoClearsAreNotADouble) {
  Table t("al-jabar", "hand1=R+C^2+G^3 hand2=W^4 center=R+Y+O bag=Y");
  t.play("RCC>YO");
  EXPECT_EQ(t.center(), "C^3");
  EXPECT_EQ(t.hand(2), "W^4+C") << "nothing exempts the red pair";
}

TEST(AlJabar, A22_TheMoverDrawsNoClears) {
  Table t("al-jabar seats=4",
          "hand1=P^4 hand2=R+Y+G^3 hand3=P^4 hand4=P^2+B^2 center=R+Y+O bag=Y seat=2");
  t.play("RY>O");
  EXPECT_EQ(t.hand(1), "P^4+C^2");
  EXPECT_EQ(t.hand(2), "O+G^3");
  EXPECT_EQ(t.hand(3), "P^4+C^2");
  EXPECT_EQ(t.hand(4), "B^2+P^2+C^2");
  EXPECT_EQ(t.center(), "C^2");
}

TEST(AlJabar, A24_PerfectInformation) {
  using Game = AlJabar<Tally<8>>;
  static_assert(std::is_same_v<Game::View, Game::State>, "a view leaves nothing out");
  static_assert(!Game::hands_are_hidden);
  const Spec spec = spec_of("al-jabar");
  const auto& game = std::get<Game>(spec.game());
  Game::State state = game.start();
  state.bag.remove(element(1), 4);
  state.hands[1].add(element(1), 3);
  for (const Seat viewer : {Seat{0}, Seat{1}, nobody}) {
    EXPECT_EQ(game.observe(state, viewer), state);
    Rng rng(7);
    EXPECT_EQ(game.imagine(game.observe(state, viewer), rng), state);
  }
  EXPECT_EQ(game.discards(state)[element(1)], 1) << "what is in no hand, Center or bag is out";
}

TEST(AlJabar, A25_TiesShare) {
  // Seat 3 ends the only round with three pieces.
  const auto winners = [](const std::string& others) {
    Table t("al-jabar seats=3 max_rounds=1", others + " hand3=C^4 center=R+C seat=3");
    t.play("CC>C");
    EXPECT_TRUE(t.over());
    return t.winners();
  };
  EXPECT_EQ(winners("hand1=C^5 hand2=C^4"), "3");
  EXPECT_EQ(winners("hand1=C^5 hand2=C^3"), "2 3");
  EXPECT_EQ(winners("hand1=C^3 hand2=C^3"), "1 2 3");
  EXPECT_EQ(winners("hand1=C^2 hand2=C^2"), "1 2");
}

TEST(AlJabar, A26_SeatOneIsLeftOfTheDealerAndBegins) {
  for (int seats = 2; seats <= 4; ++seats) {
    Table t("al-jabar deal=4 null_exchange=allow seats=" + std::to_string(seats));
    for (int seat = 1; seat <= seats; ++seat) {
      EXPECT_EQ(t.seat(), seat);
      t.deal("RYBG");
    }
    EXPECT_EQ(t.seat(), 0) << "then the dealer, who sits last, deals the Center";
    t.deal("G");
    for (int turn = 0; turn < 2 * seats; ++turn) {
      EXPECT_EQ(t.seat(), turn % seats + 1);
      t.play("G>G");
    }
  }
}

}  // namespace
}  // namespace coset
