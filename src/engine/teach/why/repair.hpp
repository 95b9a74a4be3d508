// Repairs: the smallest changes of a word that give it the wanted product, with pieces that are at
// hand: one more piece, one piece in place of another, or one piece less. Each is checked before it
// is offered. Pure; thread-safe.
#pragma once

#include <optional>
#include <vector>

#include "engine/algebra/operation.hpp"

namespace coset::teach {

struct Repair {
  enum class Kind : std::uint8_t { add, swap, drop };
  Kind kind = Kind::add;
  Word word;                   // the repaired word
  Element piece{};             // what is added, put in, or left out
  std::optional<Element> old;  // swap: what it takes the place of
};

// Up to `most` repairs of at most `largest` letters, the kinds in the order above. `hand` is what
// the word's letters come from, the word's own letters included.
std::vector<Repair> repairs(const Operation& operation, const Word& word, Element wanted,
                            const std::vector<Element>& hand, int largest, std::size_t most);

}  // namespace coset::teach
