// Search: a decision in the making by one of the strong ways, one thing at a time. It allocates
// when it is made; its steps do not. One thread at a time.
#pragma once

#include <memory>

#include "bots/settings.hpp"
#include "play/family.hpp"

namespace coset::bots {

class Search {
 public:
  Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  virtual ~Search() = default;

  // False once nothing is left to look at.
  virtual bool step() = 0;
  virtual std::uint64_t used() const = 0;
  // Legal from the beginning.
  virtual Action best() const = 0;
};

// The strongest that there is for this game, or nothing if only the general ways are left.
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

}  // namespace coset::bots
