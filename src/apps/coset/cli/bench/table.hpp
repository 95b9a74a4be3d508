// Memory of a table and time of a move through it, for `coset bench`.
#pragma once

#include <string>

namespace coset::cli {

struct TableCost {
  std::string spec;
  double bytes = 0;        // an idle table in the middle of a game with its players connected
  double micros = 0;       // a move: from the message to the events for two players, as values
  double text_micros = 0;  // the same with JSON in and out
};

TableCost measure_table(const std::string& spec);

}  // namespace coset::cli
