// The review of a game as JSON, from the answers of the analysis protocol about its positions: what
// each move was worth, what it cost, and which moves cost and gained most (bots/review.hpp). The
// terminal and the page show the same review. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "engine/bots/review.hpp"
#include "protocol/table/table.hpp"

namespace coset::protocol {

struct ReviewedMove {
  std::size_t turn = 0;  // after so many moves and deals
  Seat seat = 0;
  std::string move;
  std::vector<double> value;  // of each seat, after the move
  std::vector<double> error;  // negative: unknown
  std::size_t rank = 1;       // among those that were judged
  std::size_t of = 1;
  std::string other;  // the best of the others; empty if there was none
  double edge = 0;    // how much better than that it was for its seat
  double edge_error = 0;
  bool mistake = false;
  bots::Grade grade = bots::Grade::fine;
  std::optional<Said> why;  // what it does, and what the other does
  std::optional<Said> why_other;
};

struct Review {
  std::string measure = "share";
  bool noisy = false;  // too uncertain to call any move a mistake; then no move is listed
  std::vector<ReviewedMove> moves;
  std::vector<std::size_t> dearest;  // places in `moves`, at most three
  std::vector<std::size_t> best;
};

// `answers`: a JSON list of answers to questions that compared the move that was played, in the
// order of the game; some may be missing. The dearest and the best moves are those of one seat, or
// of all (nobody).
Result<Review> review_of(std::string_view answers, Seat seat);
std::string review_json(const Review& review);

}  // namespace coset::protocol
