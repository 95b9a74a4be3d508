// An EventStore in PostgreSQL, for a large server. A batch is one statement: arrays that are joined
// to their predecessors, sorted by key so that concurrent batches cannot deadlock. Nothing blocks:
// see postgres.hpp for how the caller drives `connection`.
#pragma once

#include "server/store/event_store.hpp"
#include "server/store/postgres.hpp"

namespace coset::store {

class PostgresStore final : public EventStore {
 public:
  explicit PostgresStore(std::string url);

  // The number of the last migration; 0: the database is empty.
  static Result<int> schema_version(const std::string& url);
  // Applies the missing migrations. Safe when two start at once.
  static std::optional<Error> migrate(const std::string& url);
  // Nothing if the database has this program's schema.
  static std::optional<Error> check(const std::string& url);

  Postgres& connection() { return connection_; }

  void create(NewGame game, Done<WriteResult> done) override;
  void append(std::vector<Event> batch, Done<std::vector<WriteResult>> done) override;
  void read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) override;
  void archive(GameId game, Done<WriteResult> done) override;
  void games(std::optional<GameId> after, int limit,
             Done<Result<std::vector<GameId>>> done) override;
  void unfinished(Time before, std::optional<GameId> after, int limit,
                  Done<Result<std::vector<GameId>>> done) override;
  void open_month(Time at) override;
  void due(Time by, int limit, Done<Result<std::vector<Due>>> done) override;
  void tasks(int limit, Done<Result<std::vector<Task>>> done) override;
  void complete_task(std::int64_t number, Done<WriteResult> done) override;
  void probe(Done<WriteResult> done) override;

 private:
  struct Batch;
  void append_singly(const std::shared_ptr<Batch>& batch, std::size_t from);

  Postgres connection_;
};

}  // namespace coset::store
