// The arena: bots play the same deals from every seat. Who plays is a Crew of players, one Crew for
// each thread; what a game is like depends on the seed and its number only, so any number of
// threads gives the same results, handed over in the order of the deals.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "play/match.hpp"

namespace coset::cli {

// One who plays; it may keep something, so it belongs to one thread.
class Player {
 public:
  virtual ~Player() = default;

  // A game begins, or is over, in which it has these seats.
  virtual void begin(const Match&, const std::vector<Seat>&) {}
  virtual void over(const Match&, const std::vector<Seat>&) {}
  // A legal action for the seat on turn. Throws a Failure if it cannot have one.
  virtual Action choose(const Match& match, Seat seat, Rng& rng) = 0;
  // Nanoseconds that it has spent so far, of this thread or of its own process.
  virtual std::uint64_t now() const = 0;
};
using Crew = std::vector<std::unique_ptr<Player>>;  // one for each bot

// Which bot sits where in one game.
using Seating = std::vector<std::size_t>;
// The games of one deal: the bots at all seats in turn, the last bot at all seats that are left; a
// game for one is played by each bot. REQUIRES: 1 <= bots <= seats, or there is one seat
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
  std::string record;  // if the run keeps records
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
  std::function<bool()> stop;  // asked now and then, if there is one; true: no more
  bool records = false;
};

// Nothing if it was stopped.
std::optional<DealResult> play_deal(const ArenaRun& run, std::uint64_t number, Crew& crew);

// Plays them all and calls take(result) for each in order, in this thread, until it says false or
// the run is stopped. Shows progress. Throws what a player throws.
void play_arena(const ArenaRun& run, const std::function<bool(const DealResult&)>& take);

}  // namespace coset::cli
