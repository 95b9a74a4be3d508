// Predicates on tables and their messages that a TableHost needs. Pure.
#pragma once

#include "table/table.hpp"

namespace coset::node {

// Whether it changes the game or an offer, so that such messages are handled one by one.
bool changes_table(const protocol::FromClient& message);
std::optional<protocol::MoveId> request_id(const protocol::FromClient& message);
// Whether it names an event that the ledger does not have.
bool names_missing_event(const table::Ledger& ledger, const protocol::FromClient& message);
bool offers_rematch(const protocol::FromClient& message);
// Whether the table has rejected a move as illegal.
bool is_illegal(const table::Outgoing& outgoing);
// Units of Use::work for judging a move: where order matters, deciding whether a seat cannot play
// searches 100 000 words, up to three times; elsewhere sets of sums are enough.
int preview_work(const Spec& spec);
bool has_connections(const table::Table& table);
// `digest` is what the setup holds of a token.
bool has_seat(const table::Setup& setup, const protocol::Token& digest);

}  // namespace coset::node
