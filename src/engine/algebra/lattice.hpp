// The lattice of subgroups: every subgroup, which ones it covers, and which are conjugate. Computed
// on each call. Thread-safe, but for LatticeSearch, which one thread uses.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/algebra/element_set.hpp"
#include "engine/algebra/operation.hpp"
#include "engine/algebra/structure.hpp"

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

// The same in steps. The result does not depend on how they are taken. A value type.
class LatticeSearch {
 public:
  LatticeSearch(const Group& group, std::size_t limit);

  // Works for about `units` more, at least one piece of the work, and no piece takes more than a
  // few thousand units; a unit is an attempt to extend a subgroup. True while it is not complete.
  bool step(std::size_t units);

  // Subgroups found so far, and how many covers and classes are known of them: two for each.
  std::size_t found() const { return subgroups_.found(); }
  std::size_t finished() const { return finished_; }
  // Nothing if there are more subgroups than the limit. REQUIRES: the last step returned false
  std::optional<Lattice> take_result();

 private:
  enum class Stage : std::uint8_t { subgroups, covers, classes, complete };

  std::size_t advance();
  void list_nodes();
  std::size_t find_class(std::size_t first);

  Group group_;
  Stage stage_ = Stage::subgroups;
  SubgroupSearch subgroups_;
  std::size_t next_ = 0;  // the node whose covers are next, and then whose class
  std::vector<int> order_;
  std::size_t finished_ = 0;
  bool too_many_ = false;
  Lattice lattice_;
};

}  // namespace coset
