#include "engine/play/catalogue.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/play/match.hpp"
#include "engine/play/simulate.hpp"

namespace coset {
namespace {

TEST(Catalogue, EveryPresetHasItsOwnNameAndSpec) {
  std::set<std::string_view> ids;
  std::set<std::string> specs;
  for (const Preset& preset : catalogue()) {
    const auto spec = Spec::parse(preset.spec);
    ASSERT_TRUE(spec.ok()) << preset.id << ": " << spec.error().sentence;
    EXPECT_TRUE(ids.insert(preset.id).second) << preset.id;
    EXPECT_TRUE(specs.insert(spec->text()).second) << preset.id;
    EXPECT_EQ(preset.id.find(' '), std::string_view::npos);
    EXPECT_FALSE(preset.about.empty());
    EXPECT_LE(preset.about.size(), 80U) << preset.id;
    ASSERT_TRUE(find_preset(preset.id).has_value());
    EXPECT_EQ(find_preset(preset.id)->spec, preset.spec);
  }
  EXPECT_FALSE(find_preset("no such game").has_value());
}

TEST(Catalogue, ThePrintedGamesAreThere) {
  for (const char* id : {"al-jabar", "al-jabar-3", "al-jabar-4", "solitaire", "mad-abel",
                         "mad-abel-11", "mad-abel-7", "mad-abel-5", "four-primaries", "shades",
                         "triangle", "quaternions", "taxicab"})
    EXPECT_TRUE(find_preset(id).has_value()) << id;
}

TEST(Catalogue, EveryPresetIsPlayedToAnEnd) {
  for (const Preset& preset : catalogue()) {
    const Spec spec = *Spec::parse(preset.spec);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const GameSummary game = play_random_game(spec, seed);
      EXPECT_NE(game.ending, Ending::none) << preset.id;
      EXPECT_GT(game.turns, 0) << preset.id;
    }
  }
}

// What cannot be played is refused with a reason, and what the sentence proposes does work.
struct Refused {
  const char* spec;
  const char* code;
  const char* says;      // part of the sentence
  const char* proposed;  // follows from the sentence
};

class Refusal : public testing::TestWithParam<Refused> {};

TEST_P(Refusal, SaysWhyAndWhatWouldWork) {
  const auto spec = Spec::parse(GetParam().spec);
  ASSERT_FALSE(spec.ok()) << GetParam().spec;
  EXPECT_EQ(spec.error().code, GetParam().code);
  EXPECT_NE(spec.error().sentence.find(GetParam().says), std::string::npos)
      << spec.error().sentence;
  const auto proposed = Spec::parse(GetParam().proposed);
  EXPECT_TRUE(proposed.ok()) << GetParam().proposed << ": " << proposed.error().sentence;
}

INSTANTIATE_TEST_SUITE_P(
    All, Refusal,
    testing::Values(
        Refused{"al-jabar S3", "spec.not_abelian", "mad-abel S3", "mad-abel S3"},
        Refused{"solitaire Q8", "spec.not_abelian", "mad-abel Q8", "mad-abel Q8"},
        Refused{"al-jabar Z5", "spec.max_exchange", "max_exchange=2", "al-jabar Z5 max_exchange=2"},
        Refused{"al-jabar Z5", "spec.max_exchange", "Z5^2", "al-jabar Z5^2"},
        Refused{"al-jabar Z2^3 max_exchange=1", "spec.max_exchange", "max_exchange=2",
                "al-jabar Z2^3 max_exchange=2"},
        Refused{"al-jabar Z2^3 seats=4 copies=7", "spec.pool", "raise copies to 8",
                "al-jabar Z2^3 seats=4 copies=8"},
        Refused{"al-jabar Z2^2 seats=4 copies=9", "spec.pool", "raise copies to 10",
                "al-jabar Z2^2 seats=4 copies=10"},
        Refused{"al-jabar Z1xZ2", "spec.no_primaries", "Z2xZ4", "al-jabar Z2xZ4"},
        Refused{"al-jabar table:0,1/1,0", "spec.max_exchange", "max_exchange=2",
                "al-jabar table:0,1/1,0 max_exchange=2 deal=4"},
        Refused{"solitaire Z1", "spec.no_primaries", "Z2^3", "solitaire Z2^3"},
        Refused{"al-jabar magma:0,1/0,1", "spec.not_a_group", "Mad Abel only",
                "mad-abel magma:0,1/0,1"},
        Refused{"solitaire magma:0,1/0,1", "spec.not_a_group", "Mad Abel only",
                "mad-abel magma:0,1/0,1"},
        Refused{"mad-abel S4 metric=lee", "spec.metric", "only metric=exact",
                "mad-abel S4 metric=exact"},
        Refused{"mad-abel Z13:Z4 metric=euclid", "spec.metric", "Z4xZ5",
                "mad-abel Z4xZ5 metric=euclid"},
        Refused{"mad-abel magma:0,1/0,1 metric=rep", "spec.metric", "only metric=exact",
                "mad-abel magma:0,1/0,1"},
        Refused{"mad-abel Z4xZ5 seats=3", "spec.deck", "seats=2", "mad-abel Z4xZ5 seats=2"},
        Refused{"mad-abel Z4xZ5 seats=3", "spec.deck", "decks=2", "mad-abel Z4xZ5 seats=3 decks=2"},
        Refused{"mad-abel Z4xZ7 seats=4", "spec.deck", "seats=3", "mad-abel Z4xZ7 seats=3"},
        Refused{"mad-abel Z4xZ11 seats=7", "spec.deck", "seats=6", "mad-abel Z4xZ11 seats=6"},
        Refused{"mad-abel Z4xZ13 copies=20 decks=16", "spec.copies", "at most 255",
                "mad-abel Z4xZ13 copies=15 decks=16"},
        Refused{"mad-abel S3 max_cards=31", "spec.max_cards", "max_cards=8",
                "mad-abel S3 max_cards=8"},
        Refused{"mad-abel suits=abcd", "spec.value", "rearrangement of hsdc",
                "mad-abel suits=cdsh"},
        Refused{"mad-abel S3 suits=hsdc", "spec.option", "there are:", "mad-abel S3"},
        Refused{"al-jabar Z2^3 seats=5", "spec.value", "2 to 4", "al-jabar Z2^3 seats=4"},
        Refused{"al-jabar Z257", "group.too_large", "256", "al-jabar Z256 max_exchange=2"}));

}  // namespace
}  // namespace coset
