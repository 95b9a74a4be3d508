// The table in line mode: it only appends, so it works with screen readers, pipes and printers. The
// user types moves in notation, or commands.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "apps/coset/tui/full_screen.hpp"

namespace coset::tui {

// The next input line; nothing at the end of input.
using ReadLine = std::function<std::optional<std::string>()>;
using WriteText = std::function<void(const std::string&)>;

// Reads until the game is over, "quit" or the end of input.
Left run_lines(Session& session, const TableCallbacks& callbacks, const ReadLine& read,
               const WriteText& write);

}  // namespace coset::tui
