#include "engine/bots/review.hpp"

#include <algorithm>

#include "base/sort.hpp"

namespace coset::bots {

namespace {

// From where a loss has its name: shares of a victory, and points of a score.
constexpr double shares[] = {0.05, 0.10, 0.15};
constexpr double points[] = {1, 2, 3};

// At least so much, whatever chance did.
double sure(double gain, double error) { return std::max(0.0, gain - max_doubt * error); }

// What a move cost, with the pieces that it cost: a piece is worth about so much.
double cost_of(const MoveReviewed& move) { return -move.edge - 0.02 * move.pieces; }

template <class Wanted, class Before>
std::vector<std::size_t> first(std::span<const MoveReviewed> moves, Seat seat, std::size_t count,
                               Wanted wanted, Before before) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves[i].compared && (seat == nobody || moves[i].seat == seat) && wanted(moves[i]))
      out.push_back(i);
  put_in_order(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
    if (before(moves[a], moves[b])) return true;
    return !before(moves[b], moves[a]) && a < b;
  });
  out.resize(std::min(out.size(), count));
  return out;
}

}  // namespace

Grade grade_of(const MoveReviewed& move, bool alone) {
  if (!move.compared || move.advised || sure(-move.edge, move.error) == 0) return Grade::fine;
  int grade = 0;
  for (const double from : alone ? points : shares) grade += -move.edge >= from ? 1 : 0;
  return static_cast<Grade>(grade);
}

std::vector<std::size_t> dearest(std::span<const MoveReviewed> moves, bool alone, Seat seat,
                                 std::size_t count) {
  return first(
      moves, seat, count,
      [](const MoveReviewed& move) { return !move.advised && cost_of(move) > 0; },
      [&](const MoveReviewed& a, const MoveReviewed& b) {
        const bool x = grade_of(a, alone) == Grade::fine;
        const bool y = grade_of(b, alone) == Grade::fine;
        return x != y ? y : cost_of(a) > cost_of(b);
      });
}

std::vector<std::size_t> finest(std::span<const MoveReviewed> moves, Seat seat, std::size_t count) {
  const auto gain = [](const MoveReviewed& move) { return sure(move.edge, move.error); };
  return first(
      moves, seat, count, [&](const MoveReviewed& move) { return gain(move) > 0; },
      [&](const MoveReviewed& a, const MoveReviewed& b) { return gain(a) > gain(b); });
}

bool too_noisy(std::span<const MoveReviewed> moves, bool alone, bool hidden) {
  const double most = (alone ? points : shares)[2];
  std::size_t compared = 0;
  std::size_t unsure = 0;
  for (const MoveReviewed& move : moves) {
    compared += move.compared ? 1 : 0;
    unsure += move.compared && max_doubt * move.error >= most ? 1 : 0;
  }
  return hidden || 2 * unsure > compared;
}

}  // namespace coset::bots
