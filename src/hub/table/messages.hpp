// Words for the wire: from what the lower floors know to messages, each for one reader. Whatever is
// sent about a position goes through here and is made from what that reader may know. Pure;
// thread-safe.
#pragma once

#include "hub/table/ledger.hpp"
#include "teach/table/hint.hpp"
#include "teach/table/verdict.hpp"

namespace coset::hub {

// What the reader sees of a match; `acts`: and it may act there.
wire::View view_for(const Match& match, Seat reader, bool acts);

// An event as the reader may know it; `after` is the match that it led to.
wire::Event event_for(const Ledger& ledger, const Draft& draft, const Match& after, Ply ply,
                      const Chain& chain, Seat reader);
wire::Snapshot snapshot_for(const Ledger& ledger, Seat reader);
wire::Over over_for(const Ledger& ledger);
// What is left of every seat's time if the seat on turn has spent so much.
std::optional<wire::Clocks> clocks_for(const Ledger& ledger, Millis spent);

wire::No no_for(wire::Reason reason, Ply head, std::optional<MoveId> id);
// What is to be said of a move that `seat` tries.
wire::Verdict verdict_for(const Match& match, Seat seat, const Action& action);
// The same of a text that is no move at all.
wire::Verdict verdict_for(const Error& error);
wire::Hinted hint_for(const Spec& spec, const teach::Hint& hint, std::uint8_t level, Ply head);

}  // namespace coset::hub
