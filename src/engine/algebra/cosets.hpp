// The cosets of a subgroup, whether it is normal and why not, and the quotient by a normal one.
// All are computed from the table on each call and nothing is kept. Thread-safe.
// REQUIRES, for all: `subgroup` is a subgroup.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/algebra/element_set.hpp"
#include "engine/algebra/operation.hpp"

namespace coset {

enum class CosetSide : std::uint8_t { left, right };

// Ordered by their least element, so the subgroup itself is the first. Left: xH. Right: Hx.
std::vector<ElementSet> cosets(const Group& group, const ElementSet& subgroup, CosetSide side);

// The name of coset i: A, B, ... Z, AA, AB, ...
std::string coset_name(int i);

// g^-1 H g for all g: the subgroup first, then in the order of ElementSet.
std::vector<ElementSet> conjugates(const Group& group, const ElementSet& subgroup);

// The elements g with g^-1 H g = H.
ElementSet normaliser(const Group& group, const ElementSet& subgroup);

// a and b are in one left coset, ax and bx are in two.
struct MixedCosets {
  Element a, b, x;
};
// The first one, with the least a, b and x in this order; nothing if the subgroup is normal.
std::optional<MixedCosets> mixed_cosets(const Group& group, const ElementSet& subgroup);

// "Not normal: e and s are in one left coset, but e*r = r and s*r = r3s are in two."
std::string describe(const Group& group, const MixedCosets& mixed);

// The group of the cosets, with the coset's names and text "table:...".
// REQUIRES: is_normal(group, subgroup)
Group quotient(const Group& group, const ElementSet& subgroup);

// The subgroup as a group of its own: element i is its i-th in index order, named i.
Group subgroup_as_group(const Group& group, const ElementSet& subgroup);

}  // namespace coset
