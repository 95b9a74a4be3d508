// The page that text is printed on: how wide the terminal is, and text folded to it.
#pragma once

#include <string>

namespace coset::cli {

// Of the terminal that a stream goes to; 0 if it goes to none.
int terminal_columns(int stream);

// Folded (tui/fold.hpp) for stdout: to the terminal's width, where that is known, but to no more
// than what is easy to read.
std::string folded(const std::string& text);
// How wide such text may be.
int page_columns();

}  // namespace coset::cli
