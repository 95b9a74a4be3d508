// Clocks: the time left of every seat. They read no clock: the time spent is an argument, and every
// function is pure. A turn may have several events (a draw, then an exchange) that share its time.
// Plain values.
#pragma once

#include <algorithm>

#include "table/setup.hpp"

namespace coset::table {

struct Clocks {
  std::array<Millis, max_seats>
      left{};       // Fischer: at the start of the seat's present turn or later
  Millis used = 0;  // in the present turn
};

inline Clocks start_clocks(const protocol::ClockRule& rule) {
  Clocks out;
  out.left.fill(rule.start);
  return out;
}

// After `seat` has spent time, and perhaps ended its turn.
inline Clocks spend(const protocol::ClockRule& rule, Clocks clocks, Seat seat, Millis spent,
                    bool turn_over) {
  Millis& left = clocks.left[seat];
  const bool whole_turn = rule.kind != protocol::ClockKind::correspondence;
  clocks.used = turn_over || !whole_turn ? 0 : clocks.used + spent;
  if (rule.kind != protocol::ClockKind::fischer) return clocks;
  left -= std::min(left, spent);
  if (turn_over) left += rule.add;
  return clocks;
}

// A seat that is reclaimed after its time ran out starts with a new clock.
inline Clocks refill(const protocol::ClockRule& rule, Clocks clocks, Seat seat) {
  clocks.left[seat] = std::max(clocks.left[seat], rule.start);
  clocks.used = 0;
  return clocks;
}

// The time left of the seat on turn after it has spent `spent` more; 0: its time is up.
inline Millis left_after(const protocol::ClockRule& rule, const Clocks& clocks, Seat seat,
                         Millis spent) {
  const Millis left = clocks.left[seat];
  const Millis gone = rule.kind == protocol::ClockKind::turn ? clocks.used + spent : spent;
  return left - std::min(left, gone);
}

}  // namespace coset::table
