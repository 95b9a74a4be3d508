// The JSON between a table and its host beside the protocol: setups, rows of the log, outgoing
// messages with their recipients, and the table's requests. Pure; thread-safe.
#pragma once

#include "table/table.hpp"

namespace coset::table {

// The longest text.
inline constexpr std::size_t max_json = std::size_t{4} << 20U;

// Its spec may be the name of a game.
Result<Setup> read_setup(std::string_view text);
std::string write_setup(const Setup& setup);

// An empty text is an empty log.
Result<std::vector<Row>> read_log(std::string_view text);

// `table` maps recipients to connections.
std::string write_outgoing(const Table& table, const Outgoing& outgoing);

std::string write_requests(const Table& table);

}  // namespace coset::table
