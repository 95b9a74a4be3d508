// What is kept of people beside the log: who sat where, so that they can take along or delete what
// is theirs; who waits at a table whose game has not begun; and names that somebody minded.
// Somebody is known by a digest of their id, never by the id. A rematch is not listed, it follows
// from its game. Whoever is deleted stays in the game as "someone": the names in a setup are no
// part of the chain. One thread at a time; see event_store.hpp for how questions are answered.
#pragma once

#include <memory>

#include "store/event_store.hpp"
#include "store/postgres.hpp"
#include "store/sqlite.hpp"

namespace coset::store {

struct Seated {
  GameId game{};
  std::uint8_t seat = 0;  // from 0
  friend bool operator==(const Seated&, const Seated&) = default;
};

// A table before its game, in the words of the lobby.
struct Gathering {
  GameId game{};
  std::string body;
  friend bool operator==(const Gathering&, const Gathering&) = default;
};

// A name that people minded: whose it is stands in the game's setup and nowhere else.
struct Report {
  GameId game{};
  std::uint8_t seat = 0;  // from 0
  Time at = 0;            // of the first who did
  std::int64_t times = 0;
  friend bool operator==(const Report&, const Report&) = default;
};

// What an operator wants of whoever hosts a table.
enum class Order : std::uint8_t {
  close,   // for good
  reread,  // its setup is another now
};
struct Ordered {
  GameId game{};
  Order order{};
  friend bool operator==(const Ordered&, const Ordered&) = default;
};

class PeopleStore {
 public:
  PeopleStore() = default;
  PeopleStore(const PeopleStore&) = delete;
  PeopleStore& operator=(const PeopleStore&) = delete;
  virtual ~PeopleStore() = default;

  // `who` by seat; nobody where it is empty. It may be told again.
  virtual void seat(GameId game, std::vector<std::string> who, Done<Outcome> done) = 0;
  virtual void games_of(std::string who, Done<Result<std::vector<Seated>>> done) = 0;
  // A game's setup becomes another; `taken` if it is not `before` any more.
  virtual void reword(GameId game, std::string before, std::string after, Done<Outcome> done) = 0;
  // Nothing tells any more where `who` sat, nor what was reworded.
  virtual void forget(std::string who, Done<Outcome> done) = 0;

  // Told again, it replaces what was told before.
  virtual void gather(Gathering gathering, Done<Outcome> done) = 0;
  virtual void gatherings(Done<Result<std::vector<Gathering>>> done) = 0;
  // Its game has begun, or nobody waits for it.
  virtual void disperse(GameId game, Done<Outcome> done) = 0;

  // Once for every `by`.
  virtual void report(Seated whom, std::string by, Time at, Done<Outcome> done) = 0;
  // The oldest first.
  virtual void reports(Done<Result<std::vector<Report>>> done) = 0;
  // Somebody has looked at it.
  virtual void settle(Seated whom, Done<Outcome> done) = 0;

  virtual void order(Ordered what, Done<Outcome> done) = 0;
  virtual void orders(Done<Result<std::vector<Ordered>>> done) = 0;
  virtual void obeyed(Ordered what, Done<Outcome> done) = 0;
};

// In the file of the log, by a connection of its own.
class SqlitePeople final : public PeopleStore {
 public:
  // REQUIRES: the file has the form of this program
  static Result<std::unique_ptr<SqlitePeople>> open(const std::string& path);
  std::shared_ptr<const Health> health() const { return database_.health(); }

  void seat(GameId game, std::vector<std::string> who, Done<Outcome> done) override;
  void games_of(std::string who, Done<Result<std::vector<Seated>>> done) override;
  void reword(GameId game, std::string before, std::string after, Done<Outcome> done) override;
  void forget(std::string who, Done<Outcome> done) override;
  void gather(Gathering gathering, Done<Outcome> done) override;
  void gatherings(Done<Result<std::vector<Gathering>>> done) override;
  void disperse(GameId game, Done<Outcome> done) override;
  void report(Seated whom, std::string by, Time at, Done<Outcome> done) override;
  void reports(Done<Result<std::vector<Report>>> done) override;
  void settle(Seated whom, Done<Outcome> done) override;
  void order(Ordered what, Done<Outcome> done) override;
  void orders(Done<Result<std::vector<Ordered>>> done) override;
  void obeyed(Ordered what, Done<Outcome> done) override;

 private:
  explicit SqlitePeople(Database database);
  Database database_;
  Statement insert_, select_, update_, delete_, unreport_, gather_, gatherings_, disperse_, report_,
      reports_, settle_, order_, orders_, obeyed_;
};

class PostgresPeople final : public PeopleStore {
 public:
  // REQUIRES: the database has the form of this program
  explicit PostgresPeople(std::string url);

  Postgres& connection() { return connection_; }

  void seat(GameId game, std::vector<std::string> who, Done<Outcome> done) override;
  void games_of(std::string who, Done<Result<std::vector<Seated>>> done) override;
  void reword(GameId game, std::string before, std::string after, Done<Outcome> done) override;
  void forget(std::string who, Done<Outcome> done) override;
  void gather(Gathering gathering, Done<Outcome> done) override;
  void gatherings(Done<Result<std::vector<Gathering>>> done) override;
  void disperse(GameId game, Done<Outcome> done) override;
  void report(Seated whom, std::string by, Time at, Done<Outcome> done) override;
  void reports(Done<Result<std::vector<Report>>> done) override;
  void settle(Seated whom, Done<Outcome> done) override;
  void order(Ordered what, Done<Outcome> done) override;
  void orders(Done<Result<std::vector<Ordered>>> done) override;
  void obeyed(Ordered what, Done<Outcome> done) override;

 private:
  Postgres connection_;
};

}  // namespace coset::store
