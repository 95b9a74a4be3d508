// Levels: opponents from a beginner to the strongest, for people to choose from. A lower level does
// not blunder by dice; fewer moves come to its mind, and it sees less far. Each game has its ways
// of thinking, and those that beat the one below on the spec's group are its levels
// (level_table.hpp), "level1", "level2", ... without a gap. make_bot knows them by name.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "bots/bot.hpp"

namespace coset::bots {

struct LevelInfo {
  std::string_view name;   // for make_bot
  std::string_view about;  // how it thinks
  std::string_view bot;    // the bot that it is, for make_bot
  int way;                 // its place, from 1, among all ways of thinking that the game has
};

// The levels of a game on its group, the weakest first. There is always one.
std::vector<LevelInfo> levels(const Spec& spec);
// Whether the spec has a level of this name.
bool has_level(const Spec& spec, std::string_view name);
// Why somebody whom we do not know may not choose this bot for the spec. They may choose random,
// greedy and the spec's levels: all of these end soon. Settings are for one's own machine.
std::optional<Error> not_offered(const Spec& spec, std::string_view name);
// The level that is meant by a name that was kept, where there may have been more: beyond the last
// it is the last. Any other bot is itself.
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
