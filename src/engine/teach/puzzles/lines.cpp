// Puzzles about a line of exchanges down to one piece, while the other seats and, in Solitaire, the
// Center takes no turns. There is no shorter line, and only one first exchange works.
#include "engine/teach/puzzles/maker.hpp"

namespace coset::teach {

namespace {

constexpr int five = 5;
constexpr int thirteen = 13;
constexpr std::uint64_t max_looked = 60000;
constexpr std::uint64_t max_looked_again = 20 * max_looked;  // when an answer is checked

// A line that reaches one piece, by the first right exchange at every step.
template <class T>
std::vector<Action> line_from(LineSearch<T>& search, Board<T> board, int moves) {
  std::vector<Action> out;
  for (; moves > 0; --moves) {
    const auto right = search.openings(board, moves - 1);
    CHECK(!right.empty());
    out.push_back(right[0].ways[0]);
    board = right[0].after;
  }
  return out;
}

template <class G>
std::vector<Message> steps_of(const G& game, Board<typename G::Pieces> board,
                              const std::vector<Action>& moves) {
  std::vector<Message> out;
  for (const Action& move : moves) {
    const int before = board.hand.size();
    exchange_pieces(game.rules(), board.hand, board.center, move);
    out.push_back({"puzzle.why.step",
                   {{"step", number(static_cast<int>(out.size()) + 1)},
                    {"move", write_action(game.operation(), move)},
                    {"sum", game.operation().names().write(game.operation().product(move.take))},
                    {"before", number(before)},
                    {"after", number(board.hand.size())}}});
  }
  return out;
}

template <class G>
void explain_line(Puzzle& puzzle, const G& game, const Board<typename G::Pieces>& board) {
  puzzle.why = steps_of(game, board, puzzle.solution.moves);
  int pieces = 0;
  for (const Action& move : puzzle.solution.moves) pieces += move.give.size() + move.take.size();
  puzzle.why.push_back({"puzzle.why.line", {{"n", number(puzzle.checked)}}});
  const int moves = puzzle.task.count;
  puzzle.difficulty = difficulty_of(puzzle.checked, (pieces + moves - 1) / moves, moves, 3);
}

// The fewest exchanges, if only one first exchange is right.
template <class G>
bool finish_line(Puzzle& puzzle, const G& game, const typename G::State& s, int least, int most,
                 Effort& effort) {
  using T = typename G::Pieces;
  const auto board = board_of<G>(s, puzzle.seat);
  LineSearch<T> search(game.rules(), max_looked);
  int moves = least;
  std::vector<Outcome<T>> right;
  if (search.reaches(board, least - 1)) {
    effort.spend(search.looked());
    return false;
  }
  for (; moves <= most && right.empty() && !search.spent(); ++moves)
    right = search.openings(board, moves - 1);
  --moves;
  effort.spend(search.looked());
  if (search.spent() || right.size() != 1) return false;
  puzzle.task.count = moves;
  puzzle.checked = search.looked();
  std::vector<Action> line = line_from(search, board, moves);
  if (search.spent()) return false;
  const Action first = line[0];
  for (const Action& way : right[0].ways) {
    line[0] = way;
    (way == first ? puzzle.solution.moves : puzzle.equivalents.emplace_back().moves) = line;
  }
  const Operation& operation = game.operation();
  const bool alone = puzzle.kind == PuzzleKind::five_move;
  puzzle.goal = {alone ? "puzzle.goal.five-move" : "puzzle.goal.reach-one",
                 {{"n", number(moves)}, {"most", number(game.rules().max_exchange())}}};
  explain_line(puzzle, game, board);
  puzzle.hints.push_back({"puzzle.hint.first_sum",
                          {{"piece", operation.names().write(operation.product(first.take))}}});
  puzzle.hints.push_back({"puzzle.hint.first", {{"move", write_action(operation, first)}}});
  puzzle.themes.push_back("line");
  for (const Action& move : puzzle.solution.moves)
    if (game.rules().is_spectrum(move.give, move.take)) {
      puzzle.themes.push_back("spectrum");
      break;
    }
  return true;
}

// A line tried out step by step.
template <class G>
class Walk {
 public:
  using Outcome = Judgement::Outcome;

  Walk(const Puzzle& puzzle, const G& game)
      : puzzle_(puzzle),
        game_(game),
        s_(read_position(game, puzzle.position).value()),
        search_(game.rules(), max_looked_again) {}

  Judgement judge(const std::vector<Action>& moves) {
    const auto count = static_cast<int>(moves.size());
    const auto start = board_of<G>(s_, puzzle_.seat);
    for (int i = 0; i < count; ++i) {
      const auto board = board_of<G>(s_, puzzle_.seat);
      if (board.hand.size() == 1) return {Outcome::wrong, {say_with("puzzle.wrong.beyond", i)}};
      if (auto refusal = step(board, moves[static_cast<std::size_t>(i)], i)) return *refusal;
    }
    const auto board = board_of<G>(s_, puzzle_.seat);
    if (board.hand.size() == 1 && count <= puzzle_.task.count)
      return {Outcome::right, why_own(puzzle_, steps_of(game_, start, moves))};
    if (count < puzzle_.task.count && search_.reaches(board, puzzle_.task.count - count))
      return {Outcome::unfinished, {say_with("puzzle.unfinished", count)}};
    const bool lost = count < puzzle_.task.count && !search_.spent();
    return {Outcome::wrong, {say_with(lost ? "puzzle.wrong.lost" : "puzzle.wrong.line", count)}};
  }

 private:
  // Makes a move, or returns why it is invalid.
  std::optional<Judgement> step(Board<typename G::Pieces> board, const Action& move, int place) {
    if (is_stuck(game_.rules(), board))
      return Judgement{Outcome::wrong, {say_with("puzzle.wrong.stuck", place)}};
    if (move.verb != Verb::exchange ||
        !legal_exchange(game_.rules(), board.hand, board.center, move.give, move.take)) {
      const auto match = Match::open(spec_of(puzzle_), write_position(game_, s_));
      CHECK(match.ok());
      auto refusal = refuse_illegal(puzzle_, *match, move);
      CHECK(refusal.has_value());
      if (place > 0)
        refusal->messages.insert(refusal->messages.begin(), say_with("puzzle.step", place + 1));
      return refusal;
    }
    exchange_pieces(game_.rules(), board.hand, board.center, move);
    hand_of(s_, puzzle_.seat) = board.hand;
    s_.center = board.center;
    return std::nullopt;
  }

  Message say_with(std::string_view id, int count) const {
    return {id,
            {{"count", number(count)},
             {"n", number(puzzle_.task.count)},
             {"left", number(puzzle_.task.count - count)},
             {"hand", number(hand_of(s_, puzzle_.seat).size())}}};
  }

  const Puzzle& puzzle_;
  const G& game_;
  typename G::State s_;
  LineSearch<typename G::Pieces> search_;
};

}  // namespace

std::optional<Puzzle> try_line(PuzzleKind kind, const Spec& spec, Rng& rng, Effort& effort) {
  if (kind == PuzzleKind::five_move)
    return with_game<Solitaire>(spec, [&](const auto& game) -> std::optional<Puzzle> {
      const auto s = played(game, 0, rng, effort);
      if (!s || s->hand.size() != thirteen) return std::nullopt;
      auto puzzle = puzzle_at(kind, spec, game, *s);
      return puzzle && finish_line(*puzzle, game, *s, five, five, effort) ? puzzle : std::nullopt;
    });
  return with_game<AlJabar>(spec, [&](const auto& game) -> std::optional<Puzzle> {
    const int most = game.rules().max_exchange();
    const auto s = played(game, static_cast<int>(3 + rng.below(6)) * game.seats(), rng, effort);
    if (!s) return std::nullopt;
    const auto& hand = s->hands[s->seat];
    const int coloured = hand.size() - hand[identity];  // clears alone are no puzzle
    if (hand.size() <= most || hand.size() > 3 * most || coloured < 3) return std::nullopt;
    auto puzzle = puzzle_at(kind, spec, game, *s);
    return puzzle && finish_line(*puzzle, game, *s, 2, 4, effort) ? puzzle : std::nullopt;
  });
}

Judgement check_line(const Puzzle& puzzle, const std::vector<Action>& moves) {
  const Spec spec = spec_of(puzzle);
  const auto walk = [&]<Game G>(const G& game) { return Walk<G>(puzzle, game).judge(moves); };
  return puzzle.kind == PuzzleKind::five_move ? with_game<Solitaire>(spec, walk)
                                              : with_game<AlJabar>(spec, walk);
}

}  // namespace coset::teach
