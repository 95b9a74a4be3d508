// What a move gains at once: the pieces it sheds, and the cancellations that count for the mover.
// The greedy bot takes the most of the first, then of the second; others order their moves by it.
#pragma once

#include <algorithm>
#include <compare>
#include <utility>
#include <vector>

#include "play/family.hpp"

namespace coset::bots {

struct Gain {
  int reduction = 0;      // of one's own hand
  int cancellations = 0;  // clears dealt to each other seat, or Solitaire's C

  friend auto operator<=>(const Gain&, const Gain&) = default;
};

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

template <class T>
Gain gain(const MadAbel<T>&, const typename MadAbel<T>::State& before,
          const typename MadAbel<T>::State& after) {
  return {before.hands[before.seat].size() - after.hands[before.seat].size(), 0};
}

template <Game G>
struct Candidate {
  Action action;
  typename G::State after;
  Gain gains;
};

// What candidates are ordered by. Sorting these and not the candidates themselves moves little, and
// needs no code for each game.
struct Rank {
  Gain gains;
  std::uint64_t ticket;  // random: the order among equals
  std::size_t place;     // in the list: no two are equal, so every platform sorts alike
};
inline void sort_greedily(std::vector<Rank>& ranks) {
  std::sort(ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) {
    if (a.gains != b.gains) return a.gains > b.gains;
    return std::pair(a.ticket, a.place) < std::pair(b.ticket, b.place);
  });
}

// Exchanges and plays with what they lead to, the greediest first, in a random order among equals.
template <Game G>
std::vector<Candidate<G>> candidates(const G& game, const typename G::State& s, std::size_t limit,
                                     Rng& rng) {
  ActionList list(limit);
  game.actions(s, list);
  std::vector<Candidate<G>> found;
  std::vector<Rank> ranks;
  for (const Action& action : list) {
    if (action.verb != Verb::exchange && action.verb != Verb::play) continue;
    Candidate<G> candidate{action, s, {}};
    game.apply(candidate.after, action);
    candidate.gains = gain(game, s, candidate.after);
    ranks.push_back({candidate.gains, rng.next(), found.size()});
    found.push_back(candidate);
  }
  sort_greedily(ranks);
  std::vector<Candidate<G>> out;
  out.reserve(found.size());
  for (const Rank& rank : ranks) out.push_back(found[rank.place]);
  return out;
}

template <Game G>
Action greedy_action(const G& game, const typename G::State& s, Rng& rng) {
  constexpr std::size_t limit = 20000;
  const auto moves = candidates(game, s, limit, rng);
  if (!moves.empty()) return moves[0].action;
  ActionList scratch;
  return game.random_action(s, scratch, rng);
}

}  // namespace coset::bots
