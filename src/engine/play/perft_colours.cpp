#include "engine/play/perft_colours.hpp"

namespace coset {

namespace {

struct Exchanges {
  lanes::Set gives;
  lanes::Set takes;
  bool spectrum;
};

COSET_INLINE void find(const ColourState& s, Exchanges& out) {
  const lanes::Packed hand = lanes::clamped(s.hands[s.seat]);
  lanes::subsets(hand, out.gives);
  lanes::subsets(lanes::clamped(s.center), out.takes);
  out.spectrum = lanes::spectrum_possible(hand, s.center);
}

COSET_INLINE std::uint64_t count_last(const ColourRules& rules, const ColourState& s) {
  Exchanges found;
  find(s, found);
  lanes::PairCounts pairs{};
  lanes::count_pairs(found.gives, found.takes, pairs);
  int all = lanes::total(pairs) + (found.spectrum ? 1 : 0);
  if (!rules.null_allowed)
    for (int lane = 0; lane < 8; ++lane)
      all -= std::popcount(lanes::lane_of(found.gives, lane) & lanes::lane_of(found.takes, lane));
  return static_cast<std::uint64_t>(all);
}

// Calls visit(exchange) for each.
template <class Visit>
COSET_INLINE void for_each(const ColourRules& rules, const ColourState& s, Visit visit) {
  Exchanges found;
  find(s, found);
  if (found.spectrum) visit(lanes::Exchange{lanes::spectrum_id, lanes::clear_id});
  for (int lane = 0; lane < 8; ++lane) {
    const std::uint32_t takes = lanes::lane_of(found.takes, lane);
    if (takes == 0) continue;
    for (std::uint32_t gives = lanes::lane_of(found.gives, lane); gives != 0; gives &= gives - 1)
      for (std::uint32_t left = takes; left != 0; left &= left - 1) {
        const lanes::Exchange move{static_cast<lanes::Id>(lane * 32 + std::countr_zero(gives)),
                                   static_cast<lanes::Id>(lane * 32 + std::countr_zero(left))};
        if (rules.null_allowed || move.give != move.take) visit(move);
      }
  }
}

// Two plies, the second counted only.
COSET_INLINE std::uint64_t count_two(const ColourRules& rules, const ColourState& s) {
  std::uint64_t lines = 0;
  for_each(rules, s, [&](lanes::Exchange move) {
    ColourState next = s;
    colours::exchange(rules, next, move);
    if (!next.over()) lines += count_last(rules, next);
  });
  return lines;
}
std::uint64_t count_two_baseline(const ColourRules& rules, const ColourState& s) {
  return count_two(rules, s);
}
#if defined(COSET_HAS_AVX2)
COSET_AVX2 std::uint64_t count_two_avx2(const ColourRules& rules, const ColourState& s) {
  return count_two(rules, s);
}
auto best_count_two() { return lanes::processor_has_avx2() ? count_two_avx2 : count_two_baseline; }
#else
auto best_count_two() { return count_two_baseline; }
#endif

using CountTwo = std::uint64_t (*)(const ColourRules&, const ColourState&);

std::uint64_t count(const ColourRules& rules, const ColourState& s, int depth, CountTwo two) {
  if (depth == 1) return count_last(rules, s);
  if (depth == 2) return two(rules, s);
  std::uint64_t lines = 0;
  for_each(rules, s, [&](lanes::Exchange move) {
    ColourState next = s;
    colours::exchange(rules, next, move);
    if (!next.over()) lines += count(rules, next, depth - 1, two);
  });
  return lines;
}

}  // namespace

std::uint64_t count_colour_lines(const ColourRules& rules, const ColourState& s, int depth) {
  return count(rules, s, depth, best_count_two());
}

}  // namespace coset
