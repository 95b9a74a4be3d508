// The names that people type, for help, completions and "did you mean"; and which bots a game has.
#pragma once

#include <string>
#include <vector>

#include "play/spec.hpp"

namespace coset::cli {

// The presets of the catalogue.
std::vector<std::string> game_names();
// All that a name alone calls: "greedy", "level5".
std::vector<std::string> bot_names();
// Tracks, each followed by its lessons.
std::vector<std::string> lesson_names();
// "daily", and what there is besides.
std::vector<std::string> puzzle_kind_names();

// "al-jabar on Z3^2 has level1 to level6", and where that was measured if it was elsewhere.
std::string levels_said(const Spec& spec);
// Throws a Failure if there is no such bot, or if the game has no such level.
void check_bot(const std::string& name, const Spec& spec);

}  // namespace coset::cli
