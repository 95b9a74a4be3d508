// One suite for every game on every group: what must hold of any game, whatever its rules. Each
// property is checked at every position of random games.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "engine/play/match.hpp"
#include "engine/play/notation.hpp"
#include "engine/play/position.hpp"

namespace coset {
namespace {

int games_wanted(int otherwise) {
  const char* scale = std::getenv("COSET_TEST_SCALE");
  return scale == nullptr ? otherwise : std::max(1, static_cast<int>(otherwise * std::atof(scale)));
}

std::vector<std::string> all_specs() {
  std::vector<std::string> specs;
  for (const char* group :
       {"Z2^2", "Z2^3", "Z2^4", "Z3^2", "Z3^3", "Z4^2", "Z5^2", "Z2xZ4", "Z2xZ2xZ3"}) {
    for (const char* seats : {"2", "3", "4"})
      specs.push_back(std::string("al-jabar ") + group + " max_rounds=12 seats=" + seats);
    specs.push_back(std::string("solitaire ") + group + " max_turns=25");
  }
  specs.push_back("al-jabar Z5 max_exchange=3 max_rounds=20");
  // Abelian, but not written as a product (G14).
  specs.push_back("al-jabar perm:(1,2)/(3,4,5,6) max_rounds=12");
  specs.push_back("solitaire table:c,e,a,d;e,c,d,a/c,e,a,d/d,a,e,c/a,d,c,e max_turns=25");
  specs.push_back(
      "al-jabar Z4^2 cancel=element_order draw_timing=both recycle_discards=yes max_rounds=20");
  specs.push_back(
      "al-jabar Z2^3 seats=3 stuck_signal=optional end_rule=one_more_each null_exchange=allow "
      "max_rounds=30");
  specs.push_back(
      "al-jabar Z2^3 seats=4 stuck_move=forced stuck_check=also_after spectrum_clear=supply "
      "final_pass=no");
  specs.push_back("al-jabar Z2^3 seats=3 deal=5 rules=1");
  for (const char* group : {"Z4xZ5", "Z4xZ13", "S3", "D4", "Q8", "A4", "S4", "Z13:Z4", "A5"})
    specs.push_back(std::string("mad-abel ") + group + " max_turns=150");
  for (const char* metric : {"lee", "rep", "euclid"})
    for (const char* group : {"Z4xZ5", "Z4xZ13"})
      specs.push_back(std::string("mad-abel ") + group + " seats=2 metric=" + metric);
  specs.push_back("mad-abel magma:0,1,2,3/2,0,3,1/3,3,0,2/1,2,0,0 copies=12 max_turns=80");
  specs.push_back("mad-abel magma:r,p,s;r,p,r/p,p,s/r,s,s copies=16 max_turns=60");
  specs.push_back("mad-abel Z4xZ13 seats=7 inability=checked single_card=choose");
  specs.push_back("mad-abel Z4xZ13 seats=5 decks=2 reshuffle=no max_turns=200");
  specs.push_back("mad-abel Z4xZ7 seats=1");
  specs.push_back("al-jabar Z2^7 max_exchange=2 deal=5 max_rounds=4");
  specs.push_back("solitaire Z2^7 max_exchange=2 deal=5 max_turns=6");
  specs.push_back("mad-abel Z2^8 max_turns=20");
  specs.push_back("mad-abel S3 seats=4 max_cards=4 inability=checked");
  return specs;
}

class Conformance : public testing::TestWithParam<std::string> {
 protected:
  Spec spec() const {
    auto spec = Spec::parse(GetParam());
    if (!spec) ADD_FAILURE() << GetParam() << ": " << spec.error().sentence;
    return *spec;
  }

  // Calls check(game, state, rng) at every position of some random games.
  template <class Check>
  void at_every_position(int games, Check check) const {
    const Spec which = spec();
    std::visit(
        [&]<Game G>(const G& game) {
          for (int i = 0; i < games_wanted(games); ++i) {
            Rng rng(mix(static_cast<std::uint64_t>(i)));
            typename G::State s = game.start();
            ActionList list;
            while (true) {
              ASSERT_NO_FATAL_FAILURE(check(game, s, rng));
              const Turn turn = game.turn(s);
              if (turn.kind == Turn::Kind::over) break;
              if (turn.kind == Turn::Kind::deal) {
                game.apply(s, deal_of(draw_from(game.urn(s), rng)));
                continue;
              }
              // Any legal action now and then, so that draws and passes occur too.
              Action action = game.random_action(s, list, rng);
              if (rng.below(8) == 0) {
                list.clear();
                game.actions(s, list);
                action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
              }
              ASSERT_TRUE(game.legal(s, action));
              game.apply(s, action);
            }
          }
        },
        which.game());
  }
};

Word random_word(Rng& rng, int order, std::uint32_t most) {
  Word word;
  for (std::uint32_t n = rng.below(most + 1); n > 0; --n)
    word.push(element(static_cast<int>(rng.below(static_cast<std::uint32_t>(order)))));
  return word;
}

TEST_P(Conformance, LegalExactlyIfListed) {
  at_every_position(3, [](const auto& game, const auto& s, Rng& rng) {
    ActionList list;
    game.actions(s, list);
    ASSERT_FALSE(list.truncated());
    const bool acting = game.turn(s).kind == Turn::Kind::act;
    ASSERT_EQ(acting, !list.empty());  // a seat on turn always has something to do
    const std::set<Action> listed(list.begin(), list.end());
    ASSERT_EQ(listed.size(), list.size()) << "an action is listed twice";
    for (const Action& action : list) {
      ASSERT_TRUE(game.legal(s, action)) << write_action(game.operation(), action);
      ASSERT_EQ(game.canonical(s, action), action) << write_action(game.operation(), action);
    }
    for (int i = 0; i < 40; ++i) {
      const auto verb = static_cast<Verb>(1 + rng.below(4));
      const bool words = verb == Verb::exchange || verb == Verb::play;
      const Action probe{
          verb, words ? random_word(rng, game.operation().order(), 4) : Word{},
          verb == Verb::exchange ? random_word(rng, game.operation().order(), 4) : Word{}};
      const bool legal = game.legal(s, probe);
      ASSERT_EQ(legal, legal && listed.contains(game.canonical(s, probe)));
      if (!legal) {
        ASSERT_FALSE(listed.contains(probe)) << write_action(game.operation(), probe);
      }
    }
  });
}

TEST_P(Conformance, OneDealFromTheUrnAtATime) {
  at_every_position(3, [](const auto& game, const auto& s, Rng&) {
    const bool dealing = game.turn(s).kind == Turn::Kind::deal;
    for (int e = 0; e < game.operation().order(); ++e) {
      const bool there = dealing && game.urn(s)[element(e)] > 0;
      ASSERT_EQ(game.legal(s, deal_of(element(e))), there);
    }
    if (dealing) {
      ASSERT_FALSE(game.urn(s).empty());
    }
  });
}

TEST_P(Conformance, EveryPositionIsSound) {
  at_every_position(5, [](const auto& game, const auto& s, Rng&) {
    const auto flaw = game.flaw(s);
    ASSERT_FALSE(flaw.has_value()) << flaw->sentence << " in " << write_position(game, s);
  });
}

// Coloured pieces: a tuple that cancels sums to the identity, so the sum of all pieces in play
// never changes.
template <class T>
void add_up(const Operation& operation, const T& tally, Element& sum) {
  for (int e = 0; e < operation.order(); ++e)
    for (int copy = 0; copy < tally[element(e)]; ++copy) sum = operation.product(sum, element(e));
}

TEST_P(Conformance, TheSumOfAllPiecesNeverChanges) {
  at_every_position(5, []<Game G>(const G& game, const typename G::State& s, Rng&) {
    if constexpr (requires {
                    s.center;
                    s.bag;
                  }) {
      const auto sum_of = [&](const typename G::State& state) {
        Element sum = identity;
        if constexpr (requires { state.hands; }) {
          for (const auto& hand : state.hands) add_up(game.operation(), hand, sum);
        } else {
          add_up(game.operation(), state.hand, sum);
          add_up(game.operation(), state.fresh, sum);
        }
        add_up(game.operation(), state.center, sum);
        add_up(game.operation(), state.bag, sum);
        return sum;
      };
      ASSERT_EQ(index(sum_of(s)), index(sum_of(game.start())));
    }
  });
}

// How many of a piece lie in the Center, coming ones included.
template <Game G>
int in_center(const typename G::State& s, Element e) {
  if constexpr (requires { s.fresh; }) {
    return s.center[e] + s.fresh[e];
  } else if constexpr (requires { s.center; }) {
    return s.center[e];
  } else {
    return 0;
  }
}

// What is told of an action is what it changed, and telling changes nothing.
TEST_P(Conformance, EffectsAreWhatChanged) {
  at_every_position(2, []<Game G>(const G& game, const typename G::State& s, Rng& rng) {
    const Turn turn = game.turn(s);
    if (turn.kind == Turn::Kind::over) return;
    ActionList list(300);
    game.actions(s, list);
    const bool deals = turn.kind == Turn::Kind::deal;
    const Action action = deals ? deal_of(draw_from(game.urn(s), rng))
                                : list[rng.below(static_cast<std::uint32_t>(list.size()))];
    typename G::State after = s;
    const Effects did = apply_told(game, after, turn.seat, action);
    typename G::State untold = s;
    game.apply(untold, action);
    ASSERT_TRUE(after == untold);
    ASSERT_EQ(did.action, action);
    ASSERT_EQ(did.dealt.has_value(), deals);
    ASSERT_EQ(did.ending, game.ending(after));
    for (int i = 0; i < game.seats(); ++i) {
      const auto seat = static_cast<Seat>(i);
      const bool gets = deals && seat == turn.seat;
      const bool moves = !deals && seat == turn.seat;
      const int held = game.hand(s, seat).size();
      ASSERT_EQ(
          game.hand(after, seat).size() - held,
          did.clears[seat] + (gets ? 1 : 0) -
              (moves ? action.give.size() - (G::hands_are_hidden ? 0 : action.take.size()) : 0));
      if (seat != turn.seat) continue;
      ASSERT_EQ(did.before, held);
      ASSERT_EQ(did.after, game.hand(after, seat).size());
    }
    int tuples = 0;
    for (const Cancelled& gone : did.cancelled) tuples += gone.exempt ? 0 : gone.tuples;
    ASSERT_EQ(did.clears_due(), tuples);
    for (int i = 1; i < game.operation().order() && !G::hands_are_hidden; ++i) {
      const Element e = element(i);
      int change = count_in(action.give, e) - count_in(action.take, e);
      if (did.dealt == Dealt::hand || did.dealt == Dealt::draw) change = 0;
      if (did.dealt == Dealt::remove) change = -change;
      for (const Cancelled& gone : did.cancelled) change -= gone.piece == e ? gone.pieces : 0;
      ASSERT_EQ(in_center<G>(after, e) - in_center<G>(s, e), change) << did.cancelled.size();
    }
    if (did.dealt == Dealt::hand || did.dealt == Dealt::table) return;
    // Every turn that passed was the mover's own or is told as void; a pass is a turn of its own.
    const int passed = game.turns(after) - game.turns(s) - static_cast<int>(did.skipped.size());
    ASSERT_TRUE(passed == 0 || passed == 1) << write_action(game.operation(), action);
    if (action.verb == Verb::pass) {
      ASSERT_EQ(passed, 1);
    }
  });
}

TEST_P(Conformance, PositionsAndMovesRoundTrip) {
  at_every_position(2, []<Game G>(const G& game, const typename G::State& s, Rng&) {
    const std::string text = write_position(game, s);
    const auto back = read_position(game, text);
    ASSERT_TRUE(back.ok()) << text << ": " << back.error().sentence;
    ASSERT_TRUE(*back == s) << text;
    ActionList list(300);
    game.actions(s, list);
    const MoveStyle style = G::style;
    for (const Action& action : list) {
      const std::string move = write_action(game.operation(), action);
      const auto read = read_action(game.operation(), style, move);
      ASSERT_TRUE(read.ok()) << move << ": " << read.error().sentence;
      ASSERT_EQ(*read, action) << move;
    }
  });
}

// What an action sheds and then cancels; a draw and a pass come last.
template <Game G>
std::pair<int, int> worth(const G& game, const typename G::State& s, const Action& action) {
  if (action.verb == Verb::play) return {action.give.size(), 0};
  if (action.verb != Verb::exchange) return {-100, 0};
  typename G::State after = s;
  game.apply(after, action);
  int clears = 0;
  if constexpr (requires { s.cancellations; }) {
    clears = after.cancellations - s.cancellations;
  } else if constexpr (G::style == MoveStyle::exchange) {
    const std::size_t other = s.seat == 0 ? 1 : 0;
    clears = after.hands[other].size() - s.hands[other].size();
  }
  return {action.give.size() - action.take.size(), clears};
}

TEST_P(Conformance, AShortListHoldsWhatIsWorthMostAndSaysSo) {
  at_every_position(1, [](const auto& game, const auto& s, Rng& rng) {
    ActionList whole;
    game.actions(s, whole);
    if (whole.size() < 2) return;
    ActionList part(1 + rng.below(static_cast<std::uint32_t>(whole.size() - 1)));
    game.actions(s, part);
    ASSERT_TRUE(part.truncated());
    ASSERT_EQ(part.size(), part.limit());
    std::multiset<std::pair<int, int>> all;
    for (const Action& action : whole) all.insert(worth(game, s, action));
    const std::set<Action> legal(whole.begin(), whole.end());
    std::set<Action> listed;
    std::multiset<std::pair<int, int>> kept;
    for (const Action& action : part) {
      ASSERT_TRUE(legal.contains(action)) << write_action(game.operation(), action);
      ASSERT_TRUE(listed.insert(action).second) << write_action(game.operation(), action);
      kept.insert(worth(game, s, action));
    }
    ASSERT_TRUE(std::equal(kept.rbegin(), kept.rend(), all.rbegin()));
  });
}

// What a seat may know does not depend on what it may not know, and is enough to move by.
TEST_P(Conformance, AViewHidesWhatIsHiddenAndKeepsOnesOwnMoves) {
  at_every_position(2, []<Game G>(const G& game, const typename G::State& s, Rng& rng) {
    for (int viewer = 0; viewer <= game.seats(); ++viewer) {
      const Seat seat = viewer == game.seats() ? nobody : static_cast<Seat>(viewer);
      const typename G::View view = game.observe(s, seat);
      const typename G::State other = game.imagine(view, rng);
      ASSERT_FALSE(game.flaw(other).has_value());
      ASSERT_TRUE(game.observe(other, seat) == view);
      if (!G::hands_are_hidden) {
        ASSERT_TRUE(other == s);
      }
      if (game.turn(s) != Turn{Turn::Kind::act, seat}) continue;
      ActionList mine;
      ActionList imagined;
      game.actions(s, mine);
      game.actions(other, imagined);
      ASSERT_TRUE(std::equal(mine.begin(), mine.end(), imagined.begin(), imagined.end()));
    }
  });
}

TEST_P(Conformance, ARecordReplaysToTheSameBytes) {
  for (int i = 0; i < games_wanted(3); ++i) {
    Rng rng(mix(static_cast<std::uint64_t>(i) + 100));
    Match match = Match::open(spec());
    while (!match.over()) {
      if (match.turn().kind == Turn::Kind::deal) {
        match.deal(rng);
      } else {
        ASSERT_FALSE(match.play(match.turn().seat, match.random_action(rng)));
      }
    }
    const std::string record = match.full_record();
    const auto again = Match::replay(record);
    ASSERT_TRUE(again.ok()) << again.error().sentence << " at " << again.error().offset;
    EXPECT_EQ(again->full_record(), record);
    EXPECT_EQ(again->full_position(), match.full_position());
    EXPECT_EQ(again->ending(), match.ending());
    EXPECT_EQ(again->scores(), match.scores());
    EXPECT_NE(match.ending(), Ending::none);
  }
}

TEST_P(Conformance, TheSpecRoundTrips) {
  const Spec first = spec();
  const auto again = Spec::parse(first.text());
  ASSERT_TRUE(again.ok()) << again.error().sentence;
  EXPECT_EQ(again->text(), first.text());
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::to_string(info.index) + "_";
  for (const char c : info.param.substr(0, 60)) name += is_letter(c) || is_digit(c) ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(AllGames, Conformance, testing::ValuesIn(all_specs()), test_name);

}  // namespace
}  // namespace coset
