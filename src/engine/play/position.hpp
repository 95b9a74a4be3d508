// Positions as text: one field after another, each name=value, in docs/notation.md. What is left
// out when reading has its value at the start of a first turn, and the bag (or deck) holds every
// piece that is nowhere else. Writing leaves out the same, so that a position reads well.
#pragma once

#include <string>
#include <string_view>

#include "engine/play/family.hpp"

namespace coset {

template <Game G>
std::string write_position(const G& game, const typename G::State& state);

// Refuses what cannot be a position of this game. A seat that is set up stuck at the start of its
// turn is treated as the rules treat it, so the position read may be a turn further.
template <Game G>
Result<typename G::State> read_position(const G& game, std::string_view text);

}  // namespace coset
