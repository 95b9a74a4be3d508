// Whether two groups are the same but for their names, and what a group is known as. Computed on
// each call. Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/algebra/operation.hpp"

namespace coset {

// Larger groups are compared only if they are abelian.
inline constexpr int isomorphism_limit = 60;

// Where an isomorphism sends each element of `from`; nothing if there is none, or if the order is
// above isomorphism_limit.
std::optional<std::vector<Element>> isomorphism(const Group& from, const Group& to);

// An abelian group as a product of cyclic groups.
struct CyclicFactors {
  std::vector<Element> generators;
  std::vector<int> orders;  // of the generators
  std::vector<Element>
      elements;  // the product's element i, first coordinate fastest, is elements[i]
};
// With orders that are powers of primes, ascending; none for the trivial group.
// REQUIRES: group.abelian()
CyclicFactors prime_power_factors(const Group& group);
// With orders above 1 that divide one another, ascending: the fewest factors there can be.
// REQUIRES: group.abelian()
CyclicFactors invariant_factors(const Group& group);

struct KnownAs {
  std::string text;           // of the simplest group of our families, or perm:...
  std::string name;           // the same text, or the usual name such as "SL(2,3)"
  std::vector<Element> sent;  // where an isomorphism sends each element
};
// The fewest factors, and Zm:Zn last; nothing if no family has it, or above isomorphism_limit if it
// is not abelian.
std::optional<KnownAs> known_as(const Group& group);

}  // namespace coset
