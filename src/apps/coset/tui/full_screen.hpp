// The full-screen table of one Session. The keys are those of the web client. Every change is
// passed to `keep` at once, so a game survives if the program is killed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/coset/tui/palette.hpp"
#include "apps/coset/tui/session.hpp"

namespace coset::tui {

// What a table needs from the program.
struct TableCallbacks {
  std::function<void(const Session&)> keep;                        // after every change
  std::function<std::vector<std::string>(const Session&)> finale;  // once, when the game is over
  std::function<bool()> interrupted;
  Depth depth = Depth::none;
  bool ascii = false;
  bool echo = false;      // line mode: echo the input, if no terminal does
  int pace = 400;         // delay after a bot's move, in milliseconds
  bool ask_goal = false;  // Solitaire: ask for the goal before the first move
  int par = 0;
  std::string note;              // printed before the first move
  std::function<int()> columns;  // line mode: width to fold to; 0 or unset: no folding
};

enum class Left { quit, interrupted, again };

Left run_full_screen(Session& session, const TableCallbacks& callbacks);

}  // namespace coset::tui
