// Bot: a computer player. It sees a View, never a State, so it cannot know hidden cards, and
// spends a Budget: there is no clock inside. Bots are immutable and thread-safe; all chance comes
// from the given Rng or seed, so the same view, budget and seed give the same action. A caller that
// must not block uses a Thought, which runs in steps, instead of one long call.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "engine/play/playout.hpp"
#include "engine/play/spec.hpp"

namespace coset::bots {

// The limits of a search. Every bot has its own limit as well (settings.hpp).
struct Budget {
  std::uint64_t playouts = ~std::uint64_t{0};  // positions looked at, roughly
  std::function<bool()> stop;                  // polled, if there is one; true: answer immediately

  bool spent(std::uint64_t used) const { return used >= playouts || (stop && stop()); }
};

// A decision in the making. Nothing is looked at but in step(), and however it is sliced, the same
// things are looked at in the same order. One thread at a time.
class Thought {
 public:
  Thought() = default;
  Thought(const Thought&) = delete;
  Thought& operator=(const Thought&) = delete;
  virtual ~Thought() = default;

  // Searches about this many more positions, at least one; false once the search is complete.
  // The first step also lists the moves there are, which cannot be sliced.
  virtual bool step(std::uint64_t positions) = 0;
  // How many it has looked at.
  virtual std::uint64_t used() const = 0;
  // The best so far, a legal action. REQUIRES: there was a step
  virtual Action best() const = 0;
};

class Bot {
 public:
  virtual ~Bot() = default;

  // A legal action for the seat that the view belongs to. REQUIRES: the view is of this spec's
  // game, and it is that seat's turn to act
  virtual Action choose(const Spec& spec, const AnyView& view, const Budget& budget,
                        Rng& rng) const = 0;
  // The same choice, to be made in steps; the Thought keeps the game that it is about. The budget
  // is asked between the things that are looked at, and inside of those that take long; once it is
  // spent, nothing is left to look at.
  virtual std::unique_ptr<Thought> think(const Spec& spec, const AnyView& view, std::uint64_t seed,
                                         const Budget& budget) const = 0;
};

struct BotInfo {
  std::string_view name;
  std::string_view about;
};

// The bots there are, the weakest first.
std::span<const BotInfo> all_bots();

// A bot by its name, and perhaps how it is to think: "strong", "alphabeta:depth=3" (settings.hpp).
Result<std::shared_ptr<const Bot>> make_bot(std::string_view text);

// Plays one game, seat i by bots[i], all from this seed. REQUIRES: one bot for every seat
GameSummary play_bot_game(const Spec& spec, std::span<const std::shared_ptr<const Bot>> bots,
                          const Budget& budget, std::uint64_t seed);

}  // namespace coset::bots
