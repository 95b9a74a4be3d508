// A rate limit as a leaky bucket: so many at once, and as many again over a while. A bucket that is
// idle is like a new one, so it can be dropped without forgetting anything. Plain values.
#pragma once

#include <algorithm>

#include "wire/table/types.hpp"

namespace coset::serve {

struct RateLimit {
  int most;
  wire::Millis within;
};

inline constexpr RateLimit hint_rate{10, 60'000};
inline constexpr RateLimit say_rate{6, 10'000};

class Bucket {
 public:
  // How long until `cost` can be taken; 0: now. What costs more than there ever is costs all of it.
  wire::Millis wait(RateLimit limit, wire::Time now, int cost = 1) const {
    const std::int64_t late = level(now) + price(limit, cost) - span(limit);
    return late <= 0 ? 0 : static_cast<wire::Millis>((late + 999) / 1000);
  }
  void charge(RateLimit limit, wire::Time now, int cost = 1) {
    empty_at_ = now * 1000 + level(now) + price(limit, cost);
  }
  bool take(RateLimit limit, wire::Time now, int cost = 1) {
    if (wait(limit, now, cost) > 0) return false;
    charge(limit, now, cost);
    return true;
  }
  void give_back(RateLimit limit) { empty_at_ -= price(limit, 1); }
  bool idle(wire::Time now) const { return level(now) == 0; }

 private:
  // All in microseconds: a level is the time until it has run out.
  std::int64_t level(wire::Time now) const {
    return std::max<std::int64_t>(0, empty_at_ - now * 1000);
  }
  static std::int64_t span(RateLimit limit) { return std::int64_t{limit.within} * 1000; }
  static std::int64_t price(RateLimit limit, int cost) {
    return span(limit) / limit.most * std::min(cost, limit.most);
  }

  std::int64_t empty_at_ = 0;
};

}  // namespace coset::serve
