// The contract of MonthArchive, for each store that has files of months.
#include "server/store/month_archive.hpp"

#include "server/store/migrations.hpp"
#include "server/store/player_store.hpp"
#include "unit/store/event_stores.hpp"

namespace coset::store {
namespace {

constexpr Time april = 1'775'001'600'000;  // 2026-04-01T00:00:00Z
constexpr GameId one{1};
constexpr GameId two{0xfedcba9876543210};  // beyond a signed number
constexpr GameId three{3};

Chain chain(int n) {
  Chain out;
  out.bytes[0] = static_cast<std::uint8_t>(n);
  return out;
}

struct SqliteMonthPlace : InSqlite {
  std::unique_ptr<MonthArchive> months = *sqlite_month_archive(folder / "events.db");
  std::unique_ptr<SqlitePlayers> players = *SqlitePlayers::open(folder / "events.db");
  void wait_for_players() {}
  void open_month(Time) {}
  // The statement of the first program.
  std::string archive_as_before(const std::string& game) const {
    return "INSERT INTO archived_game SELECT " + game +
           ", json_group_array(json_array(ply, hex(chain), move_id, at, body)) FROM"
           " (SELECT * FROM event WHERE game_id = " +
           game +
           " ORDER BY ply);"
           "UPDATE game SET finished = 1 WHERE id = " +
           game +
           ";"
           "DELETE FROM event WHERE game_id = " +
           game;
  }
  void run(const std::string& sql) {
    auto database = *Database::open(folder / "events.db");
    EXPECT_EQ(database.run(sql), std::nullopt);
  }
  std::int64_t number(const std::string& sql) {
    auto database = *Database::open(folder / "events.db");
    auto row = database.prepare(sql);
    EXPECT_TRUE(row.next());
    return row.number(0);
  }
};

struct PostgresMonthPlace : InPostgres {
  std::unique_ptr<MonthArchive> months = postgres_month_archive(url);
  std::unique_ptr<PostgresPlayers> players = std::make_unique<PostgresPlayers>(url);
  PostgresMonthPlace() {
    while (!players->connection().connected()) wait_for_players();
  }
  void wait_for_players() { players->connection().wait(100); }
  void open_month(Time at) {
    store.open_month(at);
    while (!store.connection().idle()) wait();
  }
  std::string archive_as_before(const std::string& game) const {
    return "INSERT INTO archived_game SELECT game_id, array_agg(ply ORDER BY ply),"
           " array_agg(chain ORDER BY ply), array_agg(move_id ORDER BY ply),"
           " array_agg(at ORDER BY ply), array_agg(body ORDER BY ply)"
           " FROM event WHERE game_id = " +
           game +
           " GROUP BY game_id;"
           "UPDATE game SET finished = true WHERE id = " +
           game +
           ";"
           "DELETE FROM event WHERE game_id = " +
           game;
  }
  void run(const std::string& sql) { (void)number(sql); }
  std::int64_t number(const std::string& sql) {
    std::int64_t out = 0;
    EXPECT_EQ(run_script(url,
                         [&](PGconn* connection) -> std::optional<Error> {
                           const Got got = ask(connection, sql);
                           const auto status = PQresultStatus(got.get());
                           if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
                             return Error{"test", 0, PQerrorMessage(connection)};
                           if (PQntuples(got.get()) > 0)
                             out = std::atoll(PQgetvalue(got.get(), 0, 0));
                           return std::nullopt;
                         }),
              std::nullopt);
    return out;
  }
};

template <class Place>
class Months : public testing::Test {
 protected:
  template <class T, class Ask>
  T answer(const Ask& ask) {
    return answer_of<T>(place_, ask);
  }
  void play(GameId game, Time end, std::optional<std::string> task = {}) {
    EXPECT_EQ(answer<WriteResult>([&](auto done) {
                place_.store.create({game, "setup", chain(0), 4000, {}}, done);
              }),
              WriteResult::ok);
    Event row{game, 1, chain(0), chain(1), MoveId{7}, end, "end"};
    row.outbox = std::move(task);
    EXPECT_EQ(
        answer<std::vector<WriteResult>>([&](auto done) { place_.store.append({row}, done); })[0],
        WriteResult::ok);
  }
  void archive(GameId game) {
    EXPECT_EQ(answer<WriteResult>([&](auto done) { place_.store.archive(game, done); }),
              WriteResult::ok);
  }
  void end(GameId game, Time at) {
    play(game, at);
    archive(game);
  }
  Log read(GameId game, Ply from = 1) {
    return **answer<Result<std::optional<Log>>>(
        [&](auto done) { place_.store.read(game, from, done); });
  }
  std::vector<GameId> games(Month month, std::optional<GameId> after = {}, int limit = 100) {
    return *place_.months->games(month, after, limit);
  }

  Place place_;
};

using MonthPlaces = testing::Types<SqliteMonthPlace, PostgresMonthPlace>;
TYPED_TEST_SUITE(Months, MonthPlaces);

TEST(Month, IsThatOfUtc) {
  EXPECT_EQ(month_of(april - 1), 202603);
  EXPECT_EQ(month_of(april), 202604);
  EXPECT_EQ(month_of(0), 197001);
}

TYPED_TEST(Months, HaveTheGamesThatEndedInThem) {
  this->place_.open_month(april - 1);  // one of two
  this->end(one, april - 1);
  this->end(two, april - 1);
  this->end(three, april);
  this->play(GameId{4}, april - 1);  // not archived
  EXPECT_EQ(this->games(202603), (std::vector<GameId>{two, one}));
  EXPECT_EQ(this->games(202603, two), std::vector<GameId>{one});
  EXPECT_EQ(this->games(202603, {}, 1), std::vector<GameId>{two});
  EXPECT_TRUE(this->games(202603, one).empty());
  EXPECT_EQ(this->games(202604), std::vector<GameId>{three});
  EXPECT_TRUE(this->games(202605).empty());
}

TYPED_TEST(Months, KeepOnlySetupsOfDroppedGames) {
  auto& place = this->place_;
  this->end(one, april - 1);
  place.open_month(april - 1);
  this->end(two, april - 1);
  this->end(three, april);
  EXPECT_FALSE(this->read(one).in_file);
  EXPECT_EQ(*place.months->dropped(), 0);
  EXPECT_EQ(place.months->drop(202603, {two, one}), std::nullopt);
  for (const GameId game : {one, two})
    for (const Ply from : {Ply{1}, Ply{9}, ~Ply{0}}) {
      const Log log = this->read(game, from);
      EXPECT_EQ(log.setup, "setup");
      EXPECT_TRUE(log.events.empty());
      EXPECT_TRUE(log.finished);
      EXPECT_TRUE(log.in_file);
    }
  EXPECT_EQ(this->read(three).events.size(), 1U);
  EXPECT_FALSE(this->read(three, ~Ply{0}).in_file);
  EXPECT_TRUE(this->games(202603).empty());
  EXPECT_EQ(*place.months->dropped(), 2);
  // A game that is archived later is dropped later.
  this->end(GameId{5}, april - 1);
  EXPECT_EQ(place.months->drop(202603, {GameId{5}}), std::nullopt);
  EXPECT_EQ(place.months->drop(202604, {three}), std::nullopt);
  EXPECT_EQ(*place.months->dropped(), 4);
  EXPECT_EQ(place.number("SELECT games FROM archived_month WHERE month = 202603"), 3);
}

// A program that does not know such games would begin them again.
TYPED_TEST(Months, LockOldProgramsOutOnceTheyAreDropped) {
  this->end(one, april - 1);
  EXPECT_EQ(this->place_.number("SELECT max(oldest) FROM migration"), 4);
  EXPECT_EQ(this->place_.months->drop(202603, {one}), std::nullopt);
  EXPECT_EQ(this->place_.number("SELECT max(oldest) FROM migration"), 6);
}

TYPED_TEST(Months, AreNotDroppedWithAnotherGame) {
  auto& place = this->place_;
  this->end(one, april - 1);
  this->end(two, april);
  const auto refused = place.months->drop(202603, {one, three});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, "archive.changed");
  EXPECT_EQ(this->read(one).events.size(), 1U);
  EXPECT_EQ(*place.months->dropped(), 0);
  EXPECT_EQ(place.number("SELECT max(oldest) FROM migration"), 4);
  // Enough games for several transactions.
  std::vector<GameId> many;
  for (std::uint64_t i = 100; i < 700; ++i) this->end(many.emplace_back(GameId{i}), april - 1);
  many.insert(many.begin(), one);
  EXPECT_EQ(place.months->drop(202603, many), std::nullopt);
  EXPECT_EQ(*place.months->dropped(), 601);
  EXPECT_EQ(this->read(two).events.size(), 1U);
}

TYPED_TEST(Months, HaveUnfinishedWork) {
  auto& place = this->place_;
  this->play(one, april - 1, "task");
  this->archive(one);
  this->end(two, april);
  EXPECT_EQ(*place.months->unfinished_work(202603), (UnfinishedWork{1, 0, 0}));
  EXPECT_EQ(*place.months->unfinished_work(202604), UnfinishedWork{});
  const auto write = [&](const auto& ask) {
    std::optional<WriteResult> out;
    ask([&](WriteResult result) { out = result; });
    while (!out) place.wait_for_players();
    return *out;
  };
  EXPECT_EQ(write([&](auto done) { place.players->report({two, 1}, "digest", 5, done); }),
            WriteResult::ok);
  EXPECT_EQ(*place.months->unfinished_work(202604), (UnfinishedWork{0, 1, 0}));
  // A table that is closed stays so; that is no work.
  EXPECT_EQ(
      write([&](auto done) { place.players->request_action({two, OperatorAction::close}, done); }),
      WriteResult::ok);
  EXPECT_EQ(*place.months->unfinished_work(202604), (UnfinishedWork{0, 1, 0}));
  EXPECT_EQ(
      write([&](auto done) { place.players->request_action({two, OperatorAction::reread}, done); }),
      WriteResult::ok);
  EXPECT_EQ(*place.months->unfinished_work(202604), (UnfinishedWork{0, 1, 1}));
}

// What is forgotten with a class must not be in a file by then.
TYPED_TEST(Months, KeepTheGamesOfClasses) {
  auto& place = this->place_;
  place.open_month(april - 1);
  for (const GameId game : {one, two, three}) this->end(game, april - 1);
  place.run("INSERT INTO class VALUES (7, 'K7P2QX')");
  place.run("INSERT INTO class_game VALUES (7, 1)");
  place.run("UPDATE game SET rematch_of = 1 WHERE id = 3");
  place.run("INSERT INTO report VALUES (1, 1, 'digest', 5)");  // these do not matter
  EXPECT_EQ(*place.months->unfinished_work(202603), UnfinishedWork{});
  const std::vector<GameId> some = *place.months->games(202603, {}, 10);
  EXPECT_EQ(some, std::vector<GameId>{two});
  EXPECT_EQ(place.months->drop(202603, some), std::nullopt);
  EXPECT_TRUE(this->read(two).in_file);
  for (const GameId game : {one, three}) {
    EXPECT_FALSE(this->read(game).in_file);
    EXPECT_EQ(this->read(game).events.size(), 1U);
  }
  place.run("DELETE FROM report");
  place.run("DELETE FROM class_game");
  EXPECT_EQ(*place.months->games(202603, {}, 10), (std::vector<GameId>{one, three}));
}

// A process of the last version may go on beside the migrated database.
TYPED_TEST(Months, AcceptGamesOfOlderPrograms) {
  this->play(one, april - 1);
  this->place_.run(this->place_.archive_as_before("1"));
  EXPECT_EQ(this->read(one).events.size(), 1U);
  EXPECT_FALSE(this->read(one).in_file);
}

// What PostgreSQL alone does.
class Partitions : public Months<PostgresMonthPlace> {
 protected:
  std::int64_t rows_in(const std::string& table) {
    return place_.number("SELECT count(*) FROM " + table);
  }
};

TEST_F(Partitions, TakeTheGamesOfTheirMonth) {
  end(one, april - 1);
  EXPECT_EQ(rows_in("archived_game_0"), 1);
  place_.open_month(april - 1);
  place_.open_month(april - 1);  // nothing to do
  end(two, april - 1);
  end(three, april);
  EXPECT_EQ(rows_in("archived_game_202603"), 1);
  EXPECT_EQ(rows_in("archived_game_0"), 2);
  EXPECT_EQ(place_.months->drop(202603, {two, one}), std::nullopt);
  EXPECT_EQ(place_.number("SELECT (to_regclass('archived_game_202603') IS NULL)::integer"), 1);
  EXPECT_EQ(rows_in("archived_game_0"), 1);
  end(GameId{4}, april - 1);  // whose month is gone
  EXPECT_EQ(games(202603), std::vector<GameId>{GameId{4}});
}

TEST_F(Partitions, AreNotDroppedWithAGameThatTheFileLacks) {
  place_.open_month(april - 1);
  end(one, april - 1);
  end(two, april - 1);
  const auto refused = place_.months->drop(202603, {one});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, "archive.changed");
  EXPECT_EQ(rows_in("archived_game_202603"), 2);
}

TEST_F(Partitions, GiveUpRatherThanWaitForALongQuery) {
  place_.open_month(april - 1);
  end(one, april - 1);
  EXPECT_EQ(run_script(place_.url,
                       [&](PGconn* connection) -> std::optional<Error> {
                         (void)ask(connection, "BEGIN; SELECT count(*) FROM archived_game");
                         const auto refused = place_.months->drop(202603, {one});
                         EXPECT_TRUE(refused && refused->code == "store.refused");
                         return std::nullopt;
                       }),
            std::nullopt);
  EXPECT_EQ(rows_in("archived_game_202603"), 1);
  EXPECT_EQ(*place_.months->dropped(), 0);
}

// The migration rewrites no row: the months of older games follow from their events.
TEST(Migration, KeepsArchivedGamesOfPostgres) {
  const std::string url = PostgresCluster::instance().new_database();
  std::string sql = "CREATE TABLE migration (number integer PRIMARY KEY, oldest integer NOT NULL);";
  for (const Migration& each : migrations()) {
    if (each.number > 5) break;
    sql += std::string(each.postgres) + "INSERT INTO migration VALUES (" +
           std::to_string(each.number) + ", " + std::to_string(each.oldest) + ");";
  }
  sql +=
      "INSERT INTO game VALUES (1, 'setup', 1, NULL, NULL, true);"
      "INSERT INTO archived_game VALUES (1, '{0,1}', ARRAY['\\x"
      "00000000000000000000000000000000'::bytea, '\\x01000000000000000000000000000000'],"
      " '{0,7}', '{4000,1775001599999}', ARRAY[''::bytea, 'end'])";
  ASSERT_EQ(run_script(url,
                       [&](PGconn* connection) -> std::optional<Error> {
                         const Got got = ask(connection, sql);
                         if (PQresultStatus(got.get()) == PGRES_COMMAND_OK) return std::nullopt;
                         return Error{"test", 0, PQerrorMessage(connection)};
                       }),
            std::nullopt);
  ASSERT_EQ(PostgresStore::migrate(url), std::nullopt);
  PostgresStore store(url);
  while (!store.connection().connected()) store.connection().wait(100);
  std::optional<Result<std::optional<Log>>> log;
  store.read(one, 1, [&](auto read) { log = std::move(read); });
  while (!log) store.connection().wait(100);
  ASSERT_TRUE(*log && **log);
  EXPECT_EQ((**log)->events.size(), 1U);
  EXPECT_EQ(*postgres_month_archive(url)->games(202603, {}, 9), std::vector<GameId>{one});
}

}  // namespace
}  // namespace coset::store
