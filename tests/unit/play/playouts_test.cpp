// Every path plays the games of the plain rules, to the last ticket, and allocates nothing.
#include "engine/play/playouts.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/play/simulate.hpp"
#include "unit/allocations.hpp"

namespace coset {
namespace {

double scale() {
  const char* text = std::getenv("COSET_TEST_SCALE");
  return text == nullptr ? 1 : std::atof(text);
}

struct Case {
  const char* spec;
  int games;
};

constexpr Case cases[] = {
    {"al-jabar", 3000},
    {"al-jabar seats=3", 600},
    {"al-jabar seats=4", 600},
    {"al-jabar null_exchange=allow repetition=off", 600},
    {"al-jabar end_rule=one_more_each seats=3", 400},
    {"al-jabar end_rule=immediate final_pass=no", 400},
    {"al-jabar rules=1 deal=5", 600},
    {"al-jabar final_stuck=void seats=4 end_rule=one_more_each", 200},
    {"al-jabar seats=3 deal=4 final_pass=no", 400},
    {"al-jabar max_rounds=12 deal=5 copies=4", 400},
    {"al-jabar deal=2", 400},
    {"al-jabar spectrum_clear=supply stuck_signal=optional", 200},
    {"al-jabar draw_timing=both stuck_move=optional stuck_check=also_after", 200},
    {"al-jabar recycle_discards=yes seats=4 copies=8", 200},
    {"al-jabar copies=30", 200},
    {"al-jabar Z2^2", 200},
    {"al-jabar Z2^4 max_rounds=20", 20},
    {"al-jabar Z3^2 max_rounds=40", 60},
    {"al-jabar Z3^3 max_rounds=10", 10},
    {"al-jabar Z2xZ4", 60},
    {"al-jabar Z2^7 max_exchange=3 deal=6 max_rounds=2", 3},
    {"solitaire", 1500},
    {"solitaire score=plus_R black_to_bag=no", 400},
    {"solitaire null_exchange=allow deal=4 copies=3", 600},
    {"solitaire Z3^2 max_turns=60", 60},
    {"solitaire spectrum_clear=supply", 200},
    {"mad-abel", 2000},
    {"mad-abel seats=4", 500},
    {"mad-abel seats=7", 200},
    {"mad-abel seats=1", 200},
    {"mad-abel single_card=choose inability=checked", 500},
    {"mad-abel reshuffle=no", 500},
    {"mad-abel deal=15 seats=3", 60},
    {"mad-abel max_cards=2", 60},
    {"mad-abel max_cards=4", 200},
    {"mad-abel Z4xZ5", 500},
    {"mad-abel Z4xZ5 metric=lee", 200},
    {"mad-abel Z4xZ13 decks=2 seats=3", 100},
    {"mad-abel Z2^3", 100},
    {"mad-abel S3 seats=3", 200},
    {"mad-abel Z13:Z4", 60},
    {"mad-abel Q8 max_cards=2", 60},
    {"mad-abel S3 single_card=choose max_cards=1", 40},
};

void expect_equal(const GameSummary& fast, const GameSummary& plain, const std::string& what) {
  if (fast == plain) return;
  EXPECT_EQ(fast.turns, plain.turns) << what;
  EXPECT_EQ(fast.decisions, plain.decisions) << what;
  EXPECT_EQ(fast.ending, plain.ending) << what;
  EXPECT_EQ(fast.scores, plain.scores) << what;
  EXPECT_EQ(fast.other_score, plain.other_score) << what;
}

TEST(Playouts, EveryPathPlaysTheGamesOfTheRules) {
  for (const Case& c : cases) {
    const Spec spec = *Spec::parse(c.spec);
    Playouts best(spec);
    Playouts baseline(spec, Playouts::Path::baseline);
    Playouts generic(spec, Playouts::Path::generic);
    const int games = std::max(2, static_cast<int>(c.games * scale()));
    for (int i = 0; i < games && !HasFailure(); ++i) {
      const std::uint64_t seed = mix(static_cast<std::uint64_t>(i));
      const GameSummary plain = play_random_game(spec, seed);
      const std::string what = std::string(c.spec) + ", game " + std::to_string(i);
      expect_equal(best.play(seed), plain, what + ", " + std::string(best.path()));
      expect_equal(baseline.play(seed), plain, what + ", " + std::string(baseline.path()));
      expect_equal(generic.play(seed), plain, what + ", generic");
    }
  }
}

TEST(Playouts, TheUsualGamesHaveAPathOfTheirOwn) {
  const auto path = [](const char* spec) {
    return Playouts(*Spec::parse(spec), Playouts::Path::baseline).path();
  };
  EXPECT_EQ(path("al-jabar seats=4 end_rule=one_more_each"), "lanes");
  EXPECT_EQ(path("solitaire"), "lanes");
  EXPECT_EQ(path("mad-abel"), "sums");
  EXPECT_EQ(path("mad-abel Z4xZ7"), "sums");
  EXPECT_EQ(path("al-jabar Z2^4"), "generic");
  EXPECT_EQ(path("al-jabar draw_timing=both"), "generic");
  EXPECT_EQ(path("mad-abel metric=lee"), "generic");
}

TEST(Playouts, AllocateNothing) {
  for (const Case& c : cases) {
    const Spec spec = *Spec::parse(c.spec);
    for (const auto path :
         {Playouts::Path::best, Playouts::Path::baseline, Playouts::Path::generic}) {
      Playouts playouts(spec, path);
      const std::uint64_t before = allocations;
      for (std::uint64_t seed = 0; seed < 5; ++seed) playouts.play(mix(seed));
      EXPECT_EQ(allocations - before, 0U) << c.spec << ", " << playouts.path();
    }
  }
}

}  // namespace
}  // namespace coset
