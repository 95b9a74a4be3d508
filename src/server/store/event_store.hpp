// EventStore: the event log of every game. A row is accepted only if its ply is free and the
// previous row exists with the chain that this one names; so a host that is behind, or ahead after
// a failover, can neither leave a gap nor fork a game. A row with the result `ok` is durable.
//
// Every call completes by one call of `done` on the thread that runs the store, later or before it
// returns. One thread at a time.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.hpp"
#include "base/result.hpp"
#include "engine/fair_deal/deal.hpp"
#include "protocol/table/types.hpp"

namespace coset::store {

using fair_deal::GameId;
using protocol::Chain;
using protocol::MoveId;
using protocol::Ply;
using protocol::Time;

// A row of the log. Row 0 holds only the first link of the chain, so that the first event has a
// predecessor like any other.
struct Event {
  GameId game{};
  Ply ply = 0;
  Chain before;
  Chain chain;
  MoveId id = MoveId::none;
  Time at = 0;
  std::string body;
  // The deadline of the turn in a correspondence game; nothing: never.
  std::optional<Time> due{};
  // With the last event of a game: a task for it, in the same transaction.
  std::optional<std::string> outbox{};
  // Of a row that judges a seat (time, absence): it is accepted only while this is the epoch of the
  // game's claim (claim_store.hpp). A move has none. SQLite, with one process, does not compare it.
  std::optional<std::int64_t> epoch{};

  friend bool operator==(const Event&, const Event&) = default;
};

enum class WriteResult : std::uint8_t {
  ok,
  conflict,  // the ply is taken, the previous row or the claim is not as named: read again
  unknown,   // the connection was lost: it may be written or not; read again
  damaged,   // the pages it needs are damaged: nothing was written
};

struct NewGame {
  GameId game{};
  std::string setup;  // as `table` writes it, without secrets
  Chain first;
  Time at = 0;
  std::optional<GameId> rematch_of{};  // a game has at most one rematch
  // Of a rematch: the seat that each seat was there. Who held it holds this one, from the same
  // transaction on; nobody at a table that a class made.
  std::vector<std::uint8_t> seats_before{};
};

struct Log {
  std::string setup;
  std::vector<Event> events;  // from the requested ply, in order, without row 0
  bool finished = false;
  std::optional<GameId> next{};  // its rematch
  bool in_file = false;          // `cosetd archive` has moved its events into a file
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

// What `append` requires: one statement cannot order two rows of a game.
inline void check_batch(const std::vector<Event>& batch) {
  std::vector<GameId> games;
  for (const Event& event : batch) {
    CHECK(event.ply > 0);
    games.push_back(event.game);
  }
  std::sort(games.begin(), games.end());
  CHECK(std::adjacent_find(games.begin(), games.end()) == games.end());
}

// The code of an Error about damaged pages.
inline constexpr std::string_view damaged_code = "store.damaged";

template <class... T>
using Done = std::function<void(T...)>;

class EventStore {
 public:
  EventStore() = default;
  EventStore(const EventStore&) = delete;
  EventStore& operator=(const EventStore&) = delete;
  virtual ~EventStore() = default;

  // `conflict` if a game has that id, or if it is a rematch of a game that has another one or is
  // gone.
  virtual void create(NewGame game, Done<WriteResult> done) = 0;
  // The result of each row. REQUIRES: at most one row of a game, none of ply 0
  virtual void append(std::vector<Event> batch, Done<std::vector<WriteResult>> done) = 0;
  // Nothing if there is no such game; an Error if the store is unavailable or damaged.
  virtual void read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) = 0;
  // A finished game becomes one row that still holds every event. Idempotent.
  virtual void archive(GameId game, Done<WriteResult> done) = 0;
  // At most `limit` games after that one, in the store's order; from the first if it is empty.
  virtual void games(std::optional<GameId> after, int limit,
                     Done<Result<std::vector<GameId>>> done) = 0;
  // Games created before that time which are not archived, as `games`: they still go on, were
  // abandoned, or ended when their node died.
  virtual void unfinished(Time before, std::optional<GameId> after, int limit,
                          Done<Result<std::vector<GameId>>> done) = 0;
  // Games that end in the month of that time can be dropped together later; without it, one by one.
  virtual void open_month(Time /*at*/) {}
  // Unfinished games whose deadline is before `by`, the earliest first.
  virtual void due(Time by, int limit, Done<Result<std::vector<Due>>> done) = 0;
  // Tasks of finished games, in order; `complete_task` deletes one.
  virtual void tasks(int limit, Done<Result<std::vector<Task>>> done) = 0;
  virtual void complete_task(std::int64_t number, Done<WriteResult> done) = 0;
  // A write that changes nothing: `ok` if the store accepts writes.
  virtual void probe(Done<WriteResult> done) = 0;
};

}  // namespace coset::store
