// The arena: bots play the same deals from every seat. Each thread has a Crew of players; a game
// depends only on the seed and its number, so any number of threads gives the same results, in the
// order of the deals.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/play/match.hpp"

namespace coset::cli {

// A player; it may have state, so it belongs to one thread.
class Player {
 public:
  virtual ~Player() = default;

  // A game in which it has these seats begins, or is over.
  virtual void begin(const Match&, const std::vector<Seat>&) {}
  virtual void over(const Match&, const std::vector<Seat>&) {}
  // A legal action for the seat on turn. Throws a Failure if it gets none.
  virtual Action choose(const Match& match, Seat seat, Rng& rng) = 0;
  // Its clock in nanoseconds: CPU time of this thread, or for a program wall time.
  virtual std::uint64_t now() const = 0;
};
using Crew = std::vector<std::unique_ptr<Player>>;  // one for each bot

// Which bot sits where in one game.
using Seating = std::vector<std::size_t>;
// The games of one deal: each bot at every seat in turn, the last bot at the remaining seats; with
// one seat, one game per bot. REQUIRES: 1 <= bots <= seats, or there is one seat
std::vector<Seating> seatings(int seats, std::size_t bots);

struct ThinkingTime {
  std::uint64_t moves = 0;
  std::uint64_t total = 0;    // nanoseconds
  std::uint64_t slowest = 0;  // of one move
};

struct ArenaGame {
  Scores scores;
  Ending ending = Ending::none;
  int turns = 0;
  std::string record;  // if the run saves records
};
struct DealResult {
  std::vector<ArenaGame> games;     // one for each seating
  std::vector<ThinkingTime> times;  // one for each bot
};

struct ArenaRun {
  Spec spec;
  std::vector<Seating> seatings;
  std::uint64_t deals = 1;
  std::uint64_t seed = 1;
  int threads = 1;
  std::function<Crew()> crew;
  std::function<bool()> stop;  // if set, polled; true: stop
  bool records = false;
};

// Nothing if it was stopped.
std::optional<DealResult> play_deal(const ArenaRun& run, std::uint64_t number, Crew& crew);

// Plays all deals and calls take(result) for each in order, in this thread, until it returns false
// or the run is stopped. Shows progress. Rethrows what a player throws.
void play_arena(const ArenaRun& run, const std::function<bool(const DealResult&)>& take);

}  // namespace coset::cli
