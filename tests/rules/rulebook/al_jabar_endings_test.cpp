// How a game of Al-Jabar ends: the rulings A12 to A19 and A23.
#include "rules/rulebook/table.hpp"

namespace coset {
namespace {

using testing::Contains;
using testing::UnorderedElementsAre;

// Seat 1 plays CC>C, and then seat 2 cannot make its hand smaller; RB>YW keeps its size.
constexpr const char* before_stuck = "hand1=C^5 hand2=R+B hand3=C^5 center=Y+W+C round=4";

Table stuck_table(const std::string& options) {
  Table t("al-jabar seats=3 " + options, before_stuck);
  t.play("CC>C");
  return t;
}

TEST(AlJabar, A12_StuckIsNoticedAtTheStartOfTheTurn) {
  Table t("al-jabar", "hand1=G+C^3 hand2=C^5 center=R+C round=4");
  t.play("CCC>C");
  EXPECT_EQ(t.hand(1), "G+C");
  EXPECT_EQ(t.field("signal"), "") << "not by its own move";
  t.play("CC>C");
  EXPECT_EQ(t.field("signal"), "stuck") << "but when its turn comes";
  EXPECT_EQ(t.field("signal_seat"), "1");
  EXPECT_EQ(t.field("round"), "5");
}

TEST(AlJabar, A12_AMoveOfAnotherSeatCanFreeTheHand) {
  const char* position = "hand1=G+C^3 hand2=G+C^5 center=R+Y+B+C round=4";
  Table start("al-jabar stuck_check=start", position);
  start.play("CCC>C;G>YB");
  EXPECT_EQ(start.field("signal"), "");
  EXPECT_TRUE(start.allows("GC>G"));
  Table also_after("al-jabar stuck_check=also_after", position);
  also_after.play("CCC>C;G>YB");
  EXPECT_EQ(also_after.ending(), Ending::stuck);
}

TEST(AlJabar, A12_StuckIsNoticedAfterTheOwnMoveToo) {
  EXPECT_EQ(option_of("al-jabar", "stuck_check"), "start");
  Table t("al-jabar stuck_check=also_after", "hand1=G+C^3 hand2=C^5 center=R+C round=4");
  t.play("CCC>C");
  EXPECT_EQ(t.field("signal"), "stuck");
  EXPECT_EQ(t.field("signal_seat"), "1");
  t.play("CC>C");
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.ending(), Ending::stuck);
  EXPECT_EQ(t.winners(), "1");
  Table three("al-jabar stuck_check=also_after", "hand1=R+Y+C^2 hand2=C^5 center=C round=4");
  three.play("CC>C");
  EXPECT_EQ(three.field("signal_seat"), "1") << "with as many pieces as one exchange may give";
  Table start_too("al-jabar seats=3 stuck_check=also_after", before_stuck);
  start_too.play("CC>C");
  EXPECT_EQ(start_too.field("signal_seat"), "2") << "and still at the start";
}

TEST(AlJabar, A12_BeforeAnyDraw) {
  const Table t = stuck_table("");
  EXPECT_EQ(t.field("signal"), "stuck");
  EXPECT_EQ(t.hand(2), "R+B") << "a draw could have helped, but comes too late";
}

TEST(AlJabar, A13_TheSignalIsAutomatic) {
  EXPECT_EQ(option_of("al-jabar", "stuck_signal"), "auto");
  const Table t = stuck_table("stuck_signal=auto");
  EXPECT_EQ(t.field("signal"), "stuck");
  EXPECT_EQ(t.seat(), 3);
}

TEST(AlJabar, A13_TheSignalIsThePlayersChoice) {
  const Table t = stuck_table("stuck_signal=optional");
  EXPECT_EQ(t.seat(), 2);
  EXPECT_EQ(t.field("signal"), "");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("R+B=Y+W", "R+B=Y+W+C", "draw", "pass"));
  Table signals = t;
  signals.play("pass");
  EXPECT_EQ(signals.field("signal"), "stuck");
  EXPECT_EQ(signals.field("signal_seat"), "2");
  EXPECT_EQ(signals.seat(), 3);
  Table plays_on = t;
  plays_on.play("RB>YW");
  EXPECT_EQ(plays_on.field("signal"), "");
  Table draws = t;
  draws.play("draw;deal G");
  EXPECT_FALSE(draws.allows("pass")) << "who draws has not signalled and must exchange";
}

TEST(AlJabar, A13_OnePieceIsAutomaticToo) {
  Table t("al-jabar stuck_signal=optional", "hand1=R+B hand2=W^4 center=P+C round=4");
  t.play("RB>P");
  EXPECT_EQ(t.field("signal"), "one_piece");
}

TEST(AlJabar, A14_TheSignallersTurnIsVoid) {
  EXPECT_EQ(option_of("al-jabar", "stuck_move"), "none");
  const Table t = stuck_table("stuck_move=none");
  EXPECT_EQ(t.seat(), 3);
  EXPECT_EQ(t.hand(2), "R+B");
  EXPECT_EQ(t.center(), "Y+W+C^2");
}

TEST(AlJabar, A14_TheStuckSeatMayMove) {
  Table t = stuck_table("stuck_move=optional");
  EXPECT_EQ(t.field("signal"), "stuck");
  EXPECT_EQ(t.seat(), 2);
  EXPECT_THAT(t.moves(), UnorderedElementsAre("R+B=Y+W", "R+B=Y+W+C", "pass")) << "but not draw";
  t.play("RB>YW");
  EXPECT_EQ(t.hand(2), "Y+W");
  t.play("CC>C");
  EXPECT_TRUE(t.over());
}

TEST(AlJabar, A14_TheStuckSeatMustMove) {
  const Table t = stuck_table("stuck_move=forced");
  EXPECT_EQ(t.field("signal"), "stuck");
  EXPECT_THAT(t.moves(), UnorderedElementsAre("R+B=Y+W", "R+B=Y+W+C"));
  Table none("al-jabar seats=3 stuck_move=forced", "hand1=C^5 hand2=R hand3=C^5 center=Y+C");
  none.play("CC>C");
  EXPECT_EQ(none.seat(), 3) << "without a move the turn is void";
}

// Seat 1 has begun the final round, and nothing makes the hand of seat 2 smaller.
constexpr const char* late =
    "hand1=R hand2=B+P center=Y+B+O+W seat=2 signal=one_piece signal_seat=1";

TEST(AlJabar, A14_AStuckSeatHasItsFinalMoveIfAnotherSignalled) {
  EXPECT_EQ(option_of("al-jabar", "final_stuck"), "may_move");
  const Table t("al-jabar", late);
  EXPECT_EQ(t.seat(), 2);
  EXPECT_THAT(t.moves(), UnorderedElementsAre("B=O+W", "P=Y+W", "P=Y+B+O", "B+P=Y+O", "B+P=Y+B+W",
                                              "draw", "pass"));
  Table passes = t;
  passes.play("pass");
  EXPECT_EQ(passes.ending(), Ending::one_piece) << "it does not signal again";
  EXPECT_EQ(passes.field("signal_seat"), "1");
  EXPECT_EQ(passes.winners(), "1");
  Table after_stuck("al-jabar seats=3", "hand1=C^5 hand2=R+B hand3=R+B center=Y+W+C round=4");
  after_stuck.play("CC>C");
  EXPECT_EQ(after_stuck.field("signal_seat"), "2");
  EXPECT_EQ(after_stuck.seat(), 3) << "seat 2 signals by being stuck, seat 3 is as stuck and moves";
  after_stuck.play("RB>YW");
  EXPECT_EQ(after_stuck.ending(), Ending::stuck);
}

TEST(AlJabar, A14_TheFinalMoveOfAStuckSeatCanShareTheVictory) {
  Table t("al-jabar", late);
  t.play("BP>YO");
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.hand(1), "R+C") << "the blues cancelled";
  EXPECT_EQ(t.hand(2), "Y+O");
  EXPECT_EQ(t.winners(), "1 2");
}

TEST(AlJabar, A14_AStuckSeatIsNeverMadeToDraw) {
  const char* position = "hand1=P hand2=R center=Y seat=2 signal=one_piece signal_seat=1";
  for (const char* options : {"final_pass=yes", "final_pass=no"}) {
    const Table t(std::string("al-jabar ") + options, position);
    EXPECT_THAT(t.moves(), UnorderedElementsAre("draw", "pass")) << options;
  }
  Table draws("al-jabar final_pass=no", position);
  draws.play("draw;deal B");
  EXPECT_THAT(draws.moves(), UnorderedElementsAre("draw")) << "who draws goes on (A9)";
  const Table exchanges("al-jabar final_pass=no", late);
  EXPECT_FALSE(exchanges.allows("pass")) << "there is an exchange (A18)";
}

TEST(AlJabar, A14_TheOptionsOfTheSignallerAreNotThoseOfTheOthers) {
  const Table usual("al-jabar", late);
  for (const char* options :
       {"stuck_move=optional", "stuck_move=forced", "stuck_signal=optional"}) {
    const Table t(std::string("al-jabar ") + options, late);
    EXPECT_EQ(t.moves(), usual.moves()) << options;
    EXPECT_EQ(t.field("stuck"), "") << options;
  }
}

TEST(AlJabar, A14_RulesOnePassOverEveryStuckSeat) {
  for (const char* spec : {"al-jabar rules=1", "al-jabar final_stuck=void"}) {
    const Table t(spec, late);
    EXPECT_TRUE(t.over()) << spec;
    EXPECT_EQ(t.ending(), Ending::one_piece) << spec;
    EXPECT_EQ(t.winners(), "1") << spec;
  }
  const Table moves("al-jabar rules=1 stuck_move=optional", late);
  EXPECT_EQ(moves.field("stuck"), "moving") << "that option was for every stuck seat then";
}

TEST(AlJabar, A15_AHandThatCanBecomeFewerNeedNot) {
  Table t("al-jabar", "hand1=C^5 hand2=R+B center=Y+P+W+C round=4");
  t.play("CC>C");
  for (const char* move : {"RB>P", "RB>YW", "RB>PC", "draw"}) EXPECT_TRUE(t.allows(move)) << move;
  t.play("RB>YW");
  EXPECT_EQ(t.hand(2), "Y+W");
}

TEST(AlJabar, A16_ASmallHandWithoutAnyMoveIsStuckAndDoesNotDraw) {
  Table t("al-jabar seats=3", "hand1=Y+W^3 hand2=R^2+B hand3=C^5 center=R+O round=4");
  t.play("Y>RO");
  EXPECT_EQ(t.field("signal"), "stuck") << "R and B make no yellow";
  EXPECT_EQ(t.hand(2), "R^2+B");
  EXPECT_EQ(t.seat(), 3);
}

// A seat of three reduces its hand to one piece in round 4.
Table signal_table(const std::string& options, int seat = 2) {
  std::string position = "center=P+C round=4 seat=" + std::to_string(seat);
  for (int i = 1; i <= 3; ++i)
    position += " hand" + std::to_string(i) + "=" + (i == seat ? "R+B" : "C^5");
  Table t("al-jabar seats=3 " + options, position);
  t.play("RB>P");
  return t;
}

TEST(AlJabar, A17_TheRoundIsFinished) {
  EXPECT_EQ(option_of("al-jabar", "end_rule"), "finish_round");
  Table t = signal_table("end_rule=finish_round");
  EXPECT_EQ(t.seat(), 3);
  t.play("CC>C");
  EXPECT_TRUE(t.over()) << "neither seat 1 nor the signaller moves again";
  EXPECT_EQ(t.match().turns(), 12);
  Table first = signal_table("end_rule=finish_round", 1);
  first.play("CC>C;CC>C");
  EXPECT_TRUE(first.over());
  EXPECT_TRUE(signal_table("end_rule=finish_round", 3).over()) << "the round ends with seat 3";
}

TEST(AlJabar, A17_TheGameEndsAtOnce) {
  for (const int seat : {1, 2, 3}) {
    const Table t = signal_table("end_rule=immediate", seat);
    EXPECT_TRUE(t.over());
    EXPECT_EQ(t.ending(), Ending::one_piece);
    EXPECT_EQ(t.winners(), std::to_string(seat));
  }
}

TEST(AlJabar, A17_EveryoneElseHasOneMoreTurn) {
  for (const int seat : {1, 2, 3}) {
    Table t = signal_table("end_rule=one_more_each", seat);
    for (const int next : {seat % 3 + 1, (seat + 1) % 3 + 1}) {
      EXPECT_EQ(t.seat(), next) << "after seat " << seat;
      t.play("CC>C");
    }
    EXPECT_TRUE(t.over()) << "after seat " << seat;
    EXPECT_EQ(t.ending(), Ending::one_piece);
  }
}

TEST(AlJabar, A17_AStuckSeatEndsTheGameTheSameWay) {
  EXPECT_EQ(stuck_table("end_rule=immediate").ending(), Ending::stuck);
  Table finish = stuck_table("end_rule=finish_round");
  EXPECT_EQ(finish.seat(), 3);
  finish.play("CC>C");
  EXPECT_EQ(finish.ending(), Ending::stuck);
  Table one_more = stuck_table("end_rule=one_more_each");
  one_more.play("CC>C");
  EXPECT_EQ(one_more.seat(), 1);
  one_more.play("CC>C");
  EXPECT_EQ(one_more.ending(), Ending::stuck);
}

TEST(AlJabar, A17_OnlyTheFirstSignalCounts) {
  Table t("al-jabar seats=3 end_rule=one_more_each",
          "hand1=R+B hand2=Y+G hand3=C^5 center=P+C round=4");
  t.play("RB>P;YG>B");
  EXPECT_EQ(t.hand(2), "B");
  EXPECT_EQ(t.field("signal_seat"), "1");
  t.play("CC>C");
  EXPECT_TRUE(t.over()) << "seat 1 has no further turn";
  EXPECT_EQ(t.winners(), "1 2");
}

constexpr const char* final_turn =
    "hand1=P hand2=C^4 center=R+C seat=2 round=4 signal=one_piece signal_seat=1";

TEST(AlJabar, A18_TheFinalMoveIsOptional) {
  EXPECT_EQ(option_of("al-jabar", "final_pass"), "yes");
  Table yes("al-jabar final_pass=yes", final_turn);
  EXPECT_THAT(yes.moves(), Contains("pass"));
  yes.play("pass");
  EXPECT_TRUE(yes.over());
  EXPECT_EQ(yes.hand(2), "C^4");
  const Table no("al-jabar final_pass=no", final_turn);
  EXPECT_FALSE(no.allows("pass"));
  EXPECT_TRUE(no.allows("CC>C"));
  const Table earlier("al-jabar", "hand1=P^2 hand2=C^4 center=R+C seat=2 round=4");
  EXPECT_FALSE(earlier.allows("pass")) << "in the final round only";
}

TEST(AlJabar, A18_WithoutAMoveDrawOrPass) {
  const char* position = "hand1=P hand2=Y^4 center=R seat=2 round=4 signal=one_piece signal_seat=1";
  Table yes("al-jabar", position);
  Table no("al-jabar final_pass=no", position);
  for (int draws = 0; draws < 2; ++draws) {
    EXPECT_THAT(yes.moves(), UnorderedElementsAre("draw", "pass"));
    EXPECT_THAT(no.moves(), UnorderedElementsAre("draw"));
    yes.play("draw;deal W");
    no.play("draw;deal W");
  }
}

TEST(AlJabar, A19_TheSignallerStillDrawsClears) {
  Table t("al-jabar",
          "hand1=P hand2=R+Y center=R+Y+O seat=2 round=4 signal=one_piece signal_seat=1");
  t.play("RY>O");
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.hand(1), "P+C^2");
  EXPECT_EQ(t.hand(2), "O");
  EXPECT_EQ(t.winners(), "2");
  EXPECT_EQ(t.ending(), Ending::one_piece);
}

// Each seat gives a red for a red, so that the position is back after two turns.
constexpr const char* idle = "hand1=R+C^4 hand2=R+C^5 center=R bag=Y^3 round=4";

TEST(AlJabar, A23_TheThirdOccurrenceIsAdjudicated) {
  EXPECT_EQ(option_of("al-jabar", "repetition"), "3");
  Table t("al-jabar null_exchange=allow repetition=3", idle);
  t.play("R>R;R>R;R>R");
  EXPECT_FALSE(t.over());
  t.play("R>R");
  EXPECT_TRUE(t.over());
  EXPECT_EQ(t.ending(), Ending::repetition);
  EXPECT_EQ(t.winners(), "1") << "by fewest pieces";
  EXPECT_THAT(t.moves(), testing::IsEmpty());
}

TEST(AlJabar, A23_RepetitionOff) {
  Table t("al-jabar null_exchange=allow repetition=off", idle);
  for (int turn = 0; turn < 40; ++turn) t.play("R>R");
  EXPECT_FALSE(t.over());
}

TEST(AlJabar, A23_TheMoverIsPartOfThePosition) {
  Table t("al-jabar null_exchange=allow", "hand1=R+C^4 hand2=R+C^4 center=R bag=Y^3");
  for (int turn = 0; turn < 3; ++turn) {
    t.play("R>R");
    EXPECT_FALSE(t.over()) << "equal hands, but another mover: " << turn;
  }
}

TEST(AlJabar, A23_RepetitionIsJudgedFromTheRecord) {
  Table t("al-jabar null_exchange=allow", idle);
  t.play("R>R;R>R;R>R");
  Table again("al-jabar null_exchange=allow", t.position());
  again.play("R>R");
  EXPECT_FALSE(again.over()) << "a position has no history";
  const auto replayed = Match::replay(t.match().full_record() + "2: R=R\n");
  ASSERT_TRUE(replayed.ok());
  EXPECT_EQ(replayed->ending(), Ending::repetition);
}

TEST(AlJabar, A23_ADrawStartsTheCountAnew) {
  Table t("al-jabar null_exchange=allow", idle);
  t.play("R>R;R>R;draw;deal Y;R>R;R>R");
  EXPECT_FALSE(t.over());
  t.play("R>R;R>R");
  EXPECT_FALSE(t.over());
  t.play("R>R");
  EXPECT_EQ(t.ending(), Ending::repetition) << "the position after the first R>R, three times";
}

TEST(AlJabar, A23_AtMostAHundredRounds) {
  EXPECT_EQ(option_of("al-jabar", "max_rounds"), "100");
  for (const auto& [round, over] : {std::pair{"99", false}, std::pair{"100", true}}) {
    Table t("al-jabar", std::string("hand1=C^6 hand2=C^6 center=P+C seat=2 round=") + round);
    t.play("CC>C");
    EXPECT_EQ(t.over(), over) << round;
    EXPECT_EQ(t.ending(), over ? Ending::limit : Ending::none);
    EXPECT_EQ(t.winners(), "2");
  }
  Table t("al-jabar max_rounds=7", "hand1=C^6 hand2=C^7 center=P+C round=7");
  t.play("CC>C");
  EXPECT_FALSE(t.over()) << "the round is played to its end";
  t.play("CC>C");
  EXPECT_EQ(t.ending(), Ending::limit);
  EXPECT_EQ(t.winners(), "1");
}

}  // namespace
}  // namespace coset
