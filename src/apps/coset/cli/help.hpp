// The help of every command in one format, generated from its declared options. The type name of an
// option describes its value; completions use it too (commands/completion.cpp).
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coset::cli {

// The formatter; set it before commands are added.
std::shared_ptr<CLI::FormatterBase> help_form();

struct Example {
  std::string command;
  std::string about;
};
// Appends examples to a command's help, and a note below them.
void add_examples(CLI::App& app, const std::vector<Example>& examples,
                  const std::string& note = "");

// The name of an option's value in its help: GAME, N, auto|always|never; empty for a flag.
std::string value_name(const CLI::Option& option);

// The message for a command line that CLI11 could not parse.
std::string mistake(const CLI::App& program, const CLI::ParseError& error);

}  // namespace coset::cli
