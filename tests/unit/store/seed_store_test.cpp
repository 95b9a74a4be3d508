// The contract of SeedStore, and the role that cannot read seeds.
#include "server/store/seed_store.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "unit/store/postgres_cluster.hpp"

namespace coset::store {
namespace {

fair_deal::Bytes32 seed_with(std::uint8_t first) {
  fair_deal::Bytes32 out{};  // zeros inside: bytes, not text
  out[0] = first;
  out[31] = 0xff;
  return out;
}

struct SeedsInSqlite {
  std::filesystem::path folder = [] {
    std::string pattern = std::filesystem::temp_directory_path() / "coset-seeds-XXXXXX";
    return std::filesystem::path(mkdtemp(pattern.data()));
  }();
  std::unique_ptr<SqliteSeeds> kept = *SqliteSeeds::open(folder / "seeds.db");
  SeedStore& seeds() { return *kept; }
  void wait() {}
  void open_again() { kept = *SqliteSeeds::open(folder / "seeds.db"); }
  void run(const char* sql) const {
    EXPECT_EQ(Database::open(folder / "seeds.db").value().run(sql), std::nullopt);
  }
  ~SeedsInSqlite() {
    kept.reset();
    std::filesystem::remove_all(folder);
  }
};

struct SeedsInPostgres {
  std::string url = [] {
    std::string out = PostgresCluster::instance().new_database();
    EXPECT_NE(PostgresSeeds::check(out), std::nullopt);
    EXPECT_EQ(PostgresSeeds::migrate(out), std::nullopt);
    EXPECT_EQ(PostgresSeeds::migrate(out), std::nullopt);
    EXPECT_EQ(PostgresSeeds::check(out), std::nullopt);
    return out;
  }();
  std::unique_ptr<PostgresSeeds> kept;
  SeedsInPostgres() { open_again(); }
  SeedStore& seeds() { return *kept; }
  void wait() { kept->connection().wait(100); }
  void run(const char* sql) const {
    EXPECT_EQ(run_script(url,
                         [&](PGconn* connection) -> std::optional<Error> {
                           PQclear(PQexec(connection, sql));
                           return std::nullopt;
                         }),
              std::nullopt);
  }
  void open_again() {
    kept = std::make_unique<PostgresSeeds>(url);
    while (!kept->connection().connected()) kept->connection().wait(100);
  }
};

template <class Where>
class SeedStoreTest : public testing::Test {
 protected:
  WriteResult put(GameId game, const fair_deal::Bytes32& seed) {
    std::optional<WriteResult> out;
    where.seeds().put(game, seed, [&](WriteResult outcome) { out = outcome; });
    while (!out) where.wait();
    return *out;
  }
  std::optional<fair_deal::Bytes32> get(GameId game) {
    std::optional<Result<std::optional<fair_deal::Bytes32>>> out;
    where.seeds().get(game,
                      [&](Result<std::optional<fair_deal::Bytes32>> got) { out = std::move(got); });
    while (!out) where.wait();
    return out->value();
  }
  template <class T, class Ask>
  T answer(Ask ask) {
    std::optional<T> out;
    ask([&](T is) { out = std::move(is); });
    while (!out) where.wait();
    return *std::move(out);
  }
  std::vector<GameId> idle(Due after, int most) {
    const auto found =
        answer<Result<std::vector<Due>>>([&](auto done) { where.seeds().idle(after, most, done); });
    std::vector<GameId> out;
    for (const Due& each : *found) out.push_back(each.game);
    return out;
  }
  WriteResult drop(GameId game) {
    return answer<WriteResult>([&](auto done) { where.seeds().drop(game, done); });
  }
  WriteResult touch(std::vector<GameId> games) {
    return answer<WriteResult>([&](auto done) { where.seeds().touch(games, done); });
  }
  Where where;
};

using Kinds = testing::Types<SeedsInSqlite, SeedsInPostgres>;
TYPED_TEST_SUITE(SeedStoreTest, Kinds);

TYPED_TEST(SeedStoreTest, KeepsFirstSeed) {
  const GameId game{0xf000000000000001};
  EXPECT_EQ(this->get(game), std::nullopt);
  EXPECT_EQ(this->put(game, seed_with(1)), WriteResult::ok);
  EXPECT_EQ(this->put(game, seed_with(2)), WriteResult::conflict);
  this->where.open_again();
  EXPECT_EQ(this->get(game), seed_with(1));
  EXPECT_EQ(this->get(GameId{2}), std::nullopt);
}

TYPED_TEST(SeedStoreTest, ReportsIdleSeeds) {
  const std::vector<GameId> games = {GameId{7}, GameId{8}, GameId{0xf000000000000009}};
  for (const GameId game : games) EXPECT_EQ(this->put(game, seed_with(1)), WriteResult::ok);
  EXPECT_TRUE(this->idle({GameId{0}, 0}, 10).empty());
  EXPECT_EQ(this->drop(GameId{7}), WriteResult::conflict);
  // A day passes.
  this->where.run("UPDATE seed SET at = at - 86460000");
  EXPECT_EQ(this->idle({GameId{0}, 0}, 10).size(), 3U);
  EXPECT_EQ(this->touch({GameId{8}, GameId{99}}), WriteResult::ok);
  const auto first = this->idle({GameId{0}, 0}, 1);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(this->idle({GameId{0}, 0}, 10).size(), 2U);
  EXPECT_EQ(this->drop(GameId{8}), WriteResult::conflict);
  EXPECT_EQ(this->drop(GameId{7}), WriteResult::ok);
  EXPECT_EQ(this->drop(GameId{7}), WriteResult::conflict);
  EXPECT_EQ(this->get(GameId{7}), std::nullopt);
  EXPECT_EQ(this->get(GameId{8}), seed_with(1));
  EXPECT_EQ(this->idle({GameId{0}, 0}, 10), std::vector<GameId>{GameId{0xf000000000000009}});
  EXPECT_TRUE(this->idle({GameId{0x7fffffffffffffff}, 4'000'000'000'000}, 10).empty());
}

TEST(SeedStoreRole, HidesSeedsFromLogRole) {
  const std::string url = PostgresCluster::instance().new_database();
  const auto run = [](const std::string& where, const char* sql) {
    return run_script(where, [&](PGconn* connection) -> std::optional<Error> {
      PGresult* result = PQexec(connection, sql);
      const auto status = PQresultStatus(result);
      PQclear(result);
      if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return std::nullopt;
      return Error{"test", 0, PQerrorMessage(connection)};
    });
  };
  ASSERT_EQ(run(url,
                "CREATE ROLE coset_app LOGIN; CREATE ROLE coset_seed LOGIN;"
                "GRANT CREATE ON SCHEMA public TO coset_seed"),
            std::nullopt);
  const auto as = [&](const std::string& role) {
    std::string out = url;
    return out.replace(out.find("user=coset"), 10, "user=" + role);
  };
  ASSERT_EQ(PostgresSeeds::migrate(as("coset_seed")), std::nullopt);
  EXPECT_EQ(PostgresSeeds::check(as("coset_seed")), std::nullopt);
  const auto refused = PostgresSeeds::check(as("coset_app"));
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->sentence.find("permission denied"), std::string::npos) << refused->sentence;
  EXPECT_NE(run(as("coset_app"), "INSERT INTO seed VALUES (1, '', 0)"), std::nullopt);
}

}  // namespace
}  // namespace coset::store
