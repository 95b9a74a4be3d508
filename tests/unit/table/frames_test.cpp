// How few messages a move takes: an ack only when the host asks for it, and no answer to the
// heartbeat that starts a clock.
#include <gmock/gmock.h>

#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

using protocol::ClockKind;
using protocol::Heartbeat;
using protocol::Reason;
using testing::IsEmpty;

LocalHost two_seated(const protocol::ClockRule& clock = {}) {
  Setup setup = casual("al-jabar");
  setup.clock = clock;
  LocalHost host(std::move(setup));
  host.say(1, hello(0));
  host.say(2, hello(1));
  return host;
}

// The head in the answer to a heartbeat; nothing if there is no answer.
std::optional<Ply> answer(LocalHost& host, ConnectionId from, Ply head) {
  const Outgoing sends = host.say(from, Heartbeat{head});
  if (sends.empty()) return std::nullopt;
  EXPECT_EQ(sends.size(), 1U);
  EXPECT_EQ(sends[0].to.connection, from);
  return std::get<Heartbeat>(sends[0].message).head;
}

TEST(Frames, AMoveTakesOneEventPerSeat) {
  LocalHost host = two_seated();
  const Outgoing sends = host.say(1, move_of(5, 1, "draw"));
  EXPECT_EQ(count<protocol::Event>(sends), 2);
  EXPECT_EQ(sends.size(), 2U);
}

TEST(Frames, AcknowledgesARequestWhileItIsPending) {
  LocalHost host = two_seated();
  EXPECT_THAT(host.table.acknowledge(), IsEmpty());
  EXPECT_THAT(host.table.handle(1, move_of(5, 1, "draw"), host.now), IsEmpty());
  const Outgoing sends = host.table.acknowledge();
  ASSERT_EQ(sends.size(), 1U);
  EXPECT_EQ(sends[0].to, (Recipient{Recipient::Kind::seat, 0, 0}));
  EXPECT_EQ(std::get<protocol::Ack>(sends[0].message).id, static_cast<MoveId>(5));
  host.deal_and_commit();
  EXPECT_EQ(host.head(), 2U);
  EXPECT_THAT(host.table.acknowledge(), IsEmpty());
}

// Where no hands are hidden the event is made once and changed for each reader; an event that is
// sent again is made for its reader alone.
TEST(Frames, EveryReaderGetsTheEventThatIsMadeForItAlone) {
  for (const char* spec : {"al-jabar seats=3", "mad-abel seats=3", "solitaire"}) {
    LocalHost host(casual(spec), 5);
    const int seats = host.table.ledger().seats();
    for (int i = 0; i < seats; ++i) host.say(static_cast<ConnectionId>(i) + 1, hello(i));
    host.say(9, hello(std::nullopt));
    for (std::uint64_t id = 1; id <= 60 && !host.table.ledger().over(); ++id) {
      const Chain before = host.table.ledger().chain();
      const auto mover = static_cast<ConnectionId>(host.table.ledger().turn()) + 1;
      const std::string text = host.match().write(host.match().random_action(host.rng));
      const Outgoing sends = host.say(mover, move_of(id, host.head(), text));
      for (int i = 0; i <= seats; ++i) {
        protocol::Hello again = hello(i < seats ? std::optional(i) : std::nullopt);
        again.last_ply = host.head() - 1;
        again.last_chain = before;
        const Outgoing alone = host.say(i < seats ? static_cast<ConnectionId>(i) + 1 : 9, again);
        const auto* event =
            find_to<protocol::Event>(sends, i < seats ? static_cast<Seat>(i) : nobody);
        ASSERT_NE(event, nullptr);
        ASSERT_NE(find<protocol::Event>(alone), nullptr);
        EXPECT_EQ(*event, *find<protocol::Event>(alone)) << spec << " reader " << i;
      }
    }
  }
}

// Its sender asks, so it is answered at once.
TEST(Frames, AcknowledgesAResentRequest) {
  LocalHost host = two_seated();
  host.table.handle(1, move_of(5, 1, "draw"), host.now);
  const Outgoing again = host.table.handle(1, move_of(5, 1, "draw"), host.now);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].to.connection, 1U);
  EXPECT_EQ(std::get<protocol::Ack>(again[0].message).id, static_cast<MoveId>(5));
}

TEST(Frames, AcknowledgesEveryKindOfRequest) {
  LocalHost host = two_seated();
  EXPECT_THAT(host.table.handle(2, protocol::Resign{static_cast<MoveId>(6)}, host.now), IsEmpty());
  EXPECT_EQ(find_to<protocol::Ack>(host.table.acknowledge(), 1)->id, static_cast<MoveId>(6));
}

// The table itself has proposed it: no client waits for an ack.
TEST(Frames, DoesNotAcknowledgeATakeover) {
  LocalHost host = two_seated({ClockKind::turn, 30'000, 0});
  host.say(1, Heartbeat{1});
  host.now = *host.wake_at();
  host.table.tick(host.now);
  ASSERT_TRUE(host.find_request<AppendRequest>());
  EXPECT_THAT(host.table.acknowledge(), IsEmpty());
}

TEST(Frames, AHeartbeatThatStartsTheClockIsNotAnswered) {
  for (const ClockKind kind : {ClockKind::turn, ClockKind::fischer}) {
    LocalHost host = two_seated({kind, 60'000, 0});
    EXPECT_EQ(answer(host, 1, 1), std::nullopt);
    EXPECT_EQ(host.table.presence().seen_at(0, 1), host.now);
    // The next one shows a client that its connection lives.
    host.now += 5'000;
    EXPECT_EQ(answer(host, 1, 1), 1U);
    EXPECT_EQ(answer(host, 2, 1), 1U) << "not on turn";
    host.say(1, move_of(5, 1, "draw"));
  }
}

TEST(Frames, AHeartbeatThatIsNotAtHeadIsAnswered) {
  LocalHost host = two_seated({ClockKind::fischer, 60'000, 0});
  EXPECT_EQ(answer(host, 1, 0), 1U);
  EXPECT_EQ(host.table.presence().seen_at(0, 1), std::nullopt);
  EXPECT_EQ(answer(host, 1, 7), 1U);
}

TEST(Frames, AHeartbeatThatStartsNoClockIsAnswered) {
  for (const protocol::ClockRule& clock :
       {protocol::ClockRule{}, protocol::ClockRule{ClockKind::correspondence, 86'400'000, 0}}) {
    LocalHost host = two_seated(clock);
    EXPECT_EQ(answer(host, 1, 1), 1U);
    EXPECT_EQ(answer(host, 2, 1), 1U);
  }
  LocalHost host = two_seated({ClockKind::turn, 60'000, 0});
  host.say(3, hello(std::nullopt));
  EXPECT_EQ(answer(host, 3, 1), 1U) << "a spectator";
  EXPECT_EQ(reason_of(host.say(4, Heartbeat{1})), Reason::hello);
}

}  // namespace
}  // namespace coset::table
