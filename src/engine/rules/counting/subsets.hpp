// Enumerating the sub-words of a hand whose product is wanted: all that Mad Abel needs of algebra.
// Where order does not matter (an abelian group) sub-multisets are walked, and a branch is entered
// only if what is left of the hand can still complete it. Where order matters, the sets of products
// over all orderings of each sub-multiset are built up from smaller ones, never word by word.
// Pure functions; Orderings is a value.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "base/sort.hpp"
#include "engine/algebra/element_set.hpp"
#include "engine/algebra/operation.hpp"
#include "engine/rules/counting/tally.hpp"

namespace coset {

// {x * e : x in set}
inline ElementSet times(const Operation& operation, const ElementSet& set, Element e) {
  ElementSet out;
  for (const Element x : set) out.insert(operation.product(x, e));
  return out;
}

// Whether some non-empty sub-multiset of at most max_cards has its sum in `wanted`.
// REQUIRES: an abelian group
template <class T>
bool subset_exists(const Operation& group, const T& hand, int max_cards, const ElementSet& wanted) {
  const int most = std::min(max_cards, hand.size());
  // reach[k]: sums of exactly k cards; if the limit cannot be reached, reach[1] is "at least one".
  const bool limited = most < hand.size();
  std::vector<ElementSet> reach(static_cast<std::size_t>(limited ? most : 1) + 1);
  reach[0].insert(identity);
  for (int i = 0; i < group.order(); ++i)
    for (int copy = 0; copy < hand[element(i)]; ++copy) {
      if (!limited) {
        reach[1] |= times(group, reach[1] | reach[0], element(i));
        continue;
      }
      for (std::size_t k = reach.size() - 1; k > 0; --k)
        reach[k] |= times(group, reach[k - 1], element(i));
    }
  return std::any_of(reach.begin() + 1, reach.end(),
                     [&](const ElementSet& sums) { return sums.meets(wanted); });
}

// Calls visit(word) for every sub-multiset of 1..max_cards cards with its sum in `wanted`, letters
// in index order, until visit returns false. REQUIRES: an abelian group
template <class T, class Visit>
void for_each_subset(const Operation& group, const T& hand, int max_cards, const ElementSet& wanted,
                     Visit&& visit) {
  std::vector<Element> kinds;
  for (int i = 0; i < group.order(); ++i)
    if (hand[element(i)] > 0) kinds.push_back(element(i));
  // useful(k, left): the sums from which at most `left` of the kinds k, k+1, ... can still reach a
  // wanted one. If the limit cannot be reached, one row serves all numbers of cards left.
  const bool limited = max_cards < hand.size();
  const std::size_t rows = limited ? static_cast<std::size_t>(max_cards) + 1 : 1;
  std::vector<ElementSet> sets((kinds.size() + 1) * rows, wanted);
  const auto useful = [&](std::size_t k, int left) -> ElementSet& {
    return sets[k * rows + (limited ? static_cast<std::size_t>(left) : 0)];
  };
  for (std::size_t k = kinds.size(); k-- > 0;)
    for (int left = static_cast<int>(rows) - 1; left >= 0; --left) {
      ElementSet& here = useful(k, left);
      here = useful(k + 1, left);
      const int most = limited ? std::min(hand[kinds[k]], left) : hand[kinds[k]];
      Element multiple = kinds[k];
      for (int copies = 1; copies <= most; ++copies) {
        const ElementSet& rest = useful(k + 1, left - copies);
        for (int sum = 0; sum < group.order(); ++sum)
          if (rest.contains(group.product(element(sum), multiple))) here.insert(element(sum));
        multiple = group.product(multiple, kinds[k]);
      }
    }
  Word word;
  const auto extend = [&](const auto& self, std::size_t k, Element sum) -> bool {
    if (!useful(k, max_cards - word.size()).contains(sum)) return true;
    if (k == kinds.size()) return word.empty() || visit(std::as_const(word));
    if (!self(self, k + 1, sum)) return false;
    int copies = 0;
    bool go_on = true;
    while (go_on && copies < hand[kinds[k]] && word.size() < max_cards) {
      word.push(kinds[k]);
      ++copies;
      sum = group.product(sum, kinds[k]);
      go_on = self(self, k + 1, sum);
    }
    for (; copies > 0; --copies) word.pop();
    return go_on;
  };
  extend(extend, 0, identity);
}

// For every sub-multiset of a hand of up to `most` cards: which elements its orderings make, read
// from left to right. Levels of one size are built one after the other, as far as they are asked.
template <class T>
class Orderings {
 public:
  Orderings(const Operation& operation, const T& hand, int most)
      : operation_(operation), hand_(hand), most_(std::min(most, hand.size())), levels_(1) {
    levels_[0].push_back({T{}, {}});
  }
  static Orderings whole(const Operation& operation, const T& hand, int most) {
    Orderings out(operation, hand, most);
    while (out.grow()) {
    }
    return out;
  }

  // Builds the next size; false if there is none, or if it would be too large to keep.
  bool grow() {
    if (largest() == most_) return false;
    if (levels_.back().size() * kinds() > max_entries) {
      truncated_ = true;
      return false;
    }
    build_next();
    return true;
  }
  bool truncated() const { return truncated_; }
  int largest() const { return static_cast<int>(levels_.size()) - 1; }

  // Calls visit(multiset, products) for each sub-multiset of `size` cards, until it returns false.
  template <class Visit>
  bool for_each(int size, Visit&& visit) const {
    for (const Entry& entry : levels_[static_cast<std::size_t>(size)])
      if (!visit(entry.cards, entry.products)) return false;
    return true;
  }

  ElementSet products(const T& cards) const {
    const auto& level = levels_[static_cast<std::size_t>(cards.size())];
    const auto place = std::lower_bound(level.begin(), level.end(), cards, before_cards);
    CHECK(place != level.end() && place->cards == cards);
    return place->products;
  }

  // The arrangement of `cards` with a wanted product that is smallest when read from its end.
  // REQUIRES: one exists
  Word arrangement(T cards, ElementSet wanted) const {
    Word reversed;
    while (cards.size() > 1) {
      for (int i = 0; i < operation_.order(); ++i) {
        const Element last = element(i);
        if (cards[last] == 0) continue;
        T rest = cards;
        rest.remove(last);
        ElementSet fits;
        for (const Element made : products(rest))
          if (wanted.contains(operation_.product(made, last))) fits.insert(made);
        if (fits.empty()) continue;
        reversed.push(last);
        cards = rest;
        wanted = fits;
        break;
      }
    }
    for (int i = 0; i < operation_.order(); ++i)
      if (cards[element(i)] > 0) reversed.push(element(i));
    Word word;
    for (int i = reversed.size(); i-- > 0;) word.push(reversed[i]);
    return word;
  }

 private:
  static constexpr std::size_t max_entries = 200000;

  std::size_t kinds() const {
    std::size_t out = 0;
    for (int i = 0; i < operation_.order(); ++i) out += hand_[element(i)] > 0 ? 1U : 0U;
    return out;
  }

  struct Entry {
    T cards;
    ElementSet products;
  };
  static bool less(const T& a, const T& b) { return std::memcmp(&a, &b, sizeof(T)) < 0; }
  static bool before_cards(const Entry& entry, const T& cards) { return less(entry.cards, cards); }

  void build_next() {
    std::vector<Entry> next;
    for (const Entry& entry : levels_.back())
      for (int i = 0; i < operation_.order(); ++i) {
        const Element e = element(i);
        if (entry.cards[e] >= hand_[e]) continue;
        Entry larger{entry.cards, {}};
        larger.cards.add(e);
        if (levels_.size() == 1) {
          larger.products.insert(e);
        } else {
          larger.products = times(operation_, entry.products, e);
        }
        next.push_back(larger);
      }
    put_in_order(next.begin(), next.end(),
                 [](const Entry& a, const Entry& b) { return less(a.cards, b.cards); });
    std::vector<Entry> merged;
    for (const Entry& entry : next) {
      if (merged.empty() || merged.back().cards != entry.cards) merged.push_back({entry.cards, {}});
      merged.back().products |= entry.products;
    }
    levels_.push_back(std::move(merged));
  }

  const Operation& operation_;
  T hand_;
  int most_;
  bool truncated_ = false;
  std::vector<std::vector<Entry>> levels_;
};

// Whether some word of the cards makes something wanted: shorter words first, and no more than so
// many of them in all.
template <class T>
class WordSearch {
 public:
  static constexpr int max_words = 5000000;

  WordSearch(const Operation& operation, const T& hand, const ElementSet& wanted,
             int most = max_words)
      : operation_(operation), wanted_(wanted), most_(most) {
    for (int i = 0; i < operation.order(); ++i)
      if (hand[element(i)] > 0) kinds_.push_back({element(i), hand[element(i)]});
  }

  bool exists(int max_cards) { return find(max_cards).has_value(); }
  // The first of them.
  std::optional<Word> find(int max_cards) {
    left_ = most_;
    word_ = {};
    for (int size = 1; size <= max_cards && left_ > 0; ++size)
      if (extend(size, std::nullopt)) return word_;
    return std::nullopt;
  }
  // Words that the last of these looked at.
  int looked() const { return most_ - left_; }

 private:
  struct Kind {
    Element card;
    int copies;
  };

  // Some `more` further cards after `made` reach what is wanted.
  bool extend(int more, std::optional<Element> made) {
    for (Kind& kind : kinds_) {
      if (kind.copies == 0) continue;
      if (--left_ <= 0) return false;
      const Element next = made ? operation_.product(*made, kind.card) : kind.card;
      if (more == 1 && !wanted_.contains(next)) continue;
      word_.push(kind.card);
      if (more == 1) return true;
      --kind.copies;
      const bool found = extend(more - 1, next);
      ++kind.copies;
      if (found) return true;
      word_.pop();
    }
    return false;
  }

  const Operation& operation_;
  const ElementSet& wanted_;
  std::vector<Kind> kinds_;
  Word word_;
  int most_;
  int left_ = 0;
};

}  // namespace coset
