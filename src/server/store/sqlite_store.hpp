// An EventStore in one SQLite file, for a class or a club. Every batch is one transaction that is
// durable before it is acknowledged, on the caller's thread and before the call returns.
#pragma once

#include "server/store/event_store.hpp"
#include "server/store/sqlite.hpp"

namespace coset::store {

class SqliteStore final : public EventStore {
 public:
  // Creates the file if it does not exist, and migrates an older one.
  static Result<std::unique_ptr<SqliteStore>> open(const std::string& path);

  void create(NewGame game, Done<WriteResult> done) override;
  void append(std::vector<Event> batch, Done<std::vector<WriteResult>> done) override;
  void read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) override;
  void archive(GameId game, Done<WriteResult> done) override;
  void games(std::optional<GameId> after, int limit,
             Done<Result<std::vector<GameId>>> done) override;
  void unfinished(Time before, std::optional<GameId> after, int limit,
                  Done<Result<std::vector<GameId>>> done) override;
  void due(Time by, int limit, Done<Result<std::vector<Due>>> done) override;
  void tasks(int limit, Done<Result<std::vector<Task>>> done) override;
  void complete_task(std::int64_t number, Done<WriteResult> done) override;
  void probe(Done<WriteResult> done) override;

  std::shared_ptr<const Health> health() const { return database_.health(); }

 private:
  explicit SqliteStore(Database database);
  // Nothing if all of it is durable; else nothing was written, for this reason.
  template <class Work>
  std::optional<WriteResult> failed(const Work& work);
  bool append(const Event& event, WriteResult& result);
  // All rows of a statement whose first column is a game.
  Result<std::vector<GameId>> list_games(Statement& rows);

  Database database_;
  Statement begin_, commit_, rollback_;
  Statement insert_game_, copy_holder_, insert_first_;
  Statement insert_event_, set_deadline_, insert_task_;
  Statement select_game_, select_events_, select_archived_;
  Statement insert_archived_, delete_events_, mark_finished_;
  Statement select_games_, select_unfinished_, select_due_, select_tasks_, delete_task_, probe_;
};

}  // namespace coset::store
