// Sentences for people. Logic makes messages, an id with parameters; the words live in one English
// catalogue (catalogue.hpp), and another language is another catalogue. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/teach/words/pieces.hpp"

namespace coset::teach {

struct Message {
  std::string_view id;
  std::vector<std::pair<std::string_view, std::string>> parameters;
};

// Every id of the catalogue.
std::vector<std::string_view> message_ids();

// The sentence: {name} is replaced by the parameter, {name:one|many} by the first word if the
// parameter is 1 and by the second otherwise. REQUIRES: the id is in the catalogue
std::string say(const Message& message);

// "R+Y+B", "i*j", or "nothing".
std::string write_pieces(const Operation& operation, const Pieces& pieces);

// "R+R, Y+Y and C": equal pieces together. REQUIRES: equal pieces are adjacent
std::string write_sets(const Operation& operation, const Pieces& pieces);

}  // namespace coset::teach
