#include "apps/coset/cli/user_data/user_data.hpp"

#include <unistd.h>

#include <gtest/gtest.h>

#include "base/date.hpp"

namespace coset::cli {
namespace {

TEST(UserData, TodayIsADate) { EXPECT_TRUE(is_date(today())); }

TEST(Scores, KeepsTheBestInOrder) {
  Scores scores;
  EXPECT_EQ(scores.add("solitaire", {"2026-11-15", 5, 6, 4, 0, 0}), 1);
  EXPECT_EQ(scores.add("solitaire", {"2026-11-16", 3, 6, 4, 0, 0}), 1);
  EXPECT_EQ(scores.add("solitaire", {"2026-11-17", 5, 6, 4, 0, 0}), 3) << "after its equal";
  for (int i = 0; i < 7; ++i) scores.add("solitaire", {"2026-11-18", 1, 6, 4, 0, 0});
  EXPECT_EQ(scores.add("solitaire", {"2026-11-19", 9, 6, 4, 0, 0}), std::nullopt);
  EXPECT_EQ(scores.best().at("solitaire").size(), Scores::max_results);
}

TEST(Scores, TheListOfRulesOneContinues) {
  Scores scores;
  scores.add("solitaire Z2^3 max_turns=200 rules=1", {"2026-11-15", 5, 6, 4, 0, 0});
  EXPECT_EQ(scores.add("solitaire Z2^3 max_turns=200 rules=2", {"2027-01-15", 7, 6, 4, 0, 0}), 2);
  EXPECT_EQ(scores.add("solitaire Z2^3 max_turns=100 rules=2", {"2027-01-15", 7, 6, 4, 0, 0}), 1);
  EXPECT_EQ(scores.best().size(), 2U);
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
