// Bot: a player by machine. It sees a View, never a State, so it cannot know hidden cards, and
// spends a Budget: there is no clock inside. Bots are immutable and thread-safe; all chance comes
// from the given Rng, so the same view, budget and seed give the same action.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "play/playout.hpp"
#include "play/spec.hpp"

namespace coset::bots {

struct Budget {
  std::uint64_t playouts = 400;  // positions looked at, roughly
  std::function<bool()> stop;    // asked now and then, if there is one; true: answer at once

  bool spent(std::uint64_t used) const { return used >= playouts || (stop && stop()); }
};

class Bot {
 public:
  virtual ~Bot() = default;

  // A legal action for the seat that the view belongs to. REQUIRES: the view is of this spec's
  // game, and it is that seat's turn to act
  virtual Action choose(const Spec& spec, const AnyView& view, const Budget& budget,
                        Rng& rng) const = 0;
};

struct BotInfo {
  std::string_view name;
  std::string_view about;
};

// The bots there are, the weakest first.
std::span<const BotInfo> all_bots();

// A bot by its name.
Result<std::shared_ptr<const Bot>> make_bot(std::string_view name);

// Plays one game, seat i by bots[i], all from this seed. REQUIRES: one bot for every seat
GameSummary play_bot_game(const Spec& spec, std::span<const std::shared_ptr<const Bot>> bots,
                          const Budget& budget, std::uint64_t seed);

}  // namespace coset::bots
