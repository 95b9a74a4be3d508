// An EventStore in PostgreSQL, for a site. A batch is one statement: arrays that are joined to
// their predecessors, sorted by key so that colliding batches cannot dead-lock. Nothing waits: see
// postgres.hpp for how the host drives `connection`.
#pragma once

#include "store/event_store.hpp"
#include "store/postgres.hpp"

namespace coset::store {

class PostgresStore final : public EventStore {
 public:
  explicit PostgresStore(std::string url);

  // The last step that was done to the database; 0: it is empty.
  static Result<int> level(const std::string& url);
  // Brings the database to the present form. Safe when two start at once.
  static std::optional<Error> migrate(const std::string& url);
  // Nothing if the database fits this program as it stands.
  static std::optional<Error> check(const std::string& url);

  Postgres& connection() { return connection_; }

  void create(NewGame game, Done<Outcome> done) override;
  void append(std::vector<Event> batch, Done<std::vector<Outcome>> done) override;
  void read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) override;
  void finish(GameId game, Done<Outcome> done) override;
  void games(std::optional<GameId> after, int most,
             Done<Result<std::vector<GameId>>> done) override;
  void due(Time by, int most, Done<Result<std::vector<Due>>> done) override;
  void tasks(int most, Done<Result<std::vector<Task>>> done) override;
  void settled(std::int64_t number, Done<Outcome> done) override;
  void probe(Done<Outcome> done) override;

 private:
  struct Batch;
  void append_singly(const std::shared_ptr<Batch>& batch, std::size_t from);

  Postgres connection_;
};

}  // namespace coset::store
