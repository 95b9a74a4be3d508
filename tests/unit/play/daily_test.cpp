#include "engine/play/daily.hpp"

#include <gtest/gtest.h>

namespace coset {
namespace {

// A promise to every player of the same day: computed by another program.
TEST(Daily, TheSeedIsPublished) {
  EXPECT_EQ(daily_seed("puzzle", "2026-02-28"), 10169127212926318526ULL);
  EXPECT_EQ(daily_seed("puzzle", "2026-02-28"), fnv1a("coset-daily|puzzle|2026-02-28|1"));
  EXPECT_NE(daily_seed("puzzle", "2026-02-28"), daily_seed("solitaire", "2026-02-28"));
  EXPECT_NE(daily_seed("puzzle", "2026-02-28"), daily_seed("puzzle", "2026-03-01"));
}

TEST(Daily, DatesAreThoseOfTheCalendar) {
  for (const char* text : {"2026-01-01", "2024-02-29", "2000-02-29", "2026-12-31", "0001-04-30"})
    EXPECT_TRUE(is_date(text)) << text;
  for (const char* text : {"", "2026-1-01", "2026-13-01", "2026-00-10", "2026-02-29", "1900-02-29",
                           "2026-04-31", "2026-01-00", "2026/01/01", "26-01-2026", "2026-01-011",
                           "2026-01--1", "----------", " 2026-1-1 "})
    EXPECT_FALSE(is_date(text)) << text;
}

}  // namespace
}  // namespace coset
