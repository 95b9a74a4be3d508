#include "apps/coset_load/class_work.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/play/notation.hpp"
#include "engine/teach/lessons/lesson.hpp"

namespace coset::coset_load {
namespace {

using teach::Misconception;

constexpr const char* colours = "al-jabar Z2^3 seats=2 deal=13 copies=10";
constexpr const char* cards = "mad-abel Z4xZ13 seats=2 deal=5 max_turns=30";

Word word_of(const Operation& operation, const std::vector<std::string>& names) {
  Word out;
  for (const std::string& name : names) out.push(*operation.names().find(name));
  return out;
}

std::set<Misconception> shown_by(const Spec& spec, const PlannedTrade& trade) {
  const Operation& operation = spec.operation();
  const Word give = word_of(operation, trade.give), take = word_of(operation, trade.take);
  const bool given = give.size() >= take.size();
  std::set<Misconception> out;
  for (const auto& mistake : teach::mistakes(operation, given ? give : take))
    if (mistake.result == operation.product(given ? take : give)) out.insert(mistake.misconception);
  return out;
}

TEST(ClassWork, FindsMisconceptionsByTheirWords) {
  EXPECT_EQ(find_misconception("paint"), Misconception::paint);
  EXPECT_EQ(find_misconception("brackets_moved"), Misconception::brackets_moved);
  EXPECT_EQ(find_misconception("none"), std::nullopt);
  EXPECT_EQ(find_misconception(""), std::nullopt);
}

TEST(ClassWork, PlansTradesThatShowWhatTheySay) {
  for (const char* text : {colours, cards}) {
    const Spec spec = *Spec::parse(text);
    Rng rng(7);
    const auto all = misconceptions_of(spec);
    EXPECT_GE(all.size(), 2U);
    for (const Misconception wanted : all)
      for (int i = 0; i < 100; ++i) {
        const auto trade = plan_trade(spec, wanted, rng);
        ASSERT_TRUE(trade);
        EXPECT_EQ(trade->misconception, teach::word_of(wanted));
        const auto shown = shown_by(spec, *trade);
        EXPECT_TRUE(shown.contains(wanted));
        EXPECT_EQ(shown.size(), wanted == Misconception::white_swallows ? 2U : 1U);
      }
  }
}

TEST(ClassWork, PlansTradesThatShowNothingAndAreNotLevel) {
  for (const char* text : {colours, cards}) {
    const Spec spec = *Spec::parse(text);
    Rng rng(7);
    for (int i = 0; i < 200; ++i) {
      const auto trade = plan_trade(spec, Misconception::none, rng);
      ASSERT_TRUE(trade);
      EXPECT_EQ(trade->misconception, "other");
      EXPECT_TRUE(shown_by(spec, *trade).empty());
      EXPECT_NE(spec.operation().product(word_of(spec.operation(), trade->give)),
                spec.operation().product(word_of(spec.operation(), trade->take)));
    }
  }
}

TEST(ClassWork, HasNoTradeForAMisconceptionOfAnotherGroup) {
  Rng rng(7);
  EXPECT_FALSE(plan_trade(*Spec::parse(colours), Misconception::king_is_13, rng));
  EXPECT_FALSE(plan_trade(*Spec::parse(cards), Misconception::paint, rng));
}

TEST(ClassWork, PlansAnswersWithTheVerdictOfTheEngine) {
  Rng rng(7);
  std::set<std::string> seen;
  for (const teach::Lesson& lesson : teach::find_track("colours")->lessons)
    for (int item = 0; item < teach::items_per_lesson; ++item)
      for (const bool wrong : {false, true}) {
        const auto planned = plan_answer(lesson.id, 3, item, wrong, {Misconception::paint}, rng);
        const auto judged = teach::check(teach::make_exercise(lesson, 3, item), planned.answer);
        EXPECT_TRUE(judged.understood) << lesson.id << item << planned.answer;
        EXPECT_EQ(judged.right, planned.correct) << lesson.id << item << planned.answer;
        if (!wrong) EXPECT_TRUE(planned.correct);
        seen.insert(planned.misconception);
      }
  EXPECT_TRUE(seen.contains("paint"));
}

}  // namespace
}  // namespace coset::coset_load
