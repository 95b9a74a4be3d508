// Parsing and texts that several commands share.
#pragma once

#include <string>
#include <string_view>

#include "apps/coset/cli/terminal/output.hpp"
#include "engine/play/match.hpp"

namespace coset::cli {

// A spec or the name of a preset. Throws a Failure that points at the error.
Spec parse_spec(const std::string& text);

// A position as typed; "canon" is the one of docs/perft.md. Throws a Failure.
std::string position_text(const Spec& spec, const std::string& typed);

bool is_solitaire(const Spec& spec);

// "a hand was reduced to one piece": for people; word_of(ending) is for programs.
std::string_view ending_sentence(Ending ending);

// A number with this many decimals, independent of the locale.
std::string fixed(double value, int decimals);

// A file's text, or stdin's for "-", up to 16 MiB. Throws a Failure, also if it is longer.
std::string read_text(const std::string& path);
// What is wrong with the text of a file, with its line.
Failure failure_in(const std::string& text, const std::string& path, Error error, Exit exit);

// The match of a record in a file, or in stdin for "-". Throws a Failure that points at the line.
Match replay_file(const std::string& path);

}  // namespace coset::cli
