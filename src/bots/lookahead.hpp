// A small look-ahead, two plies deep: each of one's better moves is judged by the best answer of
// the next seat (Al-Jabar, Mad Abel) or by playing on greedily a few times (Solitaire). A draw is a
// chance node. Hidden cards are imagined once. Values are pieces, from the mover's side. One ply
// deep, it takes what gains most at once.
#pragma once

#include <algorithm>
#include <limits>

#include "bots/greedy.hpp"
#include "bots/search.hpp"

namespace coset::bots {

inline constexpr double won = 100;  // worth more than any number of pieces in a hand

// How a position stands for a seat: the smallest other hand against its own, or the result.
template <Game G>
double standing(const G& game, const typename G::State& s, int seat) {
  const Scores scores = game.scores(s);
  const auto own = static_cast<std::size_t>(seat);
  if constexpr (std::is_same_v<typename G::Options, SolitaireOptions>) {
    return -scores.points[own];  // fewer is better
  } else {
    int fewest = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < scores.seats; ++i)
      if (i != own) fewest = std::min(fewest, scores.points[i]);
    const double difference = scores.seats == 1 ? -scores.points[own] : fewest - scores.points[own];
    if (game.turn(s).kind != Turn::Kind::over) return difference;
    const bool wins = (scores.winners >> seat & 1) != 0;
    return difference / 10 + (wins ? won / std::popcount(scores.winners) : -won);
  }
}

// Lists its moves when it is made, and weighs one thing a step. Keeps references to the game and to
// the Rng. Of the settings it heeds depth (1 or more), nodes, seen and draws.
template <Game G>
class Lookahead final : public Search {
 public:
  Lookahead(const G& game, const typename G::State& s, const Settings& settings, Rng& rng)
      : game_(game),
        rng_(rng),
        seat_(game.turn(s).seat),
        nodes_(settings.nodes > 0 ? settings.nodes : usual_nodes),
        moves_(candidates(game, s, most_listed, rng)),
        drawing_(s) {
    if (moves_.empty()) {
      best_ = greedy_action(game, s, rng);
      return;
    }
    if (settings.seen > 0) forget(static_cast<std::size_t>(settings.seen));
    best_ = moves_[0].action;
    if (settings.depth == 1) return;
    judged_ = std::min(moves_.size(), most_judged);
    if (draws_pay && settings.draws != 0 && game_.legal(s, draw)) {
      game_.apply(drawing_, draw);
      piece_ = next_piece(0);
    }
  }

  // False once nothing is left to weigh.
  bool step() override {
    if (move_ < judged_) {
      weigh_move();
    } else if (piece_ < game_.operation().order()) {
      weigh_piece();
    }
    return used_ < nodes_ && (move_ < judged_ || piece_ < game_.operation().order());
  }
  std::uint64_t used() const override { return used_; }
  // A draw that is weighed only in part counts as a loss; there are moves that are worse.
  Action best() const override {
    const bool in_part = copies_ > 0 && piece_ < game_.operation().order();
    return in_part && -won > most_ ? draw : best_;
  }

 private:
  static constexpr std::uint64_t usual_nodes = 4000;
  static constexpr std::size_t most_listed = 4000;
  static constexpr bool alone = std::is_same_v<typename G::Options, SolitaireOptions>;
  static constexpr std::size_t most_judged = alone ? 8 : 60;
  static constexpr std::size_t most_answers = 400;
  // In Mad Abel a draw ends the turn, and in Solitaire it costs more than it brings.
  static constexpr bool draws_pay = !G::hands_are_hidden && !alone;
  static constexpr Action draw{Verb::draw, {}, {}};

  // Any so many of the moves come to mind, in the order they had.
  void forget(std::size_t seen) {
    while (moves_.size() > seen) {
      const auto place = rng_.below(static_cast<std::uint32_t>(moves_.size()));
      moves_.erase(moves_.begin() + static_cast<std::ptrdiff_t>(place));
    }
  }

  // One of our moves; of Solitaire's, whose turn chance plays, one course that it may take.
  void weigh_move() {
    constexpr int courses = 40;
    const typename G::State& after = moves_[move_].after;
    if (game_.turn(after).kind != Turn::Kind::deal) {
      found(judge(after));
      return;
    }
    if (course_ == 0) ++used_;
    total_ += course(after);
    if (++course_ < courses) return;
    found(total_ / courses);
    course_ = 0;
    total_ = 0;
  }
  void found(double value) {
    if (value > most_) {
      most_ = value;
      best_ = moves_[move_].action;
    }
    ++move_;
  }

  // A piece that we may draw: the best exchange after it. A draw is worth the average over all
  // pieces.
  void weigh_piece() {
    const int copies = game_.urn(drawing_)[element(piece_)];
    typename G::State next = drawing_;
    game_.apply(next, deal_of(element(piece_)));
    const auto moves = candidates(game_, next, most_listed, rng_);
    double best = -won;
    for (std::size_t i = 0; i < moves.size() && i < 4; ++i)
      best = std::max(best, judge(moves[i].after));
    total_ += copies * best;
    copies_ += copies;
    piece_ = next_piece(piece_ + 1);
    if (piece_ == game_.operation().order() && total_ / copies_ > most_) best_ = draw;
  }
  // The first piece from this one on that the urn holds, or the order of the operation.
  int next_piece(int from) const {
    while (from < game_.operation().order() && game_.urn(drawing_)[element(from)] == 0) ++from;
    return from;
  }

  // After our move the next seat answers as is best for it.
  double judge(const typename G::State& after) {
    ++used_;
    const Turn turn = game_.turn(after);
    if (turn.kind != Turn::Kind::act || turn.seat == seat_) return standing(game_, after, seat_);
    double best_for_them = -std::numeric_limits<double>::infinity();
    double ours = standing(game_, after, seat_);
    for (const auto& answer : candidates(game_, after, most_answers, rng_)) {
      ++used_;
      const double theirs = standing(game_, answer.after, turn.seat);
      if (theirs <= best_for_them) continue;
      best_for_them = theirs;
      ours = standing(game_, answer.after, seat_);
    }
    return ours + prospects(after, best_for_them);
  }

  // Mad Abel: a target that we could make ourselves is worth leaving, if they cannot make it.
  double prospects(const typename G::State& after, double best_for_them) {
    if constexpr (G::hands_are_hidden) {
      if (best_for_them != -std::numeric_limits<double>::infinity()) return 0;
      typename G::State ours = after;
      ours.seat = static_cast<Seat>(seat_);
      return game_.can_play(ours) ? 3 : 1;
    } else {
      return 0;
    }
  }

  // Solitaire: a course that the game may take, played on greedily to the end.
  double course(typename G::State s) {
    for (Turn turn = game_.turn(s); turn.kind != Turn::Kind::over; turn = game_.turn(s)) {
      game_.apply(s, turn.kind == Turn::Kind::deal ? deal_of(draw_from(game_.urn(s), rng_))
                                                   : greedy_action(game_, s, rng_));
    }
    ++used_;
    return standing(game_, s, seat_);
  }

  const G& game_;
  Rng& rng_;
  int seat_;
  std::uint64_t nodes_;
  std::vector<Candidate<G>> moves_;
  std::size_t judged_ = 0;  // so many of them are weighed
  Action best_{};
  typename G::State drawing_;  // where a piece is being drawn, if it is worth a thought
  double most_ = -std::numeric_limits<double>::infinity();
  std::uint64_t used_ = 0;
  std::size_t move_ = 0;
  int course_ = 0;
  int piece_ = Operation::max_order;  // the next to be drawn
  int copies_ = 0;                    // of the pieces weighed
  double total_ = 0;
};

}  // namespace coset::bots
