// The deal or puzzle of a day: a seed that everybody has for the same calendar date, by a published
// hash, so that any face and any version of the program agrees. Dates are the player's own local
// ones; there is no clock here. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "base/reader.hpp"

namespace coset {

// A date of the calendar as YYYY-MM-DD.
constexpr bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  int number[3] = {0, 0, 0};
  int part = 0;
  for (const char c : text) {
    if (c == '-') {
      if (++part > 2) return false;
    } else if (is_digit(c)) {
      number[part] = 10 * number[part] + (c - '0');
    } else {
      return false;
    }
  }
  const auto [year, month, day] = number;
  if (month < 1 || month > 12 || day < 1) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

// FNV-1a of "coset-daily|GAME|YYYY-MM-DD|1"; the last number is the version of this rule. `game` is
// what the day is for: "puzzle" or "solitaire". REQUIRES: is_date(date)
inline std::uint64_t daily_seed(std::string_view game, std::string_view date) {
  CHECK(is_date(date));
  std::string text = "coset-daily|";
  text.append(game).append("|").append(date).append("|1");
  return fnv1a(text);
}

}  // namespace coset
