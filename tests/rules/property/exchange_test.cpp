#include "engine/rules/exchange.hpp"

#include <set>

#include "property.hpp"

namespace coset {
namespace {

using property::number;
using Pieces = Tally<64>;

struct Table {
  ExchangeRules rules;
  Pieces hand;
  Pieces center;
};

// Rules on a random product of cyclic groups, a hand and a Center that has been cancelled.
Table any_table(int most_pieces) {
  const Group group = property::cyclic_product();
  ExchangeOptions options;
  options.max_exchange = number(2, 4);
  options.null_exchange = property::coin() ? NullExchange::allow : NullExchange::forbid;
  options.spectrum_clear = static_cast<SpectrumClear>(number(0, 2));
  options.cancel = property::coin() ? Cancel::exponent : Cancel::element_order;
  Table table{ExchangeRules(group, options), property::pieces<Pieces>(group.order(), most_pieces),
              property::pieces<Pieces>(group.order(), most_pieces)};
  cancel_tuples(table.rules, table.center, [](Element) { return 0; }, [](Element, int, bool) {});
  return table;
}

std::vector<Action> listed(const Table& t) {
  ActionList list;
  list_exchanges(t.rules, t.hand, t.center, list);
  RC_ASSERT(!list.truncated());
  return {list.begin(), list.end()};
}

int sum_of(const Group& group, const Pieces& tally) {
  int sum = 0;
  for (const int e : property::expanded(tally, group.order()))
    sum = index(group.product(element(sum), element(e)));
  return sum;
}

RC_GTEST_PROP(SumCountsLaws, CountWhatThereIs, ()) {
  const Group group = property::cyclic_product();
  const auto tally = property::pieces<Pieces>(group.order(), 10);
  const int largest = number(1, 8);
  const SumCounts<64> counts(group, largest, [&](Element e) { return tally[e]; });
  std::map<std::pair<int, int>, std::uint64_t> found;
  for (const auto& chosen :
       property::sub_multisets(property::expanded(tally, group.order()), 1, largest))
    ++found[{static_cast<int>(chosen.size()), property::product_of(group, chosen)}];
  std::uint64_t total = 0;
  for (int sum = 0; sum < group.order(); ++sum) {
    std::uint64_t of_sum = 0;
    for (int size = 1; size <= largest; ++size) {
      RC_ASSERT(counts.count(size, element(sum)) == (found[{size, sum}]));
      of_sum += found[{size, sum}];
    }
    RC_ASSERT(counts.of_sum(element(sum)) == of_sum);
    total += of_sum;
  }
  RC_ASSERT(counts.total() == total);
}

// Rule 5 said again: all pairs of sub-multisets, and the Spectrum.
RC_GTEST_PROP(ExchangeLaws, TheListIsEveryPairOfEqualSum, ()) {
  const Table t = any_table(9);
  const Group& group = t.rules.group();
  const int most = t.rules.max_exchange();
  std::set<std::pair<std::vector<int>, std::vector<int>>> expected;
  const auto takes = property::sub_multisets(property::expanded(t.center, group.order()), 1, most);
  for (const auto& give :
       property::sub_multisets(property::expanded(t.hand, group.order()), 1, most))
    for (const auto& take : takes)
      if (property::product_of(group, give) == property::product_of(group, take) &&
          (t.rules.null_allowed() || give != take))
        expected.emplace(give, take);
  const bool clear = t.rules.spectrum_clear() != SpectrumClear::center || t.center[identity] > 0;
  if (t.rules.spectrum().size() > most && clear && contains(t.hand, t.rules.spectrum()))
    expected.emplace(property::letters(t.rules.spectrum()), std::vector<int>{0});
  std::set<std::pair<std::vector<int>, std::vector<int>>> found;
  for (const Action& a : listed(t)) {
    RC_ASSERT(found.emplace(property::letters(a.give), property::letters(a.take)).second);
    RC_ASSERT(legal_exchange(t.rules, t.hand, t.center, a.give, a.take));
  }
  RC_ASSERT(found == expected);
}

RC_GTEST_PROP(ExchangeLaws, CountingAgreesWithListing, ()) {
  const Table t = any_table(12);
  const std::vector<Action> list = listed(t);
  const ExchangeCount count = count_exchanges(t.rules, t.hand, t.center);
  RC_ASSERT(count.all == list.size());
  RC_ASSERT(count.any == !list.empty());
  RC_ASSERT(count.any_reducing == std::any_of(list.begin(), list.end(), [](const Action& a) {
              return a.give.size() > a.take.size();
            }));
}

RC_GTEST_PROP(ExchangeLaws, AWordIsLegalIfItIsListed, ()) {
  const Table t = any_table(8);
  const int order = t.rules.group().order();
  const Word give = property::word_of(property::numbers(0, 4, order));
  const Word take = property::word_of(property::numbers(0, 4, order));
  const std::vector<Action> list = listed(t);
  const Action action{Verb::exchange, sorted(give), sorted(take)};
  RC_ASSERT(legal_exchange(t.rules, t.hand, t.center, give, take) ==
            (std::find(list.begin(), list.end(), action) != list.end()));
}

RC_GTEST_PROP(ExchangeLaws, WhatWasExchangedCanBeExchangedBack, ()) {
  Table t = any_table(10);
  const Table before = t;
  const std::vector<Action> list = listed(t);
  RC_PRE(!list.empty());
  const Action a = list[static_cast<std::size_t>(number(0, static_cast<int>(list.size()) - 1))];
  RC_PRE(!t.rules.is_spectrum(a.give, a.take));
  move_exchange(t.rules, t.hand, t.center, a.give, a.take);
  RC_ASSERT(sum_of(t.rules.group(), t.center) == sum_of(t.rules.group(), before.center));
  RC_ASSERT(t.hand.size() == before.hand.size() - a.give.size() + a.take.size());
  RC_ASSERT(legal_exchange(t.rules, t.hand, t.center, a.take, a.give));
  move_exchange(t.rules, t.hand, t.center, a.take, a.give);
  RC_ASSERT(t.hand == before.hand && t.center == before.center);
}

RC_GTEST_PROP(ExchangeLaws, TheSpectrumIsWorthNothing, ()) {
  const Table t = any_table(0);
  RC_ASSERT(t.rules.group().product(t.rules.spectrum()) == identity);
  RC_ASSERT(t.rules.spectrum().size() == static_cast<int>(t.rules.group().moduli().size()) + 1);
}

RC_GTEST_PROP(CancelLaws, LeavesTheSumAndNoTuple, ()) {
  const Table t = any_table(0);
  const Group& group = t.rules.group();
  const auto before = property::pieces<Pieces>(group.order(), 60);
  const auto placed = property::pieces<Pieces>(group.order(), 6);
  Pieces center = before;
  int tuples_seen = 0;
  cancel_tuples(
      t.rules, center, [&](Element e) { return placed[e]; },
      [&](Element e, int tuples, bool exempt) {
        RC_ASSERT(e != identity && tuples == before[e] / t.rules.tuple_of(e));
        RC_ASSERT(exempt == (placed[e] >= t.rules.tuple_of(e)));
        RC_ASSERT(center[e] == before[e] % t.rules.tuple_of(e));
        tuples_seen += tuples;
      });
  RC_ASSERT(sum_of(group, center) == sum_of(group, before));
  RC_ASSERT(center[identity] == before[identity] + tuples_seen);
  for (int e = 1; e < group.order(); ++e)
    RC_ASSERT(center[element(e)] < t.rules.tuple_of(element(e)));
}

}  // namespace
}  // namespace coset
