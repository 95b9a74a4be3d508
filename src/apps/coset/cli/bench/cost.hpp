// The cost of random games, for `coset bench`: speed by the clock, and instructions per decision
// counted by valgrind, which are reproducible and so can be a CI gate.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/play/playouts.hpp"

namespace coset::cli {

// A fixed set of random games.
struct Workload {
  std::string_view name;
  std::string_view spec;
  Playouts::Path path;
  std::uint64_t games;
};
std::span<const Workload> workloads();
// REQUIRES: one of the names
const Workload& workload(std::string_view name);

// Plays it, and nothing else; returns the number of decisions.
std::uint64_t play_workload(const Workload& workload);

struct Speed {
  std::string path;
  double games = 0;      // per second
  double decisions = 0;  // per second
  double moves_per_game = 0;
  double branching = 0;  // legal actions in a decision, on average
};
Speed measure_speed(const Workload& workload);

// Instructions per decision, by running this program under valgrind.
double measure_cost(const Workload& workload);

// The compiler, "clang 19.1.7", to identify the figures.
std::string build_name();

}  // namespace coset::cli
