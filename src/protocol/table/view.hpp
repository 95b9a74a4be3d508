// View: what one reader may know of a position, as it is sent. It is made from a game's View, never
// from a State, so it has no hidden data to remove. Each game has its own form. Plain values;
// `view_of` is pure.
#pragma once

#include <optional>
#include <variant>

#include "engine/play/spec.hpp"
#include "protocol/table/types.hpp"

namespace coset::protocol {

// The final round of Al-Jabar: the seat that started it, and why.
struct FinalRound {
  End cause = End::none;
  Seat seat = nobody;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("cause", self.cause);
    io.seat("seat", self.seat);
  }
  friend bool operator==(const FinalRound&, const FinalRound&) = default;
};

struct AlJabarView {
  static constexpr std::string_view game = "al-jabar";
  std::vector<Counts> hands;
  Counts center;
  Counts bag;
  int round = 1;
  bool drawn = false;      // the seat on turn has drawn in this turn
  bool exchanged = false;  // it has exchanged, and may still draw (draw_timing=both)
  bool stuck = false;      // it is stuck, but the options let it move (A13, A14)
  std::optional<FinalRound> final_round;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("hands", self.hands);
    io("center", self.center);
    io("bag", self.bag);
    io("round", self.round);
    io.flag("drawn", self.drawn);
    io.flag("exchanged", self.exchanged);
    io.flag("stuck", self.stuck);
    io("final_round", self.final_round);
  }
  friend bool operator==(const AlJabarView&, const AlJabarView&) = default;
};

struct SolitaireView {
  static constexpr std::string_view game = "solitaire";
  Counts hand;
  Counts center;
  Counts bag;
  int turns = 0;          // T
  int cancellations = 0;  // C
  int score = 0;          // if the game ended now

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("hand", self.hand);
    io("center", self.center);
    io("bag", self.bag);
    io("turns", self.turns);
    io("cancellations", self.cancellations);
    io("score", self.score);
  }
  friend bool operator==(const SolitaireView&, const SolitaireView&) = default;
};

struct MadAbelView {
  static constexpr std::string_view game = "mad-abel";
  std::optional<Counts> hand;  // the reader's own; a spectator has none
  std::vector<int> sizes;      // of every hand
  int deck = 0;                // cards in it
  Counts pile;                 // under the top two
  std::optional<std::string> second;
  std::optional<std::string> top;
  std::optional<std::string> target;  // what the two make
  int turns = 0;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("hand", self.hand);
    io("sizes", self.sizes);
    io("deck", self.deck);
    io("pile", self.pile);
    io("second", self.second);
    io("top", self.top);
    io("target", self.target);
    io("turns", self.turns);
  }
  friend bool operator==(const MadAbelView&, const MadAbelView&) = default;
};

struct View {
  Seat you = nobody;
  // The reader's legal actions now: none unless it is on turn. In Mad Abel a play is always listed:
  // finding out whether there is one is the game.
  std::vector<Verb> may;
  std::variant<AlJabarView, SolitaireView, MadAbelView> position;

  friend bool operator==(const View&, const View&) = default;
};

// `seen` is what `reader` may know, from Match::observe(reader).
View view_of(const Spec& spec, const AnyView& seen, Seat reader);
// View::may of that view.
std::vector<Verb> verbs_of(const Spec& spec, const AnyView& seen, Seat reader);

template <class T>
Counts pieces_of(const Operation& operation, const T& tally) {
  Counts out;
  std::size_t kinds = 0;
  for (const Element e : operation.names().text_order()) kinds += tally[e] != 0 ? 1U : 0U;
  out.counts.reserve(kinds);
  for (const Element e : operation.names().text_order())
    if (const int count = tally[e]; count != 0)
      out.counts.emplace_back(operation.names().write(e), count);
  return out;
}

}  // namespace coset::protocol
