// Requests that only read a table: from its log, without hosting it.
#include "server/node/guest_data.hpp"
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

struct Reading {
  NodeFixture fixture;
  explicit Reading(const Config& config = brief()) : fixture(config) {}

  // Tables are soon unloaded.
  static Config brief() {
    Config out;
    out.table_idle_timeout = 500;
    return out;
  }
  Response call(const std::string& method, const std::string& target) {
    Response out;
    fixture.node->call({method, target, "", NodeFixture::guest("p0")},
                       [&](const Response& is) { out = is; });
    fixture.run();
    return out;
  }
  std::string unloaded_table() {
    std::string out = fixture.create_game(for_two, 2);
    fixture.node->on_close(fixture.sit(out, 0));  // which deals
    fixture.wait(2'000);
    EXPECT_EQ(fixture.node->counters().tables_loaded, 0U);
    return out;
  }
  std::uint64_t loaded() const { return fixture.node->counters().tables_loaded; }
};

TEST(ReadOnly, TableIsNotHosted) {
  Reading at;
  const std::string table = at.unloaded_table();
  const Response response = at.call("GET", "/api/tables/" + table);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(Json::parse(response.body)["ply"], 1);
  EXPECT_EQ(at.loaded(), 0U);
  EXPECT_EQ(at.call("GET", "/api/tables/oak-fox-elk").status, 404);
  EXPECT_EQ(at.loaded(), 0U);
}

TEST(ReadOnly, ExportIsNotHosted) {
  Reading at;
  const std::string table = at.unloaded_table();
  const Response response = at.call("GET", "/api/me/export");
  EXPECT_EQ(Json::parse(response.body)["games"][0]["table"], table);
  EXPECT_EQ(at.loaded(), 0U);
}

TEST(ReadOnly, ReportIsNotHosted) {
  Reading at;
  const std::string table = at.unloaded_table();
  EXPECT_EQ(at.call("POST", "/api/tables/" + table + "/seats/2/reports").status, 204);
  EXPECT_EQ(at.fixture.players.reported.size(), 1U);
  EXPECT_EQ(at.loaded(), 0U);
}

TEST(ReadOnly, DeletionHostsNothing) {
  Reading at;
  const std::string table = at.unloaded_table();
  EXPECT_EQ(at.call("DELETE", "/api/me").status, 409);
  EXPECT_EQ(at.loaded(), 0U);
}

TEST(ReadOnly, NeedsNoRoomForATable) {
  Config config = Reading::brief();
  config.max_loaded_tables = 1;
  Reading at(config);
  const std::string first = at.unloaded_table();
  const std::string second = at.fixture.create_game(for_two, 2);
  at.fixture.sit(second, 0);
  EXPECT_EQ(at.loaded(), 1U);
  EXPECT_EQ(at.call("GET", "/api/tables/" + first).status, 200);
}

// Another node plays on: what is hosted here may be older than the log.
TEST(ReadOnly, TableIsNotOlderThanTheLog) {
  Reading at;
  const auto two = at.fixture.seat_two();
  Node other({}, at.fixture.deps());
  const GuestIdentity guest = NodeFixture::guest("p0");
  const Socket socket = 1'000;
  other.on_open(socket, guest, "/ws/t/" + two.table);
  other.on_message(
      socket,
      Json{{"type", "hello"}, {"proto", 1}, {"table", two.table}, {"token", NodeFixture::token(0)}}
          .dump());
  other.on_message(socket, Json{{"type", "resign"}, {"id", "00000000000000aa"}}.dump());
  other.tick();
  ASSERT_EQ(at.fixture.log(two.table).size(), 2U);
  EXPECT_EQ(at.fixture.head_of(two.one), 1U);  // it has not heard of it
  Json table = Json::parse(at.call("GET", "/api/tables/" + two.table).body);
  EXPECT_EQ(table["ply"], 2);
  EXPECT_EQ(table["finished"], true);
  EXPECT_EQ(table["seed"],
            protocol::hex(at.fixture.seeds.stored.at(game_of(test_digest, two.table))));
}

// A table that crashed the process is not read for an export either.
TEST(ReadOnly, QuarantinedTableIsNotRead) {
  Reading first;
  const std::string table = first.unloaded_table();
  Config config = Reading::brief();
  config.quarantined_tables = {game_of(test_digest, table)};
  Node node(config, first.fixture.deps());
  Response response;
  node.call({"GET", "/api/me/export", "", NodeFixture::guest("p0")},
            [&](const Response& is) { response = is; });
  node.tick();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(Json::parse(response.body)["games"], Json::array());
}

TEST(ReadOnly, CorruptLogIsAnError) {
  Reading at;
  const std::string table = at.unloaded_table();
  at.fixture.events.stored.append(
      {{game_of(test_digest, table), 2, at.fixture.log(table)[0].chain, {}, {}, 1, "what"}},
      [](const auto&) {});
  const Response response = at.call("GET", "/api/tables/" + table);
  EXPECT_EQ(Json::parse(response.body)["error"]["code"], "table.corrupt");
}

}  // namespace
}  // namespace coset::node
