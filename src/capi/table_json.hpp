// What a table and its host tell each other beside the protocol, as JSON: setups, rows of the log,
// what is to be sent to whom, and what the table wants. Pure; thread-safe.
#pragma once

#include "hub/table/table.hpp"

namespace coset::capi {

Result<hub::Setup> read_setup(std::string_view text);
std::string write_setup(const hub::Setup& setup);

// An empty text is an empty log.
Result<std::vector<hub::Row>> read_log(std::string_view text);

// `table` knows which connections are meant.
std::string write_sends(const hub::Table& table, const hub::Sends& sends);

std::string write_wants(const hub::Table& table);

}  // namespace coset::capi
