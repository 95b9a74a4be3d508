#include "engine/rules/options.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace coset {
namespace {

// Collects the names of a game's options, and tries every value of each.
class Collect {
 public:
  void operator()(std::string_view name, int& field, int least, int most) {
    note(name);
    EXPECT_LE(least, field) << name;
    EXPECT_GE(most, field) << name;
  }
  void operator()(std::string_view name, bool&) { note(name); }
  void operator()(std::string_view name, std::string&) { note(name); }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void operator()(std::string_view name, Enum& field) {
    note(name);
    const Words values = words_of(field);
    EXPECT_GE(values.size(), 2U) << name;
    EXPECT_EQ(std::set<std::string_view>(values.begin(), values.end()).size(), values.size())
        << name;
    EXPECT_EQ(static_cast<int>(field), 0) << name << ": the first value is the default";
  }

  std::set<std::string> names;

 private:
  void note(std::string_view name) { EXPECT_TRUE(names.emplace(name).second) << name << " twice"; }
};

template <class Options>
std::set<std::string> names_of(Options options) {
  Collect collect;
  options.visit_options(collect);
  return collect.names;
}

TEST(Options, EachIsVisitedOnce) {
  EXPECT_EQ(names_of(AlJabarOptions{}).size(), 16U);
  EXPECT_EQ(names_of(SolitaireOptions{}).size(), 9U);
  EXPECT_EQ(names_of(MadAbelOptions{}).size(), 10U);
  MadAbelOptions cards;
  cards.suits = "hsdc";
  cards.ranks = "5A234";
  EXPECT_EQ(names_of(cards).size(), 12U);
}

// Gives every option its last value.
struct SetToLast {
  void operator()(std::string_view, int& field, int, int most) { field = most; }
  void operator()(std::string_view, bool& field) { field = true; }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void operator()(std::string_view, Enum& field) {
    field = static_cast<Enum>(words_of(field).size() - 1);
  }
};

TEST(Options, VisitsWriteThrough) {
  AlJabarOptions options;
  SetToLast set;
  options.visit_options(set);
  EXPECT_EQ(options.max_rounds, 60000);
  EXPECT_TRUE(options.recycle_discards);
  EXPECT_EQ(options.end_rule, EndRule::one_more_each);
  EXPECT_EQ(options.cancel, Cancel::element_order);
}

TEST(Options, WordsOfTheValues) {
  EXPECT_EQ(words_of(StuckSignal::automatic)[0], "auto");
  EXPECT_EQ(words_of(ScoreRule::minus_r)[1], "plus_R");
  EXPECT_EQ(words_of(Metric::exact)[3], "euclid");
}

}  // namespace
}  // namespace coset
