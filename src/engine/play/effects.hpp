// Effects: the consequences of an action, computed once when it is applied: by Match::play in a
// match, by apply_told in a position where it is only previewed. Verdicts, game logs, messages,
// exercises and puzzles read them, and none replays a move. Of hidden cards they hold only the
// action. Plain values; the functions are pure.
#pragma once

#include <optional>
#include <vector>

#include "engine/play/family.hpp"

namespace coset {

// The purpose of a dealt piece.
enum class Dealt : std::uint8_t {
  hand,    // the first deal, to a seat
  table,   // the first deal, to the Center or the pile
  draw,    // requested by a seat
  remove,  // from the Center to the bag (Solitaire 7(b))
  refill,  // from the bag to the Center (Solitaire 7(c))
};
COSET_WORDS(Dealt, "hand", "table", "draw", "remove", "refill")

struct Effects : Trace {
  Seat seat = nobody;             // that acted, or received the deal
  Action action;                  // as it is recorded
  std::optional<Dealt> dealt;     // of a deal: its purpose
  int before = 0;                 // pieces in the hand of `seat`
  int after = 0;                  // and then
  std::optional<Element> target;  // Mad Abel, after a play: what the next seat must make
  std::optional<int> length;      // under a metric only the target's length counts
  Ending signal = Ending::none;   // the final round began, and why
  Seat signal_seat = nobody;      // that started it
  std::vector<Seat> skipped;      // seats with void turns (A14), in order
  Ending ending = Ending::none;   // the game is over

  // Tuples for which every other seat is dealt a clear, or which Solitaire sets aside.
  int clears_due() const;

  friend bool operator==(const Effects&, const Effects&) = default;
};

// Applies an action and returns its effects. REQUIRES: it is legal and canonical, `seat` makes it
template <Game G>
Effects apply_told(const G& game, typename G::State& s, Seat seat, const Action& action);

// The light form, for searches: a legal exchange between one hand and the Center, and for how many
// tuples a clear is due. It takes no memory.
struct Exchanged {
  int clears = 0;
  int exempt = 0;
};
template <class T>
Exchanged exchange_pieces(const ExchangeRules& rules, T& hand, T& center, const Action& action) {
  Exchanged out;
  make_exchange(rules, hand, center, action, [&](Element, int tuples, bool exempt) {
    (exempt ? out.exempt : out.clears) += tuples;
  });
  return out;
}

}  // namespace coset
