// Folding: breaks lines at spaces to fit a width. Pure.
#pragma once

#include <string>

namespace coset::tui {

// Breaks every line longer than `columns` at spaces; continuation lines have the same indent, and
// cycles such as (1 2 3) stay whole. Colour escapes have no width.
std::string folded(const std::string& text, int columns);

}  // namespace coset::tui
