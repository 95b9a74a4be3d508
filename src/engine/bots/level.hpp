// Levels: opponents from a beginner to the strongest. A lower level does not blunder at random; it
// considers fewer moves and searches less deeply. Each game has several searches, and those that
// beat the one below on the spec's group are its levels (level_table.hpp), "level1", "level2", ...
// without a gap. make_bot accepts their names.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/bots/bot.hpp"

namespace coset::bots {

struct LevelInfo {
  std::string_view name;   // for make_bot
  std::string_view about;  // how it searches
  std::string_view bot;    // the bot that it is, for make_bot
  int way;                 // its index, from 1, among all searches of the game
};

// The levels of a game on its group, the weakest first. There is always one.
std::vector<LevelInfo> levels(const Spec& spec);
// Whether the spec has a level of this name.
bool has_level(const Spec& spec, std::string_view name);
// Why a remote player may not choose this bot for the spec. Random, greedy and the spec's levels
// are allowed: all of these finish soon. Settings are for local use.
std::optional<Error> not_offered(const Spec& spec, std::string_view name);
// The level for a stored name, which may come from a longer list: beyond the last it is the last.
// Any other bot is unchanged.
std::string_view level_in(const Spec& spec, std::string_view bot);

// Where the steps between the levels of a spec were measured: on its group with as many seats, or
// on the nearest that has the same search, by seats and then by order.
struct LevelsFrom {
  std::string_view group;
  int seats;
};
LevelsFrom levels_from(const Spec& spec);

// The bot of a level, whatever the spec; beyond a spec's last level it is that. Nothing if no spec
// has such a level.
std::shared_ptr<const Bot> make_level(std::string_view name);

}  // namespace coset::bots
