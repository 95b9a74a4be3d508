// ClassStore: the log of every class, which is no part of the event log of games: number 1 opens
// it, and an event is accepted only if its number is free and the one before exists. An id counts
// once in a class, so what a client sends again is stored once, whichever node it reaches. One
// thread at a time; see event_store.hpp for how calls complete.
#pragma once

#include <limits>
#include <map>
#include <memory>

#include "server/store/event_store.hpp"
#include "server/store/postgres.hpp"
#include "server/store/sqlite.hpp"

namespace coset::store {

// Random; also the key of the class's claim.
using ClassId = GameId;
// Of the longest log.
inline constexpr std::uint32_t max_class_event = std::numeric_limits<std::int32_t>::max();

// What anybody who has the code may know, and is asked for too often to be read from the log.
struct ClassFacts {
  bool locked = false;
  bool closed = false;
  std::string language;
  std::uint32_t pupils = 0;
  friend bool operator==(const ClassFacts&, const ClassFacts&) = default;
};

// The guest who has a place in a class, or opened it: as pupil 0.
struct ClassPlace {
  std::uint16_t pupil = 0;
  std::string guest;  // a digest
  friend bool operator==(const ClassPlace&, const ClassPlace&) = default;
};

// A class that a guest opened, or has a place in.
struct GuestClass {
  ClassId id{};
  std::uint16_t pupil = 0;  // 0: opened it
  std::string code;
  std::optional<ClassFacts> facts{};
  Time opened_at = 0;
  friend bool operator==(const GuestClass&, const GuestClass&) = default;
};

struct ClassEvent {
  std::uint32_t number = 0;  // from 1
  MoveId id = MoveId::none;  // none: of the server
  Time at = 0;
  std::string body;
  // Written only: the class has this code, or these facts, from now on.
  std::optional<std::string> code{};
  std::optional<ClassFacts> facts{};
  // Written only: from now on the place is this guest's.
  std::optional<ClassPlace> place{};
  friend bool operator==(const ClassEvent&, const ClassEvent&) = default;
};

// A part of a log: from that number on, so many events at most, and the bodies of all but the first
// are within so many bytes. All of it unless it says so.
struct LogRange {
  std::uint32_t from = 1;
  std::uint32_t rows = max_class_event;
  std::size_t bytes = std::numeric_limits<std::int32_t>::max();
};
struct LogPage {
  std::vector<ClassEvent> events;
  bool more = false;  // after them
};

struct ClassSummary {
  ClassId id{};
  int crashes = 0;                    // of nodes that served it, as in Claim
  std::optional<ClassFacts> facts{};  // none: no event was written since there are any
  friend bool operator==(const ClassSummary&, const ClassSummary&) = default;
};

// What `forget` has deleted.
struct Forgotten {
  std::vector<GameId> games;
  // Otherwise old pages are still in SQLite's log of writes, while a backup reads it.
  bool truncated = true;
};

class ClassStore {
 public:
  ClassStore() = default;
  ClassStore(const ClassStore&) = delete;
  ClassStore& operator=(const ClassStore&) = delete;
  virtual ~ClassStore() = default;

  // A class with its code and first event. `conflict` if one has that id or code.
  // REQUIRES: the event has a code and number 1
  virtual void create(ClassId id, ClassEvent opened, Done<WriteResult> done) = 0;
  // `conflict` if its number is taken, the one before is missing, the id is known, another class
  // has the code, or the class is being forgotten. REQUIRES: the number is above 1
  virtual void append(ClassId id, ClassEvent event, Done<WriteResult> done) = 0;
  // Tables that the class is about to make: `forget` deletes what there is of them. `conflict` if
  // the class is being forgotten.
  virtual void add_games(ClassId id, std::vector<GameId> games, Done<WriteResult> done) = 0;
  // The class that has this code now.
  virtual void find(std::string code, Done<Result<std::optional<ClassId>>> done) = 0;
  // The same with what is known of it without its log.
  virtual void summarize(std::string code, Done<Result<std::optional<ClassSummary>>> done) = 0;
  // Its events in order; none if there is no such class.
  virtual void read(ClassId id, LogRange range, Done<Result<LogPage>> done) = 0;
  // Classes whose last event is older, and those of an interrupted `forget`.
  virtual void expired(Time before, int limit, Done<Result<std::vector<ClassId>>> done) = 0;
  // Deletes the class, its events, and its tables and `games` with their rematches. Idempotent. In
  // SQLite the bytes are overwritten, and the log of writes is truncated.
  virtual void forget(ClassId id, std::vector<GameId> games, Done<Result<Forgotten>> done) = 0;
};

// Calls complete before they return. Games are not deleted.
class MemoryClasses final : public ClassStore {
 public:
  void create(ClassId id, ClassEvent opened, Done<WriteResult> done) override;
  void append(ClassId id, ClassEvent event, Done<WriteResult> done) override;
  void add_games(ClassId id, std::vector<GameId> games, Done<WriteResult> done) override;
  void find(std::string code, Done<Result<std::optional<ClassId>>> done) override;
  void summarize(std::string code, Done<Result<std::optional<ClassSummary>>> done) override;
  void read(ClassId id, LogRange range, Done<Result<LogPage>> done) override;
  void expired(Time before, int limit, Done<Result<std::vector<ClassId>>> done) override;
  void forget(ClassId id, std::vector<GameId> games, Done<Result<Forgotten>> done) override;
  std::vector<GameId> list_games(ClassId id) const;
  // As in guest_store.hpp.
  bool made(GameId game) const;
  std::vector<ClassPlace> places(ClassId id) const;
  std::vector<GuestClass> classes_of(const std::string& guest) const;
  void forget_places(const std::string& guest);

 private:
  struct Class {
    std::string code;
    std::map<std::uint16_t, std::string> places;
    std::optional<ClassFacts> facts;
    std::vector<ClassEvent> events;
    std::vector<GameId> games;
  };
  bool taken(ClassId id, const std::string& code) const;
  std::map<ClassId, Class> classes_;
};

// In the file of the event log, with a connection of its own.
class SqliteClasses final : public ClassStore {
 public:
  // REQUIRES: the file has this program's schema
  static Result<std::unique_ptr<SqliteClasses>> open(const std::string& path);
  std::shared_ptr<const Health> health() const { return database_.health(); }

  void create(ClassId id, ClassEvent opened, Done<WriteResult> done) override;
  void append(ClassId id, ClassEvent event, Done<WriteResult> done) override;
  void add_games(ClassId id, std::vector<GameId> games, Done<WriteResult> done) override;
  void find(std::string code, Done<Result<std::optional<ClassId>>> done) override;
  void summarize(std::string code, Done<Result<std::optional<ClassSummary>>> done) override;
  void read(ClassId id, LogRange range, Done<Result<LogPage>> done) override;
  void expired(Time before, int limit, Done<Result<std::vector<ClassId>>> done) override;
  void forget(ClassId id, std::vector<GameId> games, Done<Result<Forgotten>> done) override;

 private:
  explicit SqliteClasses(Database database);
  // In one transaction: `work` returns nothing if a statement failed. `error`: why it was undone.
  template <class Work>
  WriteResult write(const Work& work, Error* error = nullptr);
  // False if it failed.
  bool write_facts(ClassId id, const std::optional<ClassFacts>& facts);
  bool write_place(ClassId id, const std::optional<ClassPlace>& place);
  Database database_;
  Statement insert_, set_code_, set_facts_, set_place_, event_, game_, find_, summary_, read_,
      expired_;
};

class PostgresClasses final : public ClassStore {
 public:
  // Over a connection that others use, too.
  // REQUIRES: it has these statements and outlives it; the database has this program's schema
  explicit PostgresClasses(Postgres& connection) : connection_(connection) {}
  static const std::vector<Prepared>& statements();

  void create(ClassId id, ClassEvent opened, Done<WriteResult> done) override;
  void append(ClassId id, ClassEvent event, Done<WriteResult> done) override;
  void add_games(ClassId id, std::vector<GameId> games, Done<WriteResult> done) override;
  void find(std::string code, Done<Result<std::optional<ClassId>>> done) override;
  void summarize(std::string code, Done<Result<std::optional<ClassSummary>>> done) override;
  void read(ClassId id, LogRange range, Done<Result<LogPage>> done) override;
  void expired(Time before, int limit, Done<Result<std::vector<ClassId>>> done) override;
  void forget(ClassId id, std::vector<GameId> games, Done<Result<Forgotten>> done) override;

 private:
  Postgres& connection_;
};

}  // namespace coset::store
