// The kinds of puzzles by their names. Who checks a name needs no more: making a puzzle is the rest
// of the folder. Immutable.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace coset::teach {

enum class PuzzleKind : std::uint8_t {
  best_exchange,  // the most pieces shed and clears dealt, added together
  reach_one,      // one piece in the fewest exchanges while the others do not move
  make_fewest,    // make a piece from the hand, with few pieces ...
  make_most,      // ... or with many
  three_clears,   // deal exactly three clears
  possible,       // is a move possible? yes or no
  five_move,      // Solitaire: from 13 pieces to one in five exchanges
  empty_hand,     // Mad Abel where order matters: all cards in one play
  no_answer,      // Mad Abel with open hands: leave what the next seat cannot make
  repair,         // change one piece of a wrong exchange
};

struct PuzzleInfo {
  PuzzleKind kind;
  std::string_view name;   // one word, stable
  std::string_view about;  // the id of a message
  std::string_view games;  // the games it is made for, the first by default
};

namespace detail {

// In the order above.
inline constexpr PuzzleInfo kinds[] = {
    {PuzzleKind::best_exchange, "best-exchange", "puzzle.about.best-exchange", "al-jabar"},
    {PuzzleKind::reach_one, "reach-one", "puzzle.about.reach-one", "al-jabar"},
    {PuzzleKind::make_fewest, "make-fewest", "puzzle.about.make-fewest", "al-jabar"},
    {PuzzleKind::make_most, "make-most", "puzzle.about.make-most", "al-jabar"},
    {PuzzleKind::three_clears, "three-clears", "puzzle.about.three-clears", "al-jabar"},
    {PuzzleKind::possible, "possible", "puzzle.about.possible", "al-jabar mad-abel"},
    {PuzzleKind::five_move, "five-move", "puzzle.about.five-move", "solitaire"},
    {PuzzleKind::empty_hand, "empty-hand", "puzzle.about.empty-hand", "mad-abel"},
    {PuzzleKind::no_answer, "no-answer", "puzzle.about.no-answer", "mad-abel"},
    {PuzzleKind::repair, "repair", "puzzle.about.repair", "al-jabar"},
};

}  // namespace detail

constexpr std::span<const PuzzleInfo> puzzle_kinds() { return detail::kinds; }
constexpr const PuzzleInfo& info_of(PuzzleKind kind) {
  return detail::kinds[static_cast<std::size_t>(kind)];
}
constexpr std::optional<PuzzleKind> find_puzzle_kind(std::string_view name) {
  for (const PuzzleInfo& info : detail::kinds)
    if (info.name == name) return info.kind;
  return std::nullopt;
}

}  // namespace coset::teach
