// Ways: every set of a given size that makes a piece, or every word where order matters. Found by
// looking at all of them, so there is a limit. Pure; thread-safe.
#pragma once

#include <vector>

#include "engine/algebra/operation.hpp"

namespace coset::teach {

inline constexpr int max_pieces = 8;
inline constexpr std::uint64_t max_looked_at = 50'000'000;

// In text order of their letters. `distinct`: only different pieces, none of them the identity.
// Refused if `pieces` is not from 1 to max_pieces, or there are too many words to look at.
Result<std::vector<Word>> ways(const Operation& operation, Element wanted, int pieces,
                               bool distinct);

}  // namespace coset::teach
