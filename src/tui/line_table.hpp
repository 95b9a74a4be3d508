// The table in lines: it only ever appends, so it works with a screen reader, through a pipe and on
// paper. Moves are typed in notation; words ask for everything else.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tui/full_screen.hpp"

namespace coset::tui {

// The next line that is typed; nothing at the end of input.
using ReadLine = std::function<std::optional<std::string>()>;
using WriteText = std::function<void(const std::string&)>;

// Reads until the game is over, "quit" or the end of input.
Left run_lines(Session& session, const Surrounding& around, const ReadLine& read,
               const WriteText& write);

}  // namespace coset::tui
