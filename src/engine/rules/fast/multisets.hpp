// MultisetTable: every multiset of up to n pieces of a small group, sorted by sum, so that what a
// tally can make is a bit set: the AND of one row a piece, as in lanes.hpp, for any abelian group.
// The table is immutable and thread-safe. TableSampler answers what SumSampler answers, in the same
// order and from the same tickets, and never allocates once it is made.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "engine/rules/counting/sum_counts.hpp"

namespace coset {

class MultisetTable {
 public:
  // Larger tables would not stay in the processor's caches.
  static constexpr std::size_t most = 8192;

  // How many multisets of 1..largest pieces there are, or more than `most`.
  static std::size_t count(int order, int largest);

  // REQUIRES: count(...) <= most
  MultisetTable(const Group& group, int largest);

  std::size_t words() const { return words_; }
  std::size_t words_of_sum() const { return width_; }
  int order() const { return order_; }
  int largest() const { return largest_; }
  // The multisets with at most this many of a piece.
  const std::uint64_t* row(int e, int copies) const {
    return rows_.data() + static_cast<std::size_t>(e * (largest_ + 1) + copies) * words_;
  }
  // The multisets that a tally holds, whose clamped counts choose the rows, and how many have each
  // sum. `chosen` has a row for every element.
  void intersect(const std::uint64_t* const* chosen, std::uint64_t* bits,
                 std::uint32_t* counts) const {
    intersect_(*this, chosen, bits, counts);
  }
  // Letters in index order.
  const Word& word(std::size_t place) const { return multisets_[place]; }

 private:
  using Intersect = void (*)(const MultisetTable&, const std::uint64_t* const*, std::uint64_t*,
                             std::uint32_t*);

  Intersect intersect_;  // as this processor does it best
  int order_;
  int largest_;
  std::size_t width_ = 0;  // words for one sum
  std::size_t words_ = 0;
  std::vector<std::uint64_t> rows_;
  std::vector<Word> multisets_;  // by place: word * 64 + bit
};

template <class T>
class TableSampler {
 public:
  using Count = std::uint64_t;

  explicit TableSampler(const MultisetTable& table)
      : table_(table), bits_(table.words()), counts_(static_cast<std::size_t>(table.order())) {}

  void reset(const T& tally) {
    const int most = table_.largest();
    const std::size_t words = table_.words();
    const std::uint64_t* row = table_.row(0, 0);
    const int order = table_.order();
    rows_[0] = row + static_cast<std::size_t>(std::min(tally[identity], most)) * words;
    for (int e = 1; e < order; ++e) {
      row += static_cast<std::size_t>(most + 1) * words;
      rows_[static_cast<std::size_t>(e)] =
          row + static_cast<std::size_t>(std::min(tally[element(e)], most)) * words;
    }
    table_.intersect(rows_.data(), bits_.data(), counts_.data());
  }

  std::uint64_t of_sum(Element sum) const { return counts_[static_cast<std::size_t>(sum)]; }
  // REQUIRES: of_sum(sum) > 0
  const Word& sample(Element sum, Rng& rng) const {
    auto ticket = static_cast<int>(rng.below64(of_sum(sum)));
    std::size_t w = static_cast<std::size_t>(sum) * table_.words_of_sum();
    if (table_.words_of_sum() > 1)
      for (; ticket >= std::popcount(bits_[w]); ++w) ticket -= std::popcount(bits_[w]);
    std::uint64_t bits = bits_[w];
    for (; ticket > 0; --ticket) bits &= bits - 1;
    return table_.word(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
  }

  // How many multisets both hold.
  std::uint64_t common(const TableSampler& other) const {
    std::uint64_t out = 0;
    for (std::size_t w = 0; w < bits_.size(); ++w)
      out += static_cast<std::uint32_t>(std::popcount(bits_[w] & other.bits_[w]));
    return out;
  }

 private:
  const MultisetTable& table_;
  std::array<const std::uint64_t*, Operation::max_order> rows_{};
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> counts_;  // by sum
};

}  // namespace coset
