#include "apps/coset/tui/first_game.hpp"

#include <gmock/gmock.h>

#include "apps/coset/tui/coach.hpp"
#include "unit/tui/play_support.hpp"

namespace coset::tui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Session first_game() {
  Plan plan;
  plan.spec = first_spec;
  plan.seats = {"you", std::string(first_bot)};
  plan.seed = 5;
  plan.first = true;
  auto session = Session::open(plan);
  EXPECT_TRUE(session.ok());
  return *std::move(session);
}

void let_others_act(Session& session) {
  while (session.step()) {
  }
}

std::vector<std::string> ids(const Session& session, bool keys) {
  std::vector<std::string> out;
  for (const Advice& advice : advice_of(session, keys)) out.emplace_back(advice.id);
  return out;
}

// The person's own steps of the path.
constexpr std::size_t own_steps[] = {0, 2, 4, 5, 7};

TEST(FirstGame, ThePathEndsWithAWinOfOneToTwo) {
  Session session = first_game();
  let_others_act(session);
  EXPECT_EQ(session.name(1), "Hypatia");
  std::vector<std::vector<std::string>> said;
  for (const std::size_t step : own_steps) {
    ASSERT_EQ(first_step(session.match()), step);
    said.push_back(ids(session, false));
    ASSERT_FALSE(session.play(read_move(session, first_path[step])));
    let_others_act(session);
    // Left and come back at every step: it is the same game.
    auto again = Session::resume(session.saved());
    ASSERT_TRUE(again.ok()) << again.error().sentence;
    EXPECT_EQ(again->saved(), session.saved());
    session = *std::move(again);
  }
  EXPECT_THAT(
      said, ElementsAre(ElementsAre("begin", "touch", "watch", "take"), ElementsAre("two", "find"),
                        ElementsAre("gone", "draw"), ElementsAre("three"), ElementsAre("clear")));
  ASSERT_TRUE(session.match().over());
  EXPECT_EQ(session.match().scores().points[0], 1);
  EXPECT_EQ(session.match().scores().points[1], 2);
  EXPECT_EQ(first_step(session.match()), first_path.size());
  EXPECT_TRUE(advice_of(session, true).empty());
}

TEST(FirstGame, AcceptsAnotherFairTradeAtEveryStep) {
  for (std::size_t leave = 0; leave < std::size(own_steps); ++leave) {
    Session session = first_game();
    let_others_act(session);
    for (std::size_t i = 0; i < leave; ++i) {
      ASSERT_FALSE(session.play(read_move(session, first_path[own_steps[i]])));
      let_others_act(session);
    }
    ActionList legal;
    session.match().actions(legal);
    const Action on_path = *next_of_first(session.match());
    const auto other = std::find_if(legal.begin(), legal.end(), [&](const Action& action) {
      return action.verb == Verb::exchange && action != on_path;
    });
    ASSERT_NE(other, legal.end()) << leave;
    ASSERT_FALSE(session.play(*other));
    EXPECT_EQ(first_step(session.match()), std::nullopt);
    EXPECT_EQ(next_of_first(session.match()), std::nullopt);
    let_others_act(session);
    if (!session.match().over()) {
      ASSERT_EQ(advice_of(session, true).size(), 1U);
      EXPECT_THAT(ids(session, true).front(),
                  testing::AnyOf("fair", "vanish", "drew", "final", "free"));
    }
    for (int i = 0; i < 200 && session.awaits_person(); ++i) {
      ASSERT_FALSE(session.play(teach::hint(session.match(), 0).action));
      let_others_act(session);
    }
    EXPECT_TRUE(session.match().over()) << leave;
  }
}

TEST(FirstGame, KeysAreIntroducedOneByOne) {
  Session session = first_game();
  let_others_act(session);
  const auto piece = [&](std::string_view name) {
    return *session.match().spec().operation().names().find(name);
  };
  EXPECT_THAT(ids(session, true), ElementsAre("begin", "touch"));
  EXPECT_EQ(advice_of(session, true).back().next, "Press o: orange, from your hand.");
  session.add_give(piece("P"));
  EXPECT_EQ(advice_of(session, true).back().next, "Press o: orange, from your hand.");
  session.add_give(piece("O"));
  EXPECT_THAT(ids(session, true), ElementsAre("watch", "take"));
  EXPECT_EQ(advice_of(session, true).back().next, "Press G, a capital: green, from the Center.");
  session.add_take(piece("G"));
  EXPECT_EQ(advice_of(session, true).back().next, "Press Enter.");
  session.clear_selection();
  session.add_give(piece("R"));
  EXPECT_EQ(advice_of(session, true).back().next, "");
  session.add_take(piece("G"));
  EXPECT_THAT(ids(session, true), ElementsAre("uneven"));
  EXPECT_EQ(advice_of(session, true).front().more,
            "Your side makes red, theirs makes green. The gap is white.");
}

TEST(FirstGame, OtherGamesHaveNoCoach) {
  const Session session = session_of("al-jabar", {"you", "level1"});
  EXPECT_TRUE(advice_of(session, true).empty());
  EXPECT_THAT(session.name(1), HasSubstr("Level"));
}

TEST(FirstGame, ATakebackReplaysFromItsOwnPosition) {
  Session session = first_game();
  let_others_act(session);
  const std::string before = session.match().full_position();
  ASSERT_FALSE(session.play(read_move(session, first_path[0])));
  let_others_act(session);
  EXPECT_EQ(session.undo(), std::nullopt);
  EXPECT_EQ(session.match().full_position(), before);
  EXPECT_EQ(session.at(0).full_position(), before);
}

}  // namespace
}  // namespace coset::tui
