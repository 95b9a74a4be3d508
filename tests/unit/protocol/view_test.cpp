#include "protocol/table/view.hpp"

#include <gmock/gmock.h>

#include "engine/play/match.hpp"
#include "protocol/table/codec.hpp"

namespace coset::protocol {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Match match_of(std::string_view spec, std::string_view position) {
  auto match = Match::open(*Spec::parse(spec), position);
  EXPECT_TRUE(match.ok()) << (match ? "" : match.error().sentence);
  return *std::move(match);
}

View seen(const Match& match, Seat reader) {
  return view_of(match.spec(), match.observe(reader), reader);
}

TEST(View, AlJabarHidesNothing) {
  const Match match = match_of("al-jabar", "hand1=R^2+C hand2=Y+W center=B+C^3 seat=1");
  const View view = seen(match, 0);
  const auto& position = std::get<AlJabarView>(view.position);
  EXPECT_THAT(position.hands[0].counts, ElementsAre(std::pair("R", 2), std::pair("C", 1)));
  EXPECT_THAT(position.hands[1].counts, ElementsAre(std::pair("Y", 1), std::pair("W", 1)));
  EXPECT_THAT(position.center.counts, ElementsAre(std::pair("B", 1), std::pair("C", 3)));
  EXPECT_EQ(std::get<AlJabarView>(seen(match, nobody).position), position);
  EXPECT_THAT(view.may, ElementsAre(Verb::exchange, Verb::draw));
  EXPECT_THAT(seen(match, 1).may, IsEmpty());
  EXPECT_THAT(seen(match, nobody).may, IsEmpty());
  EXPECT_EQ(seen(match, nobody).you, nobody);
}

// In whole games: an exchange is offered to the seat on turn if and only if there is one, and an
// Encoder writes what each reader is told as anybody else would.
TEST(View, ListsAnExchangeIfThereIsOne) {
  constexpr std::string_view specs[] = {"al-jabar Z2^3 seats=2 deal=5 copies=5", "al-jabar Z3xZ3",
                                        "solitaire Z2^3", "mad-abel seats=3"};
  int offered = 0, none = 0;
  for (const std::string_view spec : specs) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Rng rng(seed);
      Match match = Match::open(*Spec::parse(spec));
      Encoder shared;
      std::vector<FromTable> told;
      told.reserve(2000);
      for (int turn = 0; turn < 300 && !match.over(); ++turn) {
        if (match.turn().kind == Turn::Kind::deal) {
          (void)match.deal(rng);
          continue;
        }
        const Seat seat = match.turn().seat;
        if (spec[0] != 'm') {
          ActionList list(10'000);
          match.actions(list);
          const bool some = std::any_of(list.begin(), list.end(), [](const Action& action) {
            return action.verb == Verb::exchange;
          });
          const auto may = seen(match, seat).may;
          ASSERT_EQ(std::find(may.begin(), may.end(), Verb::exchange) != may.end(), some)
              << match.full_position();
          ++(some ? offered : none);
        }
        for (const Seat reader : {Seat{0}, Seat{1}, nobody}) {
          if (reader != nobody && reader >= match.spec().seats()) continue;
          Event event;
          event.ply = static_cast<Ply>(turn);
          event.view = seen(match, reader);
          told.emplace_back(event);
          ASSERT_EQ(shared(told.back()), encode(told.back()));
        }
        const Action action = match.random_action(rng);
        ASSERT_EQ(match.play(seat, action), std::nullopt);
      }
    }
  }
  EXPECT_GT(offered, 500);
  EXPECT_GT(none, 5);
}

TEST(View, FinalRoundHasItsCause) {
  const Match match = match_of(
      "al-jabar", "hand1=R hand2=Y+W+B+G center=B+C^3 seat=2 signal=one_piece signal_seat=1");
  const auto position = std::get<AlJabarView>(seen(match, 1).position);
  ASSERT_TRUE(position.final_round);
  EXPECT_EQ(position.final_round->cause, End::one_piece);
  EXPECT_EQ(position.final_round->seat, 0);
  EXPECT_THAT(seen(match, 1).may, ElementsAre(Verb::exchange, Verb::draw, Verb::pass));
}

TEST(View, MadAbelShowsOnlyTheReadersHand) {
  const Match match = match_of("mad-abel", "hand1=s6+s10 hand2=d4+hK+c2 second=h10 top=d9 seat=1");
  const auto mine = std::get<MadAbelView>(seen(match, 0).position);
  EXPECT_THAT(mine.hand->counts, ElementsAre(std::pair("s6", 1), std::pair("s10", 1)));
  EXPECT_THAT(mine.sizes, ElementsAre(2, 3));
  EXPECT_EQ(mine.deck, 52 - 2 - 3 - 2);
  EXPECT_EQ(mine.target, "d6");
  const std::string text = encode(seen(match, 0));
  for (const char* hidden : {"d4", "hK", "c2"})
    EXPECT_EQ(text.find(hidden), std::string::npos) << text;
  const auto watched = std::get<MadAbelView>(seen(match, nobody).position);
  EXPECT_FALSE(watched.hand);
  EXPECT_EQ(watched.deck, mine.deck);
}

TEST(View, DoesNotRevealWhetherAPlayExists) {
  // Seat 1 can play in one of these positions and not in the other.
  for (const char* hand : {"hand1=s6+s10", "hand1=s6+s9"}) {
    const Match match = match_of("mad-abel inability=checked",
                                 std::string(hand) + " hand2=d4+hK second=h10 top=d9 seat=1");
    EXPECT_THAT(seen(match, 0).may, ElementsAre(Verb::play, Verb::draw)) << hand;
  }
}

TEST(View, SolitaireShowsItsScore) {
  const Match match =
      match_of("solitaire", "hand=R+Y+B center=W+C bag=R^5 turns=4 cancellations=2");
  const auto position = std::get<SolitaireView>(seen(match, 0).position);
  EXPECT_EQ(position.turns, 4);
  EXPECT_EQ(position.score, 2 * 4 - 3 - 2);
}

TEST(View, RoundTrip) {
  for (const char* spec : {"al-jabar Z3^2", "solitaire", "mad-abel S3 seats=3"}) {
    Match match = Match::open(*Spec::parse(spec));
    Rng rng(3);
    for (int i = 0; i < 60 && !match.over(); ++i) {
      if (match.turn().kind == Turn::Kind::deal) {
        match.deal(rng);
      } else {
        EXPECT_FALSE(match.play(match.turn().seat, match.random_action(rng)));
      }
      for (const Seat reader : {Seat{0}, nobody}) {
        Snapshot snapshot;
        snapshot.view = seen(match, reader);
        const auto again = decode_table(encode(FromTable(snapshot)));
        ASSERT_TRUE(again.ok());
        EXPECT_EQ(std::get<Snapshot>(*again), snapshot);
      }
    }
  }
}

}  // namespace
}  // namespace coset::protocol
