// The worst processor time of a hint and of a move of every level, on the groups where games are
// largest, for `coset bench --thoughts`.
#pragma once

#include <string>
#include <vector>

namespace coset::cli {

struct ThoughtCost {
  std::string who;   // "hint", "level1", ...
  double worst = 0;  // seconds
};

struct ThoughtCosts {
  std::string spec;
  int positions = 0;
  std::vector<ThoughtCost> costs;
};

// The specs that are measured: each game on each of the large groups that it accepts.
std::vector<std::string> thought_specs();
ThoughtCosts measure_thoughts(const std::string& text);

}  // namespace coset::cli
