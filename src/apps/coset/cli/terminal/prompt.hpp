// The prompt of lessons and puzzles; Ctrl-C leaves it with a newline. One Prompt at a time; used by
// one thread.
#pragma once

#include <optional>
#include <string>

#include "apps/coset/cli/terminal/interrupt.hpp"
#include "apps/coset/cli/terminal/line_input.hpp"

namespace coset::cli {

class Prompt {
 public:
  // The next line; nothing at the end of input or after an interrupt, with the cursor then at the
  // beginning of a line.
  std::optional<std::string> read(const std::string& asked = "> ");
  static bool interrupted() { return Interrupt::seen(); }

 private:
  Interrupt interrupt_;
  LineInput input_;
};

}  // namespace coset::cli
