// RankedSums: the sub-multisets of some pieces by their size and their sum, the worthier first.
// Each kind of piece is worth something by how many of it are taken, and a multiset is worth what
// its kinds are. What the kinds not yet decided can still be worth guides the walk, so that only
// what is wanted is walked. Abelian groups only. A workspace: it allocates while it grows to its
// largest pieces, and then no more. It counts its work: additions and steps, not time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/algebra/operation.hpp"

namespace coset {

// A kind of piece.
struct PieceKind {
  static constexpr int max_counted = 8;

  Element piece{};
  int copies = 0;
  // Of 0, 1, ... copies: 0 or 1. More copies than can be counted are worth what the last is.
  std::array<std::int8_t, max_counted + 1> worth{};

  int worth_of(int taken) const {
    return worth[static_cast<std::size_t>(std::min(taken, max_counted))];
  }
};

// The kinds in a tally, no more copies of one than `most`.
template <class T>
std::vector<PieceKind> kinds_of(const T& tally, int order, int most) {
  std::vector<PieceKind> out;
  for (int e = 0; e < order; ++e)
    if (const int copies = tally[element(e)]; copies > 0)
      out.push_back({element(e), std::min(copies, most), {}});
  return out;
}

class RankedSums {
 public:
  explicit RankedSums(const Group& group)
      : group_(group), width_(static_cast<std::size_t>(group.order())) {}

  // `largest`: the size that will be asked for at most. The walk decides the last kind first.
  void reset(std::span<const PieceKind> kinds, int largest);

  // What a multiset of this size and sum is worth at most; negative if there is none.
  int best(int size, Element sum) {
    grow(size);
    return at(size, kinds_.size(), index(sum));
  }
  // The same for any sum.
  int best(int size);

  // Calls visit(word, worth) for every multiset of this size and sum that is worth at least
  // `least`, letters in index order, until it returns false or `steps` are made; false then.
  template <class Visit>
  bool for_each(int size, Element sum, int least, std::uint64_t steps, Visit&& visit) {
    grow(size);
    const std::uint64_t end = work_ + steps < work_ ? ~std::uint64_t{0} : work_ + steps;
    Word word;
    const auto extend = [&](const auto& self, std::size_t k, int left, int rest,
                            int worth) -> bool {
      if (worth + at(left, k, rest) < least) return true;
      if (left == 0) {
        Word sorted = word;
        sorted.sort();
        return visit(std::as_const(sorted), worth);
      }
      if (++work_ >= end) return false;
      const PieceKind& kind = kinds_[k - 1];
      int taken = 0;
      bool more = self(self, k - 1, left, rest, worth);
      while (more && taken < std::min(kind.copies, left)) {
        word.push(kind.piece);
        ++taken;
        more = self(self, k - 1, left - taken, without(k - 1, taken, rest),
                    worth + kind.worth_of(taken));
      }
      for (; taken > 0; --taken) word.pop();
      return more;
    };
    return extend(extend, kinds_.size(), size, index(sum), 0);
  }

  std::uint64_t work() const { return work_; }

 private:
  static constexpr std::int8_t impossible = -100;

  void grow(int size) {
    while (rows_ <= size) add_row(rows_++);
  }
  void add_row(int size);
  std::size_t place(int size, std::size_t k) const {
    return (static_cast<std::size_t>(size) * (kinds_.size() + 1) + k) * width_;
  }
  int at(int size, std::size_t k, int sum) const {
    return best_[place(size, k) + static_cast<std::size_t>(sum)];
  }
  // A sum without `count` of kind k.
  int without(std::size_t k, int taken, int sum) const {
    return minus_[(first_[k] + static_cast<std::size_t>(taken) - 1) * width_ +
                  static_cast<std::size_t>(sum)];
  }

  Group group_;
  std::size_t width_;
  std::vector<PieceKind> kinds_;
  std::vector<std::size_t> first_;   // of a kind's rows in minus_
  std::vector<std::uint8_t> minus_;  // by kind, copies and sum
  std::vector<std::int8_t> best_;    // by size, kinds passed and sum
  int rows_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace coset
