// A series: several consecutive games of the same players. A victory is one point, and a shared
// victory shares the point, so points are exact fractions: "1", "1/3", "3/2". Plain values.
#pragma once

#include <numeric>

#include "protocol/table/types.hpp"

namespace coset::protocol {

// A fraction in lowest terms.
struct Points {
  std::uint32_t top = 0;
  std::uint32_t bottom = 1;

  // Adds a victory shared by `sharers`. REQUIRES: 0 < sharers
  Points plus_share(std::uint32_t sharers) const {
    const std::uint32_t over = std::lcm(bottom, sharers);
    const std::uint32_t sum = top * (over / bottom) + over / sharers;
    const std::uint32_t common = std::gcd(sum, over);
    return {sum / common, over / common};
  }
  friend bool operator==(const Points&, const Points&) = default;
};

struct Series {
  std::uint32_t games = 1;
  std::uint32_t number = 1;    // of the game at this table, counted from 1
  std::vector<Points> points;  // of each seat of this table, before this game

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("games", self.games);
    io("number", self.number);
    io("points", self.points);
  }
  friend bool operator==(const Series&, const Series&) = default;
};

}  // namespace coset::protocol
