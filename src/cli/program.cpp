#include "cli/program.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>

#include "base/reader.hpp"
#include "cli/command.hpp"
#include "tui/screen.hpp"

namespace coset::cli {

namespace {

constexpr const char* report =
    "coset: this is a bug of ours. Please report it with the command you gave.\n";

void complain(const std::string& message) {
  std::fflush(stdout);
  std::fprintf(stderr, "coset: %s\n", message.c_str());
}

// CHECK has already said where it was; a signal handler may only write and leave.
extern "C" void on_crash(int) {
  tui::restore_terminal();
  static_cast<void>(!write(STDERR_FILENO, report, std::char_traits<char>::length(report)));
  _exit(static_cast<int>(Exit::bug));
}

extern "C" void on_interrupt(int) {
  if (isatty(STDOUT_FILENO) != 0) static_cast<void>(!write(STDOUT_FILENO, "\n", 1));
  _exit(static_cast<int>(Exit::interrupted));
}

// In the order in which the help lists them.
void add_commands(Program& program) {
  add_play_command(program);
  add_scores_command(program);
  add_games_command(program);
  add_explain_command(program);
  add_hint_command(program);
  add_lesson_command(program);
  add_puzzle_command(program);
  add_sum_command(program);
  add_ways_command(program);
  add_group_command(program);
  add_space_command(program);
  add_simulate_command(program);
  add_arena_command(program);
  add_analyse_command(program);
  add_replay_command(program);
  add_perft_command(program);
  add_bench_command(program);
  add_completion_command(program);
}

// The first page: what there is to do, by the command that does it.
constexpr std::string_view welcome =
    "Coset: games on finite groups. Pieces are exchanged when they make the same sum.\n"
    "\n"
    "  1  coset lesson colours             learn how colours add, in three minutes\n"
    "  2  coset play                       Al-Jabar against a bot\n"
    "  3  coset play solitaire --daily     today's Solitaire, the same deal for everybody\n"
    "  4  coset play mad-abel              Mad Abel, a card game, against a bot\n"
    "  5  coset puzzle                     one position, one best answer\n"
    "  6  coset games                      all the games there are\n"
    "\n"
    "coset --help lists every command, and coset COMMAND --help tells all about one.\n";

// What a number of the first page means, as the words after "coset".
std::vector<std::string> menu_choice(const std::string& number) {
  if (number == "1") return {"lesson", "colours"};
  if (number == "2") return {"play"};
  if (number == "3") return {"play", "solitaire", "--daily"};
  if (number == "4") return {"play", "mad-abel"};
  if (number == "5") return {"puzzle"};
  if (number == "6") return {"games"};
  return {};
}

// Shows the first page; at a terminal asks for a number. Nothing chosen: nothing more to do.
std::vector<std::string> ask_what_to_do() {
  print(welcome);
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return {};
  while (true) {
    print("\nA number, or Enter to leave: ");
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line) || line.empty()) return {};
    std::vector<std::string> words = menu_choice(line);
    if (!words.empty()) return words;
    print("That is none of the numbers above.");
  }
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
    if (argc > 1) {
      program.app.parse(argc, argv);
    } else {
      std::vector<std::string> words = ask_what_to_do();
      if (words.empty()) return Exit::done;
      std::reverse(words.begin(), words.end());  // as CLI11 takes them
      program.app.parse(std::move(words));
    }
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
  for (const int crash : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(crash, on_crash);
  std::signal(SIGINT, on_interrupt);
  return static_cast<int>(run_guarded(argc, argv));
}

}  // namespace coset::cli
