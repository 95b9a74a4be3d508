// A small look-ahead, two plies deep: each of the better moves is judged by the best replies of the
// next seat (Al-Jabar, Mad Abel) or by a few greedy playouts (Solitaire). A draw is a
// chance node. Hidden cards are imagined once. Values are pieces, from the mover's side. One ply
// deep, it takes the largest immediate gain. On every group it ends after max_units of work, and a
// step of it is small.
#pragma once

#include <algorithm>
#include <limits>

#include "engine/bots/bandit.hpp"
#include "engine/bots/ranker.hpp"
#include "engine/bots/search.hpp"

namespace coset::bots {

inline constexpr double won = 100;  // worth more than any number of pieces in a hand

// The value of a position for a seat: the smallest other hand against its own, or the result.
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
        ranker_(game),
        root_(s),
        seat_(game.turn(s).seat),
        nodes_(settings.nodes > 0 ? settings.nodes : usual_nodes),
        moves_(settings.seen > 0 ? ranker_.any(s, static_cast<std::size_t>(settings.seen), rng)
                                 : ranker_.best(s, max_judged, rng)) {
    if (moves_.empty()) {
      best_ = without_move();
      return;
    }
    const bool rests = ranker_.may_rest(s);
    best_ = rests && moves_[0].gains < Gain{} ? pass : moves_[0].action;
    if (settings.depth == 1) return;
    draws_ = draws_pay && settings.draws != 0 && game_.legal(s, draw);
    if (moves_.size() == 1 && !draws_ && !rests) return;
    if constexpr (alone) {
      begin_courses();
    } else {
      stage_ = Stage::moves;
      if (rests) weigh_rest();
    }
  }

  // False once nothing is left to weigh.
  bool step() override {
    switch (stage_) {
      case Stage::moves:
        weigh_move();
        break;
      case Stage::draws:
        weigh_draw();
        break;
      case Stage::courses:
        if constexpr (alone) play_course();
        break;
      case Stage::done:
        return false;
    }
    if (positions_ >= nodes_ || used() >= max_units) stage_ = Stage::done;
    return stage_ != Stage::done;
  }
  std::uint64_t used() const override { return positions_ + ranker_.work() / work_of_a_unit; }
  // A draw that is weighed only in part counts as a loss; there are moves that are worse.
  Action best() const override {
    const bool in_part = weight_ > 0 && piece_ < pieces_.size();
    return in_part && -won > most_ ? draw : best_;
  }

 private:
  static constexpr std::uint64_t usual_nodes = 4000;
  static constexpr bool alone = std::is_same_v<typename G::Options, SolitaireOptions>;
  static constexpr std::size_t max_judged = alone ? 8 : 60;
  // In Mad Abel a draw ends the turn, and in Solitaire it costs more than it brings.
  static constexpr bool draws_pay = !G::hands_are_hidden && !alone;
  static constexpr Action draw{Verb::draw, {}, {}};
  static constexpr Action pass{Verb::pass, {}, {}};

  enum class Stage : std::uint8_t { moves, draws, courses, done };

  Action without_move() {
    if constexpr (G::style == MoveStyle::play) {
      return ranker_.otherwise(root_, rng_);
    } else {
      return ranker_.may_rest(root_) ? pass : ranker_.otherwise(root_);
    }
  }

  // One of our moves

  void weigh_rest() {
    typename G::State after = root_;
    ranker_.apply(after, pass);
    best_ = pass;
    most_ = judge(after);
  }
  void weigh_move() {
    typename G::State after = root_;
    ranker_.apply(after, moves_[move_].action);
    if (const double value = judge(after); value > most_) {
      most_ = value;
      best_ = moves_[move_].action;
    }
    ++move_;
    // Whatever the moves cost, something is left for a draw.
    const bool enough = draws_ && used() >= max_units / 2;
    if (move_ < moves_.size() && !enough) return;
    stage_ = draws_ ? Stage::draws : Stage::done;
    if (draws_) begin_draws();
  }

  // After our move the next seat answers as is best for it.
  double judge(const typename G::State& after) {
    ++positions_;
    const Turn turn = game_.turn(after);
    if (turn.kind != Turn::Kind::act || turn.seat == seat_) return standing(game_, after, seat_);
    double best_for_them = -std::numeric_limits<double>::infinity();
    double ours = standing(game_, after, seat_);
    for (const Candidate& answer : ranker_.best(after, answers(after), rng_, By::both)) {
      typename G::State next = after;
      ranker_.apply(next, answer.action);
      ++positions_;
      const double theirs = standing(game_, next, turn.seat);
      if (theirs <= best_for_them) continue;
      best_for_them = theirs;
      ours = standing(game_, next, seat_);
    }
    return ours + prospects(after, best_for_them);
  }
  // How many replies are searched. Shedding and cancelling most is best, except near the end.
  std::size_t answers(const typename G::State& after) const {
    if constexpr (G::style == MoveStyle::play) {
      return 4;
    } else {
      const int held = game_.hand(after, game_.turn(after).seat).size();
      return held <= 2 * game_.rules().max_exchange() ? 40 : 12;
    }
  }

  // Mad Abel: a target that we could make ourselves is worth leaving, if they cannot make it.
  double prospects(const typename G::State& after, double best_for_them) {
    if constexpr (G::hands_are_hidden) {
      if (best_for_them != -std::numeric_limits<double>::infinity()) return 0;
      typename G::State ours = after;
      ours.seat = static_cast<Seat>(seat_);
      return ranker_.can_play(ours) ? 3 : 1;
    } else {
      return 0;
    }
  }

  // A draw: the mean over the pieces of the best exchange after each

  struct Piece {
    Element piece;
    int weight;
  };

  // All pieces that there are, or some of them as they would be drawn.
  void begin_draws() {
    constexpr std::size_t max_kinds = 16;
    constexpr int sampled = 12;
    typename G::State drawing = root_;
    ranker_.apply(drawing, draw);
    const auto& urn = game_.urn(drawing);
    for (int e = 0; e < game_.operation().order(); ++e)
      if (const int copies = urn[element(e)]; copies > 0) pieces_.push_back({element(e), copies});
    if (pieces_.size() <= max_kinds) return;
    pieces_.clear();
    for (int i = 0; i < sampled; ++i) pieces_.push_back({draw_from(urn, rng_), 1});
  }

  void weigh_draw() {
    if (next_ == exchanges_.size()) {  // the next piece
      drawn_ = root_;
      ranker_.apply(drawn_, draw);
      ranker_.apply(drawn_, deal_of(pieces_[piece_].piece));
      exchanges_ = ranker_.best(drawn_, 4, rng_);
      next_ = 0;
      after_ = -won;
    }
    if (next_ < exchanges_.size()) {
      typename G::State after = drawn_;
      ranker_.apply(after, exchanges_[next_].action);
      after_ = std::max(after_, judge(after));
      if (++next_ < exchanges_.size()) return;
    }
    total_ += pieces_[piece_].weight * after_;
    weight_ += pieces_[piece_].weight;
    if (++piece_ < pieces_.size()) return;
    if (total_ / weight_ > most_) best_ = draw;
    stage_ = Stage::done;
  }

  // Solitaire: courses that the game may take, played on greedily, more of them for the better
  // moves; the same luck for all

  void begin_courses() {
    constexpr std::uint64_t max_courses = 320;
    constexpr std::uint64_t fewest_for_each = 8;
    stage_ = Stage::courses;
    bandit_.emplace(moves_.size(), std::min(nodes_, max_courses));
    luck_seed_ = rng_.next();
    // Where a move takes long to find, courses are cut short.
    const std::uint64_t one = std::max<std::uint64_t>(ranker_.work(), 1);
    const std::uint64_t affordable =
        max_units * work_of_a_unit / (one * moves_.size() * fewest_for_each);
    horizon_ = static_cast<int>(std::clamp<std::uint64_t>(affordable, 3, 60));
  }

  void play_course() {
    if (turns_ == 0) {
      luck_ = Rng(luck_seed_);
      course_ = root_;
      ranker_.apply(course_, moves_[bandit_->candidate(alive_)].action);
    } else if (game_.turn(course_).kind == Turn::Kind::act) {
      ranker_.apply(course_, ranker_.greedy(course_, luck_));
    }
    while (game_.turn(course_).kind == Turn::Kind::deal)
      ranker_.apply(course_, deal_of(draw_from(game_.urn(course_), luck_)));
    const bool over = game_.turn(course_).kind == Turn::Kind::over;
    if (!over && ++turns_ <= horizon_) return;
    bandit_->add(bandit_->candidate(alive_), over ? standing(game_, course_, seat_) : prospect());
    turns_ = 0;
    ++positions_;
    if (++alive_ < bandit_->alive()) return;
    alive_ = 0;
    luck_seed_ = rng_.next();
    if (!bandit_->next()) stage_ = Stage::done;
    best_ = moves_[bandit_->best()].action;
  }
  // What a course that was cut short may come to: as few turns as can be.
  double prospect() const {
    if constexpr (alone) {
      const int each = std::max(1, game_.rules().max_exchange() - 1);
      const int turns = course_.turns + (course_.hand.size() - 1 + each - 1) / each;
      const int left = game_.options().score == ScoreRule::minus_r ? -1 : 1;
      return -(2 * turns + left - course_.cancellations);
    } else {
      return 0;
    }
  }

  const G& game_;
  Rng& rng_;
  Ranker<G> ranker_;
  typename G::State root_;
  int seat_;
  std::uint64_t nodes_;
  std::vector<Candidate> moves_;
  Stage stage_ = Stage::done;
  bool draws_ = false;
  Action best_{};
  double most_ = -std::numeric_limits<double>::infinity();
  std::uint64_t positions_ = 0;
  std::size_t move_ = 0;

  std::vector<Piece> pieces_;
  std::size_t piece_ = 0;
  typename G::State drawn_{};
  std::vector<Candidate> exchanges_;  // after the piece
  std::size_t next_ = 0;
  double after_ = 0;
  double total_ = 0;
  int weight_ = 0;

  std::optional<Bandit> bandit_;
  std::uint64_t luck_seed_ = 0;
  Rng luck_{0};
  typename G::State course_{};
  std::size_t alive_ = 0;
  int turns_ = 0;
  int horizon_ = 0;
};

}  // namespace coset::bots
