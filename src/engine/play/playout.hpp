// A whole game from the first deal to its end, without a record: for simulations, bots and the
// behaviour signature. All chance comes from the given Rng. Pure; thread-safe.
#pragma once

#include "engine/play/repetition.hpp"
#include "engine/rules/game.hpp"
#include "engine/rules/options.hpp"

namespace coset {

struct GameSummary {
  int turns = 0;
  int decisions = 0;  // actions that a seat chose, deals not counted
  Ending ending = Ending::none;
  Scores scores;
  int other_score = 0;  // Solitaire: the score with the other sign of R (S5)

  friend bool operator==(const GameSummary&, const GameSummary&) = default;
};

// The choice of a random playout, for play_out below.
struct RandomChoice {
  ActionList scratch{};

  template <Game G>
  Action operator()(const G& game, const typename G::State& s, Seat, Rng& rng) {
    return game.random_action(s, scratch, rng);
  }
};

// Calls choose(game, state, seat, rng) for each decision and observe(state, action) before each
// action, deals included.
template <Game G, class Choose, class Observe>
GameSummary play_out(const G& game, Repetition& repetition, Rng& rng, Choose& choose,
                     Observe observe) {
  typename G::State s = game.start();
  repetition.reset();
  GameSummary out;
  bool repeated = false;
  while (!repeated) {
    const Turn turn = game.turn(s);
    if (turn.kind == Turn::Kind::over) break;
    const bool dealing = turn.kind == Turn::Kind::deal;
    const Action action =
        dealing ? deal_of(draw_from(game.urn(s), rng)) : choose(game, s, turn.seat, rng);
    observe(s, action);
    game.apply(s, action);
    out.decisions += dealing ? 0 : 1;
    repeated = repetition.note(game.repetition_mark(s));
  }
  out.turns = game.turns(s);
  out.ending = repeated ? Ending::repetition : game.ending(s);
  out.scores = game.scores(s);
  if constexpr (requires { game.score(s, ScoreRule::plus_r); }) {
    const bool minus = game.options().score == ScoreRule::minus_r;
    out.other_score = game.score(s, minus ? ScoreRule::plus_r : ScoreRule::minus_r);
  }
  return out;
}

template <Game G, class Choose, class Observe>
GameSummary play_out(const G& game, int repetition_limit, Rng& rng, Choose choose,
                     Observe observe) {
  Repetition repetition(repetition_limit);
  return play_out(game, repetition, rng, choose, observe);
}

}  // namespace coset
