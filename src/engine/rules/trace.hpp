// Trace: the automatic consequences of an action, recorded by the rules while it is applied, on
// request: game.apply(state, action, &trace). Plain values.
#pragma once

#include <array>
#include <vector>

#include "engine/rules/action.hpp"

namespace coset {

// Whole tuples of a piece that left the Center.
struct Cancelled {
  Element piece{};
  int tuples = 0;
  int pieces = 0;       // in all of them
  bool exempt = false;  // one was placed whole: no clear is due for any (6(ii), 7(d))

  friend bool operator==(const Cancelled&, const Cancelled&) = default;
};

struct Trace {
  std::vector<Cancelled> cancelled;     // in index order
  std::array<int, max_seats> clears{};  // dealt to each seat for what cancelled
  int discarded = 0;                    // clears that left the Center (Solitaire 7(a))
  int turned = 0;                       // cards of the pile that became the deck (M6)

  friend bool operator==(const Trace&, const Trace&) = default;
};

}  // namespace coset
