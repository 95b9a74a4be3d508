// The daily deal or puzzle: a seed from the calendar date by a published hash, the same in every
// front end and version of the program. Dates are local to the player; there is no clock here.
// Pure; thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/date.hpp"
#include "base/hash.hpp"

namespace coset {

// FNV-1a of "coset-daily|GAME|YYYY-MM-DD|1"; the last number is the version of the rule. `game` is
// what the day is for: "puzzle" or "solitaire". REQUIRES: is_date(date), a rule of one digit
inline std::uint64_t daily_seed(std::string_view game, std::string_view date, int rule = 1) {
  CHECK(is_date(date));
  std::string text = "coset-daily|";
  text.append(game).append("|").append(date).append("|");
  text += static_cast<char>('0' + rule);
  return fnv1a(text);
}

}  // namespace coset
