// Permutations of 1..n, n <= 64, in disjoint cycles. One way of writing: "(1 2)(3 4 5)", least
// point first in each cycle and cycles by their least point, fixed points left out, "()" for the
// identity. Every way of reading: cycles and the points of a cycle turned in any order, fixed
// points written out, spaces or commas between points, or nothing where n <= 9. Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coset {

inline constexpr int max_points = 64;

// images[i] is where point i goes, both counted from 0.
std::string write_cycles(const std::vector<int>& images);

// Nothing if the text is no set of disjoint cycles on `points` points. REQUIRES: points <=
// max_points
std::optional<std::vector<int>> read_cycles(std::string_view text, int points);

}  // namespace coset
