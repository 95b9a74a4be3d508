#include "engine/bots/bot.hpp"

#include <gtest/gtest.h>

#include "engine/play/match.hpp"

namespace coset::bots {
namespace {

std::shared_ptr<const Bot> bot(std::string_view name) { return *make_bot(name); }

constexpr const char* specs[] = {
    "al-jabar",         "al-jabar seats=3",    "al-jabar Z3^2 max_rounds=20",
    "solitaire",        "solitaire Z2xZ4",     "mad-abel",
    "mad-abel seats=4", "mad-abel S3 seats=3", "mad-abel Z4xZ5 metric=lee"};

TEST(Bots, EachPlaysLegallyOnEveryKindOfGame) {
  for (const BotInfo& info : all_bots())
    for (const char* text : specs) {
      Match match = Match::open(*Spec::parse(text));
      Rng rng(4);
      while (!match.over()) {
        const Turn turn = match.turn();
        if (turn.kind == Turn::Kind::deal) {
          match.deal(rng);
          continue;
        }
        const Action action =
            bot(info.name)->choose(match.spec(), match.observe(turn.seat), {}, rng);
        const auto error = match.play(turn.seat, action);
        ASSERT_FALSE(error.has_value()) << info.name << " on " << text << ": " << error->sentence;
      }
    }
}

TEST(Bots, TheSameSeedIsTheSameGame) {
  for (const BotInfo& info : all_bots()) {
    const Spec spec = *Spec::parse("mad-abel");
    const std::vector<std::shared_ptr<const Bot>> players(2, bot(info.name));
    const GameSummary one = play_bot_game(spec, players, {}, 8);
    const GameSummary two = play_bot_game(spec, players, {}, 8);
    EXPECT_EQ(one.turns, two.turns);
    EXPECT_EQ(one.scores, two.scores);
  }
}

// A14: a stuck seat has its final move, and nobody makes a hand larger who may leave it as it is.
TEST(Bots, AStuckSeatInTheFinalRoundDoesNotHarmItself) {
  struct Case {
    const char* spec;
    const char* position;
  };
  for (const auto& [text, position] :
       {Case{"al-jabar", "hand1=R+C^2 hand2=R center=O+Y seat=2 signal=stuck signal_seat=1"},
        Case{"al-jabar seats=3",
             "hand1=R+C^2 hand2=R+C hand3=R center=O+Y seat=3 signal=stuck signal_seat=1"},
        Case{"al-jabar Z3^2", "hand1=r+C^2 hand2=r center=b+rB seat=2 signal=stuck signal_seat=1"},
        Case{"al-jabar", "hand1=P+C hand2=R center=Y seat=2 signal=stuck signal_seat=1"}}) {
    const auto match = Match::open(*Spec::parse(text), position);
    ASSERT_TRUE(match.ok()) << text << ": " << position;
    ASSERT_FALSE(match->over());
    for (const BotInfo& info : all_bots()) {
      if (info.name == "random") continue;
      Rng rng(1);
      Match played = *match;
      const Seat seat = played.turn().seat;
      const Action action = bot(info.name)->choose(played.spec(), played.observe(seat), {}, rng);
      ASSERT_FALSE(played.play(seat, action));
      ASSERT_TRUE(played.over()) << info.name << " " << text << " " << match->write(action);
      EXPECT_EQ(played.scores().points[seat], 1) << info.name << " " << text;
    }
  }
}

// Hidden cards do not change what a bot does: only its view counts.
TEST(Bots, AHiddenCardChangesNothing) {
  const Spec spec = *Spec::parse("mad-abel");
  const auto one = Match::open(spec, "hand1=s5+s8+d6+c8 hand2=h2+h3+h4 second=d9 top=h10");
  const auto two = Match::open(spec, "hand1=s5+s8+d6+c8 hand2=cA+c2+dQ second=d9 top=h10");
  ASSERT_TRUE(one.ok() && two.ok());
  for (const BotInfo& info : all_bots())
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Rng first(seed);
      Rng second(seed);
      EXPECT_EQ(bot(info.name)->choose(spec, one->observe(0), {}, first),
                bot(info.name)->choose(spec, two->observe(0), {}, second));
    }
}

TEST(Bots, StopAtOnceWhenTold) {
  const Spec spec = *Spec::parse("al-jabar");
  Match match = Match::open(spec);
  Rng rng(1);
  while (match.turn().kind == Turn::Kind::deal) match.deal(rng);
  int asked = 0;
  const Budget budget{1000000, [&] { return ++asked >= 1; }};
  const Action action = bot("lookahead")->choose(spec, match.observe(0), budget, rng);
  EXPECT_TRUE(match.legal(action));
  EXPECT_LE(asked, 3);
}

// However a thought is sliced, it ends where one long call does.
TEST(Bots, AThoughtInStepsIsTheSameChoice) {
  for (const BotInfo& info : all_bots())
    for (const char* text : specs) {
      const Spec spec = *Spec::parse(text);
      Match match = Match::open(spec);
      Rng chance(7);
      while (match.turn().kind == Turn::Kind::deal) match.deal(chance);
      const AnyView view = match.observe(match.turn().seat);
      Rng rng(3);
      const Action whole = bot(info.name)->choose(spec, view, {~std::uint64_t{0}, {}}, rng);
      for (const std::uint64_t slice : {0U, 1U, 37U, 100000U}) {
        const auto thought = bot(info.name)->think(spec, view, 3, {});
        EXPECT_EQ(thought->used(), 0U);
        std::uint64_t steps = 1;
        while (thought->step(slice)) {
          EXPECT_TRUE(match.legal(thought->best()));
          ++steps;
        }
        EXPECT_EQ(thought->best(), whole) << info.name << " on " << text;
        if (info.name == "lookahead" && slice == 0) EXPECT_GT(steps, 3U);
        if (info.name == "lookahead" && slice == 1) EXPECT_LE(steps, thought->used());
      }
    }
}

// One step looks at little more than it is told to.
TEST(Bots, AStepIsBounded) {
  const Spec spec = *Spec::parse("al-jabar");
  Match match = Match::open(spec);
  Rng chance(1);
  while (match.turn().kind == Turn::Kind::deal) match.deal(chance);
  const auto thought = bot("lookahead")->think(spec, match.observe(0), 1, {});
  thought->step(0);
  for (std::uint64_t before = thought->used(); thought->step(100); before = thought->used())
    EXPECT_LE(thought->used() - before, 100 + 4 * 401U);
}

// A bot that would search for hours ends when it has spent its budget, and when it is told to: it
// asks inside of what takes long, too.
TEST(Bots, AThoughtEndsInTheMidstOfAStep) {
  const Spec spec = *Spec::parse("al-jabar");
  Match match = Match::open(spec);
  Rng chance(1);
  while (match.turn().kind == Turn::Kind::deal) match.deal(chance);
  const AnyView view = match.observe(0);
  constexpr std::uint64_t all = ~std::uint64_t{0} >> 1;
  constexpr std::uint64_t most = 1000000;  // by then a single step takes as many
  const auto spent = bot("alphabeta:depth=60")->think(spec, view, 1, {most, {}});
  EXPECT_FALSE(spent->step(all));
  EXPECT_GE(spent->used(), most);
  EXPECT_LE(spent->used(), most + 2000);
  EXPECT_TRUE(match.legal(spent->best()));
  int asked = 0;
  const Budget told{~std::uint64_t{0}, [&] { return ++asked > 40; }};
  const auto stopped = bot("alphabeta:depth=60")->think(spec, view, 1, told);
  EXPECT_FALSE(stopped->step(all));
  EXPECT_LE(stopped->used(), 50000U);
  EXPECT_TRUE(match.legal(stopped->best()));
  asked = 0;
  Rng rng(1);
  EXPECT_TRUE(match.legal(bot("alphabeta:depth=60")->choose(spec, view, told, rng)));
}

// What plays for a seat whose time is up: the same move whatever the chance, and no turn of it
// makes a hand smaller while there is a piece to draw.
TEST(Bots, TheWeakestGainsNothing) {
  std::vector<const char*> texts(std::begin(specs), std::end(specs));
  texts.push_back("mad-abel inability=checked");
  for (const char* text : texts) {
    const Spec spec = *Spec::parse(text);
    const bool counts_pieces = spec.text().starts_with("al-jabar");
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      Match match = Match::open(spec);
      Rng rng(seed);
      int turn_of_weakest = -1;
      int before = 0;
      bool could_draw = true;
      while (!match.over()) {
        const Turn turn = match.turn();
        if (turn.kind == Turn::Kind::deal) {
          match.deal(rng);
          continue;
        }
        const AnyView view = match.observe(turn.seat);
        if (turn.seat != 0) {
          ASSERT_FALSE(match.play(turn.seat, bot("greedy")->choose(spec, view, {}, rng)));
          continue;
        }
        if (match.turns() != turn_of_weakest) {
          turn_of_weakest = match.turns();
          before = match.scores().points[0];
          could_draw = true;
        }
        could_draw &= match.legal({Verb::draw, {}, {}});
        Rng one(seed);
        Rng other(seed + 99);
        const Action action = bot("weakest")->choose(spec, view, {}, one);
        EXPECT_EQ(bot("weakest")->choose(spec, view, {}, other), action) << text;
        ActionList all;
        match.actions(all);
        for (const Action& each : all)
          if (each.verb == action.verb)
            EXPECT_LE(action.give.size() - action.take.size(), each.give.size() - each.take.size())
                << text << " " << match.write(action) << " " << match.write(each);
        ASSERT_FALSE(match.play(0, action)) << text << " " << match.write(action);
        while (match.turn().kind == Turn::Kind::deal) match.deal(rng);
        // Before the next seat acts, so that no clears of others are counted.
        if (counts_pieces && could_draw && (match.turns() != turn_of_weakest || match.over()))
          EXPECT_GE(match.scores().points[0], before) << text << " " << match.write(action);
      }
    }
  }
}

TEST(Bots, TheWeakestDrawsOrShedsLeast) {
  const auto choice = [](const char* text, const char* position) {
    const auto match = Match::open(*Spec::parse(text), position);
    EXPECT_TRUE(match.ok()) << text << ": " << position;
    Rng rng(1);
    return match->write(
        bot("weakest")->choose(match->spec(), match->observe(match->turn().seat), {}, rng));
  };
  EXPECT_EQ(choice("mad-abel", "hand1=s5+s8+d6+c8 hand2=h2 second=d9 top=h10"), "draw");
  // It could win at once by the only card that makes the target.
  EXPECT_EQ(choice("mad-abel", "hand1=h3 hand2=h2 second=dK top=d3"), "draw");
  EXPECT_EQ(choice("al-jabar", "hand1=R+Y+B+O+G+P+W hand2=R+Y center=R+C seat=1"), "draw");
}

TEST(Bots, TheWeakestIsNotOfferedAndTakesNoSettings) {
  EXPECT_TRUE(make_bot("weakest").ok());
  EXPECT_EQ(make_bot("weakest:depth=2").error().code, "bot.setting");
  for (const BotInfo& info : all_bots()) EXPECT_NE(info.name, "weakest");
}

TEST(Bots, AnUnknownNameIsRefusedWithTheKnownOnes) {
  const auto none = make_bot("deep-thought");
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, "bot.unknown");
  EXPECT_NE(none.error().sentence.find("greedy"), std::string::npos);
}

// The share of victory of `one` against `other`, seats changed after every game.
double share(const char* spec_text, const char* one, const char* other, int games) {
  const Spec spec = *Spec::parse(spec_text);
  double total = 0;
  for (int i = 0; i < games; ++i) {
    const std::size_t seat = static_cast<std::size_t>(i) % 2;
    std::vector<std::shared_ptr<const Bot>> players(2, bot(other));
    players[seat] = bot(one);
    const Scores scores =
        play_bot_game(spec, players, {}, mix(static_cast<std::uint64_t>(i / 2))).scores;
    if ((scores.winners >> seat & 1U) != 0) total += 1.0 / std::popcount(scores.winners);
  }
  return total / games;
}

TEST(Bots, AreStrongerInTheOrderInWhichTheyAreListed) {
  EXPECT_GT(share("al-jabar", "greedy", "random", 60), 0.95);
  EXPECT_LT(share("al-jabar", "weakest", "random", 60), 0.05);
  EXPECT_LT(share("mad-abel", "weakest", "random", 60), 0.05);
  EXPECT_GT(share("al-jabar", "lookahead", "greedy", 200), 0.6);
  EXPECT_GT(share("mad-abel", "greedy", "random", 800), 0.52);
  EXPECT_GT(share("mad-abel", "lookahead", "greedy", 400), 0.55);
}

TEST(Bots, ScoreBetterInSolitaireInThatOrder) {
  const Spec spec = *Spec::parse("solitaire");
  const auto mean = [&](const char* name, int games) {
    double total = 0;
    for (int i = 0; i < games; ++i) {
      const std::vector<std::shared_ptr<const Bot>> players(1, bot(name));
      total +=
          play_bot_game(spec, players, {}, mix(static_cast<std::uint64_t>(i))).scores.points[0];
    }
    return total / games;
  };
  const double greedy = mean("greedy", 200);
  EXPECT_LT(greedy, mean("random", 100) - 15);
  EXPECT_LT(mean("lookahead", 60), greedy - 0.2);
}

}  // namespace
}  // namespace coset::bots
