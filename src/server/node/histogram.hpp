// Latency histogram with fixed millisecond buckets. A plain value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace coset::node {

struct LatencyHistogram {
  static constexpr std::array<std::int64_t, 9> bounds = {2, 5, 10, 20, 50, 100, 200, 500, 2000};
  std::array<std::uint64_t, bounds.size() + 1>
      counts{};           // per bucket, the last is above all bounds
  std::uint64_t sum = 0;  // of milliseconds

  void add(std::int64_t milliseconds) {
    if (milliseconds < 0) milliseconds = 0;
    std::size_t bucket = 0;
    while (bucket < bounds.size() && milliseconds > bounds[bucket]) ++bucket;
    ++counts[bucket];
    sum += static_cast<std::uint64_t>(milliseconds);
  }
};

}  // namespace coset::node
