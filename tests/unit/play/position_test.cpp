#include "engine/play/position.hpp"

#include <numeric>

#include "play_support.hpp"

namespace coset {
namespace {

// Opens a position and writes it again, or says why it is refused.
std::string rewritten(std::string_view spec, std::string_view text) {
  const auto match = Match::open(spec_of(spec), text);
  return match ? match->full_position() : std::string(match.error().code);
}

std::string al_jabar(std::string_view text) { return rewritten("al-jabar seats=2", text); }
std::string solitaire(std::string_view text) { return rewritten("solitaire", text); }
std::string mad_abel(std::string_view text) { return rewritten("mad-abel", text); }

TEST(Position, BeforeTheDeal) {
  for (const char* spec : {"al-jabar", "solitaire", "mad-abel seats=3"})
    EXPECT_EQ(match_of(spec).full_position(), "phase=deal_hand");
}

TEST(Position, LeftOutFieldsAreThoseOfAFirstTurn) {
  EXPECT_EQ(al_jabar("center=C+R hand2=B+C^2+Y+G hand1=Y+R^2+B"),
            "hand1=R^2+Y+B hand2=Y+B+G+C^2 center=R+C");
  EXPECT_EQ(al_jabar("hand1=R^2+Y+B hand2=Y+B^3 center=R+C phase=act seat=1 round=1 drawn=no"),
            "hand1=R^2+Y+B hand2=Y+B^3 center=R+C");
  EXPECT_EQ(solitaire("hand=R+Y^3 center=B+C"), "hand=R+Y^3 center=B+C");
  EXPECT_EQ(mad_abel("hand1=d6 hand2=h10+cA second=hK top=♥Q"),
            "hand1=d6 hand2=h10+cA second=hK top=hQ");
}

TEST(Position, TheDeckIsWhatIsNowhereElse) {
  auto match =
      *Match::open(spec_of("mad-abel Z4xZ5 decks=2"), "hand1=sA+sA hand2=h2 second=h3 top=h4");
  EXPECT_FALSE(match.play(0, {Verb::draw, {}, {}}));
  const Names& names = match.spec().operation().names();
  const std::vector<int> deck = match.urn();
  const auto left = [&](const char* card) {
    return deck[static_cast<std::size_t>(index(*names.find(card)))];
  };
  EXPECT_EQ(left("sA"), 0);
  for (const char* card : {"h2", "h3", "h4"}) EXPECT_EQ(left(card), 1) << card;
  EXPECT_EQ(left("c5"), 2);
  EXPECT_EQ(std::accumulate(deck.begin(), deck.end(), 0), 2 * 20 - 5);
}

TEST(Position, EveryFieldReadsBack) {
  const char* one_more = "al-jabar seats=3 end_rule=one_more_each draw_timing=both";
  for (const char* text :
       {"hand1=R+Y+B+G hand2=C hand3=W^4 center=O bag=R phase=after seat=3 round=7 drawn=yes "
        "signal=one_piece signal_seat=2",
        "hand1=R+Y+B+G hand2=C hand3=W^4 center=O bag=- phase=over seat=2 round=7 "
        "signal=one_piece signal_seat=2 ending=one_piece"})
    EXPECT_EQ(rewritten(one_more, text), text);
  EXPECT_EQ(rewritten("al-jabar stuck_move=optional",
                      "hand1=R hand2=Y^4 center=G stuck=moving signal=stuck signal_seat=1"),
            "hand1=R hand2=Y^4 center=G stuck=moving signal=stuck signal_seat=1");
  EXPECT_EQ(rewritten("al-jabar stuck_signal=optional", "hand1=R hand2=Y^4 center=G"),
            "hand1=R hand2=Y^4 center=G stuck=may_signal");
  for (const char* text :
       {"hand=R+Y center=B+C^2 fresh=R bag=Y^3 phase=refill turns=3 cancellations=2 removed=2 "
        "pending=1",
        "hand=R+Y center=B+C^2 fresh=R phase=refill removed=2 pending=1",
        "hand=R+Y center=B+C^2 bag=- phase=remove turns=1 removed=1 pending=1",
        "hand=C phase=over turns=5 ending=one_piece"})
    EXPECT_EQ(solitaire(text), text);
  for (const char* text : {"hand2=hA phase=over second=hK top=sQ pile=c2+c3 turns=9 ending=emptied",
                           "hand1=h2 hand2=hA phase=draw_one second=hK top=sQ seat=2 turns=9"})
    EXPECT_EQ(rewritten("mad-abel", text), std::string(text)) << text;
}

TEST(Position, NamesWithSpacesAndSigns) {
  EXPECT_EQ(rewritten("mad-abel S3", "hand1=(1 2)^2+(13) hand2=() second=( 2 3 ) top=(3 2 1)"),
            "hand1=(1 2)^2+(1 3) hand2=() second=(2 3) top=(1 3 2)");
  const char* magma = "mad-abel magma:-,\"(\",x;-,-,-/-,-,-/-,-,x";
  EXPECT_EQ(rewritten(magma, "hand1=-^1 hand2=\"(\"+x second=- top=x"),
            "hand1=-^1 hand2=\"(\"+x second=- top=x");
}

struct Refusal {
  std::string_view spec;
  std::string_view text;
  Error error;

  friend void PrintTo(const Refusal& r, std::ostream* out) { *out << r.text; }
};

class PositionRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(PositionRefusals, InFull) {
  const Refusal& p = GetParam();
  EXPECT_EQ(error_of(Match::open(spec_of(p.spec), p.text)), p.error) << p.text;
}

INSTANTIATE_TEST_SUITE_P(
    Text, PositionRefusals,
    testing::Values(
        Refusal{"al-jabar", "hand1", {"position.field", 0, "Expected name=value at 'hand1'."}},
        Refusal{"al-jabar", "hand1=R =", {"position.field", 8, "Expected name=value at '='."}},
        Refusal{"solitaire",
                "hand=R hand1=R",
                {"position.field", 7,
                 "There is no field 'hand1' here; there are: hand, center, fresh, bag, phase, "
                 "turns, cancellations, removed, pending, ending."}},
        Refusal{"al-jabar",
                "hand1=R hand1=Y",
                {"position.twice", 8, "The field 'hand1' is given twice."}},
        Refusal{"al-jabar",
                "hand1=R phase=acting",
                {"position.value", 14, "'acting' is not a value of phase."}},
        Refusal{"al-jabar", "hand1=R phase=act!", {"position.value", 17, "Did not expect '!'."}},
        Refusal{"al-jabar",
                "hand1=RY",
                {"name.unknown", 6, "'RY' is not one of the pieces: R Y B O G P W C."}},
        Refusal{"al-jabar", "round=x", {"position.value", 6, "round is a small number."}},
        Refusal{"al-jabar", "round=65536", {"position.value", 6, "round is a small number."}},
        Refusal{"al-jabar", "seat=0", {"position.value", 5, "seat takes a seat, counted from 1."}},
        Refusal{"al-jabar", "seat=8", {"position.value", 5, "seat takes a seat, counted from 1."}},
        Refusal{"mad-abel",
                "hand1=hA hand2=h2 second=h3",
                {"position.missing", 27, "The position does not say top=."}},
        Refusal{"mad-abel",
                "hand1=hA^2 hand2=h2",
                {"tally.count", 6, "There are at most 1 of this piece."}}));

INSTANTIATE_TEST_SUITE_P(
    Pieces, PositionRefusals,
    testing::Values(Refusal{"al-jabar",
                            "hand1=R^11 hand2=Y center=C",
                            {"position.pieces", 0, "There are 11 of R here and 10 in the game."}},
                    Refusal{"al-jabar",
                            "hand1=R hand2=Y center=B^2",
                            {"position.center", 0,
                             "The Center holds 2 of B, which would have cancelled."}},
                    Refusal{"mad-abel",
                            "hand1=hA hand2=hA second=h2 top=h3",
                            {"position.pieces", 0, "There are 2 of hA here and 1 in the game."}}));

std::string code(std::string_view spec, std::string_view text) {
  return code_of(Match::open(spec_of(spec), text));
}

TEST(Position, WhatAlJabarCannotReach) {
  const auto refused = [](std::string_view text, std::string_view options = "") {
    return code("al-jabar seats=2 " + std::string(options), text);
  };
  const std::string hands = "hand1=R^4 hand2=Y^4 center=C ";
  EXPECT_EQ(refused(hands + "seat=3"), "position.seat");
  EXPECT_EQ(refused("hand1=R hand2=- center=C"), "position.hand");
  EXPECT_EQ(refused(hands + "bag=C"), "position.bag");
  EXPECT_EQ(refused(hands + "phase=drawing"), "position.draw");
  EXPECT_EQ(refused(hands + "phase=drawing bag=- drawn=yes"), "position.draw");
  EXPECT_EQ(refused(hands + "phase=after"), "position.phase");
  EXPECT_EQ(refused(hands + "phase=over drawn=yes"), "position.draw");
  EXPECT_EQ(refused(hands + "phase=over"), "position.ending");
  EXPECT_EQ(refused(hands + "ending=limit"), "position.ending");
  EXPECT_EQ(refused(hands + "phase=over ending=stuck"), "position.ending");
  EXPECT_EQ(refused(hands + "signal=stuck"), "position.signal");
  EXPECT_EQ(refused(hands + "signal=limit signal_seat=1"), "position.signal");
  EXPECT_EQ(refused(hands + "signal=stuck signal_seat=2"), "position.signal");
  EXPECT_EQ(refused(hands + "signal=stuck signal_seat=1", "end_rule=immediate"), "position.signal");
  EXPECT_EQ(refused(hands + "stuck=moving"), "position.stuck");
  EXPECT_EQ(refused(hands + "stuck=may_signal"), "position.stuck");
  EXPECT_EQ(refused("hand1=R hand2=- center=- phase=deal_center seat=2"), "position.deal");
  EXPECT_EQ(refused("hand1=R^10+Y^4 hand2=- center=- phase=deal_hand"), "position.deal");
  EXPECT_EQ(refused("hand1=R hand2=- center=C phase=deal_hand"), "position.center");
}

TEST(Position, WhatSolitaireCannotReach) {
  const auto refused = [](std::string_view text) { return code("solitaire", text); };
  EXPECT_EQ(refused("hand=- center=C"), "position.hand");
  EXPECT_EQ(refused("hand=R+C center=- phase=deal_hand"), "position.deal");
  EXPECT_EQ(refused("hand=R^4 center=C pending=1"), "position.pending");
  EXPECT_EQ(refused("hand=R^4 center=C phase=remove removed=1 pending=2"), "position.pending");
  EXPECT_EQ(refused("hand=R^4 center=Y+B+C phase=remove removed=1 pending=2"), "position.pending")
      << "though the Center has as many";
  EXPECT_EQ(refused("hand=R^4 center=Y+B+C phase=remove removed=1 pending=1"), "");
  EXPECT_EQ(refused("hand=R^4 center=C fresh=Y"), "position.fresh");
  EXPECT_EQ(refused("hand=R^4 center=C bag=- phase=drawing"), "position.draw");
  EXPECT_EQ(refused("hand=R^4 center=C turns=201"), "position.turns");
  EXPECT_EQ(refused("hand=R^4 center=C cancellations=99"), "position.cancellations");
  EXPECT_EQ(refused("hand=R^4 center=C phase=over"), "position.ending");
}

TEST(Position, WhatMadAbelCannotReach) {
  const auto refused = [](std::string_view text) { return code("mad-abel", text); };
  const std::string cards = "hand1=hA hand2=h2 second=h3 top=h4 ";
  EXPECT_EQ(refused(cards + "seat=3"), "position.seat");
  EXPECT_EQ(refused("hand1=hA hand2=- phase=deal_hand top=h4"), "position.table");
  EXPECT_EQ(refused("hand1=hA hand2=- phase=deal_hand pile=h4"), "position.deal");
  EXPECT_EQ(refused("hand1=hA hand2=h2 phase=deal_hand"), "position.deal");
  EXPECT_EQ(refused("hand1=hA hand2=- phase=deal_second"), "position.deal");
  EXPECT_EQ(refused(cards + "deck=-"), "position.pieces");
  EXPECT_EQ(refused(cards + "phase=draw_two idle=1"), "position.draw");
  EXPECT_EQ(refused(cards + "phase=over"), "position.ending");
  EXPECT_EQ(refused(cards + "phase=over ending=emptied"), "position.ending");
  EXPECT_EQ(refused("hand1=- hand2=h2 second=h3 top=h4"), "position.ending");
  EXPECT_EQ(refused(cards + "idle=2"), "position.idle");
  EXPECT_EQ(refused(cards + "turns=1000"), "position.turns");
}

TEST(Position, IsNotTooLong) {
  EXPECT_EQ(error_of(Match::open(spec_of("al-jabar"), std::string((1U << 17U) + 1, ' '))),
            (Error{"position.too_long", 0, "A position has at most 131072 bytes."}));
}

// The longest names, all in every hand: what play can lead to can be written and read.
TEST(Position, TheLongestIsNotTooLong) {
  std::string names;
  for (int i = 0; i < 256; ++i)
    names += (i ? "," : "") + std::string(29, 'x') + std::to_string(100 + i);
  std::string rows;
  const std::string row = [&] {
    std::string out;
    for (int i = 0; i < 256; ++i) out += (i ? "," : "") + std::string("e");
    return out;
  }();
  names.replace(0, 32, "e");
  for (int i = 0; i < 256; ++i) rows += (i ? "/" : "") + row;
  const Spec spec = spec_of("mad-abel magma:" + names + ";" + rows + " seats=7 copies=200 deal=1");
  std::string position;
  for (int seat = 1; seat <= 7; ++seat) {
    position += "hand" + std::to_string(seat) + "=";
    for (int i = 0; i < 256; ++i) position += spec.operation().names().write(element(i)) + "^20+";
    position.back() = ' ';
  }
  position += "second=e top=e pile=" + position.substr(6, position.find(' ') - 6);
  const auto match = Match::open(spec, position);
  ASSERT_TRUE(match.ok()) << match.error().sentence;
  EXPECT_GT(match->full_position().size(), 65536U);
  EXPECT_TRUE(Match::open(spec, match->full_position()).ok());
}

// Counters near their limits: what is accepted can be played on from and read again.
TEST(Position, CountersHaveTheirLimits) {
  const auto code = [](std::string_view spec, std::string_view position) {
    const auto match = Match::open(spec_of(spec), position);
    return match ? std::string() : std::string(match.error().code);
  };
  const std::string hands = "hand1=R^5 hand2=O+P center=G+C seat=2 ";
  for (const char* round : {"round=0", "round=101", "round=65535"})
    EXPECT_EQ(code("al-jabar end_rule=one_more_each", hands + round), "position.round");
  EXPECT_EQ(code("al-jabar", hands + "round=100"), "");
  EXPECT_EQ(code("al-jabar", "phase=deal_hand signal=stuck signal_seat=1"), "position.signal");
  EXPECT_EQ(code("solitaire", "hand=R+B^4 center=B+R+P cancellations=1"), "position.cancellations");
  EXPECT_EQ(code("solitaire", "hand=R+B^4 center=B+R+P bag=R^2 cancellations=29"), "");
}

}  // namespace
}  // namespace coset
