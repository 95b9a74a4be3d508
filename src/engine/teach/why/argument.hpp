// Argument: what two words, or a word and a target, have to do with each other: what each makes and
// why, whether it is the same, and what would make it right from the pieces at hand. Pure;
// thread-safe.
#pragma once

#include <optional>
#include <vector>

#include "engine/teach/why/describe.hpp"
#include "engine/teach/why/explain.hpp"
#include "engine/teach/why/repair.hpp"

namespace coset::teach {

struct Argument {
  Explanation left;
  std::optional<Explanation> right;
  std::optional<Element> wanted;  // what the left side should make: the target, or the right side
  std::vector<Repair> repairs;    // of the left side
  Word missing;                   // of the left side, what is not at hand; nothing without a hand

  bool equal() const { return wanted == left.sum; }
  // It makes what it should, of pieces that are there.
  bool right_as_it_is() const { return (!wanted || equal()) && missing.empty(); }
};

// A missing right side, target or hand is empty. REQUIRES: !left.empty()
Argument argue(const Operation& operation, const Word& left, const Word& right, const Word& target,
               const Word& hand);

// The conclusion, if there is one: "Both sides make O.", "Y is not at hand."
std::vector<Message> judged(const Operation& operation, const Argument& argument);

// "Add Y: G+O+Y makes W."
Message describe(const Operation& operation, const Repair& repair, Element wanted);

}  // namespace coset::teach
