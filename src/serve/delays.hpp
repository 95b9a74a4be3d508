// How late things were: counts by bounds of milliseconds. A plain value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace coset::serve {

struct Delays {
  static constexpr std::array<std::int64_t, 9> bounds = {2, 5, 10, 20, 50, 100, 200, 500, 2000};
  std::array<std::uint64_t, bounds.size() + 1> counts{};  // up to each bound, and above all of them
  std::uint64_t sum = 0;                                  // of all milliseconds

  void add(std::int64_t milliseconds) {
    if (milliseconds < 0) milliseconds = 0;
    std::size_t place = 0;
    while (place < bounds.size() && milliseconds > bounds[place]) ++place;
    ++counts[place];
    sum += static_cast<std::uint64_t>(milliseconds);
  }
};

}  // namespace coset::serve
