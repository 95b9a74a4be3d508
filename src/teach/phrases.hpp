// The parts of the English catalogue that stand beside say.cpp, one file a subject. Immutable.
#pragma once

#include <span>
#include <string_view>

namespace coset::teach {

struct Phrase {
  std::string_view id;
  std::string_view text;
};

std::span<const Phrase> puzzle_phrases();

}  // namespace coset::teach
