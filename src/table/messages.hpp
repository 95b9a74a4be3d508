// Messages made from a ledger, each for one reader and from what that reader may know. Pure;
// thread-safe.
#pragma once

#include "table/ledger.hpp"

namespace coset::table {

// The reader's form of an event; `after` is the match after it.
protocol::Event event_for(const Ledger& ledger, const Draft& draft, const Match& after, Ply ply,
                          const Chain& chain, Seat reader);
// The same for another reader. REQUIRES: no hands are hidden
protocol::Event event_for(const protocol::Event& other, const Ledger& ledger, const Match& after,
                          Seat reader);
protocol::Snapshot snapshot_for(const Ledger& ledger, Seat reader);
protocol::GameOver game_over_for(const Ledger& ledger);
// The time left of every seat if the seat on turn has spent `spent`.
std::optional<protocol::Clocks> clocks_for(const Ledger& ledger, Millis spent);

protocol::TableError error_for(protocol::Reason reason, Ply head, std::optional<MoveId> id);
protocol::TableError error_for(const protocol::ErrorCode& error, Ply head,
                               std::optional<MoveId> id);

}  // namespace coset::table
