// Whether a table is a group, by the definitions: a table is rows of numbers from 0. Slow and
// simple; shares no code with the engine.
#pragma once

#include <string>
#include <vector>

namespace oracle {

using Square = std::vector<std::vector<int>>;

// "" for a group, else the code of the first axiom that fails: "table.not_latin",
// "table.no_identity", "table.no_inverse" or "table.not_associative".
std::string verdict(const Square& table);

// Every group of order up to 8, written out.
std::vector<Square> groups_up_to_eight();

// The same table after renaming: element i becomes to[i].
Square renamed(const Square& table, const std::vector<int>& to);

}  // namespace oracle
