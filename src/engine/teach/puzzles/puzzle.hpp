// Puzzles: a position, a goal and the one answer to it, made by the engine from (kind, seed). That
// there is one answer is proved when the puzzle is made, by comparing every move there is; answers
// that lead to the same count as one, and any of them is accepted. A Puzzle is a value, the same
// for the same kind, seed and spec on every platform. Pure; thread-safe.
//
// Making one always ends: up to max_attempts positions are tried, each from a seed of its own
// derived from the puzzle's, each search stops at a fixed number of moves, which rejects the
// position, and all of it at a fixed number of things looked at: a part of a second. With the spec
// left out an attempt succeeds at least once in a few hundred.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/play/match.hpp"
#include "engine/teach/puzzles/kind.hpp"
#include "engine/teach/why/describe.hpp"

namespace coset::teach {

// On colours or ordinary cards, unless another group is asked for.
bool is_usual(PuzzleKind kind);

// What may be asked of a position by PuzzleKind::possible.
enum class Question : std::uint8_t { exchange, reduce, play };

// What the goal asks for, as values.
struct Task {
  int count = 0;     // what the best exchange gains; exchanges; pieces; clears
  Element target{};  // what is to be made
  Action broken;     // the exchange to repair
  Question question = Question::exchange;
};

struct Answer {
  // One exchange or play, or the exchanges of a line. Pieces that make something are a play.
  std::vector<Action> moves;
  std::optional<bool> yes;  // possible; then there are no moves

  friend bool operator==(const Answer&, const Answer&) = default;
};

struct Puzzle {
  PuzzleKind kind = PuzzleKind::best_exchange;
  std::uint64_t seed = 0;
  std::string spec;      // canonical, as Spec::parse reads it
  std::string position;  // canonical, as Match::open reads it
  Seat seat = 0;         // that is to answer
  bool open_hands = false;
  Task task;
  std::optional<Message> about;  // how the group works, if it is not the colours
  Message goal;
  Answer solution;
  std::vector<Answer> equivalents;  // further answers that lead to the same
  // From 1 to 5, estimated from the search that made it:
  //   points = bits of `checked` + pieces that a move of the solution handles
  //            + 3 for each move after the first
  //            + 2 if the second best is 1 worse, + 1 if it is 2 worse
  //   difficulty = (points - 3) / 3, at least 1 and at most 5
  int difficulty = 1;
  std::uint64_t checked = 0;  // moves compared to prove that there is one answer
  std::vector<Message> why;
  std::vector<Message> hints;  // each reveals a little more
  std::vector<std::string_view> themes;
};

// Why no puzzle of this kind is made for this game, if none is.
std::optional<Error> misfit(PuzzleKind kind, const Spec& spec);

inline constexpr int max_attempts = 4000;

// An error if there is a misfit, or no puzzle in max_attempts or in the effort that is allowed.
// `effort`, if not null, is the work it took: about a microsecond each.
Result<Puzzle> make_puzzle(PuzzleKind kind, std::uint64_t seed,
                           const std::optional<Spec>& spec = std::nullopt,
                           std::uint64_t* effort = nullptr);

// "R+Y=O", "R+Y+B+W=C; C+C=C", "yes".
std::string write_answer(const Puzzle& puzzle, const Answer& answer);
Result<Answer> read_answer(const Puzzle& puzzle, std::string_view text);

struct Judgement {
  enum class Outcome : std::uint8_t {
    right,
    unfinished,  // the first moves of a right line
    wrong,       // a legal move that falls short, or the wrong word
    illegal,     // not a move here
    unread,      // not an answer
  };
  Outcome outcome = Outcome::wrong;
  std::vector<Message> messages;

  bool right() const { return outcome == Outcome::right; }
};

// The feedback on an answer: how it falls short, or why it is invalid, but never the solution.
Judgement check(const Puzzle& puzzle, std::string_view text);

// The position for people: a label, and pieces or a number.
struct Shown {
  Message label;
  std::string text;
};
std::vector<Shown> show(const Puzzle& puzzle);

}  // namespace coset::teach
