// Search: a decision in the making by one of the strong ways, one thing at a time. It allocates
// when it is made; its steps do not. One thread at a time.
#pragma once

#include <concepts>
#include <memory>

#include "engine/bots/bot.hpp"
#include "engine/bots/settings.hpp"
#include "engine/play/family.hpp"

namespace coset::bots {

// Work is counted in units, which are the same on every machine: a position looked at, a game
// played on, or what takes as long. One takes at most about a microsecond natively.
inline constexpr std::uint64_t work_of_a_unit = 1024;  // additions and steps of a Ranker
// Without another limit a decision takes at most max_units, except for its last step, and a step at
// most max_units_in_a_step.
inline constexpr std::uint64_t max_units = 200000;
inline constexpr std::uint64_t max_units_in_a_step = 6000;

class Search {
 public:
  Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  virtual ~Search() = default;

  // False once nothing is left to look at.
  virtual bool step() = 0;
  // The units of work so far.
  virtual std::uint64_t used() const = 0;
  // Legal from the beginning.
  virtual Action best() const = 0;
  // The budget that stops it inside a step; stored by reference. Only a search with long steps
  // needs it.
  virtual void heed(const Budget&) {}
};

// The table of searches: for every game and kind, its search, or nothing if only the general ones
// apply. A game that is in no row does not compile, and no row catches a game that has its own.

// The strongest that there is.
std::unique_ptr<Search> strong_search(const AlJabar<Tally<8>>& game,
                                      const AlJabar<Tally<8>>::State& s, const Settings& settings,
                                      Rng& rng);
std::unique_ptr<Search> strong_search(const Solitaire<Tally<8>>& game,
                                      const Solitaire<Tally<8>>::State& s, const Settings& settings,
                                      Rng& rng);
std::unique_ptr<Search> strong_search(const MadAbel<CardSet>& game,
                                      const MadAbel<CardSet>::View& view, const Settings& settings,
                                      Rng& rng);
// The plain alpha-beta to measure by: two seats, the difference of the hands, no draws.
std::unique_ptr<Search> plain_alpha_beta(const AlJabar<Tally<8>>& game,
                                         const AlJabar<Tally<8>>::State& s,
                                         const Settings& settings, Rng& rng);
// The plain determinised Monte-Carlo to measure by: every candidate in as many imagined deals.
std::unique_ptr<Search> plain_monte_carlo(const MadAbel<CardSet>& game,
                                          const MadAbel<CardSet>::View& view,
                                          const Settings& settings, Rng& rng);

template <class T>
concept Colours = std::same_as<T, Tally<8>>;

template <class T>
  requires(!Colours<T>)
std::unique_ptr<Search> strong_search(const AlJabar<T>&, const auto&, const Settings&, Rng&) {
  return nullptr;
}
template <class T>
  requires(!Colours<T>)
std::unique_ptr<Search> strong_search(const Solitaire<T>&, const auto&, const Settings&, Rng&) {
  return nullptr;
}
template <class T>
  requires(!std::same_as<T, CardSet>)
std::unique_ptr<Search> strong_search(const MadAbel<T>&, const auto&, const Settings&, Rng&) {
  return nullptr;
}

template <class T>
  requires(!Colours<T>)
std::unique_ptr<Search> plain_alpha_beta(const AlJabar<T>&, const auto&, const Settings&, Rng&) {
  return nullptr;
}
template <class T>
std::unique_ptr<Search> plain_alpha_beta(const Solitaire<T>&, const auto&, const Settings&, Rng&) {
  return nullptr;
}
template <class T>
std::unique_ptr<Search> plain_alpha_beta(const MadAbel<T>&, const auto&, const Settings&, Rng&) {
  return nullptr;
}

template <class T>
std::unique_ptr<Search> plain_monte_carlo(const AlJabar<T>&, const auto&, const Settings&, Rng&) {
  return nullptr;
}
template <class T>
std::unique_ptr<Search> plain_monte_carlo(const Solitaire<T>&, const auto&, const Settings&, Rng&) {
  return nullptr;
}
template <class T>
  requires(!std::same_as<T, CardSet>)
std::unique_ptr<Search> plain_monte_carlo(const MadAbel<T>&, const auto&, const Settings&, Rng&) {
  return nullptr;
}

}  // namespace coset::bots
