// The output of the module `teach` as messages: sentences with their ids, and the steps of an
// argument. Pure; thread-safe.
#pragma once

#include "engine/teach/why/describe.hpp"
#include "protocol/table/table.hpp"

namespace coset::protocol {

Said said_of(const teach::Message& message);
std::vector<Said> said_of(const std::vector<teach::Message>& messages);

std::vector<std::string> names_of(const Operation& operation, const teach::Pieces& pieces);

// Appends why the word makes what it makes; nothing for an empty word.
void add_steps(const Operation& operation, Side side, const Word& word, std::vector<WhyStep>& out);
void add_steps(const Operation& operation, Side side, const teach::Explanation& explanation,
               std::vector<WhyStep>& out);

}  // namespace coset::protocol
