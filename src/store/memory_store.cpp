#include "store/memory_store.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace coset::store {

void MemoryStore::create(NewGame game, Done<Outcome> done) {
  const auto before = game.after ? games_.find(*game.after) : games_.end();
  const bool rival = game.after && before != games_.end() && before->second.next;
  if (games_.contains(game.game) || rival) return done(Outcome::taken);
  if (before != games_.end()) before->second.next = game.game;
  Kept& kept = games_[game.game];
  kept.setup = std::move(game.setup);
  kept.events.push_back({game.game, 0, {}, game.first, MoveId::none, game.at, {}});
  done(Outcome::appended);
}

Outcome MemoryStore::reword(GameId game, const std::string& before, const std::string& after) {
  const auto found = games_.find(game);
  if (found == games_.end() || found->second.setup != before) return Outcome::taken;
  found->second.setup = after;
  return Outcome::appended;
}

Outcome MemoryStore::append(Event&& event) {
  const auto found = games_.find(event.game);
  if (found == games_.end() || found->second.finished) return Outcome::taken;
  Kept& kept = found->second;
  if (event.ply != kept.events.size() || !(kept.events.back().chain == event.before))
    return Outcome::taken;
  kept.due = event.due;
  if (event.outbox) {
    const std::int64_t number = ++last_task_;
    tasks_[number] = {number, event.game, *std::move(event.outbox)};
  }
  event.due.reset();
  event.outbox.reset();
  kept.events.push_back(std::move(event));
  return Outcome::appended;
}

void MemoryStore::append(std::vector<Event> batch, Done<std::vector<Outcome>> done) {
  check_batch(batch);
  std::vector<Outcome> out;
  for (Event& event : batch) out.push_back(append(std::move(event)));
  done(std::move(out));
}

void MemoryStore::read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) {
  const auto found = games_.find(game);
  if (found == games_.end()) return done(std::optional<Log>());
  const Kept& kept = found->second;
  Log log{kept.setup, {}, kept.finished, kept.next};
  for (std::size_t ply = std::max<Ply>(from, 1); ply < kept.events.size(); ++ply)
    log.events.push_back(kept.events[ply]);
  done(std::optional(std::move(log)));
}

void MemoryStore::finish(GameId game, Done<Outcome> done) {
  const auto found = games_.find(game);
  if (found == games_.end()) return done(Outcome::taken);
  found->second.finished = true;
  found->second.due.reset();
  done(Outcome::appended);
}

void MemoryStore::games(std::optional<GameId> after, int most,
                        Done<Result<std::vector<GameId>>> done) {
  std::vector<GameId> out;
  for (auto next = after ? games_.upper_bound(*after) : games_.begin();
       next != games_.end() && static_cast<int>(out.size()) < most; ++next)
    out.push_back(next->first);
  done(std::move(out));
}

void MemoryStore::due(Time by, int most, Done<Result<std::vector<Due>>> done) {
  std::vector<Due> out;
  for (const auto& [game, kept] : games_)
    if (kept.due && *kept.due <= by) out.push_back({game, *kept.due});
  std::sort(out.begin(), out.end(), [](const Due& a, const Due& b) {
    return std::pair(a.at, a.game) < std::pair(b.at, b.game);
  });
  if (out.size() > static_cast<std::size_t>(most)) out.resize(static_cast<std::size_t>(most));
  done(std::move(out));
}

void MemoryStore::tasks(int most, Done<Result<std::vector<Task>>> done) {
  std::vector<Task> out;
  for (const auto& [number, task] : tasks_)
    if (static_cast<int>(out.size()) < most) out.push_back(task);
  done(std::move(out));
}

void MemoryStore::settled(std::int64_t number, Done<Outcome> done) {
  tasks_.erase(number);
  done(Outcome::appended);
}

}  // namespace coset::store
