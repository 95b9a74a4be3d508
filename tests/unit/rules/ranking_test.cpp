// Exchanges and plays by what they are worth: the same as listing all of them and sorting, at a
// work that is counted and bounded.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/rules/exchange_ranking.hpp"
#include "engine/rules/mad_abel.hpp"
#include "engine/rules/play_ranking.hpp"

namespace coset {
namespace {

using By = ExchangeRanking::By;
using Found = ExchangeRanking::Found;

template <class T>
struct Board {
  T hand;
  T center;
};

// Any hand and any Center in which nothing is left to cancel.
template <class T>
Board<T> random_board(const ExchangeRules& rules, int pieces, int in_center, Rng& rng) {
  const auto any = [&] {
    return element(static_cast<int>(rng.below(static_cast<std::uint32_t>(rules.group().order()))));
  };
  Board<T> out;
  for (int i = 0; i < pieces; ++i) out.hand.add(any());
  for (int i = 0; i < in_center; ++i)
    if (const Element e = any(); e == identity || out.center[e] + 1 < rules.tuple_of(e))
      out.center.add(e);
  return out;
}

ExchangeRules rules_of(std::string_view group, int max_exchange, NullExchange null) {
  ExchangeOptions options = ExchangeRules::defaults(*Group::parse(group), 2, max_exchange);
  options.null_exchange = null;
  return {*Group::parse(group), options};
}

// By the rules' own way of moving pieces and cancelling.
template <class T>
Found made(const ExchangeRules& rules, Board<T> board, const Action& action) {
  const int before = board.hand.size();
  int clears = 0;
  move_exchange(rules, board.hand, board.center, action.give, action.take);
  cancel_tuples(
      rules, board.center, [&](Element e) { return count_in(action.give, e); },
      [&](Element, int tuples, bool exempt) { clears += exempt ? 0 : tuples; });
  return {action.give, action.take, before - board.hand.size(), clears};
}

std::pair<int, int> value(const Found& found, By by) {
  return by == By::shed ? std::pair(found.shed, found.clears)
                        : std::pair(found.shed + found.clears, 0);
}

TEST(ExchangeRanking, IsTheWholeListInTheOrderOfWorth) {
  Rng rng(5);
  const struct {
    const char* group;
    int max_exchange;
    int pieces;
  } games[] = {{"Z2^3", 3, 9}, {"Z3^2", 2, 8},  {"Z3^2", 4, 6}, {"Z2xZ4", 3, 7},
               {"Z5", 3, 9},   {"Z2^2", 5, 12}, {"Z2^4", 4, 6}};
  for (const auto& game : games)
    for (int round = 0; round < 24; ++round) {
      const auto rules = rules_of(game.group, game.max_exchange,
                                  round % 4 == 0 ? NullExchange::allow : NullExchange::forbid);
      const auto board = random_board<Tally<64>>(rules, game.pieces, 1 + round % 9, rng);
      ActionList list;
      list_exchanges(rules, board.hand, board.center, list);
      ASSERT_FALSE(list.truncated());
      ExchangeRanking ranking(rules);
      ranking.reset(board.hand, board.center, round % 2 == 0 ? &rng : nullptr);
      for (const By by : {By::shed, By::both}) {
        std::multiset<std::pair<int, int>> values;
        for (const Action& action : list) values.insert(value(made(rules, board, action), by));
        std::vector<Found> found;
        ranking.list({by, list.size() + 1, false}, found);
        ASSERT_EQ(found.size(), list.size()) << game.group;
        std::set<Action> actions;
        auto best = values.rbegin();
        for (const Found& one : found) {
          const Action action{Verb::exchange, one.give, one.take};
          ASSERT_TRUE(legal_exchange(rules, board.hand, board.center, one.give, one.take));
          ASSERT_TRUE(actions.insert(action).second);
          const Found real = made(rules, board, action);
          ASSERT_EQ(std::pair(one.shed, one.clears), std::pair(real.shed, real.clears));
          ASSERT_EQ(value(one, by), *best++) << game.group;
        }
      }
    }
}

// Few of them, but still the best first, and no two that differ only by a piece on both sides.
TEST(ExchangeRanking, VariedIsAPartWithTheBestInIt) {
  Rng rng(8);
  for (int round = 0; round < 60; ++round) {
    const auto rules = rules_of("Z2^4", 4, NullExchange::forbid);
    const auto board = random_board<Tally<64>>(rules, 14, 8, rng);
    ExchangeRanking ranking(rules);
    ranking.reset(board.hand, board.center, &rng);
    std::vector<Found> all;
    std::vector<Found> some;
    for (const By by : {By::shed, By::both}) {
      ranking.list({by, 1, false}, all);
      ranking.list({by, 40, true}, some);
      ASSERT_EQ(all.empty(), some.empty());
      if (all.empty()) continue;
      EXPECT_EQ(value(some[0], by), value(all[0], by));
      std::set<std::pair<Word, Word>> seen;
      for (std::size_t i = 0; i < some.size(); ++i) {
        EXPECT_TRUE(seen.insert({some[i].give, some[i].take}).second);
        EXPECT_TRUE(legal_exchange(rules, board.hand, board.center, some[i].give, some[i].take));
        if (i > 0) EXPECT_LE(value(some[i], by), value(some[i - 1], by));
      }
    }
  }
}

// Equals are not always met in the same order.
TEST(ExchangeRanking, EqualsComeByChance) {
  const auto rules = rules_of("Z2^6", 6, NullExchange::forbid);
  Rng rng(2);
  const auto board = random_board<Tally<64>>(rules, 43, 20, rng);
  std::set<std::pair<Word, Word>> firsts;
  ExchangeRanking ranking(rules);
  std::vector<Found> found;
  for (int i = 0; i < 20; ++i) {
    ranking.reset(board.hand, board.center, &rng);
    ranking.list({By::shed, 1, true}, found);
    firsts.insert({found[0].give, found[0].take});
  }
  EXPECT_GT(firsts.size(), 4U);
}

// The largest game there is has more exchanges than could ever be listed.
TEST(ExchangeRanking, ItsWorkIsBounded) {
  for (const char* group : {"Z2^8", "Z3^5", "Z4^4"}) {
    const auto rules = rules_of(group, group[1] == '2' ? 8 : 6, NullExchange::forbid);
    Rng rng(3);
    for (const int pieces : {9, 73, 255}) {
      const auto board = random_board<Tally<256>>(rules, pieces, pieces, rng);
      ExchangeRanking ranking(rules);
      std::vector<Found> found;
      ranking.reset(board.hand, board.center, &rng);
      ranking.list({By::both, 60, true}, found);
      EXPECT_LE(ranking.work(), 6000000U) << group << " " << pieces;
      if (pieces > 9) EXPECT_EQ(found.size(), 60U);
    }
  }
}

std::vector<PieceKind> cards_of(const Operation& operation, int count, int copies, Rng& rng) {
  std::map<Element, int> cards;
  while (count > 0) {
    const Element e =
        element(static_cast<int>(rng.below(static_cast<std::uint32_t>(operation.order()))));
    if (cards[e] == copies) continue;
    ++cards[e];
    --count;
  }
  std::vector<PieceKind> out;
  for (const auto& [card, held] : cards) out.push_back({card, held, {}});
  return out;
}

Tally<256> tally_of(const std::vector<PieceKind>& cards) {
  Tally<256> out;
  for (const PieceKind& kind : cards) out.set(kind.piece, kind.copies);
  return out;
}

TEST(PlayRanking, SetsAreAllOfThemTheLargestFirst) {
  const Operation group = *Operation::parse("Z4xZ5");
  Rng rng(4);
  PlayRanking ranking(group);
  for (int round = 0; round < 40; ++round) {
    const auto cards = cards_of(group, 8, 2, rng);
    ElementSet wanted{element(static_cast<int>(rng.below(20)))};
    if (round % 4 == 0) wanted.insert(element(3));
    const int most = 1 + static_cast<int>(rng.below(9));
    std::set<Word> all;
    for_each_subset(group, tally_of(cards), most, wanted, [&](const Word& word) {
      EXPECT_LE(word.size(), most);
      return all.insert(word).second;
    });
    std::vector<Word> found;
    ranking.list(cards, most, wanted, 100000, round % 2 == 0 ? &rng : nullptr, found);
    EXPECT_EQ(std::set<Word>(found.begin(), found.end()), all);
    EXPECT_EQ(found.size(), all.size());
    for (std::size_t i = 1; i < found.size(); ++i) EXPECT_LE(found[i].size(), found[i - 1].size());
  }
}

TEST(PlayRanking, WordsMakeWhatIsWantedAndTheLongestIsFound) {
  const Operation group = *Operation::parse("S4");
  Rng rng(6);
  PlayRanking ranking(group);
  for (int round = 0; round < 40; ++round) {
    const int count = 3 + round % 6;
    const auto cards = cards_of(group, count, 2, rng);
    const auto hand = tally_of(cards);
    const ElementSet wanted{element(static_cast<int>(rng.below(24)))};
    std::vector<Word> found;
    ranking.list(cards, 8, wanted, 50, &rng, found);
    for (const Word& word : found) {
      EXPECT_TRUE(contains(hand, word));
      EXPECT_TRUE(wanted.contains(group.product(word)));
    }
    // The longest by way of all orders of all subsets.
    int longest = 0;
    const auto orders = Orderings<Tally<256>>::whole(group, hand, 8);
    for (int size = 1; size <= orders.largest(); ++size)
      orders.for_each(size, [&](const auto&, const ElementSet& products) {
        if (products.meets(wanted)) longest = size;
        return true;
      });
    ASSERT_EQ(found.empty() ? 0 : found[0].size(), longest) << round;
  }
}

TEST(PlayRanking, ItsWorkIsBounded) {
  Rng rng(7);
  for (const char* text : {"Z2^8", "Z3^5", "S5", "A5xZ4"})
    for (const int cards : {7, 31, 64}) {
      const Operation operation = *Operation::parse(text);
      PlayRanking ranking(operation);
      std::vector<Word> found;
      const int most = operation.abelian() ? 31 : 8;
      ranking.list(cards_of(operation, cards, 1, rng), most, {element(5)}, 60, &rng, found);
      EXPECT_LE(ranking.work(), 3000000U) << text << " " << cards;
    }
}

}  // namespace
}  // namespace coset
