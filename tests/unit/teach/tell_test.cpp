#include "engine/teach/table/tell.hpp"

#include <gmock/gmock.h>

#include "engine/play/match.hpp"

namespace coset::teach {
namespace {

using testing::ElementsAre;

std::string name_of(Seat seat) { return seat == 0 ? "Emmy" : "Hypatia"; }

std::vector<std::string> told(std::string_view spec, std::string_view position,
                              std::string_view move) {
  auto opened = Match::open(*Spec::parse(spec), position);
  EXPECT_TRUE(opened.ok()) << opened.error().sentence;
  Match match = *std::move(opened);
  Effects did;
  EXPECT_FALSE(match.play(match.turn().seat, *match.read(move), &did)) << move;
  std::vector<std::string> out;
  for (const Message& m : tell_move(match.spec(), did, name_of)) out.push_back(say(m));
  return out;
}

TEST(Tell, AMoveAndWhatCancels) {
  EXPECT_THAT(
      told("al-jabar", "hand1=R+G^2+O+P hand2=R^4 center=O+P+G+C", "OPG>C"),
      ElementsAre("Emmy: O+G+P=C.", "O+O, P+P and G+G vanish: everybody else takes 3 clears."));
  EXPECT_THAT(told("solitaire", "hand=R+B+G^3 center=R+P", "RB>P"),
              ElementsAre("Emmy: R+B=P.", "R+R vanishes and is set aside."));
}

TEST(Tell, TheFinalRound) {
  EXPECT_THAT(told("al-jabar", "hand1=R+B hand2=W^4 center=P+C", "RB>P"),
              ElementsAre("Emmy: R+B=P.", "Emmy: one piece left. The final round begins."));
}

TEST(Tell, WhoIsStuck) {
  EXPECT_THAT(told("al-jabar", "hand1=R+B+G^4 hand2=W center=P+C", "RB>P"),
              ElementsAre("Emmy: R+B=P.",
                          "Hypatia cannot make a small hand smaller: the final round begins."));
}

TEST(Tell, WhatTheCenterDoesByItself) {
  EXPECT_THAT(told("solitaire", "hand=R^2+B+G^3 center=P+C^4", "RB>P"),
              ElementsAre("Emmy: R+B=P.", "Only two clears stay in the Center: 2 go."));
  const Spec spec = *Spec::parse("solitaire");
  auto opened = Match::open(spec, "hand=R^2+B+G^3 center=P+W+C bag=W+Y^5");
  ASSERT_TRUE(opened.ok()) << opened.error().sentence;
  Match match = *std::move(opened);
  ASSERT_FALSE(match.play(0, *match.read("RB>P")));
  const auto deal = [&](const char* move) {
    Effects did;
    EXPECT_FALSE(match.play(match.turn().seat, *match.read(move), &did)) << move;
    return tell_after_deal(spec, did);
  };
  EXPECT_TRUE(deal("deal R").empty());
  EXPECT_TRUE(deal("deal B").empty());
  EXPECT_TRUE(deal("deal Y").empty());
  const auto messages = deal("deal W");
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(say(messages[0]), "W+W vanishes: you take 1 clear.");
}

TEST(Tell, PlaysAndTheNewTarget) {
  EXPECT_THAT(told("mad-abel", "hand1=s5+sJ+hA hand2=h2 second=d9 top=h7", "s5+sJ"),
              ElementsAre("Emmy: s5+sJ.", "Now d3 is to be made."));
}

TEST(Tell, DealsThatMayNotBeSeenAreCounted) {
  const auto spec = *Spec::parse("mad-abel");
  const Pieces cards = {element(1), element(6)};
  EXPECT_EQ(say(tell_deals(spec, Dealt::draw, cards, "Emmy", false)), "Emmy: draw 2 cards.");
  EXPECT_EQ(say(tell_deals(spec, Dealt::draw, cards, "Emmy", true)), "Emmy: draw sK+dA.");
}

}  // namespace
}  // namespace coset::teach
