// A failed CHECK stops the process, and a client that sends the same again would stop it again. So
// the table that is entered is noted, and a table at which the program stopped twice in a row is
// closed while the others go on. This is what is kept of it between two runs. Plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "deal/deal.hpp"

namespace coset::serve {

struct Stops {
  std::optional<deal::GameId> last;  // at which the last run stopped
  std::vector<deal::GameId> closed;

  // What is known after a run that ended inside of a table, or outside of all of them.
  Stops after(std::optional<deal::GameId> entered) const;

  friend bool operator==(const Stops&, const Stops&) = default;
};

// One line "last ID" and one "closed ID" each, ids in 16 hex digits. What is no such text is empty.
std::string write_stops(const Stops& stops);
Stops read_stops(std::string_view text);

}  // namespace coset::serve
