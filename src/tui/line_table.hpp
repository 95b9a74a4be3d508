// The table in lines: it only ever appends, so it works with a screen reader, through a pipe and on
// paper. Moves are typed in notation; words ask for everything else.
#pragma once

#include <iosfwd>

#include "tui/full_screen.hpp"

namespace coset::tui {

// Reads until the game is over, "quit" or the end of input.
Left run_lines(Session& session, const Surrounding& around, std::istream& in, std::ostream& out);

}  // namespace coset::tui
