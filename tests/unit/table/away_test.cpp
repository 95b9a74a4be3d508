// Casual tables without a clock that wait for an absent player: nobody plays for the player, until
// those who wait agree that a bot plays on.
#include <gmock/gmock.h>

#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

using protocol::OfferKind;
using protocol::OfferState;
using protocol::Reason;
using testing::ElementsAre;

constexpr Time minute = 60'000;
constexpr protocol::Ask let_bot{OfferKind::bot_takeover};

Setup patient(std::string_view spec) {
  Setup out = casual(spec);
  out.grace = 0;
  out.timeout = protocol::TimeoutRule::strict;  // as the lobby makes it
  return out;
}

// Everybody is here and the first seat is on turn.
LocalHost seated(const Setup& setup) {
  LocalHost host(setup);
  for (int i = 0; i < host.table.ledger().seats(); ++i) {
    host.say(static_cast<ConnectionId>(i) + 1, hello(i));
    host.say(static_cast<ConnectionId>(i) + 1, protocol::Heartbeat{host.head()});
  }
  EXPECT_EQ(host.table.ledger().turn(), 0);
  return host;
}

Outgoing leave(LocalHost& host, ConnectionId connection) {
  return host.deal_and_commit(host.table.on_disconnect(connection, host.now));
}

bool waits(LocalHost& host) {
  return find<protocol::Welcome>(host.say(9, hello(std::nullopt)))->waits;
}

std::optional<Millis> away_of_first(LocalHost& host) {
  return find<protocol::Welcome>(host.say(9, hello(std::nullopt)))->seats[0].away;
}

TEST(Away, NobodyPlaysForAnAbsentPlayer) {
  LocalHost host = seated(patient("al-jabar"));
  const Ply head = host.head();
  EXPECT_TRUE(waits(host));
  EXPECT_EQ(away_of_first(host), std::nullopt);
  host.now += 5 * minute;  // a long thought is no absence
  EXPECT_EQ(find_to<protocol::Seats>(leave(host, 1), 1)->seats[0].away, 0U);
  for (int i = 0; i < 60; ++i) {
    host.now += minute;
    EXPECT_TRUE(host.tick().empty());
    EXPECT_FALSE(host.wake_at());
  }
  EXPECT_EQ(host.head(), head);
  EXPECT_TRUE(host.table.ledger().by_human(0));
  EXPECT_EQ(away_of_first(host), 60 * minute);
  host.say(4, hello(0));
  EXPECT_EQ(away_of_first(host), std::nullopt);
}

TEST(Away, OneWhoWaitsLetsABotPlayOnAfterTenMinutes) {
  LocalHost host = seated(patient("al-jabar"));
  leave(host, 1);
  host.now += 10 * minute - 1;
  EXPECT_EQ(reason_of(host.say(2, let_bot)), Reason::not_away);
  host.now += 1;
  const Outgoing sends = host.say(2, let_bot);
  const auto* event = find_to<protocol::Event>(sends, 1);
  ASSERT_NE(event, nullptr);
  EXPECT_EQ(event->kind, EventKind::bot_takeover);
  EXPECT_EQ(event->seat, 0);
  EXPECT_EQ(event->cause, Cause::away);
  EXPECT_TRUE(host.table.ledger().kept(0));
  // The strict table's bot, which gains nothing, would be to the gain of the one who let it play.
  EXPECT_EQ(host.find_request<BotRequest>()->task().bot, substitute);
  const auto again = Ledger::load(host.table.ledger().shared_setup(), test_digest, host.log.rows);
  EXPECT_EQ(again->bot_of(0), substitute);

  const Outgoing back = host.say(4, hello(0));
  const protocol::SeatInfo& seat = find<protocol::Welcome>(back)->seats[0];
  EXPECT_TRUE(seat.kept);
  EXPECT_EQ(seat.cause, Cause::away);
  host.say(4, protocol::Reclaim{static_cast<MoveId>(6), host.head()});
  EXPECT_TRUE(host.table.ledger().by_human(0));
}

// Not since the player left, but since it is the player's turn.
TEST(Away, TheOthersWaitFromTheTurnOn) {
  LocalHost host = seated(patient("al-jabar"));
  leave(host, 2);
  host.now += 30 * minute;
  EXPECT_EQ(reason_of(host.say(1, let_bot)), Reason::not_away);
  ActionList list;
  host.match().actions(list);
  host.say(1, move_of(7, host.head(), host.match().write(list[0])));
  ASSERT_EQ(host.table.ledger().turn(), 1);
  host.now += 10 * minute - 1;
  EXPECT_EQ(reason_of(host.say(1, let_bot)), Reason::not_away);
  host.now += 1;
  EXPECT_NE(find<protocol::Event>(host.say(1, let_bot)), nullptr);
}

TEST(Away, TimeOfAnOutageDoesNotCount) {
  LocalHost host = seated(patient("al-jabar"));
  leave(host, 1);
  host.table.exclude_time(3 * minute);
  host.now += 12 * minute;
  EXPECT_EQ(reason_of(host.say(2, let_bot)), Reason::not_away);
  host.now += 1 * minute;
  EXPECT_NE(find<protocol::Event>(host.say(2, let_bot)), nullptr);
}

TEST(Away, AllWhoAreThereAgree) {
  LocalHost host = seated(patient("al-jabar seats=4"));
  leave(host, 1);
  leave(host, 4);  // is not asked
  host.now += 10 * minute;
  const Outgoing asked = host.say(2, let_bot);
  EXPECT_THAT(find_to<protocol::Offer>(asked, 2)->yes, ElementsAre(2));
  EXPECT_EQ(find<protocol::Event>(asked), nullptr);
  EXPECT_EQ(find_to<protocol::Offer>(host.say(3, protocol::Answer{let_bot.what, false}), 1)->state,
            OfferState::refused);
  EXPECT_TRUE(host.table.ledger().by_human(0));
  host.say(2, let_bot);
  const Outgoing agreed = host.say(3, protocol::Answer{let_bot.what, true});
  EXPECT_EQ(find_to<protocol::Event>(agreed, 1)->kind, EventKind::bot_takeover);
  EXPECT_EQ(count<protocol::Offer>(agreed), 4);  // two readers, open and agreed
  EXPECT_TRUE(host.table.ledger().kept(0));
  EXPECT_TRUE(host.table.ledger().by_human(3));
}

TEST(Away, OneWhoLeavesIsNotAskedAnyMore) {
  LocalHost host = seated(patient("al-jabar seats=3"));
  leave(host, 1);
  host.now += 10 * minute;
  host.say(2, let_bot);
  EXPECT_NE(find_to<protocol::Event>(leave(host, 3), 1), nullptr);
  EXPECT_TRUE(host.table.ledger().kept(0));

  LocalHost empty = seated(patient("al-jabar seats=3"));
  leave(empty, 1);
  empty.now += 10 * minute;
  empty.say(2, let_bot);
  leave(empty, 2);  // the offer of one who has left needs those who are there
  EXPECT_TRUE(empty.table.ledger().by_human(0));
  leave(empty, 3);
  EXPECT_TRUE(empty.table.ledger().by_human(0));
  EXPECT_EQ(find<protocol::Offer>(empty.say(5, hello(1))), nullptr);
}

TEST(Away, TheOfferLapsesWhenThePlayerIsBack) {
  LocalHost host = seated(patient("al-jabar seats=3"));
  leave(host, 1);
  host.now += 10 * minute;
  host.say(2, let_bot);
  const Outgoing back = host.say(4, hello(0));
  EXPECT_EQ(find_to<protocol::Offer>(back, 1)->state, OfferState::lapsed);
  EXPECT_FALSE(find_to<protocol::Seats>(back, 1)->seats[0].away);
  EXPECT_EQ(reason_of(host.say(3, protocol::Answer{let_bot.what, true})), Reason::offer);
  EXPECT_EQ(reason_of(host.say(2, let_bot)), Reason::not_away);
}

TEST(Away, OnlyAtCasualTablesWithoutAClock) {
  for (const auto kind : {protocol::ClockKind::correspondence, protocol::ClockKind::fischer}) {
    table::Setup setup = patient("al-jabar");
    setup.clock = {kind, 24 * 3'600'000, 0};
    LocalHost host = seated(setup);
    EXPECT_FALSE(waits(host));
    leave(host, 1);
    host.now += 20 * minute;
    EXPECT_EQ(away_of_first(host), std::nullopt);
    EXPECT_EQ(reason_of(host.say(2, let_bot)), Reason::not_away);
  }
  table::Setup rated = patient("al-jabar");
  rated.rated = true;
  LocalHost host = seated(rated);
  leave(host, 1);
  host.now += 20 * minute;
  EXPECT_EQ(away_of_first(host), std::nullopt);
  EXPECT_EQ(reason_of(host.say(2, let_bot)), Reason::rated);
}

// A table from before, or of a class, has a grace period.
TEST(Away, ATableWithAGracePeriodPlaysAsBefore) {
  table::Setup setup = patient("al-jabar");
  setup.grace = casual("al-jabar").grace;
  LocalHost host = seated(setup);
  EXPECT_FALSE(waits(host));
  EXPECT_EQ(find_to<protocol::Seats>(leave(host, 1), 1)->seats[0].away, std::nullopt);
  EXPECT_EQ(host.wake_at(), host.now + 2 * minute);
  host.now += 2 * minute;
  EXPECT_EQ(find_to<protocol::Event>(host.tick(), 1)->cause, Cause::away);
  EXPECT_EQ(host.find_request<BotRequest>()->task().bot, weak_substitute);
}

}  // namespace
}  // namespace coset::table
