#include "engine/rules/counting/subsets.hpp"

#include <numeric>

#include "property.hpp"

namespace coset {
namespace {

using property::number;
using Hand = Tally<64>;

ElementSet any_mask(int order) {
  ElementSet mask;
  for (const int e : property::numbers(0, 3, order)) mask.insert(element(e));
  return mask;
}

RC_GTEST_PROP(SubsetLaws, EverySubsetWithAWantedSumOnce, ()) {
  const Group group = property::cyclic_product();
  const auto hand = property::pieces<Hand>(group.order(), 11);
  const ElementSet wanted = any_mask(group.order());
  const int max_cards = number(1, 12);
  std::vector<std::vector<int>> expected;
  for (const auto& chosen :
       property::sub_multisets(property::expanded(hand, group.order()), 1, max_cards))
    if (wanted.contains(element(property::product_of(group, chosen)))) expected.push_back(chosen);
  std::vector<std::vector<int>> found;
  for_each_subset(group, hand, max_cards, wanted, [&](const Word& word) {
    found.push_back(property::letters(word));
    return true;
  });
  std::sort(found.begin(), found.end());
  RC_ASSERT(found == expected);
  RC_ASSERT(subset_exists(group, hand, max_cards, wanted) == !expected.empty());
}

RC_GTEST_PROP(SubsetLaws, AVisitCanStop, ()) {
  const Group group = property::cyclic_product();
  const auto hand = property::pieces<Hand>(group.order(), 9);
  ElementSet wanted;
  for (int e = 0; e < group.order(); ++e) wanted.insert(element(e));
  const int enough = number(1, 5);
  int visits = 0;
  for_each_subset(group, hand, 31, wanted, [&](const Word&) { return ++visits < enough; });
  RC_ASSERT(visits <= enough);
}

struct Ordered {
  Operation operation;
  Hand hand;
};

Ordered any_ordered() {
  const Operation operation = property::coin()
                                  ? property::any_magma(number(1, 5))
                                  : static_cast<Operation>(property::group_of(
                                        property::one_of({"S3", "Q8", "D4", "Z7:Z3", "Z2^3"})));
  return {operation, property::pieces<Hand>(operation.order(), 6)};
}

// All arrangements of the cards and what each makes.
std::map<std::vector<int>, int> arrangements(const Operation& operation, std::vector<int> cards) {
  std::map<std::vector<int>, int> out;
  std::sort(cards.begin(), cards.end());
  do {
    out[cards] = property::product_of(operation, cards);
  } while (std::next_permutation(cards.begin(), cards.end()));
  return out;
}

RC_GTEST_PROP(OrderingsLaws, AreThoseOfAllPermutations, ()) {
  const auto [operation, hand] = any_ordered();
  const int most = number(1, 6);
  const auto orderings = Orderings<Hand>::whole(operation, hand, most);
  const auto cards = property::expanded(hand, operation.order());
  RC_ASSERT(orderings.largest() == std::min(most, hand.size()));
  std::size_t sets = 0;
  for (int size = 1; size <= orderings.largest(); ++size)
    orderings.for_each(size, [&](const Hand& chosen, const ElementSet& products) {
      ElementSet expected;
      for (const auto& [word, made] :
           arrangements(operation, property::expanded(chosen, operation.order())))
        expected.insert(element(made));
      RC_ASSERT(products == expected);
      RC_ASSERT(orderings.products(chosen) == expected);
      ++sets;
      return true;
    });
  RC_ASSERT(sets == property::sub_multisets(cards, 1, most).size());
}

RC_GTEST_PROP(OrderingsLaws, TheArrangementIsTheSmallestFromItsEnd, ()) {
  const auto [operation, hand] = any_ordered();
  RC_PRE(!hand.empty());
  ElementSet wanted = any_mask(operation.order());
  wanted.insert(element(property::product_of(
      operation, property::shuffled(property::expanded(hand, operation.order())))));
  std::vector<int> best;
  for (auto [word, made] : arrangements(operation, property::expanded(hand, operation.order()))) {
    if (!wanted.contains(element(made))) continue;
    std::vector<int> reversed(word.rbegin(), word.rend());
    if (best.empty() || reversed < best) best = reversed;
  }
  const auto orderings = Orderings<Hand>::whole(operation, hand, hand.size());
  std::vector<int> found = property::letters(orderings.arrangement(hand, wanted));
  std::reverse(found.begin(), found.end());
  RC_ASSERT(found == best);
}

}  // namespace
}  // namespace coset
