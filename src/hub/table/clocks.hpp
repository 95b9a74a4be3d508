// Clocks: what is left of every seat's time. There is no clock inside: time spent comes in as a
// number, and everything is a pure function of it. A turn may have several events (a draw, then an
// exchange); its time is one. Plain values.
#pragma once

#include <algorithm>

#include "hub/table/setup.hpp"

namespace coset::hub {

struct Clocks {
  std::array<Millis, max_seats>
      left{};       // Fischer: at the start of the seat's present turn or later
  Millis used = 0;  // in the present turn
};

inline Clocks start_clocks(const wire::ClockRule& rule) {
  Clocks out;
  out.left.fill(rule.start);
  return out;
}

// After `seat` has spent so much, and perhaps ended its turn.
inline Clocks spend(const wire::ClockRule& rule, Clocks clocks, Seat seat, Millis spent,
                    bool turn_over) {
  Millis& left = clocks.left[seat];
  const bool whole_turn = rule.kind != wire::ClockKind::correspondence;
  clocks.used = turn_over || !whole_turn ? 0 : clocks.used + spent;
  if (rule.kind != wire::ClockKind::fischer) return clocks;
  left -= std::min(left, spent);
  if (turn_over) left += rule.add;
  return clocks;
}

// A seat that comes back after its time ran out begins anew.
inline Clocks refill(const wire::ClockRule& rule, Clocks clocks, Seat seat) {
  clocks.left[seat] = std::max(clocks.left[seat], rule.start);
  clocks.used = 0;
  return clocks;
}

// What a seat on turn has left once it has spent so much more; 0: its time is up.
inline Millis left_after(const wire::ClockRule& rule, const Clocks& clocks, Seat seat,
                         Millis spent) {
  const Millis left = clocks.left[seat];
  const Millis gone = rule.kind == wire::ClockKind::turn ? clocks.used + spent : spent;
  return left - std::min(left, gone);
}

}  // namespace coset::hub
