// coset completion: a shell script that completes commands, options and their values. It is
// generated from the commands, so it is always up to date.
#include <algorithm>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/names.hpp"

namespace coset::cli {

namespace {

// Candidates for a value: words, files, or none if they cannot be listed.
struct Values {
  std::vector<std::string> words;
  bool files = false;
  bool list = false;  // several with commas between them
};

// A command with its options.
struct Entry {
  std::string name;
  std::string about;
  struct Flag {
    std::vector<std::string> names;  // "--seed", "-h"
    std::string about;
    bool takes_value = false;
    bool may_stand_alone = false;
    Values values;
  };
  std::vector<Flag> flags;
  Values words;  // positional arguments
};

std::vector<std::string> split(const std::string& text, char sign) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == sign) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

std::vector<std::string> with(std::string word, std::vector<std::string> words) {
  words.insert(words.begin(), std::move(word));
  return words;
}

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> out;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    out.push_back(command->get_name());
  return out;
}

// By the type name of an option.
Values values_of(const std::string& type, const CLI::App& program) {
  if (type == "GAME") return {game_names(), false, false};
  if (type == "BOT") return {bot_names(), false, false};
  if (type == "BOT,...") return {with("levels", bot_names()), false, true};
  if (type == "WHO,...") return {with("you", bot_names()), false, true};
  if (type == "LESSON") return {lesson_names(), false, false};
  if (type == "KIND") return {puzzle_kind_names(), false, false};
  if (type == "GROUP") return {{"Z2^3", "Z2^4", "Z3^2", "Z4xZ13", "S3", "D4", "Q8"}, false, false};
  if (type == "POSITION") return {{"canon"}, false, false};
  if (type == "COMMAND") return {command_names(program), false, false};
  if (type.find("FILE") != std::string::npos) return {{}, true, false};
  if (type.find('|') != std::string::npos) return {split(type, '|'), false, false};
  return {};
}

std::vector<Entry> entries_of(const CLI::App& program) {
  std::vector<Entry> out;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    Entry entry{command->get_name(), command->get_description(), {}, {}};
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_group().empty()) continue;
      const std::string type = value_name(*option);
      const Values values = values_of(type, program);
      if (option->get_positional()) {
        entry.words = values;
        continue;
      }
      Entry::Flag flag{
          {}, option->get_description(), !type.empty(), option->get_expected_min() == 0, values};
      for (const std::string& name : option->get_lnames()) flag.names.push_back("--" + name);
      for (const std::string& name : option->get_snames()) flag.names.push_back("-" + name);
      entry.flags.push_back(std::move(flag));
    }
    out.push_back(std::move(entry));
  }
  return out;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

// In single quotes, for any of the three shells; zsh also needs colons escaped.
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

// A call of one of the three functions at the script's beginning: "_coset_words 'a b c'".
std::string bash_offer(const Values& values) {
  if (values.files) return "_coset_files";
  const std::string words = quoted_for_shell(joined(values.words, " "), false);
  return (values.list ? "_coset_list " : "_coset_words ") + words;
}

std::string bash_script(const std::vector<Entry>& entries) {
  std::string commands;
  std::string values;
  std::string cases;
  for (const Entry& entry : entries) {
    commands += entry.name + " ";
    std::string flags;
    for (const auto& flag : entry.flags) {
      flags += joined(flag.names, " ") + " ";
      if (!flag.takes_value) continue;
      for (const std::string& name : flag.names)
        values += "    " + entry.name + "\\ " + name + ") " + bash_offer(flag.values) +
                  (flag.may_stand_alone ? "" : "; return") + " ;;\n";
    }
    cases += "    " + entry.name + ")\n      if [[ $word == -* ]]; then _coset_words '" + flags +
             "'; else " + bash_offer(entry.words) + "; fi ;;\n";
  }
  return R"(# bash completion for coset: source <(coset completion bash)
_coset_words() { mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$1" -- "$word"); }
_coset_files() { mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word"); }
# What stands before the last comma stays.
_coset_list() {
  local before=
  [[ $word == *,* ]] && before=${word%,*},
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${word##*,}")
  compopt -o nospace 2>/dev/null
}
_coset() {
  local word=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _coset_words ')" +
         commands + R"(--help --version -h -V'
    return
  fi
  case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD - 1]}" in
)" + values +
         R"(  esac
  case ${COMP_WORDS[1]} in
)" + cases +
         R"(  esac
}
complete -o bashdefault -F _coset coset
)";
}

std::string zsh_action(const Values& values) {
  if (values.files) return "_files";
  if (values.words.empty()) return " ";  // a value without candidates
  const std::string words = joined(values.words, " ");
  return values.list ? "_sequence compadd - " + words : "(" + words + ")";
}

std::string zsh_script(const std::vector<Entry>& entries) {
  std::string commands;
  std::string cases;
  for (const Entry& entry : entries) {
    commands += "    '" + entry.name + ":'" + quoted_for_shell(entry.about, true) + "\n";
    cases += "    " + entry.name + ")\n      _arguments \\\n";
    for (const auto& flag : entry.flags) {
      const std::string value = !flag.takes_value      ? ""
                                : flag.may_stand_alone ? "::value:" + zsh_action(flag.values)
                                                       : ":value:" + zsh_action(flag.values);
      const std::string about =
          "'['" + quoted_for_shell(flag.about, true) + "']" + value + "' \\\n";
      for (const std::string& name : flag.names)
        cases.append("        ").append(name).append(about);
    }
    cases += entry.words.words.empty() || entry.words.files
                 ? "        '*:file:_files'\n      ;;\n"
                 : "        '*:word:" + zsh_action(entry.words) + "'\n      ;;\n";
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
         "if [[ ${funcstack[1]} == _coset ]]; then _coset \"$@\"; else compdef _coset coset; fi\n";
}

// Completes the last word of a comma-separated list.
std::string fish_list(const std::vector<std::string>& words) {
  return "(__coset_list " + joined(words, " ") + ")";
}

std::string fish_script(const std::vector<Entry>& entries) {
  std::string out = R"(# fish completion for coset
function __coset_list
    set -l before (string match -r '.*,' -- (commandline -ct) | string replace -r '^--[a-z]+=' '')
    for word in $argv
        echo $before$word
    end
end
complete -c coset -n __fish_use_subcommand -f
)";
  for (const Entry& entry : entries) {
    const std::string within = "complete -c coset -n '__fish_seen_subcommand_from " + entry.name;
    out += "complete -c coset -n __fish_use_subcommand -a " + entry.name + " -d " +
           quoted_for_shell(entry.about, false) + "\n";
    for (const auto& flag : entry.flags) {
      out += within + "'";
      for (const std::string& name : flag.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (flag.takes_value && !flag.may_stand_alone) out += flag.values.files ? " -r" : " -x";
      if (!flag.values.words.empty())
        out += " -a " + quoted_for_shell(flag.values.list ? fish_list(flag.values.words)
                                                          : joined(flag.values.words, " "),
                                         false);
      out += " -d " + quoted_for_shell(flag.about, false) + "\n";
    }
    if (!entry.words.words.empty())
      out += within + "' -f -a '" + joined(entry.words.words, " ") + "'\n";
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
  auto [app, command] = add_command<CompletionCommand>(program, "completion",
                                                       "Print a completion script for a shell");
  command.program = &program.app;
  app.add_option("SHELL", command.shell, "bash, zsh or fish")
      ->required()
      ->type_name("bash|zsh|fish")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  add_examples(app,
               {{"source <(coset completion bash)", "for this shell only"},
                {"coset completion fish > ~/.config/fish/completions/coset.fish", "permanently"}},
               "'cmake --install' installs the scripts for all three shells.");
}

}  // namespace coset::cli
