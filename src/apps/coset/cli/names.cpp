#include "apps/coset/cli/names.hpp"

#include "apps/coset/cli/terminal/output.hpp"
#include "apps/coset/cli/terminal/suggest.hpp"
#include "engine/bots/level.hpp"
#include "engine/play/catalogue.hpp"
#include "engine/teach/lessons/lesson.hpp"
#include "engine/teach/puzzles/puzzle.hpp"

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
  for (const bots::LevelInfo& level : bots::levels(*Spec::parse("al-jabar")))
    out.emplace_back(level.name);
  return out;
}

std::string levels_said(const Spec& spec) {
  const std::vector<bots::LevelInfo> levels = bots::levels(spec);
  const bots::LevelsFrom from = bots::levels_from(spec);
  std::string out = std::string(spec.game_name()) + " on " +
                    shortened(spec.operation().text(), 60) + " has " +
                    std::string(levels.front().name);
  if (levels.size() > 1) out += " to " + std::string(levels.back().name);
  const bool other_group = from.group != spec.operation().text();
  if (other_group) out += ", as measured on " + std::string(from.group);
  if (from.seats != spec.seats())
    out += (other_group ? " with " : ", as measured with ") + std::to_string(from.seats) + " seats";
  return out;
}

void check_bot(const std::string& name, const Spec& spec) {
  const auto bot = bots::make_bot(name);
  if (!bot)
    throw Failure(Exit::input,
                  bot.error().sentence +
                      (bot.error().code == "bot.unknown" ? did_you_mean(name, bot_names()) : ""));
  if (!bots::make_level(name) || bots::has_level(spec, name)) return;
  throw Failure(Exit::input, levels_said(spec) + "; there is no " + name + ".");
}

}  // namespace coset::cli
