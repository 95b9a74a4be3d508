// The exchanges of a position on Z2^3 as short lists for searches, and the greedy choice for games
// played on. Buffers belong to the caller; nothing allocates. Inlined for the caller's processor.
#pragma once

#include "engine/rules/fast/colours.hpp"

namespace coset::bots {

// The lists below hold no exchange of a set for itself, and bytes hold no more than 255.
inline bool can_search(const ColourRules& rules, const AlJabar<Tally<8>>::State& s) {
  return !rules.null_allowed && fits_lanes(s, rules.seats);
}

struct ScoredMove {
  std::int16_t score;
  lanes::Exchange move;
};

class MoveList {
 public:
  static constexpr std::size_t most = 1400;

  COSET_INLINE void clear() { size_ = 0; }
  COSET_INLINE void add(const ScoredMove& move) {
    if (size_ < most) moves_[size_++] = move;
  }
  std::size_t size() const { return size_; }
  ScoredMove& operator[](std::size_t i) { return moves_[i]; }
  const ScoredMove& operator[](std::size_t i) const { return moves_[i]; }
  // Brings the best of those from `i` on to place i.
  COSET_INLINE void pick(std::size_t i) {
    std::size_t best = i;
    for (std::size_t k = i + 1; k < size_; ++k)
      if (moves_[k].score > moves_[best].score) best = k;
    std::swap(moves_[i], moves_[best]);
  }
  void cut(std::size_t size) { size_ = std::min(size_, size); }

 private:
  std::size_t size_ = 0;
  std::array<ScoredMove, most> moves_;
};

// An exchange that has a piece on both sides does what the one without it does, if that is one at
// all, but for pairs that the rest no longer holds. Of each give: the takes that are left.
struct Overlaps {
  std::array<std::uint32_t, 256> takes{};
};
constexpr Overlaps make_overlaps() {
  Overlaps out;
  for (std::size_t give = 0; give < 256; ++give) {
    const lanes::Packed given = lanes::tables.pieces[give];
    if (given == 0) continue;
    for (std::size_t bit = 0; bit < 32; ++bit) {
      const std::size_t take = (give & ~std::size_t{31}) | bit;
      const lanes::Packed taken = lanes::tables.pieces[take];
      if (taken == 0 || take == give) continue;
      lanes::Packed common = 0;
      for (int e = 0; e < 8; ++e)
        common += static_cast<lanes::Packed>(
                      std::min(lanes::count_of(given, e), lanes::count_of(taken, e)))
                  << 8 * e;
      const bool reducible = common != 0 && common != given && common != taken;
      if (!reducible) out.takes[give] |= std::uint32_t{1} << bit;
    }
  }
  return out;
}
inline constexpr Overlaps overlaps = make_overlaps();

struct Weights {
  int reduction;
  int cancellation;
};

// All exchanges but nulls, and but the reducible unless they are wanted too, scored by what they
// gain immediately. The reducible send fewer clears, which may matter when hands are small.
COSET_INLINE void list_moves(lanes::Packed hand, lanes::Packed center, const Weights& weights,
                             MoveList& out, bool reducible = false) {
  const lanes::Packed held = lanes::clamped(hand);
  lanes::Set gives;
  lanes::Set takes;
  lanes::subsets(held, gives);
  lanes::subsets(lanes::clamped(center), takes);
  out.clear();
  const auto add = [&](lanes::Id give, lanes::Id take) {
    lanes::Packed after = center;
    const lanes::Cancelled cancelled =
        lanes::exchange_in_center(lanes::tables.pieces[give], lanes::tables.pieces[take], after);
    const int reduction = lanes::tables.sizes[give] - lanes::tables.sizes[take];
    out.add({static_cast<std::int16_t>(weights.reduction * reduction +
                                       weights.cancellation * cancelled.counted),
             {give, take}});
  };
  if (lanes::spectrum_possible(held, center)) add(lanes::spectrum_id, lanes::clear_id);
  for (int lane = 0; lane < 8; ++lane) {
    const std::uint32_t to = lanes::lane_of(takes, lane);
    if (to == 0) continue;
    for (std::uint32_t from = lanes::lane_of(gives, lane); from != 0; from &= from - 1) {
      const auto give = static_cast<lanes::Id>(lane * 32 + std::countr_zero(from));
      const std::uint32_t wanted = reducible ? ~(from & (~from + 1)) : overlaps.takes[give];
      for (std::uint32_t left = to & wanted; left != 0; left &= left - 1)
        add(give, static_cast<lanes::Id>(lane * 32 + std::countr_zero(left)));
    }
  }
}

// The exchange with the largest immediate gain, any of the equals; false if there is none.
// Exchanges that do not make the hand smaller are looked at only if no other is there.
COSET_INLINE bool greedy_move(lanes::Packed hand, lanes::Packed center, const Weights& weights,
                              Rng& rng, lanes::Exchange& out) {
  const lanes::Packed held = lanes::clamped(hand);
  if (lanes::spectrum_possible(held, center) && weights.cancellation < weights.reduction) {
    out = {lanes::spectrum_id, lanes::clear_id};
    return true;
  }
  lanes::Set gives;
  lanes::Set takes;
  lanes::subsets(held, gives);
  lanes::subsets(lanes::clamped(center), takes);
  int best = -10000;
  std::uint32_t equals = 0;
  const std::uint64_t noise = rng.next();
  const auto weigh = [&](lanes::Id give, lanes::Id take) {
    lanes::Packed after = center;
    const lanes::Cancelled cancelled =
        lanes::exchange_in_center(lanes::tables.pieces[give], lanes::tables.pieces[take], after);
    const int score = weights.reduction * (lanes::tables.sizes[give] - lanes::tables.sizes[take]) +
                      weights.cancellation * cancelled.counted;
    if (score < best) return;
    if (score > best) {
      best = score;
      equals = 0;
    }
    ++equals;
    // The n-th of equals takes the place with chance 1 in n, near enough.
    const std::uint32_t ticket = static_cast<std::uint32_t>(noise >> (equals * 5 & 31));
    if (equals == 1 || (ticket & 0xffff) * equals < 0x10000) out = {give, take};
  };
  if (lanes::spectrum_possible(held, center)) weigh(lanes::spectrum_id, lanes::clear_id);
  const std::uint32_t* const one = lanes::tables.of_size[1].data();
  const std::uint32_t* const two = lanes::tables.of_size[2].data();
  const std::uint32_t* const three = lanes::tables.of_size[3].data();
  for (int lane = 0; lane < 8; ++lane) {
    const std::uint32_t to = lanes::lane_of(takes, lane);
    const std::uint32_t from = lanes::lane_of(gives, lane);
    if (to == 0 || from == 0) continue;
    for (std::uint32_t left = from & (two[lane] | three[lane]); left != 0; left &= left - 1) {
      const auto give = static_cast<lanes::Id>(lane * 32 + std::countr_zero(left));
      const std::uint32_t smaller =
          lanes::tables.sizes[give] == 3 ? one[lane] | two[lane] : one[lane];
      for (std::uint32_t take = to & smaller & overlaps.takes[give]; take != 0; take &= take - 1)
        weigh(give, static_cast<lanes::Id>(lane * 32 + std::countr_zero(take)));
    }
  }
  if (equals > 0) return true;
  for (int lane = 0; lane < 8; ++lane) {
    const std::uint32_t to = lanes::lane_of(takes, lane);
    if (to == 0) continue;
    for (std::uint32_t left = lanes::lane_of(gives, lane); left != 0; left &= left - 1) {
      const auto give = static_cast<lanes::Id>(lane * 32 + std::countr_zero(left));
      for (std::uint32_t take = to & overlaps.takes[give]; take != 0; take &= take - 1)
        weigh(give, static_cast<lanes::Id>(lane * 32 + std::countr_zero(take)));
    }
  }
  return equals > 0;
}

}  // namespace coset::bots
