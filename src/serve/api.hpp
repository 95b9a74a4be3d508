// What the Node answers to HTTP, as JSON. Pure.
#pragma once

#include "serve/lobby_messages.hpp"
#include "serve/table_host.hpp"

namespace coset::serve {

Response problem(int status, const std::string& sentence);
Response list_answer(std::vector<OpenTable> open, std::uint64_t playing);
// What everybody may know of a table; after the end all of it, and the seed of its deal.
Response table_answer(const hub::Ledger& ledger, const std::optional<Bytes32>& seed);

// The name of the table that a setup is of.
std::optional<std::string> table_of(const std::string& setup);

}  // namespace coset::serve
