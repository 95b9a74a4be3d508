#include "engine/play/match.hpp"

#include "play_support.hpp"

namespace coset {
namespace {

constexpr std::string_view small = "al-jabar Z2^3 seats=2 deal=1";

// Plays moves as text for the seat on turn; stops at the first that is refused.
std::string play_all(Match& match, std::initializer_list<std::string_view> moves) {
  for (const std::string_view text : moves) {
    const auto action = match.read(text);
    if (!action) return std::string(action.error().code);
    if (const auto error = match.play(match.turn().seat, *action)) return std::string(error->code);
  }
  return "";
}

TEST(Match, ARecordIsHeaderSpecAndMoves) {
  Match match = match_of(small);
  EXPECT_EQ(play_all(match, {"deal R", "deal purple", "deal B"}), "");
  EXPECT_EQ(match.full_record(),
            "coset-record 1\n" + match.spec().text() + "\n1: deal R\n2: deal P\n0: deal B\n");
  EXPECT_EQ(match.record(0), match.full_record());  // Al-Jabar hides nothing
}

TEST(Match, ARecordFromAPositionSaysSo) {
  Match match = match_of("al-jabar", "hand1=R+B+Y+G hand2=O+G^4 center=P+C");
  EXPECT_EQ(play_all(match, {"RB>P"}), "");
  EXPECT_EQ(match.full_record(), "coset-record 1\n" + match.spec().text() +
                                     "\nposition hand1=R+Y+B+G hand2=O+G^4 center=P+C\n1: R+B=P\n");
  const auto again = Match::replay(match.full_record());
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->full_record(), match.full_record());
  EXPECT_EQ(again->full_position(), match.full_position());
  EXPECT_EQ(match.first(0).full_position(), "hand1=R+Y+B+G hand2=O+G^4 center=P+C");
}

TEST(Match, CommentsAndBlankLinesAreSkipped) {
  const auto match = Match::replay(
      "# by hand\r\n\ncoset-record 1\r\n#\nal-jabar deal=1\r\n  \n1: deal R\n# here\n2:deal  Y");
  ASSERT_TRUE(match.ok()) << match.error().sentence;
  EXPECT_EQ(match->moves().size(), 2U);
  EXPECT_TRUE(match->full_record().ends_with("1: deal R\n2: deal Y\n"));
}

TEST(Match, MovesAreCanonicalInTheRecord) {
  Match match = match_of("mad-abel", "hand1=hA+h2+h3+s9 hand2=cK second=hQ top=h7");
  EXPECT_EQ(play_all(match, {"h2+hA+h3"}), "");
  EXPECT_TRUE(match.full_record().ends_with("1: h2+hA+h3\n"));
  match = match_of("mad-abel", "hand1=hA+h2+h3+hK+s9 hand2=cK second=hQ top=h7");
  EXPECT_EQ(play_all(match, {"hK+hA+h2+h3"}), "");
  EXPECT_TRUE(match.full_record().ends_with("1: hA+hK+h2+h3\n")) << match.full_record();
}

// What another seat was dealt is hidden; what lies on the table or was played is not.
TEST(Match, ASeatsRecordInMadAbel) {
  Match match = match_of("mad-abel deal=1");
  EXPECT_EQ(play_all(match, {"deal hA", "deal s2", "deal d3", "deal c4", "draw", "deal h5",
                             "deal h6", "draw", "deal h7", "deal h8"}),
            "");
  const std::string head = "coset-record 1\n" + match.spec().text() + "\n";
  EXPECT_EQ(match.record(0), head +
                                 "1: deal hA\n2: deal ?\n0: deal d3\n0: deal c4\n"
                                 "1: draw\n1: deal h5\n1: deal h6\n2: draw\n2: deal ?\n"
                                 "2: deal ?\n");
  EXPECT_EQ(match.record(1), head +
                                 "1: deal ?\n2: deal s2\n0: deal d3\n0: deal c4\n"
                                 "1: draw\n1: deal ?\n1: deal ?\n2: draw\n2: deal h7\n"
                                 "2: deal h8\n");
  EXPECT_EQ(match.record(nobody).find("deal h"), std::string::npos);
  EXPECT_EQ(code_of(Match::replay(match.record(0))), "record.hidden");
}

TEST(Match, APositionIsNotInASeatsRecord) {
  const Match match = match_of("mad-abel", "hand1=hA hand2=h2 second=h3 top=h4");
  EXPECT_EQ(match.record(0), "coset-record 1\n" + match.spec().text() + "\nposition ?\n");
  EXPECT_NE(match.full_record().find("position hand1=hA hand2=h2"), std::string::npos);
  EXPECT_EQ(code_of(Match::replay(match.record(0))), "record.hidden");
}

TEST(Match, RefusalsChangeNothing) {
  Match match = match_of(small);
  EXPECT_EQ(play_all(match, {"deal R", "deal Y", "deal B"}), "");
  match = match_of(small, "hand1=R+Y hand2=R+Y center=O+C");
  const std::string before = match.full_record() + match.full_position();
  const auto refused = [&](Seat seat, std::string_view text) {
    const auto error = match.play(seat, *match.read(text));
    EXPECT_EQ(match.full_record() + match.full_position(), before);
    return error.value_or(Error{});
  };
  EXPECT_EQ(refused(1, "R+Y=O"), (Error{"move.seat", 0, "Seat 1 is to move, not seat 2."}));
  EXPECT_EQ(refused(nobody, "R+Y=O"), (Error{"move.seat", 0, "Seat 1 is to move, not seat 0."}));
  EXPECT_EQ(refused(0, "deal R"), (Error{"move.kind", 0, "Nothing is to be dealt now."}));
  EXPECT_EQ(refused(0, "R=O"), (Error{"move.illegal", 0, "R=O is not a legal move here."}));
  EXPECT_EQ(refused(0, "pass"), (Error{"move.illegal", 0, "pass is not a legal move here."}));
}

TEST(Match, RefusesPiecesThatAreNotInTheGame) {
  Match match = match_of(small, "hand1=R+Y hand2=R+Y center=O+C");
  const auto error = match.play(0, {Verb::exchange, {element(200)}, {identity}});
  ASSERT_TRUE(error);
  EXPECT_EQ(*error, (Error{"move.illegal", 0, "The move names a piece that is not in the game."}));
}

TEST(Match, DealsComeFirst) {
  Match match = match_of(small);
  EXPECT_EQ(match.play(0, *match.read("draw")),
            (Error{"move.kind", 0, "A piece is to be dealt first."}));
  EXPECT_EQ(match.play(1, *match.read("deal R")),
            (Error{"move.seat", 0, "Seat 1 is to move, not seat 2."}));
  EXPECT_EQ(match.play(0, *match.read("deal C")),
            (Error{"move.illegal", 0, "deal C is not a legal move here."}));
  EXPECT_EQ(match.play(0, *match.read("deal ?")),
            (Error{"move.illegal", 0, "deal ? is not a legal move here."}));
  EXPECT_EQ(play_all(match, {"deal R", "deal Y"}), "");
  EXPECT_EQ(match.play(0, *match.read("deal R")),
            (Error{"move.seat", 0, "A piece is to be dealt to the table first."}));
}

TEST(Match, WhenItIsOverItIsOver) {
  Match match = match_of("al-jabar",
                         "hand1=R hand2=Y center=C phase=over signal=one_piece signal_seat=1 "
                         "ending=one_piece");
  EXPECT_TRUE(match.over());
  EXPECT_EQ(match.ending(), Ending::one_piece);
  EXPECT_EQ(match.scores().winners, 3);
  EXPECT_EQ(match.play(0, *match.read("R=R")), (Error{"move.over", 0, "The game is over."}));
  ActionList list;
  match.actions(list);
  EXPECT_TRUE(list.empty());
}

// The six-turn cycle without a null exchange or a cancellation; C^9 keeps both hands large.
TEST(Match, TheThirdOccurrenceOfAPositionEndsIt) {
  const std::initializer_list<std::string_view> cycle = {"RB>YW", "OG>RB", "YW>OG",
                                                         "RB>YW", "OG>RB", "YW>OG"};
  const std::string_view start = "hand1=R+B+C^9 hand2=O+G+C^9 center=Y+W+C";
  Match match = match_of("al-jabar", start);
  EXPECT_EQ(play_all(match, cycle), "");
  EXPECT_FALSE(match.over());
  EXPECT_EQ(play_all(match, cycle), "");
  EXPECT_TRUE(match.over());
  EXPECT_EQ(match.ending(), Ending::repetition);
  EXPECT_FALSE(match.legal(*match.read("RB>YW")));
  const auto again = Match::replay(match.full_record());
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->ending(), Ending::repetition);

  Match endless = match_of("al-jabar repetition=off", start);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(play_all(endless, cycle), "");
  EXPECT_FALSE(endless.over());
}

TEST(Match, DealsAndPlaysByItself) {
  Match match = match_of("mad-abel seats=3");
  Rng rng(5);
  int deals = 0;
  for (; match.turn().kind == Turn::Kind::deal; ++deals) match.deal(rng);
  EXPECT_EQ(deals, 3 * 7 + 2);
  const Action action = match.random_action(rng);
  EXPECT_TRUE(match.legal(action));
  EXPECT_FALSE(match.play(match.turn().seat, action));
  EXPECT_EQ(match.moves().size(), 24U);
  EXPECT_EQ(match.moves()[21].seat, nobody);
}

// h10 and d9 ask for d6. It covers the lower card of the two, or the upper one if the player says
// so and the option allows it (M1).
TEST(Match, KeepingTheLowerCard) {
  const std::string_view position = "hand1=d6+hA hand2=hK second=h10 top=d9";
  Match match = match_of("mad-abel single_card=choose", position);
  EXPECT_EQ(play_all(match, {"d6"}), "");
  EXPECT_EQ(match.full_position(), "hand1=hA hand2=hK second=d9 top=d6 pile=h10 seat=2 turns=1");
  match = match_of("mad-abel single_card=choose", position);
  EXPECT_EQ(play_all(match, {"d6 on d9"}), "move.illegal");
  EXPECT_EQ(play_all(match, {"d6 on h10"}), "");
  EXPECT_EQ(match.full_position(), "hand1=hA hand2=hK second=h10 top=d6 pile=d9 seat=2 turns=1");
  EXPECT_TRUE(match.full_record().ends_with("1: d6 on h10\n"));
  match = match_of("mad-abel single_card=pile", position);
  EXPECT_EQ(play_all(match, {"d6 on h10"}), "move.illegal");
}

struct Refusal {
  std::string_view text;
  Error error;

  friend void PrintTo(const Refusal& r, std::ostream* out) { *out << r.text; }
};

class RecordRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(RecordRefusals, InFull) {
  EXPECT_EQ(error_of(Match::replay(GetParam().text)), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Records, RecordRefusals,
    testing::Values(
        Refusal{"", {"record.header", 0, "A record begins with the line 'coset-record 1'."}},
        Refusal{"# x\nal-jabar\n",
                {"record.header", 4, "A record begins with the line 'coset-record 1'."}},
        Refusal{"coset-record 2\nal-jabar\n",
                {"record.version", 13, "This program reads records of version 1, not '2'."}},
        Refusal{"coset-record 1\n# no more\n",
                {"record.spec", 25, "The record ends before its spec."}},
        Refusal{"coset-record 1\nal-jabar seats=9\n",
                {"spec.value", 24, "seats takes 2 to 4, not '9'."}},
        Refusal{"coset-record 1\nal-jabar\nposition hand1\n",
                {"position.field", 33, "Expected name=value at 'hand1'."}},
        Refusal{"coset-record 1\nal-jabar\ndeal R\n",
                {"record.seat", 24,
                 "A move begins with its seat, as in '1: draw'; a deal to the table with 0."}},
        Refusal{"coset-record 1\nal-jabar\n8: deal R\n",
                {"record.seat", 24,
                 "A move begins with its seat, as in '1: draw'; a deal to the table with 0."}},
        Refusal{"coset-record 1\nal-jabar\n1: deal X\n",
                {"name.unknown", 32, "'X' is not one of the pieces: R Y B O G P W C."}},
        Refusal{
            "coset-record 1\nal-jabar\n1: deal ?\n",
            {"record.hidden", 26, "This record hides what was dealt, so it cannot be replayed."}},
        Refusal{"coset-record 1\nal-jabar\n2: deal R\n",
                {"move.seat", 26, "Seat 1 is to move, not seat 2."}},
        Refusal{"coset-record 1\nal-jabar\n1: draw\n",
                {"move.kind", 26, "A piece is to be dealt first."}}));

}  // namespace
}  // namespace coset
