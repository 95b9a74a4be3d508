#include "cli/names.hpp"

#include <algorithm>

#include "bots/level.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/suggest.hpp"
#include "play/catalogue.hpp"
#include "teach/lessons/lesson.hpp"
#include "teach/puzzles/puzzle.hpp"

namespace coset::cli {

std::vector<std::string> game_names() {
  std::vector<std::string> out;
  for (const Preset& preset : catalogue()) out.emplace_back(preset.id);
  return out;
}

std::vector<std::string> lesson_names() {
  std::vector<std::string> out;
  for (const teach::Track& track : teach::tracks()) {
    out.emplace_back(track.id);
    for (const teach::Lesson& lesson : track.lessons) out.emplace_back(lesson.id);
  }
  return out;
}

std::vector<std::string> puzzle_kind_names() {
  std::vector<std::string> out = {"daily"};
  for (const teach::PuzzleInfo& info : teach::puzzle_kinds()) out.emplace_back(info.name);
  return out;
}

std::vector<std::string> bot_names() {
  std::vector<std::string> out;
  for (const bots::BotInfo& info : bots::all_bots()) out.emplace_back(info.name);
  for (const bots::LevelInfo& level : bots::levels("al-jabar", 2)) out.emplace_back(level.name);
  return out;
}

void check_bot(const std::string& name, const Spec& spec) {
  const auto bot = bots::make_bot(name);
  if (!bot)
    throw Failure(Exit::input,
                  bot.error().sentence +
                      (bot.error().code == "bot.unknown" ? did_you_mean(name, bot_names()) : ""));
  if (!bots::make_level(name)) return;
  const auto levels = bots::levels(spec.game_name(), spec.seats());
  if (std::any_of(levels.begin(), levels.end(), [&](const auto& one) { return one.name == name; }))
    return;
  throw Failure(Exit::input, std::string(spec.game_name()) + " has " +
                                 std::string(levels.front().name) + " to " +
                                 std::string(levels.back().name) + "; there is no " + name + ".");
}

}  // namespace coset::cli
