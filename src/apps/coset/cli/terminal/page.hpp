// The width of the terminal, and text folded to it.
#pragma once

#include <string>

namespace coset::cli {

// Columns of the terminal of a stream; 0 if it is not a terminal.
int terminal_columns(int stream);

// Folded (tui/fold.hpp) for stdout: to the terminal's width if it is known, but at most to a
// readable one.
std::string folded(const std::string& text);
// The width of such text.
int page_columns();

}  // namespace coset::cli
