// Ranker: the exchanges or plays considered in a position, the largest immediate gain first, in a
// random order among equals. Where there are few it lists all of them, else it finds the best
// without visiting the others. It counts its work in units of about a nanosecond,
// which are the same on every machine. A workspace that keeps a reference to the game; one thread
// at a time.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

#include "engine/play/chooser.hpp"
#include "engine/play/family.hpp"
#include "engine/rules/exchange_ranking.hpp"
#include "engine/rules/play_ranking.hpp"

namespace coset::bots {

struct Gain {
  int reduction = 0;      // of one's own hand
  int cancellations = 0;  // clears dealt to each other seat, or Solitaire's C

  friend auto operator<=>(const Gain&, const Gain&) = default;
};

struct Candidate {
  Action action;
  Gain gains;
};

using By = ExchangeRanking::By;

// Sorts by what is gained, equals by a ticket, and leaves no more than `limit`.
void sort_greedily(std::vector<Candidate>& candidates, By by, std::size_t limit, Rng& rng);

template <Game G>
class Ranker;

// Al-Jabar and Solitaire.
template <Game G>
class ExchangeRanker {
 public:
  using State = typename G::State;

  explicit ExchangeRanker(const G& game);

  // At most `limit` of them.
  std::vector<Candidate> best(const State& s, std::size_t limit, Rng& rng, By by = By::shed);
  // A random subset without repetition, the best of them first.
  std::vector<Candidate> any(const State& s, std::size_t count, Rng& rng);
  Action greedy(const State& s, Rng& rng);
  // A first draw, a pass, or of the listed exchanges the one that sheds least; in Al-Jabar it draws
  // again rather than shed more than it has drawn, so that its turn makes no hand smaller while
  // there are pieces to draw. It takes no chance.
  Action weakest(const State& s);
  // Al-Jabar's final round: the hand may be left as it is, which is better than to make it larger
  // (A14, A18).
  bool may_rest(const State& s) const;
  // What a random player does.
  Action random(const State& s, Rng& rng);
  // What is done where nothing is exchanged.
  Action otherwise(const State& s) const;
  // The last list left something out.
  bool cut() const { return cut_; }
  // Makes a move, and counts that too.
  void apply(State& s, const Action& action);

  std::uint64_t work() const { return work_ + ranking_.work(); }

 private:
  const typename G::Pieces& hand(const State& s) const { return game_.hand(s, game_.turn(s).seat); }
  void list(const State& s, std::vector<Candidate>& out);
  std::uint64_t kinds_in(const typename G::Pieces& pieces) const;
  std::uint64_t sampling_cost(const State& s) const;

  const G& game_;
  ExchangeRanking ranking_;
  bool few_;  // all that can ever be given are soon listed
  bool cut_ = false;
  std::vector<ExchangeRanking::Found> found_;
  std::uint64_t work_ = 0;
};

template <class T>
class Ranker<AlJabar<T>> : public ExchangeRanker<AlJabar<T>> {
  using ExchangeRanker<AlJabar<T>>::ExchangeRanker;
};
template <class T>
class Ranker<Solitaire<T>> : public ExchangeRanker<Solitaire<T>> {
  using ExchangeRanker<Solitaire<T>>::ExchangeRanker;
};

// The same for plays; a hand of very many cards is looked at in part.
template <class T>
class Ranker<MadAbel<T>> {
 public:
  using G = MadAbel<T>;
  using State = typename G::State;

  explicit Ranker(const G& game);

  std::vector<Candidate> best(const State& s, std::size_t limit, Rng& rng, By by = By::shed);
  std::vector<Candidate> any(const State& s, std::size_t count, Rng& rng);
  Action greedy(const State& s, Rng& rng);
  // It draws or passes where it may, else it plays the fewest cards. It takes no chance.
  Action weakest(const State& s);
  bool may_rest(const State&) const { return false; }
  // What a random player does: any set of cards, in any order.
  Action random(const State& s, Rng& rng);
  // The fallback where no play was considered: another play, or none.
  Action otherwise(const State& s, Rng& rng);
  bool cut() const { return cut_; }
  void apply(State& s, const Action& action);
  // Whether the seat on turn could play, by a quick test.
  bool can_play(const State& s);

  std::uint64_t work() const { return work_ + ranking_.work(); }

 private:
  // As many plays as are soon listed, or none if there are more.
  bool list(const State& s, std::size_t most, std::vector<Candidate>& out);
  void rank(const State& s, std::size_t limit, Rng& rng, std::vector<Candidate>& out);
  State part_of(const State& s, Rng& rng) const;
  std::vector<Candidate> found(const State& s, std::size_t max_found, std::size_t limit, Rng& rng);

  const G& game_;
  PlayRanking ranking_;
  std::optional<Chooser<G>> chooser_;
  bool cut_ = false;
  std::vector<Word> words_;
  std::uint64_t work_ = 0;
};

extern template class ExchangeRanker<AlJabar<Tally<8>>>;
extern template class ExchangeRanker<AlJabar<MiddleTally>>;
extern template class ExchangeRanker<Solitaire<Tally<8>>>;
extern template class ExchangeRanker<Solitaire<MiddleTally>>;
extern template class Ranker<MadAbel<CardSet>>;
extern template class Ranker<MadAbel<MiddleTally>>;
#if !defined(__wasm__)
extern template class ExchangeRanker<AlJabar<Tally<256>>>;
extern template class ExchangeRanker<Solitaire<Tally<256>>>;
extern template class Ranker<MadAbel<Tally<256>>>;
#endif

}  // namespace coset::bots
