// What a reader is sent is enough to judge by: the verdict from a view is the verdict of the match.
#include "protocol/table/view_decoder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "protocol/table/codec.hpp"
#include "protocol/table/projections.hpp"

namespace coset::protocol {
namespace {

int games_wanted(int otherwise) {
  const char* scale = std::getenv("COSET_TEST_SCALE");
  return scale == nullptr ? otherwise : std::max(1, static_cast<int>(otherwise * std::atof(scale)));
}

Element any_piece(const Match& match, Rng& rng) {
  const int order = match.spec().operation().order();
  return element(static_cast<int>(rng.below(static_cast<std::uint32_t>(order))));
}

// A move, or half of one, or one with a piece too many or too few.
Action any_attempt(const Match& match, Rng& rng) {
  if (const std::uint32_t kind = rng.below(8); kind < 2)
    return {kind == 0 ? Verb::draw : Verb::pass, {}, {}};
  Action out = match.random_action(rng);
  if (out.verb == Verb::draw || out.verb == Verb::pass)
    out = {match.spec().style() == MoveStyle::play ? Verb::play : Verb::exchange, {}, {}};
  if (rng.below(3) == 0) out.give.push(any_piece(match, rng));
  if (rng.below(3) == 0 && out.verb == Verb::exchange) out.take.push(any_piece(match, rng));
  if (rng.below(4) == 0 && !out.give.empty()) out.give.pop();
  if (rng.below(4) == 0 && !out.take.empty()) out.take.pop();
  return out;
}

// The view of a seat, as text and back.
Result<AnyView> sent_to(const Match& match, Seat seat) {
  const auto view = decode_view(encode(view_for(match, seat, true)));
  EXPECT_TRUE(view.ok());
  return seen_in(match.spec(), *view, match.turn().seat);
}

class Seen : public testing::TestWithParam<const char*> {};

TEST_P(Seen, VerdictFromAViewEqualsTheVerdictOfTheMatch) {
  const Spec spec = *Spec::parse(GetParam());
  std::set<std::string> said;
  for (int game = 0; game < games_wanted(6); ++game) {
    Match match = Match::open(spec);
    Rng rng(static_cast<std::uint64_t>(game) + 1);
    while (!match.over()) {
      if (match.turn().kind == Turn::Kind::deal) {
        match.deal(rng);
        continue;
      }
      for (Seat seat = 0; seat < spec.seats(); ++seat) {
        const auto seen = sent_to(match, seat);
        ASSERT_TRUE(seen.ok()) << seen.error().sentence << " in " << match.full_position();
        ASSERT_EQ(encode(view_of(spec, *seen, seat)), encode(view_for(match, seat, true)));
        for (int i = 0; i < (seat == match.turn().seat ? 6 : 1); ++i) {
          const Action tried = any_attempt(match, rng);
          const Verdict from_match = verdict_for(match, seat, tried);
          ASSERT_EQ(encode(verdict_for(spec, *seen, seat, tried)), encode(from_match))
              << match.write(tried) << " in " << match.full_position();
          said.insert(from_match.said.id);
        }
      }
      // Draws and passes that no random playout makes lead to the rarer positions.
      Action action = match.random_action(rng);
      for (const Verb verb : {Verb::draw, Verb::pass})
        if (rng.below(6) == 0 && match.legal({verb, {}, {}})) action = {verb, {}, {}};
      ASSERT_FALSE(match.play(match.turn().seat, action));
    }
  }
  EXPECT_GE(said.size(), 6U);
}

INSTANTIATE_TEST_SUITE_P(
    Games, Seen,
    testing::Values(
        "al-jabar", "al-jabar Z3^2 max_rounds=20", "al-jabar Z2xZ4 seats=3 max_rounds=20",
        "al-jabar seats=4 draw_timing=both end_rule=one_more_each max_rounds=30",
        "al-jabar seats=3 stuck_signal=optional deal=4 max_rounds=30",
        "al-jabar stuck_move=optional recycle_discards=yes deal=4 max_rounds=30",
        "al-jabar Z2^7 max_exchange=2 deal=5 max_rounds=4", "solitaire max_turns=25",
        "solitaire Z3^2 max_turns=15", "mad-abel", "mad-abel seats=4 single_card=choose",
        "mad-abel seats=3 decks=2 inability=checked reshuffle=no max_turns=120", "mad-abel S3",
        "mad-abel Q8", "mad-abel Z4xZ5 metric=lee", "mad-abel Z4xZ7 seats=1",
        "mad-abel magma:r,p,s;r,p,r/p,p,s/r,s,s copies=16 max_turns=60"));

View view_at(std::string_view spec, std::string_view position, Seat reader) {
  const auto match = Match::open(*Spec::parse(spec), position);
  EXPECT_TRUE(match.ok());
  return view_for(*match, reader, true);
}

std::string_view refusal(std::string_view spec, const View& view, Seat turn = 0) {
  const auto seen = seen_in(*Spec::parse(spec), view, turn);
  return seen ? "" : seen.error().code;
}

TEST(ViewDecoder, RejectsImpossibleViews) {
  const View whole = view_at("al-jabar", "hand1=R+Y hand2=Y+W+R+B center=B+C^3", 0);
  EXPECT_EQ(refusal("al-jabar", whole), "");
  EXPECT_EQ(refusal("mad-abel", whole), "view.game");
  View view = whole;
  view.you = 5;
  EXPECT_EQ(refusal("al-jabar", view), "view.field");
  const auto changed = [&](auto change) {
    View out = whole;
    change(*std::get_if<AlJabarView>(&out.position));
    return refusal("al-jabar", out);
  };
  EXPECT_EQ(changed([](AlJabarView& v) { v.hands.pop_back(); }), "view.field");
  EXPECT_EQ(changed([](AlJabarView& v) { v.center.counts[0].first = "Q"; }), "view.field");
  EXPECT_EQ(changed([](AlJabarView& v) { v.center.counts[0].second = -1; }), "view.field");
  EXPECT_EQ(changed([](AlJabarView& v) { v.center.counts[0].second = 300; }), "view.field");
  EXPECT_EQ(changed([](AlJabarView& v) { v.center.counts[0].second = 2; }), "position.pieces");
  EXPECT_EQ(changed([](AlJabarView& v) { v.round = 70000; }), "view.field");
  EXPECT_EQ(changed([](AlJabarView& v) { v.final_round = FinalRound{End::agreed, 0}; }),
            "view.field");
  EXPECT_EQ(changed([](AlJabarView& v) { v.final_round = FinalRound{End::stuck, nobody}; }),
            "position.signal");
}

TEST(ViewDecoder, RejectsImpossibleCards) {
  const View whole = view_at("mad-abel", "hand1=s6+s10 hand2=d4+hK+c2 second=h10 top=d9", 0);
  EXPECT_EQ(refusal("mad-abel", whole), "");
  const auto changed = [&](auto change) {
    View out = whole;
    change(*std::get_if<MadAbelView>(&out.position));
    return refusal("mad-abel", out);
  };
  EXPECT_EQ(changed([](MadAbelView& v) { v.hand.reset(); }), "view.field");
  EXPECT_EQ(changed([](MadAbelView& v) { v.hand->counts[0].first = "h10"; }), "view.field");
  EXPECT_EQ(changed([](MadAbelView& v) { v.top = "h10"; }), "view.field");
  EXPECT_EQ(changed([](MadAbelView& v) { v.top.reset(); }), "view.field");
  EXPECT_EQ(changed([](MadAbelView& v) { v.sizes[0] = 3; }), "view.field");
  EXPECT_EQ(changed([](MadAbelView& v) { v.sizes[1] = 60; }), "view.field");
  EXPECT_EQ(changed([](MadAbelView& v) { v.deck += 1; }), "view.field");
}

TEST(ViewDecoder, ReadsASelectionWithoutTheRestOfAPreview) {
  const auto selection = decode_selection(R"({"give":["R","Y"]})");
  ASSERT_TRUE(selection.ok());
  const Spec spec = *Spec::parse("al-jabar");
  const auto action = action_of(spec, *selection);
  ASSERT_TRUE(action.ok());
  EXPECT_EQ(action->verb, Verb::exchange);
  EXPECT_EQ(action->give.size(), 2);
  EXPECT_EQ(decode_selection("[]").error().code, "message.json");
  EXPECT_EQ(decode_selection(R"({"give":"R"})").error().code, "message.field");
  EXPECT_EQ(action_of(spec, *decode_selection(R"({"give":["Q"]})")).error().code, "move.piece");
  EXPECT_EQ(decode_view("{}").error().code, "view.json");
}

}  // namespace
}  // namespace coset::protocol
