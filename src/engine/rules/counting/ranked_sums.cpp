#include "engine/rules/counting/ranked_sums.hpp"

#include <algorithm>

namespace coset {

void RankedSums::reset(std::span<const PieceKind> kinds, int largest) {
  kinds_.assign(kinds.begin(), kinds.end());
  first_.clear();
  minus_.clear();
  rows_ = 0;
  for (PieceKind& kind : kinds_) {
    kind.copies = std::min(kind.copies, largest);
    first_.push_back(minus_.size() / width_);
    const Element inverse = group_.inverse(kind.piece);
    Element multiple = identity;
    for (int taken = 1; taken <= kind.copies; ++taken) {
      multiple = group_.product(multiple, inverse);
      for (int sum = 0; sum < group_.order(); ++sum)
        minus_.push_back(static_cast<std::uint8_t>(index(group_.product(multiple, element(sum)))));
    }
  }
  work_ += minus_.size();
}

int RankedSums::best(int size) {
  grow(size);
  const std::int8_t* const row = best_.data() + place(size, kinds_.size());
  return *std::max_element(row, row + width_);
}

// What the first k kinds can make of this size is what the first k - 1 can, of this size or of a
// smaller one to which the k-th is added.
void RankedSums::add_row(int size) {
  best_.resize(place(size + 1, 0));
  std::int8_t* row = best_.data() + place(size, 0);
  std::fill_n(row, width_, impossible);
  if (size == 0) row[0] = 0;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    std::int8_t* const next = row + width_;
    std::copy_n(row, width_, next);
    const int most = std::min(kinds_[k].copies, size);
    for (int taken = 1; taken <= most; ++taken) {
      const std::int8_t* const from = best_.data() + place(size - taken, k);
      const std::uint8_t* const minus =
          minus_.data() + (first_[k] + static_cast<std::size_t>(taken) - 1) * width_;
      const int worth = kinds_[k].worth_of(taken);
      for (std::size_t sum = 0; sum < width_; ++sum)
        next[sum] = static_cast<std::int8_t>(std::max<int>(next[sum], from[minus[sum]] + worth));
    }
    work_ += width_ * static_cast<std::size_t>(most + 1);
    row = next;
  }
}

}  // namespace coset
