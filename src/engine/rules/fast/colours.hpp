// Al-Jabar on Z2^3 as searches and playouts hold it: 56 bytes, exchanges as two ids of lanes.hpp.
// It follows rules/al_jabar.cpp for the usual options only; ColourRules::of tests whether a game is
// of that kind. Tests compare the two move by move. Plain values; thread-safe.
#pragma once

#include <optional>

#include "engine/rules/al_jabar.hpp"
#include "engine/rules/fast/lanes.hpp"

namespace coset {

struct ColourRules {
  int seats = 2;
  bool null_allowed = false;
  EndRule end_rule = EndRule::finish_round;
  bool final_pass = true;
  int max_rounds = 100;
  int deal = 13;
  int copies = 10;
  bool stuck_may_move = true;  // in a final round that another seat has begun (A14)

  // Nothing if the game needs the general rules.
  static std::optional<ColourRules> of(const AlJabar<Tally<8>>& game);
  template <class T>
  static std::optional<ColourRules> of(const AlJabar<T>&) {
    return std::nullopt;
  }
};

struct ColourState {
  std::array<lanes::Packed, 4> hands{};
  lanes::Packed center = 0;
  lanes::Packed bag = 0;
  std::uint16_t round = 1;
  Seat seat = 0;
  Ending signal = Ending::none;
  Seat signal_seat = nobody;
  Ending ending = Ending::none;  // over if there is one
  std::uint8_t drawn = 0;
  std::uint8_t unused = 0;

  bool over() const { return ending != Ending::none; }
  friend bool operator==(const ColourState&, const ColourState&) = default;
};
static_assert(sizeof(ColourState) == 56);

// Whether no count and no hand can outgrow its byte from here on. A game that is dealt never does;
// a position read from text may.
bool fits_lanes(const AlJabar<Tally<8>>::State& s, int seats);
// REQUIRES: ColourRules::of(game), fits_lanes, and a seat is to act or the game is over
ColourState compact(const AlJabar<Tally<8>>::State& s);
Action to_action(lanes::Exchange exchange);
// REQUIRES: a legal exchange
lanes::Exchange to_exchange(const Action& action);

namespace colours {

COSET_INLINE void finish(ColourState& s, Ending cause) {
  s.ending = cause;
  s.drawn = 0;
}

// A12: a small hand that cannot be reduced. REQUIRES: the hand has at most three pieces
[[gnu::noinline]] inline bool stuck(lanes::Packed hand, lanes::Packed center) {
  lanes::Set gives;
  lanes::Set takes;
  lanes::subsets(lanes::clamped(hand), gives);
  lanes::subsets(lanes::clamped(center), takes);
  return !lanes::any_reducing(gives, takes);
}

// Ends a turn in which the seat has not signalled by having one piece, and begins the next; void
// turns of stuck seats are ended too.
COSET_INLINE void next_turn(const ColourRules& rules, ColourState& s) {
  while (true) {
    const bool round_complete = s.seat + 1 == rules.seats;
    const auto next = static_cast<Seat>(round_complete ? 0 : s.seat + 1);
    if (s.signal != Ending::none) {  // A17
      if (rules.end_rule == EndRule::finish_round ? round_complete : next == s.signal_seat)
        return finish(s, s.signal);
    } else if (round_complete && s.round >= rules.max_rounds) {
      return finish(s, Ending::limit);  // A23
    }
    s.seat = next;
    s.round = static_cast<std::uint16_t>(s.round + (round_complete ? 1 : 0));
    s.drawn = 0;
    if (lanes::size_of(s.hands[s.seat]) > 3 || (s.signal != Ending::none && rules.stuck_may_move) ||
        !stuck(s.hands[s.seat], s.center))
      return;
    if (s.signal == Ending::none) {
      s.signal = Ending::stuck;
      s.signal_seat = s.seat;
      if (rules.end_rule == EndRule::immediate) return finish(s, Ending::stuck);
    }
  }
}

// Whether the seat may leave its hand as it is in the final round (A14, A16, A18).
COSET_INLINE bool may_rest(const ColourRules& rules, const ColourState& s, bool any_exchange) {
  if (s.signal == Ending::none) return false;
  if (rules.final_pass) return s.drawn == 0 || !any_exchange;
  return !any_exchange && s.drawn == 0 && rules.stuck_may_move && s.signal_seat != s.seat &&
         lanes::size_of(s.hands[s.seat]) <= 3;
}

// The number of pairs that cancelled. REQUIRES: a legal exchange
COSET_INLINE int exchange(const ColourRules& rules, ColourState& s, lanes::Exchange move) {
  const lanes::Packed give = lanes::tables.pieces[move.give];
  const lanes::Packed take = lanes::tables.pieces[move.take];
  const lanes::Cancelled cancelled = lanes::exchange_in_center(give, take, s.center);
  const lanes::Packed hand = s.hands[s.seat] + take - give;
  for (int i = 0; i < rules.seats; ++i)  // 6, A22
    s.hands[static_cast<std::size_t>(i)] += static_cast<lanes::Packed>(cancelled.counted);
  s.hands[s.seat] = hand;
  if (lanes::size_of(hand) == 1 && s.signal == Ending::none) {  // 8(i)
    s.signal = Ending::one_piece;
    s.signal_seat = s.seat;
    if (rules.end_rule == EndRule::immediate) {
      finish(s, Ending::one_piece);
      return cancelled.pairs;
    }
  }
  next_turn(rules, s);
  return cancelled.pairs;
}

// A piece that the seat drew.
COSET_INLINE void take_drawn(ColourState& s, int e) {
  s.bag -= lanes::piece(e);
  s.hands[s.seat] += lanes::piece(e);
  s.drawn = 1;
}

// Equal for equal positions of one epoch (see RepetitionMark); the round does not count.
COSET_INLINE std::uint64_t hash(const ColourRules& rules, const ColourState& s) {
  std::uint64_t out = s.hands[0] * 0x9e3779b97f4a7c15ULL + s.hands[1] * 0xc2b2ae3d27d4eb4fULL +
                      s.center * 0xe7037ed1a0b428dbULL + s.seat * 0x8ebc6af09c88c6e3ULL;
  if (rules.seats > 2)
    out += s.hands[2] * 0xd6e8feb86659fd93ULL + s.hands[3] * 0xa0761d6478bd642fULL;
  return out;
}

}  // namespace colours

}  // namespace coset
