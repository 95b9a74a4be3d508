// Deal seeds, isolated from all other data, since they reveal every card to come. In SQLite they
// are a file of their own; in PostgreSQL a table that only its owner can read, best in a database
// of its own with the role coset_seed. A seed is durable before the call completes.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/store/event_store.hpp"
#include "server/store/postgres.hpp"
#include "server/store/sqlite.hpp"

namespace coset::store {

class SeedStore {
 public:
  SeedStore() = default;
  SeedStore(const SeedStore&) = delete;
  SeedStore& operator=(const SeedStore&) = delete;
  virtual ~SeedStore() = default;

  // `conflict` if that game has one already.
  virtual void put(GameId game, const fair_deal::Bytes32& seed, Done<WriteResult> done) = 0;
  virtual void get(GameId game, Done<Result<std::optional<fair_deal::Bytes32>>> done) = 0;
  // The games of these seeds may still start.
  virtual void touch(std::vector<GameId> games, Done<WriteResult> done) = 0;
  // Seeds that were not put or touched for a day, after that one by time.
  virtual void idle(Due after, int limit, Done<Result<std::vector<Due>>> done) = 0;
  // `conflict` if there is none, or if it is no longer idle.
  virtual void drop(GameId game, Done<WriteResult> done) = 0;
};

class SqliteSeeds final : public SeedStore {
 public:
  static Result<std::unique_ptr<SqliteSeeds>> open(const std::string& path);
  std::shared_ptr<const Health> health() const { return database_.health(); }

  void put(GameId game, const fair_deal::Bytes32& seed, Done<WriteResult> done) override;
  void get(GameId game, Done<Result<std::optional<fair_deal::Bytes32>>> done) override;
  void touch(std::vector<GameId> games, Done<WriteResult> done) override;
  void idle(Due after, int limit, Done<Result<std::vector<Due>>> done) override;
  void drop(GameId game, Done<WriteResult> done) override;

 private:
  explicit SqliteSeeds(Database database);
  Database database_;
  Statement insert_, select_, touch_, idle_, drop_;
};

class PostgresSeeds final : public SeedStore {
 public:
  explicit PostgresSeeds(std::string url);

  // Creates the table, which belongs to the role of this URL only. Safe when two start at once.
  static std::optional<Error> migrate(const std::string& url);
  // Nothing if the table exists and can be used.
  static std::optional<Error> check(const std::string& url);

  Postgres& connection() { return connection_; }

  void put(GameId game, const fair_deal::Bytes32& seed, Done<WriteResult> done) override;
  void get(GameId game, Done<Result<std::optional<fair_deal::Bytes32>>> done) override;
  void touch(std::vector<GameId> games, Done<WriteResult> done) override;
  void idle(Due after, int limit, Done<Result<std::vector<Due>>> done) override;
  void drop(GameId game, Done<WriteResult> done) override;

 private:
  Postgres connection_;
};

}  // namespace coset::store
