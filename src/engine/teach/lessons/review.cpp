#include "engine/teach/lessons/review.hpp"

#include <algorithm>
#include <tuple>

#include "base/date.hpp"
#include "base/sort.hpp"
#include "engine/teach/lessons/lesson.hpp"

namespace coset::teach {

namespace {

Review review_in(int box, std::string_view today) {
  return {box, date_of_day(day_number(today) + days_of_box[static_cast<std::size_t>(box)])};
}

}  // namespace

std::optional<Review> after_answer(const std::optional<Review>& before, bool right,
                                   std::string_view today) {
  if (!right) return review_in(0, today);
  if (!before || !is_due(*before, today)) return before;
  const int box = before->box + 1;
  if (box >= static_cast<int>(days_of_box.size())) return std::nullopt;
  return review_in(box, today);
}

bool is_due(const Review& review, std::string_view today) {
  return day_number(review.due) <= day_number(today);
}

std::vector<std::size_t> due_now(std::span<const Review> reviews, std::string_view today) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < reviews.size(); ++i)
    if (is_due(reviews[i], today)) out.push_back(i);
  put_in_order(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(reviews[a].box, reviews[a].due, a) <
           std::tie(reviews[b].box, reviews[b].due, b);
  });
  if (out.size() > items_per_lesson) out.resize(items_per_lesson);
  return out;
}

Streak streak_of(std::span<const std::string> played, std::string_view today) {
  std::vector<int> days;
  for (const std::string& date : played) days.push_back(day_number(date));
  put_in_order(days.begin(), days.end());
  const int last = day_number(today);
  const auto was_played = [&](int day) {
    return std::binary_search(days.begin(), days.end(), day);
  };
  constexpr int week = 7;
  Streak streak;
  streak.today = was_played(last);
  std::optional<int> rest;  // how many days ago the last day of rest was
  for (int back = streak.today ? 0 : 1;; ++back) {
    if (was_played(last - back)) {
      ++streak.days;
      if (rest && *rest < week) streak.rested = true;
    } else if (rest && back - *rest < week) {
      return streak;
    } else {
      rest = back;
    }
  }
}

}  // namespace coset::teach
