#include "engine/bots/analysis.hpp"

#include <gtest/gtest.h>

#include "engine/bots/search.hpp"
#include "engine/play/match.hpp"

namespace coset::bots {
namespace {

Match at(std::string_view spec, std::string_view position) {
  return *Match::open(*Spec::parse(spec), position);
}

std::vector<MoveJudged> judge(const Match& match, const AnalysisSettings& settings = {}) {
  const auto bot = *make_bot(default_analyst(match.spec()));
  return analyse(match.spec(), match.observe(match.turn().seat), bot, settings).moves;
}

AnalysisSearch begin(const Match& match, const AnalysisSettings& settings,
                     std::string_view bot = "") {
  return {match.spec(), match.observe(match.turn().seat),
          *make_bot(bot.empty() ? default_analyst(match.spec()) : bot), settings};
}

// What a person would read of it.
std::string written(const Match& match, const Analysis& analysis) {
  std::string out = analysis.cut ? "cut " : "";
  for (const MoveJudged& move : analysis.moves) {
    out += match.write(move.action) + " " + std::to_string(move.visits);
    for (std::size_t i = 0; i < static_cast<std::size_t>(match.spec().seats()); ++i)
      out += " " + std::to_string(move.value[i]) + "/" + std::to_string(move.error[i]);
    for (const Action& action : move.line) out += " " + match.write(action);
    out += "\n";
  }
  if (const auto& duel = analysis.duel)
    out += match.write(duel->move) + " against " + match.write(duel->other) + " " +
           std::to_string(duel->pairs) + " " + std::to_string(duel->edge) + "/" +
           std::to_string(duel->error) + (duel->advised ? " advised" : "");
  return out;
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

// However it is sliced, and wherever its work ends.
TEST(Analysis, SlicesChangeNothing) {
  for (const char* text :
       {"al-jabar", "al-jabar seats=3", "al-jabar Z3^2", "solitaire", "mad-abel", "mad-abel S3"}) {
    const Match match = midgame(text, 2);
    Rng rng(5);
    for (const std::uint64_t units : {~std::uint64_t{0}, std::uint64_t{3000}}) {
      AnalysisSettings settings{{40, {}}, 6, 3, 1, match.random_action(rng), {}, units};
      settings.adviser = *make_bot("lookahead");
      AnalysisSearch whole = begin(match, settings);
      while (whole.step(~std::uint64_t{0} >> 1U)) {
      }
      for (const std::uint64_t slice : {1U, 7U, 1000U}) {
        AnalysisSearch search = begin(match, settings);
        while (search.step(slice)) {
        }
        EXPECT_FALSE(search.step(slice));
        EXPECT_EQ(written(match, search.result()), written(match, whole.result()))
            << text << " " << units << " " << slice;
      }
    }
  }
}

// Four pieces for one share the victory, and two for one lose.
constexpr const char* hand = "hand1=R+Y+B+W hand2=O+G center=O+C";

TEST(Analysis, ADuelTellsWhatAMoveCosts) {
  const Match match = at("al-jabar", hand);
  AnalysisSettings settings{
      {400, {}}, 40, 1, 1, *match.read("R+Y=O"), *make_bot(default_adviser(match.spec()))};
  AnalysisSearch search = begin(match, settings);
  while (search.step(100)) {
  }
  const Analysis found = search.result();
  ASSERT_TRUE(found.duel);
  EXPECT_EQ(match.write(found.duel->move), "R+Y=O");
  EXPECT_EQ(match.write(found.duel->other), "R+Y+B+W=C");
  EXPECT_FALSE(found.duel->advised);
  EXPECT_EQ(found.duel->pairs, 100U);
  EXPECT_LT(found.duel->edge, -2 * found.duel->error);
  EXPECT_LT(found.duel->pieces, 0);
  EXPECT_EQ(found.moves[0].action, found.duel->other);
  // The values of the two are those of the duel.
  for (const MoveJudged& move : found.moves) {
    if (move.action != found.duel->move) continue;
    EXPECT_NEAR(move.value[0] - found.moves[0].value[0], found.duel->edge, 1e-9);
    EXPECT_GE(move.visits, 100U);
  }
  // The move that is advised has a duel with the best of the others.
  settings.compare = found.duel->other;
  const Analysis best =
      analyse(match.spec(), match.observe(0), *make_bot(default_analyst(match.spec())), settings);
  ASSERT_TRUE(best.duel);
  EXPECT_TRUE(best.duel->advised);
  EXPECT_NE(best.duel->other, best.duel->move);
}

// The greediest two are judged, and the move that was played though it is neither.
TEST(Analysis, ADuelTakesAnyLegalMove) {
  const Match match = at("al-jabar", hand);
  ActionList list;
  match.actions(list);
  for (const Action& action : list) {
    const Analysis found =
        analyse(match.spec(), match.observe(0), *make_bot("greedy"),
                {{20, {}}, 1, 1, 1, action, *make_bot("random"), ~std::uint64_t{0}});
    ASSERT_TRUE(found.duel) << match.write(action);
    EXPECT_EQ(found.duel->move, action);
    EXPECT_EQ(found.duel->pairs, 5U);
  }
}

TEST(Analysis, ASingleMoveHasNoDuel) {
  const Match match = at("mad-abel", "hand1=h9+hQ second=d3 top=hA hand2=c5+c7");
  const Analysis found = analyse(match.spec(), match.observe(0), *make_bot("greedy"),
                                 {{20, {}}, 40, 1, 1, *match.read("draw")});
  EXPECT_EQ(found.moves.size(), 1U);
  EXPECT_FALSE(found.duel);
}

// Equal games are no proof: as if one more pair were different.
TEST(Analysis, AnErrorIsNeverNothing) {
  const Match match = at("al-jabar end_rule=immediate", "hand1=R+Y hand2=O^4+W^3 center=O+B");
  const Analysis found =
      analyse(match.spec(), match.observe(0), *make_bot("greedy"),
              {{40, {}}, 40, 1, 1, *match.read("R+Y=O"), *make_bot("greedy"), ~std::uint64_t{0}});
  ASSERT_TRUE(found.duel);
  EXPECT_GT(found.duel->error, 0.09);
}

TEST(Analysis, WorkIsBounded) {
  const std::uint64_t most = 20000;
  for (const char* text : {"al-jabar Z2^8", "solitaire Z3^5", "mad-abel S5", "mad-abel"}) {
    const Match match = midgame(text, 0);
    Rng rng(1);
    AnalysisSettings settings{
        {400, {}}, 40, 4, 1, match.random_action(rng), *make_bot(default_adviser(match.spec())),
        most};
    AnalysisSearch search = begin(match, settings);
    std::uint64_t before = 0;
    std::uint64_t largest = 0;
    for (bool more = true; more; before = search.used()) {
      more = search.step(0);
      largest = std::max(largest, search.used() - before);
    }
    EXPECT_LE(search.used(), 4 * most) << text;
    EXPECT_LE(largest, max_units_in_a_step) << text;
    EXPECT_FALSE(search.result().moves.empty());
  }
}

}  // namespace
}  // namespace coset::bots
