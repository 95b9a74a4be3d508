// What random games cost, for `coset bench`: speed by the clock, and instructions a decision as
// valgrind counts them, which do not depend on the machine's mood and so can be a gate.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "play/playouts.hpp"

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

// Plays it, and nothing else; how many decisions there were.
std::uint64_t play_workload(const Workload& workload);

struct Speed {
  std::string path;
  double games = 0;      // a second
  double decisions = 0;  // a second
  double moves_per_game = 0;
  double branching = 0;  // legal actions in a decision, on average
};
Speed measure_speed(const Workload& workload);

// Instructions a decision, by running this program under valgrind.
double measure_cost(const Workload& workload);

// "clang 19.1.7, x86-64": what the figures are of.
std::string build_name();

}  // namespace coset::cli
