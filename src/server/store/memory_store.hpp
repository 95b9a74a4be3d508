// An EventStore in memory, for tests and simulators. Calls complete before they return.
#pragma once

#include <map>

#include "server/store/seats.hpp"

namespace coset::store {

class MemoryClaimTable;

class MemoryStore final : public EventStore {
 public:
  // Without claims the epoch of a row is not compared.
  explicit MemoryStore(const MemoryClaimTable* claims = nullptr) : claims_(claims) {}

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
  void probe(Done<WriteResult> done) override { done(WriteResult::ok); }
  // Drops the rows after `head`, as a failover to a standby that lacks them does.
  void truncate(GameId game, Ply head);
  // As month_archive.hpp does with a month. REQUIRES: it is archived
  void move_to_file(GameId game);
  // As in player_store.hpp and guest_store.hpp.
  WriteResult replace_setup(GameId game, const std::string& before, const std::string& after,
                            const std::string& guest = {});
  void seat(GameId game, const std::vector<std::string>& guests);
  void delete_seats(const std::string& guest);
  // The game whose rematches led to it.
  GameId first_of(GameId game) const;
  std::vector<std::string> holders(GameId game) const;
  std::vector<SeatRef> seats_of(const std::string& guest) const;
  std::vector<RunningGame> running_with(const std::string& guest) const;

 private:
  struct Game {
    std::string setup;
    std::vector<Event> events;  // row 0 first
    std::optional<Time> due;
    std::optional<GameId> rematch_of, next;
    bool finished = false;
    bool in_file = false;
  };
  WriteResult append(Event&& event);

  const MemoryClaimTable* claims_;
  std::map<GameId, Game> games_;
  std::map<GameId, std::vector<std::string>> seats_;  // the guests; empty: none
  std::map<std::int64_t, Task> tasks_;
  std::int64_t last_task_ = 0;
};

}  // namespace coset::store
