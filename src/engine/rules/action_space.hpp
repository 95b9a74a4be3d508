// How many exchanges there are on a group at all, by counting: the size of the action space that a
// player, a bot or a table of indices has to deal with.
#pragma once

#include <cstdint>

#include "engine/algebra/operation.hpp"
#include "engine/rules/options.hpp"

namespace coset {

// A number that does not fit stays at the largest one.
struct ActionSpace {
  std::uint64_t multisets = 0;  // of 1 to max_exchange pieces
  std::uint64_t pairs = 0;      // of multisets with equal sums
  std::uint64_t non_null = 0;   // without giving a multiset for itself (A1)
  std::uint64_t reachable = 0;  // non-null, and a cancelled Center can hold what is taken
};

// The Spectrum, a draw and a pass come on top. REQUIRES: the group is abelian
// and 1 <= max_exchange <= ExchangeOptions::exchange_limit
ActionSpace action_space(const Group& group, int max_exchange, Cancel cancel);

}  // namespace coset
