// How lessons and puzzles ask: a prompt that Ctrl-C leaves with a line of its own. One Prompt at a
// time; used by one thread.
#pragma once

#include <optional>
#include <string>

#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/line_input.hpp"

namespace coset::cli {

class Prompt {
 public:
  // The next line; nothing at the end of input or after an interrupt, and the cursor then stands at
  // the beginning of a line.
  std::optional<std::string> read(const std::string& asked = "> ");
  static bool interrupted() { return Interrupt::seen(); }

 private:
  Interrupt interrupt_;
  LineInput input_;
};

}  // namespace coset::cli
