// The first byte chooses a puzzle, the rest is an answer to it: whatever it is, it is judged with
// words, and where one move is asked for it is right exactly if it leads where the solution leads.
#include "engine/teach/puzzles/puzzle.hpp"
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

namespace {

constexpr std::size_t seeds = 3;

const teach::Puzzle& puzzle_number(int i) {
  static const auto made = [] {
    std::vector<teach::Puzzle> out;
    for (const teach::PuzzleInfo& info : teach::puzzle_kinds())
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        auto puzzle = teach::make_puzzle(info.kind, seed);
        expect(puzzle.ok(), "every kind makes a puzzle of every seed");
        out.push_back(*std::move(puzzle));
      }
    return out;
  }();
  return made[static_cast<std::size_t>(i) % made.size()];
}

// Where an exchange leads, if it is legal.
std::optional<std::string> after(const teach::Puzzle& puzzle, const Action& move) {
  Match match = *Match::open(*Spec::parse(puzzle.spec), puzzle.position);
  if (match.play(puzzle.seat, move)) return std::nullopt;
  return match.full_position();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes in(data, size);
  const teach::Puzzle& puzzle = puzzle_number(in.next());
  const std::string_view text = in.rest();
  const auto answer = teach::read_answer(puzzle, text);
  if (!answer) fuzz::expect_sound(answer.error(), text);
  const teach::Judgement judged = teach::check(puzzle, text);
  expect(!judged.messages.empty(), "every judgement has words");
  for (const teach::Message& message : judged.messages)
    expect(!teach::say(message).empty(), "every message can be said");
  expect((judged.outcome == teach::Judgement::Outcome::unread) == !answer.ok(),
         "what can be read is judged");
  if (!answer) return 0;
  const std::string written = teach::write_answer(puzzle, *answer);
  expect(teach::check(puzzle, written).outcome == judged.outcome,
         "an answer written again is judged alike");
  if (puzzle.kind == teach::PuzzleKind::best_exchange ||
      puzzle.kind == teach::PuzzleKind::three_clears)
    expect(judged.right() ==
               (after(puzzle, answer->moves[0]) == after(puzzle, puzzle.solution.moves[0])),
           "right is what leads where the solution leads");
  return 0;
}
