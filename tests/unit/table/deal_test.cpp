// Verifiable deals, correspondence games, and excluded time, at one table.
#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

using protocol::OfferKind;

Bytes16 bytes_of(std::uint8_t value) {
  Bytes16 out;
  out.fill(value);
  return out;
}

Setup verifiable(const char* spec) {
  table::Setup out = casual(spec);
  out.game = GameId{7};
  out.commitment = Bytes32{1, 2, 3};
  for (std::size_t i = 0; i < out.seats.size(); ++i)
    out.entropy.push_back(bytes_of(static_cast<std::uint8_t>(i + 40)));
  return out;
}

TEST(VerifiableDeal, FirstEventHoldsEveryPlayersBytes) {
  const table::Setup setup = verifiable("al-jabar");
  LocalHost host(setup);
  EXPECT_NE(host.log.rows[0].body.find(" entropy=" + protocol::hex(bytes_of(40)) + "," +
                                       protocol::hex(bytes_of(41)) + "\n"),
            std::string::npos);
  const Outgoing sends = host.say(1, hello(0));
  const auto* welcome = find<protocol::Welcome>(sends);
  ASSERT_NE(welcome, nullptr);
  EXPECT_EQ(welcome->game, setup.game);
  EXPECT_EQ(welcome->commitment, setup.commitment);
  EXPECT_EQ(welcome->entropy, setup.entropy);
  // They are part of the chain and of the log.
  table::Setup other = setup;
  other.entropy[1] = bytes_of(9);
  EXPECT_FALSE(Ledger::load(made(other), test_digest, host.log.rows).ok());
  EXPECT_TRUE(Ledger::load(made(setup), test_digest, host.log.rows).ok());
}

TEST(VerifiableDeal, SeedIsRevealedOnlyWithGameOver) {
  LocalHost host(verifiable("al-jabar"));
  const Bytes32 seed{0xca, 0xfe, 0xba, 0xbe};
  host.table.set_seed(seed);
  std::string said;
  const auto hear = [&](const Outgoing& sends) {
    for (const OutgoingMessage& send : sends) said += protocol::encode(send.message);
    return sends;
  };
  hear(host.say(1, hello(0)));
  hear(host.say(2, hello(1)));
  EXPECT_EQ(said.find(protocol::hex(seed)), std::string::npos);
  const Outgoing end = host.say(1, protocol::Resign{static_cast<MoveId>(5)});
  const auto* over = find<protocol::GameOver>(end);
  ASSERT_NE(over, nullptr);
  EXPECT_EQ(over->seed, seed);
  const Outgoing again = host.say(3, hello(std::nullopt));
  EXPECT_EQ(find<protocol::GameOver>(again)->seed, seed);
}

TEST(VerifiableDeal, RematchDealIsAnnouncedBeforeBytesCount) {
  LocalHost host(verifiable("al-jabar"));
  host.say(1, hello(0));
  host.say(2, hello(1));
  host.say(1, protocol::Resign{static_cast<MoveId>(5)});
  host.table.set_rematch({"elm", GameId{8}, Bytes32{9}});
  const Outgoing asked = host.say(2, protocol::Ask{OfferKind::rematch, bytes_of(77)});
  const auto* offer = find<protocol::Offer>(asked);
  ASSERT_NE(offer, nullptr);
  ASSERT_TRUE(offer->next);
  EXPECT_EQ(offer->next->table, "elm");
  EXPECT_TRUE(offer->yes.empty());  // bytes sent before the announcement do not count
  host.say(1, protocol::Answer{OfferKind::rematch, true, bytes_of(50)});
  EXPECT_FALSE(host.find_request<RematchRequest>());
  host.say(2, protocol::Answer{OfferKind::rematch, true, bytes_of(51)});
  host.say(2,
           protocol::Answer{OfferKind::rematch, true, bytes_of(52)});  // too late to choose again
  const auto rematch = host.find_request<RematchRequest>();
  ASSERT_TRUE(rematch);
  const table::Setup next = rematch->setup();
  EXPECT_EQ(next.table, "elm");
  EXPECT_EQ(next.game, GameId{8});
  EXPECT_EQ(next.commitment, Bytes32{9});
  EXPECT_EQ(next.seats[0].name, "Sophie");
  EXPECT_EQ(next.entropy, (std::vector<Bytes16>{bytes_of(51), bytes_of(50)}));
  host.table.announce_rematch("elm");
  const Outgoing back = host.say(3, hello(std::nullopt));
  EXPECT_EQ(find<protocol::Welcome>(back)->next, "elm");
}

// A client that reconnects repeats its offer; that is not consent without bytes.
TEST(VerifiableDeal, RepeatedRematchOfferIsNotAnAnswer) {
  LocalHost host(verifiable("al-jabar"));
  host.say(1, hello(0));
  host.say(2, hello(1));
  host.say(1, protocol::Resign{static_cast<MoveId>(5)});
  host.table.set_rematch({"elm", GameId{8}, Bytes32{9}});
  host.say(1, protocol::Ask{OfferKind::rematch, {}});
  host.table.on_disconnect(1, host.now);  // with an answer in transit
  host.say(3, hello(0));
  const Outgoing again = host.say(3, protocol::Ask{OfferKind::rematch, {}});
  const auto* offer = find<protocol::Offer>(again);
  ASSERT_NE(offer, nullptr);
  ASSERT_TRUE(offer->next);
  EXPECT_TRUE(offer->yes.empty());
  // After two simultaneous offers both seats still have to answer.
  host.say(2, protocol::Ask{OfferKind::rematch, {}});
  EXPECT_FALSE(host.find_request<RematchRequest>());
  host.say(3, protocol::Answer{OfferKind::rematch, true, bytes_of(50)});
  host.say(2, protocol::Answer{OfferKind::rematch, true, bytes_of(51)});
  const auto rematch = host.find_request<RematchRequest>();
  ASSERT_TRUE(rematch);
  EXPECT_EQ(rematch->setup().entropy, (std::vector<Bytes16>{bytes_of(51), bytes_of(50)}));
}

// Bytes that the table has accepted stay, though another seat refused and offered again.
TEST(VerifiableDeal, FirstRematchBytesAreFinal) {
  LocalHost host(verifiable("al-jabar"));
  host.say(1, hello(0));
  host.say(2, hello(1));
  host.say(1, protocol::Resign{static_cast<MoveId>(5)});
  host.table.set_rematch({"elm", GameId{8}, Bytes32{9}});
  host.say(1, protocol::Ask{OfferKind::rematch, {}});
  host.say(1, protocol::Answer{OfferKind::rematch, true, bytes_of(50)});
  host.say(1,
           protocol::Answer{OfferKind::rematch, true, bytes_of(52)});  // too late to choose again
  host.table.on_disconnect(1, host.now);
  host.say(2, protocol::Answer{OfferKind::rematch, false, {}});
  host.say(2, protocol::Ask{OfferKind::rematch, {}});
  host.say(2, protocol::Answer{OfferKind::rematch, true, bytes_of(51)});
  const auto rematch = host.find_request<RematchRequest>();
  ASSERT_TRUE(rematch);
  EXPECT_EQ(rematch->setup().entropy, (std::vector<Bytes16>{bytes_of(51), bytes_of(50)}));
}

// Without a verifiable deal, or with bytes for one, an equal offer is consent.
TEST(VerifiableDeal, EqualOfferCountsAsConsent) {
  for (const bool committed : {false, true}) {
    LocalHost host(committed ? verifiable("al-jabar") : casual("al-jabar"));
    host.say(1, hello(0));
    host.say(2, hello(1));
    host.say(1, protocol::Resign{static_cast<MoveId>(5)});
    if (committed) host.table.set_rematch({"elm", GameId{8}, Bytes32{9}});
    host.say(1, protocol::Ask{OfferKind::rematch, {}});
    if (committed) host.say(1, protocol::Answer{OfferKind::rematch, true, bytes_of(50)});
    host.say(2, protocol::Ask{OfferKind::rematch, bytes_of(51)});
    EXPECT_TRUE(host.find_request<RematchRequest>());
  }
}

TEST(CorrespondenceClock, RunsFromTheLastEventWithoutConnections) {
  constexpr Millis day = 86'400'000;
  table::Setup setup = casual("al-jabar");
  setup.clock = {protocol::ClockKind::correspondence, 2 * day, 0};
  const auto shared = made(setup);
  LocalHost host(shared, 1);
  EXPECT_EQ(host.wake_at(), start_time + 2 * day);  // without connections and confirmations
  // Grace does not apply to it.
  host.say(2, hello(1));
  host.now += 3'600'000;
  host.tick();
  EXPECT_EQ(host.head(), 1U);
  // A later load of the log charges the time before.
  Table later = *Table::load(shared, test_digest, host.log.rows, start_time + day);
  EXPECT_EQ(table::find_request<TimerRequest>(later)->at, start_time + 2 * day);
  const Outgoing sends = later.handle(7, hello(0), start_time + day);
  EXPECT_EQ(find<protocol::Welcome>(sends)->clocks->left[0], day);
  host.now = start_time + 2 * day;
  host.tick();
  EXPECT_EQ(host.head(), 2U);
  EXPECT_NE(host.log.rows[1].body.find("cause=time"), std::string::npos);
}

TEST(Clock, ExcludedTimeIsNotCharged) {
  table::Setup setup = casual("al-jabar");
  setup.clock = {protocol::ClockKind::turn, 20'000, 0};
  LocalHost host(setup);
  host.say(1, hello(0));
  host.say(2, hello(1));
  host.say(1, protocol::Heartbeat{1});
  host.now += 19'000;
  host.table.exclude_time(15'000);
  EXPECT_EQ(host.wake_at(), start_time + 35'000);
  host.now = start_time + 30'000;
  host.tick();
  EXPECT_EQ(host.head(), 1U);
  const std::string draw = host.match().write(host.match().random_action(host.rng));
  host.say(1, move_of(3, 1, draw));
  EXPECT_NE(host.log.rows[1].body.find("spent=15000"), std::string::npos) << host.log.rows[1].body;
}

}  // namespace
}  // namespace coset::table
