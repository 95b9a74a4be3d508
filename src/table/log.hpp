// The event log of a table: one Row an event, all that a host stores. A body is text: a header in
// the first line, then the lines that the event adds to the record, deals included:
//   move 1 at=1700000000000 spent=5210
//   1: draw
//   1: deal R
// The public form of a body has "deal ?" where only the receiver may know; the chain covers the
// public form. docs/protocol.md specifies it. Plain values; thread-safe.
#pragma once

#include "engine/play/match.hpp"
#include "table/setup.hpp"

namespace coset::table {

// The first line of a body.
struct EventHeader {
  EventKind kind = EventKind::move;
  Seat seat = nobody;
  Cause cause = Cause::none;  // bot_takeover, forfeit
  std::uint8_t hint = 0;      // move: the level of the hint taken before it
  Millis spent = 0;           // of the seat's time
  Time at = 0;
  std::uint32_t lines = 0;            // takeback: how many lines of the record remain
  std::vector<Bytes16> entropy = {};  // open: the players' bytes for the deal, in joining order

  friend bool operator==(const EventHeader&, const EventHeader&) = default;
};

struct Row {
  Ply ply = 0;
  Chain before;  // of the previous event: the row follows no other
  Chain chain;
  MoveId id = MoveId::none;  // none: no client asked for it
  std::string body;

  friend bool operator==(const Row&, const Row&) = default;
};

std::string write_event_header(const EventHeader& header);
// "1: draw", or "1: deal ?" if `hidden`.
std::string write_entry(const Match& match, const Match::Entry& entry, bool hidden);

struct Body {
  EventHeader header;
  std::vector<Match::Entry> entries;
};
// Whether the row judges a seat: by time or by absence. A resignation does not.
bool judges(const Row& row);
// Reads a full body; one that hides a deal is rejected. `match` has the same spec.
Result<Body> read_body(const Match& match, std::string_view text);

}  // namespace coset::table
