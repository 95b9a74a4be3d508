// The line of a finished game in a file of `cosetd archive`: a JSON object of its setup without
// names and tokens, the bodies of its events, its record, the seed of its deal and the last link of
// its chain. Pure.
#pragma once

#include "server/node/node_deps.hpp"
#include "server/store/event_store.hpp"
#include "table/ledger.hpp"

namespace coset::node {

// What a line holds of the log, which the stored one must be.
struct ArchivedChain {
  GameId game{};
  protocol::Chain chain;  // its last link
};

// Without the end of the line. An Error if the game has no end, its log is corrupt, or the seed is
// not that of its deal.
Result<std::string> archive_line(GameId game, const store::Log& log,
                                 const std::optional<Bytes32>& seed, const CryptoFunctions& crypto);

// Computes the chain of a line again. Why the line is not that game, if so.
std::optional<Error> check_archive_line(std::string_view line, const ArchivedChain& stored,
                                        const CryptoFunctions& crypto);

}  // namespace coset::node
