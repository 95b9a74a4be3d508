// Random games, perft and the behaviour signature: whole games without a table around them, as
// fast as the plain path of each game allows. Pure functions of their arguments; thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "engine/play/playout.hpp"
#include "engine/play/spec.hpp"

namespace coset {

// Plays one game by random_action, deals included, all from this seed.
GameSummary play_random_game(const Spec& spec, std::uint64_t seed);

// The number of lines of `depth` plies from a position.
//   moves  exchanges and plays only; a line ends where a draw, a pass or a deal is due
//   all    every action, each different piece that may be dealt counting once
enum class PerftCount : std::uint8_t { moves, all };
// After each first ply `progress(done, total)` is called, if there is one.
using PerftProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;
Result<std::uint64_t> perft(const Spec& spec, std::string_view position, int depth,
                            PerftCount count, const PerftProgress& progress = {});

// The position for which perft is published: every seat holds two of each colour but white, one
// white, and the Center a clear and a red. Al-Jabar on Z2^3 only.
Result<std::string> canon_position(const Spec& spec);

// One number for the behaviour of all games: fixed random games, with every action, every number
// of legal actions and every score mixed in. Equal on all compilers and platforms.
// With older rules it is the number that programs of those rules had.
std::uint64_t behaviour_signature(int rules = newest_rules);

}  // namespace coset
