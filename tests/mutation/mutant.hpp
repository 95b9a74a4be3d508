// The switch of the planted mutants: stands only in copies of the sources that tools/mutate and
// the mutants layer build, never beside src/. One mutant at a time is chosen, by COSET_MUTANT
// when the program starts or by a test; 0 is none. What the compiler computes is always right.
#pragma once

#include <cstdlib>
#include <type_traits>

inline int& coset_chosen_mutant() {
  static int chosen = [] {
    const char* text = std::getenv("COSET_MUTANT");
    return text == nullptr ? 0 : std::atoi(text);
  }();
  return chosen;
}

constexpr bool coset_mutant(int number) {
  return !std::is_constant_evaluated() && coset_chosen_mutant() == number;
}
