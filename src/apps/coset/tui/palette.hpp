// Terminal colours: how many there are, whether they are enabled, and those of a piece. The letter
// of a piece is always printed, so colour never carries information alone. Pure.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "apps/coset/tui/canvas.hpp"

namespace coset::tui {

enum class Depth { none, sixteen, many, full };  // no colour, 16, 256, 24 bits

enum class When { automatic, always, never };  // --color

// The variables that decide on colour.
struct TerminalEnvironment {
  bool terminal = false;  // the stream is one
  std::string no_color, clicolor_force, force_color, term, colorterm;
};
TerminalEnvironment terminal_environment(bool terminal);

// The flag overrides the variables, NO_COLOR overrides the terminal.
Depth depth_for(When when, const TerminalEnvironment& environment);

struct PieceColour {
  int red, green, blue;  // the fill, 24 bits
  int of_256;
  int of_16;
  bool dark_ink;  // the letter on it is dark
};
// Of the primaries as bits; nothing for the clear, which has no fill.
const PieceColour* colour_of(int fill);

// The text with the escapes of this style; plain without colours.
std::string styled(std::string_view text, Style style, Depth depth);

}  // namespace coset::tui
