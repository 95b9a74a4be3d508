// What the Node answers to HTTP, as JSON. Pure.
#pragma once

#include "serve/lobby_messages.hpp"
#include "serve/table_host.hpp"

namespace coset::serve {

Response problem(int status, const std::string& sentence);
Response refused(int status, const Refusal& refusal);
// 405, with the methods that are taken there: "GET, HEAD".
Response not_allowed(const std::string& methods);
Response list_answer(std::vector<OpenTable> open, std::uint64_t playing);
// What everybody may know of a table; after the end all of it, and the seed of its deal.
// To a player: with their seat, and before the end with what that seat may know of the record.
Response table_answer(const hub::Ledger& ledger, const std::optional<Bytes32>& seed,
                      std::optional<Seat> reader = {});
// What is a visitor's own: `games` are answers as above, with commas between them, of `all` that
// there are; `next` is the first that is not among them.
Response mine_answer(const Visitor& visitor, const std::string& games, std::size_t all,
                     std::optional<std::size_t> next);

// The name of the table that a setup is of.
std::optional<std::string> table_of(const std::string& setup);

}  // namespace coset::serve
