// Draft: an event that is not committed yet. It plays on a copy of the match, so that the table is
// unchanged until the commit, and collects the effects. It is complete when no deal is pending. A
// value type; one thread at a time.
#pragma once

#include "table/log.hpp"

namespace coset::table {

class Draft {
 public:
  // `start` is the match before it; for a takeback, the match that remains.
  Draft(Match start, const EventHeader& header, MoveId id)
      : match_(std::move(start)), header_(header), id_(id) {}

  // A move or a deal, as Match::play.
  std::optional<Error> play(Seat seat, const Action& action);

  bool complete() const { return match_.turn().kind != Turn::Kind::deal; }
  const Match& match() const { return match_; }
  // Leaves the draft without a match.
  Match take_match() { return std::move(match_); }
  const EventHeader& header() const { return header_; }
  MoveId id() const { return id_; }
  // The effects of each move and deal so far, in order.
  const std::vector<Effects>& done() const { return done_; }
  int deals() const { return deals_; }

  std::string body() const { return text(false); }
  std::string public_body() const;

 private:
  std::string text(bool hidden) const;

  Match match_;
  EventHeader header_;
  MoveId id_;
  std::vector<Effects> done_;
  int deals_ = 0;
};

}  // namespace coset::table
