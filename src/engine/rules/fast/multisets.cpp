#include "engine/rules/fast/multisets.hpp"

#include "engine/rules/fast/lanes.hpp"

namespace coset {

namespace {

// Calls visit(word, sum) in SumSampler's order: by size, then by how many of the last piece, of the
// last but one, and so on.
template <class Visit>
void for_each_multiset(const Group& group, int largest, Visit visit) {
  Word word;
  const auto extend = [&](const auto& self, int e, int left, Element sum) -> void {
    if (e == 0) {
      Word whole = word;
      for (int i = 0; i < left; ++i) whole.push(identity);
      whole.sort();
      visit(std::as_const(whole), sum);
      return;
    }
    int held = 0;
    for (Element with = sum; held <= left; ++held, with = group.product(with, element(e))) {
      if (held > 0) word.push(element(e));
      self(self, e - 1, left - held, with);
    }
    for (; held > 1; --held) word.pop();
  };
  for (int size = 1; size <= largest; ++size) extend(extend, group.order() - 1, size, identity);
}

COSET_INLINE void intersect(std::size_t order, std::size_t width, const std::uint64_t* const* rows,
                            std::uint64_t* __restrict bits, std::uint32_t* __restrict counts) {
  // A few words stay in registers while all rows go over them.
  constexpr std::size_t block = 8;
  const std::size_t words = order * width;
  std::size_t w = 0;
  for (; w + block <= words; w += block) {
    std::array<std::uint64_t, block> kept;
    for (std::size_t i = 0; i < block; ++i) kept[i] = rows[0][w + i];
    for (std::size_t e = 1; e < order; ++e)
      for (std::size_t i = 0; i < block; ++i) kept[i] &= rows[e][w + i];
    for (std::size_t i = 0; i < block; ++i) bits[w + i] = kept[i];
  }
  for (; w < words; ++w) {
    std::uint64_t kept = rows[0][w];
    for (std::size_t e = 1; e < order; ++e) kept &= rows[e][w];
    bits[w] = kept;
  }
  if (width == 1) {
    for (std::size_t sum = 0; sum < order; ++sum)
      counts[sum] = static_cast<std::uint32_t>(std::popcount(bits[sum]));
    return;
  }
  for (std::size_t sum = 0; sum < order; ++sum) {
    std::uint32_t count = 0;
    for (std::size_t i = sum * width; i < (sum + 1) * width; ++i)
      count += static_cast<std::uint32_t>(std::popcount(bits[i]));
    counts[sum] = count;
  }
}
void intersect_baseline(const MultisetTable& table, const std::uint64_t* const* rows,
                        std::uint64_t* bits, std::uint32_t* counts) {
  intersect(static_cast<std::size_t>(table.order()), table.words_of_sum(), rows, bits, counts);
}
#if defined(COSET_HAS_AVX2)
COSET_AVX2 void intersect_avx2(const MultisetTable& table, const std::uint64_t* const* rows,
                               std::uint64_t* bits, std::uint32_t* counts) {
  intersect(static_cast<std::size_t>(table.order()), table.words_of_sum(), rows, bits, counts);
}
auto best_intersect() { return lanes::processor_has_avx2() ? intersect_avx2 : intersect_baseline; }
#else
auto best_intersect() { return intersect_baseline; }
#endif

}  // namespace

std::size_t MultisetTable::count(int order, int largest) {
  std::size_t of_size = 1;  // C(order + size - 1, size)
  std::size_t all = 0;
  for (int size = 1; size <= largest && all <= most; ++size) {
    of_size = of_size * static_cast<std::size_t>(order + size - 1) / static_cast<std::size_t>(size);
    all += of_size;
  }
  return all;
}

MultisetTable::MultisetTable(const Group& group, int largest)
    : intersect_(best_intersect()), order_(group.order()), largest_(largest) {
  CHECK(count(order_, largest_) <= most);
  std::vector<std::size_t> filled(static_cast<std::size_t>(order_));
  for_each_multiset(group, largest,
                    [&](const Word&, Element sum) { ++filled[static_cast<std::size_t>(sum)]; });
  width_ = (*std::max_element(filled.begin(), filled.end()) + 63) / 64;
  words_ = width_ * static_cast<std::size_t>(order_);
  rows_.resize(static_cast<std::size_t>(order_ * (largest_ + 1)) * words_);
  multisets_.resize(words_ * 64);
  std::fill(filled.begin(), filled.end(), 0);
  for_each_multiset(group, largest, [&](const Word& word, Element sum) {
    const std::size_t bit = filled[static_cast<std::size_t>(sum)]++;
    const std::size_t place = static_cast<std::size_t>(sum) * width_ * 64 + bit;
    multisets_[place] = word;
    for (int e = 0; e < order_; ++e) {
      const auto needed = static_cast<int>(std::count(word.begin(), word.end(), element(e)));
      for (int copies = needed; copies <= largest_; ++copies)
        rows_[static_cast<std::size_t>(e * (largest_ + 1) + copies) * words_ + place / 64] |=
            std::uint64_t{1} << place % 64;
    }
  });
}

}  // namespace coset
