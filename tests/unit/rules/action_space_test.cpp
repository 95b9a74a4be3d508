#include "engine/rules/action_space.hpp"

#include <gtest/gtest.h>

#include <ctime>

#include "engine/rules/al_jabar.hpp"

namespace coset {
namespace {

template <class T>
AlJabar<T> al_jabar_on(const char* text, NullExchange null_exchange = NullExchange::forbid) {
  const Group group = *Group::parse(text);
  AlJabarOptions options = AlJabar<T>::defaults(group, 2);
  options.null_exchange = null_exchange;
  options.max_rounds = 15;
  return *AlJabar<T>::make(group, options);
}

struct Row {
  const char* group;
  int max_exchange;
  std::uint64_t multisets, pairs, non_null, reachable;
};

// Measured by an earlier program, by listing.
constexpr Row table[] = {
    {"Z2^2", 2, 14, 52, 38, 26},
    {"Z2^3", 3, 164, 3376, 3212, 1959},
    {"Z2^4", 4, 4844, 1468336, 1463492, 801422},
    {"Z3^2", 2, 54, 324, 270, 270},
    {"Z3^3", 3, 4059, 610281, 606222, 602114},
    {"Z4^2", 2, 152, 1456, 1304, 1304},
    {"Z5^2", 2, 350, 4900, 4550, 4550},
    {"Z5", 1, 5, 5, 0, 0},
    {"Z5", 2, 20, 80, 60, 60},
    {"Z5", 3, 55, 605, 550, 550},
    {"Z7", 3, 119, 2023, 1904, 1904},
    {"Z2xZ4", 2, 44, 248, 204, 204},
    {"Z2xZ4", 3, 164, 3368, 3204, 3204},
    {"Z2xZ3", 2, 27, 123, 96, 96},
    {"Z2xZ2xZ3", 3, 454, 17188, 16734, 16734},
    {"Z2xZ2xZ4", 3, 968, 58592, 57624, 57624},
};

TEST(ActionSpace, TheMeasuredTable) {
  for (const Row& row : table) {
    const ActionSpace space =
        action_space(*Group::parse(row.group), row.max_exchange, Cancel::exponent);
    EXPECT_EQ(space.multisets, row.multisets) << row.group;
    EXPECT_EQ(space.pairs, row.pairs) << row.group;
    EXPECT_EQ(space.non_null, row.non_null) << row.group;
    EXPECT_EQ(space.reachable, row.reachable) << row.group;
  }
}

TEST(ActionSpace, FivePrimariesByCountingOnly) {
  const ActionSpace space = action_space(*Group::parse("Z2^5"), 5, Cancel::exponent);
  EXPECT_EQ(space.multisets, 435896U);
  EXPECT_NEAR(static_cast<double>(space.pairs), 5.94e9, 0.01e9);
  EXPECT_NEAR(static_cast<double>(space.reachable), 3.38e9, 0.01e9);
}

// On Z2^5 a move is found and a question of legality answered in under 10 ms each, with room to
// spare: a bound that a slow machine under a sanitizer meets too. Of processor time: others may
// run.
TEST(ActionSpace, FivePrimariesArePlayedWithoutDelay) {
  const auto game = al_jabar_on<Tally<64>>("Z2^5");
  Rng rng(5);
  auto s = game.start();
  ActionList scratch;
  std::clock_t moving = 0;
  std::clock_t asking = 0;
  int moves = 0;
  while (game.turn(s).kind != Turn::Kind::over) {
    if (game.turn(s).kind == Turn::Kind::deal) {
      game.apply(s, deal_of(draw_from(game.urn(s), rng)));
      continue;
    }
    const std::clock_t start = std::clock();
    const Action action = game.random_action(s, scratch, rng);
    const std::clock_t found = std::clock();
    ASSERT_TRUE(game.legal(s, action));
    asking += std::clock() - found;
    moving += found - start;
    ++moves;
    game.apply(s, action);
  }
  ASSERT_GT(moves, 20);
  EXPECT_LT(moving, CLOCKS_PER_SEC / 100 * moves);
  EXPECT_LT(asking, CLOCKS_PER_SEC / 100 * moves);
}

// The listing in two steps gives the same exchanges as the listing in one.
template <class T>
void expect_two_steps_like_one(const AlJabar<T>& game) {
  Rng rng(7);
  auto s = game.start();
  ActionList scratch;
  for (int i = 0; i < 60 && game.turn(s).kind != Turn::Kind::over; ++i) {
    if (game.turn(s).kind == Turn::Kind::deal) {
      game.apply(s, deal_of(draw_from(game.urn(s), rng)));
      continue;
    }
    ActionList list;
    game.actions(s, list);
    std::vector<Action> expected;
    for (const Action& action : list)
      if (action.verb == Verb::exchange) expected.push_back(action);
    std::vector<Action> factored;
    for (const Word& give : game.gives(s, 1000000)) {
      const auto takes = game.takes(s, give, 1000000);
      EXPECT_FALSE(takes.empty());
      for (const Word& take : takes) factored.push_back({Verb::exchange, give, take});
    }
    std::sort(expected.begin(), expected.end());
    std::sort(factored.begin(), factored.end());
    EXPECT_EQ(factored, expected);
    EXPECT_EQ(game.gives(s, 1).size(), expected.empty() ? 0U : 1U);
    game.apply(s, game.random_action(s, scratch, rng));
  }
}

TEST(ActionSpace, TwoStepsListWhatOneStepLists) {
  expect_two_steps_like_one(al_jabar_on<Tally<8>>("Z2^3"));
  expect_two_steps_like_one(al_jabar_on<Tally<8>>("Z2xZ4", NullExchange::allow));
  expect_two_steps_like_one(al_jabar_on<Tally<64>>("Z3^2"));
  expect_two_steps_like_one(al_jabar_on<Tally<64>>("Z2^4"));
}

// Uniform: every exchange of a small position comes up about equally often.
TEST(ActionSpace, RandomExchangesAreUniform) {
  const auto game = al_jabar_on<Tally<8>>("Z2^3");
  const ExchangeRules& rules = game.rules();
  Tally<8> hand;
  Tally<8> center;
  for (const int e : {1, 1, 2, 4, 7, 3}) hand.add(element(e));
  for (const int e : {0, 0, 1, 6}) center.add(element(e));
  ActionList list;
  list_exchanges(rules, hand, center, list);
  ASSERT_GT(list.size(), 10U);
  Rng rng(3);
  std::vector<int> seen(list.size(), 0);
  constexpr int each = 2000;
  for (std::size_t i = 0; i < each * list.size(); ++i) {
    const auto action = random_exchange(rules, hand, center, rng);
    ASSERT_TRUE(action.has_value());
    const auto place = std::find(list.begin(), list.end(), *action);
    ASSERT_NE(place, list.end());
    ++seen[static_cast<std::size_t>(place - list.begin())];
  }
  for (const int count : seen) EXPECT_NEAR(count, each, 6 * 45);  // six standard deviations
}

}  // namespace
}  // namespace coset
