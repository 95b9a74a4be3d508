// Random games of Mad Abel with one pack on a cyclic group (Z4xZ13 is Z52): the same games, ticket
// by ticket, as the rules with random_action play. All subset sums of a hand are bytes in vectors,
// each card doubling them; those equal to the target are the sets that can be played. Hands of more
// than `max_cards` are counted by SubsetCounts instead. One workspace a thread.
//
//   subset number n of a hand of h cards: bit b is the card with the b-th highest index
#pragma once

#include "engine/play/chooser.hpp"
#include "engine/play/playout.hpp"
#include "engine/rules/fast/lanes.hpp"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace coset {

class SubsetSums {
 public:
  static constexpr int max_cards = 12;

  // The modulus of the cyclic group, and each element's place in it.
  SubsetSums(int modulus, const std::array<std::uint8_t, 64>& places)
      : modulus_(modulus), places_(places) {
    for (std::size_t bit = 0; bit < 4; ++bit)
      for (std::size_t place = 0; place < 64; ++place)
        for (std::size_t n = 0; n < 16; ++n)
          first_[bit][place][n] = static_cast<std::uint8_t>((n >> bit & 1) != 0 ? place : 0);
    for (std::size_t place = 0; place < 64; ++place) splat_[place].fill(place_byte(place));
  }

  int place(Element e) const { return places_[static_cast<std::size_t>(e)]; }

  // Marks the non-empty subsets that make `target`; how many they are.
  // REQUIRES: the hand has at most max_cards
  COSET_INLINE int find(std::uint64_t hand, int target) {
    int h = 0;
#if defined(__SSE2__)
    const auto load = [](const Bytes& bytes) {
      return _mm_load_si128(reinterpret_cast<const __m128i*>(bytes.data()));
    };
    const __m128i modulus = _mm_set1_epi8(static_cast<char>(modulus_));
    const auto add = [&](__m128i a, __m128i b) {
      const __m128i sum = _mm_add_epi8(a, b);
      return _mm_min_epu8(sum, _mm_sub_epi8(sum, modulus));
    };
    const __m128i wanted = load(splat_[static_cast<std::size_t>(target)]);
    const auto matches = [&](__m128i sums) {
      return static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(sums, wanted)));
    };
    __m128i sums = _mm_setzero_si128();
    for (; hand != 0 && h < 4; ++h)
      sums = add(sums, load(first_[static_cast<std::size_t>(h)][next(hand, h)]));
    words_ = 1;
    if (hand == 0) {
      const std::uint64_t subsets = (std::uint64_t{1} << (1 << h)) - 2;
      found_[0] = matches(sums) & subsets;
      return std::popcount(found_[0]);
    }
    store(0, sums);
    std::size_t vectors = 1;
    for (; hand != 0; ++h) {
      const __m128i card = load(splat_[next(hand, h)]);
      for (std::size_t i = 0; i < vectors; ++i) store(vectors + i, add(load(sums_[i]), card));
      vectors *= 2;
    }
    for (std::size_t i = vectors; i < 4; ++i) store(i, _mm_set1_epi8(-1));
    words_ = (vectors + 3) / 4;
    int total = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      std::uint64_t bits = matches(load(sums_[4 * w])) | matches(load(sums_[4 * w + 1])) << 16 |
                           matches(load(sums_[4 * w + 2])) << 32 |
                           matches(load(sums_[4 * w + 3])) << 48;
      if (w == 0) bits &= ~std::uint64_t{1};
      found_[w] = bits;
      total += std::popcount(bits);
    }
#else
    auto* const sums = sums_[0].data();
    sums[0] = 0;
    for (; hand != 0; ++h) {
      const auto card = static_cast<int>(next(hand, h));
      const std::size_t half = std::size_t{1} << h;
      for (std::size_t i = 0; i < half; ++i) {
        const int sum = sums[i] + card;
        sums[half + i] = static_cast<std::uint8_t>(sum >= modulus_ ? sum - modulus_ : sum);
      }
    }
    const std::size_t subsets = std::size_t{1} << h;
    words_ = (subsets + 63) / 64;
    int total = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      std::uint64_t bits = 0;
      for (std::size_t n = 64 * w; n < std::min(subsets, 64 * (w + 1)); ++n)
        bits |= static_cast<std::uint64_t>(n > 0 && sums[n] == target) << n % 64;
      found_[w] = bits;
      total += std::popcount(bits);
    }
#endif
    return total;
  }

  // The n-th of the subsets found: its cards, in index order; how many they are.
  template <class Isa>
  COSET_INLINE int nth(std::uint32_t n, std::array<std::uint8_t, 32>& cards) const {
    std::size_t w = 0;
    if (words_ > 1)
      for (; n >= static_cast<std::uint32_t>(std::popcount(found_[w])); ++w)
        n -= static_cast<std::uint32_t>(std::popcount(found_[w]));
    auto subset = static_cast<std::uint64_t>(lanes::nth_bit<Isa>(found_[w], n)) + 64 * w;
    std::size_t size = 0;
    while (subset != 0) {  // the highest bit is the lowest card
      const int bit = 63 - std::countl_zero(subset);
      cards[size++] = index_[static_cast<std::size_t>(bit)];
      subset ^= std::uint64_t{1} << bit;
    }
    return static_cast<int>(size);
  }
  // Every subset found, as a set of cards.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t w = 0; w < words_; ++w)
      for (std::uint64_t bits = found_[w]; bits != 0; bits &= bits - 1) {
        std::uint64_t cards = 0;
        for (std::uint64_t n = 64 * w + static_cast<std::size_t>(std::countr_zero(bits)); n != 0;
             n &= n - 1)
          cards |= std::uint64_t{1} << index_[static_cast<std::size_t>(std::countr_zero(n))];
        visit(cards);
      }
  }

 private:
  using Bytes = std::array<std::uint8_t, 16>;

  static std::uint8_t place_byte(std::size_t place) { return static_cast<std::uint8_t>(place); }
  // Takes the highest card out of the hand; its place.
  COSET_INLINE std::size_t next(std::uint64_t& hand, int h) {
    const int e = 63 - std::countl_zero(hand);
    hand ^= std::uint64_t{1} << e;
    index_[static_cast<std::size_t>(h)] = static_cast<std::uint8_t>(e);
    return places_[static_cast<std::size_t>(e)];
  }
#if defined(__SSE2__)
  COSET_INLINE void store(std::size_t i, __m128i bytes) {
    _mm_store_si128(reinterpret_cast<__m128i*>(sums_[i].data()), bytes);
  }
#endif

  int modulus_;
  std::array<std::uint8_t, 64> places_;
  std::array<std::uint8_t, 32> index_{};  // of the card of a bit
  std::size_t words_ = 0;
  std::array<std::uint64_t, 64> found_{};
  alignas(16) std::array<std::array<Bytes, 64>, 4> first_{};
  alignas(16) std::array<Bytes, 64> splat_{};
  alignas(16) std::array<Bytes, 256> sums_{};
};

// Mad Abel as bits: of a card set, bit i is element i.
struct CardRules {
  int seats = 2;
  int deal = 7;
  int max_cards = 31;
  int max_turns = 1000;
  int order = 52;
  bool choose_single = false;
  bool reshuffle = true;

  static std::optional<CardRules> of(const MadAbel<CardSet>& game);
  template <class T>
  static std::optional<CardRules> of(const MadAbel<T>&) {
    return std::nullopt;
  }
  // The sums of its group. REQUIRES: of(game)
  static SubsetSums sums(const MadAbel<CardSet>& game);
};

struct CardState {
  std::array<std::uint64_t, max_seats> hands{};
  std::uint64_t deck = 0;
  std::uint64_t pile = 0;
  int second = 0;
  int top = 0;
  int seat = 0;
  int idle = 0;
  int turns = 0;
  Ending ending = Ending::none;
};

struct CardPlayout {
  const MadAbel<CardSet>* game;
  CardRules rules;
  SubsetSums sums;
  SubsetCounts<CardSet> counts;
};

namespace cards {

COSET_INLINE void end_turn(const CardRules& rules, CardState& s) {
  ++s.turns;
  if (s.idle == rules.seats) {
    s.ending = Ending::blocked;
  } else if (s.turns >= rules.max_turns) {
    s.ending = Ending::limit;
  } else {
    s.seat = s.seat + 1 == rules.seats ? 0 : s.seat + 1;
  }
}

template <class Isa>
COSET_INLINE std::uint64_t draw(std::uint64_t& deck, Rng& rng) {
  const auto size = static_cast<std::uint32_t>(std::popcount(deck));
  const std::uint64_t card = std::uint64_t{1} << lanes::nth_bit<Isa>(deck, rng.below(size));
  deck ^= card;
  return card;
}

// Two cards, as far as there are any (M6), or a pass; ends the turn.
template <class Isa>
COSET_INLINE void draw_or_pass(const CardRules& rules, CardState& s, Rng& rng) {
  const bool can_draw = s.deck != 0 || (rules.reshuffle && s.pile != 0);
  s.idle = can_draw ? 0 : s.idle + 1;
  for (int i = 0; i < 2 && can_draw; ++i) {
    if (s.deck == 0 && rules.reshuffle) std::swap(s.deck, s.pile);
    if (s.deck == 0) break;
    s.hands[static_cast<std::size_t>(s.seat)] |= draw<Isa>(s.deck, rng);
  }
  end_turn(rules, s);
}

// Puts cards on the pile: `played` with these two on top, or one card alone (second < 0).
COSET_INLINE void play(const CardRules& rules, CardState& s, std::uint64_t played, int second,
                       int top, bool keeps_second) {
  std::uint64_t& hand = s.hands[static_cast<std::size_t>(s.seat)];
  const std::uint64_t old_second = std::uint64_t{1} << s.second;
  const std::uint64_t old_top = std::uint64_t{1} << s.top;
  hand ^= played;
  if (second < 0) {
    s.pile |= keeps_second ? old_top : old_second;
    if (!keeps_second) s.second = s.top;
  } else {
    s.pile |=
        old_second | old_top | (played ^ (std::uint64_t{1} << second) ^ (std::uint64_t{1} << top));
    s.second = second;
  }
  s.top = top;
  s.idle = 0;
  if (hand == 0) {
    ++s.turns;
    s.ending = Ending::emptied;
    return;
  }
  end_turn(rules, s);
}

template <class Isa>
COSET_INLINE void take_turn(CardPlayout& playout, CardState& s, Rng& rng) {
  const CardRules& rules = playout.rules;
  SubsetSums& sums = playout.sums;
  const std::uint64_t hand = s.hands[static_cast<std::size_t>(s.seat)];
  const int size = std::popcount(hand);
  std::array<std::uint8_t, 32> chosen;
  int played = 0;
  if (size <= std::min(rules.max_cards, SubsetSums::max_cards)) {
    int target = sums.place(element(s.second)) + sums.place(element(s.top));
    target -= target >= rules.order ? rules.order : 0;
    const int found = sums.find(hand, target);
    if (found == 0) return draw_or_pass<Isa>(rules, s, rng);
    played = sums.nth<Isa>(rng.below(static_cast<std::uint32_t>(found)), chosen);
  } else {
    ElementSet wanted;
    wanted.insert(playout.game->operation().product(element(s.second), element(s.top)));
    playout.counts.reset(CardSet::of_bits(hand), rules.max_cards, wanted);
    const std::uint64_t found =
        std::min<std::uint64_t>(playout.counts.count(), ActionList::default_limit);
    if (found == 0) return draw_or_pass<Isa>(rules, s, rng);
    for (const Element e : playout.counts.nth(rng.below(static_cast<std::uint32_t>(found))))
      chosen[static_cast<std::size_t>(played++)] = static_cast<std::uint8_t>(e);
  }
  if (played == 1) {
    const bool choice = rules.choose_single && s.second != s.top;
    const bool keeps_second = rng.below(choice ? 2 : 1) == 1;
    return play(rules, s, std::uint64_t{1} << chosen[0], -1, chosen[0], keeps_second);
  }
  std::uint64_t all = 0;
  for (int i = 0; i < played; ++i) all |= std::uint64_t{1} << chosen[static_cast<std::size_t>(i)];
  const auto others = static_cast<std::uint32_t>(played - 1);
  const std::uint32_t order = rng.below((others + 1) * others);
  const std::uint32_t i = order / others;
  const std::uint32_t j = order % others;
  play(rules, s, all, chosen[i], chosen[j + (j >= i ? 1 : 0)], false);
}

}  // namespace cards

template <class Isa>
COSET_INLINE void play_cards(CardPlayout& playout, Rng& random, GameSummary& out) {
  const CardRules& rules = playout.rules;
  Rng rng = random;
  CardState s;
  s.deck = rules.order == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rules.order) - 1;
  for (int seat = 0; seat < rules.seats; ++seat)
    for (int i = 0; i < rules.deal; ++i)
      s.hands[static_cast<std::size_t>(seat)] |= cards::draw<Isa>(s.deck, rng);
  s.second = std::countr_zero(cards::draw<Isa>(s.deck, rng));
  s.top = std::countr_zero(cards::draw<Isa>(s.deck, rng));
  int decisions = 0;
  while (s.ending == Ending::none) {
    ++decisions;
    cards::take_turn<Isa>(playout, s, rng);
  }
  out = {};
  out.turns = s.turns;
  out.decisions = decisions;
  out.ending = s.ending;
  out.scores.seats = static_cast<std::uint8_t>(rules.seats);
  int fewest = 0xffff;
  for (std::size_t i = 0; i < out.scores.seats; ++i) {
    out.scores.points[i] = std::popcount(s.hands[i]);
    fewest = std::min(fewest, out.scores.points[i]);
  }
  random = rng;
  if (rules.seats == 1 && s.ending != Ending::emptied) return;  // M19
  for (std::size_t i = 0; i < out.scores.seats; ++i)
    if (out.scores.points[i] == fewest) out.scores.winners |= static_cast<std::uint8_t>(1U << i);
}

}  // namespace coset
