// Classes in memory and in both databases: one log a class, compare-and-set, ids that count once,
// codes that change, and forgetting, which leaves nothing.
#include "server/store/class_store.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "server/store/claim_store.hpp"
#include "server/store/player_store.hpp"
#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_store.hpp"
#include "unit/store/event_stores.hpp"
#include "unit/store/postgres_cluster.hpp"

namespace coset::store {
namespace {

struct ClassesInMemory {
  MemoryClasses kept;
  ClassStore& classes() { return kept; }
  void wait() {}
};

struct ClassesInSqlite {
  InSqlite base;
  std::unique_ptr<SqliteClasses> kept = *SqliteClasses::open(base.folder / "events.db");
  std::unique_ptr<SqlitePlayers> people = *SqlitePlayers::open(base.folder / "events.db");
  ClassStore& classes() { return *kept; }
  EventStore& events() { return base.store; }
  PlayerStore& players() { return *people; }
  void wait() {}
  std::string bytes_of(const std::filesystem::path& name) const {
    std::ifstream file(base.folder / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string bytes() const {
    std::string out;
    for (const auto& each : std::filesystem::directory_iterator(base.folder))
      out += bytes_of(each.path().filename());
    return out;
  }
};

struct ClassesInPostgres {
  InPostgres base;
  PostgresPlayers people{base.url, PostgresClasses::statements()};
  PostgresClasses kept{people.connection()};
  ClassesInPostgres() {
    while (!people.connection().connected()) people.connection().wait(100);
  }
  ClassStore& classes() { return kept; }
  EventStore& events() { return base.store; }
  PlayerStore& players() { return people; }
  void wait() {
    people.connection().wait(5);
    base.store.connection().wait(5);
  }
};

constexpr ClassId first{0xf000000000000001}, second{2};

template <class Where>
class ClassStoreTest : public testing::Test {
 protected:
  template <class T, class Ask>
  T answer(Ask ask) {
    return answer_of<T>(where, ask);
  }
  WriteResult create(ClassId id, const std::string& code, Time at = 10) {
    return answer<WriteResult>([&](auto done) {
      where.classes().create(id, {1, MoveId{1}, at, "opened " + code, code}, done);
    });
  }
  WriteResult append(ClassId id, ClassEvent event) {
    return answer<WriteResult>([&](auto done) { where.classes().append(id, event, done); });
  }
  std::optional<ClassId> find(const std::string& code) {
    return *answer<Result<std::optional<ClassId>>>(
        [&](auto done) { where.classes().find(code, done); });
  }
  LogPage page(ClassId id, LogRange range) {
    return *answer<Result<LogPage>>([&](auto done) { where.classes().read(id, range, done); });
  }
  std::vector<ClassEvent> read(ClassId id) { return page(id, {}).events; }
  std::optional<ClassSummary> summarize(const std::string& code) {
    return *answer<Result<std::optional<ClassSummary>>>(
        [&](auto done) { where.classes().summarize(code, done); });
  }
  std::vector<ClassId> expired(Time before, int limit = 10) {
    return *answer<Result<std::vector<ClassId>>>(
        [&](auto done) { where.classes().expired(before, limit, done); });
  }
  // The games that were deleted, in order.
  std::vector<GameId> forget(ClassId id, const std::vector<GameId>& games = {}) {
    const auto out =
        answer<Result<Forgotten>>([&](auto done) { where.classes().forget(id, games, done); });
    if (!out) {
      ADD_FAILURE() << out.error().sentence;
      return {};
    }
    EXPECT_TRUE(out->truncated);
    std::vector<GameId> gone = out->games;
    std::sort(gone.begin(), gone.end());
    return gone;
  }
  WriteResult add_games(ClassId id, const std::vector<GameId>& games) {
    return answer<WriteResult>([&](auto done) { where.classes().add_games(id, games, done); });
  }
  Where where;
};

using Kinds = testing::Types<ClassesInMemory, ClassesInSqlite, ClassesInPostgres>;
TYPED_TEST_SUITE(ClassStoreTest, Kinds);

TYPED_TEST(ClassStoreTest, CreatesAClassOnce) {
  EXPECT_EQ(this->find("K7P2QX"), std::nullopt);
  EXPECT_TRUE(this->read(first).empty());
  EXPECT_EQ(this->create(first, "K7P2QX"), WriteResult::ok);
  EXPECT_EQ(this->create(first, "AAAAAA"), WriteResult::conflict);   // the id
  EXPECT_EQ(this->create(second, "K7P2QX"), WriteResult::conflict);  // the code
  EXPECT_EQ(this->find("AAAAAA"), std::nullopt);
  EXPECT_EQ(this->find("K7P2QX"), first);
  EXPECT_EQ(this->read(first), (std::vector<ClassEvent>{{1, MoveId{1}, 10, "opened K7P2QX"}}));
  EXPECT_TRUE(this->read(second).empty());
}

TYPED_TEST(ClassStoreTest, ComparesAndSetsTheNumber) {
  ASSERT_EQ(this->create(first, "K7P2QX"), WriteResult::ok);
  ASSERT_EQ(this->create(second, "AAAAAA"), WriteResult::ok);
  EXPECT_EQ(this->append(first, {3, MoveId{7}, 20, "gap"}), WriteResult::conflict);
  EXPECT_EQ(this->append(first, {2, MoveId{7}, 20, R"({"alias":"frénicle"})"}), WriteResult::ok);
  EXPECT_EQ(this->append(first, {2, MoveId{8}, 30, "taken"}), WriteResult::conflict);
  EXPECT_EQ(this->append(first, {3, MoveId{8}, 30, "three"}), WriteResult::ok);
  EXPECT_EQ(this->append(ClassId{77}, {2, MoveId{9}, 30, "no class"}), WriteResult::conflict);
  EXPECT_EQ(this->read(first),
            (std::vector<ClassEvent>{{1, MoveId{1}, 10, "opened K7P2QX"},
                                     {2, MoveId{7}, 20, R"({"alias":"frénicle"})"},
                                     {3, MoveId{8}, 30, "three"}}));
  EXPECT_EQ(this->page(first, {1, 2}).events.size(), 2U);
  EXPECT_EQ(this->page(first, {1, 1}).events,
            (std::vector<ClassEvent>{{1, MoveId{1}, 10, "opened K7P2QX"}}));
  EXPECT_EQ(this->read(second).size(), 1U);
  EXPECT_TRUE(this->read(ClassId{77}).empty());
}

TYPED_TEST(ClassStoreTest, StoresAnIdOnceInAClass) {
  ASSERT_EQ(this->create(first, "K7P2QX"), WriteResult::ok);
  ASSERT_EQ(this->create(second, "AAAAAA"), WriteResult::ok);
  const MoveId high{0xfedcba9876543210};
  EXPECT_EQ(this->append(first, {2, high, 20, "answer"}), WriteResult::ok);
  EXPECT_EQ(this->append(first, {3, high, 21, "again"}), WriteResult::conflict);
  EXPECT_EQ(this->append(second, {2, high, 22, "another class"}), WriteResult::ok);
  EXPECT_EQ(this->append(first, {3, MoveId::none, 23, "of the server"}), WriteResult::ok);
  EXPECT_EQ(this->append(first, {4, MoveId::none, 24, "of the server"}), WriteResult::ok);
  EXPECT_EQ(this->read(first)[1].id, high);
  EXPECT_EQ(this->read(first).size(), 4U);
}

TYPED_TEST(ClassStoreTest, ReplacesTheCode) {
  ASSERT_EQ(this->create(first, "K7P2QX"), WriteResult::ok);
  ASSERT_EQ(this->create(second, "AAAAAA"), WriteResult::ok);
  EXPECT_EQ(this->append(first, {2, MoveId{2}, 20, "code", "AAAAAA"}), WriteResult::conflict);
  EXPECT_EQ(this->read(first).size(), 1U);
  EXPECT_EQ(this->append(first, {2, MoveId{2}, 20, "code", "BBBBBB"}), WriteResult::ok);
  EXPECT_EQ(this->find("K7P2QX"), std::nullopt);
  EXPECT_EQ(this->find("BBBBBB"), first);
  EXPECT_EQ(this->find("AAAAAA"), second);
}

TYPED_TEST(ClassStoreTest, ReadsALogInPages) {
  ASSERT_EQ(this->create(first, "K7P2QX"), WriteResult::ok);
  ASSERT_EQ(this->create(second, "AAAAAA"), WriteResult::ok);
  for (std::uint32_t number = 2; number <= 9; ++number)
    ASSERT_EQ(this->append(first, {number, MoveId{number}, 20, std::string(number * 10, 'x')}),
              WriteResult::ok);
  // The numbers of a page, and 0 if there are more.
  const auto numbers = [&](LogRange range) {
    const LogPage page = this->page(first, range);
    std::vector<std::uint32_t> out;
    for (const ClassEvent& each : page.events) out.push_back(each.number);
    if (page.more) out.push_back(0);
    return out;
  };
  using Numbers = std::vector<std::uint32_t>;
  EXPECT_EQ(numbers({1, 3}), (Numbers{1, 2, 3, 0}));
  EXPECT_EQ(numbers({7, 3}), (Numbers{7, 8, 9}));
  EXPECT_EQ(numbers({7, 2}), (Numbers{7, 8, 0}));
  EXPECT_EQ(numbers({9, 1}), (Numbers{9}));
  EXPECT_EQ(numbers({10, 5}), Numbers{});
  // By bytes: 40, 50 and 60. The first is always there.
  EXPECT_EQ(numbers({4, 9, 150}), (Numbers{4, 5, 6, 0}));
  EXPECT_EQ(numbers({4, 9, 149}), (Numbers{4, 5, 0}));
  EXPECT_EQ(numbers({4, 2, 150}), (Numbers{4, 5, 0}));
  EXPECT_EQ(numbers({4, 9, 1}), (Numbers{4, 0}));
  EXPECT_EQ(numbers({9, 9, 1}), (Numbers{9}));
  EXPECT_EQ(numbers({8, 9, 170}), (Numbers{8, 9}));
  EXPECT_EQ(numbers({}).size(), 9U);
  EXPECT_EQ(this->page(first, {4, 1}).events,
            (std::vector<ClassEvent>{{4, MoveId{4}, 20, std::string(40, 'x')}}));
}

// In the transaction of the event that changes them.
TYPED_TEST(ClassStoreTest, KeepsWhatAnybodyMayKnow) {
  const ClassFacts opened{false, false, "ar", 0}, later{true, false, "ar", 17},
      closed{true, true, "ar", 0};
  EXPECT_EQ(this->summarize("K7P2QX"), std::nullopt);
  ASSERT_EQ(this->template answer<WriteResult>([&](auto done) {
    this->where.classes().create(first, {1, MoveId{1}, 10, "opened", "K7P2QX", opened}, done);
  }),
            WriteResult::ok);
  ASSERT_EQ(this->create(second, "AAAAAA"), WriteResult::ok);  // by a program of before
  EXPECT_EQ(this->summarize("K7P2QX"), (ClassSummary{first, 0, opened}));
  EXPECT_EQ(this->summarize("AAAAAA"), (ClassSummary{second, 0, std::nullopt}));
  EXPECT_EQ(this->append(first, {2, MoveId{2}, 20, "answer"}), WriteResult::ok);
  EXPECT_EQ(this->summarize("K7P2QX")->facts, opened);
  EXPECT_EQ(this->append(first, {3, MoveId{3}, 30, "joined", {}, later}), WriteResult::ok);
  EXPECT_EQ(this->summarize("K7P2QX")->facts, later);
  // Not of events that are not written.
  EXPECT_EQ(this->append(first, {3, MoveId{4}, 30, "taken", {}, closed}), WriteResult::conflict);
  EXPECT_EQ(this->append(first, {4, MoveId{3}, 30, "again", {}, closed}), WriteResult::conflict);
  EXPECT_EQ(this->append(first, {4, MoveId{5}, 30, "code", "AAAAAA", closed}),
            WriteResult::conflict);
  EXPECT_EQ(this->summarize("K7P2QX")->facts, later);
  EXPECT_EQ(this->append(first, {4, MoveId{5}, 30, "code", "BBBBBB", closed}), WriteResult::ok);
  EXPECT_EQ(this->summarize("K7P2QX"), std::nullopt);
  EXPECT_EQ(this->summarize("BBBBBB")->facts, closed);
  EXPECT_EQ(this->append(second, {2, MoveId{2}, 20, "joined", {}, later}), WriteResult::ok);
  EXPECT_EQ(this->summarize("AAAAAA")->facts, later);
  this->forget(first);
  EXPECT_EQ(this->summarize("BBBBBB"), std::nullopt);
  ASSERT_EQ(this->create(first, "BBBBBB"), WriteResult::ok);
  EXPECT_EQ(this->summarize("BBBBBB")->facts, std::nullopt);  // nothing was left
}

TYPED_TEST(ClassStoreTest, ForgetsWhatIsOld) {
  ASSERT_EQ(this->create(first, "K7P2QX", 10), WriteResult::ok);
  ASSERT_EQ(this->create(second, "AAAAAA", 20), WriteResult::ok);
  ASSERT_EQ(this->append(first, {2, MoveId{2}, 100, "later"}), WriteResult::ok);
  EXPECT_TRUE(this->expired(20).empty());
  EXPECT_EQ(this->expired(21), (std::vector<ClassId>{second}));
  EXPECT_EQ(this->expired(101).size(), 2U);
  EXPECT_EQ(this->expired(101, 1).size(), 1U);
  EXPECT_TRUE(this->forget(second).empty());
  EXPECT_TRUE(this->forget(second).empty());  // again
  EXPECT_EQ(this->find("AAAAAA"), std::nullopt);
  EXPECT_TRUE(this->read(second).empty());
  EXPECT_EQ(this->append(second, {2, MoveId{9}, 200, "too late"}), WriteResult::conflict);
  EXPECT_EQ(this->add_games(second, {GameId{7}}), WriteResult::conflict);
  EXPECT_EQ(this->read(first).size(), 2U);
  EXPECT_EQ(this->create(second, "AAAAAA"), WriteResult::ok);  // the code is free again
}

template <class Where>
class ClassGamesTest : public ClassStoreTest<Where> {
 protected:
  WriteResult start(GameId game, std::optional<GameId> rematch_of = {}) {
    return this->template answer<WriteResult>([&](auto done) {
      this->where.events().create(
          {game, "setup of " + std::to_string(number(game)), {}, 1, rematch_of}, done);
    });
  }
  bool exists(GameId game) {
    return (*this->template answer<Result<std::optional<Log>>>(
                [&](auto done) { this->where.events().read(game, 1, done); }))
        .has_value();
  }
  static std::uint64_t number(GameId game) { return static_cast<std::uint64_t>(game); }
};

using Databases = testing::Types<ClassesInSqlite, ClassesInPostgres>;
TYPED_TEST_SUITE(ClassGamesTest, Databases);

TYPED_TEST(ClassGamesTest, ForgetsItsTablesAndTheirRematchesOnly) {
  ASSERT_EQ(this->create(first, "K7P2QX"), WriteResult::ok);
  ASSERT_EQ(this->create(second, "AAAAAA"), WriteResult::ok);
  const GameId table{0xf100000000000000}, rematch{101}, third{102}, pending{103}, foreign{104},
      own{105};
  ASSERT_EQ(this->add_games(first, {table, pending}), WriteResult::ok);
  ASSERT_EQ(this->add_games(first, {pending}), WriteResult::ok);  // again
  ASSERT_EQ(this->add_games(second, {own}), WriteResult::ok);
  ASSERT_EQ(this->start(table), WriteResult::ok);
  ASSERT_EQ(this->start(rematch, table), WriteResult::ok);
  ASSERT_EQ(this->start(third, rematch), WriteResult::ok);
  ASSERT_EQ(this->start(foreign), WriteResult::ok);
  ASSERT_EQ(this->start(own), WriteResult::ok);
  const auto good = [&](auto ask) {
    EXPECT_EQ(this->template answer<WriteResult>(ask), WriteResult::ok);
  };
  good([&](auto done) {
    this->where.players().save_pending({pending, "pending", false, first}, done);
  });
  good([&](auto done) { this->where.players().save_pending({foreign, "other"}, done); });
  good([&](auto done) { this->where.players().seat(third, {"emmy"}, done); });
  good([&](auto done) { this->where.players().report({table, 0}, "emmy", 5, done); });
  EXPECT_EQ(this->forget(first), (std::vector<GameId>{rematch, third, pending, table}));
  for (const GameId game : {table, rematch, third}) EXPECT_FALSE(this->exists(game));
  for (const GameId game : {foreign, own}) EXPECT_TRUE(this->exists(game));
  EXPECT_EQ(*this->template answer<Result<std::vector<PendingTable>>>(
                [&](auto done) { this->where.players().list_pending(done); }),
            (std::vector<PendingTable>{{foreign, "other"}}));
  // What the lobby of another node writes late is not there, or is deleted by the second call.
  EXPECT_EQ(this->template answer<WriteResult>([&](auto done) {
    this->where.players().save_pending({pending, "late", true}, done);
  }),
            WriteResult::conflict);
  good([&](auto done) { this->where.players().save_pending({foreign, "other", true}, done); });
  // Nor is what a node writes that was making the tables of a round.
  EXPECT_EQ(this->template answer<WriteResult>([&](auto done) {
    this->where.players().save_pending({pending, "late", false, first}, done);
  }),
            WriteResult::conflict);
  EXPECT_EQ(*this->template answer<Result<std::vector<PendingTable>>>(
                [&](auto done) { this->where.players().list_pending(done); }),
            (std::vector<PendingTable>{{foreign, "other"}}));
  // A player who still sits at a finished table asks for a rematch.
  EXPECT_EQ(this->start(GameId{106}, third), WriteResult::conflict);
  EXPECT_FALSE(this->exists(GameId{106}));
  ASSERT_EQ(this->start(table), WriteResult::ok);
  ASSERT_EQ(this->start(rematch, table), WriteResult::ok);
  EXPECT_EQ(this->forget(first, {table, pending}), (std::vector<GameId>{rematch, pending, table}));
  for (const GameId game : {table, rematch}) EXPECT_FALSE(this->exists(game));
  for (const GameId game : {foreign, own}) EXPECT_TRUE(this->exists(game));
  EXPECT_TRUE((*this->template answer<Result<std::vector<SeatRef>>>([&](auto done) {
                this->where.players().list_games_of("emmy", done);
              })).empty());
  EXPECT_TRUE((*this->template answer<Result<std::vector<Report>>>([&](auto done) {
                this->where.players().reports(done);
              })).empty());
}

// Among several nodes.
TEST(ClassStoreInPostgres, KnowsHowOftenItsClassCrashedNodes) {
  ClassesInPostgres where;
  PostgresClaims claims(where.base.url, "a");
  while (!claims.connection().connected()) claims.connection().wait(100);
  struct Claiming {
    PostgresClaims& claims;
    void wait() { claims.connection().wait(5); }
  } claiming{claims};
  ASSERT_EQ(answer_of<WriteResult>(where,
                                   [&](auto done) {
                                     where.classes().create(
                                         first, {1, MoveId{1}, 10, "opened", "K7P2QX"}, done);
                                   }),
            WriteResult::ok);
  for (int crashes = 0; crashes <= 2; ++crashes) {
    const auto found = *answer_of<Result<std::optional<ClassSummary>>>(
        where, [&](auto done) { where.classes().summarize("K7P2QX", done); });
    EXPECT_EQ(found->crashes, crashes);
    EXPECT_EQ(
        *answer_of<Result<int>>(claiming, [&](auto done) { claims.count_crash(first, done); }),
        crashes + 1);
  }
}

TEST(ClassStoreFile, OverwritesForgottenClasses) {
  ClassesInSqlite where;
  const auto good = [](WriteResult is) { EXPECT_EQ(is, WriteResult::ok); };
  const std::string canary = "canary-of-the-long-name";
  where.classes().create(first, {1, MoveId{1}, 1, "opened", "K7P2QX"}, good);
  for (std::uint32_t number = 2; number <= 60; ++number)
    where.classes().append(first, {number, MoveId{number}, 1, canary + std::string(200, '-'), {}},
                           good);
  for (std::uint64_t game = 2; game <= 60; ++game)
    where.classes().add_games(first, {GameId{game}}, good);
  for (std::uint64_t game = 2; game <= 60; ++game)
    where.events().create({GameId{game}, canary + std::string(200, '.'), {}, 1, {}}, good);
  EXPECT_NE(where.bytes().find(canary), std::string::npos);
  std::vector<bool> truncated;
  const auto forget = [&] {
    const auto begun = std::chrono::steady_clock::now();
    where.classes().forget(first, {}, [&](const Result<Forgotten>& out) {
      truncated.push_back(out && out->truncated);
    });
    return std::chrono::steady_clock::now() - begun;
  };
  {
    // A backup reads the log: nobody waits for it, since moves would wait too.
    auto reader = *Database::open(where.base.folder / "events.db");
    ASSERT_EQ(reader.run("BEGIN"), std::nullopt);
    auto row = reader.prepare("SELECT count(*) FROM game");
    ASSERT_TRUE(row.next());
    EXPECT_LT(forget(), std::chrono::seconds(4));  // a wait would take five
    EXPECT_NE(where.bytes().find(canary), std::string::npos);
  }
  forget();
  EXPECT_EQ(truncated, (std::vector<bool>{false, true}));
  EXPECT_EQ(where.bytes().find(canary), std::string::npos);
  EXPECT_EQ(where.bytes().find("K7P2QX"), std::string::npos);
}

// Their seats and tasks are found without a look at those of all games.
TEST(ClassStoreFile, ForgetsWithoutScans) {
  ClassesInSqlite where;
  auto database = *Database::open(where.base.folder / "events.db");
  for (const std::string table :
       {"event", "archived_game", "pending_table", "seat_holder", "report", "outbox"}) {
    auto plan = database.prepare("EXPLAIN QUERY PLAN DELETE FROM " + table +
                                 " WHERE game_id IN (SELECT 1)");
    bool searched = false;
    while (plan.next()) {
      EXPECT_FALSE(plan.text(3).starts_with("SCAN " + table)) << plan.text(3);
      searched |= plan.text(3).starts_with("SEARCH " + table + " USING");
    }
    EXPECT_TRUE(searched) << table;
  }
}

// The server may have been killed while a backup kept it from truncating the log.
TEST(ClassStoreFile, TruncatesTheLogWhenItIsOpened) {
  ClassesInSqlite where;
  where.classes().create(first, {1, MoveId{1}, 1, "opened", "K7P2QX"}, [](WriteResult) {});
  EXPECT_NE(where.bytes_of("events.db-wal").find("K7P2QX"), std::string::npos);
  ASSERT_TRUE(SqliteClasses::open(where.base.folder / "events.db"));
  EXPECT_EQ(where.bytes_of("events.db-wal"), "");
}

TEST(ClassStoreFile, TellsWhyItCouldNotForget) {
  ClassesInSqlite where;
  auto other = *Database::open(where.base.folder / "events.db");
  ASSERT_EQ(other.run("ALTER TABLE report RENAME TO elsewhere"), std::nullopt);
  std::string sentence;
  where.classes().forget(first, {}, [&](const Result<Forgotten>& out) {
    sentence = out ? "no error" : out.error().sentence;
  });
  EXPECT_EQ(sentence, "The database says: no such table: report.");
}

}  // namespace
}  // namespace coset::store
