// A deal that anyone can check, games of days, and time that is nobody's fault, at one table.
#include "hub/hub_support.hpp"

namespace coset::hub {
namespace {

using wire::OfferKind;

Bytes16 bytes_of(std::uint8_t value) {
  Bytes16 out;
  out.fill(value);
  return out;
}

Setup checked(const char* spec) {
  hub::Setup out = casual(spec);
  out.game = GameId{7};
  out.commitment = Bytes32{1, 2, 3};
  for (std::size_t i = 0; i < out.seats.size(); ++i)
    out.entropy.push_back(bytes_of(static_cast<std::uint8_t>(i + 40)));
  return out;
}

TEST(CheckedDeal, EverybodysBytesStandInTheFirstEvent) {
  const hub::Setup setup = checked("al-jabar");
  LocalHost host(setup);
  EXPECT_NE(host.log.rows[0].body.find(" entropy=" + wire::hex(bytes_of(40)) + "," +
                                       wire::hex(bytes_of(41)) + "\n"),
            std::string::npos);
  const Sends sends = host.say(1, hello(0));
  const auto* welcome = find<wire::Welcome>(sends);
  ASSERT_NE(welcome, nullptr);
  EXPECT_EQ(welcome->game, setup.game);
  EXPECT_EQ(welcome->commitment, setup.commitment);
  EXPECT_EQ(welcome->entropy, setup.entropy);
  // They are part of the chain, and of what a log must say.
  hub::Setup other = setup;
  other.entropy[1] = bytes_of(9);
  EXPECT_FALSE(Ledger::load(made(other), test_digest, host.log.rows).ok());
  EXPECT_TRUE(Ledger::load(made(setup), test_digest, host.log.rows).ok());
}

TEST(CheckedDeal, TheSeedIsShownWithTheEndAndNotBefore) {
  LocalHost host(checked("al-jabar"));
  const Bytes32 seed{0xca, 0xfe, 0xba, 0xbe};
  host.table.know_seed(seed);
  std::string said;
  const auto hear = [&](const Sends& sends) {
    for (const Send& send : sends) said += wire::encode(send.message);
    return sends;
  };
  hear(host.say(1, hello(0)));
  hear(host.say(2, hello(1)));
  EXPECT_EQ(said.find(wire::hex(seed)), std::string::npos);
  const Sends end = host.say(1, wire::Resign{static_cast<MoveId>(5)});
  const auto* over = find<wire::Over>(end);
  ASSERT_NE(over, nullptr);
  EXPECT_EQ(over->seed, seed);
  const Sends again = host.say(3, hello(std::nullopt));
  EXPECT_EQ(find<wire::Over>(again)->seed, seed);
}

TEST(CheckedDeal, WhoAsksForARematchIsToldOfItsDealFirst) {
  LocalHost host(checked("al-jabar"));
  host.say(1, hello(0));
  host.say(2, hello(1));
  host.say(1, wire::Resign{static_cast<MoveId>(5)});
  host.table.know_next({"elm", GameId{8}, Bytes32{9}});
  const Sends asked = host.say(2, wire::Ask{OfferKind::rematch, bytes_of(77)});
  const auto* offer = find<wire::Offer>(asked);
  ASSERT_NE(offer, nullptr);
  ASSERT_TRUE(offer->next);
  EXPECT_EQ(offer->next->table, "elm");
  EXPECT_TRUE(offer->yes.empty());  // its bytes came before it was told, and do not count
  host.say(1, wire::Answer{OfferKind::rematch, true, bytes_of(50)});
  EXPECT_FALSE(host.wanted<Rematch>());
  host.say(2, wire::Answer{OfferKind::rematch, true, bytes_of(51)});
  host.say(2, wire::Answer{OfferKind::rematch, true, bytes_of(52)});  // too late to choose again
  const auto rematch = host.wanted<Rematch>();
  ASSERT_TRUE(rematch);
  const hub::Setup next = rematch->setup();
  EXPECT_EQ(next.table, "elm");
  EXPECT_EQ(next.game, GameId{8});
  EXPECT_EQ(next.commitment, Bytes32{9});
  EXPECT_EQ(next.seats[0].name, "Sophie");
  EXPECT_EQ(next.entropy, (std::vector<Bytes16>{bytes_of(51), bytes_of(50)}));
  host.table.moved("elm");
  const Sends back = host.say(3, hello(std::nullopt));
  EXPECT_EQ(find<wire::Welcome>(back)->next, "elm");
}

// Whose line breaks says all of it again, and has not said yes with no bytes by that.
TEST(CheckedDeal, ToAskAgainForARematchGivesNoBytesAway) {
  LocalHost host(checked("al-jabar"));
  host.say(1, hello(0));
  host.say(2, hello(1));
  host.say(1, wire::Resign{static_cast<MoveId>(5)});
  host.table.know_next({"elm", GameId{8}, Bytes32{9}});
  host.say(1, wire::Ask{OfferKind::rematch, {}});
  host.table.left(1, host.now);  // with an answer on its way
  host.say(3, hello(0));
  const Sends again = host.say(3, wire::Ask{OfferKind::rematch, {}});
  const auto* offer = find<wire::Offer>(again);
  ASSERT_NE(offer, nullptr);
  ASSERT_TRUE(offer->next);
  EXPECT_TRUE(offer->yes.empty());
  // Two who press at once have both asked, and both have yet to answer.
  host.say(2, wire::Ask{OfferKind::rematch, {}});
  EXPECT_FALSE(host.wanted<Rematch>());
  host.say(3, wire::Answer{OfferKind::rematch, true, bytes_of(50)});
  host.say(2, wire::Answer{OfferKind::rematch, true, bytes_of(51)});
  const auto rematch = host.wanted<Rematch>();
  ASSERT_TRUE(rematch);
  EXPECT_EQ(rematch->setup().entropy, (std::vector<Bytes16>{bytes_of(51), bytes_of(50)}));
}

// What the table has said that it has, it has, though another said no and asked again.
TEST(CheckedDeal, BytesForARematchStayGiven) {
  LocalHost host(checked("al-jabar"));
  host.say(1, hello(0));
  host.say(2, hello(1));
  host.say(1, wire::Resign{static_cast<MoveId>(5)});
  host.table.know_next({"elm", GameId{8}, Bytes32{9}});
  host.say(1, wire::Ask{OfferKind::rematch, {}});
  host.say(1, wire::Answer{OfferKind::rematch, true, bytes_of(50)});
  host.say(1, wire::Answer{OfferKind::rematch, true, bytes_of(52)});  // too late to choose again
  host.table.left(1, host.now);
  host.say(2, wire::Answer{OfferKind::rematch, false, {}});
  host.say(2, wire::Ask{OfferKind::rematch, {}});
  host.say(2, wire::Answer{OfferKind::rematch, true, bytes_of(51)});
  const auto rematch = host.wanted<Rematch>();
  ASSERT_TRUE(rematch);
  EXPECT_EQ(rematch->setup().entropy, (std::vector<Bytes16>{bytes_of(51), bytes_of(50)}));
}

// Where no deal is promised, and with bytes for one that is, to ask for the same is to agree.
TEST(CheckedDeal, ToAskForTheSameIsToAgreeWhereNoBytesAreAwaited) {
  for (const bool bound : {false, true}) {
    LocalHost host(bound ? checked("al-jabar") : casual("al-jabar"));
    host.say(1, hello(0));
    host.say(2, hello(1));
    host.say(1, wire::Resign{static_cast<MoveId>(5)});
    if (bound) host.table.know_next({"elm", GameId{8}, Bytes32{9}});
    host.say(1, wire::Ask{OfferKind::rematch, {}});
    if (bound) host.say(1, wire::Answer{OfferKind::rematch, true, bytes_of(50)});
    host.say(2, wire::Ask{OfferKind::rematch, bytes_of(51)});
    EXPECT_TRUE(host.wanted<Rematch>());
  }
}

TEST(CorrespondenceClock, IsDueFromTheLastEventWhoeverIsThere) {
  constexpr Millis day = 86'400'000;
  hub::Setup setup = casual("al-jabar");
  setup.clock = {wire::ClockKind::correspondence, 2 * day, 0};
  const auto shared = made(setup);
  LocalHost host(shared, 1);
  EXPECT_EQ(host.wake_at(), start_time + 2 * day);  // nobody is there, nobody has seen anything
  // Grace does not apply to it.
  host.say(2, hello(1));
  host.now += 3'600'000;
  host.tick();
  EXPECT_EQ(host.head(), 1U);
  // A host that loads the log later forgives nothing.
  Table later = *Table::load(shared, test_digest, host.log.rows, start_time + day);
  EXPECT_EQ(hub::wanted<Wake>(later)->at, start_time + 2 * day);
  const Sends sends = later.handle(7, hello(0), start_time + day);
  EXPECT_EQ(find<wire::Welcome>(sends)->clocks->left[0], day);
  host.now = start_time + 2 * day;
  host.tick();
  EXPECT_EQ(host.head(), 2U);
  EXPECT_NE(host.log.rows[1].body.find("cause=time"), std::string::npos);
}

TEST(Excused, TimeThatIsNobodysFaultIsNotCharged) {
  hub::Setup setup = casual("al-jabar");
  setup.clock = {wire::ClockKind::turn, 20'000, 0};
  LocalHost host(setup);
  host.say(1, hello(0));
  host.say(2, hello(1));
  host.say(1, wire::Beat{1});
  host.now += 19'000;
  host.table.excuse(15'000);
  EXPECT_EQ(host.wake_at(), start_time + 35'000);
  host.now = start_time + 30'000;
  host.tick();
  EXPECT_EQ(host.head(), 1U);
  const std::string draw = host.match().write(host.match().random_action(host.rng));
  host.say(1, move_of(3, 1, draw));
  EXPECT_NE(host.log.rows[1].body.find("spent=15000"), std::string::npos) << host.log.rows[1].body;
}

}  // namespace
}  // namespace coset::hub
