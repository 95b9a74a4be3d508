// Playouts: random games of one spec, as fast as there is a way to play them. The games are those
// of play_random_game, seed by seed and to the last ticket, on every path and every platform; no
// list of moves is built, and nothing is allocated after the constructor (see chooser.hpp for the
// one exception). It holds a workspace: one for each thread.
#pragma once

#include <memory>
#include <string_view>

#include "engine/play/playout.hpp"
#include "engine/play/spec.hpp"

namespace coset {

class Playouts {
 public:
  // The best there is, or a slower one to compare it with.
  enum class Path : std::uint8_t {
    best,      // the special path of a game, compiled for this processor
    baseline,  // the special path, as it runs on any processor
    generic,   // the rules themselves, with a Chooser
  };

  explicit Playouts(const Spec& spec, Path path = Path::best);
  Playouts(Playouts&&) noexcept;
  Playouts& operator=(Playouts&&) noexcept;
  ~Playouts();

  GameSummary play(std::uint64_t seed);
  // What it came to: "lanes, avx2", "lanes", "sums, avx2", "sums" or "generic".
  std::string_view path() const;

  // Behind the paths: one kind of game on one of them.
  class Player;

 private:
  Spec spec_;  // keeps the game alive
  std::unique_ptr<Player> player_;
};

}  // namespace coset
