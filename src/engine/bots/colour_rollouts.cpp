// Al-Jabar for three and four seats and Solitaire on Z2^3: the candidates are weighed by games that
// are played on greedily, more of them the better a candidate does (bandit.hpp).
#include "engine/bots/alpha_beta.hpp"
#include "engine/bots/bandit.hpp"
#include "engine/bots/colour_moves.hpp"
#include "engine/bots/search.hpp"
#include "engine/play/playout_colours.hpp"

namespace coset::bots {

namespace {

constexpr Action draw_action{Verb::draw, {}, {}};

// Candidates: exchanges, and perhaps a draw and a pass as the last.
struct Candidates {
  std::vector<lanes::Exchange> moves;
  bool draw = false;
  bool pass = false;  // A18

  std::size_t size() const { return moves.size() + (draw ? 1U : 0U) + (pass ? 1U : 0U); }
  bool is_pass(std::size_t i) const { return pass && i + 1 == size(); }
  Action action(std::size_t i) const {
    if (is_pass(i)) return {Verb::pass, {}, {}};
    return i < moves.size() ? to_action(moves[i]) : draw_action;
  }
};

// Of a list of moves those that are weighed.
struct Choice {
  std::size_t width;  // the best of them by immediate gain
  std::size_t seen;   // out of this many random ones
  bool can_draw;
  bool draw;  // though there are exchanges
};
Choice choice_of(const Settings& settings, std::size_t width, bool can_draw) {
  const auto or_else = [](int value, std::size_t otherwise) {
    return value > 0 ? static_cast<std::size_t>(value) : otherwise;
  };
  // One ply deep, nothing is played on.
  const bool at_once = settings.depth == 1;
  return {at_once ? 1 : or_else(settings.width, width), or_else(settings.seen, MoveList::most),
          can_draw, settings.draws != 0 && can_draw && !at_once};
}

Candidates candidates_of(lanes::Packed hand, lanes::Packed center, const Weights& weights,
                         const Choice& choice, Rng& rng) {
  const auto list = std::make_unique<MoveList>();
  list_moves(hand, center, weights, *list);
  for (std::size_t i = 0; i < list->size(); ++i)  // equals in a random order
    std::swap((*list)[i], (*list)[i + rng.below(static_cast<std::uint32_t>(list->size() - i))]);
  list->cut(choice.seen);
  Candidates out;
  for (std::size_t i = 0; i < list->size() && i < choice.width; ++i) {
    list->pick(i);
    out.moves.push_back((*list)[i].move);
  }
  out.draw = choice.draw || (choice.can_draw && out.moves.empty());
  return out;
}

// Where games are long, fewer are played on.
constexpr std::uint64_t max_turns_in_all = 8 * max_units;

// A game that is played on is a unit, and so are eight turns.
std::uint64_t units_of(const Bandit& bandit, std::uint64_t turns) {
  return std::max(bandit.used(), turns / 8);
}

class ManySeats final : public Search {
 public:
  ManySeats(const ColourRules& rules, const ColourState& root, const Settings& settings, Rng& rng)
      : rules_(rules),
        root_(root),
        candidates_(candidates_of(root.hands[root.seat], root.center, {10, 6},
                                  choice_of(settings, 40, root.bag != 0), rng)),
        bandit_(with_pass(candidates_, rules, root).size(),
                settings.nodes > 0 ? settings.nodes : 3000),
        rng_(rng.next()) {}

  bool step() override {
    if (candidates_.size() < 2 || turns_ >= max_turns_in_all) return false;
    const std::uint64_t seed = rng_.next();
    for (std::size_t i = 0; i < bandit_.alive(); ++i) {
      Rng rng(seed);  // the same luck for all
      ColourState s = root_;
      const std::size_t candidate = bandit_.candidate(i);
      if (candidate < candidates_.moves.size()) {
        colours::exchange(rules_, s, candidates_.moves[candidate]);
      } else if (candidates_.is_pass(candidate)) {
        colours::next_turn(rules_, s);
      } else {
        colours::take_drawn(s, lanes::draw_piece(s.bag, rng));
      }
      bandit_.add(candidate, play_on(s, rng));
    }
    return bandit_.next();
  }
  std::uint64_t used() const override { return units_of(bandit_, turns_); }
  Action best() const override {
    if (candidates_.size() == 0) return {Verb::pass, {}, {}};
    return candidates_.action(bandit_.best());
  }

 private:
  static const Candidates& with_pass(Candidates& candidates, const ColourRules& rules,
                                     const ColourState& root) {
    candidates.pass = colours::may_rest(rules, root, !candidates.moves.empty());
    return candidates;
  }
  // Our share of the victory.
  double play_on(ColourState& s, Rng& rng) {
    constexpr int max_turns = 200;
    for (int turn = 0; turn < max_turns && !s.over(); ++turn, ++turns_) {
      lanes::Exchange move{};
      const bool found = greedy_move(s.hands[s.seat], s.center, {10, 6}, rng, move);
      const bool larger = lanes::tables.sizes[move.take] > lanes::tables.sizes[move.give];
      const bool rests = (!found || larger) && colours::may_rest(rules_, s, found);
      if (rests || (!found && s.bag == 0)) {
        colours::next_turn(rules_, s);
      } else if (found) {
        colours::exchange(rules_, s, move);
      } else {
        colours::take_drawn(s, lanes::draw_piece(s.bag, rng));
      }
    }
    const GameSummary summary = summary_of(rules_, s, false);
    const bool wins = (summary.scores.winners >> root_.seat & 1) != 0;
    int others = 0;
    for (int i = 0; i < rules_.seats; ++i)
      if (i != root_.seat) others += summary.scores.points[static_cast<std::size_t>(i)];
    // Where the result is the same, fewer pieces are better.
    const double margin =
        static_cast<double>(others) / (rules_.seats - 1) - summary.scores.points[root_.seat];
    return (wins ? 1.0 / std::popcount(summary.scores.winners) : 0) + 0.01 * margin;
  }

  ColourRules rules_;
  ColourState root_;
  Candidates candidates_;
  Bandit bandit_;
  Rng rng_;
  std::uint64_t turns_ = 0;  // in all games
};

class Patience final : public Search {
 public:
  Patience(const SolitairePlayout& rules, const SolitaireColours& root, const Settings& settings,
           Rng& rng)
      : rules_(rules),
        root_(root),
        candidates_(candidates_of(root.hand, root.center, weights,
                                  choice_of(settings, 48, root.bag_size() > 0), rng)),
        bandit_(candidates_.size(), settings.nodes > 0 ? settings.nodes : 45000),
        rng_(rng.next()) {}

  bool step() override {
    if (candidates_.size() < 2 || turns_ >= max_turns_in_all) return false;
    const std::uint64_t seed = rng_.next();
    for (std::size_t i = 0; i < bandit_.alive(); ++i) {
      Rng rng(seed);
      SolitaireColours s = root_;
      const std::size_t candidate = bandit_.candidate(i);
      bool playing = true;
      if (candidate < candidates_.moves.size()) {
        playing = colours::exchange(rules_, s, candidates_.moves[candidate]) &&
                  colours::game_turn(rules_, s, rng);
      } else {
        s.hand += s.draw(rng);
      }
      bandit_.add(candidate, -play_on(s, playing, rng));
    }
    return bandit_.next();
  }
  std::uint64_t used() const override { return units_of(bandit_, turns_); }
  Action best() const override { return candidates_.action(bandit_.best()); }

 private:
  static constexpr Weights weights{10, 11};

  double play_on(SolitaireColours& s, bool playing, Rng& rng) {
    constexpr std::uint64_t max_turns = 400;
    for (const std::uint64_t end = turns_ + max_turns; playing && turns_ < end; ++turns_) {
      lanes::Exchange move;
      if (greedy_move(s.hand, s.center, weights, rng, move)) {
        playing = colours::exchange(rules_, s, move) && colours::game_turn(rules_, s, rng);
      } else if (s.bag_size() > 0) {
        s.hand += s.draw(rng);
      } else {
        s.ending = Ending::bag_empty;
        playing = false;
      }
    }
    const int held = lanes::size_of(s.hand);
    const bool penalty = rules_.score == ScoreRule::plus_r || s.ending == Ending::bag_empty;
    return 2 * s.turns + (penalty ? held : -held) - s.cancellations;
  }

  SolitairePlayout rules_;
  SolitaireColours root_;
  Candidates candidates_;
  Bandit bandit_;
  Rng rng_;
  std::uint64_t turns_ = 0;  // in all games
};

}  // namespace

std::unique_ptr<Search> strong_search(const AlJabar<Tally<8>>& game,
                                      const AlJabar<Tally<8>>::State& s, const Settings& settings,
                                      Rng& rng) {
  const auto rules = ColourRules::of(game);
  if (!rules || s.phase != AlJabar<Tally<8>>::Phase::act || !can_search(*rules, s)) return nullptr;
  if (rules->seats > 2) return std::make_unique<ManySeats>(*rules, compact(s), settings, rng);
  AlphaBeta::Style style;
  if (settings.depth > 0) style.depth = settings.depth;
  if (settings.nodes > 0) style.nodes = settings.nodes;
  if (settings.width > 0) style.width = static_cast<std::size_t>(settings.width);
  if (settings.seen > 0) style.seen = static_cast<std::size_t>(settings.seen);
  style.draws = settings.draws != 0;
  return std::make_unique<AlphaBeta>(*rules, compact(s), style, rng);
}

std::unique_ptr<Search> strong_search(const Solitaire<Tally<8>>& game,
                                      const Solitaire<Tally<8>>::State& s, const Settings& settings,
                                      Rng& rng) {
  const auto rules = SolitairePlayout::of(game);
  // The counts of hand and Center must fit into bytes as they grow.
  constexpr int max_clears = 100;
  if (!rules || rules->null_allowed || s.hand.size() > 200 || s.hand[identity] > max_clears ||
      s.center[identity] > max_clears)
    return nullptr;
  SolitaireColours root;
  root.hand = lanes::pack(s.hand);
  root.center = lanes::pack(s.center);
  root.bag_clears = s.bag[identity];
  Tally<8> bag = s.bag;
  bag.set(identity, 0);
  root.bag = lanes::pack(bag);
  root.turns = s.turns;
  root.cancellations = s.cancellations;
  return std::make_unique<Patience>(*rules, root, settings, rng);
}

}  // namespace coset::bots
