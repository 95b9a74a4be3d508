// A run through a lesson: its items in order, and a missed one again two items later, at most
// twice and never past most_showings, so that nobody is kept in a lesson. What is shown next
// follows from how many items there are and how the answers went so far, and from nothing else.
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

inline constexpr int most_returns = 2;
// However one answers; what is missed after that comes back on another day.
inline constexpr std::size_t most_showings = 14;

// `clean` says of every answer so far whether it was right without help; what comes after the last
// showing is ignored.
LessonRun run_of(std::size_t items, const std::vector<bool>& clean);

}  // namespace coset::teach
