// The lattice of subgroups: every subgroup, which ones it covers, and which are conjugate. Computed
// on each call. Thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/algebra/element_set.hpp"
#include "engine/algebra/operation.hpp"

namespace coset {

struct LatticeNode {
  ElementSet members;
  std::size_t class_number = 0;      // of conjugate subgroups
  std::vector<std::size_t> covered;  // its maximal subgroups, ascending
};

struct Lattice {
  std::vector<LatticeNode> nodes;  // the smaller ones first, as all_subgroups() has them
  // Each with its nodes ascending, in the order of their first; a class of one is normal.
  std::vector<std::vector<std::size_t>> classes;

  bool is_normal(std::size_t node) const { return classes[nodes[node].class_number].size() == 1; }
};

// Nothing if there are more subgroups than `limit`.
inline constexpr std::size_t lattice_limit = 10000;
std::optional<Lattice> lattice_of(const Group& group, std::size_t limit = lattice_limit);

}  // namespace coset
