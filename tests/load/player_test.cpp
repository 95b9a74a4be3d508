#include "load/player.hpp"

#include <gtest/gtest.h>

#include "wire/table/codec.hpp"

namespace coset::load {
namespace {

constexpr const char* spec = "al-jabar Z2^3 seats=2 deal=13 copies=10";

constexpr wire::Bytes16 own_bytes = {7};
constexpr wire::Bytes16 other_bytes = {8};

std::string welcome(std::uint8_t commitment = 9,
                    const std::vector<wire::Bytes16>& entropy = {other_bytes, own_bytes}) {
  wire::Welcome out;
  out.commitment = wire::Bytes32{commitment};
  out.entropy = entropy;
  out.table = "oak";
  out.you = 0;
  out.spec = Spec::parse(spec)->text();
  out.head = 1;
  out.game = store::GameId{77};
  return wire::encode(wire::FromTable(out));
}

wire::View view() {
  return *wire::decode_view(
      R"({"game":"al-jabar","you":1,"may":["exchange"],"hands":[{"R":3,"Y":1,"B":1},{"R":2,"Y":1}],)"
      R"("center":{"G":1,"W":1,"R":1},"bag":{"R":4},"round":2})");
}

std::string snapshot(wire::Ply ply, std::uint8_t chain) {
  wire::Snapshot out;
  out.ply = ply;
  out.chain.bytes[0] = chain;
  out.turn = 0;
  out.view = view();
  return wire::encode(wire::FromTable(out));
}

std::string event(wire::Ply ply, std::uint8_t chain, std::optional<wire::MoveId> id = {}) {
  wire::Event out;
  out.ply = ply;
  out.chain.bytes[0] = chain;
  out.id = id;
  out.seat = 0;
  out.turn = 1;
  out.view = view();
  return wire::encode(wire::FromTable(out));
}

std::vector<wire::Move> moves(Player& player) {
  std::vector<wire::Move> out;
  for (const std::string& frame : player.take_frames()) {
    const auto message = wire::decode_client(frame);
    EXPECT_TRUE(message) << frame;
    if (const auto* move = std::get_if<wire::Move>(&*message)) out.push_back(*move);
  }
  return out;
}

class PlayerTest : public testing::Test {
 protected:
  PlayerTest() {
    player.connected(0);
    player.hear(welcome(), 1);
    player.hear(snapshot(5, 50), 1);
    player.wake(1000);
  }
  Player player{"oak", wire::Token{}, Promise{wire::hex(wire::Bytes32{9}), own_bytes, 2, true},
                Habits{.think = 100, .most_copies = 5}, 7};
};

TEST_F(PlayerTest, SendsOneMoveUntilItIsConfirmed) {
  const auto first = moves(player);
  ASSERT_FALSE(first.empty()) << player.complaint();
  for (const wire::Move& each : first) EXPECT_EQ(each, first[0]);
  EXPECT_EQ(first[0].on_ply, 5U);
  player.wake(1100);
  EXPECT_TRUE(moves(player).empty());
  player.wake(3100);
  ASSERT_FALSE(moves(player).empty());
  player.disconnected();
  player.connected(3200);
  const auto again = moves(player);
  ASSERT_FALSE(again.empty());
  EXPECT_EQ(again[0], first[0]);
  player.hear(event(6, 60, first[0].id), 3300);
  EXPECT_EQ(player.moves(), 1U);
  EXPECT_EQ(player.take_confirmed()->ply, 6U);
  player.wake(9000);
  EXPECT_TRUE(moves(player).empty());
  EXPECT_EQ(player.complaint(), "");
  ASSERT_EQ(player.take_seen().size(), 2U);
}

TEST_F(PlayerTest, AsksForWhatItMisses) {
  (void)player.take_frames();
  player.hear(event(8, 80), 2000);
  const auto frames = player.take_frames();
  ASSERT_EQ(frames.size(), 1U);
  const auto hello = std::get<wire::Hello>(*wire::decode_client(frames[0]));
  EXPECT_EQ(hello.have_ply, 5U);
  EXPECT_EQ(player.take_seen().size(), 1U);
}

TEST_F(PlayerTest, ComplainsOfWhatMustNotBe) {
  player.hear(event(6, 60), 2000);
  player.hear(event(6, 60), 2000);
  EXPECT_EQ(player.complaint(), "");
  player.hear(event(6, 61), 2000);
  EXPECT_NE(player.complaint(), "");
}

TEST_F(PlayerTest, ComplainsOfGoingBack) {
  player.hear(event(6, 60), 2000);
  player.hear(snapshot(5, 50), 2000);
  EXPECT_NE(player.complaint(), "");
}

TEST_F(PlayerTest, ComplainsOfAPromiseThatIsNotKept) {
  player.hear(welcome(), 2000);
  player.hear(welcome(9, {own_bytes, other_bytes}), 2000);  // one who was before us has left
  EXPECT_EQ(player.complaint(), "");
  player.hear(welcome(10), 2000);
  EXPECT_EQ(player.complaint(), "another commitment than we were told first");
  for (const std::vector<wire::Bytes16>& entropy :
       {std::vector{other_bytes}, std::vector{other_bytes, wire::Bytes16{}},
        std::vector{other_bytes, other_bytes, own_bytes}}) {
    player.hear(welcome(9, entropy), 2000);
    EXPECT_EQ(player.complaint(), "our bytes are not at our place");
  }
}

}  // namespace
}  // namespace coset::load
