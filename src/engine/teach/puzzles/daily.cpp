#include "engine/teach/puzzles/daily.hpp"

#include <algorithm>
#include <array>

#include "engine/play/daily.hpp"

namespace coset::teach {

namespace {

// Rule 2: a day of one exchange and a day of sums or lines by turns. Yes or no is a guess, so it is
// left out.
constexpr std::array days = {
    PuzzleKind::best_exchange, PuzzleKind::make_fewest, PuzzleKind::three_clears,
    PuzzleKind::reach_one,     PuzzleKind::repair,      PuzzleKind::make_most,
    PuzzleKind::no_answer,     PuzzleKind::five_move,
};

// Rule 3, from Monday on. A range has what the kind usually gives, so that few attempts are needed.
struct Weekday {
  PuzzleKind kind;
  Difficulties difficulties;
};
constexpr std::array<Weekday, 7> weekdays = {{
    {PuzzleKind::repair, {1, 2}},
    {PuzzleKind::make_fewest, {1, 2}},
    {PuzzleKind::make_most, {2, 3}},
    {PuzzleKind::best_exchange, {2, 3}},
    {PuzzleKind::three_clears, {3, 3}},
    {PuzzleKind::no_answer, {3, 4}},
    {PuzzleKind::reach_one, {4, 5}},  // and every other Sunday five_move
}};

// The date must not be before 1970. 1970-01-01 was a Thursday.
constexpr int weekday_of(int day) { return (day + 3) % 7; }

PuzzleKind kind_by_third_rule(int day) {
  const int weekday = weekday_of(day);
  if (weekday == 6 && (day + 3) / 7 % 2 == 1) return PuzzleKind::five_move;
  return weekdays[static_cast<std::size_t>(weekday)].kind;
}

// Any usual kind: all but empty_hand, in the order of their list.
PuzzleKind kind_by_first_rule(std::uint64_t seed) {
  constexpr auto left_out = static_cast<std::uint64_t>(PuzzleKind::empty_hand);
  const std::uint64_t place = mix(seed) % 9;
  return static_cast<PuzzleKind>(place < left_out ? place : place + 1);
}

bool clears_alone(const Answer& answer) {
  if (answer.moves.empty()) return false;
  const auto clear = [](Element e) { return e == identity; };
  const Action& move = answer.moves[0];
  return std::all_of(move.give.begin(), move.give.end(), clear) &&
         std::all_of(move.take.begin(), move.take.end(), clear);
}

}  // namespace

bool is_above_floor(const Puzzle& puzzle) {
  return puzzle.checked >= least_candidates && !clears_alone(puzzle.solution) &&
         std::none_of(puzzle.equivalents.begin(), puzzle.equivalents.end(), clears_alone);
}

Difficulties difficulties_on(int weekday) {
  CHECK(weekday >= 0 && weekday < 7);
  return weekdays[static_cast<std::size_t>(weekday)].difficulties;
}

DailyPuzzle daily_puzzle(std::string_view date) {
  if (date < second_rule_from) {
    const std::uint64_t seed = daily_seed("puzzle", date);
    return {kind_by_first_rule(seed), seed};
  }
  const int day = day_number(date);
  const bool by_weekday = date >= third_rule_from;
  DailyPuzzle out{
      by_weekday ? kind_by_third_rule(day) : days[static_cast<std::size_t>(day) % days.size()],
      daily_seed("puzzle", date, by_weekday ? 3 : 2)};
  const Difficulties wanted = by_weekday ? difficulties_on(weekday_of(day)) : Difficulties{};
  // The bound is never met: a day without a puzzle is worse than a dull one.
  for (int attempt = 1; attempt < 64; ++attempt) {
    const auto puzzle = make_puzzle(out.kind, out.seed);
    if (puzzle && is_above_floor(*puzzle) && puzzle->difficulty >= wanted.least &&
        puzzle->difficulty <= wanted.most)
      break;
    out.seed = mix(out.seed + static_cast<std::uint64_t>(attempt));
  }
  return out;
}

}  // namespace coset::teach
