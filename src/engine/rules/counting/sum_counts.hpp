// SumCounts: how many sub-multisets of a Tally have a given size and a given sum. Existence of
// exchanges is answered from these counts and never by listing, so that large groups play without
// delay. Abelian groups only. A value on the stack; no allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "engine/algebra/operation.hpp"
#include "engine/rules/counting/tally.hpp"

namespace coset {

template <int N>
class SumCounts {
 public:
  static constexpr int max_size = 8;

  // Counts sub-multisets of 0..largest pieces of which at most `available(e)` are e.
  template <class Available>
  SumCounts(const Group& group, int largest, Available available)
      : order_(group.order()), largest_(largest) {
    CHECK(largest <= max_size && order_ <= N);
    for (int size = 0; size <= largest; ++size) std::fill_n(row(size), order_, 0);
    row(0)[0] = 1;
    for (int e = 0; e < order_; ++e)
      if (const int most = std::min<int>(available(element(e)), largest); most > 0)
        include(group, element(e), most);
  }

  std::uint64_t count(int size, Element sum) const {
    return count_[cell(size)][static_cast<std::size_t>(sum)];
  }
  // Sub-multisets of 1..largest pieces with this sum.
  std::uint64_t of_sum(Element sum) const {
    std::uint64_t total = 0;
    for (int size = 1; size <= largest_; ++size) total += count(size, sum);
    return total;
  }
  std::uint64_t total() const {
    std::uint64_t total = 0;
    for (int sum = 0; sum < order_; ++sum) total += of_sum(element(sum));
    return total;
  }

 private:
  static std::size_t cell(int size) { return static_cast<std::size_t>(size); }
  std::uint64_t* row(int size) { return count_[cell(size)].data(); }

  // Larger sizes first, so that each smaller one is still without e when it is read.
  void include(const Group& group, Element e, int most) {
    std::array<Element, max_size + 1> multiple{};  // t * e
    for (int t = 1; t <= most; ++t) multiple[cell(t)] = group.product(multiple[cell(t - 1)], e);
    for (int size = largest_; size >= 1; --size)
      for (int t = 1; t <= std::min(most, size); ++t)
        for (int sum = 0; sum < order_; ++sum)
          if (const std::uint64_t ways = row(size - t)[sum]; ways != 0)
            row(size)[index(group.product(element(sum), multiple[cell(t)]))] += ways;
  }

  std::array<std::array<std::uint64_t, N>, max_size + 1> count_;  // filled as far as it is used
  int order_;
  int largest_;
};

// SumSampler: draws a sub-multiset of a given sum, each equally likely, or lists all of them,
// guided by counts.
// It keeps one table for each kind of piece that occurs.
template <class T>
class SumSampler {
 public:
  __extension__ using Count = unsigned __int128;  // of exchanges

  // For reset(), sized for the largest tally.
  SumSampler(const Group& group, int largest)
      : group_(group), width_(static_cast<std::size_t>(group.order())), largest_(largest) {
    kinds_.reserve(width_);
    ways_.reserve((width_ + 1) * level_size());
  }
  SumSampler(const Group& group, int largest, const T& tally)
      : group_(group), width_(static_cast<std::size_t>(group.order())), largest_(largest) {
    reset(tally);
  }

  void reset(const T& tally) {
    kinds_.clear();
    for (int e = 0; e < group_.order(); ++e)
      if (tally[element(e)] > 0)
        kinds_.push_back({element(e), std::min(tally[element(e)], largest_)});
    // Level k counts what the first k kinds can make.
    ways_.assign((kinds_.size() + 1) * level_size(), 0);
    ways_[0] = 1;
    std::array<std::size_t, Operation::max_order> minus{};  // sums without t of the kind
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      const Multiples multiples(group_, kinds_[k]);
      std::copy_n(&at(k, 0, identity), level_size(), &at(k + 1, 0, identity));
      for (int t = 1; t <= kinds_[k].most; ++t) {
        for (std::size_t sum = 0; sum < width_; ++sum)
          minus[sum] = static_cast<std::size_t>(
              group_.product(multiples.minus(t), element(static_cast<int>(sum))));
        for (int size = t; size <= largest_; ++size) {
          const std::uint64_t* const from = &at(k, size - t, identity);
          std::uint64_t* const to = &at(k + 1, size, identity);
          for (std::size_t sum = 0; sum < width_; ++sum) to[sum] += from[minus[sum]];
        }
      }
    }
  }

  std::uint64_t count(int size, Element sum) const { return at(kinds_.size(), size, sum); }
  std::uint64_t of_sum(Element sum) const {
    std::uint64_t total = 0;
    for (int size = 1; size <= largest_; ++size) total += count(size, sum);
    return total;
  }

  // Calls visit(word) for every one of 1..largest pieces with this sum, letters in index order,
  // until visit returns false. Only what leads to one is looked at.
  template <class Visit>
  bool for_each(Element sum, Visit&& visit) const {
    Word word;
    const auto extend = [&](const auto& self, std::size_t level, int size, Element rest) -> bool {
      if (at(level, size, rest) == 0) return true;
      if (level == 0) {
        Word ordered = word;
        ordered.sort();
        return visit(std::as_const(ordered));
      }
      const Multiples multiples(group_, kinds_[level - 1]);
      int t = 0;
      bool more = true;
      for (; more && t <= std::min(kinds_[level - 1].most, size); ++t) {
        if (t > 0) word.push(kinds_[level - 1].piece);
        more = self(self, level - 1, size - t, group_.product(rest, multiples.minus(t)));
      }
      for (; t > 1; --t) word.pop();
      return more;
    };
    for (int size = 1; size <= largest_; ++size)
      if (!extend(extend, kinds_.size(), size, sum)) return false;
    return true;
  }

  // Letters in index order. REQUIRES: of_sum(sum) > 0
  Word sample(Element sum, Rng& rng) const {
    std::uint64_t ticket = rng.below64(of_sum(sum));
    int size = 1;
    for (; ticket >= count(size, sum); ++size) ticket -= count(size, sum);
    Word word;
    for (std::size_t k = kinds_.size(); k-- > 0;) {
      const Multiples multiples(group_, kinds_[k]);
      int t = 0;
      Element rest = sum;
      for (; ticket >= at(k, size - t, rest); rest = group_.product(sum, multiples.minus(++t)))
        ticket -= at(k, size - t, rest);
      for (int copy = 0; copy < t; ++copy) word.push(kinds_[k].piece);
      size -= t;
      sum = rest;
    }
    word.sort();
    return word;
  }

 private:
  struct Kind {
    Element piece;
    int most;
  };
  // -t * e for t = 0, 1, ...
  class Multiples {
   public:
    Multiples(const Group& group, const Kind& kind) {
      for (int t = 1; t <= kind.most; ++t)
        minus_[static_cast<std::size_t>(t)] =
            group.product(minus_[static_cast<std::size_t>(t - 1)], group.inverse(kind.piece));
    }
    Element minus(int t) const { return minus_[static_cast<std::size_t>(t)]; }

   private:
    std::array<Element, SumCounts<1>::max_size + 2> minus_{};
  };

  std::size_t level_size() const { return width_ * static_cast<std::size_t>(largest_ + 1); }
  std::size_t place(std::size_t level, int size, Element sum) const {
    return level * level_size() + static_cast<std::size_t>(size) * width_ +
           static_cast<std::size_t>(index(sum));
  }
  std::uint64_t& at(std::size_t level, int size, Element sum) {
    return ways_[place(level, size, sum)];
  }
  const std::uint64_t& at(std::size_t level, int size, Element sum) const {
    return ways_[place(level, size, sum)];
  }

  const Group& group_;
  std::size_t width_;
  int largest_;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> ways_;
};

}  // namespace coset
