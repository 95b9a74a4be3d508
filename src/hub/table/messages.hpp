// Messages from what a ledger holds, each for one reader and made from what that reader may know.
// Pure; thread-safe.
#pragma once

#include "hub/table/ledger.hpp"

namespace coset::hub {

// An event as the reader may know it; `after` is the match that it led to.
wire::Event event_for(const Ledger& ledger, const Draft& draft, const Match& after, Ply ply,
                      const Chain& chain, Seat reader);
wire::Snapshot snapshot_for(const Ledger& ledger, Seat reader);
wire::Over over_for(const Ledger& ledger);
// What is left of every seat's time if the seat on turn has spent so much.
std::optional<wire::Clocks> clocks_for(const Ledger& ledger, Millis spent);

wire::No no_for(wire::Reason reason, Ply head, std::optional<MoveId> id);

}  // namespace coset::hub
