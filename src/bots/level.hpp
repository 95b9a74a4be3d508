// Levels: opponents from a beginner to the strongest, for people to choose from. A lower level does
// not blunder by dice; fewer moves come to its mind, and it sees less far. Each has its way of
// thinking for each game. make_bot knows them by name: "level1", "level2", ...
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "bots/bot.hpp"

namespace coset::bots {

struct LevelInfo {
  std::string_view name;   // for make_bot
  std::string_view about;  // how it thinks
  std::string_view bot;    // the bot that it is, for make_bot
};

// The levels of a game by its name in a spec, the weakest first: 8 for Al-Jabar, 5 for the others.
std::span<const LevelInfo> levels(std::string_view game, int seats);

// The bot of a level, whatever the game; beyond a game's last level it is that. Nothing if there is
// no such level.
std::shared_ptr<const Bot> make_level(std::string_view name);

}  // namespace coset::bots
