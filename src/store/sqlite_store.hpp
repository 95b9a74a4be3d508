// An EventStore in one SQLite file, for a class or a club. Every batch is one transaction that is
// on the disk before it is answered; it is answered at once, on the caller's thread.
#pragma once

#include "store/event_store.hpp"
#include "store/sqlite.hpp"

namespace coset::store {

class SqliteStore final : public EventStore {
 public:
  // Makes the file if it is not there, and brings an older one to the present form.
  static Result<std::unique_ptr<SqliteStore>> open(const std::string& path);

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

  std::shared_ptr<const Health> health() const { return database_.health(); }

 private:
  explicit SqliteStore(Database database);
  // Nothing if all of it is on the disk; else nothing of it is, and this says why.
  template <class Work>
  std::optional<Outcome> failed(const Work& work);
  bool append(const Event& event, Outcome& outcome);

  Database database_;
  Statement begin_, commit_, rollback_;
  Statement insert_game_, insert_first_;
  Statement insert_event_, set_due_, insert_task_;
  Statement select_game_, select_events_, select_finished_;
  Statement insert_finished_, delete_events_, mark_finished_;
  Statement select_games_, select_due_, select_tasks_, delete_task_, probe_;
};

}  // namespace coset::store
