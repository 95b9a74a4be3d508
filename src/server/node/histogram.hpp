// Latency histogram with fixed millisecond buckets. A plain value.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace coset::node {

struct LatencyHistogram {
  static constexpr std::array<std::int64_t, 9> bounds = {2, 5, 10, 20, 50, 100, 200, 500, 2000};
  std::array<std::uint64_t, bounds.size() + 1>
      counts{};           // per bucket, the last is above all bounds
  std::uint64_t sum = 0;  // of microseconds

  void add(std::int64_t milliseconds) { add(std::chrono::milliseconds(milliseconds)); }
  void add(std::chrono::microseconds span) {
    const std::int64_t spent = std::max<std::int64_t>(span.count(), 0);
    std::size_t bucket = 0;
    while (bucket < bounds.size() && spent > 1000 * bounds[bucket]) ++bucket;
    ++counts[bucket];
    sum += static_cast<std::uint64_t>(spent);
  }
};

}  // namespace coset::node
