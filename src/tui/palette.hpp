// Colours of a terminal: how many there are, whether they are wanted, and which belong to a piece.
// The letter of a piece is always printed, so colour never carries anything alone. Pure.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "tui/canvas.hpp"

namespace coset::tui {

enum class Depth { none, sixteen, many, full };  // no colour, 16, 256, 24 bits

enum class When { automatic, always, never };  // --color

// The environment as far as it has a say.
struct Surroundings {
  bool terminal = false;  // the stream is one
  std::string no_color, clicolor_force, force_color, term, colorterm;
};
Surroundings surroundings(bool terminal);

// The flag beats the variables, NO_COLOR beats the terminal.
Depth depth_for(When when, const Surroundings& around);

struct PieceColour {
  int red, green, blue;  // the fill, 24 bits
  int of_256;
  int of_16;
  bool dark_ink;  // the letter on it is dark
};
// Of the primaries as bits; nothing for the clear, which has no fill.
const PieceColour* colour_of(int fill);

// The text in this style, between the escapes of such a terminal; the text alone without colours.
std::string styled(std::string_view text, Style style, Depth depth);

}  // namespace coset::tui
