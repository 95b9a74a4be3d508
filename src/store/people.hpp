// Who sat where, for one purpose: that people can take along or delete what is theirs. Somebody is
// known by a digest of their id, never by the id. A rematch is not listed, it follows from its
// game. Whoever is deleted stays in the game as "someone": the names in a setup are no part of the
// chain. One thread at a time; see event_store.hpp for how questions are answered.
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
};

// In the file of the log, by a connection of its own.
class SqlitePeople final : public PeopleStore {
 public:
  // REQUIRES: the file has the form of this program
  static Result<std::unique_ptr<SqlitePeople>> open(const std::string& path);

  void seat(GameId game, std::vector<std::string> who, Done<Outcome> done) override;
  void games_of(std::string who, Done<Result<std::vector<Seated>>> done) override;
  void reword(GameId game, std::string before, std::string after, Done<Outcome> done) override;
  void forget(std::string who, Done<Outcome> done) override;

 private:
  explicit SqlitePeople(Database database);
  Database database_;
  Statement insert_, select_, update_, delete_;
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

 private:
  Postgres connection_;
};

}  // namespace coset::store
