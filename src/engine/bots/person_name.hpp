// Valid player names: one rule for every entry point. A name that `name_error` accepts can be
// stored in every record of a game. Pure; thread-safe.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/result.hpp"

namespace coset::bots {

inline constexpr std::size_t max_name_characters = 24;                  // characters
inline constexpr std::size_t max_name_bytes = 4 * max_name_characters;  // of UTF-8

// Why a name is invalid; nothing if it is valid. 1 to 24 visible characters of UTF-8; none that
// could be markup or change the direction of the text; at most two accents on a letter; not the
// name of a bot. Joiners are allowed between letters of scripts that need them, and between emoji.
std::optional<Error> name_error(std::string_view name);

// Whether a record of a game can hold it. Older programs accepted more than `name_error` does, and
// their records must open.
inline bool can_be_kept(std::string_view name) {
  return name.size() <= max_name_bytes && std::all_of(name.begin(), name.end(), [](char c) {
           return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
         });
}

}  // namespace coset::bots
