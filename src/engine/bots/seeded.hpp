// Chance in a game with a known seed, such as the daily deal. The n-th deal does not depend on the
// moves, so a game that was saved, stopped or taken back continues alike, and every front end deals
// alike. Pure; thread-safe.
#pragma once

#include "base/rng.hpp"
#include "engine/play/spec.hpp"

namespace coset::bots {

// The Rng of the deal with this number, counted from 0.
Rng deal_rng(std::uint64_t seed, std::uint64_t number);
// The Rng of a bot that acts after this many moves and deals.
Rng bot_rng(std::uint64_t seed, std::uint64_t number);

// What a greedy bot reaches on this deal: Solitaire's par. REQUIRES: the spec has one seat
int par_of(const Spec& spec, std::uint64_t seed);

}  // namespace coset::bots
