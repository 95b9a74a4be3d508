#include "engine/teach/puzzles/daily.hpp"

#include <algorithm>
#include <array>

#include "engine/play/daily.hpp"

namespace coset::teach {

namespace {

// A day of one exchange and a day of sums or lines by turns. Yes or no is a guess, so it is left
// out.
constexpr std::array days = {
    PuzzleKind::best_exchange, PuzzleKind::make_fewest, PuzzleKind::three_clears,
    PuzzleKind::reach_one,     PuzzleKind::repair,      PuzzleKind::make_most,
    PuzzleKind::no_answer,     PuzzleKind::five_move,
};

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

DailyPuzzle daily_puzzle(std::string_view date) {
  if (date < second_rule_from) {
    const std::uint64_t seed = daily_seed("puzzle", date);
    return {kind_by_first_rule(seed), seed};
  }
  DailyPuzzle out{days[static_cast<std::size_t>(day_number(date)) % days.size()],
                  daily_seed("puzzle", date, 2)};
  // The bound is never met: a day without a puzzle is worse than a dull one.
  for (int attempt = 1; attempt < 64; ++attempt) {
    const auto puzzle = make_puzzle(out.kind, out.seed);
    if (puzzle && is_above_floor(*puzzle)) break;
    out.seed = mix(out.seed + static_cast<std::uint64_t>(attempt));
  }
  return out;
}

}  // namespace coset::teach
