// Finished games: those that were never archived, and those whose events are in a file.
#include "server/node/archive_line.hpp"
#include "server/node/archive_sweep.hpp"
#include "unit/node/cluster_fixture.hpp"
#include "unit/node/node_fixture.hpp"

namespace coset::node {
namespace {

Response call(NodeFixture& fixture, const std::string& method, const std::string& target) {
  Response out;
  fixture.node->call({method, target, "", NodeFixture::guest("p0")},
                     [&](const Response& is) { out = is; });
  fixture.run();
  return out;
}

struct Archived {
  NodeFixture fixture{brief()};
  std::string table = fixture.create_game(for_two, 2);
  GameId game = game_of(test_digest, table);
  Socket one = fixture.sit(table, 0);

  // Tables are soon unloaded.
  static Config brief() {
    Config out;
    out.table_idle_timeout = 500;
    return out;
  }
  void finish() { fixture.send(one, {{"type", "resign"}, {"id", "00000000000000aa"}}); }
  void archive() {
    finish();
    fixture.node->on_close(one);
    fixture.wait(2'000);
    EXPECT_EQ(fixture.node->counters().tables_loaded, 0U);
    fixture.events.stored.move_to_file(game);
  }
};

TEST(ArchivedGame, IsSaidToBeSo) {
  Archived at;
  at.archive();
  const Response response = call(at.fixture, "GET", "/api/tables/" + at.table);
  EXPECT_EQ(response.status, 410);
  EXPECT_EQ(Json::parse(response.body)["error"]["code"], "table.archived");
  for (const std::optional<int> who : {std::optional<int>(0), std::optional<int>()}) {
    const Socket late = at.fixture.sit(at.table, who);
    EXPECT_EQ(at.fixture.last(late, "error")["code"], "table.archived");
    EXPECT_TRUE(at.fixture.last(late, "snapshot").is_null());
    EXPECT_EQ(at.fixture.closes[late], Close::normal);
  }
  EXPECT_EQ(at.fixture.node->counters().tables_loaded, 0U);
  EXPECT_EQ(call(at.fixture, "GET", "/api/tables/oak-fox-elk").status, 404);
}

// Who still sees the end must not see the game begin again.
TEST(ArchivedGame, IsSaidToBeSoAtATableThatIsHosted) {
  Archived at;
  at.finish();
  at.fixture.events.stored.move_to_file(at.game);
  const auto head = at.fixture.head_of(at.one);
  const Socket other = at.fixture.open("p1", "/ws/t/" + at.table);
  at.fixture.send(other, {{"type", "hello"},
                          {"proto", 1},
                          {"table", at.table},
                          {"token", NodeFixture::token(1)},
                          {"last_ply", head + 1},
                          {"last_chain", std::string(32, 'a')}});
  at.fixture.wait(2'000);
  EXPECT_EQ(at.fixture.last(other, "error")["code"], "table.archived");
  EXPECT_EQ(at.fixture.last(at.one, "error")["code"], "table.archived");
  EXPECT_EQ(at.fixture.head_of(at.one), head);
}

TEST(ArchivedGame, IsExportedWithoutItsMoves) {
  Archived at;
  at.archive();
  const Json mine = Json::parse(call(at.fixture, "GET", "/api/me/export").body);
  ASSERT_EQ(mine["games"].size(), 1U);
  EXPECT_EQ(mine["total"], 1);
  const Json& game = mine["games"][0];
  EXPECT_EQ(game["table"], at.table);
  EXPECT_EQ(game["archived"], true);
  EXPECT_EQ(game["finished"], true);
  EXPECT_EQ(game["names"].size(), 2U);
  EXPECT_EQ(game["names"][game["seat"].get<std::size_t>() - 1], "name of p0");
  for (const char* field : {"record", "seed", "chain", "ply"}) EXPECT_FALSE(game.contains(field));
}

TEST(ArchivedGame, ForgetsADeletedGuest) {
  Archived at;
  at.archive();
  EXPECT_EQ(call(at.fixture, "DELETE", "/api/me").status, 204);
  std::string setup;
  at.fixture.events.stored.read(at.game, 1, [&](auto read) { setup = (*read)->setup; });
  EXPECT_EQ(setup.find("name of p0"), std::string::npos);
  EXPECT_NE(setup.find("someone"), std::string::npos);
  EXPECT_NE(setup.find("name of p1"), std::string::npos);
  EXPECT_EQ(Json::parse(call(at.fixture, "GET", "/api/me/export").body)["games"].size(), 0U);
}

TEST(ArchivedGame, HasARematch) {
  NodeFixture fixture;
  const auto [table, one, two, mover] = fixture.seat_two();
  fixture.send(one, {{"type", "resign"}, {"id", "00000000000000aa"}});
  fixture.events.stored.move_to_file(game_of(test_digest, table));
  fixture.send(one, {{"type", "offer"}, {"what", "rematch"}});
  for (const Socket each : {two, one})
    fixture.send(each, {{"type", "answer"}, {"what", "rematch"}, {"yes", true}});
  const Json mine = Json::parse(call(fixture, "GET", "/api/me/export").body);
  EXPECT_EQ(mine["games"].size(), 2U);
}

struct Line {
  Archived at;
  store::Log log;
  std::string text;
  ArchivedChain stored;
  Line() {
    at.finish();
    at.fixture.events.stored.read(at.game, 1, [&](auto read) { log = **std::move(read); });
    text = *line(at.fixture.seeds.stored.at(at.game));
    stored = {at.game, log.events.back().chain};
  }
  Result<std::string> line(const std::optional<Bytes32>& seed) {
    return archive_line(at.game, log, seed, at.fixture.crypto);
  }
  std::string fault(const std::string& changed) {
    const auto error = check_archive_line(changed, stored, at.fixture.crypto);
    return error ? error->sentence : "";
  }
};

TEST(ArchiveLine, HasTheGameAndNoPerson) {
  Line at;
  EXPECT_EQ(at.fault(at.text), "");
  const Json json = Json::parse(at.text);
  EXPECT_EQ(json["log"].size(), at.log.events.size());
  EXPECT_EQ(json["log"].back(), at.log.events.back().body);
  EXPECT_EQ(json["setup"]["table"], at.at.table);
  EXPECT_EQ(at.text.find("name of"), std::string::npos);
  const Json setup = Json::parse(at.log.setup);
  for (const Json& seat : setup["seats"])
    EXPECT_EQ(at.text.find(seat["token"].get<std::string>()), std::string::npos);
  EXPECT_EQ(at.text.find('\n'), std::string::npos);
}

TEST(ArchiveLine, IsOfAWholeGame) {
  Line at;
  EXPECT_FALSE(at.line(std::nullopt));
  EXPECT_FALSE(at.line(Bytes32{1}));
  at.log.events.pop_back();
  EXPECT_EQ(at.line(at.at.fixture.seeds.stored.at(at.at.game)).error().sentence,
            "The game has no end.");
}

TEST(ArchiveLine, IsCheckedFieldByField) {
  const auto changed = [](const std::function<void(Json&)>& change) {
    Line at;
    Json json = Json::parse(at.text);
    change(json);
    return at.fault(json.dump());
  };
  EXPECT_EQ(changed([](Json&) {}), "");
  for (const char* field : {"setup", "log", "record", "seed", "chain"})
    EXPECT_NE(changed([&](Json& json) { json.erase(field); }), "") << field;
  EXPECT_EQ(changed([](Json& json) { json["chain"] = std::string(32, '0'); }),
            "It leads to another chain than the database has.");
  EXPECT_EQ(changed([](Json& json) { json["setup"]["rated"] = true; }),
            "It leads to another chain than the database has.");
  EXPECT_EQ(changed([](Json& json) { json["log"].erase(json["log"].size() - 1); }),
            "It leads to another chain than the database has.");
  EXPECT_EQ(changed([](Json& json) { json["record"] = "other"; }), "It has another record.");
  EXPECT_EQ(changed([](Json& json) { json["seed"] = std::string(64, '0'); }),
            "It has another seed.");
  EXPECT_EQ(changed([](Json& json) { json["log"].push_back(json["log"].back()); }),
            "Event 3 cannot have happened here.");
  Line at;
  EXPECT_EQ(at.fault(at.text.substr(1)), "It is not JSON.");
  EXPECT_NE(at.fault(at.text.substr(0, at.text.size() - 1)), "");
}

// A day after the end, which the node did not survive.
struct Swept {
  ClusterFixture cluster;
  std::string table = cluster.create_game();
  std::string unfinished = cluster.create_game();
  Swept() {
    cluster.a.events.archives = false;
    cluster.sit(cluster.a, table, 0);
    cluster.resign(cluster.a, cluster.sit(cluster.a, table, 1));
    EXPECT_EQ(cluster.rows(table, "forfeit"), 1);
    cluster.a.node.reset();
    cluster.b.node.reset();
  }
  void restart(Millis after) {
    cluster.clock.now += after;
    cluster.start(cluster.b);
    cluster.run();
  }
};

TEST(ArchiveSweep, ArchivesWhatNobodyReads) {
  Swept at;
  at.restart(ArchiveSweep::day);
  EXPECT_FALSE(at.cluster.archived(at.table));
  at.cluster.wait(ArchiveSweep::first_after + 20'000);
  EXPECT_TRUE(at.cluster.archived(at.table));
  EXPECT_FALSE(at.cluster.archived(at.unfinished));
  EXPECT_EQ(at.cluster.loaded(at.cluster.b), 0U);
}

TEST(ArchiveSweep, LeavesGamesOfTheDayToTheirPlayers) {
  Swept at;
  at.restart(ArchiveSweep::hour);
  at.cluster.wait(ArchiveSweep::first_after + 20'000);
  EXPECT_FALSE(at.cluster.archived(at.table));
}

TEST(ArchiveSweep, IsBounded) {
  Swept at;
  for (int i = 0; i < 250; ++i) at.cluster.create_game();
  at.restart(ArchiveSweep::day);
  const auto reads_in = [&](Millis span) {
    const int before = at.cluster.b.events.reads;
    at.cluster.wait(span);
    return at.cluster.b.events.reads - before;
  };
  EXPECT_EQ(reads_in(ArchiveSweep::first_after - 20'000), 0);
  EXPECT_EQ(reads_in(40'000), ArchiveSweep::max_games);
  EXPECT_EQ(reads_in(ArchiveSweep::minute), ArchiveSweep::max_games);
  EXPECT_EQ(reads_in(ArchiveSweep::minute), 52);
  EXPECT_TRUE(at.cluster.archived(at.table));
  EXPECT_EQ(reads_in(50 * ArchiveSweep::minute), 0);
  EXPECT_EQ(reads_in(12 * ArchiveSweep::minute), 251);  // the next round
}

}  // namespace
}  // namespace coset::node
