#include "engine/bots/analysis.hpp"

#include <algorithm>
#include <cmath>

#include "base/sort.hpp"
#include "engine/bots/bandit.hpp"
#include "engine/bots/greedy.hpp"
#include "engine/play/playout_cards.hpp"
#include "engine/play/playout_colours.hpp"
#include "engine/play/repetition.hpp"

namespace coset::bots {

namespace {

template <Game G>
class Analyst {
 public:
  Analyst(const Spec& spec, const G& game, const typename G::View& view, const Bot& bot,
          const AnalysisSettings& settings)
      : spec_(spec),
        game_(game),
        view_(view),
        bot_(bot),
        settings_(settings),
        rng_(settings.seed),
        root_(game.imagine(view, rng_)),
        seat_(game.turn(root_).seat),
        alone_(spec.seats() == 1) {
    CHECK(game.turn(root_).kind == Turn::Kind::act);
    list_moves();
  }

  Analysis judge() {
    Bandit bandit(moves_.size(), settings_.budget.playouts);
    bool more = true;
    while (more) {
      const std::uint64_t seed = rng_.next();
      const typename G::State start = game_.imagine(view_, rng_);
      for (std::size_t i = 0; i < bandit.alive() && !stopped_; ++i) {
        const std::size_t move = bandit.candidate(i);
        Rng luck(seed);  // the same for all
        if (const auto worth = sample(start, moves_[move], luck)) bandit.add(move, *worth);
      }
      more = !stopped_ && bandit.next() && bandit.used() < settings_.budget.playouts;
    }
    std::vector<std::size_t> order;  // those that were visited, or any one
    for (std::size_t i = 0; i < moves_.size(); ++i)
      if (moves_[i].visits > 0) order.push_back(i);
    if (order.empty()) order.push_back(0);
    put_in_order(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (moves_[a].visits != moves_[b].visits) return moves_[a].visits > moves_[b].visits;
      return bandit.mean(a) != bandit.mean(b) ? bandit.mean(a) > bandit.mean(b) : a < b;
    });
    Analysis out{{}, cut_};
    for (const std::size_t place : order) out.moves.push_back(judged(moves_[place]));
    return out;
  }

 private:
  struct Move {
    Action action;
    std::uint64_t visits = 0;
    std::array<double, max_seats> total{};
    std::array<double, max_seats> squares{};
  };

  void list_moves() {
    Ranker<G> ranker(game_);
    for (const Candidate& candidate :
         ranker.best(root_, std::max<std::size_t>(settings_.width, 1), rng_))
      moves_.push_back({candidate.action, 0, {}, {}});
    cut_ = ranker.cut();
    for (const Verb verb : {Verb::draw, Verb::pass})
      if (game_.legal(root_, {verb, {}, {}})) moves_.push_back({{verb, {}, {}}, 0, {}, {}});
    if (moves_.empty()) moves_.push_back({greedy_action(game_, root_, rng_), 0, {}, {}});
  }

  bool stopped() {
    return stopped_ = stopped_ || (settings_.budget.stop && settings_.budget.stop());
  }

  Action bot_action(const typename G::State& s, Rng& rng) {
    const AnyView view(game_.observe(s, game_.turn(s).seat));
    return bot_.choose(spec_, view, {~std::uint64_t{0}, settings_.budget.stop}, rng);
  }

  // One game from a move to its end, and what it was worth to the seat on turn; nothing if there
  // was no time to end it.
  std::optional<double> sample(typename G::State s, Move& move, Rng& luck) {
    constexpr int max_decisions = 1000;
    Repetition repetition(spec_.repetition());
    game_.apply(s, move.action);
    bool repeated = repetition.note(game_.repetition_mark(s));
    for (int decisions = 0; !repeated && decisions < max_decisions;) {
      const Turn turn = game_.turn(s);
      if (turn.kind == Turn::Kind::over) break;
      if (turn.kind == Turn::Kind::deal) {
        game_.apply(s, deal_of(draw_from(game_.urn(s), luck)));
      } else {
        if (stopped()) return std::nullopt;
        game_.apply(s, bot_action(s, luck));
        ++decisions;
      }
      repeated = repetition.note(game_.repetition_mark(s));
    }
    Scores scores = game_.scores(s);
    if constexpr (G::hands_are_hidden)
      if (alone_) scores.points[0] = s.turns;  // M19
    return note(move, scores);
  }

  double note(Move& move, const Scores& scores) {
    ++move.visits;
    const auto winners = std::popcount(scores.winners);
    double others = 0;
    for (std::size_t i = 0; i < scores.seats; ++i) {
      const bool wins = (scores.winners >> i & 1U) != 0;
      const double value = alone_ ? scores.points[i] : wins ? 1.0 / winners : 0;
      move.total[i] += value;
      move.squares[i] += value * value;
      if (i != seat_) others += scores.points[i];
    }
    if (alone_) return -scores.points[seat_];
    // Where the result is the same, fewer pieces are better.
    const double margin = others / (scores.seats - 1) - scores.points[seat_];
    return ((scores.winners >> seat_ & 1U) != 0 ? 1.0 / winners : 0) + 0.002 * margin;
  }

  MoveJudged judged(const Move& move) {
    MoveJudged out{move.action, move.visits, {}, {}, line_of(move.action)};
    if (move.visits == 0) {
      out.error.fill(-1);
      return out;
    }
    const auto n = static_cast<double>(move.visits);
    for (std::size_t i = 0; i < out.value.size(); ++i) {
      out.value[i] = move.total[i] / n;
      const double spread = move.squares[i] - move.total[i] * out.value[i];
      out.error[i] = move.visits < 2 ? -1 : std::sqrt(std::max(0.0, spread) / (n - 1) / n);
    }
    return out;
  }

  // With hidden cards the line is only the move: it must not reveal other hands.
  std::vector<Action> line_of(const Action& action) {
    std::vector<Action> out{action};
    if (G::hands_are_hidden) return out;
    typename G::State s = root_;
    game_.apply(s, action);
    Rng rng(settings_.seed);
    while (out.size() < settings_.line && game_.turn(s).kind == Turn::Kind::act && !stopped()) {
      out.push_back(game_.canonical(s, bot_action(s, rng)));
      game_.apply(s, out.back());
    }
    return out;
  }

  const Spec& spec_;
  const G& game_;
  const typename G::View& view_;
  const Bot& bot_;
  const AnalysisSettings& settings_;
  Rng rng_;
  typename G::State root_;
  Seat seat_;
  bool alone_;
  std::vector<Move> moves_;
  bool cut_ = false;
  bool stopped_ = false;
};

}  // namespace

Analysis analyse(const Spec& spec, const AnyView& view, const Bot& bot,
                 const AnalysisSettings& settings) {
  return std::visit(
      [&]<Game G>(const G& game) {
        const auto* seen = std::get_if<typename G::View>(&view);
        CHECK(seen != nullptr);
        return Analyst<G>(spec, game, *seen, bot, settings).judge();
      },
      spec.game());
}

std::string_view default_analyst(const Spec& spec) {
  // Where there is no special path, the others look ahead, which takes long.
  return std::visit(
      [&]<Game G>(const G& game) -> std::string_view {
        if constexpr (std::is_same_v<G, AlJabar<Tally<8>>>) {
          if (ColourRules::of(game))
            return spec.seats() == 2 ? "alphabeta:depth=2" : "strong:depth=1";
        } else if constexpr (std::is_same_v<G, Solitaire<Tally<8>>>) {
          if (SolitairePlayout::of(game)) return "strong:depth=1";
        } else if constexpr (std::is_same_v<G, MadAbel<CardSet>>) {
          if (CardRules::of(game)) return "strong:width=1";
        }
        return "greedy";
      },
      spec.game());
}

}  // namespace coset::bots
