// A table as people paste it: rows of entries apart by tabs, commas or spaces, or GAP's nested
// lists, with or without headings. Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "engine/algebra/element.hpp"

namespace coset {

struct PastedTable {
  std::vector<std::string> names;  // each is a name of the notation
  std::vector<std::string> cells;  // names.size() squared, row by row; they need not be elements

  int order() const { return static_cast<int>(names.size()); }
  // The cells as elements; fewer than all if one is not an element: then the next cell is that one.
  std::vector<Element> elements() const;
};

// Names that are not runs are put in quotes, and what they have of spaces becomes commas in round
// brackets, else underscores. Without headings, numbers from 0 or 1 are in their order; else the
// first row names the elements, or the first column if the row repeats one.
Result<PastedTable> read_pasted(std::string_view text);

}  // namespace coset
