// Cosets, quotients and lattices of subgroups for people, and as lines for GAP.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/algebra/cosets.hpp"
#include "engine/algebra/lattice.hpp"

namespace coset::cli {

// As many words as fit on a line beside its label.
std::string fitting(const std::vector<std::string>& words);
// The elements in the order in which people write them, after the words before them.
std::string list_elements(const Group& group, const ElementSet& set,
                          std::vector<std::string> words = {});
// "the whole group", "trivial", or its order and elements.
std::string describe_subgroup(const Group& group, const ElementSet& subgroup);

std::string cosets_text(const Group& group, const ElementSet& subgroup, CosetSide side);
// REQUIRES: is_normal(group, subgroup)
std::string quotient_text(const Group& group, const ElementSet& subgroup);
std::string lattice_text(const Group& group, const std::optional<Lattice>& lattice);

// Lines that build the group in GAP as the permutations x -> xg of its elements, and the same
// object. Point i is element i of `names`, and a permutation sends point 1 to its own element.
std::string cosets_gap(const Group& group, const ElementSet& subgroup, CosetSide side);
std::string quotient_gap(const Group& group, const ElementSet& subgroup);
std::string lattice_gap(const Group& group);

}  // namespace coset::cli
