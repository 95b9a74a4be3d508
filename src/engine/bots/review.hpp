// Review: what the values of the moves of one game say about its moves. How much a move cost is
// judged by its duel with the move that is advised (analysis.hpp). A difference within two standard
// errors is no mistake, whatever its size, and an advised move is none. Pure; thread-safe.
#pragma once

#include <span>
#include <vector>

#include "engine/bots/analysis.hpp"

namespace coset::bots {

struct MoveReviewed {
  Seat seat = 0;
  // Of its duel; nothing if there was no other move.
  bool compared = false;
  bool advised = false;  // it was the one
  double edge = 0;
  double error = 0;
  double pieces = 0;
};

enum class Grade : std::uint8_t { fine, inaccuracy, mistake, blunder };
COSET_WORDS(Grade, "fine", "inaccuracy", "mistake", "blunder")

// Standard errors that a difference must exceed.
inline constexpr double max_doubt = 2;

// `alone`: the values are scores and no shares of a victory.
Grade grade_of(const MoveReviewed& move, bool alone);

// The moves of a seat, or of all (nobody), that cost most, at most `count` of them; those that are
// graded fine come last. Where a game is decided, pieces tell moves apart. Only moves that did
// worse than the advised one are among them.
std::vector<std::size_t> dearest(std::span<const MoveReviewed> moves, bool alone, Seat seat,
                                 std::size_t count);
// Those that were surely better than every other move, by how much at least.
std::vector<std::size_t> finest(std::span<const MoveReviewed> moves, Seat seat, std::size_t count);

// Whether too little is certain to say which move cost most: where other hands are hidden, or where
// in most of the positions not even a blunder could be told from chance. Behind hidden hands a
// planted blunder was among the three dearest hardly more often than not (docs/terminal.md).
bool too_noisy(std::span<const MoveReviewed> moves, bool alone, bool hidden);

}  // namespace coset::bots
