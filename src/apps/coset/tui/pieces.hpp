// Pieces and cards in a terminal: always a name, and a colour if there is one. Suits are symbols
// unless output is ASCII. Pure.
#pragma once

#include <string>

#include "apps/coset/tui/canvas.hpp"
#include "apps/coset/tui/palette.hpp"
#include "engine/algebra/operation.hpp"

namespace coset::tui {

// The eight colours of Z2^3, whose letters are keys as well.
bool has_colours(const Operation& operation);
Style style_of(const Operation& operation, Element e);
// "R", "♠9" (or "s9"), "101" for (1,0,1).
std::string shown(const Operation& operation, Element e, bool ascii);
// "♠9+♠5", "i*j"
std::string shown(const Operation& operation, const Word& word, bool ascii);
// Replaces names in a sentence by shown(); other text is unchanged.
std::string with_names(const Operation& operation, const std::string& text, bool ascii);

// The sentence with colour escapes around the names of colours.
std::string coloured(const Operation& operation, const std::string& text, Depth depth);

}  // namespace coset::tui
