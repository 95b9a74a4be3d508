// Conversion between what a table has and what the store holds of it. Pure.
#pragma once

#include "server/node/node_deps.hpp"
#include "table/table.hpp"

namespace coset::node {

std::vector<table::Row> rows_of(const store::Log& log);
// The setup in a log; an error if it cannot be played or is of another game.
Result<std::shared_ptr<const table::Setup>> setup_of(const store::Log& log, GameId game);
// The loaded table; an error if the seed does not match the commitment or the rows are corrupt.
Result<table::Table> open_table(const std::shared_ptr<const table::Setup>& setup,
                                const std::vector<table::Row>& rows, const Bytes32& seed,
                                const CryptoFunctions& crypto, Time now);
store::NewGame new_game(const table::Setup& setup, const table::Digest& blake2b, Time now,
                        std::optional<GameId> rematch_of = {});
// The seat that each human had before, by the token; of a bot one that no game has.
std::vector<std::uint8_t> seats_before(const table::Setup& before, const table::Setup& after);
// With the turn deadline in a correspondence game. A row that judges has the epoch.
store::Event to_event(GameId game, const table::Row& row, const table::Setup& setup,
                      std::optional<store::Epoch> epoch);

}  // namespace coset::node
