#include "base/date.hpp"

#include <gtest/gtest.h>

namespace coset {
namespace {

TEST(Date, DaysAreCountedFromTheFirstOf1970) {
  EXPECT_EQ(day_number("1970-01-01"), 0);
  EXPECT_EQ(day_number("1969-12-31"), -1);
  EXPECT_EQ(day_number("2000-02-29"), 11016);
  EXPECT_EQ(day_number("2026-11-15"), 20772);
}

TEST(Date, AcceptsCalendarDaysOnly) {
  EXPECT_TRUE(is_date("2026-11-15"));
  EXPECT_TRUE(is_date("2028-02-29"));
  for (const char* wrong : {"", "2026-02-30", "2027-02-29", "2026-13-01", "2026-1-15",
                            "2026-11-15 ", "2026/11/15", "abcd-ef-gh"})
    EXPECT_FALSE(is_date(wrong)) << wrong;
}

// Every day from 1899 to 2104, by a calendar that is counted by hand.
TEST(Date, RoundTripsEveryDay) {
  int expected = day_number("1899-12-31");
  for (int year = 1900; year < 2104; ++year)
    for (int month = 1; month <= 12; ++month)
      for (int day = 1; day <= 31; ++day) {
        const auto two = [](int n) { return (n < 10 ? "0" : "") + std::to_string(n); };
        const std::string date = std::to_string(year) + "-" + two(month) + "-" + two(day);
        if (!is_date(date)) continue;
        ASSERT_EQ(day_number(date), ++expected) << date;
        ASSERT_EQ(date_of_day(expected), date);
      }
}

}  // namespace
}  // namespace coset
