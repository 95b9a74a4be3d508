// Picture: what a viewer may see of a match, in one structure for all games, so that screens do not
// depend on the game. It is built from a View, so it contains no hidden cards. A value.
#pragma once

#include <optional>
#include <vector>

#include "engine/play/match.hpp"

namespace coset::tui {

using Counts = std::vector<int>;  // by element; empty: hidden

struct Picture {
  struct SeatPicture {
    int size = 0;
    Counts hand;
  };
  std::vector<SeatPicture> seats;
  Counts center;  // exchange games
  int urn = 0;    // left in the bag or the deck
  int turns = 0;  // completed
  int round = 0;  // Al-Jabar
  Seat on_turn = nobody;
  Ending signal = Ending::none;  // the final round has begun, and why
  Seat signal_seat = nobody;
  int cancellations = 0;                       // Solitaire
  int score_now = 0;                           // Solitaire: 2T - C
  std::optional<Element> second, top, target;  // Mad Abel
  std::optional<int> length;                   // of the target, under a metric
  int pile = 0;                                // cards under the top two
};

Picture picture_of(const Match& match, Seat viewer);

int total(const Counts& counts);

// Whether it is Mad Abel; whether it is Solitaire.
bool is_cards(const Match& match);
bool is_solitaire(const Match& match);

}  // namespace coset::tui
