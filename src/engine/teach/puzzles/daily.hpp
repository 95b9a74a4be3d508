// The daily puzzle, the same for all players. By rule 3 a week begins easy and ends hard: each
// weekday has a kind of its own and a range of difficulty, from 1 or 2 on Monday to 4 or 5 on
// Sunday; any seven days in a row have seven kinds. By rules 2 and 3 no day is trivial: there are
// at least least_candidates to choose from, and no answer begins with clears alone. Days before a
// rule keep the puzzle that they had: by rule 2 eight kinds in turn, whatever the weekday; by rule
// 1 any usual kind, from the day's own seed. Pure; thread-safe.
#pragma once

#include "engine/teach/puzzles/puzzle.hpp"

namespace coset::teach {

struct DailyPuzzle {
  PuzzleKind kind = PuzzleKind::best_exchange;
  std::uint64_t seed = 0;

  friend bool operator==(const DailyPuzzle&, const DailyPuzzle&) = default;
};

inline constexpr std::string_view second_rule_from = "2026-11-17";
inline constexpr std::string_view third_rule_from = "2026-11-23";  // a Monday
inline constexpr std::uint64_t least_candidates = 12;

bool is_above_floor(const Puzzle& puzzle);

// The range of difficulty of a weekday by rule 3; 0 is Monday. REQUIRES: weekday < 7
struct Difficulties {
  int least = 1;
  int most = 5;
};
Difficulties difficulties_on(int weekday);

// Puzzles are made until one fits the day, which takes a few attempts: the better part of a second.
// REQUIRES: is_date(date)
DailyPuzzle daily_puzzle(std::string_view date);

}  // namespace coset::teach
