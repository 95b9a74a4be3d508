#include "engine/bots/analysis.hpp"

#include <algorithm>
#include <cmath>

#include "base/sort.hpp"
#include "engine/bots/bandit.hpp"
#include "engine/bots/course.hpp"
#include "engine/play/playout_cards.hpp"
#include "engine/play/playout_colours.hpp"

namespace coset::bots {

class AnalysisSearch::Impl {
 public:
  Impl(const Spec& spec, const AnyView& view, std::shared_ptr<const Bot> bot,
       const AnalysisSettings& settings)
      : settings_(settings),
        hidden_(spec.hands_are_hidden()),
        alone_(spec.seats() == 1),
        rng_(settings.seed),
        course_(course_of(spec, view, std::move(bot), {settings.max_units, settings.budget.stop},
                          rng_)),
        seat_(course_->turn().seat) {
    if (settings_.compare) settings_.compare = course_->canonical(*settings_.compare);
  }

  bool step(std::uint64_t positions) {
    const std::uint64_t enough = used() + std::max<std::uint64_t>(positions, 1);
    while (stage_ != Stage::done && used() < enough) advance(enough - used());
    return stage_ != Stage::done;
  }
  std::uint64_t used() const { return course_->used() + advice_used_; }

  Analysis result() const {
    Analysis out{{}, cut_, std::nullopt};
    for (const std::size_t place : order()) out.moves.push_back(judged(moves_[place]));
    if (own_ != none && edge_.count() >= 2)
      out.duel = {moves_[own_].action, moves_[other_].action, advised_,       edge_.count(),
                  edge_.value(),       edge_.error(1),        pieces_.value()};
    return out;
  }

 private:
  // The mean of numbers, and how far it may be off.
  class Mean {
   public:
    void add(double value) {
      ++count_;
      total_ += value;
      squares_ += value * value;
    }
    std::uint64_t count() const { return count_; }
    double value() const { return count_ == 0 ? 0 : total_ / static_cast<double>(count_); }
    // With a prior, as if there were that much more spread: no number of equal games is a proof.
    double error(double prior = 0) const {
      if (count_ < 2) return -1;
      const auto n = static_cast<double>(count_);
      return std::sqrt((std::max(0.0, squares_ - total_ * value()) + prior) / (n - 1) / n);
    }

   private:
    std::uint64_t count_ = 0;
    double total_ = 0;
    double squares_ = 0;
  };

  // What a game was worth to each seat, and to the seat on turn.
  struct Outcome {
    std::array<double, max_seats> value{};
    double own = 0;     // more is better
    double margin = 0;  // pieces fewer than the others have on average
    // Where the result is the same, fewer pieces are better.
    double worth() const { return own + 0.002 * margin; }
  };

  enum class Stage : std::uint8_t { list, race, advice, duel, lines, done };
  static constexpr std::size_t none = ~std::size_t{0};
  struct Move {
    explicit Move(const Action& a) : action(a) {}

    Action action;
    std::uint64_t visits = 0;
    std::array<Mean, max_seats> race{};
    std::array<Mean, max_seats> duel{};
    std::vector<Action> line;
  };

  // One thing more: a part of a game, or the step between two.
  void advance(std::uint64_t positions) {
    if (stage_ != Stage::list && stopped()) {
      stage_ = Stage::done;
      return;
    }
    switch (stage_) {
      case Stage::list:
        list();
        break;
      case Stage::race:
        race(positions);
        break;
      case Stage::advice:
        take_advice(positions);
        break;
      case Stage::duel:
        fight(positions);
        break;
      case Stage::lines:
        write_lines(positions);
        break;
      case Stage::done:
        break;
    }
  }

  bool stopped() const { return settings_.budget.stop && settings_.budget.stop(); }
  // What the race may take: half, if a duel comes after it.
  std::uint64_t share_of(std::uint64_t all) const { return own_ == none ? all : all - all / 2; }

  void list() {
    std::vector<Action> found;
    cut_ = course_->list_moves(std::max<std::size_t>(settings_.width, 1), rng_, found);
    for (const Action& action : found) moves_.emplace_back(action);
    if (settings_.compare) own_ = place_of(*settings_.compare);
    bandit_.emplace(moves_.size(), share_of(settings_.budget.playouts));
    stage_ = Stage::race;
  }

  // Where the work was too much, is noted after a decision only, which no slicing moves.
  void check_work() {
    const std::uint64_t most =
        stage_ == Stage::race ? share_of(settings_.max_units) : settings_.max_units;
    if (used() < most) return;
    if (stage_ == Stage::race) {
      end_race();
    } else {
      stage_ = Stage::done;
      playing_ = false;
    }
  }

  // Plays the present game on; true once it is over.
  bool play_on(std::uint64_t positions) {
    constexpr int max_decisions = 1000;
    const std::uint64_t enough = used() + positions;
    while (!course_->repeated() && decisions_ < max_decisions) {
      const Turn turn = course_->turn();
      if (turn.kind == Turn::Kind::over) break;
      if (used() >= enough) return false;
      if (turn.kind == Turn::Kind::deal) {
        course_->deal();
      } else {
        if (!course_->decide(enough - used())) return false;
        ++decisions_;
        check_work();
        if (!playing_ || stopped()) return false;
      }
    }
    playing_ = false;
    return true;
  }
  void begin_game(std::size_t move) {
    decisions_ = 0;
    playing_ = true;
    course_->begin(moves_[move].action, luck_seed_);
  }
  void begin_round() {
    next_ = 0;
    luck_seed_ = rng_.next();  // the same for all
    course_->imagine(rng_);
  }

  Outcome outcome() const {
    const Scores scores = course_->scores();
    const auto winners = std::popcount(scores.winners);
    Outcome out;
    double others = 0;
    for (std::size_t i = 0; i < scores.seats; ++i) {
      const bool wins = (scores.winners >> i & 1U) != 0;
      const double value = alone_ ? scores.points[i] : wins ? 1.0 / winners : 0;
      out.value[i] = value;
      if (i != seat_) others += scores.points[i];
    }
    if (alone_) {
      out.own = -scores.points[seat_];
    } else {
      out.own = out.value[seat_];
      out.margin = others / (scores.seats - 1) - scores.points[seat_];
    }
    return out;
  }

  void race(std::uint64_t positions) {
    if (!playing_) {
      if (next_ == 0) begin_round();
      begin_game(bandit_->candidate(next_));
    }
    if (!play_on(positions)) return;
    const std::size_t place = bandit_->candidate(next_);
    const Outcome got = outcome();
    ++moves_[place].visits;
    for (std::size_t i = 0; i < got.value.size(); ++i) moves_[place].race[i].add(got.value[i]);
    bandit_->add(place, got.worth());
    if (++next_ < bandit_->alive()) return;
    next_ = 0;
    if (!bandit_->next() || bandit_->used() >= share_of(settings_.budget.playouts)) end_race();
  }

  void end_race() {
    playing_ = false;
    next_ = 0;
    stage_ = own_ == none ? Stage::lines : Stage::advice;
    if (own_ != none && settings_.adviser)
      advice_ = course_->advise(*settings_.adviser, settings_.seed);
  }

  void take_advice(std::uint64_t positions) {
    const std::vector<std::size_t> order = race_order();
    std::size_t advised = order[0];
    if (advice_) {
      const std::uint64_t before = advice_->used();
      const bool more = advice_->step(positions);
      advice_used_ += advice_->used() - before;
      if (more) return;
      advised = place_of(course_->canonical(advice_->best()));
      advice_.reset();
    }
    advised_ = advised == own_;
    other_ = advised;
    for (const std::size_t place : order)
      if (other_ == own_) other_ = place;
    if (other_ == own_) own_ = none;  // there is no other
    stage_ = own_ == none ? Stage::lines : Stage::duel;
  }

  // The place of a move, which may be a new one.
  std::size_t place_of(const Action& action) {
    for (std::size_t i = 0; i < moves_.size(); ++i)
      if (course_->canonical(moves_[i].action) == action) return i;
    moves_.emplace_back(action);
    return moves_.size() - 1;
  }

  void fight(std::uint64_t positions) {
    if (!playing_) {
      if (next_ == 0) begin_round();
      begin_game(next_ == 0 ? own_ : other_);
    }
    if (!play_on(positions)) return;
    duelled_[next_] = outcome();
    if (++next_ < 2) return;
    next_ = 0;
    for (const std::size_t side : {0U, 1U}) {
      Move& move = moves_[side == 0 ? own_ : other_];
      ++move.visits;
      for (std::size_t i = 0; i < max_seats; ++i) move.duel[i].add(duelled_[side].value[i]);
    }
    edge_.add(duelled_[0].own - duelled_[1].own);
    pieces_.add(duelled_[0].margin - duelled_[1].margin);
    if (edge_.count() >= std::max<std::uint64_t>(2, settings_.budget.playouts / 4))
      stage_ = Stage::lines;
  }

  // The bot's continuations. With hidden cards a line is only the move: it must not reveal other
  // hands.
  void write_lines(std::uint64_t positions) {
    if (hidden_ || next_ == moves_.size()) {
      stage_ = Stage::done;
      return;
    }
    Move& move = moves_[next_];
    if (!playing_) {
      if (move.visits == 0 || settings_.line < 2) {
        ++next_;
        return;
      }
      luck_seed_ = settings_.seed;
      begin_game(next_);
      move.line = {move.action};
    }
    if (course_->turn().kind == Turn::Kind::act && move.line.size() < settings_.line) {
      if (!course_->decide(positions)) return;
      move.line.push_back(course_->decided());
      return check_work();
    }
    playing_ = false;
    ++next_;
  }

  // Those that were visited, or any one; the best first, as the race has it.
  std::vector<std::size_t> race_order() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < moves_.size(); ++i)
      if (moves_[i].race[0].count() > 0) out.push_back(i);
    if (out.empty() && !moves_.empty()) out.push_back(0);
    put_in_order(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
      const std::uint64_t x = moves_[a].race[0].count();
      const std::uint64_t y = moves_[b].race[0].count();
      if (x != y) return x > y;
      return bandit_->mean(a) != bandit_->mean(b) ? bandit_->mean(a) > bandit_->mean(b) : a < b;
    });
    return out;
  }
  // The better one of a duel is the first.
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> out = race_order();
    if (edge_.count() == 0) return out;
    for (const std::size_t place : {own_, other_})  // though the race may not have come to it
      if (std::find(out.begin(), out.end(), place) == out.end()) out.push_back(place);
    const double edge = edge_.value() + 0.002 * pieces_.value();
    const auto best = std::find(out.begin(), out.end(), edge < 0 ? other_ : own_);
    std::rotate(out.begin(), best, best + 1);
    return out;
  }

  MoveJudged judged(const Move& move) const {
    MoveJudged out{move.action, move.visits, {}, {}, move.line};
    if (out.line.empty()) out.line = {move.action};
    const auto& means = move.duel[0].count() > 0 ? move.duel : move.race;
    for (std::size_t i = 0; i < means.size(); ++i) {
      out.value[i] = means[i].value();
      out.error[i] = means[i].error();
    }
    return out;
  }

  AnalysisSettings settings_;
  bool hidden_;
  bool alone_;
  Rng rng_;
  std::unique_ptr<Course> course_;
  Seat seat_;
  Stage stage_ = Stage::list;
  std::vector<Move> moves_;
  bool cut_ = false;
  std::optional<Bandit> bandit_;

  std::uint64_t luck_seed_ = 0;
  std::size_t next_ = 0;  // whose game it is: of the race, of the duel, or whose line
  bool playing_ = false;
  int decisions_ = 0;

  std::size_t own_ = none;  // the move of the duel that was asked about
  std::size_t other_ = none;
  bool advised_ = false;
  std::unique_ptr<Thought> advice_;
  std::uint64_t advice_used_ = 0;
  std::array<Outcome, 2> duelled_;
  Mean edge_;
  Mean pieces_;
};

AnalysisSearch::AnalysisSearch(const Spec& spec, const AnyView& view,
                               std::shared_ptr<const Bot> bot, const AnalysisSettings& settings)
    : impl_(std::make_unique<Impl>(spec, view, std::move(bot), settings)) {}
AnalysisSearch::AnalysisSearch(AnalysisSearch&&) noexcept = default;
AnalysisSearch::~AnalysisSearch() = default;

bool AnalysisSearch::step(std::uint64_t positions) { return impl_->step(positions); }
std::uint64_t AnalysisSearch::used() const { return impl_->used(); }
Analysis AnalysisSearch::result() const { return impl_->result(); }

Analysis analyse(const Spec& spec, const AnyView& view, std::shared_ptr<const Bot> bot,
                 const AnalysisSettings& settings) {
  AnalysisSearch search(spec, view, std::move(bot), settings);
  while (search.step(~std::uint64_t{0} >> 1U)) {
  }
  return search.result();
}

std::string_view default_analyst(const Spec& spec) {
  // Where there is no special path, the others look ahead, which takes long.
  return std::visit(
      [&]<Game G>(const G& game) -> std::string_view {
        if constexpr (std::is_same_v<G, AlJabar<Tally<8>>>) {
          if (ColourRules::of(game))
            return spec.seats() == 2 ? "strong:depth=1,seen=9,draws=0"
                                     : "strong:depth=1,seen=9,nodes=8";
        } else if constexpr (std::is_same_v<G, Solitaire<Tally<8>>>) {
          if (SolitairePlayout::of(game)) return "strong:depth=1";
        } else if constexpr (std::is_same_v<G, MadAbel<CardSet>>) {
          if (CardRules::of(game)) return "strong:width=1";
        }
        return "greedy";
      },
      spec.game());
}

std::string_view default_adviser(const Spec& spec) {
  // With two seats it searches, else it plays games on, each a longer look.
  return spec.seats() == 2 && !spec.hands_are_hidden() ? "strong:nodes=20000" : "strong:nodes=3000";
}

}  // namespace coset::bots
