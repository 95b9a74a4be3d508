#include "engine/play/spec.hpp"

#include "play_support.hpp"

namespace coset {
namespace {

// These texts are in records that others keep; they change with the version of the rules only.
TEST(Spec, CanonicalTextOfEachGame) {
  EXPECT_EQ(spec_of("al-jabar").text(),
            "al-jabar Z2^3 seats=2 deal=13 copies=10 max_exchange=3 null_exchange=forbid "
            "spectrum_clear=center cancel=exponent draw_timing=before recycle_discards=no "
            "stuck_check=start stuck_signal=auto stuck_move=none final_stuck=may_move "
            "end_rule=finish_round final_pass=yes max_rounds=100 repetition=3 rules=2");
  EXPECT_EQ(spec_of("solitaire").text(),
            "solitaire Z2^3 deal=13 copies=10 max_exchange=3 null_exchange=forbid "
            "spectrum_clear=center cancel=exponent black_to_bag=yes score=minus_R max_turns=200 "
            "rules=2");
  EXPECT_EQ(spec_of("mad-abel").text(),
            "mad-abel Z4xZ13 seats=2 deal=7 copies=1 decks=1 single_card=pile inability=honour "
            "max_cards=31 reshuffle=yes metric=exact max_turns=1000 suits=hsdc "
            "ranks=KA23456789TJQ rules=2");
}

// The version belongs to the spec: what was written by rules 1 is written so again.
TEST(Spec, KeepsTheVersionOfItsRules) {
  const std::string first =
      "al-jabar Z2^3 seats=2 deal=13 copies=10 max_exchange=3 null_exchange=forbid "
      "spectrum_clear=center cancel=exponent draw_timing=before recycle_discards=no "
      "stuck_check=start stuck_signal=auto stuck_move=none end_rule=finish_round "
      "final_pass=yes max_rounds=100 repetition=3 rules=1";
  EXPECT_EQ(spec_of("al-jabar rules=1").text(), first);
  EXPECT_EQ(spec_of(first).text(), first);
  EXPECT_EQ(spec_of(first).rules(), 1);
  for (const char* game : {"al-jabar", "solitaire", "mad-abel"}) {
    EXPECT_EQ(spec_of(game).rules(), 2) << game;
    EXPECT_EQ(spec_of(game).text(), spec_of(std::string(game) + " rules=2").text());
    const Spec old = spec_of(std::string(game) + " rules=1");
    EXPECT_EQ(old.rules(), 1);
    EXPECT_TRUE(old.text().ends_with(" rules=1")) << game;
    EXPECT_EQ(spec_of(old.text()).text(), old.text());
  }
}

TEST(Spec, DefaultsFollowTheGroup) {
  EXPECT_EQ(spec_of("mad-abel S3").text(),
            "mad-abel S3 seats=2 deal=7 copies=8 decks=1 single_card=pile inability=honour "
            "max_cards=3 reshuffle=yes metric=exact max_turns=1000 rules=2");
  EXPECT_TRUE(spec_of("al-jabar Z3^2 seats=4")
                  .text()
                  .starts_with("al-jabar Z3^2 seats=4 deal=7 copies=12 max_exchange=2 "));
  EXPECT_TRUE(spec_of("al-jabar Z5 max_exchange=2")
                  .text()
                  .starts_with("al-jabar Z5 seats=2 deal=7 copies=10 max_exchange=2 "));
  EXPECT_TRUE(spec_of("mad-abel Z4xZ5").text().ends_with(" suits=hsdc ranks=5A234 rules=2"));
}

TEST(Spec, OrderSpacesAndPresentationAreFree) {
  const std::string canonical = spec_of("al-jabar Z2^3 seats=3 deal=9").text();
  EXPECT_EQ(spec_of(" \tal-jabar  Z2xZ2xZ2\tdeal=9   rules=2 seats=3\r\n").text(), canonical);
  EXPECT_EQ(spec_of("al-jabar deal=9 seats=3").text(), canonical);
  EXPECT_EQ(spec_of(canonical).text(), canonical);
}

TEST(Spec, SaysWhatItHolds) {
  const Spec spec = spec_of("al-jabar Z3^2 seats=3 repetition=off");
  EXPECT_EQ(spec.seats(), 3);
  EXPECT_EQ(spec.repetition(), 0);
  EXPECT_EQ(spec.operation().text(), "Z3^2");
  EXPECT_EQ(spec_of("al-jabar").repetition(), 3);
  EXPECT_EQ(spec_of("solitaire").repetition(), 0);
  EXPECT_EQ(spec_of("solitaire").seats(), 1);
  EXPECT_EQ(spec_of("mad-abel seats=7").seats(), 7);
}

TEST(Spec, RelabelledCards) {  // M18
  const Spec spec = spec_of("mad-abel suits=chsd ranks=AKQJT98765432");
  const Names& names = spec.operation().names();
  EXPECT_EQ(names.write(identity), "cA");
  EXPECT_EQ(names.write(element(1 + 4 * 4)), "h10");
  EXPECT_EQ(spec_of(spec.text()).text(), spec.text());
}

TEST(Spec, ATableIsOneWord) {
  const std::string text = "mad-abel magma:\"a=b\",x;x,x/\"a=b\",x deal=3";
  EXPECT_TRUE(spec_of(text).text().starts_with("mad-abel magma:\"a=b\",x;x,x/\"a=b\",x seats=2 "));
}

struct Refusal {
  std::string_view text;
  Error error;

  friend void PrintTo(const Refusal& r, std::ostream* out) { *out << r.text; }
};

class SpecRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(SpecRefusals, InFull) {
  EXPECT_EQ(error_of(Spec::parse(GetParam().text)), GetParam().error) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Words, SpecRefusals,
    testing::Values(
        Refusal{"", {"spec.game", 0, "Expected a game, al-jabar, solitaire or mad-abel, at ''."}},
        Refusal{" chess",
                {"spec.game", 1, "Expected a game, al-jabar, solitaire or mad-abel, at 'chess'."}},
        Refusal{"al-jabar Z2^3 seats", {"spec.word", 14, "Expected name=value at 'seats'."}},
        Refusal{"al-jabar seats=2 Z2^3", {"spec.word", 17, "Expected name=value at 'Z2^3'."}},
        Refusal{"al-jabar seats=2 seats=3", {"spec.twice", 17, "The option seats is given twice."}},
        Refusal{"solitaire seats=2",
                {"spec.option", 10,
                 "There is no option 'seats' here; there are: deal, copies, max_exchange, "
                 "null_exchange, spectrum_clear, cancel, black_to_bag, score, max_turns, rules."}},
        Refusal{"mad-abel S3 suits=hsdc",
                {"spec.option", 12,
                 "There is no option 'suits' here; there are: seats, deal, copies, decks, "
                 "single_card, inability, max_cards, reshuffle, metric, max_turns, rules."}},
        Refusal{"al-jabar seats=5", {"spec.value", 9, "seats takes 2 to 4, not '5'."}},
        Refusal{"al-jabar deal=1x", {"spec.value", 9, "deal takes 1 to 255, not '1x'."}},
        Refusal{"al-jabar deal=", {"spec.value", 9, "deal takes 1 to 255, not ''."}},
        Refusal{"al-jabar end_rule=never",
                {"spec.value", 9,
                 "end_rule takes finish_round, immediate or one_more_each, not 'never'."}},
        Refusal{"al-jabar final_pass=maybe",
                {"spec.value", 9, "final_pass takes no or yes, not 'maybe'."}},
        Refusal{"al-jabar repetition=2", {"spec.value", 9, "repetition takes off or 3, not '2'."}},
        Refusal{"mad-abel suits=hhdc",
                {"spec.value", 9, "suits takes a rearrangement of hsdc, not 'hhdc'."}},
        Refusal{"al-jabar rules=0", {"spec.value", 9, "rules takes 1 to 2, not '0'."}},
        Refusal{"solitaire rules=two", {"spec.value", 10, "rules takes 1 to 2, not 'two'."}},
        Refusal{"mad-abel rules=3",
                {"spec.rules", 9,
                 "This game needs a newer program: it has rules '3', and this one plays rules 1 to "
                 "2."}},
        Refusal{"al-jabar nonsense=1 rules=99999999999999999999",
                {"spec.rules", 20,
                 "This game needs a newer program: it has rules '99999999999999999999', and this "
                 "one plays rules 1 to 2."}},
        Refusal{"al-jabar rules=1 final_stuck=void",
                {"spec.option", 17,
                 "There is no option 'final_stuck' here; there are: seats, deal, copies, "
                 "max_exchange, null_exchange, spectrum_clear, cancel, draw_timing, "
                 "recycle_discards, stuck_check, stuck_signal, stuck_move, end_rule, final_pass, "
                 "max_rounds, repetition, rules."}}));

INSTANTIATE_TEST_SUITE_P(
    Games, SpecRefusals,
    testing::Values(
        Refusal{"al-jabar Z2^3 deal=40",
                {"spec.pool", 9,
                 "The deal takes 81 pieces, but the bag holds 70; raise copies to 12 or deal "
                 "fewer."}},
        Refusal{"mad-abel Z4xZ5 seats=3",
                {"spec.deck", 9,
                 "The deal takes 23 cards, but there are 20; play with seats=2 or fewer, deal "
                 "fewer cards, or add packs with decks=2."}},
        Refusal{"mad-abel Z2 copies=255 decks=2",
                {"spec.copies", 9, "copies times decks is at most 255."}},
        Refusal{"mad-abel S3 metric=lee",
                {"spec.metric", 9,
                 "A length needs coordinates: metric=lee works on products of cyclic groups such "
                 "as Z4xZ5; on S3 only metric=exact does."}},
        Refusal{"mad-abel S3 max_cards=9",
                {"spec.max_cards", 9,
                 "Where the order of the cards matters, a play has at most 8 cards: set "
                 "max_cards=8 or less."}},
        Refusal{"al-jabar S3",
                {"spec.not_abelian", 9,
                 "Exchanges need an abelian group, because a set of pieces has one sum only if "
                 "order does not matter; S3 is not abelian. Mad Abel plays on it: mad-abel S3."}},
        Refusal{"solitaire table:0",
                {"spec.no_primaries", 10,
                 "Al-Jabar and Solitaire need primary pieces: write the group as a product of "
                 "cyclic groups of at least 2, such as Z2^3 or Z2xZ4."}},
        Refusal{"al-jabar Z5",
                {"spec.max_exchange", 9,
                 "Where one piece is exchanged for one, every exchange is a piece for itself; set "
                 "max_exchange=2 or more, or use a product such as Z5^2."}},
        Refusal{"al-jabar magma:0,0/1,1",
                {"spec.not_a_group", 9,
                 "Al-Jabar and Solitaire need an abelian group, because sums must cancel; a magma "
                 "is playable in Mad Abel only."}}));

TEST(Spec, AMistakeInTheGroupIsFoundWhereItIs) {
  EXPECT_EQ(code_of(Spec::parse("al-jabar  Q9")), "group.unknown");
  EXPECT_EQ(error_of(Spec::parse("al-jabar  Q9")).offset, 10U);
  EXPECT_EQ(error_of(Spec::parse("al-jabar  Z2^3x")).offset, 15U);
  EXPECT_EQ(code_of(Spec::parse("mad-abel table:0,0/1,1")), "table.not_latin");
}

TEST(Spec, IsNotTooLong) {
  const std::string spaces(2U << 20U, ' ');
  EXPECT_EQ(error_of(Spec::parse("al-jabar" + spaces)),
            (Error{"spec.too_long", 0, "A spec has at most a million bytes."}));
}

}  // namespace
}  // namespace coset
