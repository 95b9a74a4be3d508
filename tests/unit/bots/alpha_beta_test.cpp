// Alpha-beta against a search with nothing in it: no memory, no bounds, no order. In endings, where
// every exchange is looked at, both must find the same values at every depth, and what is chosen
// must be worth what was found.
#include "engine/bots/alpha_beta.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/play/position.hpp"
#include "engine/play/spec.hpp"

namespace coset::bots {
namespace {

using G = AlJabar<Tally<8>>;
using State = G::State;

class PlainSearch {
 public:
  explicit PlainSearch(const G& game) : game_(game) {}

  // For the seat on turn, so many plies deep.
  int value(const State& root, int depth) {
    int best = -infinite;
    ActionList list;
    game_.actions(root, list);
    for (const Action& action : list)
      if (action.verb == Verb::exchange || is_final_pass(root, action))
        best = std::max(best, value_of(root, action, depth));
    return best;
  }
  int value_of(const State& root, const Action& action, int depth) {
    path_ = {root};
    return after(root, action, depth, 0);
  }

 private:
  static constexpr int infinite = 32000;

  // A18; elsewhere a pass is forced.
  bool is_final_pass(const State& s, const Action& action) const {
    return action.verb == Verb::pass && game_.final_round(s) && s.drawn == 0;
  }

  // How the game ended: a win counts more the sooner it comes and the larger it is.
  static int outcome(const State& s, int seat, int ply) {
    const auto own = static_cast<std::size_t>(seat);
    const int margin = s.hands[1 - own].size() - s.hands[own].size();
    return margin > 0   ? AlphaBeta::won - ply + margin
           : margin < 0 ? -AlphaBeta::won + ply + margin
                        : 0;
  }

  int after(const State& s, const Action& action, int depth, int ply) {
    State next = s;
    game_.apply(next, action);
    if (next.phase == G::Phase::over) return outcome(next, s.seat, ply);
    const int value = search(next, depth - 1, ply + 1);
    return next.seat == s.seat ? value : -value;
  }

  bool was_here(const State& s) const {
    const auto now = game_.repetition_mark(s);
    for (const State& before : path_)
      if (const auto then = game_.repetition_mark(before);
          now && then && now->position == then->position)
        return true;
    return false;
  }

  int search(const State& s, int depth, int ply) {
    if (was_here(s)) return outcome(s, s.seat, ply) / 2;
    const std::size_t place = path_.size();
    path_.push_back(s);
    const int out = look(s, depth, ply);
    path_.resize(place);
    return out;
  }

  int look(const State& s, int depth, int ply) {
    if (depth <= 0) {
      const std::size_t own = s.seat;
      return 100 * (s.hands[1 - own].size() - s.hands[own].size()) + 50;
    }
    ActionList list;
    game_.actions(s, list);
    int best = -infinite;
    bool exchanges = false;
    for (const Action& action : list) {
      exchanges = exchanges || action.verb == Verb::exchange;
      if (action.verb == Verb::exchange || is_final_pass(s, action))
        best = std::max(best, after(s, action, depth, ply));
    }
    if (exchanges) return best;
    if (!draws_on(s, list)) return after(s, {Verb::pass, {}, {}}, depth, ply);
    int total = 0;
    State drawing = s;
    game_.apply(drawing, {Verb::draw, {}, {}});
    for (int e = 1; e < 8; ++e)
      if (const int copies = s.bag[element(e)]; copies > 0) {
        State next = drawing;
        game_.apply(next, deal_of(element(e)));
        total += copies * search(next, depth - 1, ply + 1);
      }
    return total / s.bag.size();
  }

  // A16: a small hand that is stuck in the final round need not draw, and does not if it loses
  // nothing by that.
  bool draws_on(const State& s, const ActionList& list) const {
    if (s.bag.empty()) return false;
    const Action pass{Verb::pass, {}, {}};
    if (std::ranges::none_of(list, [](const Action& a) { return a.verb == Verb::pass; }))
      return true;
    State passed = s;
    game_.apply(passed, pass);
    return passed.phase == G::Phase::over && outcome(passed, s.seat, 0) < 0;
  }

  const G& game_;
  std::vector<State> path_;
};

struct Ending {
  int pieces;  // in both hands
  int depth;   // of the comparison
  int rounds;  // positions that are tried
  bool final_round;
  bool empty_bag;
};

std::optional<State> random_ending(const G& game, const Ending& ending, Rng& rng) {
  State s;
  s.phase = G::Phase::act;
  s.bag = full_bag<Tally<8>>(game.rules().group(), 10);
  const auto give = [&](Tally<8>& to, Element e) {
    if (e != identity) s.bag.remove(e);
    to.add(e);
  };
  const auto first = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(ending.pieces - 1)));
  for (int i = 0; i < ending.pieces; ++i)
    give(s.hands[i < first ? 0 : 1], element(static_cast<int>(rng.below(8))));
  for (int e = 1; e < 8; ++e)
    if (rng.below(3) == 0) give(s.center, element(e));
  if (rng.below(3) > 0) give(s.center, identity);
  if (ending.empty_bag) s.bag = {};
  s.seat = static_cast<Seat>(rng.below(2));
  if (ending.final_round) {
    s.seat = 1;
    s.signal = coset::Ending::one_piece;
    s.signal_seat = 0;
  }
  if (game.flaw(s)) return std::nullopt;
  game.settle(s);
  if (s.phase != G::Phase::act) return std::nullopt;
  return s;
}

class AgainstPlainSearch : public testing::TestWithParam<Ending> {};

TEST_P(AgainstPlainSearch, EveryDepthHasTheSameValueAndTheChoiceIsWorthIt) {
  const Ending& ending = GetParam();
  const Spec spec = *Spec::parse("al-jabar");
  const auto& game = *std::get_if<G>(&spec.game());
  Rng rng(static_cast<std::uint64_t>(ending.pieces));
  int compared = 0;
  for (int round = 0; round < ending.rounds; ++round) {
    const auto s = random_ending(game, ending, rng);
    if (!s || !game.exchanges(*s).any) continue;
    AlphaBeta::Style style;
    style.draws = false;
    style.depth = ending.depth;
    Rng luck(static_cast<std::uint64_t>(round));
    AlphaBeta search(*ColourRules::of(game), compact(*s), style, luck);
    PlainSearch plain(game);
    for (int depth = 0; search.step() || search.depth() > depth;) {
      if (search.depth() == depth) continue;
      depth = search.depth();
      const int expected = plain.value(*s, depth);
      ASSERT_EQ(search.value(), expected) << "depth " << depth << ": " << write_position(game, *s);
      ASSERT_EQ(plain.value_of(*s, search.best(), depth), expected)
          << "depth " << depth << ": " << write_position(game, *s);
      ++compared;
    }
  }
  EXPECT_GT(compared, ending.rounds / 4);
}

INSTANTIATE_TEST_SUITE_P(Endings, AgainstPlainSearch,
                         testing::Values(Ending{4, 4, 1500, false, false},
                                         Ending{6, 3, 400, false, false},
                                         Ending{5, 4, 400, false, true},
                                         Ending{8, 2, 2000, true, false},
                                         Ending{6, 3, 2000, true, true}));

struct Place {
  const char* position;
  int depth;
};

class KnownEnding : public testing::TestWithParam<Place> {};

// What is remembered of one line must not be taken for more in another, and a position that comes
// back on the way is worth half of how the game would end: random endings are rarely so narrow.
TEST_P(KnownEnding, HasTheValueOfThePlainSearch) {
  const Spec spec = *Spec::parse("al-jabar");
  const auto& game = *std::get_if<G>(&spec.game());
  const auto s = read_position(game, GetParam().position);
  ASSERT_TRUE(s);
  AlphaBeta::Style style;
  style.draws = false;
  style.depth = GetParam().depth;
  Rng luck(7);
  AlphaBeta search(*ColourRules::of(game), compact(*s), style, luck);
  while (search.step()) {
  }
  EXPECT_EQ(search.depth(), style.depth);
  EXPECT_EQ(search.value(), PlainSearch(game).value(*s, style.depth));
}

INSTANTIATE_TEST_SUITE_P(
    Endings, KnownEnding,
    testing::Values(Place{"hand1=R+B+P hand2=G+P+W center=R+G+W bag=-", 4},
                    Place{"hand1=R+B+P hand2=G+P+W center=R+G+W bag=-", 5},
                    Place{"hand1=R+G+P+C hand2=R+Y+O+P center=Y+O+C bag=-", 5},
                    Place{"hand1=Y+O hand2=R+Y^2+G+P center=R+Y+B+C bag=- seat=2", 5}));

}  // namespace
}  // namespace coset::bots
