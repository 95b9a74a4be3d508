// Which levels a spec has: those that beat the one below where it was measured, or where the
// nearest group of the same search was.
#include "engine/bots/level.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/bots/level_table.hpp"
#include "engine/play/match.hpp"

namespace coset::bots {
namespace {

Spec spec_of(const std::string& text) { return Spec::parse(text).value(); }

Spec spec_of(const MeasuredLevels& row) {
  constexpr const char* games[] = {"al-jabar ", "al-jabar ", "mad-abel ", "solitaire "};
  const std::string seats = row.kind == 3 ? "" : " seats=" + std::to_string(row.seats);
  return spec_of(games[row.kind] + std::string(row.group) + seats);
}

TEST(LevelTable, EverySpecThatWasMeasuredHasItsOwnRow) {
  for (const MeasuredLevels& row : measured_levels) {
    const Spec spec = spec_of(row);
    SCOPED_TRACE(spec.text());
    EXPECT_EQ(spec.operation().order(), row.order);
    EXPECT_EQ(levels_from(spec).group, row.group);
    EXPECT_EQ(levels_from(spec).seats, row.seats);
  }
}

TEST(LevelTable, OnlyWhatShowedAStepIsOfferedAndNamedWithoutAGap) {
  for (const MeasuredLevels& row : measured_levels) {
    const Spec spec = spec_of(row);
    SCOPED_TRACE(spec.text());
    const std::vector<LevelInfo> found = levels(spec);
    EXPECT_EQ(found.size(), static_cast<std::size_t>(std::popcount(row.kept)));
    EXPECT_EQ(found.at(0).way, 1);
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].name, "level" + std::to_string(i + 1));
      EXPECT_NE(row.kept >> (found[i].way - 1) & 1, 0) << found[i].name;
      EXPECT_TRUE(i == 0 || found[i].way > found[i - 1].way) << found[i].name;
      EXPECT_TRUE(make_bot(found[i].bot).ok()) << found[i].bot;
    }
  }
}

TEST(Level, AGroupThatWasNotMeasuredHasTheLevelsOfTheNearestOfTheSameSearch) {
  const struct {
    const char* spec;
    int kind;
    bool searched;
  } cases[] = {
      {"al-jabar Z2xZ5", 0, false},
      {"al-jabar Z3xZ5", 0, false},
      {"al-jabar Z2^7", 0, false},
      {"al-jabar Z2^3 null_exchange=allow", 0, false},  // a rule that the search does not cover
      {"al-jabar Z2^3 end_rule=one_more_each", 0, true},
      {"al-jabar Z3xZ5 seats=4", 1, false},
      {"al-jabar Z2^3 seats=3", 1, true},
      {"mad-abel Z4xZ13 seats=6", 2, true},
      {"mad-abel Z4xZ7", 2, true},
      {"mad-abel Z4xZ13 metric=lee", 2, false},
      {"mad-abel S5", 2, false},
      {"solitaire Z2xZ5", 3, false},
      {"solitaire score=plus_R", 3, true},
  };
  for (const auto& one : cases) {
    const Spec spec = spec_of(one.spec);
    const auto apart = [&](const MeasuredLevels& row) {
      const double ratio = static_cast<double>(spec.operation().order()) / row.order;
      return std::pair(std::abs(spec.seats() - row.seats), std::abs(std::log(ratio)));
    };
    const LevelsFrom from = levels_from(spec);
    const auto* const chosen = std::find_if(
        std::begin(measured_levels), std::end(measured_levels), [&](const MeasuredLevels& row) {
          return row.kind == one.kind && row.searched == one.searched && row.group == from.group &&
                 row.seats == from.seats;
        });
    ASSERT_NE(chosen, std::end(measured_levels)) << one.spec << " " << from.group;
    for (const MeasuredLevels& row : measured_levels)
      if (row.kind == one.kind && row.searched == one.searched)
        EXPECT_LE(apart(*chosen), apart(row)) << one.spec << " " << row.group;
    EXPECT_EQ(levels(spec).size(), static_cast<std::size_t>(std::popcount(chosen->kept)));
  }
}

TEST(Level, OneThatWasKeptBeyondTheLastIsTheLast) {
  const Spec spec = spec_of("al-jabar Z3^2");
  const std::vector<LevelInfo> found = levels(spec);
  ASSERT_LT(found.size(), 8U);
  EXPECT_EQ(level_in(spec, "level8"), found.back().name);
  EXPECT_EQ(level_in(spec, "level1"), "level1");
  for (const char* bot : {"greedy", "strong:nodes=3", "level9", "exec:level8", ""})
    EXPECT_EQ(level_in(spec, bot), bot);
  Match match = Match::open(spec);
  Rng chance(5);
  while (match.turn().kind == Turn::Kind::deal) match.deal(chance);
  const AnyView view = match.observe(match.turn().seat);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const auto chosen = [&](std::string_view bot) {
      Rng rng(seed);
      return (*make_bot(bot))->choose(spec, view, {}, rng);
    };
    EXPECT_EQ(chosen("level8"), chosen(found.back().bot));
    EXPECT_EQ(chosen("level1"), chosen(found.front().bot));
  }
}

}  // namespace
}  // namespace coset::bots
