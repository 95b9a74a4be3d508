// GuestStore: what belongs to a guest beside the games themselves: which seats of a game they hold,
// the classes that they opened or have a place in, and a pass for another device. A guest is stored
// as a digest of their id, never as the id (player_store.hpp). One thread at a time; see
// event_store.hpp for how calls complete.
#pragma once

#include <memory>

#include "server/store/class_store.hpp"
#include "server/store/memory_store.hpp"
#include "server/store/postgres.hpp"
#include "server/store/sqlite.hpp"

namespace coset::store {

// Lets another device become the same guest, once. What it opens is sealed: nobody can read it
// without the letters, of which the server knows a digest only.
struct Pass {
  std::string digest;  // of the letters
  std::string guest;
  std::string sealed;
  Time expires_at = 0;
  friend bool operator==(const Pass&, const Pass&) = default;
};

class GuestStore {
 public:
  GuestStore() = default;
  GuestStore(const GuestStore&) = delete;
  GuestStore& operator=(const GuestStore&) = delete;
  virtual ~GuestStore() = default;

  // Of a game, by seat; none of a game that a class made: pupils share devices.
  virtual void list_holders(GameId game, Done<Result<std::vector<SeatHolder>>> done) = 0;
  // The newest first; none of classes.
  virtual void list_running(std::string guest, int limit,
                            Done<Result<std::vector<RunningGame>>> done) = 0;
  // Those that the guest opened, and then those with a place; of each the newest first.
  virtual void list_classes(std::string guest, int limit,
                            Done<Result<std::vector<GuestClass>>> done) = 0;
  // Of a class, by pupil.
  virtual void list_places(ClassId id, Done<Result<std::vector<ClassPlace>>> done) = 0;

  // In place of another one of the guest.
  virtual void save_pass(Pass pass, Done<WriteResult> done) = 0;
  // What it sealed, and deletes it; nothing if there is none, or if it has expired.
  virtual void use_pass(std::string digest, Time now,
                        Done<Result<std::optional<std::string>>> done) = 0;
  // When the guest's expires, if there is one.
  virtual void find_pass(std::string guest, Time now, Done<Result<std::optional<Time>>> done) = 0;
  virtual void delete_expired_passes(Time now, Done<WriteResult> done) = 0;

  // The guest's pass, classes and places; the seats are those of a PlayerStore.
  virtual void forget_guest(std::string guest, Done<WriteResult> done) = 0;
};

// Over the memory of both; calls complete before they return.
class MemoryGuests final : public GuestStore {
 public:
  // REQUIRES: both outlive it
  MemoryGuests(const MemoryStore& events, MemoryClasses& classes)
      : events_(events), classes_(classes) {}

  void list_holders(GameId game, Done<Result<std::vector<SeatHolder>>> done) override;
  void list_running(std::string guest, int limit,
                    Done<Result<std::vector<RunningGame>>> done) override;
  void list_classes(std::string guest, int limit,
                    Done<Result<std::vector<GuestClass>>> done) override;
  void list_places(ClassId id, Done<Result<std::vector<ClassPlace>>> done) override;
  void save_pass(Pass pass, Done<WriteResult> done) override;
  void use_pass(std::string digest, Time now,
                Done<Result<std::optional<std::string>>> done) override;
  void find_pass(std::string guest, Time now, Done<Result<std::optional<Time>>> done) override;
  void delete_expired_passes(Time now, Done<WriteResult> done) override;
  void forget_guest(std::string guest, Done<WriteResult> done) override;

  const std::map<std::string, Pass>& passes() const { return passes_; }

 private:
  const MemoryStore& events_;
  MemoryClasses& classes_;
  std::map<std::string, Pass> passes_;  // by digest
};

// In the file of the event log, with a connection of its own.
class SqliteGuests final : public GuestStore {
 public:
  // REQUIRES: the file has this program's schema
  static Result<std::unique_ptr<SqliteGuests>> open(const std::string& path);
  std::shared_ptr<const Health> health() const { return database_.health(); }

  void list_holders(GameId game, Done<Result<std::vector<SeatHolder>>> done) override;
  void list_running(std::string guest, int limit,
                    Done<Result<std::vector<RunningGame>>> done) override;
  void list_classes(std::string guest, int limit,
                    Done<Result<std::vector<GuestClass>>> done) override;
  void list_places(ClassId id, Done<Result<std::vector<ClassPlace>>> done) override;
  void save_pass(Pass pass, Done<WriteResult> done) override;
  void use_pass(std::string digest, Time now,
                Done<Result<std::optional<std::string>>> done) override;
  void find_pass(std::string guest, Time now, Done<Result<std::optional<Time>>> done) override;
  void delete_expired_passes(Time now, Done<WriteResult> done) override;
  void forget_guest(std::string guest, Done<WriteResult> done) override;

 private:
  explicit SqliteGuests(Database database);
  Database database_;
  Statement holders_, running_, classes_, places_, save_, use_, find_, expire_, forget_pass_,
      forget_classes_;
};

class PostgresGuests final : public GuestStore {
 public:
  // Over a connection that others use, too.
  // REQUIRES: it has these statements and outlives it; the database has this program's schema
  explicit PostgresGuests(Postgres& connection) : connection_(connection) {}
  static const std::vector<Prepared>& statements();

  void list_holders(GameId game, Done<Result<std::vector<SeatHolder>>> done) override;
  void list_running(std::string guest, int limit,
                    Done<Result<std::vector<RunningGame>>> done) override;
  void list_classes(std::string guest, int limit,
                    Done<Result<std::vector<GuestClass>>> done) override;
  void list_places(ClassId id, Done<Result<std::vector<ClassPlace>>> done) override;
  void save_pass(Pass pass, Done<WriteResult> done) override;
  void use_pass(std::string digest, Time now,
                Done<Result<std::optional<std::string>>> done) override;
  void find_pass(std::string guest, Time now, Done<Result<std::optional<Time>>> done) override;
  void delete_expired_passes(Time now, Done<WriteResult> done) override;
  void forget_guest(std::string guest, Done<WriteResult> done) override;

 private:
  Postgres& connection_;
};

}  // namespace coset::store
