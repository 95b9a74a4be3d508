#include "engine/play/simulate.hpp"

#include "play_support.hpp"

namespace coset {
namespace {

TEST(Simulate, ASeedIsAGame) {
  for (const char* text : {"al-jabar", "solitaire", "mad-abel", "mad-abel S3", "al-jabar Z3^2"}) {
    const Spec spec = spec_of(text);
    const GameSummary one = play_random_game(spec, 3);
    const GameSummary two = play_random_game(spec, 3);
    EXPECT_EQ(one.turns, two.turns);
    EXPECT_EQ(one.scores, two.scores);
    EXPECT_NE(one.ending, Ending::none) << text;
    EXPECT_GE(one.decisions, 1) << text;
  }
}

TEST(Simulate, BothScoresOfSolitaire) {
  const GameSummary minus = play_random_game(spec_of("solitaire"), 1);
  const GameSummary plus = play_random_game(spec_of("solitaire score=plus_R"), 1);
  EXPECT_EQ(minus.other_score, plus.scores.points[0]);
  EXPECT_EQ(plus.other_score, minus.scores.points[0]);
  EXPECT_GT(plus.scores.points[0], minus.scores.points[0]);
}

TEST(Simulate, MatchesAMatchOfTheSameSeed) {
  const Spec spec = spec_of("al-jabar seats=3");
  const GameSummary summary = play_random_game(spec, 11);
  Match match = Match::open(spec);
  Rng rng(11);
  while (!match.over()) {
    if (match.turn().kind == Turn::Kind::deal) {
      match.deal(rng);
    } else {
      ASSERT_FALSE(match.play(match.turn().seat, match.random_action(rng)));
    }
  }
  EXPECT_EQ(match.scores(), summary.scores);
  EXPECT_EQ(match.ending(), summary.ending);
  EXPECT_EQ(match.turns(), summary.turns);
}

TEST(Perft, OfAPositionByHand) {
  const Spec spec = spec_of("al-jabar");
  // R, B or both against P and a clear: RB>P, RB>PC, BR is no other; a clear in hand adds more.
  const std::string_view position = "hand1=R+B+W^2 hand2=O^4 center=P+C";
  EXPECT_EQ(*perft(spec, position, 0, PerftCount::moves), 1U);
  ActionList list;
  match_of("al-jabar", position).actions(list);
  EXPECT_EQ(*perft(spec, position, 1, PerftCount::moves) + 1, list.size());  // and a draw
  EXPECT_EQ(*perft(spec, position, 1, PerftCount::all), list.size());
}

TEST(Perft, ReportsItsProgress) {
  const Spec spec = spec_of("al-jabar");
  std::uint64_t calls = 0;
  const auto lines =
      perft(spec, *canon_position(spec), 2, PerftCount::moves, [&](auto done, auto total) {
        ++calls;
        EXPECT_EQ(done, calls);
        EXPECT_LE(done, total);
      });
  ASSERT_TRUE(lines.ok());
  EXPECT_GT(calls, 0U);
}

TEST(Perft, RefusesWhatIsNoPosition) {
  EXPECT_EQ(code_of(perft(spec_of("al-jabar"), "hand1", 1, PerftCount::all)), "position.field");
}

TEST(Perft, NeverGivesACountThatWasCutOff) {
  const Spec spec = spec_of("mad-abel Z4xZ13");
  std::string hand;
  for (const char* suit : {"h", "s", "d", "c"})
    for (const char* rank : {"A", "2", "3", "4", "5", "6"})
      hand += std::string(hand.empty() ? "" : "+") + suit + rank;
  const std::string position = "hand1=" + hand + " hand2=hK second=h9 top=s9";
  EXPECT_EQ(code_of(perft(spec, position, 1, PerftCount::moves)), "perft.too_many");
}

TEST(Canon, IsAPositionOfAlJabarOnColours) {
  const auto two = canon_position(spec_of("al-jabar"));
  ASSERT_TRUE(two.ok());
  EXPECT_EQ(*two, "hand1=R^2+Y^2+B^2+O^2+G^2+P^2+W hand2=R^2+Y^2+B^2+O^2+G^2+P^2+W center=R+C");
  EXPECT_TRUE(
      Match::open(spec_of("al-jabar seats=4"), *canon_position(spec_of("al-jabar seats=4"))).ok());
  EXPECT_EQ(code_of(canon_position(spec_of("solitaire"))), "position.canon");
  EXPECT_EQ(code_of(canon_position(spec_of("al-jabar Z3^2"))), "position.canon");
}

TEST(Signature, IsANumber) { EXPECT_EQ(behaviour_signature(), behaviour_signature()); }

// The number of the last program that knew rules 1 only.
TEST(Signature, OfRulesOneIsWhatItWas) {
  EXPECT_EQ(behaviour_signature(1), 0xfc3f825eefbd5e27ULL);
  EXPECT_NE(behaviour_signature(1), behaviour_signature(2));
}

}  // namespace
}  // namespace coset
