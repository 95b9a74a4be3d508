// Data of players beside the event log: the holders of seats, so that a guest can export or delete
// their data; tables whose game has not started; and reported names. A guest is stored as a digest
// of their id, never as the id. EventStore::create lists a rematch; those of older programs are not
// listed and follow from their game. A deleted guest stays in the game as "someone": the names in a
// setup are no part of the chain. One thread at a time; see event_store.hpp for how calls complete.
#pragma once

#include <memory>

#include "server/store/postgres.hpp"
#include "server/store/seats.hpp"
#include "server/store/sqlite.hpp"

namespace coset::store {

// A table before its game, as the lobby serializes it.
struct PendingTable {
  GameId game{};
  std::string body;
  bool update = false;  // written only: `conflict` unless it has a row
  // Of a class's table, written only: `conflict` if the class is forgotten.
  std::optional<GameId> class_id = std::nullopt;
  friend bool operator==(const PendingTable&, const PendingTable&) = default;
};

// A reported name; the name itself is in the game's setup only.
struct Report {
  GameId game{};
  std::uint8_t seat = 0;  // from 0
  Time at = 0;            // of the first report
  std::int64_t times = 0;
  friend bool operator==(const Report&, const Report&) = default;
};

// What an operator requests of the node that hosts a table.
enum class OperatorAction : std::uint8_t {
  close,   // permanently
  reread,  // its setup has changed
};
struct PendingAction {
  GameId game{};
  OperatorAction action{};
  friend bool operator==(const PendingAction&, const PendingAction&) = default;
};

class PlayerStore {
 public:
  PlayerStore() = default;
  PlayerStore(const PlayerStore&) = delete;
  PlayerStore& operator=(const PlayerStore&) = delete;
  virtual ~PlayerStore() = default;

  // The guests by seat; empty: none. Idempotent.
  virtual void seat(GameId game, std::vector<std::string> guests, Done<WriteResult> done) = 0;
  virtual void list_games_of(std::string guest, Done<Result<std::vector<SeatRef>>> done) = 0;
  // Replaces the setup of a game and deletes the guest's seat there, unless `guest` is empty;
  // `conflict` if it is not `before` any more.
  virtual void replace_setup(GameId game, std::string before, std::string after, std::string guest,
                             Done<WriteResult> done) = 0;
  // Deletes the guest's seats and reports, and the old pages of replaced setups.
  virtual void delete_guest(std::string guest, Done<WriteResult> done) = 0;

  // Replaces an earlier version of the table.
  virtual void save_pending(PendingTable table, Done<WriteResult> done) = 0;
  virtual void list_pending(Done<Result<std::vector<PendingTable>>> done) = 0;
  virtual void find_pending(GameId game, Done<Result<std::optional<std::string>>> done) = 0;
  // Its game has started, or the table was cancelled.
  virtual void delete_pending(GameId game, Done<WriteResult> done) = 0;

  // Counted once per reporter.
  virtual void report(SeatRef seat, std::string reporter, Time at, Done<WriteResult> done) = 0;
  // The oldest first.
  virtual void reports(Done<Result<std::vector<Report>>> done) = 0;
  // Deletes the reports of a seat.
  virtual void resolve_report(SeatRef seat, Done<WriteResult> done) = 0;

  virtual void request_action(PendingAction action, Done<WriteResult> done) = 0;
  virtual void list_actions(Done<Result<std::vector<PendingAction>>> done) = 0;
  virtual void acknowledge(PendingAction action, Done<WriteResult> done) = 0;
};

// In the file of the event log, with a connection of its own.
class SqlitePlayers final : public PlayerStore {
 public:
  // REQUIRES: the file has this program's schema
  static Result<std::unique_ptr<SqlitePlayers>> open(const std::string& path);
  std::shared_ptr<const Health> health() const { return database_.health(); }

  void seat(GameId game, std::vector<std::string> guests, Done<WriteResult> done) override;
  void list_games_of(std::string guest, Done<Result<std::vector<SeatRef>>> done) override;
  void replace_setup(GameId game, std::string before, std::string after, std::string guest,
                     Done<WriteResult> done) override;
  void delete_guest(std::string guest, Done<WriteResult> done) override;
  void save_pending(PendingTable table, Done<WriteResult> done) override;
  void list_pending(Done<Result<std::vector<PendingTable>>> done) override;
  void find_pending(GameId game, Done<Result<std::optional<std::string>>> done) override;
  void delete_pending(GameId game, Done<WriteResult> done) override;
  void report(SeatRef seat, std::string reporter, Time at, Done<WriteResult> done) override;
  void reports(Done<Result<std::vector<Report>>> done) override;
  void resolve_report(SeatRef seat, Done<WriteResult> done) override;
  void request_action(PendingAction action, Done<WriteResult> done) override;
  void list_actions(Done<Result<std::vector<PendingAction>>> done) override;
  void acknowledge(PendingAction action, Done<WriteResult> done) override;

 private:
  explicit SqlitePlayers(Database database);
  Database database_;
  Statement insert_, select_, update_, unseat_, delete_, delete_reports_, save_pending_,
      update_pending_, save_class_pending_, list_pending_, find_pending_, delete_pending_, report_,
      reports_, resolve_report_, request_action_, list_actions_, acknowledge_;
};

class PostgresPlayers final : public PlayerStore {
 public:
  // REQUIRES: the database has this program's schema
  // `more` are statements of another store that shares the connection.
  explicit PostgresPlayers(std::string url, const std::vector<Prepared>& more = {});

  Postgres& connection() { return connection_; }

  void seat(GameId game, std::vector<std::string> guests, Done<WriteResult> done) override;
  void list_games_of(std::string guest, Done<Result<std::vector<SeatRef>>> done) override;
  void replace_setup(GameId game, std::string before, std::string after, std::string guest,
                     Done<WriteResult> done) override;
  void delete_guest(std::string guest, Done<WriteResult> done) override;
  void save_pending(PendingTable table, Done<WriteResult> done) override;
  void list_pending(Done<Result<std::vector<PendingTable>>> done) override;
  void find_pending(GameId game, Done<Result<std::optional<std::string>>> done) override;
  void delete_pending(GameId game, Done<WriteResult> done) override;
  void report(SeatRef seat, std::string reporter, Time at, Done<WriteResult> done) override;
  void reports(Done<Result<std::vector<Report>>> done) override;
  void resolve_report(SeatRef seat, Done<WriteResult> done) override;
  void request_action(PendingAction action, Done<WriteResult> done) override;
  void list_actions(Done<Result<std::vector<PendingAction>>> done) override;
  void acknowledge(PendingAction action, Done<WriteResult> done) override;

 private:
  Postgres connection_;
};

}  // namespace coset::store
