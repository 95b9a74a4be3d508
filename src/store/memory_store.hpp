// An EventStore that forgets when it ends: for tests and simulators. It answers at once.
#pragma once

#include <map>

#include "store/event_store.hpp"

namespace coset::store {

class MemoryStore final : public EventStore {
 public:
  void create(NewGame game, Done<Outcome> done) override;
  void append(std::vector<Event> batch, Done<std::vector<Outcome>> done) override;
  void read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) override;
  void finish(GameId game, Done<Outcome> done) override;
  void games(std::optional<GameId> after, int most,
             Done<Result<std::vector<GameId>>> done) override;
  void due(Time by, int most, Done<Result<std::vector<Due>>> done) override;
  void tasks(int most, Done<Result<std::vector<Task>>> done) override;
  void settled(std::int64_t number, Done<Outcome> done) override;
  void probe(Done<Outcome> done) override { done(Outcome::appended); }
  // As in people.hpp.
  Outcome reword(GameId game, const std::string& before, const std::string& after);

 private:
  struct Kept {
    std::string setup;
    std::vector<Event> events;  // row 0 first
    std::optional<Time> due;
    std::optional<GameId> next;
    bool finished = false;
  };
  Outcome append(Event&& event);

  std::map<GameId, Kept> games_;
  std::map<std::int64_t, Task> tasks_;
  std::int64_t last_task_ = 0;
};

}  // namespace coset::store
