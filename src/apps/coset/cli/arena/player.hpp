// Players for the arena by name: a bot as make_bot parses it, or a program that uses the bot
// protocol, "exec:./mybot".
#pragma once

#include <optional>

#include "apps/coset/cli/arena/arena.hpp"
#include "engine/bots/bot.hpp"

namespace coset::cli {

struct MoveLimits {
  std::uint64_t playouts = ~std::uint64_t{0};  // for built-in bots, which mostly limit themselves
  std::optional<int> milliseconds;             // per move
  std::function<bool()> stop;                  // polled; true: answer at once
  int errors = -1;                             // a program's stderr; -1: inherited
};

// Throws a Failure if there is no player of this name for the game.
void check_player(const std::string& name, const Spec& spec);
// REQUIRES: check_player(name)
std::unique_ptr<Player> make_player(const std::string& name, const MoveLimits& limits);

}  // namespace coset::cli
