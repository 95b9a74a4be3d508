#include "engine/teach/puzzles/daily.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "engine/play/daily.hpp"
#include "engine/play/notation.hpp"

namespace coset::teach {
namespace {

std::string day_after(std::string_view date, int days) {
  return date_of_day(day_number(date) + days);
}

bool has_colour(const Word& word) {
  return std::any_of(word.begin(), word.end(), [](Element e) { return e != identity; });
}

TEST(DailyPuzzle, EveryDayIsAboveTheFloor) {
  for (int day = 0; day < 24; ++day) {
    const std::string date = day_after(second_rule_from, 17 * day);
    SCOPED_TRACE(date);
    const DailyPuzzle daily = daily_puzzle(date);
    const auto puzzle = make_puzzle(daily.kind, daily.seed);
    ASSERT_TRUE(puzzle.ok());
    EXPECT_GE(puzzle->checked, 12U);
    EXPECT_FALSE(puzzle->solution.yes.has_value());
    EXPECT_GE(puzzle->difficulty, 1);
    EXPECT_LE(puzzle->difficulty, 5);
    std::vector<Answer> answers = puzzle->equivalents;
    answers.push_back(puzzle->solution);
    for (const Answer& answer : answers)
      EXPECT_TRUE(has_colour(answer.moves[0].give) || has_colour(answer.moves[0].take));
    EXPECT_EQ(daily_puzzle(date), daily);
  }
}

// Any seven days in a row, wherever they begin, and all eight kinds in two weeks.
TEST(DailyPuzzle, TheKindChangesThroughTheWeek) {
  std::vector<PuzzleKind> kinds;
  for (int day = 0; day < 14; ++day)
    kinds.push_back(daily_puzzle(day_after(third_rule_from, day)).kind);
  for (auto first = kinds.begin(); first + 7 <= kinds.end(); ++first)
    EXPECT_EQ(std::set<PuzzleKind>(first, first + 7).size(), 7U);
  const std::set<PuzzleKind> all(kinds.begin(), kinds.end());
  EXPECT_EQ(all.size(), 8U);
  EXPECT_FALSE(all.contains(PuzzleKind::possible));
}

TEST(DailyPuzzle, AWeekBeginsEasyAndEndsHard) {
  EXPECT_EQ((day_number(third_rule_from) - day_number("2026-11-16")) % 7, 0);  // a Monday
  for (int day = 0; day < 28; ++day) {
    const std::string date = day_after(third_rule_from, 3 * 7 * (day / 7) + day % 7);
    SCOPED_TRACE(date);
    const DailyPuzzle daily = daily_puzzle(date);
    const auto puzzle = make_puzzle(daily.kind, daily.seed);
    ASSERT_TRUE(puzzle.ok());
    const Difficulties range = difficulties_on(day % 7);
    EXPECT_GE(puzzle->difficulty, range.least);
    EXPECT_LE(puzzle->difficulty, range.most);
  }
  EXPECT_LE(difficulties_on(0).most, 2);
  EXPECT_GE(difficulties_on(6).least, 4);
  for (int day = 1; day < 7; ++day) {
    EXPECT_GE(difficulties_on(day).least, difficulties_on(day - 1).least);
    EXPECT_GE(difficulties_on(day).most, difficulties_on(day - 1).most);
  }
}

// What was shared before there was a floor.
TEST(DailyPuzzle, AnOlderDayKeepsItsPuzzle) {
  EXPECT_EQ(daily_puzzle("2026-02-28"),
            (DailyPuzzle{PuzzleKind::possible, 10169127212926318526ULL}));
  const std::string last = day_after(second_rule_from, -1);
  EXPECT_EQ(daily_puzzle(last).seed, daily_seed("puzzle", last));
  EXPECT_NE(daily_puzzle(second_rule_from).seed, daily_seed("puzzle", second_rule_from));
  // The second rule: eight kinds in turn, whatever the weekday.
  const DailyPuzzle second[] = {
      {PuzzleKind::no_answer, 5326315691258014621ULL},
      {PuzzleKind::five_move, 13394508927195088240ULL},
      {PuzzleKind::best_exchange, 2375605053006442294ULL},
      {PuzzleKind::make_fewest, 13854962367588644135ULL},
      {PuzzleKind::three_clears, 13330245731937339588ULL},
      {PuzzleKind::reach_one, 12560650264545835565ULL},
  };
  for (int day = 0; day < 6; ++day)
    EXPECT_EQ(daily_puzzle(day_after(second_rule_from, day)), second[day]) << day;
}

TEST(DailyPuzzle, TheFloorRefusesADullOne) {
  int dull = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto puzzle = make_puzzle(PuzzleKind::repair, seed);
    ASSERT_TRUE(puzzle.ok());
    const Action& move = puzzle->solution.moves[0];
    const bool fair = puzzle->checked >= 12 && (has_colour(move.give) || has_colour(move.take));
    EXPECT_EQ(is_above_floor(*puzzle), fair) << seed;
    dull += fair ? 0 : 1;
  }
  EXPECT_GT(dull, 0);
  Puzzle puzzle = *make_puzzle(PuzzleKind::best_exchange, 1);
  EXPECT_TRUE(is_above_floor(puzzle));
  const Action clears{Verb::exchange, {identity, identity}, {identity}};
  puzzle.equivalents.push_back({{clears}, std::nullopt});
  EXPECT_FALSE(is_above_floor(puzzle));
  puzzle.equivalents.pop_back();
  puzzle.checked = 11;
  EXPECT_FALSE(is_above_floor(puzzle));
}

}  // namespace
}  // namespace coset::teach
