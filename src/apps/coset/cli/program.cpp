#include "apps/coset/cli/program.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/terminal/children.hpp"
#include "apps/coset/cli/terminal/page.hpp"
#include "apps/coset/tui/screen.hpp"
#include "engine/play/match.hpp"
#include "engine/rules/options.hpp"
#include "protocol/table/types.hpp"

namespace coset::cli {

namespace {

constexpr const char* report =
    "coset: internal error. Please report it with the command that you ran.\n";

void complain(const std::string& message) {
  std::fflush(stdout);
  std::fprintf(stderr, "coset: %s\n", message.c_str());
}

// CHECK has already printed the location; a signal handler may only write and exit.
extern "C" void on_crash(int) {
  tui::restore_terminal();
  kill_children();
  static_cast<void>(!write(STDERR_FILENO, report, std::char_traits<char>::length(report)));
  _exit(static_cast<int>(Exit::bug));
}

extern "C" void on_interrupt(int) {
  kill_children();
  if (isatty(STDOUT_FILENO) != 0) static_cast<void>(!write(STDOUT_FILENO, "\n", 1));
  _exit(static_cast<int>(Exit::interrupted));
}

// In the order in which the help lists them.
void add_commands(Program& program) {
  const auto add = [&](const std::string& title,
                       std::initializer_list<void (*)(Program&)> commands) {
    program.title = title;
    for (const auto command : commands) command(program);
  };
  add("To play", {add_play_command, add_scores_command, add_games_command});
  add("To learn", {add_lesson_command, add_puzzle_command, add_explain_command, add_hint_command,
                   add_review_command});
  add("To explore", {add_sum_command, add_ways_command, add_group_command, add_space_command});
  add("Bots and statistics",
      {add_simulate_command, add_arena_command, add_analyse_command, add_replay_command,
       add_verify_command, add_perft_command, add_bench_command});
  add("Other", {add_help_command, add_completion_command});
}

// The menu of `coset` without a command.
constexpr std::string_view welcome =
    "Coset: games on finite groups. Pieces that make the same sum may be exchanged.\n"
    "\n"
    "  1  coset play --first               a first game in two minutes, with a coach\n"
    "  2  coset lesson colours             learn how colours add, in three minutes\n"
    "  3  coset play                       Al-Jabar against a bot\n"
    "  4  coset play solitaire --daily     today's Solitaire, the same for everybody\n"
    "  5  coset play mad-abel              Mad Abel, a card game, against a bot\n"
    "  6  coset puzzle                     one position, one best answer\n"
    "  7  coset games                      all named games\n"
    "\n"
    "'coset help' lists all commands, 'coset help COMMAND' documents one.\n";

// The command of a menu entry, as the words after "coset".
std::vector<std::string> menu_choice(const std::string& number) {
  if (number == "1") return {"play", "--first"};
  if (number == "2") return {"lesson", "colours"};
  if (number == "3") return {"play"};
  if (number == "4") return {"play", "solitaire", "--daily"};
  if (number == "5") return {"play", "mad-abel"};
  if (number == "6") return {"puzzle"};
  if (number == "7") return {"games"};
  return {};
}

// Prints the menu; at a terminal asks for a number. Empty if none was chosen.
std::vector<std::string> ask_what_to_do() {
  print(folded(std::string(welcome)));
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return {};
  while (true) {
    print("\nA number, or Enter to leave: ");
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line) || line.empty()) return {};
    std::vector<std::string> words = menu_choice(line);
    if (!words.empty()) return words;
    print("Choose one of the numbers above.");
  }
}

// --version --json: all versions; each changes independently of the others.
bool wants_versions(int argc, char** argv) {
  bool version = false, json = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--version" || word == "-V")
      version = true;
    else if (word == "--json")
      json = true;
    else
      return false;
  }
  return version && json;
}

void print_versions() {
  print_line({{"schema", 1},
              {"version", COSET_VERSION},
              {"api", COSET_API_VERSION},
              {"rules", newest_rules},
              {"record", Match::record_version},
              {"protocol", protocol::protocol}});
}

Exit parse_and_run(int argc, char** argv) {
  if (wants_versions(argc, argv)) {
    print_versions();
    return Exit::done;
  }
  Program program;
  program.app.name("coset");
  program.app.description("Games on finite groups: to play, to learn from, and to explore.");
  program.app.formatter(help_form());
  program.app.set_help_flag("-h,--help", "Print this help and exit");
  program.app.set_version_flag("-V,--version", "coset " COSET_VERSION,
                               "Print the version and exit; all versions with --json");
  program.app.require_subcommand(1);
  add_commands(program);
  add_examples(
      program.app, {},
      "Without a command, coset shows a menu. 'coset help COMMAND' or 'coset COMMAND --help' "
      "documents one command; coset(6) documents keys, files and exit statuses.");
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
    complain("Cannot write to standard output.");
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
