// Draft: an event in the making. It plays on a copy of the match, so that until it is committed the
// table knows nothing of it, and collects what happens on the way. It is complete when no piece is
// to be dealt any more. A value type; one thread at a time.
#pragma once

#include "hub/table/log.hpp"

namespace coset::hub {

class Draft {
 public:
  // `start` is the match before it; after a takeback, the one that remains.
  Draft(Match start, const Fact& fact, MoveId id)
      : match_(std::move(start)), fact_(fact), id_(id) {}

  // A move or a deal, as Match::play.
  std::optional<Error> play(Seat seat, const Action& action);

  bool complete() const { return match_.turn().kind != Turn::Kind::deal; }
  const Match& match() const { return match_; }
  // After this there is no match in it.
  Match take_match() { return std::move(match_); }
  const Fact& fact() const { return fact_; }
  MoveId id() const { return id_; }
  // What each move and deal did so far, in their order.
  const std::vector<Effects>& done() const { return done_; }
  int deals() const { return deals_; }

  std::string body() const { return text(false); }
  std::string public_body() const;

 private:
  std::string text(bool hidden) const;

  Match match_;
  Fact fact_;
  MoveId id_;
  std::vector<Effects> done_;
  int deals_ = 0;
};

}  // namespace coset::hub
