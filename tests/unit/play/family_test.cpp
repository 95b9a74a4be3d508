#include "engine/play/family.hpp"

#include "play_support.hpp"

namespace coset {
namespace {

// A search holds many of these; they grow on purpose or not at all.
TEST(Family, StatesKeepTheirSize) {
  EXPECT_EQ(sizeof(AlJabar<Tally<8>>::State), 63U);
  EXPECT_EQ(sizeof(AlJabar<Tally<64>>::State), 399U);
  EXPECT_EQ(sizeof(AlJabar<Tally<256>>::State), 1551U);
  EXPECT_EQ(sizeof(Solitaire<Tally<8>>::State), 46U);
  EXPECT_EQ(sizeof(Solitaire<Tally<64>>::State), 270U);
  EXPECT_EQ(sizeof(Solitaire<Tally<256>>::State), 1038U);
  EXPECT_EQ(sizeof(MadAbel<CardSet>::State), 80U);
  EXPECT_EQ(sizeof(MadAbel<Tally<64>>::State), 593U);
  EXPECT_EQ(sizeof(MadAbel<Tally<256>>::State), 2321U);
}

template <class G>
bool plays(std::string_view spec) {
  return std::holds_alternative<G>(spec_of(spec).game());
}

TEST(Family, EachGameHasTheSmallestTallyThatFits) {
  EXPECT_TRUE(plays<AlJabar<Tally<8>>>("al-jabar Z2^3"));
  EXPECT_TRUE(plays<AlJabar<Tally<64>>>("al-jabar Z3^2"));
  EXPECT_TRUE(plays<AlJabar<Tally<64>>>("al-jabar Z2^6"));
  EXPECT_TRUE(plays<AlJabar<Tally<256>>>("al-jabar Z5xZ13"));
  EXPECT_TRUE(plays<AlJabar<Tally<256>>>("al-jabar Z2^8"));
  EXPECT_TRUE(plays<Solitaire<Tally<8>>>("solitaire Z2xZ4"));
  EXPECT_TRUE(plays<Solitaire<Tally<64>>>("solitaire Z5^2"));
  EXPECT_TRUE(plays<Solitaire<Tally<256>>>("solitaire Z3^4"));
  EXPECT_TRUE(plays<MadAbel<CardSet>>("mad-abel Z4xZ13"));
  EXPECT_TRUE(plays<MadAbel<CardSet>>("mad-abel A5"));
  EXPECT_TRUE(plays<MadAbel<Tally<64>>>("mad-abel Z4xZ13 decks=2"));
  EXPECT_TRUE(plays<MadAbel<Tally<64>>>("mad-abel S3"));
  EXPECT_TRUE(plays<MadAbel<Tally<256>>>("mad-abel Z9xZ9"));
}

TEST(Family, RefusesWhatTextCannotAskFor) {
  ExchangeOptions exchange = ExchangeRules::defaults(*Group::parse("Z2^3"), 2, 0);
  exchange.max_exchange = 9;
  AlJabarOptions al_jabar;
  static_cast<ExchangeOptions&>(al_jabar) = exchange;
  EXPECT_EQ(code_of(make_game(*Operation::parse("Z2^3"), al_jabar)), "spec.max_exchange");
  const auto magma = *Operation::parse("magma:0,0/1,1");
  EXPECT_EQ(code_of(make_game(magma, AlJabarOptions{})), "spec.not_a_group");
  EXPECT_EQ(code_of(make_game(magma, SolitaireOptions{})), "spec.not_a_group");
}

}  // namespace
}  // namespace coset
