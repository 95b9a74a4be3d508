// Exchanges on Z2^3 without a list of them. The 164 multisets of one to three pieces are sorted by
// their sum into eight lanes of at most 24 bits, so the sets that a hand can give are one 256-bit
// register, the AND of two table rows; with the same for the Center, the exchanges are the pairs of
// bits in equal lanes. Pure functions, inlined into a caller that is compiled for its processor:
// `Isa` selects one, and all give the same results.
//
// The lane of sum s is (s >> 1) | (s & 1) << 2, so that packing two halves gives the sums in order.
// The bit in a lane goes by size, then by how many of W, of G, ... of C: the order of SumSampler.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/rng.hpp"
#include "engine/rules/counting/tally.hpp"

#define COSET_INLINE [[gnu::always_inline]] inline

namespace coset::lanes {

// What a function may use beyond the baseline of its platform.
struct Baseline {
  static constexpr bool pdep = false;
};
#if defined(__x86_64__)
struct Avx2 {  // AVX2 and BMI2
  static constexpr bool pdep = true;
};
#define COSET_AVX2 [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]]
#define COSET_HAS_AVX2 1
inline bool processor_has_avx2() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
         __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("popcnt") != 0;
}
#endif

// Eight counts, a byte each, the clears lowest. REQUIRES everywhere: their total is below 256
using Packed = std::uint64_t;
inline constexpr Packed ones = 0x0101010101010101ULL;
inline constexpr Packed coloured = ~Packed{0xff};

constexpr Packed piece(int e) { return Packed{1} << 8 * e; }
constexpr int size_of(Packed p) { return static_cast<int>(p * ones >> 56); }
constexpr int count_of(Packed p, int e) { return static_cast<int>(p >> 8 * e & 0xff); }

using Lane = std::array<std::uint32_t, 8>;
using Vector [[gnu::vector_size(32)]] = std::uint32_t;
// A set of multisets.
struct Set {
  Vector v;
};

inline constexpr int lane_of_sum(int s) { return s >> 1 | (s & 1) << 2; }
// A multiset: its lane and its bit there. The Spectrum has a place that no other uses.
using Id = std::uint8_t;
inline constexpr Id spectrum_id = 255;
inline constexpr Packed spectrum_pieces = piece(1) | piece(2) | piece(4) | piece(7);
inline constexpr Id clear_id = 0;  // {C}

struct Tables {
  std::array<Packed, 256> pieces{};
  std::array<std::uint8_t, 256> sizes{};
  alignas(32) std::array<Lane, 256> low{};   // by the clamped counts of C R Y O, two bits each
  alignas(32) std::array<Lane, 256> high{};  // of B P G W
  alignas(32) std::array<Lane, 4> of_size{};
};

constexpr Tables make_tables() {
  Tables t;
  std::array<int, 8> filled{};
  std::array<std::array<Lane, 4>, 8> rows{};  // by piece and by how many of it there are
  const auto add = [&](Packed counts, int size) {
    int sum = 0;
    for (int e = 0; e < 8; ++e)
      if (count_of(counts, e) % 2 == 1) sum ^= e;
    const int lane = lane_of_sum(sum);
    const int bit = filled[static_cast<std::size_t>(sum)]++;
    const auto id = static_cast<std::size_t>(lane * 32 + bit);
    t.pieces[id] = counts;
    t.sizes[id] = static_cast<std::uint8_t>(size);
    const std::uint32_t mask = std::uint32_t{1} << bit;
    t.of_size[static_cast<std::size_t>(size)][static_cast<std::size_t>(lane)] |= mask;
    for (int e = 0; e < 8; ++e)
      for (int held = count_of(counts, e); held < 4; ++held)
        rows[static_cast<std::size_t>(e)][static_cast<std::size_t>(held)]
            [static_cast<std::size_t>(lane)] |= mask;
  };
  for (int size = 1; size <= 3; ++size) {
    const auto extend = [&](const auto& self, int e, Packed counts, int left) -> void {
      if (e == 0) {
        add(counts + static_cast<Packed>(left), size);
        return;
      }
      for (int held = 0; held <= left; ++held)
        self(self, e - 1, counts + static_cast<Packed>(held) * piece(e), left - held);
    };
    extend(extend, 7, 0, size);
  }
  t.pieces[spectrum_id] = spectrum_pieces;
  t.sizes[spectrum_id] = 4;
  for (std::size_t held = 0; held < 256; ++held)
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const auto both = [&](std::size_t first) {
        return rows[first][held & 3][lane] & rows[first + 1][held >> 2 & 3][lane] &
               rows[first + 2][held >> 4 & 3][lane] & rows[first + 3][held >> 6 & 3][lane];
      };
      t.low[held][lane] = both(0);
      t.high[held][lane] = both(4);
    }
  return t;
}

inline constexpr Tables tables = make_tables();

// Every count, but none above three.
COSET_INLINE Packed clamped(Packed p) {
  using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
  using Words [[gnu::vector_size(16)]] = std::uint64_t;
  const Bytes counts = reinterpret_cast<Bytes>(Words{p, 0});
  const Bytes most = reinterpret_cast<Bytes>(Words{3 * ones, 0});
  return reinterpret_cast<Words>(counts < most ? counts : most)[0];
}

// The multisets that can be taken from `p`, given with its counts clamped.
COSET_INLINE void subsets(Packed clamped_counts, Set& out) {
  std::uint64_t x = clamped_counts;
  x = (x | x >> 6) & 0x000f000f000f000fULL;
  x = (x | x >> 12) & 0x000000ff000000ffULL;
  out.v = reinterpret_cast<const Set&>(tables.low[x & 0xff]).v &
          reinterpret_cast<const Set&>(tables.high[x >> 32]).v;
}

// How many multisets each lane holds.
COSET_INLINE void count_lanes(const Set& set, Set& out) {
  Vector x = set.v;
  x = x - ((x >> 1) & 0x55555555U);
  x = (x & 0x33333333U) + ((x >> 2) & 0x33333333U);
  x = (x + (x >> 4)) & 0x0f0f0f0fU;
  x = x + (x >> 8);
  out.v = (x + (x >> 16)) & 0x3fU;
}

// Of each sum how many exchanges there are, 16 bits each: sums 0-3 and 4-7.
struct PairCounts {
  std::uint64_t low;
  std::uint64_t high;
};
COSET_INLINE void count_pairs(const Set& gives, const Set& takes, PairCounts& out) {
  using Shorts [[gnu::vector_size(32)]] = std::uint16_t;
  using Half [[gnu::vector_size(16)]] = std::uint32_t;
  using Words [[gnu::vector_size(16)]] = std::uint64_t;
  Set g;
  Set t;
  count_lanes(gives, g);
  count_lanes(takes, t);
  const Set pairs{
      reinterpret_cast<Vector>(reinterpret_cast<Shorts>(g.v) * reinterpret_cast<Shorts>(t.v))};
  const auto* halves = reinterpret_cast<const Half*>(&pairs);
  const Words packed = reinterpret_cast<Words>(halves[0] | halves[1] << 16);
  out = {packed[0], packed[1]};
}
inline constexpr std::uint64_t ones16 = 0x0001000100010001ULL;
COSET_INLINE int total(const PairCounts& pairs) {
  return static_cast<int>(((pairs.low + pairs.high) * ones16) >> 48);
}

COSET_INLINE bool any_lane(const Vector& v) {
  const auto* words = reinterpret_cast<const std::uint64_t*>(&v);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}
COSET_INLINE std::uint32_t lane_of(const Set& set, int lane) {
  return reinterpret_cast<const std::uint32_t*>(&set)[lane];
}

COSET_INLINE const Vector& of_size(std::size_t size) {
  return reinterpret_cast<const Set&>(tables.of_size[size]).v;
}

// Some exchange other than of a set for itself; the Spectrum is asked for elsewhere. Rarely needed.
[[gnu::noinline, gnu::cold]] inline bool any_but_null(const Set& gives, const Set& takes) {
  for (int lane = 0; lane < 8; ++lane) {
    const std::uint32_t g = lane_of(gives, lane);
    const std::uint32_t t = lane_of(takes, lane);
    // There is one unless both sides hold the same one set here, or one side none.
    if (g != 0 && t != 0 && (g != t || (g & (g - 1)) != 0)) return true;
  }
  return false;
}

// Some exchange that makes the hand smaller; likewise.
COSET_INLINE bool any_reducing(const Set& gives, const Set& takes) {
  const Vector& one = of_size(1);
  const Vector& two = of_size(2);
  const auto small = ((gives.v & two) != 0) & ((takes.v & one) != 0);
  const auto large = ((gives.v & of_size(3)) != 0) & ((takes.v & (one | two)) != 0);
  return any_lane(reinterpret_cast<Vector>(small | large));
}

COSET_INLINE bool spectrum_possible(Packed clamped_hand, Packed center) {
  const Packed present = (clamped_hand | clamped_hand >> 1) & spectrum_pieces;
  return present == spectrum_pieces && (center & 0xff) != 0;
}

// The place of the n-th set bit. REQUIRES: there are more than n
template <class Isa>
COSET_INLINE int nth_bit(std::uint64_t bits, std::uint32_t n) {
#if defined(__x86_64__)
  if constexpr (Isa::pdep) {
    std::uint64_t place = std::uint64_t{1} << n;
    asm("pdep %1, %0, %0" : "+r"(place) : "r"(bits));
    return std::countr_zero(place);
  }
#endif
  for (; n > 0; --n) bits &= bits - 1;
  return std::countr_zero(bits);
}

struct Exchange {
  Id give = 0;
  Id take = 0;

  friend bool operator==(const Exchange&, const Exchange&) = default;
};

// What SumSampler's random_exchange does, ticket by ticket: a legal exchange, each equally likely.
// False, and nothing is drawn from `rng`, if there is none.
template <class Isa>
COSET_INLINE bool random_exchange(Packed hand, Packed center, bool null_allowed, Rng& rng,
                                  Exchange& out) {
  const Packed clamped_hand = clamped(hand);
  Set gives;
  Set takes;
  subsets(clamped_hand, gives);
  subsets(clamped(center), takes);
  PairCounts pairs{};
  count_pairs(gives, takes, pairs);
  const std::uint32_t spectrum = spectrum_possible(clamped_hand, center) ? 1 : 0;
  // Inclusive sums up to each field.
  const std::uint64_t low = pairs.low * ones16;
  const std::uint64_t high = (pairs.high + (low >> 48)) * ones16;
  const std::uint32_t all = static_cast<std::uint32_t>(high >> 48) + spectrum;
  if (all == 0) return false;
  const Rng before = rng;
  bool first = true;
  while (true) {
    std::uint32_t ticket = rng.below(all);
    if (ticket < spectrum) {
      out = {spectrum_id, clear_id};
      return true;
    }
    ticket -= spectrum;
    // The fields whose sums the ticket has reached lie below its own.
    const std::uint64_t reached = ticket * ones16 | 0x8000800080008000ULL;
    const std::uint64_t past_low = (reached - low) & 0x8000800080008000ULL;
    const std::uint64_t past_high = (reached - high) & 0x8000800080008000ULL;
    int sum = 0;
    if constexpr (Isa::pdep) {
      sum = std::popcount(past_low) + std::popcount(past_high);
    } else {
      sum = static_cast<int>((((past_low >> 15) + (past_high >> 15)) * ones16) >> 48);
    }
    const int lane = lane_of_sum(sum);
    const std::uint32_t from = lane_of(gives, lane);
    const std::uint32_t to = lane_of(takes, lane);
    const std::uint32_t give = rng.below(static_cast<std::uint32_t>(std::popcount(from)));
    const std::uint32_t take = rng.below(static_cast<std::uint32_t>(std::popcount(to)));
    out = {static_cast<Id>(lane * 32 + nth_bit<Isa>(from, give)),
           static_cast<Id>(lane * 32 + nth_bit<Isa>(to, take))};
    if (out.give != out.take || null_allowed) return true;
    if (first && spectrum == 0 && !any_but_null(gives, takes)) {  // nothing but nulls
      rng = before;
      return false;
    }
    first = false;
  }
}

// What happens in the Center when `give` is placed and `take` leaves it (A3, 6, A20, A21).
struct Cancelled {
  Packed exempt;  // pairs by colour, of which the placed pieces themselves held one
  int pairs;      // all: each puts a clear into the Center
  int counted;    // those not exempt: each sends a clear to every other seat
};
COSET_INLINE Cancelled exchange_in_center(Packed give, Packed take, Packed& center) {
  const Packed now = center + give - take;
  const Packed pairs = (now >> 1) & (3 * ones & coloured);
  const Packed placed = (give >> 1) & (ones & coloured);
  const Packed exempt = pairs & (placed | placed << 1);
  const int all = size_of(pairs);
  center = (now & 0xff) + (now & (ones & coloured)) + static_cast<Packed>(all);
  return {exempt, all, size_of(pairs - exempt)};
}

// The piece of a ticket, as in draw_from. REQUIRES: ticket < size_of(p)
COSET_INLINE int piece_at(Packed p, int ticket) {
  if (size_of(p) < 128) {
    const Packed sums = p * ones;
    const Packed past = ((static_cast<Packed>(ticket) * ones | 0x80 * ones) - sums) & 0x80 * ones;
    return std::countr_zero(~past & 0x80 * ones) >> 3;
  }
  int e = 0;
  for (; ticket >= count_of(p, e); ++e) ticket -= count_of(p, e);
  return e;
}
COSET_INLINE int draw_piece(Packed p, Rng& rng) {
  return piece_at(p, static_cast<int>(rng.below(static_cast<std::uint32_t>(size_of(p)))));
}

template <class T>
Packed pack(const T& tally) {
  Packed out = 0;
  for (int e = 0; e < 8; ++e) out |= static_cast<Packed>(tally[element(e)]) << 8 * e;
  return out;
}
inline Tally<8> unpack(Packed p) {
  Tally<8> out;
  for (int e = 0; e < 8; ++e) out.set(element(e), count_of(p, e));
  return out;
}
inline Word word_of(Id id) {
  Word out;
  for (int e = 0; e < 8; ++e)
    for (int i = 0; i < count_of(tables.pieces[id], e); ++i) out.push(element(e));
  return out;
}

}  // namespace coset::lanes
