#include "cli/program.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <new>

#include "base/reader.hpp"
#include "cli/command.hpp"

namespace coset::cli {

namespace {

constexpr const char* report =
    "coset: this is a bug of ours. Please report it with the command you gave.\n";

void complain(const std::string& message) {
  std::fflush(stdout);
  std::fprintf(stderr, "coset: %s\n", message.c_str());
}

// CHECK has already said where it was; a signal handler may only write and leave.
extern "C" void on_abort(int) {
  static_cast<void>(!write(STDERR_FILENO, report, std::char_traits<char>::length(report)));
  _exit(static_cast<int>(Exit::bug));
}

extern "C" void on_interrupt(int) { _exit(static_cast<int>(Exit::interrupted)); }

// In the order in which the help lists them.
void add_commands(Program& program) {
  add_games_command(program);
  add_explain_command(program);
  add_hint_command(program);
  add_puzzle_command(program);
  add_sum_command(program);
  add_ways_command(program);
  add_group_command(program);
  add_space_command(program);
  add_simulate_command(program);
  add_replay_command(program);
  add_perft_command(program);
  add_bench_command(program);
}

// One sentence from what CLI11 has to say.
std::string mistake(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  if (!chosen.empty())
    return std::string(error.what()) + ". Try 'coset " + chosen[0]->get_name() + " --help'.";
  const auto rest = app.remaining();
  if (rest.empty()) return std::string(error.what()) + ". Try 'coset --help'.";
  const char* kind = rest[0].starts_with('-') ? "option " : "command ";
  return "There is no " + (kind + coset::quoted(rest[0])) + ". Try 'coset --help'.";
}

Exit parse_and_run(int argc, char** argv) {
  Program program;
  program.app.name("coset");
  program.app.description("Games on finite groups.");
  program.app.set_version_flag("--version", "coset " COSET_VERSION, "Print the version and exit");
  program.app.require_subcommand(1);
  add_commands(program);
  try {
    program.app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    program.app.exit(help);
    return Exit::done;
  } catch (const CLI::ParseError& error) {
    throw Failure(Exit::input, mistake(program.app, error));
  }
  return program.chosen();
}

Exit run_guarded(int argc, char** argv) {
  try {
    const Exit exit = parse_and_run(argc, argv);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit;
    complain("The result could not be written.");
    return Exit::failure;
  } catch (const Failure& failure) {
    complain(failure.what());
    return failure.exit();
  } catch (const std::bad_alloc&) {
    complain("Out of memory.");
    return Exit::failure;
  } catch (const std::exception& unexpected) {
    complain(unexpected.what());
    std::fputs(report, stderr);
    return Exit::bug;
  }
}

}  // namespace

int run_program(int argc, char** argv) {
  std::signal(SIGABRT, on_abort);
  std::signal(SIGINT, on_interrupt);
  return static_cast<int>(run_guarded(argc, argv));
}

}  // namespace coset::cli
