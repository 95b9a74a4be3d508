// The daily puzzle, the same for all players. By rule 2 no day is trivial: there are at least
// least_candidates to choose from, and no answer begins with clears alone. The kind changes from
// day to day, and any eight days in a row have eight kinds. Days before the rule keep the puzzle
// that they had: any usual kind, from the day's own seed. Pure; thread-safe.
#pragma once

#include "engine/teach/puzzles/puzzle.hpp"

namespace coset::teach {

struct DailyPuzzle {
  PuzzleKind kind = PuzzleKind::best_exchange;
  std::uint64_t seed = 0;

  friend bool operator==(const DailyPuzzle&, const DailyPuzzle&) = default;
};

inline constexpr std::string_view second_rule_from = "2026-11-17";
inline constexpr std::uint64_t least_candidates = 12;

bool is_above_floor(const Puzzle& puzzle);

// By rule 2 puzzles are made until one is above the floor, which is nearly always the first or the
// second: the better part of a second. REQUIRES: is_date(date)
DailyPuzzle daily_puzzle(std::string_view date);

}  // namespace coset::teach
