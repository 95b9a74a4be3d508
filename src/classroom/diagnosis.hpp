// Which misconception explains a trade that is not level: the one that makes of its larger side (of
// the given one if both are equal; in Mad Abel of the cards played) what the other side really
// makes. Pure; thread-safe.
#pragma once

#include <span>
#include <string>

#include "engine/teach/why/misconception.hpp"

namespace coset::classroom {

// The most pieces of one side.
inline constexpr std::size_t max_side = 24;

struct Diagnosis {
  bool level = false;                                               // then there is none
  teach::Misconception misconception = teach::Misconception::none;  // none: other

  friend bool operator==(const Diagnosis&, const Diagnosis&) = default;
};

// REQUIRES: neither is empty
Diagnosis diagnose_trade(const Operation& operation, const Word& give, const Word& take);
// The cards played, and the card that they should have made. REQUIRES: !cards.empty()
Diagnosis diagnose_play(const Operation& operation, const Word& cards, Element wanted);

// The pieces of a side by their names.
Result<Word> read_side(const Operation& operation, std::span<const std::string> names);

// The stable word, or "other".
std::string_view word_for(const Diagnosis& diagnosis);

}  // namespace coset::classroom
