#pragma once
// Perft: the number of sequences of `depth` exchanges (or plays) from a position. Draws and passes
// are not followed, so a position without an exchange has no children; turns that the rules skip
// are skipped. `canon` is the position that the published counts start from.

#include <vector>

#include "al_jabar.hpp"
#include "table.hpp"

namespace oracle {

template <class Game>
long long perft(const Game& game, const typename Game::State& s, int depth) {
  if (depth == 0) return 1;
  long long leaves = 0;
  for (const Action& action : game.legal(s)) {
    if (action.kind != Kind::exchange && action.kind != Kind::play) continue;
    if (depth == 1) {
      ++leaves;
      continue;
    }
    typename Game::State next = s;
    game.apply(next, action);
    leaves += perft(game, next, depth - 1);
  }
  return leaves;
}

// Every seat holds two each of R Y B O G P and one W; the Center one clear and one R; the bag the
// rest; seat 0 is to move. REQUIRES: the game is on Z2^3.
inline AlJabar::State canon(const AlJabar& game) {
  require(game.params().moduli == std::vector<int>{2, 2, 2}, "canon is a position on Z2^3");
  const Counts hand = {0, 2, 2, 2, 2, 2, 2, 1};  // C R Y O B P G W
  const Counts center = {1, 1, 0, 0, 0, 0, 0, 0};
  Counts bag = game.start().bag;
  for (std::size_t e = 1; e < bag.size(); ++e) bag[e] -= game.params().seats * hand[e] + center[e];
  const std::vector<Counts> hands(static_cast<std::size_t>(game.params().seats), hand);
  return game.set_up(hands, center, bag, 0);
}

}  // namespace oracle
