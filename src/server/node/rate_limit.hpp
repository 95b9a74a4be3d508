// Rate limiter: a leaky bucket that admits max_events at once and refills over the window. An idle
// bucket equals a new one, so it can be dropped. Plain values.
#pragma once

#include <algorithm>

#include "protocol/table/types.hpp"

namespace coset::node {

struct RateLimit {
  int max_events;
  protocol::Millis window;
};

inline constexpr RateLimit hint_limit{10, 60'000};
inline constexpr RateLimit phrase_limit{6, 10'000};

class Bucket {
 public:
  // How long until `cost` is available; 0: now. A cost above the limit counts as the whole limit.
  protocol::Millis wait(RateLimit limit, protocol::Time now, int cost = 1) const {
    const std::int64_t late = level(now) + price(limit, cost) - span(limit);
    return late <= 0 ? 0 : static_cast<protocol::Millis>((late + 999) / 1000);
  }
  void charge(RateLimit limit, protocol::Time now, int cost = 1) {
    empty_at_ = now * 1000 + level(now) + price(limit, cost);
  }
  bool try_charge(RateLimit limit, protocol::Time now, int cost = 1) {
    if (wait(limit, now, cost) > 0) return false;
    charge(limit, now, cost);
    return true;
  }
  void refund(RateLimit limit) { empty_at_ -= price(limit, 1); }
  bool idle(protocol::Time now) const { return level(now) == 0; }

 private:
  // In microseconds: the level is the time until the bucket is empty.
  std::int64_t level(protocol::Time now) const {
    return std::max<std::int64_t>(0, empty_at_ - now * 1000);
  }
  static std::int64_t span(RateLimit limit) { return std::int64_t{limit.window} * 1000; }
  static std::int64_t price(RateLimit limit, int cost) {
    return span(limit) / limit.max_events * std::min(cost, limit.max_events);
  }

  std::int64_t empty_at_ = 0;
};

}  // namespace coset::node
