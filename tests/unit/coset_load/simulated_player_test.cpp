#include "apps/coset_load/simulated_player.hpp"

#include <gtest/gtest.h>

#include "protocol/table/codec.hpp"

namespace coset::coset_load {
namespace {

constexpr const char* spec = "al-jabar Z2^3 seats=2 deal=13 copies=10";

constexpr protocol::Bytes16 own_bytes = {7};
constexpr protocol::Bytes16 other_bytes = {8};

std::string welcome(std::uint8_t commitment = 9,
                    const std::vector<protocol::Bytes16>& entropy = {other_bytes, own_bytes},
                    const protocol::ClockRule& clock = {}) {
  protocol::Welcome out;
  out.clock = clock;
  out.commitment = protocol::Bytes32{commitment};
  out.entropy = entropy;
  out.table = "oak";
  out.you = 0;
  out.spec = Spec::parse(spec)->text();
  out.head = 1;
  out.game = store::GameId{77};
  return protocol::encode(protocol::FromTable(out));
}

protocol::View view() {
  return *protocol::decode_view(
      R"({"game":"al-jabar","you":1,"may":["exchange"],"hands":[{"R":3,"Y":1,"B":1},{"R":2,"Y":1}],)"
      R"("center":{"G":1,"W":1,"R":1},"bag":{"R":4},"round":2})");
}

std::string snapshot(protocol::Ply ply, std::uint8_t chain) {
  protocol::Snapshot out;
  out.ply = ply;
  out.chain.bytes[0] = chain;
  out.turn = 0;
  out.view = view();
  return protocol::encode(protocol::FromTable(out));
}

std::string event(protocol::Ply ply, std::uint8_t chain, std::optional<protocol::MoveId> id = {},
                  Seat turn = 1) {
  protocol::Event out;
  out.ply = ply;
  out.chain.bytes[0] = chain;
  out.id = id;
  out.seat = 0;
  out.turn = turn;
  out.view = view();
  return protocol::encode(protocol::FromTable(out));
}

std::vector<protocol::Move> moves(SimulatedPlayer& player) {
  std::vector<protocol::Move> out;
  for (const std::string& frame : player.take_frames()) {
    const auto message = protocol::decode_client(frame);
    EXPECT_TRUE(message) << frame;
    if (const auto* move = std::get_if<protocol::Move>(&*message)) out.push_back(*move);
  }
  return out;
}

int heartbeats(SimulatedPlayer& player) {
  int out = 0;
  for (const std::string& frame : player.take_frames())
    out += frame.find("\"heartbeat\"") != frame.npos ? 1 : 0;
  return out;
}

class SimulatedPlayerTest : public testing::Test {
 protected:
  SimulatedPlayerTest() {
    player.on_connect(0);
    player.on_message(welcome(), 1);
    player.on_message(snapshot(5, 50), 1);
    player.wake(1000);
  }
  SimulatedPlayer player{"oak", protocol::Token{},
                         Promise{protocol::hex(protocol::Bytes32{9}), own_bytes, 2, true},
                         PlayerProfile{.think_time = 100, .max_duplicates = 5}, 7};
};

TEST_F(SimulatedPlayerTest, SendsOneMoveUntilItIsConfirmed) {
  const auto first = moves(player);
  ASSERT_FALSE(first.empty()) << player.complaint();
  for (const protocol::Move& each : first) EXPECT_EQ(each, first[0]);
  EXPECT_EQ(first[0].base_ply, 5U);
  EXPECT_EQ(player.pending(), first[0].id);
  player.wake(1100);
  EXPECT_TRUE(moves(player).empty());
  player.wake(3100);
  ASSERT_FALSE(moves(player).empty());
  player.on_disconnect();
  player.on_connect(3200);
  const auto again = moves(player);
  ASSERT_FALSE(again.empty());
  EXPECT_EQ(again[0], first[0]);
  player.on_message(event(6, 60, first[0].id), 3300);
  EXPECT_EQ(player.moves(), 1U);
  EXPECT_EQ(player.take_confirmed(), std::optional<protocol::Ply>(6));
  EXPECT_EQ(player.pending(), std::nullopt);
  player.wake(9000);
  EXPECT_TRUE(moves(player).empty());
  EXPECT_EQ(player.complaint(), "");
  ASSERT_EQ(player.take_observations().size(), 2U);
}

TEST_F(SimulatedPlayerTest, IsSentToAnotherNodeAndKeepsItsMove) {
  const auto first = moves(player);
  ASSERT_FALSE(first.empty());
  player.on_message(protocol::encode(protocol::FromTable(protocol::Redirect{{"node-2"}})), 1100);
  EXPECT_EQ(player.take_redirect(), protocol::NodeName{"node-2"});
  EXPECT_FALSE(player.take_redirect());
  player.on_disconnect();
  player.on_connect(1200);
  const auto again = moves(player);
  ASSERT_FALSE(again.empty());
  EXPECT_EQ(again[0], first[0]);
  EXPECT_EQ(player.complaint(), "");
}

TEST_F(SimulatedPlayerTest, RequestsMissedEvents) {
  (void)player.take_frames();
  player.on_message(event(8, 80), 2000);
  const auto frames = player.take_frames();
  ASSERT_EQ(frames.size(), 1U);
  const auto hello = std::get<protocol::Hello>(*protocol::decode_client(frames[0]));
  EXPECT_EQ(hello.last_ply, 5U);
  EXPECT_EQ(player.take_observations().size(), 1U);
}

TEST_F(SimulatedPlayerTest, ConfirmsItsTurnAtOnceOnlyWhereAClockWaitsForIt) {
  player.hold(true);
  player.on_message(event(6, 60, {}, 1), 2000);
  (void)player.take_frames();
  player.on_message(event(7, 70, {}, 0), 3000);
  EXPECT_EQ(heartbeats(player), 0);
  player.wake(7999);
  EXPECT_EQ(heartbeats(player), 0);
  player.wake(8000);
  EXPECT_EQ(heartbeats(player), 1);
  protocol::Ply ply = 8;
  for (const auto& [kind, expected] : {std::pair{protocol::ClockKind::correspondence, 0},
                                       {protocol::ClockKind::turn, 1},
                                       {protocol::ClockKind::fischer, 1}}) {
    player.on_message(welcome(9, {other_bytes, own_bytes}, {kind, 60'000, 0}), 9000);
    player.on_message(event(ply, static_cast<std::uint8_t>(ply), {}, 1), 9000);
    (void)player.take_frames();
    ++ply;
    player.on_message(event(ply, static_cast<std::uint8_t>(ply), {}, 0), 9000);
    EXPECT_EQ(heartbeats(player), expected);
    ++ply;
  }
}

TEST_F(SimulatedPlayerTest, CountsThePiecesOfEachSeat) {
  EXPECT_EQ(player.counts(), (std::vector<int>{5, 3}));
  EXPECT_TRUE(player.has_seat());
}

TEST_F(SimulatedPlayerTest, VerifiesNoDealThatItWasPromisedNothingOf) {
  SimulatedPlayer late("oak", protocol::Token{}, Promise{}, PlayerProfile{}, 7);
  EXPECT_TRUE(late.counts().empty());
  late.on_connect(0);
  late.on_message(welcome(), 1);
  EXPECT_EQ(late.complaint(), "");
}

TEST_F(SimulatedPlayerTest, ComplainsAboutTwoEventsOfOnePly) {
  player.on_message(event(6, 60), 2000);
  player.on_message(event(6, 60), 2000);
  EXPECT_EQ(player.complaint(), "");
  player.on_message(event(6, 61), 2000);
  EXPECT_NE(player.complaint(), "");
}

TEST_F(SimulatedPlayerTest, ComplainsAboutAnOlderSnapshot) {
  player.on_message(event(6, 60), 2000);
  player.on_message(snapshot(5, 50), 2000);
  EXPECT_NE(player.complaint(), "");
}

TEST_F(SimulatedPlayerTest, ComplainsAboutABrokenCommitment) {
  player.on_message(welcome(), 2000);
  player.on_message(welcome(9, {own_bytes, other_bytes}),
                    2000);  // a player before this one has left
  EXPECT_EQ(player.complaint(), "");
  player.on_message(welcome(10), 2000);
  EXPECT_EQ(player.complaint(), "the commitment has changed");
  for (const std::vector<protocol::Bytes16>& entropy :
       {std::vector{other_bytes}, std::vector{other_bytes, protocol::Bytes16{}},
        std::vector{other_bytes, other_bytes, own_bytes}}) {
    player.on_message(welcome(9, entropy), 2000);
    EXPECT_EQ(player.complaint(), "the deal does not include the client's entropy");
  }
}

}  // namespace
}  // namespace coset::coset_load
