// A group and its words as one line of JSON each, the same for the terminal, the browser and
// Python. Steps and sentences have the form of the messages of a table. Pure; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "engine/algebra/pasted.hpp"
#include "engine/teach/why/argument.hpp"

namespace coset::protocol {

std::string group_json(const Group& group, bool with_table);
// Names, rows, whether a table is a group, and if not: which axiom fails, in which cells, and
// whether another element in one cell makes it one.
std::string table_check_json(const PastedTable& table);
std::string table_check_json(const Operation& operation);
std::string sum_json(const Operation& operation, const Word& word);
std::string ways_json(const Operation& operation, Element wanted, int pieces,
                      const std::vector<Word>& ways);
std::string argument_json(const Operation& operation, const teach::Argument& argument);

}  // namespace coset::protocol
