// Names that users type, for help, completions and "did you mean"; and the bots of a game.
#pragma once

#include <string>
#include <vector>

#include "engine/play/spec.hpp"

namespace coset::cli {

// The presets of the catalogue.
std::vector<std::string> game_names();
// Bots that need no settings: "greedy", "level5".
std::vector<std::string> bot_names();
// Tracks, each followed by its lessons.
std::vector<std::string> lesson_names();
// "daily" and the other kinds.
std::vector<std::string> puzzle_kind_names();

// "al-jabar on Z3^2 has level1 to level6", and where that was measured, if on another group.
std::string levels_said(const Spec& spec);
// Throws a Failure if there is no such bot, or the game lacks the level.
void check_bot(const std::string& name, const Spec& spec);

}  // namespace coset::cli
