// The lattice of subgroups as one line of JSON, the same for the terminal, the browser and Python.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/algebra/lattice.hpp"
#include "protocol/json_output/subgroup_json.hpp"

namespace coset::protocol {

// Conjugacy classes of subgroups are named in a lattice of up to this many.
inline constexpr std::size_t max_named_classes = 60;

// The lattice, generators of each subgroup and the names of its classes, in steps. The text does
// not depend on how the steps are taken. One thread uses it.
class LatticeTask {
 public:
  LatticeTask(const Group& group, std::size_t limit);

  // As LatticeSearch::step; naming a class is one piece.
  bool step(std::size_t units);
  // {"found":2825,"percent":40}: subgroups found so far, and how much of the work that begins when
  // all are found is done.
  std::string progress_json() const;
  // Subgroups are counted from 0; more than the limit are not listed. Takes all remaining steps.
  std::string result_json();

 private:
  std::size_t advance();

  Group group_;
  std::size_t limit_;
  LatticeSearch search_;
  bool searched_ = false;
  std::optional<Lattice> lattice_;
  std::vector<std::vector<Element>> generators_;   // of the first nodes
  std::vector<std::optional<KnownAsTold>> names_;  // of the first classes
};

// All steps at once.
std::string lattice_json(const Group& group, std::size_t limit);

}  // namespace coset::protocol
