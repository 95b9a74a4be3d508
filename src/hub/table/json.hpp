// What a table and its host tell each other beside the protocol, as JSON: setups, rows of the log,
// what is to be sent to whom, and what the table wants. Pure; thread-safe.
#pragma once

#include "hub/table/table.hpp"

namespace coset::hub {

// No text is longer.
inline constexpr std::size_t max_json = std::size_t{4} << 20U;

// Its spec may be the name of a game.
Result<Setup> read_setup(std::string_view text);
std::string write_setup(const Setup& setup);

// An empty text is an empty log.
Result<std::vector<Row>> read_log(std::string_view text);

// `table` knows which connections are meant.
std::string write_sends(const Table& table, const Sends& sends);

std::string write_wants(const Table& table);

}  // namespace coset::hub
