// Data of players in both databases: found by guest, replaced once, and deleted on request.
#include "server/store/player_store.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_store.hpp"
#include "unit/store/postgres_cluster.hpp"

namespace coset::store {
namespace {

struct PlayersInSqlite {
  std::filesystem::path folder = [] {
    std::string pattern = std::filesystem::temp_directory_path() / "coset-players-XXXXXX";
    return std::filesystem::path(mkdtemp(pattern.data()));
  }();
  std::unique_ptr<SqliteStore> events_kept = *SqliteStore::open(folder / "events.db");
  std::unique_ptr<SqlitePlayers> kept = *SqlitePlayers::open(folder / "events.db");
  PlayerStore& players() { return *kept; }
  EventStore& events() { return *events_kept; }
  void wait() {}
  // Every byte that is on the disk.
  std::string bytes() const {
    std::string out;
    for (const auto& each : std::filesystem::directory_iterator(folder)) {
      std::ifstream file(each.path(), std::ios::binary);
      out.append(std::istreambuf_iterator<char>(file), {});
    }
    return out;
  }
  ~PlayersInSqlite() {
    kept.reset();
    events_kept.reset();
    std::filesystem::remove_all(folder);
  }
};

struct PlayersInPostgres {
  std::string url = [] {
    std::string out = PostgresCluster::instance().new_database();
    EXPECT_EQ(PostgresStore::migrate(out), std::nullopt);
    return out;
  }();
  std::unique_ptr<PostgresStore> events_kept = std::make_unique<PostgresStore>(url);
  std::unique_ptr<PostgresPlayers> kept = std::make_unique<PostgresPlayers>(url);
  PlayersInPostgres() {
    while (!kept->connection().connected()) kept->connection().wait(100);
    while (!events_kept->connection().connected()) events_kept->connection().wait(100);
  }
  PlayerStore& players() { return *kept; }
  EventStore& events() { return *events_kept; }
  void wait() {
    kept->connection().wait(10);
    events_kept->connection().wait(10);
  }
};

template <class Where>
class PlayerStoreTest : public testing::Test {
 protected:
  template <class T, class Ask>
  T answer(Ask ask) {
    std::optional<T> out;
    ask([&](T is) { out = std::move(is); });
    while (!out) where.wait();
    return *std::move(out);
  }
  WriteResult seat(GameId game, std::vector<std::string> guests) {
    return answer<WriteResult>([&](auto done) { where.players().seat(game, guests, done); });
  }
  std::vector<SeatRef> list_games_of(const std::string& guest) {
    return *answer<Result<std::vector<SeatRef>>>(
        [&](auto done) { where.players().list_games_of(guest, done); });
  }
  WriteResult replace_setup(GameId game, const std::string& before, const std::string& after,
                            const std::string& guest = {}) {
    return answer<WriteResult>(
        [&](auto done) { where.players().replace_setup(game, before, after, guest, done); });
  }
  WriteResult delete_guest(const std::string& guest) {
    return answer<WriteResult>([&](auto done) { where.players().delete_guest(guest, done); });
  }
  WriteResult create(GameId game, const std::string& setup) {
    return answer<WriteResult>(
        [&](auto done) { where.events().create({game, setup, {}, 1, {}}, done); });
  }
  std::string setup(GameId game) {
    return (*answer<Result<std::optional<Log>>>(
                [&](auto done) { where.events().read(game, 1, done); }))
        ->setup;
  }
  Where where;
};

using Kinds = testing::Types<PlayersInSqlite, PlayersInPostgres>;
TYPED_TEST_SUITE(PlayerStoreTest, Kinds);

constexpr GameId high{0xf000000000000001};

TYPED_TEST(PlayerStoreTest, ListsGamesOfGuest) {
  EXPECT_TRUE(this->list_games_of("emmy").empty());
  EXPECT_EQ(this->seat(GameId{2}, {"emmy", "", "sophie"}), WriteResult::ok);
  EXPECT_EQ(this->seat(high, {"sophie", "emmy"}), WriteResult::ok);
  EXPECT_EQ(this->seat(high, {"sophie", "emmy"}), WriteResult::ok);  // again
  EXPECT_EQ(this->list_games_of("emmy"), (std::vector<SeatRef>{{high, 1}, {GameId{2}, 0}}));
  EXPECT_EQ(this->list_games_of("sophie"), (std::vector<SeatRef>{{high, 0}, {GameId{2}, 2}}));
  EXPECT_TRUE(this->list_games_of("").empty());
  EXPECT_EQ(this->delete_guest("emmy"), WriteResult::ok);
  EXPECT_EQ(this->delete_guest("emmy"), WriteResult::ok);
  EXPECT_TRUE(this->list_games_of("emmy").empty());
  EXPECT_EQ(this->list_games_of("sophie").size(), 2U);
}

TYPED_TEST(PlayerStoreTest, StoresPendingTables) {
  const auto save = [&](GameId game, const std::string& body) {
    return this->template answer<WriteResult>(
        [&](auto done) { this->where.players().save_pending({game, body}, done); });
  };
  const auto all = [&] {
    return *this->template answer<Result<std::vector<PendingTable>>>(
        [&](auto done) { this->where.players().list_pending(done); });
  };
  EXPECT_TRUE(all().empty());
  EXPECT_EQ(save(GameId{2}, R"({"name":"Frénicle"})"), WriteResult::ok);
  EXPECT_EQ(save(high, "one"), WriteResult::ok);
  EXPECT_EQ(save(high, "two"), WriteResult::ok);
  EXPECT_EQ(all(),
            (std::vector<PendingTable>{{high, "two"}, {GameId{2}, R"({"name":"Frénicle"})"}}));
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(this->template answer<WriteResult>(
                  [&](auto done) { this->where.players().delete_pending(high, done); }),
              WriteResult::ok);
  EXPECT_EQ(all().size(), 1U);
}

TYPED_TEST(PlayerStoreTest, CountsReportsAndDeletesReporter) {
  PlayerStore& players = this->where.players();
  const auto good = [&](auto ask) {
    EXPECT_EQ(this->template answer<WriteResult>(ask), WriteResult::ok);
  };
  const auto all = [&] {
    return *this->template answer<Result<std::vector<Report>>>(
        [&](auto done) { players.reports(done); });
  };
  good([&](auto done) { players.report({high, 1}, "emmy", 20, done); });
  good([&](auto done) { players.report({high, 1}, "emmy", 30, done); });
  good([&](auto done) { players.report({high, 1}, "sophie", 40, done); });
  good([&](auto done) { players.report({GameId{2}, 0}, "emmy", 10, done); });
  EXPECT_EQ(all(), (std::vector<Report>{{GameId{2}, 0, 10, 1}, {high, 1, 20, 2}}));
  EXPECT_EQ(this->delete_guest("emmy"), WriteResult::ok);
  EXPECT_EQ(all(), (std::vector<Report>{{high, 1, 40, 1}}));
  good([&](auto done) { players.resolve_report({high, 0}, done); });
  EXPECT_EQ(all().size(), 1U);
  good([&](auto done) { players.resolve_report({high, 1}, done); });
  EXPECT_TRUE(all().empty());
}

TYPED_TEST(PlayerStoreTest, StoresActionsUntilAcknowledged) {
  PlayerStore& players = this->where.players();
  const auto good = [&](auto ask) {
    EXPECT_EQ(this->template answer<WriteResult>(ask), WriteResult::ok);
  };
  const auto all = [&] {
    return *this->template answer<Result<std::vector<PendingAction>>>(
        [&](auto done) { players.list_actions(done); });
  };
  for (int i = 0; i < 2; ++i)
    good([&](auto done) { players.request_action({high, OperatorAction::reread}, done); });
  good([&](auto done) { players.request_action({high, OperatorAction::close}, done); });
  EXPECT_EQ(all(), (std::vector<PendingAction>{{high, OperatorAction::close},
                                               {high, OperatorAction::reread}}));
  good([&](auto done) { players.acknowledge({high, OperatorAction::reread}, done); });
  EXPECT_EQ(all(), (std::vector<PendingAction>{{high, OperatorAction::close}}));
}

TYPED_TEST(PlayerStoreTest, ReplacesUnchangedSetup) {
  ASSERT_EQ(this->create(high, "one"), WriteResult::ok);
  EXPECT_EQ(this->replace_setup(high, "other", "two"), WriteResult::conflict);
  EXPECT_EQ(this->setup(high), "one");
  EXPECT_EQ(this->replace_setup(high, "one", "two"), WriteResult::ok);
  EXPECT_EQ(this->replace_setup(high, "one", "three"), WriteResult::conflict);
  EXPECT_EQ(this->setup(high), "two");
  EXPECT_EQ(this->replace_setup(GameId{5}, "one", "two"), WriteResult::conflict);
}

TYPED_TEST(PlayerStoreTest, DeletesSeatWithTheSetup) {
  ASSERT_EQ(this->create(high, "one"), WriteResult::ok);
  ASSERT_EQ(this->create(GameId{2}, "one"), WriteResult::ok);
  for (const GameId game : {high, GameId{2}}) this->seat(game, {"emmy", "sophie"});
  EXPECT_EQ(this->replace_setup(high, "other", "two", "emmy"), WriteResult::conflict);
  EXPECT_EQ(this->list_games_of("emmy").size(), 2U);
  EXPECT_EQ(this->replace_setup(high, "one", "two", "emmy"), WriteResult::ok);
  EXPECT_EQ(this->list_games_of("emmy"), (std::vector<SeatRef>{{GameId{2}, 0}}));
  EXPECT_EQ(this->list_games_of("sophie").size(), 2U);
}

TEST(PlayerStoreFile, OverwritesDeletedData) {
  PlayersInSqlite where;
  const auto good = [](WriteResult is) { EXPECT_EQ(is, WriteResult::ok); };
  const std::string name = "Philippa-of-the-Long-Name";
  for (std::uint64_t game = 1; game <= 40; ++game) {
    const std::string setup = R"({"name":")" + name + std::string(200, '-') + R"("})";
    where.events().create({GameId{game}, setup, {}, 1, {}}, good);
    where.players().seat(GameId{game}, {"digest-of-philippa"}, good);
    where.players().replace_setup(GameId{game}, setup, R"({"name":"someone"})", {}, good);
  }
  EXPECT_NE(where.bytes().find(name), std::string::npos);  // before the deletion
  where.players().delete_guest("digest-of-philippa", good);
  EXPECT_EQ(where.bytes().find(name), std::string::npos);
  EXPECT_EQ(where.bytes().find("digest-of-philippa"), std::string::npos);
}

// A backup reads the file at that moment: the old bytes are still there, and nobody says otherwise.
TEST(PlayerStoreFile, OverwritesNothingThatIsBeingRead) {
  PlayersInSqlite where;
  const auto good = [](WriteResult is) { EXPECT_EQ(is, WriteResult::ok); };
  where.players().seat(GameId{1}, {"digest-of-philippa"}, good);
  auto reader = *Database::open_existing(where.folder / "events.db");
  ASSERT_FALSE(reader.run("BEGIN; SELECT count(*) FROM seat_holder"));
  where.players().seat(GameId{2}, {"digest-of-philippa"}, good);
  std::optional<WriteResult> told;
  where.players().delete_guest("digest-of-philippa", [&](WriteResult is) { told = is; });
  EXPECT_EQ(told, WriteResult::unknown);
  ASSERT_FALSE(reader.run("COMMIT"));
  where.players().delete_guest("digest-of-philippa", good);
  EXPECT_EQ(where.bytes().find("digest-of-philippa"), std::string::npos);
}

}  // namespace
}  // namespace coset::store
