#include "engine/teach/lessons/review.hpp"

#include <gtest/gtest.h>

#include "base/date.hpp"
#include "engine/teach/lessons/lesson.hpp"
#include "engine/teach/lessons/run.hpp"

namespace coset::teach {
namespace {

std::vector<std::size_t> items_of(const LessonRun& run) {
  std::vector<std::size_t> out;
  for (const Showing& showing : run.queue) out.push_back(showing.item);
  return out;
}

LessonRun after(std::size_t items, const std::vector<bool>& answers) {
  return run_of(items, answers);
}

TEST(LessonRun, ItemsComeInOrder) {
  const LessonRun run = after(3, {1, 1});
  EXPECT_EQ(items_of(run), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(run.at, 2U);
  EXPECT_EQ(run.right, 2);
  EXPECT_FALSE(run.done());
  EXPECT_TRUE(after(3, {1, 1, 1}).done());
}

TEST(LessonRun, AMissedItemComesBackTwoItemsLater) {
  const LessonRun run = after(4, {0});
  EXPECT_EQ(items_of(run), (std::vector<std::size_t>{0, 1, 2, 0, 3}));
  EXPECT_TRUE(run.queue[3].again);
  EXPECT_EQ(items_of(after(4, {1, 1, 1, 0})), (std::vector<std::size_t>{0, 1, 2, 3, 3}));
}

TEST(LessonRun, NobodyIsKeptInALesson) {
  const LessonRun run = after(1, {0, 0, 0});
  EXPECT_TRUE(run.done());
  EXPECT_EQ(run.queue.size(), 3U);  // once, and twice again
  EXPECT_EQ(after(1, {0, 0, 0, 1, 1}).at, 3U);
  // Whatever one answers, an item is shown three times at most, and a lesson has at most 14.
  EXPECT_EQ(after(3, std::vector<bool>(99, false)).queue.size(), 9U);
  EXPECT_EQ(after(8, std::vector<bool>(99, false)).queue.size(), 14U);
  for (unsigned answers = 0; answers < 1U << 14U; answers += 5) {
    std::vector<bool> clean;
    for (unsigned i = 0; i < 14; ++i) clean.push_back((answers >> i & 1U) != 0);
    EXPECT_LE(after(8, clean).queue.size(), 14U);
    EXPECT_TRUE(after(8, clean).done());
  }
}

TEST(LessonRun, OnlyTheFirstShowingCounts) {
  EXPECT_EQ(after(2, {0, 1, 1}).right, 1);
  EXPECT_EQ(after(2, {1, 1}).right, 2);
}

const std::string today = "2026-11-15";

TEST(Review, WhatWasMissedComesBackLaterAndLater) {
  EXPECT_EQ(after_answer(std::nullopt, true, today), std::nullopt);  // nothing to remember
  std::optional<Review> review = after_answer(std::nullopt, false, today);
  std::string day = today;
  for (const int days : {1, 3, 7, 21}) {
    const std::string due = date_of_day(day_number(day) + days);
    ASSERT_TRUE(review);
    EXPECT_EQ(review->due, due);
    EXPECT_FALSE(is_due(*review, date_of_day(day_number(due) - 1)));
    EXPECT_TRUE(is_due(*review, due));
    day = due;
    review = after_answer(review, true, day);
  }
  EXPECT_EQ(review, std::nullopt);
}

TEST(Review, AnAnswerBeforeItIsDueDoesNotHurryIt) {
  const auto missed = after_answer(std::nullopt, false, today);
  EXPECT_EQ(after_answer(missed, true, today), missed);
}

TEST(Review, AMissBeginsAgain) {
  EXPECT_EQ(after_answer(Review{3, "2026-11-01"}, false, today), (Review{0, "2026-11-16"}));
}

TEST(Review, WhatIsKnownLeastComesFirstAndNoMoreThanALesson) {
  std::vector<Review> reviews = {{2, today},        {0, "2026-11-14"}, {0, "2026-11-16"},
                                 {0, "2026-11-01"}, {1, today},        {0, "2026-11-01"}};
  EXPECT_EQ(due_now(reviews, today), (std::vector<std::size_t>{3, 5, 1, 4, 0}));
  reviews.assign(20, {0, today});
  EXPECT_EQ(due_now(reviews, today).size(), static_cast<std::size_t>(items_per_lesson));
}

Streak streak(const std::vector<int>& days_ago) {
  std::vector<std::string> days;
  for (const int back : days_ago) days.push_back(date_of_day(day_number(today) - back));
  return streak_of(days, today);
}

TEST(Streak, ForgivesOneDayInSeven) {
  EXPECT_EQ(streak({}), (Streak{0, false, false}));
  EXPECT_EQ(streak({0, 1, 2}), (Streak{3, true, false}));
  EXPECT_EQ(streak({1, 2}), (Streak{2, false, false})) << "today is not over";
  EXPECT_EQ(streak({0, 1, 3, 4}), (Streak{4, true, true}));
  EXPECT_EQ(streak({2, 3}), (Streak{2, false, true})) << "yesterday was the day of rest";
  EXPECT_EQ(streak({0, 3, 4}).days, 1) << "two days of rest";
  EXPECT_EQ(streak({0, 2, 3, 4, 5, 6, 8}).days, 6) << "two within seven days";
  EXPECT_EQ(streak({0, 2, 3, 4, 5, 6, 7, 9, 10}).days, 9) << "one in each seven";
  EXPECT_EQ(streak({3, 4, 5}).days, 0);
  EXPECT_EQ(streak({0, 0, 1}).days, 2) << "a day twice";
}

}  // namespace
}  // namespace coset::teach
