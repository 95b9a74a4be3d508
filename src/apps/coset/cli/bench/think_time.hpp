// The worst CPU time of a hint and of a move of every level, on the groups where games are
// largest, for `coset bench --think-time`.
#pragma once

#include <string>
#include <vector>

namespace coset::cli {

struct ThinkTime {
  std::string who;   // "hint", "level1", ...
  double worst = 0;  // seconds
};

struct ThinkTimes {
  std::string spec;
  int positions = 0;
  std::vector<ThinkTime> costs;
};

// The specs that are measured: each game on each of the large groups that it accepts.
std::vector<std::string> think_time_specs();
ThinkTimes measure_think_times(const std::string& text);

}  // namespace coset::cli
