// How pieces and cards look in a terminal: a name, always, and a colour where there is one. Suits
// are symbols unless only ASCII may be used. Pure.
#pragma once

#include <string>

#include "algebra/operation.hpp"
#include "tui/canvas.hpp"
#include "tui/palette.hpp"

namespace coset::tui {

// The eight colours of Z2^3, whose letters are keys as well.
bool has_colours(const Operation& operation);
Style style_of(const Operation& operation, Element e);
// "R", "♠9" (or "s9"), "101" for (1,0,1).
std::string shown(const Operation& operation, Element e, bool ascii);
// "♠9+♠5", "i*j"
std::string shown(const Operation& operation, const Word& word, bool ascii);
// Names in a sentence become what shown() makes of them; other text stays.
std::string with_names(const Operation& operation, const std::string& text, bool ascii);

// The names of colours in a sentence between the escapes of such a terminal.
std::string coloured(const Operation& operation, const std::string& text, Depth depth);

}  // namespace coset::tui
