// The seeds of deals, apart from everything else, since whoever reads them knows every card to
// come. In SQLite they are a file of their own; in PostgreSQL a table that its owner alone can
// read, best in a database of its own with the role coset_seed. A seed is on the disk before it is
// answered.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "store/event_store.hpp"
#include "store/postgres.hpp"
#include "store/sqlite.hpp"

namespace coset::store {

class SeedStore {
 public:
  SeedStore() = default;
  SeedStore(const SeedStore&) = delete;
  SeedStore& operator=(const SeedStore&) = delete;
  virtual ~SeedStore() = default;

  // `taken` if that game has one already.
  virtual void put(GameId game, const deal::Bytes32& seed, Done<Outcome> done) = 0;
  virtual void get(GameId game, Done<Result<std::optional<deal::Bytes32>>> done) = 0;
  // The games of these seeds may still begin.
  virtual void touch(std::vector<GameId> games, Done<Outcome> done) = 0;
  // Seeds that nobody has put or touched for a day, after that one in the order of time.
  virtual void idle(Due after, int most, Done<Result<std::vector<Due>>> done) = 0;
  // `taken` if there is none, or if it is no longer idle.
  virtual void drop(GameId game, Done<Outcome> done) = 0;
};

class SqliteSeeds final : public SeedStore {
 public:
  static Result<std::unique_ptr<SqliteSeeds>> open(const std::string& path);
  std::shared_ptr<const Health> health() const { return database_.health(); }

  void put(GameId game, const deal::Bytes32& seed, Done<Outcome> done) override;
  void get(GameId game, Done<Result<std::optional<deal::Bytes32>>> done) override;
  void touch(std::vector<GameId> games, Done<Outcome> done) override;
  void idle(Due after, int most, Done<Result<std::vector<Due>>> done) override;
  void drop(GameId game, Done<Outcome> done) override;

 private:
  explicit SqliteSeeds(Database database);
  Database database_;
  Statement insert_, select_, touch_, idle_, drop_;
};

class PostgresSeeds final : public SeedStore {
 public:
  explicit PostgresSeeds(std::string url);

  // Makes the table, which is the role's of this URL alone. Safe when two start at once.
  static std::optional<Error> migrate(const std::string& url);
  // Nothing if the table is there and may be used.
  static std::optional<Error> check(const std::string& url);

  Postgres& connection() { return connection_; }

  void put(GameId game, const deal::Bytes32& seed, Done<Outcome> done) override;
  void get(GameId game, Done<Result<std::optional<deal::Bytes32>>> done) override;
  void touch(std::vector<GameId> games, Done<Outcome> done) override;
  void idle(Due after, int most, Done<Result<std::vector<Due>>> done) override;
  void drop(GameId game, Done<Outcome> done) override;

 private:
  Postgres connection_;
};

}  // namespace coset::store
