// What a person may be called: one rule for every door by which a name comes in. A name that
// `name_error` takes can be kept in every record of a game. Pure; thread-safe.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/result.hpp"

namespace coset::bots {

inline constexpr std::size_t longest_name = 24;                      // characters
inline constexpr std::size_t longest_name_bytes = 4 * longest_name;  // of UTF-8

// Why nobody may be called so; nothing if one may. 1 to 24 characters of UTF-8 that can be seen;
// none that could pass for markup or turn the direction of the text; at most two accents on a
// letter; not what a bot is called. Joiners stand between letters of scripts that need them, and
// between emoji.
std::optional<Error> name_error(std::string_view name);

// Whether a record of a game has room for it. Older programs took more than `name_error` does, and
// what they wrote must open.
inline bool can_be_kept(std::string_view name) {
  return name.size() <= longest_name_bytes && std::all_of(name.begin(), name.end(), [](char c) {
           return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
         });
}

}  // namespace coset::bots
