// coset completion: a script that completes commands, options and names of games in a shell. It is
// made from the commands themselves, so it cannot fall behind them.
#include <algorithm>

#include "cli/command.hpp"
#include "play/catalogue.hpp"

namespace coset::cli {

namespace {

// A command with its options, as shells want to know it.
struct Entry {
  std::string name;
  std::string about;
  struct Flag {
    std::string name;
    std::string about;
    bool takes_value;
  };
  std::vector<Flag> flags;
  bool takes_game = false;
};

std::vector<Entry> entries_of(const CLI::App& program) {
  std::vector<Entry> out;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    Entry entry{command->get_name(), command->get_description(), {}, false};
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames())
        entry.flags.push_back(
            {"--" + name, option->get_description(), option->get_expected_max() > 0});
      const std::string positional = option->get_positional() ? option->get_name(true) : "";
      if (positional.starts_with("GAME") || positional.starts_with("SPEC")) entry.takes_game = true;
    }
    out.push_back(std::move(entry));
  }
  return out;
}

std::string game_names() {
  std::string out;
  for (const Preset& preset : catalogue()) {
    if (!out.empty()) out += ' ';
    out += preset.id;
  }
  return out;
}

// Between single quotes, for any of the three shells; zsh takes a colon for a sign of its own.
std::string quoted_for_shell(std::string_view text, bool zsh) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (zsh && (c == ':' || c == '[' || c == ']' || c == '\\')) {
      out += '\\';
      out += c;
    } else {
      out += c;
    }
  }
  return "'" + out + "'";
}

std::string bash_script(const std::vector<Entry>& entries) {
  std::string commands;
  std::string cases;
  for (const Entry& entry : entries) {
    commands += entry.name + " ";
    cases += "    " + entry.name + ") words=\"";
    for (const auto& flag : entry.flags) cases += flag.name + " ";
    cases += entry.takes_game ? "$games\" ;;\n" : "\" ;;\n";
  }
  return "# bash completion for coset: coset completion bash > a file that your shell reads\n"
         "_coset() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} words=\n"
         "  local games=\"" +
         game_names() +
         "\"\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    COMPREPLY=($(compgen -W \"" +
         commands +
         "--help --version\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\n"
         "complete -o default -F _coset coset\n";
}

std::string zsh_script(const std::vector<Entry>& entries) {
  std::string commands;
  std::string cases;
  for (const Entry& entry : entries) {
    commands += "    '" + entry.name + ":'" + quoted_for_shell(entry.about, true) + "\n";
    cases += "    " + entry.name + ")\n      _arguments \\\n";
    for (const auto& flag : entry.flags)
      cases += "        " + flag.name + "'['" + quoted_for_shell(flag.about, true) + "']" +
               (flag.takes_value ? ":value:'" : "'") + " \\\n";
    cases += entry.takes_game ? "        '1:game:(" + game_names() + ")' \\\n" : "";
    cases += "        '*:file:_files'\n      ;;\n";
  }
  return "#compdef coset\n"
         "_coset() {\n"
         "  local -a commands\n"
         "  commands=(\n" +
         commands +
         "  )\n"
         "  if ((CURRENT == 2)); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=${words[2]}\n"
         "  shift words\n"
         "  ((CURRENT--))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_coset \"$@\"\n";
}

std::string fish_script(const std::vector<Entry>& entries) {
  std::string out = "complete -c coset -n __fish_use_subcommand -f\n";
  for (const Entry& entry : entries) {
    const std::string within = "complete -c coset -n '__fish_seen_subcommand_from " + entry.name;
    out += "complete -c coset -n __fish_use_subcommand -a " + entry.name + " -d " +
           quoted_for_shell(entry.about, false) + "\n";
    for (const auto& flag : entry.flags)
      out += within + "' -l " + flag.name.substr(2) + (flag.takes_value ? " -r" : "") + " -d " +
             quoted_for_shell(flag.about, false) + "\n";
    if (entry.takes_game) out += within + "' -a '" + game_names() + "'\n";
  }
  return out;
}

struct CompletionCommand {
  const CLI::App* program = nullptr;
  std::string shell;

  Exit run() const {
    const std::vector<Entry> entries = entries_of(*program);
    print(shell == "bash"  ? bash_script(entries)
          : shell == "zsh" ? zsh_script(entries)
                           : fish_script(entries));
    return Exit::done;
  }
};

}  // namespace

void add_completion_command(Program& program) {
  auto [app, command] = add_command<CompletionCommand>(
      program, "completion", "Print a script that completes coset's words in a shell");
  command.program = &program.app;
  app.add_option("SHELL", command.shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
}

}  // namespace coset::cli
