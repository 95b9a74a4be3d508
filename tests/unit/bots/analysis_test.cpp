#include "engine/bots/analysis.hpp"

#include <gtest/gtest.h>

#include "engine/play/match.hpp"

namespace coset::bots {
namespace {

Match at(std::string_view spec, std::string_view position) {
  return *Match::open(*Spec::parse(spec), position);
}

std::vector<MoveJudged> judge(const Match& match, const AnalysisSettings& settings = {}) {
  const auto bot = *make_bot(default_analyst(match.spec()));
  return analyse(match.spec(), match.observe(match.turn().seat), *bot, settings).moves;
}

// After some random moves.
Match midgame(std::string_view text, int decisions) {
  Match match = Match::open(*Spec::parse(text));
  Rng rng(3);
  while (decisions > 0 || match.turn().kind == Turn::Kind::deal) {
    const Turn turn = match.turn();
    if (turn.kind == Turn::Kind::deal) {
      match.deal(rng);
    } else {
      EXPECT_FALSE(match.play(turn.seat, match.random_action(rng)));
      --decisions;
    }
  }
  return match;
}

TEST(Analysis, AWinningMoveIsTheBest) {
  const Match match = at("al-jabar end_rule=immediate", "hand1=R+Y hand2=O^4+W^3 center=O+B");
  const auto moves = judge(match);
  EXPECT_EQ(match.write(moves[0].action), "R+Y=O");
  EXPECT_EQ(moves[0].value[0], 1);
  EXPECT_EQ(moves[0].value[1], 0);
  EXPECT_EQ(moves[0].error[0], 0);
  ASSERT_EQ(moves[0].line.size(), 1U);
}

TEST(Analysis, ASharedVictoryIsHalfOfOneForEach) {
  // P+B=R answers R+Y=O, and both have one piece left.
  const Match match = at("al-jabar", "hand1=R+Y hand2=P+B center=O");
  const auto moves = judge(match);
  EXPECT_EQ(match.write(moves[0].action), "R+Y=O");
  EXPECT_EQ(moves[0].value[0], 0.5);
  EXPECT_EQ(moves[0].value[1], 0.5);
}

// M19: what counts alone is the number of turns.
TEST(Analysis, AloneTheTurnsAreTheValue) {
  const auto moves = judge(at("mad-abel seats=1", "hand1=d6 second=d9 top=h10 turns=4"));
  EXPECT_EQ(moves[0].value[0], 5);
}

TEST(Analysis, MovesAndLinesAreLegalOnEveryKindOfGame) {
  for (const char* text : {"al-jabar", "al-jabar seats=4", "al-jabar Z3^2", "solitaire",
                           "solitaire Z2xZ4", "mad-abel", "mad-abel seats=3", "mad-abel S3"}) {
    const Match match = midgame(text, 2);
    const auto moves = judge(match, {{60, {}}, 10, 3, 1});
    ASSERT_FALSE(moves.empty()) << text;
    for (const MoveJudged& move : moves) {
      EXPECT_GE(move.visits, 1U);
      EXPECT_EQ(move.line[0], move.action);
      Match trial = match;
      for (const Action& action : move.line)
        EXPECT_FALSE(trial.play(trial.turn().seat, action)) << text << match.write(action);
    }
    EXPECT_GE(moves[0].visits, moves.back().visits);
  }
}

TEST(Analysis, TheSameSeedGivesTheSameValues) {
  const Match match = midgame("mad-abel", 3);
  const auto once = judge(match, {{200, {}}, 20, 1, 5});
  const auto again = judge(match, {{200, {}}, 20, 1, 5});
  const auto other = judge(match, {{200, {}}, 20, 1, 6});
  ASSERT_EQ(once.size(), again.size());
  bool differs = once.size() != other.size();
  for (std::size_t i = 0; i < once.size(); ++i) {
    EXPECT_EQ(once[i].action, again[i].action);
    EXPECT_EQ(once[i].value, again[i].value);
    differs = differs || once[i].value != other[i].value;
  }
  EXPECT_TRUE(differs);
}

TEST(Analysis, OneGameHasNoError) {
  const auto moves = judge(midgame("al-jabar", 2), {{1, {}}, 5, 1, 1});
  for (const MoveJudged& move : moves) {
    EXPECT_EQ(move.visits, 1U);
    EXPECT_LT(move.error[0], 0);
  }
}

TEST(Analysis, StopsWhenItIsTold) {
  int asked = 0;
  const auto moves =
      judge(midgame("al-jabar", 2), {{1000000, [&] { return ++asked > 5; }}, 40, 4, 1});
  EXPECT_LT(asked, 60);
  EXPECT_FALSE(moves.empty());
  const auto none = judge(midgame("al-jabar", 2), {{1000000, [] { return true; }}, 40, 4, 1});
  EXPECT_LE(none[0].visits, 1U);
}

// What only the other seat knows changes nothing.
TEST(Analysis, HiddenCardsStayHidden) {
  const std::string rest = "hand1=h9+hQ+d8 second=d3 top=hA hand2=";
  const auto one = judge(at("mad-abel", rest + "hK+s2"), {{100, {}}, 20, 1, 1});
  const auto other = judge(at("mad-abel", rest + "c5+c7"), {{100, {}}, 20, 1, 1});
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].value, other[i].value);
}

}  // namespace
}  // namespace coset::bots
