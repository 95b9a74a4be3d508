// What the files that make and check puzzles share; nobody else includes it. A maker tries one
// position and gives nothing if it makes no puzzle, or if the effort is exhausted; a checker is
// asked about moves that were read from an answer to its own kind. Pure; thread-safe.
#pragma once

#include <utility>

#include "engine/bots/ranker.hpp"
#include "engine/bots/search.hpp"
#include "engine/play/notation.hpp"
#include "engine/play/position.hpp"
#include "engine/teach/puzzles/puzzle.hpp"
#include "engine/teach/puzzles/search.hpp"
#include "engine/teach/table/verdict.hpp"

namespace coset::teach {

// exchange.cpp: best_exchange, three_clears, repair
std::optional<Puzzle> try_exchange(PuzzleKind kind, const Spec& spec, Rng& rng, Effort& effort);
Judgement check_exchange(const Puzzle& puzzle, const Action& move);
// lines.cpp: reach_one, five_move
std::optional<Puzzle> try_line(PuzzleKind kind, const Spec& spec, Rng& rng, Effort& effort);
Judgement check_line(const Puzzle& puzzle, const std::vector<Action>& moves);
// sums.cpp: make_fewest, make_most
std::optional<Puzzle> try_sum(PuzzleKind kind, const Spec& spec, Rng& rng, Effort& effort);
Judgement check_sum(const Puzzle& puzzle, const Word& word);
// possible.cpp: possible
std::optional<Puzzle> try_possible(const Spec& spec, Rng& rng, Effort& effort);
Judgement check_possible(const Puzzle& puzzle, const Answer& answer);
// cards.cpp: empty_hand, no_answer
std::optional<Puzzle> try_cards(PuzzleKind kind, const Spec& spec, Rng& rng, Effort& effort);
Judgement check_cards(const Puzzle& puzzle, const Action& move);

// What a move of the rules is worth saying about: the verdict of an illegal one, with repairs that
// do not give the solution away; nothing if it is legal.
std::optional<Judgement> refuse_illegal(const Puzzle& puzzle, const Match& match,
                                        const Action& move);

// Why an answer is right that is not the one the puzzle was made with: what is true of it, and then
// what was proved of all answers.
std::vector<Message> why_own(const Puzzle& puzzle, std::vector<Message> own);

// As people write it: pieces in text order, unless their order matters.
Word in_text_order(const Operation& operation, const Word& word);
// "O+P+C makes G."
Message describe_product(const Operation& operation, const Word& word);

// `pieces` is how many a move of the solution handles, `margin` how much worse the second best is,
// 3 if there is none.
int difficulty_of(std::uint64_t checked, int pieces, int moves, int margin);
Answer answer_of(const Action& move);
void set_solutions(Puzzle& puzzle, const std::vector<Action>& ways);

inline std::string number(int n) { return std::to_string(n); }
inline std::string number(std::uint64_t n) { return std::to_string(n); }

template <class G>
decltype(auto) hand_of(G& state, Seat seat) {
  if constexpr (requires { state.hands; }) {
    return (state.hands[seat]);
  } else {
    return (state.hand);
  }
}

template <class G>
auto board_of(const typename G::State& s, Seat seat) {
  return Board<typename G::Pieces>{hand_of(s, seat), s.center};
}

// Calls use(game) with the game as what it is. REQUIRES: it is a `Wanted`
template <template <class> class Wanted, class Use>
decltype(auto) with_game(const Spec& spec, Use&& use) {
  using First = Wanted<MiddleTally>;
  using Out = std::invoke_result_t<Use, const First&>;
  return std::visit(
      [&]<Game G>(const G& game) -> Out {
        if constexpr (std::is_same_v<G, Wanted<typename G::Pieces>>) {
          return use(game);
        } else {
          CHECK(false);
        }
      },
      spec.game());
}

inline Spec spec_of(const Puzzle& puzzle) { return Spec::parse(puzzle.spec).value(); }

inline Match match_of(const Puzzle& puzzle) {
  return Match::open(spec_of(puzzle), puzzle.position).value();
}

// A position after some turns of play by seats that are greedy, random or a mix of both;
// nothing if the game did not last, or is in its final round.
template <Game G>
std::optional<typename G::State> played(const G& game, int turns, Rng& rng, Effort& effort) {
  typename G::State s = game.start();
  const std::uint32_t greed = rng.below(3);
  bots::Ranker<G> ranker(game);
  while (true) {
    const Turn turn = game.turn(s);
    if (turn.kind == Turn::Kind::over) return std::nullopt;
    if constexpr (requires { game.final_round(s); })
      if (game.final_round(s)) return std::nullopt;
    if (turn.kind == Turn::Kind::deal) {
      game.apply(s, deal_of(draw_from(game.urn(s), rng)));
      continue;
    }
    if (game.turns(s) >= turns) return s;
    if (effort.exhausted()) return std::nullopt;
    const std::uint64_t before = ranker.work();
    game.apply(s, rng.below(2) < greed ? ranker.greedy(s, rng) : ranker.random(s, rng));
    effort.spend(1 + (ranker.work() - before) / bots::work_of_a_unit);
  }
}

// A puzzle at a position, with nothing but the position in it; nothing if the position as text is
// not the same position.
template <Game G>
std::optional<Puzzle> puzzle_at(PuzzleKind kind, const Spec& spec, const G& game,
                                const typename G::State& s) {
  Puzzle out;
  out.kind = kind;
  out.spec = spec.text();
  out.position = write_position(game, s);
  const auto read = read_position(game, out.position);
  if (!read || *read != s || game.turn(s).kind != Turn::Kind::act) return std::nullopt;
  out.seat = game.turn(s).seat;
  return out;
}

}  // namespace coset::teach
