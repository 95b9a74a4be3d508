// The full-screen table: keys in, pictures out, around one Session. The keys are those of the web
// table. Whatever changes is handed to `keep` at once, so a game that is killed is not lost.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tui/palette.hpp"
#include "tui/session.hpp"

namespace coset::tui {

// What a table asks of the program around it.
struct Surrounding {
  std::function<void(const Session&)> keep;                        // after every change
  std::function<std::vector<std::string>(const Session&)> finale;  // once, when the game is over
  std::function<bool()> interrupted;
  Depth depth = Depth::none;
  bool ascii = false;
  bool echo = false;      // in lines: show what is read, where no terminal does
  int pace = 400;         // milliseconds to look at a bot's move
  bool ask_goal = false;  // Solitaire: ask for the goal before the first move
  int par = 0;
  std::string note;              // said before the first move
  std::function<int()> columns;  // in lines: of the terminal, to fold to; 0 or nothing: no folding
};

enum class Left { quit, interrupted, again };

Left run_full_screen(Session& session, const Surrounding& around);

}  // namespace coset::tui
