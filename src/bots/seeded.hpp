// Chance in a game whose seed is known, such as the deal of a day. The n-th deal is the same
// however the game goes, so a game that was saved, stopped or taken back goes on as it would have,
// and every face deals alike. Pure; thread-safe.
#pragma once

#include "base/rng.hpp"
#include "play/spec.hpp"

namespace coset::bots {

// What the deal with this number, counted from 0, is drawn with.
Rng deal_rng(std::uint64_t seed, std::uint64_t number);
// What a bot that acts after so many moves and deals thinks with.
Rng bot_rng(std::uint64_t seed, std::uint64_t number);

// What a greedy bot reaches on this deal: Solitaire's par. REQUIRES: the spec has one seat
int par_of(const Spec& spec, std::uint64_t seed);

}  // namespace coset::bots
