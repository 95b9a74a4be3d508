// Players for the arena by what they are called: a bot as make_bot reads it, or a
// program that speaks the bot protocol, "exec:./mybot".
#pragma once

#include <optional>

#include "bots/bot.hpp"
#include "cli/arena/arena.hpp"

namespace coset::cli {

struct MoveLimits {
  std::uint64_t playouts = ~std::uint64_t{0};  // of our own bots, who mostly limit themselves
  std::optional<int> milliseconds;             // for each move
  std::function<bool()> stop;                  // asked now and then; true: answer at once
  int errors = -1;                             // where a program's stderr goes; -1: to ours
};

// Throws a Failure if there is no player of this name for the game.
void check_player(const std::string& name, const Spec& spec);
// REQUIRES: check_player(name)
std::unique_ptr<Player> make_player(const std::string& name, const MoveLimits& limits);

}  // namespace coset::cli
