// The immediate gain of a move: the pieces it sheds, and the cancellations that count for the
// mover. The greedy bot takes the most of the first, then of the second; others order their moves
// by it.
#pragma once

#include <compare>

#include "engine/bots/ranker.hpp"

namespace coset::bots {

template <class T>
Gain gain(const AlJabar<T>&, const typename AlJabar<T>::State& before,
          const typename AlJabar<T>::State& after) {
  const std::size_t seat = before.seat;
  const std::size_t other = seat == 0 ? 1 : 0;  // every other seat gets the same
  return {before.hands[seat].size() - after.hands[seat].size(),
          after.hands[other].size() - before.hands[other].size()};
}

template <class T>
Gain gain(const Solitaire<T>&, const typename Solitaire<T>::State& before,
          const typename Solitaire<T>::State& after) {
  return {before.hand.size() - after.hand.size(), after.cancellations - before.cancellations};
}

// The greediest move, any of the equals.
template <Game G>
Action greedy_action(const G& game, const typename G::State& s, Rng& rng) {
  return Ranker<G>(game).greedy(s, rng);
}

}  // namespace coset::bots
