// The seed of a daily deal or puzzle: the same for the same date everywhere. It is a promise: the
// text that is hashed ends in the version of the promise.
#pragma once

#include <string>
#include <string_view>

#include "base/hash.hpp"

namespace coset {

// `game` is "solitaire", "puzzle", ...; `date` is written 2026-11-15.
inline std::uint64_t daily_seed(std::string_view game, std::string_view date) {
  std::string text = "coset-daily|";
  text += game;
  text += '|';
  text += date;
  text += "|1";
  return fnv1a(text);
}

}  // namespace coset
