// A run through a lesson: its items in order, and a missed one again two items later, at most
// twice and never past max_showings, so that a lesson ends. The next item follows only from the
// number of items and the answers so far.
// Pure; thread-safe.
#pragma once

#include <cstddef>
#include <vector>

namespace coset::teach {

struct Showing {
  std::size_t item = 0;
  bool again = false;  // it was missed before and is back

  friend bool operator==(const Showing&, const Showing&) = default;
};

struct LessonRun {
  std::vector<Showing> queue;  // what was shown and what is to come
  std::size_t at = 0;          // how many have been answered
  int right = 0;               // at their first showing, without help

  bool done() const { return at == queue.size(); }
};

inline constexpr int max_returns = 2;
// However one answers; what is missed after that comes back on another day.
inline constexpr std::size_t max_showings = 14;

// `clean` is, for every answer so far, whether it was right without help; what comes after the last
// showing is ignored.
LessonRun run_of(std::size_t items, const std::vector<bool>& clean);

}  // namespace coset::teach
