// Strict time-outs: letting the clock run out never pays. And tables from before the rule.
#include <gmock/gmock.h>

#include "table/json.hpp"
#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

using protocol::ClockKind;
using protocol::Reason;
using protocol::TimeoutRule;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr protocol::ClockRule per_turn{ClockKind::turn, 30'000, 0};
constexpr protocol::ClockRule fischer{ClockKind::fischer, 60'000, 5'000};

Setup strict(std::string_view spec, protocol::ClockRule clock = per_turn) {
  Setup out = casual(spec);
  out.clock = clock;
  out.timeout = TimeoutRule::strict;
  return out;
}

LocalHost seated(Setup setup, std::uint64_t seed = 1) {
  LocalHost host(std::move(setup), seed);
  for (int i = 0; i < host.table.ledger().seats(); ++i)
    if (host.table.ledger().human(static_cast<Seat>(i)))
      host.say(static_cast<ConnectionId>(i) + 1, hello(i));
  return host;
}

ConnectionId on_turn(const LocalHost& host) {
  return static_cast<ConnectionId>(host.table.ledger().turn()) + 1;
}

// The seat on turn confirms the head and lets its clock run out.
Outgoing time_out(LocalHost& host) {
  host.say(on_turn(host), protocol::Heartbeat{host.head()});
  host.now = *host.wake_at();
  return host.tick();
}

void reclaim(LocalHost& host, ConnectionId from) {
  host.say(from, protocol::Reclaim{static_cast<MoveId>(host.rng.next() | 1U)});
}

// The human on turn plays until its turn is over.
void play_turn(LocalHost& host) {
  const int turns = host.match().turns();
  while (!host.table.ledger().over() && host.match().turns() == turns)
    host.say(on_turn(host), move_of(host.rng.next() | 1U, host.head(),
                                    host.match().write(host.match().random_action(host.rng))));
}

const protocol::SeatInfo& info_of(const Outgoing& sends, std::size_t seat) {
  return find<protocol::Welcome>(sends)->seats[seat];
}

TEST(Timeout, BothPlayersReceiveTheCause) {
  LocalHost host = seated(strict("al-jabar"));
  const Outgoing sends = time_out(host);
  for (const Seat reader : {Seat{0}, Seat{1}}) {
    const auto* event = find_to<protocol::Event>(sends, reader);
    ASSERT_NE(event, nullptr);
    EXPECT_EQ(event->kind, EventKind::bot_takeover);
    EXPECT_EQ(event->cause, Cause::time);
    EXPECT_EQ(event->seat, 0);
  }
  // A client that connects later receives it too.
  const Outgoing later = host.say(9, hello(std::nullopt));
  EXPECT_EQ(find<protocol::Welcome>(later)->timeout, TimeoutRule::strict);
  EXPECT_TRUE(info_of(later, 0).kept);
  EXPECT_EQ(info_of(later, 0).cause, Cause::time);
  EXPECT_EQ(info_of(later, 1).cause, Cause::none);
  host.let_bots_play();
  reclaim(host, 1);
  EXPECT_EQ(info_of(host.say(9, hello(std::nullopt)), 0).cause, Cause::none);
}

TEST(Timeout, TheSubstituteGainsNothing) {
  for (const char* spec : {"al-jabar", "al-jabar seats=3", "mad-abel", "mad-abel S3 seats=2"})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      LocalHost host = seated(strict(spec), seed);
      for (int i = 0; i < 4 && !host.table.ledger().over(); ++i) play_turn(host);
      if (host.table.ledger().over()) continue;
      const Seat seat = host.table.ledger().turn();
      const int before = host.match().scores().points[seat];
      time_out(host);
      EXPECT_EQ(host.find_request<BotRequest>()->task().bot, weak_substitute);
      const int turns = host.match().turns();
      while (!host.table.ledger().over() && host.match().turns() == turns) {
        const BotTask task = host.find_request<BotRequest>()->task();
        const Action action =
            (*bots::make_bot(task.bot))->choose(task.spec, task.view, {}, host.rng);
        host.deal_and_commit(host.table.bot_chose(task, action, host.now));
      }
      EXPECT_GE(host.match().scores().points[seat], before) << spec << " " << seed;
    }
}

// Else a program that reclaims at once would have a new clock for nothing.
TEST(Timeout, TheSeatIsReclaimedAfterTheSubstitutesTurn) {
  for (const char* spec : {"al-jabar", "solitaire"}) {
    LocalHost host = seated(strict(spec));
    time_out(host);
    EXPECT_EQ(reason_of(host.say(1, protocol::Reclaim{static_cast<MoveId>(6)})), Reason::busy);
    EXPECT_TRUE(host.table.ledger().kept(0));
    const int turns = host.match().turns();
    while (host.match().turns() == turns) {
      const BotTask task = host.find_request<BotRequest>()->task();
      const Action action = (*bots::make_bot(task.bot))->choose(task.spec, task.view, {}, host.rng);
      host.deal_and_commit(host.table.bot_chose(task, action, host.now));
    }
    host.say(1, protocol::Reclaim{static_cast<MoveId>(6)});
    EXPECT_FALSE(host.table.ledger().kept(0)) << spec;
  }
}

TEST(Timeout, TheSecondInARowForfeits) {
  for (const protocol::ClockRule& clock : {per_turn, fischer}) {
    LocalHost host = seated(strict("al-jabar", clock));
    time_out(host);
    host.let_bots_play();
    reclaim(host, 1);
    ASSERT_FALSE(host.table.ledger().kept(0));
    play_turn(host);  // of seat 2
    ASSERT_EQ(host.table.ledger().turn(), 0);
    const Outgoing sends = time_out(host);
    for (const Seat reader : {Seat{0}, Seat{1}}) {
      EXPECT_EQ(find_to<protocol::Event>(sends, reader)->kind, EventKind::forfeit);
      EXPECT_EQ(find_to<protocol::Event>(sends, reader)->cause, Cause::time);
      EXPECT_THAT(find_to<protocol::GameOver>(sends, reader)->winners, ElementsAre(2));
    }
    const Outgoing later = host.say(9, hello(std::nullopt));
    EXPECT_TRUE(info_of(later, 0).forfeited);
    EXPECT_EQ(info_of(later, 0).cause, Cause::time);
  }
}

TEST(Timeout, ACompletedTurnStartsTheCountAgain) {
  LocalHost host = seated(strict("al-jabar"));
  for (int i = 0; i < 3; ++i) {
    time_out(host);
    ASSERT_TRUE(host.table.ledger().kept(0)) << i;
    host.let_bots_play();
    reclaim(host, 1);
    play_turn(host);  // of seat 2
    if (host.table.ledger().over()) return;
    EXPECT_TRUE(host.table.ledger().timed_out(0));
    play_turn(host);  // of seat 1, in time
    EXPECT_FALSE(host.table.ledger().timed_out(0));
    play_turn(host);
    ASSERT_FALSE(host.table.ledger().over());
  }
}

// A draw is not a turn: else every turn could be drawn out.
TEST(Timeout, ADrawDoesNotStartTheCountAgain) {
  LocalHost host = seated(strict("al-jabar"));
  time_out(host);
  host.let_bots_play();
  reclaim(host, 1);
  play_turn(host);
  host.say(1, move_of(5, host.head(), "draw"));
  ASSERT_EQ(host.table.ledger().turn(), 0);
  time_out(host);
  EXPECT_TRUE(host.table.ledger().forfeited(0));
}

TEST(Timeout, AbsenceDoesNotForfeit) {
  LocalHost host = seated(strict("al-jabar", {}));
  const auto leave = [&] {
    host.table.on_disconnect(1, host.now);
    host.now = *host.wake_at();
    return find_to<protocol::Event>(host.tick(), 1)->kind;
  };
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(leave(), EventKind::bot_takeover);
    EXPECT_EQ(host.table.ledger().cause(0), Cause::away);
    EXPECT_EQ(host.find_request<BotRequest>()->task().bot, weak_substitute);
    host.say(1, hello(0));
    reclaim(host, 1);
    EXPECT_FALSE(host.table.ledger().kept(0));
    host.say(1, protocol::Heartbeat{host.head()});
  }
}

// A forfeited seat of three cannot win: the others keep an opponent.
TEST(Timeout, AForfeitedSeatIsPlayedByTheGreedyBot) {
  LocalHost host = seated(strict("al-jabar seats=3"));
  host.say(1, protocol::Resign{static_cast<MoveId>(9)});
  ASSERT_FALSE(host.table.ledger().over());
  EXPECT_EQ(host.find_request<BotRequest>()->task().bot, substitute);
}

TEST(Timeout, TheLogAloneGivesTheSameState) {
  LocalHost host = seated(strict("al-jabar seats=3"));
  const auto same = [&] {
    const auto loaded =
        Ledger::load(host.table.ledger().shared_setup(), test_digest, host.log.rows);
    ASSERT_TRUE(loaded.ok());
    for (Seat i = 0; i < 3; ++i) {
      EXPECT_EQ(loaded->kept(i), host.table.ledger().kept(i));
      EXPECT_EQ(loaded->timed_out(i), host.table.ledger().timed_out(i));
      EXPECT_EQ(loaded->owes_turn(i), host.table.ledger().owes_turn(i));
      EXPECT_EQ(loaded->cause(i), host.table.ledger().cause(i));
    }
  };
  for (int i = 0; i < 9 && !host.table.ledger().over(); ++i) {
    host.let_bots_play();
    same();
    if (i % 3 == 0) {
      time_out(host);
      same();
      host.let_bots_play();
      same();
      reclaim(host, 1);
    } else {
      play_turn(host);
    }
  }
  same();
}

TEST(Timeout, TheRuleIsInTheHeaderAndTheSetup) {
  const table::Setup lenient = casual("al-jabar");
  table::Setup setup = lenient;
  setup.timeout = TimeoutRule::strict;
  EXPECT_EQ(header_of(setup), header_of(lenient) + "timeout \"strict\"\n");
  EXPECT_EQ(read_setup(write_setup(setup))->timeout, TimeoutRule::strict);
  EXPECT_THAT(write_setup(lenient), Not(HasSubstr("timeout")));
  setup.form = 1;
  EXPECT_EQ(make_setup(setup).error().code, "setup.form");
  EXPECT_EQ(rematch_of(setup, {1}).timeout, TimeoutRule::strict);
  // A program from before the rule keeps the key, with the same header.
  table::Setup older = lenient;
  older.more = {{"timeout", "\"strict\""}};
  setup.form = 2;
  EXPECT_EQ(header_of(setup), header_of(older));
}

TEST(Timeout, TablesWithoutTheRulePlayAsBefore) {
  table::Setup setup = casual("al-jabar");
  setup.clock = per_turn;
  LocalHost host = seated(setup);
  for (int i = 0; i < 3; ++i) {
    time_out(host);
    EXPECT_TRUE(host.table.ledger().kept(0));
    EXPECT_EQ(host.find_request<BotRequest>()->task().bot, substitute);
    reclaim(host, 1);  // before the bot has moved
    EXPECT_FALSE(host.table.ledger().kept(0));
  }
  EXPECT_EQ(find<protocol::Welcome>(host.say(9, hello(std::nullopt)))->timeout,
            TimeoutRule::lenient);
}

TEST(Timeout, ARatedTableForfeitsAtOnce) {
  table::Setup setup = strict("al-jabar");
  setup.rated = true;
  LocalHost host = seated(setup);
  time_out(host);
  EXPECT_TRUE(host.table.ledger().forfeited(0));
}

}  // namespace
}  // namespace coset::table
