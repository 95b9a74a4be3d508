// Seconds since 1970 as text in UTC. A time outside of the years 1970 to 9999, as a file system may
// have it, is written as the nearest one inside. Pure; thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/date.hpp"

namespace coset {

constexpr std::int64_t clamp_to_calendar(std::int64_t seconds) {
  return std::clamp<std::int64_t>(seconds, 0, 253'402'300'799);
}

// "1994-11-06"
inline std::string utc_date(std::int64_t seconds) {
  return date_of_day(static_cast<int>(clamp_to_calendar(seconds) / 86'400));
}

// "08:49:37"
inline std::string utc_time(std::int64_t seconds) {
  seconds = clamp_to_calendar(seconds);
  const auto two_digits = [](std::int64_t number) {
    return std::string(number < 10 ? "0" : "") + std::to_string(number);
  };
  return two_digits(seconds / 3600 % 24) + ":" + two_digits(seconds / 60 % 60) + ":" +
         two_digits(seconds % 60);
}

// "1994-11-06 08:49 UTC", for people.
inline std::string utc_minute(std::int64_t seconds) {
  return utc_date(seconds) + " " + utc_time(seconds).substr(0, 5) + " UTC";
}

// "1994-11-06T08:49:37Z", by RFC 3339.
inline std::string utc_text(std::int64_t seconds) {
  return utc_date(seconds) + "T" + utc_time(seconds) + "Z";
}

}  // namespace coset
