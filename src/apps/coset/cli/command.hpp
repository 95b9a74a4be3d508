// Commands of the program. A command is a struct whose members are its options and whose run() does
// the work; `add_command` registers it as a subcommand, and the caller then declares the options.
// program.cpp calls every add_... function below.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "apps/coset/cli/help.hpp"
#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {

struct Program {
  CLI::App app;
  std::string title;             // section of the help for the commands being added
  std::function<Exit()> chosen;  // set by parsing
};

template <class Command>
struct Added {
  CLI::App& app;
  Command& command;
};

// The command lives as long as the program.
template <class Command>
Added<Command> add_command(Program& program, const std::string& name, const std::string& about) {
  auto command = std::make_shared<Command>();
  CLI::App* app = program.app.add_subcommand(name, about);
  app->group(program.title);
  app->callback([&program, command] { program.chosen = [command] { return command->run(); }; });
  return {*app, *command};
}

void add_analyse_command(Program& program);
void add_arena_command(Program& program);
void add_bench_command(Program& program);
void add_completion_command(Program& program);
void add_explain_command(Program& program);
void add_games_command(Program& program);
void add_group_command(Program& program);
void add_help_command(Program& program);
void add_hint_command(Program& program);
void add_lesson_command(Program& program);
void add_perft_command(Program& program);
void add_play_command(Program& program);
void add_puzzle_command(Program& program);
void add_replay_command(Program& program);
void add_review_command(Program& program);
void add_scores_command(Program& program);
void add_simulate_command(Program& program);
void add_space_command(Program& program);
void add_sum_command(Program& program);
void add_verify_command(Program& program);
void add_ways_command(Program& program);

}  // namespace coset::cli
