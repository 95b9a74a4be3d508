// Which guest has which seat, as stores answer it. A guest is a digest of their id. Plain values.
#pragma once

#include "server/store/event_store.hpp"

namespace coset::store {

struct SeatRef {
  GameId game{};
  std::uint8_t seat = 0;  // from 0
  friend bool operator==(const SeatRef&, const SeatRef&) = default;
};

struct SeatHolder {
  std::uint8_t seat = 0;  // from 0
  std::string guest;
  friend bool operator==(const SeatHolder&, const SeatHolder&) = default;
};

// A game that is not finished, in which a guest has a seat.
struct RunningGame {
  GameId game{};
  std::uint8_t seat = 0;  // from 0
  std::string setup;
  Time created_at = 0;
  friend bool operator==(const RunningGame&, const RunningGame&) = default;
};

}  // namespace coset::store
