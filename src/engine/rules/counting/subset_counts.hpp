// SubsetCounts: how many sub-multisets of a hand make something wanted, and which is the n-th of
// them in the order of for_each_subset, without going through the others. Abelian groups only. A
// workspace: it allocates while it grows to its largest hand, and then no more.
#pragma once

#include <vector>

#include "engine/algebra/element_set.hpp"
#include "engine/algebra/operation.hpp"
#include "engine/rules/counting/tally.hpp"

namespace coset {

template <class T>
class SubsetCounts {
 public:
  SubsetCounts(const Operation& group, int max_cards)
      : group_(group), width_(static_cast<std::size_t>(group.order())) {
    const std::size_t kinds = std::min<std::size_t>(width_, 64);
    const std::size_t limits = max_cards < 16 ? static_cast<std::size_t>(max_cards) + 1 : 1;
    kinds_.reserve(kinds);
    ways_.reserve((kinds + 1) * limits * width_);
  }

  void reset(const T& hand, int max_cards, const ElementSet& wanted) {
    kinds_.clear();
    for (int i = 0; i < group_.order(); ++i)
      if (const int copies = hand[element(i)]; copies > 0) kinds_.push_back({element(i), copies});
    const int size = hand.size();
    // If the limit cannot be reached, one row serves all numbers of cards left.
    limited_ = max_cards < size;
    most_ = limited_ ? max_cards : 0;
    ways_.assign((kinds_.size() + 1) * level(), 0);
    for (int left = 0; left <= most_; ++left)
      for (const Element e : wanted) at(kinds_.size(), left, e) = 1;
    for (std::size_t k = kinds_.size(); k-- > 0;)
      for (int left = 0; left <= most_; ++left)
        for (int sum = 0; sum < group_.order(); ++sum) {
          std::uint64_t total = 0;
          Element with = element(sum);
          for (int t = 0; t <= kinds_[k].copies && (!limited_ || t <= left); ++t) {
            total += at(k + 1, limited_ ? left - t : 0, with);
            with = group_.product(with, kinds_[k].card);
          }
          at(k, left, element(sum)) = std::min(total, plenty);
        }
    skipped_ = wanted.contains(identity) ? 1 : 0;  // M9: the empty set is no play
  }

  std::uint64_t count() const { return at(0, most_, identity) - skipped_; }

  // REQUIRES: n < count()
  Word nth(std::uint64_t n) const {
    n += skipped_;
    Word word;
    Element sum = identity;
    int left = most_;
    for (std::size_t k = 0; k < kinds_.size(); ++k)
      while (n >= at(k + 1, left, sum)) {
        n -= at(k + 1, left, sum);
        word.push(kinds_[k].card);
        sum = group_.product(sum, kinds_[k].card);
        if (limited_) --left;
      }
    return word;
  }

 private:
  static constexpr std::uint64_t plenty = std::uint64_t{1} << 48;
  struct Kind {
    Element card;
    int copies;
  };

  std::size_t level() const { return static_cast<std::size_t>(most_ + 1) * width_; }
  std::size_t place(std::size_t k, int left, Element sum) const {
    return k * level() + static_cast<std::size_t>(left) * width_ + static_cast<std::size_t>(sum);
  }
  std::uint64_t& at(std::size_t k, int left, Element sum) { return ways_[place(k, left, sum)]; }
  const std::uint64_t& at(std::size_t k, int left, Element sum) const {
    return ways_[place(k, left, sum)];
  }

  const Operation& group_;
  std::size_t width_;
  std::vector<Kind> kinds_;
  // By kinds passed, cards still allowed and what they make so far: how many ways lead on.
  std::vector<std::uint64_t> ways_;
  int most_ = 0;
  bool limited_ = false;
  std::uint64_t skipped_ = 0;
};

}  // namespace coset
