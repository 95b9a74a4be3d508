#include "engine/play/effects.hpp"

#include <gmock/gmock.h>

#include "play_support.hpp"

namespace coset {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Effects played(Match& match, std::string_view move) {
  Effects did;
  const auto error = match.play(match.turn().seat, *match.read(move), &did);
  EXPECT_FALSE(error) << error->sentence;
  return did;
}

Effects effects_of(std::string_view spec, std::string_view position, std::string_view move) {
  Match match = match_of(spec, position);
  return played(match, move);
}

// "O 1x2" for one tuple of two, and "exempt" if nobody is dealt a clear for it.
std::vector<std::string> cancelled(std::string_view spec, const Effects& did) {
  std::vector<std::string> out;
  for (const Cancelled& gone : did.cancelled)
    out.push_back(spec_of(spec).operation().names().write(gone.piece) + " " +
                  std::to_string(gone.tuples) + "x" + std::to_string(gone.pieces / gone.tuples) +
                  (gone.exempt ? " exempt" : ""));
  return out;
}

TEST(Effects, AnExchangeTellsWhatCancelsAndWhoIsDealtClears) {
  const Effects did = effects_of(
      "al-jabar seats=3", "hand1=R^4+Y hand2=R+G^2+O+P hand3=R^4+W center=O+P+G+C seat=2", "OPG>C");
  EXPECT_EQ(did.seat, 1);
  EXPECT_EQ(did.before, 5);
  EXPECT_EQ(did.after, 3);
  EXPECT_THAT(cancelled("al-jabar", did), ElementsAre("O 1x2", "P 1x2", "G 1x2"));
  EXPECT_THAT(did.clears, ElementsAre(3, 0, 3, 0, 0, 0, 0));
  EXPECT_EQ(did.clears_due(), 3);
  EXPECT_EQ(did.signal, Ending::none);
  EXPECT_FALSE(did.dealt);
  EXPECT_FALSE(did.target);
}

TEST(Effects, ATupleFromOneHandDealsNoClears) {
  const Effects did = effects_of("al-jabar", "hand1=G^2+Y+W hand2=R^4 center=R+O+Y+C", "GGY>RO");
  EXPECT_THAT(cancelled("al-jabar", did), ElementsAre("Y 1x2", "G 1x2 exempt"));
  EXPECT_THAT(did.clears, ElementsAre(0, 1, 0, 0, 0, 0, 0));
}

TEST(Effects, TheRecordedFormOfTheActionIsTold) {
  const Effects did =
      effects_of("mad-abel", "hand1=hA+h2+h3+hK+s9 hand2=cK second=hQ top=h7", "hK+hA+h2+h3");
  EXPECT_EQ(match_of("mad-abel").write(did.action), "hA+hK+h2+h3");
}

TEST(Effects, TheFinalRoundIsToldWhenItBeginsAndNotAgain) {
  Match match = match_of("al-jabar seats=3", "hand1=R+B hand2=R+Y+W^2+G hand3=R^4+W center=P+C");
  const Effects first = played(match, "RB>P");
  EXPECT_EQ(first.signal, Ending::one_piece);
  EXPECT_EQ(first.signal_seat, 0);
  EXPECT_THAT(first.skipped, IsEmpty());
  const Effects second = played(match, "draw");
  EXPECT_EQ(second.signal, Ending::none);
  EXPECT_EQ(second.signal_seat, nobody);
}

TEST(Effects, AStuckSeatBeginsTheFinalRoundAndItsTurnIsVoid) {
  const Effects did =
      effects_of("al-jabar seats=3", "hand1=R+B+G^4 hand2=W hand3=R^4+Y center=P+C", "RB>P");
  EXPECT_EQ(did.signal, Ending::stuck);
  EXPECT_EQ(did.signal_seat, 1);
  EXPECT_THAT(did.skipped, ElementsAre(1));
  EXPECT_EQ(did.ending, Ending::none);
}

TEST(Effects, APassIsATurnOfItsOwnAndNotVoid) {
  Match match = match_of("al-jabar seats=3",
                         "hand1=W hand2=R^4+Y hand3=R^4+B center=P+C seat=2 signal=one_piece "
                         "signal_seat=1");
  const Effects did = played(match, "pass");
  EXPECT_EQ(did.action.verb, Verb::pass);
  EXPECT_THAT(did.skipped, IsEmpty());
  EXPECT_EQ(match.turn().seat, 2);
}

TEST(Effects, TheLastTurnTellsTheEnding) {
  Match match =
      match_of("al-jabar", "hand1=W hand2=R^4+Y center=P+C seat=2 signal=one_piece signal_seat=1");
  EXPECT_EQ(played(match, "pass").ending, Ending::one_piece);
}

TEST(Effects, ARepeatedPositionIsAnEndingToo) {
  Match match = match_of("al-jabar null_exchange=allow", "hand1=R+Y^4 hand2=Y+R^4 center=W+R+Y+C");
  for (const char* move : {"R>R", "Y>Y", "R>R"})
    EXPECT_EQ(played(match, move).ending, Ending::none);
  EXPECT_EQ(played(match, "Y>Y").ending, Ending::repetition);
}

TEST(Effects, WhatTheCenterOfASolitaireDoesByItself) {
  EXPECT_EQ(effects_of("solitaire", "hand=R^2+B+G^3 center=P+C^4", "RB>P").discarded, 2);
  EXPECT_EQ(effects_of("solitaire", "hand=R^2+B+G^3 center=P+C^2", "RB>P").discarded, 0);
  Match match = match_of("solitaire", "hand=R^2+B+G^3 center=P+W+C bag=W+Y^5");
  EXPECT_THAT(cancelled("solitaire", played(match, "RB>P")), IsEmpty());
  EXPECT_EQ(played(match, "deal R").dealt, Dealt::remove);
  EXPECT_EQ(played(match, "deal B").dealt, Dealt::remove);
  EXPECT_EQ(played(match, "deal Y").dealt, Dealt::refill);
  const Effects last = played(match, "deal W");
  EXPECT_EQ(last.dealt, Dealt::refill);
  EXPECT_THAT(cancelled("solitaire", last), ElementsAre("W 1x2"));
  EXPECT_EQ(last.clears[0], 1);
}

TEST(Effects, WhatADealIsFor) {
  Match match = match_of("solitaire");
  std::vector<Dealt> kinds;
  Rng rng(3);
  while (!match.over() && kinds.size() < 40) {
    const bool deals = match.turn().kind == Turn::Kind::deal;
    Effects did;
    ASSERT_FALSE(match.play(match.turn().seat,
                            deals ? match.random_deal(rng) : match.random_action(rng), &did));
    ASSERT_EQ(did.dealt.has_value(), deals);
    if (deals && (kinds.empty() || kinds.back() != *did.dealt)) kinds.push_back(*did.dealt);
  }
  ASSERT_GE(kinds.size(), 4U);
  kinds.resize(4);
  EXPECT_THAT(kinds, ElementsAre(Dealt::hand, Dealt::table, Dealt::remove, Dealt::refill));
}

TEST(Effects, SolitaireSetsAsideAndDealsNoClears) {
  const Effects did = effects_of("solitaire", "hand=R+B+G^3 center=R+P", "RB>P");
  EXPECT_EQ(did.clears_due(), 1);
  EXPECT_THAT(did.clears, testing::Each(0));
}

TEST(Effects, APlayTellsWhatTheNextSeatMustMake) {
  const auto write = [](Element e) { return spec_of("mad-abel").operation().names().write(e); };
  const Effects did = effects_of("mad-abel", "hand1=s5+sJ+hA hand2=h2 second=d9 top=h7", "s5+sJ");
  ASSERT_TRUE(did.target);
  EXPECT_EQ(write(*did.target), "d3");
  EXPECT_FALSE(did.length);
  EXPECT_EQ(effects_of("mad-abel", "hand1=d3 hand2=h2 second=s6 top=s10", "d3").ending,
            Ending::emptied);
  EXPECT_TRUE(effects_of("mad-abel Z4xZ5 metric=lee", "hand1=s5+h3 hand2=h2 second=hA top=h5", "s5")
                  .length);
}

TEST(Effects, ThePileThatIsTurnedIsCounted) {
  Match match = match_of("mad-abel Z4xZ2 copies=1 deal=1",
                         "hand1=(1,0) hand2=(2,0) second=(3,0) top=(0,1) pile=(1,1)+(2,1)+(3,1)");
  EXPECT_EQ(played(match, "draw").turned, 0);
  const Effects first = played(match, "deal (0,0)");
  EXPECT_EQ(first.dealt, Dealt::draw);
  EXPECT_EQ(first.turned, 3);
  EXPECT_EQ(played(match, "deal (2,1)").turned, 0);
}

TEST(Effects, ARefusedMoveTellsNothing) {
  Match match = match_of("al-jabar", "hand1=R+B hand2=R^4 center=P+C");
  Effects did;
  EXPECT_TRUE(match.play(0, *match.read("R>P"), &did));
  EXPECT_EQ(did, Effects{});
}

// The light form that searches use is the same exchange.
TEST(Effects, TheLightFormAgrees) {
  const Spec spec = spec_of("al-jabar Z3^2");
  const auto& game = *std::get_if<AlJabar<MiddleTally>>(&spec.game());
  int tuples = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    auto s = game.start();
    ActionList scratch;
    while (game.turn(s).kind != Turn::Kind::over) {
      if (game.turn(s).kind == Turn::Kind::deal) {
        game.apply(s, deal_of(draw_from(game.urn(s), rng)));
        continue;
      }
      const Seat seat = s.seat;
      const Action action = game.random_action(s, scratch, rng);
      auto hand = s.hands[seat];
      auto center = s.center;
      if (action.verb == Verb::exchange) {
        const Exchanged light = exchange_pieces(game.rules(), hand, center, action);
        const Effects did = apply_told(game, s, seat, action);
        ASSERT_EQ(light.clears, did.clears_due());
        ASSERT_TRUE(hand == s.hands[seat] && center == s.center);
        int all = 0;
        for (const Cancelled& gone : did.cancelled) all += gone.tuples;
        ASSERT_EQ(light.clears + light.exempt, all);
        tuples += all;
      } else {
        game.apply(s, action);
      }
    }
  }
  EXPECT_GT(tuples, 100);
}

}  // namespace
}  // namespace coset
