// Misconceptions: common wrong ideas, and the result that each would give for a word. The wrong
// choices of exercises come from here, and so does their feedback. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/teach/why/describe.hpp"

namespace coset::teach {

enum class Misconception : std::uint8_t {
  none,
  paint,           // pieces mix like paint: what meets its like stays
  all_gone,        // any number of equal pieces vanishes
  white_swallows,  // white and something is white
  clear_counts,    // a clear changes the sum, or two clears cancel
  half_card,       // only the suits are added, or only the ranks
  king_is_13,      // the king counts 13, and ranks go round at 14
  order_ignored,   // a*b is taken for b*a
  brackets_moved,  // (a*b)*c is taken for a*(b*c) where that differs
};
inline constexpr int misconceptions = 9;  // `none` included

// Stable words: "paint", "all_gone", ...
std::string_view word_of(Misconception misconception);

struct Mistake {
  Misconception misconception = Misconception::none;
  Element result{};  // never what the word makes
  Message feedback;  // explains the error with the same pieces
};

// What each misconception that applies would make of the word, in the order above.
// REQUIRES: !word.empty()
std::vector<Mistake> mistakes(const Operation& operation, const Word& word);

}  // namespace coset::teach
