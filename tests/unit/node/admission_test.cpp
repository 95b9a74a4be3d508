// What a node lets guests and addresses do: messages, requests, lookups, reports, sockets.
#include <gtest/gtest.h>

#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

TEST(RateLimit, SurvivesReconnect) {
  NodeFixture fixture;
  const Socket first = fixture.open("a", "/ws");
  for (int i = 0; i < 30; ++i) fixture.send(first, {{"type", "cancel_seek"}});
  fixture.node->on_close(first);
  const Socket second = fixture.open("a", "/ws");
  fixture.send(second, {{"type", "cancel_seek"}});
  EXPECT_EQ(fixture.closes[second], Close::policy);
  EXPECT_EQ(fixture.last(second, "error")["code"], "rate.messages");
  EXPECT_EQ(fixture.last(second, "error")["retry_after"], 1);
}

TEST(RateLimit, AcceptsInvitationWhenAddressIsExhausted) {
  NodeFixture fixture;
  const Socket host = fixture.open("host", "/ws");
  fixture.send(host, NodeFixture::create_message(0));
  const Json told = fixture.last(host, "pending_table");
  for (int i = 0; i < 70; ++i) {
    const Socket flood = fixture.open("flood " + std::to_string(i), "/ws", "school");
    for (int k = 0; k < 30; ++k) fixture.send(flood, {{"type", "cancel_seek"}});
  }
  const Socket pupil = fixture.open("pupil", "/ws", "school");
  fixture.send(pupil, {{"type", "subscribe_tables"}});
  EXPECT_EQ(fixture.last(pupil, "error")["code"], "rate.messages");
  EXPECT_FALSE(fixture.closes.contains(pupil));
  fixture.send(pupil, {{"type", "join"},
                       {"table", told["table"]},
                       {"token", NodeFixture::token(1)},
                       {"invitation", told["invitation"]}});
  EXPECT_EQ(fixture.last(pupil, "pending_table")["your_place"], 2);
  fixture.send(pupil,
               {{"type", "subscribe_tables"}});  // and from then on has a budget of their own
  EXPECT_EQ(fixture.count(pupil, "tables"), 1);
}

TEST(RateLimit, AcceptsSeatTokenWhenAddressIsExhausted) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  for (int i = 0; i < 70; ++i) {
    const Socket flood = fixture.open("flood " + std::to_string(i), "/ws/t/" + table, "school");
    for (int k = 0; k < 50; ++k) fixture.send(flood, {{"type", "heartbeat"}, {"head", 0}});
  }
  const Socket pupil = fixture.open("pupil", "/ws/t/" + table, "school");
  Json hello = {{"type", "hello"}, {"proto", 1}, {"table", table}};
  fixture.send(pupil, hello);
  EXPECT_EQ(fixture.last(pupil, "error")["code"], "rate.messages");
  hello["token"] = NodeFixture::token(0);
  fixture.send(pupil, hello);
  EXPECT_FALSE(fixture.last(pupil, "welcome").is_null());
}

TEST(RateLimit, ChargesPreviewsByWork) {
  NodeFixture fixture;
  const Json dear = {{"spec", "mad-abel S3 seats=2 deal=2 inability=checked"}};
  const auto [table, one, two, mover] = fixture.seat_two(dear);
  for (int i = 0; i < 60; ++i)
    fixture.send(mover, {{"type", "preview"}, {"seq", i}, {"move", "draw"}});
  EXPECT_EQ(fixture.count(mover, "verdict"), 40);
  EXPECT_EQ(fixture.last(mover, "error")["code"], "rate.work");
  EXPECT_EQ(fixture.last(mover, "error")["message"], "Too much to compute. Try again in 1 second.");
  EXPECT_FALSE(fixture.closes.contains(mover));
}

Response call(NodeFixture& fixture, const GuestIdentity& guest, const std::string& target,
              const std::string& method = "GET") {
  Response out;
  fixture.node->call({method, target, "", guest}, [&](const Response& is) { out = is; });
  fixture.run();
  return out;
}

std::string retry_after(const Response& response) {
  for (const auto& [name, value] : response.headers)
    if (name == "Retry-After") return value;
  return "";
}

TEST(RateLimit, LimitsTableLookups) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  EXPECT_EQ(std::count(table.begin(), table.end(), '-'), 3) << table;
  EXPECT_EQ(table.size() - table.rfind('-'), 7U) << table;  // 30 bits beside the words
  int asked = 0;
  Response last;
  while (asked < 1000 && last.status != 429) {
    GuestIdentity stranger = NodeFixture::guest("new " + std::to_string(asked), "one");
    stranger.is_new = asked % 2 == 0;
    last = call(fixture, stranger, "/api/tables/oak-fox-x" + std::to_string(asked++));
  }
  EXPECT_EQ(asked, 65);
  EXPECT_EQ(Json::parse(last.body)["error"]["code"], "rate.lookups");
  EXPECT_NE(retry_after(last), "");
  // Nor by sockets; what exists and is there can be asked for.
  const Socket guess = fixture.open("guess", "/ws/t/oak-fox-x", "one");
  EXPECT_EQ(fixture.closes[guess], Close::overloaded);
  EXPECT_EQ(fixture.close_reasons[guess], "rate.lookups");
  fixture.sit(table, 0);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(call(fixture, NodeFixture::guest("s", "one"), "/api/tables/" + table).status, 200);
  EXPECT_EQ(call(fixture, NodeFixture::guest("s", "two"), "/api/tables/oak-fox-x").status, 404);
}

TEST(RateLimit, ExistingTableCostsNoLookup) {
  Config config;
  config.table_idle_timeout = 500;
  NodeFixture fixture(config);
  const std::string table = fixture.create_game(for_two, 2);
  for (int i = 0; i < 40; ++i) {
    fixture.wait(1000);  // it has left memory
    EXPECT_EQ(call(fixture, NodeFixture::guest("a"), "/api/tables/" + table).status, 200) << i;
  }
}

TEST(Report, IsLimitedPerAddress) {
  NodeFixture fixture;
  const std::string table = fixture.create_game(for_two, 2);
  int taken = 0;
  Response last;
  for (int i = 0; i < 400; ++i) {
    last = call(fixture, NodeFixture::guest("r" + std::to_string(i), "one"),
                "/api/tables/" + table + "/seats/1/reports", "POST");
    taken += last.status == 204 ? 1 : 0;
  }
  EXPECT_EQ(taken, 5);
  EXPECT_EQ(last.status, 429);
  EXPECT_EQ(Json::parse(last.body)["error"]["code"], "rate.reports");
  EXPECT_EQ(retry_after(last), "120");
  GuestIdentity nobody_yet = NodeFixture::guest("fresh", "two");
  nobody_yet.is_new = true;
  last = call(fixture, nobody_yet, "/api/tables/" + table + "/seats/1/reports", "POST");
  EXPECT_EQ(last.status, 403);
  EXPECT_EQ(Json::parse(last.body)["error"]["code"], "moderation.cookie_required");
}

int admitted(NodeFixture& fixture, const GuestIdentity& guest, RequestKind kind) {
  int n = 0;
  while (n < 10'000 && !fixture.node->admit(guest, kind).refusal) ++n;
  return n;
}

TEST(Admission, LimitsAddressesAndGuestsAndVouchesForSeats) {
  NodeFixture fixture;
  EXPECT_EQ(admitted(fixture, NodeFixture::guest("a", "one"), RequestKind::socket), 120);
  EXPECT_EQ(admitted(fixture, NodeFixture::guest("a", "one"), RequestKind::api), 120);
  GuestIdentity stranger = NodeFixture::guest("b", "one");
  stranger.is_new = true;
  EXPECT_EQ(admitted(fixture, stranger, RequestKind::api), 640 - 120);
  EXPECT_EQ(admitted(fixture, stranger, RequestKind::socket), 640);
  EXPECT_EQ(fixture.node->admit(stranger, RequestKind::socket_probe).refusal->code,
            "rate.requests");
  EXPECT_FALSE(fixture.node->admit(stranger, RequestKind::file).refusal);
  const std::string table = fixture.create_game(for_two, 2);  // of p0 and p1
  const auto player = fixture.node->admit(NodeFixture::guest("p0", "one"), RequestKind::socket);
  EXPECT_FALSE(player.refusal);
  EXPECT_TRUE(player.vouched);
}

// After a restart nobody is vouched for: what those do who bring no cookie keeps no guest from the
// first frame, and requests keep nobody from a socket.
TEST(Admission, GuestsOpenSocketsWhateverCallersWithoutACookieDo) {
  NodeFixture fixture;
  GuestIdentity script = NodeFixture::guest("script", "school");
  script.is_new = true;
  EXPECT_EQ(admitted(fixture, script, RequestKind::api), 640);
  EXPECT_FALSE(fixture.node->admit(script, RequestKind::socket).refusal);  // with a token, say
  EXPECT_EQ(admitted(fixture, script, RequestKind::socket), 639);
  for (int i = 0; i < 60; ++i) {
    const auto guest = NodeFixture::guest("pupil " + std::to_string(i), "school");
    EXPECT_FALSE(fixture.node->admit(guest, RequestKind::socket_probe).refusal) << i;
    EXPECT_FALSE(fixture.node->admit(guest, RequestKind::socket).refusal) << i;
  }
  // A cookie is had for nothing: the guests of an address have a limit, too.
  int more = 60;
  for (int i = 0; i < 40; ++i)
    more += admitted(fixture, NodeFixture::guest(std::to_string(i), "school"), RequestKind::socket);
  EXPECT_EQ(more, 1280);
}

}  // namespace
}  // namespace coset::node
