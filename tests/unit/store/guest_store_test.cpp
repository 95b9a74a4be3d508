// What belongs to a guest, in memory and in both databases: seats of games and their rematches,
// classes and places in them, and passes, which open once.
#include "server/store/guest_store.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "server/store/player_store.hpp"
#include "unit/store/event_stores.hpp"

namespace coset::store {
namespace {

struct GuestsInMemory {
  MemoryStore games;
  MemoryClasses rooms;
  MemoryGuests kept{games, rooms};
  GuestStore& guests() { return kept; }
  EventStore& events() { return games; }
  ClassStore& classes() { return rooms; }
  void seat(GameId game, std::vector<std::string> guests, Done<WriteResult> done) {
    games.seat(game, guests);
    done(WriteResult::ok);
  }
  void wait() {}
};

struct GuestsInSqlite {
  InSqlite base;
  std::unique_ptr<SqlitePlayers> people = *SqlitePlayers::open(base.folder / "events.db");
  std::unique_ptr<SqliteClasses> rooms = *SqliteClasses::open(base.folder / "events.db");
  std::unique_ptr<SqliteGuests> kept = *SqliteGuests::open(base.folder / "events.db");
  GuestStore& guests() { return *kept; }
  EventStore& events() { return base.store; }
  ClassStore& classes() { return *rooms; }
  void seat(GameId game, std::vector<std::string> guests, Done<WriteResult> done) {
    people->seat(game, std::move(guests), std::move(done));
  }
  void wait() {}
};

struct GuestsInPostgres {
  static std::vector<Prepared> statements() {
    auto out = PostgresClasses::statements();
    for (const Prepared& each : PostgresGuests::statements()) out.push_back(each);
    return out;
  }
  InPostgres base;
  PostgresPlayers people{base.url, statements()};
  PostgresClasses rooms{people.connection()};
  PostgresGuests kept{people.connection()};
  GuestsInPostgres() {
    while (!people.connection().connected()) people.connection().wait(100);
  }
  GuestStore& guests() { return kept; }
  EventStore& events() { return base.store; }
  ClassStore& classes() { return rooms; }
  void seat(GameId game, std::vector<std::string> guests, Done<WriteResult> done) {
    people.seat(game, std::move(guests), std::move(done));
  }
  void wait() {
    people.connection().wait(5);
    base.store.connection().wait(5);
  }
};

constexpr GameId first{0xf000000000000001}, second{2}, third{3};

template <class Where>
class GuestStoreTest : public testing::Test {
 protected:
  template <class T, class Ask>
  T answer(Ask ask) {
    return answer_of<T>(where, ask);
  }
  void create(NewGame game) {
    EXPECT_EQ(answer<WriteResult>([&](auto done) { where.events().create(game, done); }),
              WriteResult::ok);
  }
  void seat(GameId game, const std::vector<std::string>& guests) {
    EXPECT_EQ(answer<WriteResult>([&](auto done) { where.seat(game, guests, done); }),
              WriteResult::ok);
  }
  std::vector<SeatHolder> holders(GameId game) {
    return *answer<Result<std::vector<SeatHolder>>>(
        [&](auto done) { where.guests().list_holders(game, done); });
  }
  std::vector<RunningGame> running(const std::string& guest, int limit = 10) {
    return *answer<Result<std::vector<RunningGame>>>(
        [&](auto done) { where.guests().list_running(guest, limit, done); });
  }
  std::vector<GuestClass> classes(const std::string& guest, int limit = 10) {
    return *answer<Result<std::vector<GuestClass>>>(
        [&](auto done) { where.guests().list_classes(guest, limit, done); });
  }
  std::vector<ClassPlace> places(ClassId id) {
    return *answer<Result<std::vector<ClassPlace>>>(
        [&](auto done) { where.guests().list_places(id, done); });
  }
  void open(ClassId id, const std::string& code, Time at, std::optional<ClassPlace> place) {
    EXPECT_EQ(answer<WriteResult>([&](auto done) {
                where.classes().create(
                    id,
                    {1, MoveId{1}, at, "opened", code, ClassFacts{false, false, "en", 0}, place},
                    done);
              }),
              WriteResult::ok);
  }
  WriteResult join(ClassId id, std::uint32_t number, ClassPlace place) {
    return answer<WriteResult>([&](auto done) {
      where.classes().append(id, {number, MoveId{number}, 20, "joined", {}, {}, place}, done);
    });
  }
  void add_game(ClassId id, GameId game) {
    EXPECT_EQ(answer<WriteResult>([&](auto done) { where.classes().add_games(id, {game}, done); }),
              WriteResult::ok);
  }
  void save(const Pass& pass) {
    EXPECT_EQ(answer<WriteResult>([&](auto done) { where.guests().save_pass(pass, done); }),
              WriteResult::ok);
  }
  std::optional<std::string> use(const std::string& digest, Time now) {
    return *answer<Result<std::optional<std::string>>>(
        [&](auto done) { where.guests().use_pass(digest, now, done); });
  }
  std::optional<Time> pass_of(const std::string& guest, Time now) {
    return *answer<Result<std::optional<Time>>>(
        [&](auto done) { where.guests().find_pass(guest, now, done); });
  }
  void forget(const std::string& guest) {
    EXPECT_EQ(answer<WriteResult>([&](auto done) { where.guests().forget_guest(guest, done); }),
              WriteResult::ok);
  }
  Where where;
};

using Kinds = testing::Types<GuestsInMemory, GuestsInSqlite, GuestsInPostgres>;
TYPED_TEST_SUITE(GuestStoreTest, Kinds);

TYPED_TEST(GuestStoreTest, HoldersOfAGameAreThoseOfItsRematches) {
  this->create({first, "one", {}, 5, {}});
  this->seat(first, {"emmy", "", "sophie"});
  EXPECT_EQ(this->holders(first), (std::vector<SeatHolder>{{0, "emmy"}, {2, "sophie"}}));
  EXPECT_TRUE(this->holders(second).empty());
  this->create({second, "two", {}, 6, first, {1, 2, 0}});
  EXPECT_EQ(this->holders(second), (std::vector<SeatHolder>{{1, "sophie"}, {2, "emmy"}}));
  this->create({third, "three", {}, 7, second, {1, 2, 0}});
  EXPECT_EQ(this->holders(third), (std::vector<SeatHolder>{{0, "sophie"}, {1, "emmy"}}));
  // As a program before this one makes it: its rematches list nobody.
  this->create({GameId{4}, "four", {}, 8, third});
  EXPECT_TRUE(this->holders(GameId{4}).empty());
  this->create({GameId{5}, "five", {}, 8, GameId{4}, {1, 2, 0}});
  EXPECT_TRUE(this->holders(GameId{5}).empty());
}

TYPED_TEST(GuestStoreTest, TablesOfAClassHaveNoHolders) {
  this->open(ClassId{7}, "K7P2QX", 1, {});
  this->add_game(ClassId{7}, first);
  this->create({first, "one", {}, 5, {}});
  this->seat(first, {"emmy", "sophie"});
  this->create({second, "two", {}, 6, first, {1, 0}});
  for (const GameId game : {first, second}) EXPECT_TRUE(this->holders(game).empty());
  EXPECT_TRUE(this->running("emmy").empty());
}

TYPED_TEST(GuestStoreTest, ListsRunningGamesTheNewestFirst) {
  const std::vector<GameId> games = {first, second, third};
  for (std::size_t i = 0; i < games.size(); ++i) {
    this->create({games[i], "setup", {}, static_cast<Time>(10 + i), {}});
    this->seat(games[i], {"sophie", "emmy"});
  }
  EXPECT_EQ(this->running("emmy"),
            (std::vector<RunningGame>{
                {third, 1, "setup", 12}, {second, 1, "setup", 11}, {first, 1, "setup", 10}}));
  EXPECT_EQ(this->running("emmy", 2).size(), 2U);
  EXPECT_EQ(this->running("emmy", 2).front().game, third);
  EXPECT_EQ(this->template answer<WriteResult>(
                [&](auto done) { this->where.events().archive(second, done); }),
            WriteResult::ok);
  EXPECT_EQ(this->running("emmy").size(), 2U);
  EXPECT_TRUE(this->running("ada").empty());
}

TYPED_TEST(GuestStoreTest, KeepsWhoOpenedAClassAndHasAPlaceInIt) {
  this->open(ClassId{7}, "AAAAAA", 10, ClassPlace{0, "emmy"});
  this->open(ClassId{8}, "BBBBBB", 20, ClassPlace{0, "sophie"});
  this->open(ClassId{9}, "CCCCCC", 30, ClassPlace{0, "emmy"});
  EXPECT_EQ(this->join(ClassId{8}, 2, {1, "emmy"}), WriteResult::ok);
  EXPECT_EQ(this->join(ClassId{8}, 2, {1, "ada"}), WriteResult::conflict);  // the number is taken
  EXPECT_EQ(this->places(ClassId{8}), (std::vector<ClassPlace>{{0, "sophie"}, {1, "emmy"}}));
  const auto mine = this->classes("emmy");
  ASSERT_EQ(mine.size(), 3U);  // those that she opened come first
  EXPECT_EQ(mine[0], (GuestClass{ClassId{9}, 0, "CCCCCC", ClassFacts{false, false, "en", 0}, 30}));
  EXPECT_EQ(mine[1].code, "AAAAAA");
  EXPECT_EQ(mine[2], (GuestClass{ClassId{8}, 1, "BBBBBB", ClassFacts{false, false, "en", 0}, 20}));
  EXPECT_EQ(this->classes("emmy", 1).size(), 1U);
  // Another pupil has the number now.
  EXPECT_EQ(this->join(ClassId{8}, 3, {1, "ada"}), WriteResult::ok);
  EXPECT_EQ(this->places(ClassId{8}), (std::vector<ClassPlace>{{0, "sophie"}, {1, "ada"}}));
  (void)this->template answer<Result<Forgotten>>(
      [&](auto done) { this->where.classes().forget(ClassId{9}, {}, done); });
  EXPECT_TRUE(this->places(ClassId{9}).empty());
  EXPECT_EQ(this->classes("emmy").size(), 1U);
  this->forget("emmy");
  EXPECT_TRUE(this->classes("emmy").empty());
  EXPECT_TRUE(this->places(ClassId{7}).empty());
  EXPECT_EQ(this->places(ClassId{8}).size(), 2U);
}

TYPED_TEST(GuestStoreTest, PassOpensOnceAndInTime) {
  this->save({"letters", "emmy", "sealed", 100});
  this->save({"other", "sophie", "hers", 200});
  EXPECT_EQ(this->pass_of("emmy", 99), 100);
  EXPECT_EQ(this->pass_of("emmy", 100), std::nullopt);
  EXPECT_EQ(this->use("guessed", 50), std::nullopt);
  EXPECT_EQ(this->use("letters", 100), std::nullopt);  // too late
  EXPECT_EQ(this->use("letters", 99), "sealed");
  EXPECT_EQ(this->use("letters", 99), std::nullopt);
  EXPECT_EQ(this->pass_of("emmy", 99), std::nullopt);
  EXPECT_EQ(this->use("other", 99), "hers");
}

TYPED_TEST(GuestStoreTest, GuestHasOnePass) {
  this->save({"one", "emmy", "first", 100});
  this->save({"two", "emmy", "second", 150});
  EXPECT_EQ(this->use("one", 50), std::nullopt);
  EXPECT_EQ(this->use("two", 50), "second");
  this->save({"three", "emmy", "third", 100});
  this->save({"four", "sophie", "hers", 200});
  EXPECT_EQ(this->template answer<WriteResult>(
                [&](auto done) { this->where.guests().delete_expired_passes(100, done); }),
            WriteResult::ok);
  EXPECT_EQ(this->use("three", 0), std::nullopt);
  this->forget("sophie");
  EXPECT_EQ(this->use("four", 50), std::nullopt);
}

}  // namespace
}  // namespace coset::store
