// Who sat where, on both databases: found by who it was, reworded once, and gone when forgotten.
#include "store/people.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "store/postgres_cluster.hpp"
#include "store/postgres_store.hpp"
#include "store/sqlite_store.hpp"

namespace coset::store {
namespace {

struct PeopleInSqlite {
  std::filesystem::path folder = [] {
    std::string pattern = std::filesystem::temp_directory_path() / "coset-people-XXXXXX";
    return std::filesystem::path(mkdtemp(pattern.data()));
  }();
  std::unique_ptr<SqliteStore> events_kept = *SqliteStore::open(folder / "events.db");
  std::unique_ptr<SqlitePeople> kept = *SqlitePeople::open(folder / "events.db");
  PeopleStore& people() { return *kept; }
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
  ~PeopleInSqlite() {
    kept.reset();
    events_kept.reset();
    std::filesystem::remove_all(folder);
  }
};

struct PeopleInPostgres {
  std::string url = [] {
    std::string out = PostgresCluster::instance().new_database();
    EXPECT_EQ(PostgresStore::migrate(out), std::nullopt);
    return out;
  }();
  std::unique_ptr<PostgresStore> events_kept = std::make_unique<PostgresStore>(url);
  std::unique_ptr<PostgresPeople> kept = std::make_unique<PostgresPeople>(url);
  PeopleInPostgres() {
    while (!kept->connection().connected()) kept->connection().wait(100);
    while (!events_kept->connection().connected()) events_kept->connection().wait(100);
  }
  PeopleStore& people() { return *kept; }
  EventStore& events() { return *events_kept; }
  void wait() {
    kept->connection().wait(10);
    events_kept->connection().wait(10);
  }
};

template <class Where>
class PeopleTest : public testing::Test {
 protected:
  template <class T, class Ask>
  T answer(Ask ask) {
    std::optional<T> out;
    ask([&](T is) { out = std::move(is); });
    while (!out) where.wait();
    return *std::move(out);
  }
  Outcome seat(GameId game, std::vector<std::string> who) {
    return answer<Outcome>([&](auto done) { where.people().seat(game, who, done); });
  }
  std::vector<Seated> games_of(const std::string& who) {
    return *answer<Result<std::vector<Seated>>>(
        [&](auto done) { where.people().games_of(who, done); });
  }
  Outcome reword(GameId game, const std::string& before, const std::string& after) {
    return answer<Outcome>([&](auto done) { where.people().reword(game, before, after, done); });
  }
  Outcome forget(const std::string& who) {
    return answer<Outcome>([&](auto done) { where.people().forget(who, done); });
  }
  Outcome create(GameId game, const std::string& setup) {
    return answer<Outcome>(
        [&](auto done) { where.events().create({game, setup, {}, 1, {}}, done); });
  }
  std::string setup(GameId game) {
    return (*answer<Result<std::optional<Log>>>(
                [&](auto done) { where.events().read(game, 1, done); }))
        ->setup;
  }
  Where where;
};

using Kinds = testing::Types<PeopleInSqlite, PeopleInPostgres>;
TYPED_TEST_SUITE(PeopleTest, Kinds);

constexpr GameId high{0xf000000000000001};

TYPED_TEST(PeopleTest, FindsTheGamesOfSomebody) {
  EXPECT_TRUE(this->games_of("emmy").empty());
  EXPECT_EQ(this->seat(GameId{2}, {"emmy", "", "sophie"}), Outcome::appended);
  EXPECT_EQ(this->seat(high, {"sophie", "emmy"}), Outcome::appended);
  EXPECT_EQ(this->seat(high, {"sophie", "emmy"}), Outcome::appended);  // told again
  EXPECT_EQ(this->games_of("emmy"), (std::vector<Seated>{{high, 1}, {GameId{2}, 0}}));
  EXPECT_EQ(this->games_of("sophie"), (std::vector<Seated>{{high, 0}, {GameId{2}, 2}}));
  EXPECT_TRUE(this->games_of("").empty());
  EXPECT_EQ(this->forget("emmy"), Outcome::appended);
  EXPECT_EQ(this->forget("emmy"), Outcome::appended);
  EXPECT_TRUE(this->games_of("emmy").empty());
  EXPECT_EQ(this->games_of("sophie").size(), 2U);
}

TYPED_TEST(PeopleTest, KeepsGatheringsUntilTheyDisperse) {
  const auto gather = [&](GameId game, const std::string& body) {
    return this->template answer<Outcome>(
        [&](auto done) { this->where.people().gather({game, body}, done); });
  };
  const auto all = [&] {
    return *this->template answer<Result<std::vector<Gathering>>>(
        [&](auto done) { this->where.people().gatherings(done); });
  };
  EXPECT_TRUE(all().empty());
  EXPECT_EQ(gather(GameId{2}, R"({"name":"Frénicle"})"), Outcome::appended);
  EXPECT_EQ(gather(high, "one"), Outcome::appended);
  EXPECT_EQ(gather(high, "two"), Outcome::appended);
  EXPECT_EQ(all(), (std::vector<Gathering>{{high, "two"}, {GameId{2}, R"({"name":"Frénicle"})"}}));
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(this->template answer<Outcome>(
                  [&](auto done) { this->where.people().disperse(high, done); }),
              Outcome::appended);
  EXPECT_EQ(all().size(), 1U);
}

TYPED_TEST(PeopleTest, CountsWhoMindsANameAndForgetsWhoAsks) {
  PeopleStore& people = this->where.people();
  const auto good = [&](auto ask) {
    EXPECT_EQ(this->template answer<Outcome>(ask), Outcome::appended);
  };
  const auto all = [&] {
    return *this->template answer<Result<std::vector<Report>>>(
        [&](auto done) { people.reports(done); });
  };
  good([&](auto done) { people.report({high, 1}, "emmy", 20, done); });
  good([&](auto done) { people.report({high, 1}, "emmy", 30, done); });
  good([&](auto done) { people.report({high, 1}, "sophie", 40, done); });
  good([&](auto done) { people.report({GameId{2}, 0}, "emmy", 10, done); });
  EXPECT_EQ(all(), (std::vector<Report>{{GameId{2}, 0, 10, 1}, {high, 1, 20, 2}}));
  EXPECT_EQ(this->forget("emmy"), Outcome::appended);
  EXPECT_EQ(all(), (std::vector<Report>{{high, 1, 40, 1}}));
  good([&](auto done) { people.settle({high, 0}, done); });
  EXPECT_EQ(all().size(), 1U);
  good([&](auto done) { people.settle({high, 1}, done); });
  EXPECT_TRUE(all().empty());
}

TYPED_TEST(PeopleTest, HoldsOrdersUntilTheyAreObeyed) {
  PeopleStore& people = this->where.people();
  const auto good = [&](auto ask) {
    EXPECT_EQ(this->template answer<Outcome>(ask), Outcome::appended);
  };
  const auto all = [&] {
    return *this->template answer<Result<std::vector<Ordered>>>(
        [&](auto done) { people.orders(done); });
  };
  for (int i = 0; i < 2; ++i) good([&](auto done) { people.order({high, Order::reread}, done); });
  good([&](auto done) { people.order({high, Order::close}, done); });
  EXPECT_EQ(all(), (std::vector<Ordered>{{high, Order::close}, {high, Order::reread}}));
  good([&](auto done) { people.obeyed({high, Order::reread}, done); });
  EXPECT_EQ(all(), (std::vector<Ordered>{{high, Order::close}}));
}

TYPED_TEST(PeopleTest, RewordsWhatIsStillAsItWas) {
  ASSERT_EQ(this->create(high, "one"), Outcome::appended);
  EXPECT_EQ(this->reword(high, "other", "two"), Outcome::taken);
  EXPECT_EQ(this->setup(high), "one");
  EXPECT_EQ(this->reword(high, "one", "two"), Outcome::appended);
  EXPECT_EQ(this->reword(high, "one", "three"), Outcome::taken);
  EXPECT_EQ(this->setup(high), "two");
  EXPECT_EQ(this->reword(GameId{5}, "one", "two"), Outcome::taken);
}

TEST(PeopleFileTest, WhatIsForgottenIsNotInTheFile) {
  PeopleInSqlite where;
  const auto good = [](Outcome is) { EXPECT_EQ(is, Outcome::appended); };
  const std::string name = "Philippa-of-the-Long-Name";
  for (std::uint64_t game = 1; game <= 40; ++game) {
    const std::string setup = R"({"name":")" + name + std::string(200, '-') + R"("})";
    where.events().create({GameId{game}, setup, {}, 1, {}}, good);
    where.people().seat(GameId{game}, {"digest-of-philippa"}, good);
    where.people().reword(GameId{game}, setup, R"({"name":"someone"})", good);
  }
  EXPECT_NE(where.bytes().find(name), std::string::npos);  // as long as nobody asks
  where.people().forget("digest-of-philippa", good);
  EXPECT_EQ(where.bytes().find(name), std::string::npos);
  EXPECT_EQ(where.bytes().find("digest-of-philippa"), std::string::npos);
}

}  // namespace
}  // namespace coset::store
