// JSON bodies of the Node's HTTP responses. Pure.
#pragma once

#include "protocol/error_codes.hpp"
#include "server/node/lobby_messages.hpp"
#include "server/node/table_host.hpp"

namespace coset::node {

// {"error": {"code", "message"}} with the status of the code.
Response error_response(const protocol::ErrorCode& error);
// The same with the error's own message.
Response error_response(const Error& error);
// The same with Retry-After.
Response error_response(int status, const Refusal& refusal);
// 405, with the allowed methods: "GET, HEAD".
Response method_not_allowed(const std::string& methods);
Response table_list_response(std::vector<OpenTable> pending, std::uint64_t active_count);
// The public state of a table; after the end its whole record, and the seed of its deal.
// To a player: with their seat, and before the end with the part of the record that it may see.
Response table_response(const table::Ledger& ledger, const std::optional<Bytes32>& seed,
                        std::optional<Seat> reader = {});
// What the server still has of a table whose game was archived, for a player: its setup.
std::string archived_table_body(const table::Setup& setup, Seat reader);
// The data of a guest: `games` are bodies as above, separated by commas, of `total` that there are;
// `next_offset` is the first that is not among them.
Response export_response(const GuestIdentity& guest, const std::string& games, std::size_t total,
                         std::optional<std::size_t> next_offset,
                         const std::vector<store::GuestClass>& classes,
                         std::optional<Time> pass_until);

// The name of the table in a setup.
std::optional<std::string> table_name_of(const std::string& setup);

}  // namespace coset::node
