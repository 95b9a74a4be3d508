// Perft for Al-Jabar on Z2^3 in register lanes: the last ply is counted and not followed. The same
// counts as the rules give; pure and thread-safe.
#pragma once

#include "engine/rules/fast/colours.hpp"

namespace coset {

// Lines of `depth` exchanges; a draw or a pass has none. REQUIRES: depth > 0, !s.over()
std::uint64_t count_colour_lines(const ColourRules& rules, const ColourState& s, int depth);

}  // namespace coset
