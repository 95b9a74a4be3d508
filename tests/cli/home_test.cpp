#include "cli/home/home.hpp"

#include <unistd.h>

#include <gtest/gtest.h>

#include "play/daily.hpp"

namespace coset::cli {
namespace {

TEST(Home, DatesAreChecked) {
  EXPECT_TRUE(is_date("2026-11-15"));
  EXPECT_TRUE(is_date("2028-02-29"));
  for (const char* wrong : {"", "2026-02-30", "2027-02-29", "2026-13-01", "2026-1-15",
                            "2026-11-15 ", "2026/11/15", "abcd-ef-gh"})
    EXPECT_FALSE(is_date(wrong)) << wrong;
  EXPECT_TRUE(is_date(today()));
}

TEST(Home, TheDayBeforeCrossesMonthsAndYears) {
  EXPECT_EQ(day_before("2026-03-01"), "2026-02-28");
  EXPECT_EQ(day_before("2028-03-01"), "2028-02-29");
  EXPECT_EQ(day_before("2026-01-01"), "2025-12-31");
}

TEST(Streak, CountsDaysInARow) {
  EXPECT_EQ(streak({}, "2026-11-15"), 0);
  EXPECT_EQ(streak({"2026-11-15"}, "2026-11-15"), 1);
  EXPECT_EQ(streak({"2026-11-13", "2026-11-14", "2026-11-15"}, "2026-11-15"), 3);
}

TEST(Streak, TodayNotYetPlayedBreaksNothing) {
  EXPECT_EQ(streak({"2026-11-13", "2026-11-14"}, "2026-11-15"), 2);
  EXPECT_EQ(streak({"2026-11-12", "2026-11-13"}, "2026-11-15"), 2) << "yesterday was the rest day";
  EXPECT_EQ(streak({"2026-11-11", "2026-11-12"}, "2026-11-15"), 0) << "two days of rest";
}

TEST(Streak, OneRestDayInSevenIsForgiven) {
  EXPECT_EQ(streak({"2026-11-12", "2026-11-14", "2026-11-15"}, "2026-11-15"), 3);
  // Two days of rest within a week end it.
  EXPECT_EQ(streak({"2026-11-10", "2026-11-12", "2026-11-14", "2026-11-15"}, "2026-11-15"), 3);
  std::vector<std::string> days;
  std::string day = "2026-11-15";
  for (int i = 0; i < 21; ++i, day = day_before(day))
    if (i % 7 != 6) days.push_back(day);  // every seventh is one of rest
  EXPECT_EQ(streak(days, "2026-11-15"), 18);
}

TEST(Scores, KeepsTheBestInOrder) {
  Scores scores;
  EXPECT_EQ(scores.add("solitaire", {"2026-11-15", 5, 6, 4, 0, 0}), 1);
  EXPECT_EQ(scores.add("solitaire", {"2026-11-16", 3, 6, 4, 0, 0}), 1);
  EXPECT_EQ(scores.add("solitaire", {"2026-11-17", 5, 6, 4, 0, 0}), 3) << "after its equal";
  for (int i = 0; i < 7; ++i) scores.add("solitaire", {"2026-11-18", 1, 6, 4, 0, 0});
  EXPECT_EQ(scores.add("solitaire", {"2026-11-19", 9, 6, 4, 0, 0}), std::nullopt);
  EXPECT_EQ(scores.best().at("solitaire").size(), Scores::most_kept);
}

TEST(Scores, TheFirstResultOfADayCounts) {
  Scores scores;
  EXPECT_TRUE(scores.add_daily({"2026-11-15", 5, 6, 4, 0, 0}));
  EXPECT_FALSE(scores.add_daily({"2026-11-15", 1, 6, 4, 0, 0}));
  EXPECT_EQ(scores.daily().at("2026-11-15").score, 5);
}

TEST(Scores, SurviveBeingWrittenAndRead) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("coset-scores-" + std::to_string(getpid()) + ".json");
  Scores scores;
  scores.add("solitaire \"odd\"", {"2026-11-15", -3, 6, 4, 2, 1});
  scores.add_daily({"2026-11-15", -3, 6, 4, 2, 1});
  scores.write(path);
  const Scores again = Scores::read(path);
  EXPECT_EQ(again.best().at("solitaire \"odd\"")[0].score, -3);
  EXPECT_EQ(again.daily().at("2026-11-15").taken_back, 1);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace coset::cli
