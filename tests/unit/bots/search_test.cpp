// The strong searches: they allocate nothing once they are made, endings are played exactly, and
// levels are stronger one after the other.
#include "engine/bots/search.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "engine/bots/alpha_beta.hpp"
#include "engine/bots/level.hpp"
#include "engine/play/match.hpp"
#include "engine/play/position.hpp"
#include "unit/allocations.hpp"

namespace coset::bots {
namespace {

// The first decision of a game.
template <Game G>
typename G::State dealt(const G& game, std::uint64_t seed) {
  Rng rng(seed);
  auto s = game.start();
  while (game.turn(s).kind == Turn::Kind::deal) game.apply(s, deal_of(draw_from(game.urn(s), rng)));
  return s;
}

std::unique_ptr<Search> search_of(const Spec& spec, std::uint64_t seed) {
  return std::visit(
      [&]<Game G>(const G& game) -> std::unique_ptr<Search> {
        Rng rng(seed);
        const auto s = dealt(game, seed);
        if constexpr (std::is_same_v<G, MadAbel<CardSet>>) {
          return strong_search(game, game.observe(s, 0), {}, rng);
        } else if constexpr (requires { strong_search(game, s, {}, rng); }) {
          return strong_search(game, s, {}, rng);
        } else {
          return nullptr;
        }
      },
      spec.game());
}

TEST(Search, AllocatesNothingInItsSteps) {
  for (const char* text : {"al-jabar", "al-jabar seats=4", "solitaire", "mad-abel"})
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const Spec spec = *Spec::parse(text);
      const auto search = search_of(spec, seed);
      ASSERT_NE(search, nullptr) << text;
      const std::uint64_t before = allocations;
      while (search->step()) {
      }
      EXPECT_EQ(allocations - before, 0U) << text;
    }
}

TEST(Search, AGameWithOtherRulesHasNone) {
  for (const char* text : {"al-jabar Z2^4", "al-jabar draw_timing=both", "mad-abel metric=lee"})
    EXPECT_EQ(search_of(*Spec::parse(text), 1), nullptr) << text;
}

// An ending solved by nothing but the rules, every line of so many plies, without draws by choice.
// So few plies see no position a third time, so A23 does not come into it.
class Solver {
 public:
  explicit Solver(const AlJabar<Tally<8>>& game) : game_(game) {}

  // 1 if the seat wins, 0 if the victory is shared, -1; nothing if it is not decided in `plies`.
  std::optional<int> value(const AlJabar<Tally<8>>::State& s, int seat, int plies) {
    if (s.phase == AlJabar<Tally<8>>::Phase::over) return result(s, seat);
    if (plies == 0) return std::nullopt;
    const Key known{hash_words(bytes_of(s)), plies};
    if (const auto found = known_.find(known); found != known_.end())
      return found->second ? std::optional(s.seat == seat ? *found->second : -*found->second)
                           : std::nullopt;
    ActionList list;
    game_.actions(s, list);
    std::optional<int> best = -1;  // for the seat on turn
    for (const Action& action : list) {
      if (action.verb == Verb::draw) {
        if (list.size() > 1) continue;
        best = std::nullopt;  // forced: chance decides, which this does not follow
        break;
      }
      auto next = s;
      game_.apply(next, action);
      const auto found = value(next, s.seat, plies - 1);
      if (found && *found == 1) {
        best = 1;
        break;
      }
      if (!found) {
        best = std::nullopt;
      } else if (best) {
        best = std::max(*best, *found);
      }
    }
    known_[known] = best;
    return best ? std::optional(s.seat == seat ? *best : -*best) : std::nullopt;
  }

 private:
  using Key = std::pair<std::uint64_t, int>;

  int result(const AlJabar<Tally<8>>::State& s, int seat) const {
    const int winners = game_.scores(s).winners;
    if (winners == 3) return 0;
    return (winners >> seat & 1) != 0 ? 1 : -1;
  }

  const AlJabar<Tally<8>>& game_;
  std::map<Key, std::optional<int>> known_;
};

// Hands of so many pieces together and a small Center; nothing if no seat is to act.
std::optional<AlJabar<Tally<8>>::State> random_ending(const AlJabar<Tally<8>>& game,
                                                      std::uint32_t pieces, Rng& rng) {
  AlJabar<Tally<8>>::State s;
  s.phase = AlJabar<Tally<8>>::Phase::act;
  s.bag = full_bag<Tally<8>>(game.rules().group(), 10);
  const auto give = [&](Tally<8>& to, Element e) {
    if (e != identity) s.bag.remove(e);
    to.add(e);
  };
  const std::uint32_t first = 1 + rng.below(pieces - 1);
  for (std::uint32_t i = 0; i < pieces; ++i)
    give(s.hands[i < first ? 0 : 1], element(static_cast<int>(rng.below(8))));
  for (int e = 1; e < 8; ++e)
    if (rng.below(3) == 0) give(s.center, element(e));
  give(s.center, identity);
  if (game.flaw(s)) return std::nullopt;
  game.settle(s);
  if (s.phase != AlJabar<Tally<8>>::Phase::act) return std::nullopt;
  return s;
}

struct Endings {
  int solved = 0;  // decided within so many plies
  int exact = 0;   // of them, played so that what was to be had is had
};
Endings play_endings(std::uint32_t least, std::uint32_t most, int plies, int rounds) {
  const Spec spec = *Spec::parse("al-jabar");
  const auto& game = *std::get_if<AlJabar<Tally<8>>>(&spec.game());
  Rng rng(11);
  Endings out;
  for (int round = 0; round < rounds; ++round) {
    const auto s = random_ending(game, least + rng.below(most - least + 1), rng);
    if (!s) continue;
    Solver solver(game);
    const auto expected = solver.value(*s, s->seat, plies);
    if (!expected) continue;
    ++out.solved;
    Settings settings;
    settings.draws = 0;
    Rng luck(static_cast<std::uint64_t>(round));
    const auto search = strong_search(game, *s, settings, luck);
    while (search->step()) {
    }
    auto next = *s;
    EXPECT_TRUE(game.legal(*s, search->best()));
    game.apply(next, search->best());
    out.exact += solver.value(next, s->seat, plies - 1) == expected ? 1 : 0;
  }
  return out;
}

TEST(Search, EndingsOfSixPiecesArePlayedExactly) {
  const Endings found = play_endings(2, 6, 7, 400);
  EXPECT_GT(found.solved, 100);
  EXPECT_EQ(found.exact, found.solved);
}

TEST(Search, EndingsOfEightPiecesArePlayedExactlyToo) {
  const Endings found = play_endings(7, 8, 5, 300);
  std::cout << found.exact << " of " << found.solved << " endings with 7 or 8 pieces\n";
  EXPECT_GT(found.solved, 50);
  EXPECT_GE(found.exact, found.solved - found.solved / 50);
}

// Positions read from text: what bytes cannot hold, and what no list of moves has.
TEST(Search, UnusualPositionsAreLeftToTheGeneralRules) {
  const struct {
    const char* spec;
    const char* position;
  } cases[] = {
      {"al-jabar", "hand1=R+C^3 hand2=O^4 center=R+C^255"},
      {"al-jabar", "hand1=R+C^256 hand2=O^4 center=R+C"},
      {"al-jabar seats=3", "hand1=R+C^3 hand2=O^4 hand3=O^4 center=R+C^255"},
      {"al-jabar null_exchange=allow", "hand1=R+Y+B+G hand2=O^5 center=R bag=-"},
      {"solitaire", "hand=Y+C^2+O center=B+W+C^256 bag=R^9"},
      {"solitaire null_exchange=allow", "hand=R+Y+B+G center=R bag=-"},
  };
  for (const auto& one : cases)
    for (const char* name : {"strong", "alphabeta:depth=2", "level4", "level8"}) {
      const Match match = Match::open(*Spec::parse(one.spec), one.position).value();
      Rng rng(1);
      const Action action =
          (*make_bot(name))->choose(match.spec(), match.observe(match.turn().seat), {}, rng);
      EXPECT_TRUE(match.legal(action)) << one.spec << " " << one.position << " " << name;
    }
}

double share(const char* spec_text, std::string_view one, std::string_view other, int games) {
  const Spec spec = *Spec::parse(spec_text);
  const auto seats = static_cast<std::size_t>(spec.seats());
  const Budget budget{~std::uint64_t{0}, {}};
  double total = 0;
  for (int i = 0; i < games; ++i) {
    const std::size_t seat = static_cast<std::size_t>(i) % seats;
    std::vector<std::shared_ptr<const Bot>> players(seats, *make_bot(other));
    players[seat] = *make_bot(one);
    const auto deal = mix(static_cast<std::uint64_t>(i) / seats);
    const Scores scores = play_bot_game(spec, players, budget, deal).scores;
    if ((scores.winners >> seat & 1U) != 0) total += 1.0 / std::popcount(scores.winners);
  }
  return total / games;
}

TEST(Search, ADrawIsSeenAsDeepAsAnExchange) {
  EXPECT_GT(share("al-jabar", "strong:depth=2", "greedy", 40), 0.6);
}

TEST(Level, EachGameHasItsLevels) {
  const auto of = [](const char* text) { return levels(*Spec::parse(text)); };
  EXPECT_EQ(of("al-jabar").size(), 8U);
  EXPECT_EQ(of("al-jabar seats=4").size(), 8U);
  EXPECT_EQ(of("mad-abel").size(), 5U);
  EXPECT_EQ(of("solitaire").size(), 5U);
  for (const LevelInfo& level : of("al-jabar seats=3")) {
    EXPECT_TRUE(make_bot(level.name).ok());
    EXPECT_TRUE(make_bot(level.bot).ok()) << level.bot;
  }
  EXPECT_FALSE(make_bot("level9").ok());
  EXPECT_TRUE(has_level(*Spec::parse("mad-abel"), "level5"));
  for (const char* name : {"level6", "level0", "greedy", "level", ""})
    EXPECT_FALSE(has_level(*Spec::parse("mad-abel"), name)) << name;
}

TEST(Level, WhatIsOfferedToClientsTakesNoSettings) {
  for (const char* text :
       {"al-jabar", "al-jabar seats=4", "mad-abel", "solitaire", "mad-abel S3"}) {
    const Spec spec = *Spec::parse(text);
    for (const LevelInfo& level : levels(spec)) EXPECT_FALSE(not_offered(spec, level.name));
    EXPECT_FALSE(not_offered(spec, "random"));
    EXPECT_FALSE(not_offered(spec, "greedy"));
    for (const char* name :
         {"strong", "lookahead", "alphabeta", "alphabeta:depth=60", "montecarlo",
          "level1:", "level1:nodes=1", "greedy:depth=1", "level9", "exec:ls", ""})
      EXPECT_TRUE(not_offered(spec, name)) << name;
  }
  EXPECT_TRUE(not_offered(*Spec::parse("mad-abel"), "level8"));
  const auto error = not_offered(*Spec::parse("mad-abel"), "strong:nodes=999999999");
  EXPECT_EQ(error->code, "bot.offered");
  EXPECT_NE(error->sentence.find(std::string(levels(*Spec::parse("mad-abel")).back().name)),
            std::string::npos);
}

// The cheap ones here; docs/bots.md has them all.
TEST(Level, IsStrongerThanTheOneBelow) {
  for (int level = 2; level <= 5; ++level)
    EXPECT_GT(
        share("al-jabar", "level" + std::to_string(level), "level" + std::to_string(level - 1), 80),
        0.55)
        << level;
  EXPECT_GT(share("mad-abel", "level2", "level1", 1000), 0.5);
  EXPECT_GT(share("mad-abel", "level3", "level2", 1000), 0.52);
  EXPECT_GT(share("mad-abel", "level4", "level3", 400), 0.55);
  EXPECT_GT(share("al-jabar seats=4", "level8", "level4", 16), 0.4);
}

TEST(Settings, AreReadFromTheNameOfABot) {
  const auto settings = Settings::parse("depth=3,nodes=1000,draws=0");
  ASSERT_TRUE(settings.ok());
  EXPECT_EQ(settings->depth, 3);
  EXPECT_EQ(settings->nodes, 1000U);
  EXPECT_EQ(settings->draws, 0);
  for (const char* text :
       {"depth", "depth=", "depth=x", "depth=-1", "deep=3", "depth=1,,nodes=2", "nodes=9999999999"})
    EXPECT_FALSE(Settings::parse(text).ok()) << text;
  EXPECT_FALSE(make_bot("strong:deep=3").ok());
}

}  // namespace
}  // namespace coset::bots
