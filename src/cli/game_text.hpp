// What several commands read and say about games.
#pragma once

#include <string>
#include <string_view>

#include "play/match.hpp"

namespace coset::cli {

// A spec or the name of a preset. Throws a Failure with the place of the mistake.
Spec parse_spec(const std::string& text);

// A position as it is typed: "canon" stands for the one that perft is published for. Throws a
// Failure.
std::string position_text(const Spec& spec, const std::string& typed);

bool is_solitaire(const Spec& spec);

// "a hand was reduced to one piece": for people; word_of(ending) is for programs.
std::string_view ending_sentence(Ending ending);

// A number with so many decimals, whatever the locale.
std::string fixed(double value, int decimals);

// A file's text, or stdin's for "-", up to 16 MiB. Throws a Failure, also if there is more.
std::string read_text(const std::string& path);

}  // namespace coset::cli
