// The log of a table: one Row an event, which is all that a host keeps. A body is text: what
// happened in the first line, and below it the lines that it adds to the record, deals included:
//   move 1 at=1700000000000 spent=5210
//   1: draw
//   1: deal R
// The public form of a body has "deal ?" where the receiver alone may know; the chain covers the
// public form. docs/protocol.md is the promise. Plain values; thread-safe.
#pragma once

#include "hub/table/setup.hpp"
#include "play/match.hpp"

namespace coset::hub {

// The first line of a body.
struct Fact {
  EventKind kind = EventKind::move;
  Seat seat = nobody;
  Cause cause = Cause::none;  // keep, forfeit
  std::uint8_t hint = 0;      // move: the level of the hint taken before it
  Millis spent = 0;           // of the seat's time
  Time at = 0;
  std::uint32_t lines = 0;            // takeback: how many lines of the record remain
  std::vector<Bytes16> entropy = {};  // open: everybody's bytes for the deal, as they joined

  friend bool operator==(const Fact&, const Fact&) = default;
};

struct Row {
  Ply ply = 0;
  Chain before;  // of the event before it: a row is accepted only after that one
  Chain chain;
  MoveId id = MoveId::none;  // none: the table did it by itself
  std::string body;

  friend bool operator==(const Row&, const Row&) = default;
};

std::string write_fact(const Fact& fact);
// "1: draw", or "1: deal ?" if `hidden`.
std::string write_entry(const Match& match, const Match::Entry& entry, bool hidden);

struct Body {
  Fact fact;
  std::vector<Match::Entry> entries;
};
// A full body: one that hides a deal is refused. `match` is of the same spec.
Result<Body> read_body(const Match& match, std::string_view text);

}  // namespace coset::hub
