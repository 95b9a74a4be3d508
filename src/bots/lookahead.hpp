// A small look-ahead, two plies deep: each of one's better moves is judged by the best answer of
// the next seat (Al-Jabar, Mad Abel) or by playing on greedily a few times (Solitaire). A draw is a
// chance node. Hidden cards are imagined once. Values are pieces, from the mover's side.
#pragma once

#include <algorithm>
#include <limits>

#include "bots/bot.hpp"
#include "bots/greedy.hpp"

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

template <Game G>
class Lookahead {
 public:
  Lookahead(const G& game, const Budget& budget, Rng& rng)
      : game_(game), budget_(budget), rng_(rng) {}

  Action choose(const typename G::State& s) {
    const int seat = game_.turn(s).seat;
    const auto moves = candidates(game_, s, most_listed, rng_);
    Action best = greedy_action(game_, s, rng_);
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < moves.size() && i < most_judged && !budget_.spent(used_); ++i) {
      const double value = judge(moves[i].after, seat);
      if (value <= most) continue;
      most = value;
      best = moves[i].action;
    }
    const Action draw{Verb::draw, {}, {}};
    if (!moves.empty() && draws_pay && game_.legal(s, draw) && !budget_.spent(used_) &&
        after_draw(s, draw, seat) > most)
      best = draw;
    return best;
  }

 private:
  static constexpr std::size_t most_listed = 4000;
  static constexpr bool alone = std::is_same_v<typename G::Options, SolitaireOptions>;
  static constexpr std::size_t most_judged = alone ? 8 : 60;
  static constexpr std::size_t most_answers = 400;
  // In Mad Abel a draw ends the turn, and in Solitaire it costs more than it brings.
  static constexpr bool draws_pay = !G::hands_are_hidden && !alone;

  // After our move: the next seat answers as is best for it, or chance plays Solitaire's turn.
  double judge(const typename G::State& after, int seat) {
    ++used_;
    const Turn turn = game_.turn(after);
    if (turn.kind == Turn::Kind::over) return standing(game_, after, seat);
    if (turn.kind == Turn::Kind::deal) return over_chance(after, seat);
    if (turn.seat == seat) return standing(game_, after, seat);
    double best_for_them = -std::numeric_limits<double>::infinity();
    double ours = standing(game_, after, seat);
    for (const auto& answer : candidates(game_, after, most_answers, rng_)) {
      ++used_;
      const double theirs = standing(game_, answer.after, turn.seat);
      if (theirs <= best_for_them) continue;
      best_for_them = theirs;
      ours = standing(game_, answer.after, seat);
    }
    return ours + prospects(after, seat, best_for_them);
  }

  // Mad Abel: a target that we could make ourselves is worth leaving, if they cannot make it.
  double prospects(const typename G::State& after, int seat, double best_for_them) {
    if constexpr (G::hands_are_hidden) {
      if (best_for_them != -std::numeric_limits<double>::infinity()) return 0;
      typename G::State ours = after;
      ours.seat = static_cast<Seat>(seat);
      return game_.can_play(ours) ? 3 : 1;
    } else {
      return 0;
    }
  }

  // Solitaire: some courses that the game may take, played on greedily to the end.
  double over_chance(const typename G::State& after, int seat) {
    constexpr int courses = 40;
    double total = 0;
    for (int i = 0; i < courses; ++i) {
      typename G::State s = after;
      for (Turn turn = game_.turn(s); turn.kind != Turn::Kind::over; turn = game_.turn(s)) {
        game_.apply(s, turn.kind == Turn::Kind::deal ? deal_of(draw_from(game_.urn(s), rng_))
                                                     : greedy_action(game_, s, rng_));
      }
      ++used_;
      total += standing(game_, s, seat);
    }
    return total / courses;
  }

  // The average over what may be drawn of the best exchange after it, less a little because the
  // hand has grown in view of everybody.
  double after_draw(const typename G::State& s, const Action& draw, int seat) {
    typename G::State drawing = s;
    game_.apply(drawing, draw);
    double total = 0;
    int pieces = 0;
    for (int e = 0; e < game_.operation().order(); ++e) {
      const int copies = game_.urn(drawing)[element(e)];
      if (copies == 0) continue;
      if (budget_.spent(used_)) return -won;
      typename G::State next = drawing;
      game_.apply(next, deal_of(element(e)));
      const auto moves = candidates(game_, next, most_listed, rng_);
      double best = -won;
      for (std::size_t i = 0; i < moves.size() && i < 4; ++i)
        best = std::max(best, judge(moves[i].after, seat));
      total += copies * best;
      pieces += copies;
    }
    return pieces == 0 ? -won : total / pieces;
  }

  const G& game_;
  const Budget& budget_;
  Rng& rng_;
  std::uint64_t used_ = 0;
};

}  // namespace coset::bots
