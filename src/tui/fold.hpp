// Folding: text broken at spaces so that it fits a page. Pure.
#pragma once

#include <string>

namespace coset::tui {

// The text with every line that is longer than `columns` broken at spaces; what follows is indented
// like its beginning, and cycles such as (1 2 3) stay whole. Escapes of colour take no room.
std::string folded(const std::string& text, int columns);

}  // namespace coset::tui
