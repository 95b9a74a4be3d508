// How the program explains itself: one form for the help of every command, made from its options
// as they were declared. What a value is, is said by the option's type name, which completions read
// too (commands/completion.cpp).
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coset::cli {

// The form, for an App whose commands are still to be added.
std::shared_ptr<CLI::FormatterBase> help_form();

struct Example {
  std::string command;
  std::string about;
};
// At the end of a command's help, and below them a note, if there is one.
void add_examples(CLI::App& app, const std::vector<Example>& examples,
                  const std::string& note = "");

// What an option takes, as its help calls it: GAME, N, auto|always|never; nothing for a flag.
std::string value_name(const CLI::Option& option);

// One sentence from what CLI11 has to say about words that it could not read.
std::string mistake(const CLI::App& program, const CLI::ParseError& error);

}  // namespace coset::cli
