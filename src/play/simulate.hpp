// Random games, perft and the behaviour signature: whole games without a table around them, as
// fast as the plain path of each game allows. Pure functions of their arguments; thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "play/spec.hpp"

namespace coset {

struct GameSummary {
  int turns = 0;
  int decisions = 0;  // actions that a seat chose, deals not counted
  Ending ending = Ending::none;
  Scores scores;
  int other_score = 0;  // Solitaire: the score with the other sign of R (S5)
};

// Who plays. Neither looks ahead, draws of its own will or passes while it has a move.
//   random  uniform over exchanges, or over sets of cards and then over ordered top pairs
//   greedy  the move that reduces the hand most; among those the one that cancels most for others;
//           among those any
enum class Policy : std::uint8_t { random, greedy };

// Plays one game, deals included, all from this seed.
GameSummary play_game(const Spec& spec, Policy policy, std::uint64_t seed);

// The number of lines of `depth` plies from a position.
//   moves  exchanges and plays only; who would have to draw, pass or be dealt to has no line
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
std::uint64_t behaviour_signature();

}  // namespace coset
