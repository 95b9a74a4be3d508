// How often somebody may do something: so many times in a while. Plain values.
#pragma once

#include "wire/table/types.hpp"

namespace coset::serve {

struct RateLimit {
  int most;
  wire::Millis within;
};

inline constexpr RateLimit player_rate{100, 20'000};
inline constexpr RateLimit watcher_rate{50, 20'000};
inline constexpr RateLimit lobby_rate{30, 30'000};
inline constexpr RateLimit hint_rate{10, 60'000};
inline constexpr RateLimit say_rate{6, 10'000};

class Rate {
 public:
  // Whether it may be done once more now.
  bool take(RateLimit limit, wire::Time now) {
    if (now - since_ >= limit.within) {
      since_ = now;
      count_ = 0;
    }
    return ++count_ <= limit.most;
  }

 private:
  wire::Time since_ = 0;
  int count_ = 0;
};

}  // namespace coset::serve
