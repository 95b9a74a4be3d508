// The switch of the planted mistakes: stands only in copies of the sources that tools/mutate and
// the mutants layer build, never beside src/. One mistake at a time is chosen, by COSET_MISTAKE
// when the program starts or by a test; 0 is none. What the compiler computes is always right.
#pragma once

#include <cstdlib>
#include <type_traits>

inline int& coset_chosen_mistake() {
  static int chosen = [] {
    const char* text = std::getenv("COSET_MISTAKE");
    return text == nullptr ? 0 : std::atoi(text);
  }();
  return chosen;
}

constexpr bool coset_mistake(int number) {
  return !std::is_constant_evaluated() && coset_chosen_mistake() == number;
}
