// Solitaire Al-Jabar: its numbered rules and the rulings S1 to S14.
#include "rules/rulebook/table.hpp"

namespace coset {
namespace {

using testing::Contains;
using testing::Not;
using testing::UnorderedElementsAre;

TEST(Solitaire, Rule1_OnePlayer) {
  EXPECT_EQ(spec_of("solitaire").seats(), 1);
  EXPECT_EQ(refusal_of("solitaire seats=2"), "spec.option");
}

TEST(Solitaire, Rule2_TheBagHoldsTenOfEachColour) {
  Table t("solitaire");
  const std::string all = "RRRRRRRRRRYYYYYYYYYYBBBBBBBBBBOOOOOOOOOOGGGGGGGGGGPPPPPPPPPPWWWWWWWWWW";
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!t.dealing()) t.play("draw");
    EXPECT_FALSE(t.allows("deal C"));
    t.deal(all.substr(i, 1));
    if (i % 10 == 9 && t.dealing()) {
      EXPECT_FALSE(t.allows("deal " + all.substr(i, 1)));
    }
  }
  EXPECT_FALSE(t.allows("draw")) << "all 70 are out";
}

TEST(Solitaire, Rule3_ThirteenPieces) {
  Table t("solitaire");
  t.deal("RRYYYYOBBPGW");
  EXPECT_EQ(t.seat(), 1);
  t.deal("W");
  EXPECT_EQ(t.seat(), 0) << "the next piece is the Center's";
  EXPECT_EQ(t.pieces("hand"), "R^2+Y^4+B^2+O+G+P+W^2");
}

TEST(Solitaire, Rule4_TheCenterStartsWithOneColouredAndOneBlackPiece) {
  Table t("solitaire");
  t.deal("RRYYYYOBBPGWWP");
  EXPECT_EQ(t.center(), "P+C");
  EXPECT_EQ(t.seat(), 1);
}

TEST(Solitaire, Rule5_ExchangesOfEqualSum) {
  const Table t("solitaire", "hand=R+Y+B+O+G+P+W+C center=R+Y+B+O+G+P+W+C^2");
  for (const char* move :
       {"O>RY", "W>RYB", "RY>O", "RY>BW", "RY>RBG", "RYB>W", "RYB>RG", "RYB>YOG"})
    EXPECT_TRUE(t.allows(move)) << move;
  for (const char* move : {"R>Y", "RYBC>W", "W>RYBC", "RY>G", "RYOC>C"})
    EXPECT_FALSE(t.allows(move)) << move;
}

TEST(Solitaire, Rule5_Spectrum) {
  Table t("solitaire", "hand=R+Y+B+W+G^2 center=P+C");
  t.play("RBYW>K");
  EXPECT_EQ(t.pieces("hand"), "G^2+C") << "K is the black piece";
  EXPECT_EQ(t.center(), "R+Y+B+P+W");
}

TEST(Solitaire, Rule5_ForcedDraw) {
  Table t("solitaire", "hand=Y^4 center=R");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("draw"));
  t.play("draw;deal W");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("draw"));
  t.play("draw;deal O");
  EXPECT_TRUE(t.allows("YO>R"));
}

TEST(Solitaire, Rule6_ADoubleIsSetAsideAndReplacedByABlackPiece) {
  Table t("solitaire", "hand=R+Y^3 center=R+B+P+G bag=Y");
  t.play("R>BP");
  EXPECT_EQ(t.center(), "G+C");
  EXPECT_EQ(t.field("cancellations"), "1");
  EXPECT_EQ(t.field("bag"), "Y") << "set aside, not returned";
  EXPECT_EQ(t.pieces("hand"), "Y^3+B+P") << "nobody draws black pieces for it";
}

TEST(Solitaire, Rule6a_BlackPairsAreNeverCancelled) {
  Table t("solitaire", "hand=R+C+Y^3 center=R+C bag=Y");
  t.play("RC>R");
  EXPECT_EQ(t.center(), "R+C^2");
  EXPECT_EQ(t.field("cancellations"), "");
}

TEST(Solitaire, Rule6b_ADoubleFromTheHandGoesBackToTheBag) {
  Table t("solitaire", "hand=R^2+Y^3 center=G+C bag=Y");
  t.play("RR>C");
  EXPECT_EQ(t.center(), "G+C") << "a black piece is still placed in the Center";
  EXPECT_EQ(t.field("bag"), "R^2+Y");
  EXPECT_EQ(t.field("cancellations"), "");
}

TEST(Solitaire, Rule6b_SoDoesEveryDoubleOfThatColour) {
  Table t("solitaire", "hand=R^3+Y^3 center=R+Y+O bag=Y");
  t.play("RRR>YO");
  EXPECT_EQ(t.center(), "C^2");
  EXPECT_EQ(t.field("bag"), "R^4+Y");
  EXPECT_EQ(t.field("cancellations"), "");
}

// After RY>O the Center holds R, Y, B and a black piece: two of the four are replaced.
Table after_exchange(const std::string& options = "", const std::string& bag = "Y^2+G^3+P^3") {
  Table t("solitaire " + options, "hand=R+Y+W^4 center=B+O+C bag=" + bag);
  t.play("RY>O");
  return t;
}

TEST(Solitaire, Rule7_TheGameTakesATurnAfterThePlayers) {
  Table t = after_exchange();
  EXPECT_EQ(t.seat(), 0);
  EXPECT_TRUE(t.dealing());
  t.play("deal R;deal Y;deal G;deal P");
  EXPECT_EQ(t.seat(), 1);
  EXPECT_EQ(t.position(), "hand=O+W^4 center=B+G+P+C bag=R+Y^3+G^2+P^2 turns=1");
}

TEST(Solitaire, Rule7a_AtMostTwoBlackPiecesStay) {
  for (const auto& [before, after] : {std::pair{"C^5", "R+Y+C^2"}, std::pair{"C^3", "R+Y+C^2"},
                                      std::pair{"C^2", "R+Y+C^2"}, std::pair{"C", "R+Y+C"}}) {
    Table t("solitaire", std::string("hand=R+Y+W^4 bag=G^9 center=O+") + before);
    t.play("RY>O");
    EXPECT_EQ(t.center(), after) << before;
  }
}

TEST(Solitaire, Rule7b_OneThirdRoundedUpGoesBackToTheBag) {
  Table t = after_exchange();
  EXPECT_FALSE(t.allows("deal W")) << "it comes from the Center";
  t.play("deal B");
  EXPECT_EQ(t.center(), "R+Y+C");
  EXPECT_EQ(t.field("phase"), "remove");
  t.play("deal R");
  EXPECT_EQ(t.field("phase"), "refill") << "two of four";
  EXPECT_EQ(t.field("bag"), "R+Y^2+B+G^3+P^3");
}

TEST(Solitaire, Rule7c_AsManyAreDrawnFromTheBag) {
  Table t = after_exchange();
  t.play("deal B;deal R");
  EXPECT_FALSE(t.allows("deal O")) << "it comes from the bag";
  t.play("deal G");
  EXPECT_EQ(t.seat(), 0);
  t.play("deal P");
  EXPECT_EQ(t.seat(), 1);
  EXPECT_EQ(t.center(), "Y+G+P+C");
}

TEST(Solitaire, Rule7d_PairsCancelAndSendBlackPiecesToThePlayer) {
  Table t = after_exchange();
  t.play("deal B;deal R;deal G;deal Y");
  EXPECT_EQ(t.center(), "G+C^2") << "Y and Y became a black piece";
  EXPECT_EQ(t.pieces("hand"), "O+W^4+C");
}

TEST(Solitaire, Rule7d_NotForAPairThatCameFromTheBag) {
  Table t = after_exchange();
  t.play("deal B;deal R;deal G;deal G");
  EXPECT_EQ(t.center(), "Y+C^2");
  EXPECT_EQ(t.pieces("hand"), "O+W^4");
}

TEST(Solitaire, Rule7d_NotForBlackPairs) {
  Table t("solitaire", "hand=R+Y+W^4 center=B+O+C^2 bag=G^9");
  t.play("RY>O;deal R;deal B;deal G;deal R");
  EXPECT_EQ(t.center(), "R+Y+G+C^2");
  EXPECT_EQ(t.pieces("hand"), "O+W^4");
}

TEST(Solitaire, Rule8_DrawAsDesired) {
  Table t("solitaire", "hand=R+Y+W^4 center=O+C bag=B^3");
  t.play("draw;deal B;draw;deal B");
  EXPECT_EQ(t.pieces("hand"), "R+Y+B^2+W^4");
  EXPECT_TRUE(t.allows("draw"));
  t.play("RY>O");
  EXPECT_FALSE(t.allows("draw")) << "the game's turn";
}

TEST(Solitaire, Rule9a_OnePieceEndsTheGameAtOnce) {
  Table t("solitaire", "hand=R+B center=P+C turns=5 bag=G^9");
  t.play("RB>P");
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.ending(), Ending::one_piece);
  EXPECT_EQ(t.center(), "R+B+C") << "the game takes no further turn";
}

// CCC>C leaves R, B and a black piece; a G in the Center is of no use to them, a P is.
Table before_refill(const std::string& options = "") {
  Table t("solitaire " + options, "hand=R+B+C^3 center=Y+C bag=G^9+P^9 turns=5 cancellations=2");
  t.play("CCC>C;deal C");
  return t;
}

TEST(Solitaire, Rule9b_ASmallHandThatCannotBecomeFewerEndsTheGame) {
  Table t = before_refill();
  EXPECT_FALSE(t.over());
  t.play("deal G");
  EXPECT_EQ(t.ending(), Ending::stuck);
  EXPECT_EQ(t.pieces("hand"), "R+B+C") << "it is not forced to draw";
  Table other = before_refill();
  other.play("deal P");
  EXPECT_FALSE(other.over());
  EXPECT_TRUE(other.allows("RB>P"));
}

TEST(Solitaire, Rule9b_FourPiecesPlayOn) {
  // Against Y and O neither R R B nor R R B P can become fewer.
  for (const auto& [hand, over] : {std::pair{"R+B+Y+O", true}, std::pair{"R+B+P+Y+O", false}}) {
    Table t("solitaire", std::string("center=R bag=G^9 hand=") + hand);
    t.play("YO>R;deal Y;deal Y");
    EXPECT_EQ(t.center(), "Y+O");
    EXPECT_EQ(t.over(), over) << hand;
  }
}

TEST(Solitaire, Rule10_Score) {
  Table t("solitaire", "hand=R+B center=R+P+C turns=5 cancellations=3 bag=G^9");
  t.play("RB>P");
  EXPECT_EQ(t.points(1), 2 * 6 - 1 - 4) << "six turns, one piece, four cancellations";
}

TEST(Solitaire, S1_BlackPiecesGoToTheBag) {
  EXPECT_EQ(option_of("solitaire", "black_to_bag"), "yes");
  Table yes = after_exchange("black_to_bag=yes");
  yes.play("deal C;deal B");
  EXPECT_EQ(yes.field("bag"), "Y^2+B+G^3+P^3+C");
  yes.play("deal C;deal G");
  EXPECT_EQ(yes.center(), "R+Y+G+C") << "it was drawn again";
  Table no = after_exchange("black_to_bag=no");
  no.play("deal C;deal B");
  EXPECT_EQ(no.field("bag"), "Y^2+B+G^3+P^3");
  EXPECT_FALSE(no.allows("deal C"));
}

TEST(Solitaire, S1_ABlackPieceOfTheBagCanBeDrawnByThePlayer) {
  Table t = after_exchange();
  t.play("deal C;deal B;deal G;deal P;draw;deal C");
  EXPECT_EQ(t.pieces("hand"), "O+W^4+C");
}

TEST(Solitaire, S2_BlackPiecesRemovedIn7aGoToTheSupply) {
  Table t("solitaire", "hand=R+Y+W^4 bag=G^9 center=O+C^7");
  t.play("RY>O");
  EXPECT_EQ(t.center(), "R+Y+C^2");
  EXPECT_EQ(t.field("bag"), "G^9");
}

TEST(Solitaire, S3_PairsOf7dAreDiscardedAndNotCounted) {
  Table t = after_exchange();
  t.play("deal B;deal R;deal G;deal Y");
  EXPECT_EQ(t.field("bag"), "R+Y+B+G^2+P^3") << "the two yellows are not in it";
  EXPECT_EQ(t.field("cancellations"), "");
}

TEST(Solitaire, S4_OnlyPairsSetAsideCount) {
  Table t("solitaire", "hand=Y^2+B+G^3 center=R+B+P bag=O cancellations=2");
  t.play("YYB>RP");
  EXPECT_EQ(t.field("cancellations"), "3") << "blue counts, yellow goes back to the bag";
  EXPECT_EQ(t.field("bag"), "Y^2+O");
}

TEST(Solitaire, S5_TheSignOfR) {
  EXPECT_EQ(option_of("solitaire", "score"), "minus_R");
  const char* position = "hand=R+B center=R+P+C turns=5 cancellations=3 bag=G^9";
  Table minus("solitaire score=minus_R", position);
  minus.play("RB>P");
  EXPECT_EQ(minus.points(1), 12 - 1 - 4);
  Table plus("solitaire score=plus_R", position);
  plus.play("RB>P");
  EXPECT_EQ(plus.points(1), 12 + 1 - 4);
}

TEST(Solitaire, S5_BothAreReported) {
  using Game = Solitaire<Tally<8>>;
  const Spec spec = spec_of("solitaire score=plus_R");
  const auto& game = std::get<Game>(spec.game());
  Game::State state = game.start();
  state.turns = 7;
  state.cancellations = 4;
  state.hand.add(element(1), 3);
  EXPECT_EQ(game.score(state, ScoreRule::minus_r), 14 - 3 - 4);
  EXPECT_EQ(game.score(state, ScoreRule::plus_r), 14 + 3 - 4);
}

TEST(Solitaire, S6_RIsOneOrAtMostThree) {
  // What the sign of R is worth: twice R.
  Table one("solitaire", "hand=R+B center=P+C bag=G^9");
  one.play("RB>P");
  EXPECT_EQ(one.points(1), 2 - 1);
  Table stuck = before_refill();
  stuck.play("deal G");
  EXPECT_EQ(stuck.points(1), 12 - 3 - 2);
  Table plus = before_refill("score=plus_R");
  plus.play("deal G");
  EXPECT_EQ(plus.points(1), 12 + 3 - 2);
}

TEST(Solitaire, S7_StuckWithAnEmptyBagCountsRAgainstThePlayer) {
  for (const char* score : {"minus_R", "plus_R"}) {
    Table t(std::string("solitaire score=") + score,
            "hand=Y^4 center=R bag=W turns=4 cancellations=1");
    t.play("draw");
    EXPECT_FALSE(t.over());
    t.play("deal W");
    EXPECT_EQ(t.ending(), Ending::bag_empty);
    EXPECT_EQ(t.points(1), 8 + 5 - 1) << score;
  }
}

TEST(Solitaire, S8_StuckIsNoticedBeforeADrawCouldHelp) {
  Table t = before_refill();
  t.play("deal G");
  EXPECT_EQ(t.ending(), Ending::stuck) << "though the bag holds purples";
}

TEST(Solitaire, S8_AfterADrawOneMustExchange) {
  Table t = before_refill();
  t.play("deal P;draw;deal G");
  EXPECT_FALSE(t.over());
  EXPECT_THAT(t.moves(), Not(Contains("pass")));
  EXPECT_FALSE(t.allows("pass"));
  t.play("RB>P");
  EXPECT_EQ(t.field("turns"), "7");
}

TEST(Solitaire, S9_WhichTurnsCount) {
  Table one("solitaire", "hand=R+B center=P+C bag=G^9 turns=5");
  one.play("RB>P");
  EXPECT_EQ(one.match().turns(), 6) << "the turn of 9(a) counts";
  Table stuck = before_refill();
  stuck.play("deal G");
  EXPECT_EQ(stuck.match().turns(), 6) << "the turn that could not be taken does not";
}

TEST(Solitaire, S10_OneThirdOfWhat7aLeaves) {
  const auto removed = [](const std::string& center) {
    Table t("solitaire", "hand=R+Y+W^4 bag=G^9 center=O+" + center);
    t.play("RY>O");
    int count = 0;
    for (const char piece : std::string("CCRYBGPW")) {
      const std::string deal = std::string("deal ") + piece;
      if (t.field("phase") != "remove" || !t.allows(deal)) continue;
      t.play(deal);
      ++count;
    }
    return count;
  };
  EXPECT_EQ(removed("C"), 1) << "of 3";
  EXPECT_EQ(removed("C^2"), 2) << "of 4, black pieces included";
  EXPECT_EQ(removed("C^9"), 2) << "of 4, after 7(a)";
  EXPECT_EQ(removed("B+P+C^2"), 2) << "of 6";
  EXPECT_EQ(removed("B+P+G+C^2"), 3) << "of 7";
}

TEST(Solitaire, S10_WithoutReplacementAndTheSamePieceMayReturn) {
  Table t = after_exchange();
  t.play("deal R");
  EXPECT_FALSE(t.allows("deal R")) << "it is out of the Center";
  t.play("deal B;deal R;deal B");
  EXPECT_EQ(t.center(), "R+Y+B+C");
  EXPECT_EQ(t.field("bag"), "Y^2+G^3+P^3");
}

TEST(Solitaire, S11_AShortBagGivesWhatItHas) {
  Table one("solitaire black_to_bag=no", "hand=R+Y+W^4 center=O+C^2 bag=G");
  one.play("RY>O;deal C;deal C;deal G");
  EXPECT_EQ(one.seat(), 1) << "two were removed, one was there";
  EXPECT_EQ(one.center(), "R+Y+G");
  Table none("solitaire black_to_bag=no", "hand=R+Y+W^4 center=O+C^2 bag=-");
  none.play("RY>O;deal C;deal C");
  EXPECT_EQ(none.seat(), 1);
  EXPECT_EQ(none.center(), "R+Y");
}

TEST(Solitaire, S12_AColourThatTheBagSentTwiceIsExempt) {
  Table t = after_exchange();
  t.play("deal B;deal R;deal Y;deal Y");
  EXPECT_EQ(t.center(), "Y+C^2") << "two of the three yellows cancel";
  EXPECT_EQ(t.pieces("hand"), "O+W^4");
}

TEST(Solitaire, S13_TurnCap) {
  EXPECT_EQ(option_of("solitaire", "max_turns"), "200");
  const char* position = "hand=R+Y+W^4 center=O+C bag=G^9 turns=5";
  Table six("solitaire max_turns=6", position);
  six.play("RY>O");
  EXPECT_EQ(six.ending(), Ending::limit);
  Table seven("solitaire max_turns=7", position);
  seven.play("RY>O");
  EXPECT_FALSE(seven.over());
}

TEST(Solitaire, S14_NullExchange) {
  const char* position = "hand=R+Y+B+G center=R";
  EXPECT_EQ(option_of("solitaire", "null_exchange"), "forbid");
  EXPECT_FALSE(Table("solitaire null_exchange=forbid", position).allows("R>R"));
  EXPECT_TRUE(Table("solitaire null_exchange=allow", position).allows("R>R"));
}

TEST(Solitaire, S14_SourceOfTheSpectrumsBlackPiece) {
  EXPECT_EQ(option_of("solitaire", "spectrum_clear"), "center");
  const auto center_after = [](const std::string& option, const std::string& center) {
    Table t("solitaire spectrum_clear=" + option, "hand=R+Y+B+W+G^2 center=" + center);
    if (!t.allows("RYBW>C")) return std::string("refused");
    t.play("RYBW>C");
    return t.center();
  };
  EXPECT_EQ(center_after("center", "O"), "refused");
  EXPECT_EQ(center_after("supply", "O"), "R+Y+B+O+W");
  EXPECT_EQ(center_after("center_then_supply", "O"), "R+Y+B+O+W");
  EXPECT_EQ(center_after("center", "O+C"), "R+Y+B+O+W");
  EXPECT_EQ(center_after("supply", "O+C"), "R+Y+B+O+W+C");
  EXPECT_EQ(center_after("center_then_supply", "O+C"), "R+Y+B+O+W");
}

}  // namespace
}  // namespace coset
