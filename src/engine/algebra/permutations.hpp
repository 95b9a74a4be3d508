// Groups of permutations: from a list of all of them, and from generators as text,
// "perm:(1,2,3)/(1,2)". Elements are in the order of their lists of images, names are cycles, and a
// product is read from left to right. Thread-safe.
#pragma once

#include <vector>

#include "base/reader.hpp"
#include "engine/algebra/families.hpp"

namespace coset {

using Images = std::vector<int>;  // images[i] is where point i goes, both counted from 0

// Everything but its text. REQUIRES: `all` is a group in order, and `generators` generate it
Presentation permutation_group(const std::vector<Images>& all,
                               const std::vector<Images>& generators);

// What follows "perm:": permutations of up to 64 points, with "/" between them. The text keeps
// those that the ones before do not make.
Result<Presentation> parse_permutations(Reader& in);

}  // namespace coset
