// Explanation: why a set of pieces has the sum it has, as steps that a person can follow and a
// screen can draw. Abelian groups with primaries follow the rulebook's technique: cancel, replace
// by primaries, cancel, one piece. Cards turn two dials, numbers one. Where order matters the
// product is read from left to right, and each step has whether its two sides commute. Steps hold
// no text: describe.hpp makes sentences of them. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/teach/words/pieces.hpp"

namespace coset::teach {

struct Step {
  enum class Kind : std::uint8_t {
    cancel,        // tuples of one piece, and clears beside other pieces, leave the set
    replace,       // every other piece becomes the primaries it is made of, unless it is alone
    cancel_again,  // tuples of one primary leave the set; `cancel` if none left it before
    one_piece,     // what is left is one piece, perhaps the clear
    dial,          // one coordinate added up round its modulus
    multiply,      // (what there is) * (the next piece)
  };
  Kind kind = Kind::cancel;
  Pieces before;
  Pieces after;
  // cancel, cancel_again: what has gone. multiply: the piece that comes next.
  Pieces moved;
  // dial: the coordinate, its values, and the dial's position after each.
  int coordinate = -1;
  int modulus = 0;
  std::vector<int> values;
  std::vector<int> stands;
  // multiply: the same in the other order would give the same.
  bool commutes = true;
  // Nothing happens in this step; it is kept so that the argument always has the same shape.
  bool idle = false;
};

std::string_view word_of(Step::Kind kind);

struct Explanation {
  Word word;
  Element sum{};
  std::vector<Step> steps;
};

// REQUIRES: !word.empty()
Explanation explain(const Operation& operation, const Word& word);

// The piece that is missing: made * x = wanted. Nothing in a magma, where there need be none.
std::optional<Element> difference(const Operation& operation, Element made, Element wanted);

}  // namespace coset::teach
