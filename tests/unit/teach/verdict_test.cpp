#include "engine/teach/table/verdict.hpp"

#include <gtest/gtest.h>

#include <set>

namespace coset::teach {
namespace {

Match match_at(std::string_view spec, std::string_view position) {
  auto match = Match::open(*Spec::parse(spec), position);
  if (!match) ADD_FAILURE() << match.error().sentence;
  return *std::move(match);
}

Verdict judged(const Match& match, std::string_view move) {
  return judge(match, match.turn().seat, *match.read(move));
}

std::string said(const Match& match, std::string_view move) {
  return say(judged(match, move).message);
}

TEST(Verdict, OfExchanges) {
  const Match m = match_at("al-jabar", "hand1=R+Y+B+W+G+O^2 hand2=R^4 center=W+Y+C");
  EXPECT_EQ(said(m, "GR>W"), "Both make W. You go from 7 to 6.");
  EXPECT_EQ(said(m, "Y>YC"), "It balances, but you would hold 1 more: 7 to 8.");
  EXPECT_EQ(said(m, "Y>Y"), "That would hand back what you take. A turn has to change something.");
  EXPECT_EQ(said(m, "GO>W"), "O+G makes P, W makes W; the gap is Y.");
  EXPECT_EQ(said(m, "P>W"), "Not enough P in your hand: you hold 0.");
  EXPECT_EQ(said(m, "RB>P"), "Not enough P in the Center: it holds 0.");
  EXPECT_EQ(said(m, "RBGO>W"), "3 at most. Only the Spectrum R+Y+B+W may be more.");
  EXPECT_EQ(said(m, "RYBW>W"), "The Spectrum is exchanged for exactly one C.");
  EXPECT_EQ(said(match_at("al-jabar", "hand1=R+Y+B+W+G hand2=R^4 center=W+Y"), "RYBW>C"),
            "The Spectrum takes one C from the Center, and there is none.");
  EXPECT_EQ(say(judge(m, 1, *m.read("R>R")).message), "Seat 1 is to move.");
  EXPECT_EQ(said(m, "pass"), "You may pass only in the final round.");
  EXPECT_EQ(judge(m, 0, {Verb::exchange, {}, {}}).message.id, "empty.hand");
  EXPECT_EQ(judge(m, 0, {Verb::exchange, {element(1)}, {}}).message.id, "empty.center");
}

TEST(Verdict, TheDifferenceAndTheRepairs) {
  const Match m = match_at("al-jabar", "hand1=G+O+Y+B+R hand2=R^4 center=W+C");
  const Verdict verdict = judged(m, "GO>W");
  ASSERT_TRUE(verdict.difference.has_value());
  EXPECT_EQ(m.spec().operation().names().write(*verdict.difference), "Y");
  std::set<std::string> repairs;
  for (const Action& action : verdict.repairs) repairs.insert(m.write(action));
  EXPECT_TRUE(repairs.contains("Y+O+G=W"));
  EXPECT_TRUE(repairs.contains("B+O=W"));
  EXPECT_TRUE(repairs.contains("R+G=W"));
}

TEST(Verdict, WhatAnExchangeLeadsTo) {
  const Match m = match_at("al-jabar", "hand1=R+G^2+O+P hand2=R^4 center=O+P+G+C");
  const Verdict verdict = judged(m, "OPG>C");
  ASSERT_TRUE(verdict.effects.has_value());
  EXPECT_EQ(verdict.effects->clears_due(), 3);
  std::vector<std::string> lines;
  for (const Message& message : describe(m.spec(), *verdict.effects)) lines.push_back(say(message));
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "You go from 5 to 3.",
                       "O+O, P+P and G+G vanish: every other player takes 3 clears."}));
  const Match own = match_at("al-jabar", "hand1=G^2+Y hand2=R^4 center=Y+C");
  const Verdict exempt = judged(own, "GGY>Y");
  ASSERT_TRUE(exempt.effects.has_value());
  EXPECT_EQ(exempt.effects->clears_due(), 0);
  EXPECT_EQ(exempt.effects->signal, Ending::one_piece);
}

std::vector<std::string> preview(const Match& match, std::string_view move) {
  std::vector<std::string> out;
  for (const Message& message : describe(match.spec(), judged(match, move).effects.value()))
    out.push_back(say(message));
  return out;
}

TEST(Verdict, WhyTheFinalRoundWouldBegin) {
  EXPECT_EQ(preview(match_at("al-jabar", "hand1=R+B hand2=W^4 center=P+C"), "RB>P").back(),
            "The final round begins: you have one piece left.");
  const Match three = match_at("al-jabar seats=3", "hand1=R+B+G^4 hand2=W hand3=R^4+Y center=P+C");
  EXPECT_EQ(preview(three, "RB>P").back(),
            "The final round begins: a small hand cannot be reduced.");
}

TEST(Verdict, AFinalRoundBeginsOnce) {
  const Match m = match_at("al-jabar seats=3",
                           "hand1=Y hand2=R+B+G^4 hand3=R^4+Y center=P+C seat=2 signal=one_piece "
                           "signal_seat=1");
  EXPECT_EQ(preview(m, "RB>P"), std::vector<std::string>{"You go from 6 to 5."});
}

TEST(Verdict, EachDialSaysHowFarItHasToGo) {
  const Match m = match_at("mad-abel", "hand1=s3+c3+hA+d4 hand2=h2 second=s6 top=s10");
  EXPECT_EQ(said(m, "s3"), "s3 makes s3, not d3: suit 1 short, rank right; the gap is sK.");
  EXPECT_EQ(said(m, "c3"), "c3 makes c3, not d3: suit 3 short, rank right; the gap is cK.");
  EXPECT_EQ(said(m, "hA"), "hA makes hA, not d3: suit 2 short, rank 2 short; the gap is d2.");
  EXPECT_EQ(said(m, "d4"), "d4 makes d4, not d3: suit right, rank 12 short; the gap is hQ.");
}

TEST(Verdict, OfPlays) {
  const Match n = match_at("mad-abel", "hand1=s5+s8+s9+sJ+sK+c8 hand2=h2+h3 second=s6 top=s10");
  EXPECT_EQ(said(n, "s9+s5"), "s9+s5 makes dA, not d3: suit right, rank 2 short; the gap is h2.");
  EXPECT_EQ(said(n, "s5+sJ"), "s5+sJ makes d3. You go from 6 to 4.");
  const Verdict wrong = judged(n, "s9+s5");
  ASSERT_FALSE(wrong.repairs.empty());
  EXPECT_EQ(n.write(wrong.repairs[0]), "sJ+s5");
  EXPECT_EQ(judge(n, 0, {Verb::play, {}, {}}).message.id, "play.empty");
  EXPECT_EQ(said(n, "h2"), "Not enough h2 in your hand: you hold 0.");
  EXPECT_EQ(said(n, "draw"), "You may draw.");
  const Match checked =
      match_at("mad-abel inability=checked", "hand1=d3 hand2=h2 second=s6 top=s10");
  EXPECT_EQ(said(checked, "draw"), "You can play: look again, or take a hint.");
}

TEST(Verdict, OrderAndLength) {
  const Match s3 =
      match_at("mad-abel S3", "hand1=(1 2)+(2 3)+(1 3) hand2=() second=() top=(1 2 3)");
  const Verdict wrong = judged(s3, "(2 3)*(1 2)");
  const Verdict right = judged(s3, "(1 2)*(2 3)");
  EXPECT_NE(wrong.legal, right.legal);
  EXPECT_EQ((wrong.legal ? right : wrong).message.id, "play.order");
  const Match lee = match_at("mad-abel Z4xZ5 metric=lee", "hand1=s2+h3 hand2=h2 second=hA top=h5");
  EXPECT_EQ(said(lee, "s2"), "s2 makes s2 of length 3; hA has length 1.");
}

// Whatever is tried, in any game: the verdict agrees with the rules, has words, and offers legal
// moves only.
TEST(Verdict, AgreesWithTheRulesOnRandomAttempts) {
  std::set<std::string_view> ids;
  const std::vector<std::string_view> known = message_ids();
  int unequal = 0;
  for (const char* spec :
       {"al-jabar", "al-jabar seats=3 draw_timing=both final_pass=no",
        "al-jabar Z3^2 max_rounds=20", "al-jabar Z2xZ4 null_exchange=allow max_rounds=20",
        "solitaire", "mad-abel", "mad-abel inability=checked single_card=choose", "mad-abel S3",
        "mad-abel Z4xZ5 metric=lee",
        "mad-abel magma:r,p,s;r,p,r/p,p,s/r,s,s copies=16 max_turns=60"}) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      Match match = Match::open(*Spec::parse(spec));
      Rng rng(seed);
      while (!match.over()) {
        if (match.turn().kind == Turn::Kind::deal) {
          match.deal(rng);
          continue;
        }
        for (int i = 0; i < 6; ++i) {
          ActionList list(500);
          match.actions(list);
          Action action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
          const auto any = [&] {
            return element(static_cast<int>(
                rng.below(static_cast<std::uint32_t>(match.spec().operation().order()))));
          };
          if (rng.below(3) != 0 && !action.give.full()) action.give.push(any());
          if (rng.below(3) == 0 && !action.take.empty()) action.take.pop();
          if (rng.below(6) == 0) action = {rng.below(2) == 0 ? Verb::draw : Verb::pass, {}, {}};
          if (action.verb == Verb::draw || action.verb == Verb::pass)
            action = {action.verb, {}, {}};
          const Verdict verdict = judge(match, match.turn().seat, action);
          ASSERT_EQ(verdict.legal, match.legal(action))
              << spec << ": " << match.write(action) << " " << verdict.message.id;
          ASSERT_NE(std::find(known.begin(), known.end(), verdict.message.id), known.end())
              << verdict.message.id;
          ASSERT_FALSE(say(verdict.message).empty());
          ids.insert(verdict.message.id);
          for (const Action& repair : verdict.repairs)
            ASSERT_TRUE(match.legal(repair)) << match.write(repair);
          if (verdict.message.id == "sum.unequal") {
            ++unequal;
            ASSERT_TRUE(verdict.difference.has_value());
          }
          if (verdict.effects)
            for (const Message& message : describe(match.spec(), *verdict.effects))
              ASSERT_FALSE(say(message).empty());
        }
        ASSERT_FALSE(match.play(match.turn().seat, match.random_action(rng)));
      }
    }
  }
  EXPECT_GT(unequal, 100);
  EXPECT_GT(ids.size(), 20U);
}

// A hidden card changes no verdict.
TEST(Verdict, KnowsOnlyWhatTheSeatKnows) {
  const Match one =
      match_at("mad-abel inability=checked", "hand1=s5+d6 hand2=h2+h3 second=d9 top=h10");
  const Match two =
      match_at("mad-abel inability=checked", "hand1=s5+d6 hand2=cA+dQ second=d9 top=h10");
  for (const char* move : {"s5", "d6", "s5+d6", "draw", "pass"})
    EXPECT_EQ(said(one, move), said(two, move));
}

}  // namespace
}  // namespace coset::teach
