// Disconnections, clocks, takebacks and offers.
#include "table/presence.hpp"

#include <gmock/gmock.h>

#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

using protocol::OfferKind;
using protocol::Reason;
using testing::ElementsAre;

LocalHost seated(Setup setup, std::uint64_t seed = 1) {
  LocalHost host(std::move(setup), seed);
  for (int i = 0; i < host.table.ledger().seats(); ++i)
    if (host.table.ledger().human(static_cast<Seat>(i))) {
      host.say(static_cast<ConnectionId>(i) + 1, hello(i));
      host.say(static_cast<ConnectionId>(i) + 1, protocol::Heartbeat{host.head()});
    }
  return host;
}

Setup with_clock(Setup setup, protocol::ClockRule clock, bool rated) {
  setup.clock = clock;
  setup.rated = rated;
  return setup;
}

// An exchange that needs no deal.
std::string exchange(const LocalHost& host) {
  ActionList list;
  host.match().actions(list);
  return host.match().write(list[0]);
}

Outgoing move(LocalHost& host, std::uint64_t id, const std::string& text) {
  const auto from = static_cast<ConnectionId>(host.table.ledger().turn()) + 1;
  return host.say(from, move_of(id, host.head(), text));
}

constexpr protocol::ClockRule fischer{protocol::ClockKind::fischer, 60'000, 5'000};
constexpr protocol::ClockRule per_turn{protocol::ClockKind::turn, 30'000, 0};

TEST(Clocks, FischerAddsOncePerTurnAndChargesTimeSpent) {
  Clocks clocks = start_clocks(fischer);
  clocks = spend(fischer, clocks, 0, 10'000, false);  // a draw
  EXPECT_EQ(clocks.left[0], 50'000U);
  clocks = spend(fischer, clocks, 0, 10'000, true);  // the exchange
  EXPECT_EQ(clocks.left[0], 45'000U);
  EXPECT_EQ(clocks.left[1], 60'000U);
  EXPECT_EQ(left_after(fischer, clocks, 1, 59'999), 1U);
  EXPECT_EQ(left_after(fischer, clocks, 1, 70'000), 0U);
}

TEST(Clocks, EventsOfATurnShareItsTime) {
  Clocks clocks = start_clocks(per_turn);
  clocks = spend(per_turn, clocks, 0, 20'000, false);
  EXPECT_EQ(left_after(per_turn, clocks, 0, 5'000), 5'000U);
  clocks = spend(per_turn, clocks, 0, 9'000, true);
  EXPECT_EQ(left_after(per_turn, clocks, 1, 0), 30'000U);
}

TEST(Clocks, ReclaimedSeatGetsAtLeastAFullClock) {
  Clocks clocks = start_clocks(fischer);
  clocks.left[0] = 0;
  clocks.left[1] = 75'000;  // by quick moves
  clocks = refill(fischer, refill(fischer, clocks, 0), 1);
  EXPECT_EQ(clocks.left[0], 60'000U);
  EXPECT_EQ(clocks.left[1], 75'000U);
}

TEST(Table, EventRecordsTheTimeSpent) {
  LocalHost host = seated(with_clock(casual("al-jabar"), fischer, false));
  host.now += 12'000;
  const Outgoing sends = move(host, 1, exchange(host));
  const auto* event = find_to<protocol::Event>(sends, 1);
  EXPECT_EQ(event->spent, 12'000U);
  EXPECT_THAT(event->clocks->left, ElementsAre(53'000, 60'000));
  EXPECT_EQ(event->clocks->running, 1);
  // The same log gives the same clocks.
  const auto ledger = Ledger::load(host.table.ledger().shared_setup(), test_digest, host.log.rows);
  EXPECT_EQ(ledger->clocks().left, host.table.ledger().clocks().left);
}

TEST(Table, TimeoutForfeitsARatedGame) {
  LocalHost host = seated(with_clock(casual("al-jabar"), fischer, true));
  EXPECT_EQ(host.wake_at(), start_time + 60'000);
  host.now = *host.wake_at() - 1;
  EXPECT_TRUE(host.tick().empty());
  host.now += 1;
  const Outgoing sends = host.tick();
  const auto* event = find_to<protocol::Event>(sends, 1);
  ASSERT_NE(event, nullptr);
  EXPECT_EQ(event->kind, EventKind::forfeit);
  EXPECT_EQ(event->cause, Cause::time);
  const auto* over = find_to<protocol::GameOver>(sends, 1);
  EXPECT_EQ(over->ending, protocol::End::forfeit);
  EXPECT_THAT(over->winners, ElementsAre(2));
  EXPECT_TRUE(Match::replay(over->record).ok());
}

TEST(Table, NoTimeoutBeforeTheClientConfirmsTheEvent) {
  LocalHost host = seated(with_clock(casual("al-jabar"), fischer, true));
  move(host, 1, exchange(host));
  host.now += 70'000;  // seat 2 has sent no heartbeat since
  EXPECT_TRUE(host.tick().empty());
  EXPECT_FALSE(host.table.ledger().over());
  host.say(2, protocol::Heartbeat{host.head()});  // confirms the event, charged after two seconds
  EXPECT_FALSE(host.tick().empty());
  EXPECT_TRUE(host.table.ledger().over());
}

TEST(Table, UnconfirmedEventCountsAsSeenAfterTwoSeconds) {
  LocalHost host = seated(with_clock(casual("al-jabar"), fischer, false));
  move(host, 1, exchange(host));  // and seat 2 does not confirm it
  const auto left = [&] {
    return find<protocol::Welcome>(host.say(9, hello(std::nullopt)))->clocks->left[1];
  };
  host.now += 2'000;
  EXPECT_EQ(left(), 60'000U);
  host.now += 5'000;
  EXPECT_EQ(left(), 55'000U);
  host.now = *host.wake_at();  // away
  EXPECT_EQ(find_to<protocol::Event>(host.tick(), 0)->spent, casual("al-jabar").grace - 2'000);
}

TEST(Table, TimeoutInACasualGameCausesABotTakeover) {
  LocalHost host = seated(with_clock(casual("al-jabar"), per_turn, false));
  host.now += 31'000;
  const Outgoing sends = host.tick();
  EXPECT_EQ(find_to<protocol::Event>(sends, 0)->kind, EventKind::bot_takeover);
  EXPECT_TRUE(find_to<protocol::Event>(sends, 0)->view.may.empty());
  EXPECT_TRUE(host.table.ledger().kept(0));
  EXPECT_EQ(host.find_request<BotRequest>()->task().bot, substitute);
  EXPECT_EQ(reason_of(host.say(1, move_of(5, host.head(), "draw"))), Reason::bot_seat);
  const Outgoing reclaimed = host.say(1, protocol::Reclaim{static_cast<MoveId>(6)});
  EXPECT_EQ(find_to<protocol::Event>(reclaimed, 0)->kind, EventKind::reclaimed);
  EXPECT_FALSE(host.find_request<BotRequest>());
  EXPECT_FALSE(find_to<protocol::Event>(reclaimed, 0)->view.may.empty());
  EXPECT_EQ(reason_of(host.say(1, protocol::Reclaim{static_cast<MoveId>(7)})), Reason::own_seat);
}

TEST(Table, ResignOrReclaimOnAnotherHeadIsStale) {
  LocalHost host = seated(with_clock(casual("al-jabar seats=3"), per_turn, false));
  const auto play = [&] {
    move(host, host.rng.next() | 1U, host.match().write(host.match().random_action(host.rng)));
  };
  const auto time_out = [&] {
    while (host.table.ledger().turn() != 0) play();
    host.say(1, protocol::Heartbeat{host.head()});
    host.now = *host.wake_at();
    host.tick();
  };
  time_out();
  const protocol::Reclaim reclaim{static_cast<MoveId>(6), host.head()};
  host.say(1, reclaim);
  EXPECT_FALSE(host.table.ledger().kept(0));
  const Ply head = host.head();
  while (host.head() < head + Ledger::recall) play();  // until its id is forgotten
  time_out();
  EXPECT_EQ(reason_of(host.say(1, reclaim)), Reason::stale);
  EXPECT_TRUE(host.table.ledger().kept(0));
  const protocol::Resign late{static_cast<MoveId>(7), head};
  EXPECT_EQ(reason_of(host.say(1, late)), Reason::stale);
  EXPECT_FALSE(host.table.ledger().forfeited(0));
  host.say(1, protocol::Resign{static_cast<MoveId>(8), host.head()});
  EXPECT_TRUE(host.table.ledger().forfeited(0));
}

TEST(Table, TimeBeforeLoadIsNotCharged) {
  LocalHost host = seated(with_clock(casual("al-jabar"), fischer, true));
  const Time later = host.now + 10 * 60'000;
  Table again = *Table::load(host.table.ledger().shared_setup(), test_digest, host.log.rows, later);
  again.handle(1, hello(0), later);
  again.handle(1, protocol::Heartbeat{1}, later);
  again.tick(later + 1'000);
  EXPECT_FALSE(find_request<AppendRequest>(again));
  EXPECT_EQ(find_request<TimerRequest>(again)->at, later + 60'000);
}

TEST(Table, AbsenceBeyondTheGraceForfeits) {
  table::Setup setup = casual("al-jabar");
  setup.rated = true;
  LocalHost host = seated(setup);
  EXPECT_FALSE(host.wake_at());
  host.now += 5'000;
  const Outgoing gone = host.table.on_disconnect(1, host.now);
  EXPECT_FALSE(find_to<protocol::Seats>(gone, 1)->seats[0].present);
  EXPECT_EQ(host.wake_at(), host.now + setup.grace);
  host.now += setup.grace;
  EXPECT_EQ(find_to<protocol::Event>(host.tick(), 1)->cause, Cause::away);
  EXPECT_TRUE(host.table.ledger().over());
}

TEST(Table, ReconnectWithinTheGraceKeepsTheSeat) {
  LocalHost host = seated(casual("al-jabar"));
  host.table.on_disconnect(1, host.now);
  host.now += 60'000;
  host.say(4, hello(0));
  host.say(4, protocol::Heartbeat{1});
  host.now += 100'000;
  EXPECT_TRUE(host.tick().empty());
  EXPECT_FALSE(host.wake_at());
}

TEST(Table, SeatStaysPresentWithASecondConnection) {
  LocalHost host = seated(casual("al-jabar"));
  host.say(4, hello(0));
  EXPECT_TRUE(host.table.on_disconnect(4, host.now).empty());  // no message is due
  EXPECT_FALSE(host.wake_at());
  host.now += 24 * 3'600'000;
  EXPECT_TRUE(host.tick().empty());
  EXPECT_FALSE(host.table.on_disconnect(1, host.now).empty());
  EXPECT_TRUE(host.wake_at());
}

TEST(Table, NoAbsenceTimerWithoutConnectedOpponents) {
  LocalHost host = seated(with_bot(casual("al-jabar"), 1, "greedy"));
  host.table.on_disconnect(1, host.now);
  EXPECT_FALSE(host.wake_at());
  host.now += 24 * 3'600'000;
  EXPECT_TRUE(host.tick().empty());
}

TEST(Table, ResignationEndsATwoSeatGame) {
  for (const bool rated : {false, true}) {
    table::Setup setup = casual("mad-abel");
    setup.rated = rated;
    LocalHost host = seated(setup);
    const Outgoing sends = host.say(1, protocol::Resign{static_cast<MoveId>(9)});
    EXPECT_EQ(find_to<protocol::GameOver>(sends, 1)->ending, protocol::End::forfeit);
    EXPECT_THAT(find_to<protocol::GameOver>(sends, 1)->winners, ElementsAre(2));
    EXPECT_NE(find_to<protocol::GameOver>(sends, 1)->record.find("# seat 1 forfeited"),
              std::string::npos);
    // Sent again it is answered, not repeated.
    EXPECT_EQ(count<protocol::Event>(host.say(1, protocol::Resign{static_cast<MoveId>(9)})), 1);
  }
}

TEST(Table, ResignedSeatOfThreeIsPlayedByABotAndCannotWin) {
  LocalHost host = seated(casual("al-jabar seats=3 max_rounds=2"));
  host.say(2, protocol::Resign{static_cast<MoveId>(9)});
  EXPECT_FALSE(host.table.ledger().over());
  EXPECT_EQ(reason_of(host.say(2, move_of(5, host.head(), "draw"))), Reason::game_over);
  while (!host.table.ledger().over()) {
    host.let_bots_play();
    if (!host.table.ledger().over())
      move(host, host.rng.next() | 1U, host.match().write(host.match().random_action(host.rng)));
  }
  for (const int winner : host.table.ledger().winners()) EXPECT_NE(winner, 2);
}

TEST(Table, GameEndsWithoutHumans) {
  LocalHost host = seated(with_bot(with_bot(casual("al-jabar seats=3"), 1, "greedy"), 2, "random"));
  host.say(1, protocol::Resign{static_cast<MoveId>(9)});
  EXPECT_TRUE(host.table.ledger().over());
}

TEST(Table, TakebackByAgreement) {
  LocalHost host = seated(casual("al-jabar"));
  const std::string position = host.match().full_position();
  move(host, 5, exchange(host));
  EXPECT_NE(find_to<protocol::Offer>(host.say(1, protocol::Ask{OfferKind::takeback}), 1), nullptr);
  EXPECT_NE(host.match().full_position(), position);
  const Outgoing sends = host.say(2, protocol::Answer{OfferKind::takeback, true});
  const auto* event = find_to<protocol::Event>(sends, 0);
  EXPECT_EQ(event->kind, EventKind::takeback);
  EXPECT_EQ(event->lines, 27);
  EXPECT_EQ(event->turn, 0);
  EXPECT_EQ(host.match().full_position(), position);
  EXPECT_EQ(host.head(), 3U);
  // Resent, the move that is gone stays gone.
  EXPECT_EQ(reason_of(host.say(1, move_of(5, 1, "draw"))), Reason::stale);
  // And the log leads to the same place.
  const auto ledger = Ledger::load(host.table.ledger().shared_setup(), test_digest, host.log.rows);
  ASSERT_TRUE(ledger.ok());
  EXPECT_EQ(ledger->match().full_record(), host.match().full_record());
}

TEST(Table, RefusedTakebackChangesNothing) {
  LocalHost host = seated(casual("al-jabar"));
  move(host, 5, exchange(host));
  host.say(1, protocol::Ask{OfferKind::takeback});
  const Outgoing sends = host.say(2, protocol::Answer{OfferKind::takeback, false});
  EXPECT_EQ(find_to<protocol::Offer>(sends, 0)->state, protocol::OfferState::refused);
  EXPECT_EQ(host.head(), 2U);
  EXPECT_EQ(reason_of(host.say(2, protocol::Answer{OfferKind::takeback, true})), Reason::offer);
}

TEST(Table, OfferLapsesWithTheNextEvent) {
  LocalHost host = seated(casual("al-jabar"));
  move(host, 5, exchange(host));
  host.say(1, protocol::Ask{OfferKind::takeback});
  const Outgoing sends = move(host, 6, "draw");
  EXPECT_EQ(find_to<protocol::Offer>(sends, 0)->state, protocol::OfferState::lapsed);
  EXPECT_EQ(reason_of(host.say(2, protocol::Answer{OfferKind::takeback, true})), Reason::offer);
}

TEST(Table, NoTakebackAfterADeal) {
  LocalHost host = seated(casual("al-jabar"));
  EXPECT_EQ(reason_of(host.say(1, protocol::Ask{OfferKind::takeback})), Reason::takeback);
  move(host, 5, "draw");
  EXPECT_EQ(reason_of(host.say(1, protocol::Ask{OfferKind::takeback})), Reason::takeback);
  move(host, 6, exchange(host));
  host.say(1, protocol::Ask{OfferKind::takeback});
  host.say(2, protocol::Answer{OfferKind::takeback, true});
  EXPECT_EQ(host.table.ledger().turn(), 0);  // the exchange, not the draw
  EXPECT_EQ(reason_of(host.say(1, protocol::Ask{OfferKind::takeback})), Reason::takeback);
}

TEST(Table, NoTakebackAfterAnotherHumansMove) {
  LocalHost host = seated(casual("al-jabar"));
  move(host, 5, exchange(host));
  move(host, 6, exchange(host));
  EXPECT_EQ(reason_of(host.say(1, protocol::Ask{OfferKind::takeback})), Reason::takeback);
}

TEST(Table, TakebackAgainstABotIncludesItsReply) {
  LocalHost host = seated(with_bot(casual("al-jabar"), 1, "greedy"));
  const std::string position = host.match().full_position();
  move(host, 5, exchange(host));
  host.let_bots_play();
  EXPECT_EQ(host.head(), 3U);
  host.say(1, protocol::Ask{OfferKind::takeback});
  EXPECT_EQ(host.match().full_position(), position);
}

TEST(Table, NoTakebackAfterAHiddenHandWasShown) {
  LocalHost host = seated(with_bot(casual("mad-abel inability=checked"), 1, "greedy"), 4);
  while (!host.table.ledger().over()) {  // until the bot has played after a play of ours
    const Action action = host.match().random_action(host.rng);
    move(host, host.rng.next() | 1U, host.match().write(action));
    const bool played = action.verb == Verb::play && !host.table.ledger().over();
    if (played) {
      EXPECT_TRUE(host.table.ledger().takeback(0));
      host.let_bots_play();
      EXPECT_FALSE(host.table.ledger().takeback(0));
      return;
    }
    host.let_bots_play();
  }
  FAIL() << "no play in this game";
}

TEST(Table, NoTakebackInARatedGame) {
  table::Setup setup = casual("al-jabar");
  setup.rated = true;
  LocalHost host = seated(setup);
  move(host, 5, exchange(host));
  EXPECT_EQ(reason_of(host.say(1, protocol::Ask{OfferKind::takeback})), Reason::rated);
  EXPECT_EQ(reason_of(host.say(1, protocol::Ask{OfferKind::finish})), Reason::rated);
}

TEST(Table, FinishByAgreement) {
  LocalHost host = seated(casual("al-jabar"), 2);
  move(host, 5, exchange(host));
  host.say(1, protocol::Ask{OfferKind::finish});
  const Outgoing sends =
      host.say(2, protocol::Ask{OfferKind::finish});  // an equal offer is consent
  const auto* over = find_to<protocol::GameOver>(sends, 0);
  ASSERT_NE(over, nullptr);
  EXPECT_EQ(over->ending, protocol::End::agreed);
  EXPECT_EQ(over->scores[0] < over->scores[1], over->winners[0] == 1);
}

TEST(Table, SeatOfABotTakeoverHasNoVote) {
  LocalHost host = seated(with_clock(casual("al-jabar seats=3"), per_turn, false));
  host.now += 30'000;
  host.tick();
  ASSERT_TRUE(host.table.ledger().kept(0));
  host.say(2, protocol::Ask{OfferKind::finish});
  EXPECT_EQ(reason_of(host.say(1, protocol::Answer{OfferKind::finish, false})), Reason::offer);
  EXPECT_EQ(reason_of(host.say(1, protocol::Answer{OfferKind::finish, true})), Reason::offer);
  host.say(3, protocol::Answer{OfferKind::finish, true});
  EXPECT_TRUE(host.table.ledger().over());
}

TEST(Table, RematchRotatesTheSeats) {
  LocalHost host = seated(casual("al-jabar seats=3"));
  EXPECT_EQ(reason_of(host.say(1, protocol::Ask{OfferKind::rematch})), Reason::playing);
  host.say(1, protocol::Ask{OfferKind::finish});
  host.say(2, protocol::Answer{OfferKind::finish, true});
  host.say(3, protocol::Answer{OfferKind::finish, true});
  ASSERT_TRUE(host.table.ledger().over());
  EXPECT_FALSE(host.find_request<RematchRequest>());
  for (int i = 1; i <= 3; ++i) {
    EXPECT_FALSE(host.find_request<RematchRequest>());
    host.say(static_cast<ConnectionId>(i), protocol::Ask{OfferKind::rematch});
  }
  const auto next = host.find_request<RematchRequest>();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->setup().seats[0].name, "Sophie");
  EXPECT_EQ(next->setup().seats[2].name, "Emmy");  // the starter is now the dealer
  EXPECT_EQ(next->setup().seats[2].token, token_of(0));
  const Outgoing ready = host.table.announce_rematch("elm");
  EXPECT_FALSE(host.find_request<RematchRequest>());
  EXPECT_EQ(find_to<protocol::RematchReady>(ready, 2)->table, "elm");
  // There is one rematch: a repeated offer gets its table.
  const Outgoing again = host.say(2, protocol::Ask{OfferKind::rematch});
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(std::get<protocol::RematchReady>(again[0].message).table, "elm");
  EXPECT_FALSE(host.find_request<RematchRequest>());
}

TEST(Setup, RejectsInvalidSetups) {
  const auto code = [](const table::Setup& setup) { return make_setup(setup).error().code; };
  table::Setup setup = casual("al-jabar");
  setup.seats.pop_back();
  EXPECT_EQ(code(setup), "setup.seats");
  setup = casual("al-jabar");
  setup.table = "";
  EXPECT_EQ(code(setup), "setup.table");
  setup = with_bot(casual("al-jabar"), 1, "genius");
  EXPECT_EQ(code(setup), "bot.unknown");
  setup = casual("al-jabar");
  setup.seats[1].token = setup.seats[0].token;
  EXPECT_EQ(code(setup), "setup.token");
  setup = casual("al-jabar");
  setup.seats[0].name = "a\nb";
  EXPECT_EQ(code(setup), "setup.name");
  setup = with_clock(casual("al-jabar"), {protocol::ClockKind::turn, 0, 0}, false);
  EXPECT_EQ(code(setup), "setup.clock");
}

}  // namespace
}  // namespace coset::table
