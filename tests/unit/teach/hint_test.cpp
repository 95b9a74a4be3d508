#include "engine/teach/table/hint.hpp"

#include <gtest/gtest.h>

namespace coset::teach {
namespace {

std::vector<std::string> told(const Hint& hint) {
  std::vector<std::string> out;
  for (const Message& level : hint.levels) out.push_back(say(level));
  return out;
}

Match match_at(std::string_view spec, std::string_view position) {
  return *Match::open(*Spec::parse(spec), position);
}

TEST(Hint, FiveLevelsForAnExchange) {
  const Match m = match_at("al-jabar", "hand1=R+Y+B+W hand2=O^4+G center=O+C");
  EXPECT_EQ(told(hint(m, 0)),
            (std::vector<std::string>{
                "A move of four pieces exists.", "Look for two sides that make C.",
                "Take C from the Center.", "Play R+Y+B+W=C.",
                "It drops 3 and cancels 0; after it, the next seat can drop at most 2."}));
}

TEST(Hint, WhyOfAnyMove) {
  const Match m = match_at("al-jabar", "hand1=O+P+G hand2=R^4 center=R+Y+B+C");
  const auto larger = why(m.spec(), m.observe(0), *m.read("O=R+Y"));
  ASSERT_TRUE(larger);
  EXPECT_EQ(larger->id, "hint.why.grows");
  EXPECT_TRUE(say(*larger).starts_with("It adds 1 to the hand and cancels 0; after it"));
  const auto smaller = why(m.spec(), m.observe(0), *m.read("O+P+G=C"));
  ASSERT_TRUE(smaller);
  EXPECT_TRUE(say(*smaller).starts_with("It drops 2 and cancels 0; after it"));
  EXPECT_FALSE(why(m.spec(), m.observe(0), {Verb::draw, {}, {}}));
}

TEST(Hint, WhoMustDrawIsTold) {
  const Match m = match_at("al-jabar", "hand1=R^4 hand2=O^4 center=Y+G");
  EXPECT_EQ(told(hint(m, 0)), std::vector<std::string>{"Nothing balances this time: draw."});
}

TEST(Hint, WhoHadBetterLeaveTheHandIsTold) {
  for (const char* position : {"hand1=R+C^2 hand2=R center=Y+O seat=2 signal=stuck signal_seat=1",
                               "hand1=R+C^2 hand2=R center=Y seat=2 signal=stuck signal_seat=1"}) {
    const Match m = match_at("al-jabar", position);
    EXPECT_EQ(told(hint(m, 1)), std::vector<std::string>{"In the final round no exchange helps "
                                                         "here: there is nothing to do but pass."});
    EXPECT_EQ(hint(m, 1).action, (Action{Verb::pass, {}, {}}));
  }
  const Match shares = match_at(
      "al-jabar", "hand1=R hand2=B+P center=Y+B+O+W seat=2 signal=one_piece signal_seat=1");
  EXPECT_EQ(shares.write(hint(shares, 1).action), "B+P=Y+O");
}

TEST(Hint, MadAbelFromExistenceToTheOrder) {
  const Match m = match_at("mad-abel", "hand1=s5+s8+s9+sJ+sK+c8 hand2=h2+h3+h4 second=s6 top=s10");
  const Hint found = hint(m, 0);
  ASSERT_EQ(found.levels.size(), 5U);
  EXPECT_EQ(say(found.levels[0]), "A play exists.");
  EXPECT_TRUE(m.legal(found.action));
  const Match wins = match_at("mad-abel", "hand1=s5+sJ hand2=h2+h3+h4 second=s6 top=s10");
  EXPECT_EQ(told(hint(wins, 0)).back(), "It empties your hand: you win.");
  const Match none = match_at("mad-abel", "hand1=h2 hand2=h3 second=s6 top=s10");
  EXPECT_EQ(told(hint(none, 0)), std::vector<std::string>{"No play exists: draw."});
}

TEST(Hint, EndsInALegalMoveInEveryGame) {
  for (const char* spec :
       {"al-jabar", "al-jabar seats=4", "al-jabar Z3^2 max_rounds=8", "solitaire", "mad-abel",
        "mad-abel S3", "mad-abel Z4xZ5 metric=lee", "al-jabar draw_timing=both max_rounds=5"})
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      Match match = Match::open(*Spec::parse(spec));
      Rng rng(seed);
      while (!match.over()) {
        if (match.turn().kind == Turn::Kind::deal) {
          match.deal(rng);
          continue;
        }
        const Hint found = hint(match, match.turn().seat);
        ASSERT_TRUE(match.legal(found.action)) << spec << " " << match.write(found.action);
        ASSERT_TRUE(found.levels.size() == 5 || found.levels.size() == 1);
        for (const Message& level : found.levels) ASSERT_FALSE(say(level).empty());
        ASSERT_FALSE(match.play(match.turn().seat, match.random_action(rng)));
      }
    }
}

TEST(Hint, KnowsOnlyWhatTheSeatKnows) {
  const Match one = match_at("mad-abel", "hand1=s5+d6+c8 hand2=h2+h3 second=d9 top=h10");
  const Match two = match_at("mad-abel", "hand1=s5+d6+c8 hand2=cA+dQ second=d9 top=h10");
  EXPECT_EQ(told(hint(one, 0)), told(hint(two, 0)));
}

}  // namespace
}  // namespace coset::teach
