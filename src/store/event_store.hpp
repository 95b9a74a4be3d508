// EventStore: the log of every game, which is all that must never be lost. A row is accepted only
// if its ply is free and the row before it is there with the chain that this one names; so a host
// that is behind, or ahead after a failover, can neither leave a gap nor fork a game. Whatever
// answers `appended` is durable.
//
// Questions are answered by a call of `done`, once, on the thread that runs the store, later or at
// once. One thread at a time.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.hpp"
#include "base/result.hpp"
#include "deal/deal.hpp"
#include "wire/table/types.hpp"

namespace coset::store {

using deal::GameId;
using wire::Chain;
using wire::MoveId;
using wire::Ply;
using wire::Time;

// A row of the log. Row 0 holds the first link of the chain and nothing else, so that the first
// event has a predecessor like any other.
struct Event {
  GameId game{};
  Ply ply = 0;
  Chain before;
  Chain chain;
  MoveId id = MoveId::none;
  Time at = 0;
  std::string body;
  // What is due when nothing else happens, for games of days; nothing: never.
  std::optional<Time> due{};
  // With the last event of a game: what is still to be done for it, in the same transaction.
  std::optional<std::string> outbox{};

  friend bool operator==(const Event&, const Event&) = default;
};

enum class Outcome : std::uint8_t {
  appended,
  taken,    // the ply is another's, or the row before it is not there: read the log
  unknown,  // the connection broke on the way: it may be there or not; read the log
  damaged,  // what it belongs to cannot be read any more: nothing was written
};

struct NewGame {
  GameId game{};
  std::string setup;  // as hub writes it, without secrets
  Chain first;
  Time at = 0;
  std::optional<GameId> after{};  // the game that this one is the rematch of: there is one at most
};

struct Log {
  std::string setup;
  std::vector<Event> events;  // from the ply that was asked for, in order, without row 0
  bool finished = false;
  std::optional<GameId> next{};  // its rematch
};

struct Due {
  GameId game{};
  Time at = 0;
  friend bool operator==(const Due&, const Due&) = default;
};

struct Task {
  std::int64_t number = 0;
  GameId game{};
  std::string body;
};

// What `append` requires: one statement cannot say which of two rows of a game came first.
inline void check_batch(const std::vector<Event>& batch) {
  std::vector<GameId> games;
  for (const Event& event : batch) {
    CHECK(event.ply > 0);
    games.push_back(event.game);
  }
  std::sort(games.begin(), games.end());
  CHECK(std::adjacent_find(games.begin(), games.end()) == games.end());
}

// The code of an Error that says that pages of the database are damaged.
inline constexpr std::string_view damaged_code = "store.damaged";

template <class... T>
using Done = std::function<void(T...)>;

class EventStore {
 public:
  EventStore() = default;
  EventStore(const EventStore&) = delete;
  EventStore& operator=(const EventStore&) = delete;
  virtual ~EventStore() = default;

  // `taken` if there is a game of that id, or another rematch of the same game.
  virtual void create(NewGame game, Done<Outcome> done) = 0;
  // The outcome of each row. REQUIRES: at most one row of a game, none of ply 0
  virtual void append(std::vector<Event> batch, Done<std::vector<Outcome>> done) = 0;
  // Nothing if there is no such game; an Error if the store cannot say.
  virtual void read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) = 0;
  // A finished game becomes one row that still holds every event. It may be told again.
  virtual void finish(GameId game, Done<Outcome> done) = 0;
  // Some games after that one, in an order of the store's own; from nothing on all of them are
  // told.
  virtual void games(std::optional<GameId> after, int most,
                     Done<Result<std::vector<GameId>>> done) = 0;
  // Unfinished games that are due by then, the earliest first.
  virtual void due(Time by, int most, Done<Result<std::vector<Due>>> done) = 0;
  // What is to be done for finished games, in order; `settled` takes it off the list.
  virtual void tasks(int most, Done<Result<std::vector<Task>>> done) = 0;
  virtual void settled(std::int64_t number, Done<Outcome> done) = 0;
  // Writes what changes nothing: `appended` if the store takes rows.
  virtual void probe(Done<Outcome> done) = 0;
};

}  // namespace coset::store
