// When what was missed comes back: after 1, 3, 7 and 21 days, counted by the calendar of the
// reader, whose date comes in. Each time that it is known when it is due, the wait grows; after the
// last it is forgotten. And a streak without pressure: of any seven days in a row one may be
// missed, and today is not missed before it is over. Pure; thread-safe.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coset::teach {

inline constexpr std::array<int, 4> days_of_box = {1, 3, 7, 21};

struct Review {
  int box = 0;
  std::string due;  // a date

  friend bool operator==(const Review&, const Review&) = default;
};

// What is kept of an item after an answer; `before` is what was kept until now. A right answer
// before it is due changes nothing. REQUIRES: is_date(today), and `before` has a date and a box
std::optional<Review> after_answer(const std::optional<Review>& before, bool right,
                                   std::string_view today);

bool is_due(const Review& review, std::string_view today);

// The places of those that are due, what is known least first; at most a lesson of them.
std::vector<std::size_t> due_now(std::span<const Review> reviews, std::string_view today);

struct Streak {
  int days = 0;         // played; days of rest do not count, and do not break it
  bool today = false;   // today is one of them
  bool rested = false;  // one of its last seven days was a day of rest

  friend bool operator==(const Streak&, const Streak&) = default;
};

// REQUIRES: is_date of all
Streak streak_of(std::span<const std::string> played, std::string_view today);

}  // namespace coset::teach
