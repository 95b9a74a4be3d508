// Floods are charged to their senders and do not affect other clients.
#include <gtest/gtest.h>

#include "server/node/budgets.hpp"
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

constexpr Time noon = 1'700'000'000'000;

// Strangers use up all messages that an address has there.
void flood(NodeFixture& fixture, const std::string& target, const std::string& address) {
  const bool lobby = target == "/ws";
  const Json message =
      lobby ? Json{{"type", "cancel_seek"}} : Json{{"type", "heartbeat"}, {"head", 0}};
  for (int i = 0; i < 64; ++i) {
    const Socket socket = fixture.open("flood " + std::to_string(i), target, address);
    for (int k = 0; k < (lobby ? 30 : 50); ++k) fixture.send(socket, message);
  }
}

Response answer_to(NodeFixture& fixture, const GuestIdentity& guest, const std::string& target) {
  Response out;
  fixture.node->call({"GET", target, "", guest}, [&](const Response& is) { out = is; });
  fixture.run();
  return out;
}

TEST(Flood, ClosesSocketThatIgnoresAddressLimit) {
  NodeFixture fixture;
  flood(fixture, "/ws", "school");
  const Socket calm = fixture.open("calm", "/ws", "school");
  const Socket loud = fixture.open("loud", "/ws", "school");
  for (int i = 0; i < 40; ++i) fixture.send(loud, {{"type", "cancel_seek"}});
  EXPECT_EQ(fixture.closes[loud], Close::policy);
  EXPECT_EQ(fixture.count(loud, "error"), 31);
  fixture.send(calm, {{"type", "cancel_seek"}});
  EXPECT_EQ(fixture.last(calm, "error")["code"], "rate.messages");
  EXPECT_FALSE(fixture.closes.contains(calm));
}

TEST(Flood, RejectsInventedToken) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  flood(fixture, "/ws/t/" + table, "school");
  const Socket liar = fixture.open("liar", "/ws/t/" + table, "school");
  Json hello = {
      {"type", "hello"}, {"proto", 1}, {"table", table}, {"token", NodeFixture::token(7)}};
  fixture.send(liar, hello);
  EXPECT_EQ(fixture.last(liar, "error")["code"],
            "rate.messages");  // and not that the token is none
  for (int i = 0; i < 60; ++i) fixture.send(liar, hello);
  EXPECT_EQ(fixture.last(liar, "error")["code"], "rate.messages");
  EXPECT_EQ(fixture.closes[liar], Close::policy);
  const Socket pupil = fixture.open("pupil", "/ws/t/" + table, "school");
  hello["token"] = NodeFixture::token(0);
  fixture.send(pupil, hello);
  EXPECT_FALSE(fixture.last(pupil, "welcome").is_null());
}

TEST(Flood, ChargesIllegalMovesByWork) {
  NodeFixture fixture;
  const Json dear = {{"spec", "mad-abel S3 seats=2 deal=2 inability=checked"}};
  const auto [table, one, two, mover] = fixture.seat_two(dear);
  for (int i = 0; i < 60; ++i) fixture.move(mover, "play nothing");
  int illegal = 0;
  for (const Json& each : fixture.received[mover])
    illegal += each["type"] == "error" && each["code"] == "table.illegal" ? 1 : 0;
  EXPECT_EQ(illegal, 40);
  EXPECT_EQ(fixture.last(mover, "error")["code"], "rate.work");
  EXPECT_EQ(fixture.last(mover, "error")["message"], "Too much to compute. Try again in 1 second.");
  EXPECT_TRUE(fixture.last(mover, "error").contains("id"));
  EXPECT_FALSE(fixture.closes.contains(mover));
  // Who has sent no such move is not asked what they have computed.
  const Socket other = mover == one ? two : one;
  for (int i = 0; i < 50; ++i)
    fixture.send(other, {{"type", "preview"}, {"seq", i}, {"move", "draw"}});
  EXPECT_EQ(fixture.last(other, "error")["code"], "rate.work");
  fixture.move(other, "draw");
  EXPECT_EQ(fixture.last(other, "error")["code"], "table.turn");
}

TEST(Flood, LimitsRematches) {
  NodeFixture fixture;
  Json create = for_two;
  create["bots"] = {"random"};
  std::string table = fixture.create_game(create, 1);
  int made = 0;
  for (; made < 90; ++made) {
    const Socket socket = fixture.sit(table, 0);
    fixture.send(socket, {{"type", "resign"}, {"id", "00000000000000aa"}});
    fixture.send(socket, {{"type", "offer"}, {"what", "rematch"}});
    fixture.send(socket, {{"type", "answer"}, {"what", "rematch"}, {"yes", true}});
    if (fixture.last(socket, "rematch_ready").is_null()) {
      const Json no = fixture.received[socket][fixture.received[socket].size() - 2];
      EXPECT_EQ(no["code"], "rate.rematches");
      EXPECT_EQ(no["message"].get<std::string>().rfind("Too many rematches. Try again in ", 0), 0U);
      break;
    }
    table = fixture.last(socket, "rematch_ready")["table"];
    fixture.node->on_close(socket);
    fixture.wait(1000);
  }
  EXPECT_GE(made, 60);
  EXPECT_LE(made, 70);
}

class WatchedTable : public testing::Test {
 protected:
  WatchedTable() {
    maker = fixture.open("maker", "/ws");
    Json create = for_two;
    create.update({{"type", "create"}, {"token", NodeFixture::token(0)}});
    fixture.send(maker, create);
    told = fixture.last(maker, "pending_table");
  }
  Socket look(const std::string& who, const std::string& address = "") {
    const Socket socket = fixture.open(who, "/ws", address);
    look(socket);
    return socket;
  }
  void look(Socket socket) {
    fixture.send(socket,
                 {{"type", "watch"}, {"table", told["table"]}, {"invitation", told["invitation"]}});
  }
  NodeFixture fixture;
  Socket maker = 0;
  Json told;
};

TEST_F(WatchedTable, RepliesOnlyToRepeatedWatcher) {
  const Socket one = look("one"), two = look("two");
  EXPECT_EQ(fixture.last(maker, "pending_table")["watchers"], 2);
  const int before = fixture.count(one, "pending_table"),
            at_maker = fixture.count(maker, "pending_table");
  for (int i = 0; i < 5; ++i) look(two);
  EXPECT_EQ(fixture.count(two, "pending_table"), 6);
  EXPECT_EQ(fixture.count(one, "pending_table"), before);
  EXPECT_EQ(fixture.count(maker, "pending_table"), at_maker);
  EXPECT_FALSE(fixture.last(two, "pending_table").contains("invitation"));
  look(maker);
  EXPECT_EQ(fixture.count(maker, "pending_table"), at_maker + 1);
  EXPECT_EQ(fixture.last(maker, "pending_table")["your_place"], 1);
  EXPECT_EQ(fixture.count(one, "pending_table"), before);
}

TEST_F(WatchedTable, LimitsSubscribedWatchers) {
  Socket last = 0;
  for (int i = 0; i < 40; ++i) last = look("pupil " + std::to_string(i), "school");
  EXPECT_EQ(fixture.count(last, "pending_table"), 1);
  EXPECT_EQ(fixture.last(maker, "pending_table")["watchers"], 32);
  EXPECT_EQ(fixture.count(maker, "pending_table"), 33);
}

TEST_F(WatchedTable, InvitationVouchesForBoundedGuestsPerAddress) {
  int vouched = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string who = "guest " + std::to_string(i);
    fixture.node->on_close(look(who, "school"));
    vouched +=
        fixture.node->admit(NodeFixture::guest(who, "school"), RequestKind::socket_probe).vouched
            ? 1
            : 0;
  }
  EXPECT_EQ(vouched, 256);
  const Socket other = look("other", "home");
  EXPECT_TRUE(
      fixture.node->admit(NodeFixture::guest("other", "home"), RequestKind::socket_probe).vouched);
  fixture.wait(7'000'000);
  look(other);  // renews the vouching
  fixture.wait(1'000'000);
  EXPECT_TRUE(
      fixture.node->admit(NodeFixture::guest("other", "home"), RequestKind::socket_probe).vouched);
}

int all_of(Budgets& budgets, const Budgets::Client& client, Use use) {
  int n = 0;
  while (n < 10'000 && budgets.try_charge(client, use, noon).wait == 0) ++n;
  return n;
}

TEST(Flood, GuestsAtCapacityDoNotShareBudget) {
  Budgets budgets(64);
  for (int i = 0; i < 100'000; ++i)
    budgets.client(std::to_string(i), "x", noon).guest->own[0].charge({1, 20'000}, noon);
  EXPECT_EQ(budgets.size(), 100'001U);
  EXPECT_EQ(all_of(budgets, budgets.client("one more", "x", noon), Use::lobby), 30);
  EXPECT_EQ(all_of(budgets, budgets.client("and more", "x", noon), Use::lobby), 30);
  EXPECT_LE(budgets.size(), 100'001U);
  // All accounts are swept at most once a second.
  budgets.client("third", "x", noon + 19'500);
  budgets.client("fourth", "x", noon + 20'200);  // when they are idle
  EXPECT_GE(budgets.size(), 100'000U);
  budgets.client("fifth", "x", noon + 20'500);
  EXPECT_LT(budgets.size(), 10U);
}

TEST(Lookup, IsFreeDuringOutage) {
  Config config;
  config.table_idle_timeout = 500;
  NodeFixture fixture(config);
  const std::string table = fixture.create_game(for_two, 2);
  fixture.wait(1000);
  fixture.events.broken = true;
  for (int i = 0; i < 70; ++i) {
    EXPECT_EQ(answer_to(fixture, NodeFixture::guest("a"), "/api/tables/" + table).status, 503) << i;
    const Socket socket = fixture.open("b", "/ws/t/" + table);
    EXPECT_FALSE(fixture.closes.contains(socket)) << i;
    fixture.node->on_close(socket);
  }
  for (int i = 0; i < 20; ++i)
    fixture.node->on_close(fixture.open("c", "/ws/t/oak-fox-x" + std::to_string(i)));
  EXPECT_GE(fixture.node->counters().tables_loaded, 20U);
  fixture.wait(5000);
  EXPECT_EQ(fixture.node->counters().tables_loaded, 0U);  // no client waits for them
  fixture.events.broken = false;
  fixture.wait(5000);
  EXPECT_EQ(answer_to(fixture, NodeFixture::guest("a"), "/api/tables/" + table).status, 200);
}

TEST(Lookup, ServesManyGamesAtOnce) {
  NodeFixture fixture;
  std::vector<std::string> tables(20);
  for (std::string& each : tables) {
    each = fixture.create_game(for_two, 2);
    fixture.wait(20'000);
  }
  fixture.kill();
  fixture.run();
  fixture.events.away = true;
  std::vector<int> said;
  for (const std::string& each : tables)
    fixture.node->call({"GET", "/api/tables/" + each, "", NodeFixture::guest("p0")},
                       [&](const Response& is) { said.push_back(is.status); });
  fixture.events.away = false;
  fixture.run();
  EXPECT_EQ(said, std::vector<int>(20, 200));
}

TEST(Lookup, IsRefundedToPayer) {
  Config config;
  config.people_per_address = 4;
  NodeFixture fixture(config);
  std::vector<std::string> tables(5);
  for (std::string& each : tables) each = fixture.create_game(for_two, 2);
  fixture.kill();
  fixture.run();
  for (int i = 0; i < 5; ++i) {  // a stranger, until they have shown the token of a seat
    const std::string& table = tables[static_cast<std::size_t>(i)];
    const Socket socket = fixture.open("x" + std::to_string(i), "/ws/t/" + table, "school");
    EXPECT_FALSE(fixture.closes.contains(socket)) << i;
    fixture.send(
        socket,
        {{"type", "hello"}, {"proto", 1}, {"table", table}, {"token", NodeFixture::token(0)}});
    fixture.send(socket, {{"type", "heartbeat"}, {"head", 0}});
  }
  // The lookup of a missing table is not refunded, and the error says when to try again.
  for (int i = 0; i < 4; ++i) fixture.open("y", "/ws/t/oak-fox-x" + std::to_string(i), "school");
  fixture.run();
  const Socket guess = fixture.open("y", "/ws/t/oak-fox-x", "school");
  EXPECT_EQ(fixture.closes[guess], Close::overloaded);
  EXPECT_EQ(fixture.last(guess, "error")["message"],
            "Too many tables that do not exist from your network. Try again in 150 seconds.");
}

TEST(Flood, CoalescesEntropyWrites) {
  Config config;
  config.max_queued_writes = 3;
  NodeFixture fixture(config);
  const Socket maker = fixture.open("maker", "/ws"), guest = fixture.open("guest", "/ws");
  Json create = for_two;
  create["spec"] = "al-jabar Z2^2 seats=3 deal=3 copies=4";
  create.update({{"type", "create"}, {"token", NodeFixture::token(0)}});
  fixture.send(maker, create);
  const Json told = fixture.last(maker, "pending_table");
  fixture.seeds.slow = true;
  for (int i = 0; i < 3; ++i) fixture.send(fixture.open(std::to_string(i), "/ws"), create);
  const int before = fixture.players.pending_writes;
  for (int i = 0; i < 9; ++i) {
    fixture.send(guest, {{"type", "join"},
                         {"table", told["table"]},
                         {"token", NodeFixture::token(1)},
                         {"invitation", told["invitation"]}});
    fixture.send(guest,
                 {{"type", "ready"}, {"table", told["table"]}, {"entropy", std::string(32, '1')}});
    if (i < 8) fixture.send(guest, {{"type", "leave"}, {"table", told["table"]}});
  }
  fixture.seeds.answer();
  fixture.run();
  fixture.wait(1000);
  EXPECT_LE(fixture.players.pending_writes - before, 3 + 2);  // the others', and this one's
  EXPECT_EQ(fixture.last(guest, "pending_table")["participants"][1]["ready"], true);
}

TEST(Flood, PhraseLimitSurvivesReconnect) {
  NodeFixture fixture;
  const auto at = fixture.seat_two();
  for (int i = 0; i < 6; ++i) fixture.send(at.one, {{"type", "phrase"}, {"phrase", "hello"}});
  EXPECT_EQ(fixture.count(at.two, "phrase"), 6);
  fixture.node->on_close(at.one);
  const Socket again = fixture.sit(at.table, 0);
  fixture.send(again, {{"type", "phrase"}, {"phrase", "hello"}});
  EXPECT_EQ(fixture.last(again, "error")["code"], "table.rate");
  EXPECT_EQ(fixture.count(at.two, "phrase"), 6);
}

TEST(Flood, ExportCostsMoreThanOneRequest) {
  NodeFixture fixture;
  int told = 0;
  while (told < 100 && answer_to(fixture, NodeFixture::guest("p0"), "/api/me/export").status == 200)
    ++told;
  EXPECT_EQ(told, 12);
}

}  // namespace
}  // namespace coset::node
