// SumCounts: how many sub-multisets of a Tally have a given size and a given sum. Existence of
// exchanges is answered from these counts and never by listing, so that large groups play at once.
// Abelian groups only. A value on the stack; no allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "algebra/operation.hpp"
#include "rules/tally.hpp"

namespace coset {

template <int N>
class SumCounts {
 public:
  static constexpr int most_size = 8;

  // Counts sub-multisets of 0..largest pieces of which at most `available(e)` are e.
  template <class Available>
  SumCounts(const Group& group, int largest, Available available)
      : order_(group.order()), largest_(largest) {
    CHECK(largest <= most_size && order_ <= N);
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
    std::array<Element, most_size + 1> multiple{};  // t * e
    for (int t = 1; t <= most; ++t) multiple[cell(t)] = group.product(multiple[cell(t - 1)], e);
    for (int size = largest_; size >= 1; --size)
      for (int t = 1; t <= std::min(most, size); ++t)
        for (int sum = 0; sum < order_; ++sum)
          if (const std::uint64_t ways = row(size - t)[sum]; ways != 0)
            row(size)[index(group.product(element(sum), multiple[cell(t)]))] += ways;
  }

  std::array<std::array<std::uint64_t, N>, most_size + 1> count_;  // filled as far as it is used
  int order_;
  int largest_;
};

}  // namespace coset
