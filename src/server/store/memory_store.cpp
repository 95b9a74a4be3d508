#include "server/store/memory_store.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "server/store/memory_claims.hpp"

namespace coset::store {

void MemoryStore::create(NewGame game, Done<WriteResult> done) {
  const auto before = game.rematch_of ? games_.find(*game.rematch_of) : games_.end();
  const bool refused = game.rematch_of && (before == games_.end() || before->second.next);
  if (games_.contains(game.game) || refused) return done(WriteResult::conflict);
  if (before != games_.end()) before->second.next = game.game;
  if (const auto held = before == games_.end() ? seats_.end() : seats_.find(before->first);
      held != seats_.end()) {
    std::vector<std::string> guests;
    for (const std::uint8_t seat : game.seats_before)
      guests.push_back(seat < held->second.size() ? held->second[seat] : std::string());
    seats_[game.game] = std::move(guests);
  }
  Game& game_row = games_[game.game];
  game_row.setup = std::move(game.setup);
  game_row.rematch_of = game.rematch_of;
  game_row.events.push_back({game.game, 0, {}, game.first, MoveId::none, game.at, {}});
  done(WriteResult::ok);
}

void MemoryStore::truncate(GameId game, Ply head) {
  Game& game_row = games_.at(game);
  if (game_row.events.size() <= head + 1) return;
  game_row.events.resize(head + 1);
  game_row.finished = false;  // an end is archived after its row
}

void MemoryStore::move_to_file(GameId game) {
  Game& game_row = games_.at(game);
  CHECK(game_row.finished);
  game_row.events.clear();
  game_row.in_file = true;
}

WriteResult MemoryStore::replace_setup(GameId game, const std::string& before,
                                       const std::string& after, const std::string& guest) {
  const auto found = games_.find(game);
  if (found == games_.end() || found->second.setup != before) return WriteResult::conflict;
  found->second.setup = after;
  if (const auto held = seats_.find(game); held != seats_.end() && !guest.empty())
    std::replace(held->second.begin(), held->second.end(), guest, std::string());
  return WriteResult::ok;
}

void MemoryStore::seat(GameId game, const std::vector<std::string>& guests) {
  seats_.try_emplace(game, guests);
}

void MemoryStore::delete_seats(const std::string& guest) {
  for (auto& [game, guests] : seats_)
    std::replace(guests.begin(), guests.end(), guest, std::string());
}

GameId MemoryStore::first_of(GameId game) const {
  for (auto at = games_.find(game); at != games_.end() && at->second.rematch_of;
       at = games_.find(game))
    game = *at->second.rematch_of;
  return game;
}

std::vector<std::string> MemoryStore::holders(GameId game) const {
  const auto found = seats_.find(game);
  return found == seats_.end() ? std::vector<std::string>() : found->second;
}

std::vector<SeatRef> MemoryStore::seats_of(const std::string& guest) const {
  std::vector<SeatRef> out;
  for (const auto& [game, guests] : seats_)
    for (std::size_t i = 0; i < guests.size(); ++i)
      if (guests[i] == guest) out.push_back({game, static_cast<std::uint8_t>(i)});
  return out;
}

std::vector<RunningGame> MemoryStore::running_with(const std::string& guest) const {
  std::vector<RunningGame> out;
  for (const SeatRef& each : seats_of(guest))
    if (const auto found = games_.find(each.game); found != games_.end() && !found->second.finished)
      out.push_back({each.game, each.seat, found->second.setup, found->second.events.front().at});
  return out;
}

WriteResult MemoryStore::append(Event&& event) {
  const auto found = games_.find(event.game);
  if (found == games_.end() || found->second.finished) return WriteResult::conflict;
  Game& game_row = found->second;
  if (event.ply != game_row.events.size() || !(game_row.events.back().chain == event.before))
    return WriteResult::conflict;
  if (event.epoch && claims_ != nullptr && !claims_->is_current(event.game, *event.epoch))
    return WriteResult::conflict;
  game_row.due = event.due;
  if (event.outbox) {
    const std::int64_t number = ++last_task_;
    tasks_[number] = {number, event.game, *std::move(event.outbox)};
  }
  event.due.reset();
  event.outbox.reset();
  event.epoch.reset();
  game_row.events.push_back(std::move(event));
  return WriteResult::ok;
}

void MemoryStore::append(std::vector<Event> batch, Done<std::vector<WriteResult>> done) {
  check_batch(batch);
  std::vector<WriteResult> out;
  for (Event& event : batch) out.push_back(append(std::move(event)));
  done(std::move(out));
}

void MemoryStore::read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) {
  const auto found = games_.find(game);
  if (found == games_.end()) return done(std::optional<Log>());
  const Game& game_row = found->second;
  Log log{game_row.setup, {}, game_row.finished, game_row.next, game_row.in_file};
  for (std::size_t ply = std::max<Ply>(from, 1); ply < game_row.events.size(); ++ply)
    log.events.push_back(game_row.events[ply]);
  done(std::optional(std::move(log)));
}

void MemoryStore::archive(GameId game, Done<WriteResult> done) {
  const auto found = games_.find(game);
  if (found == games_.end()) return done(WriteResult::conflict);
  found->second.finished = true;
  found->second.due.reset();
  done(WriteResult::ok);
}

void MemoryStore::games(std::optional<GameId> after, int limit,
                        Done<Result<std::vector<GameId>>> done) {
  std::vector<GameId> out;
  for (auto next = after ? games_.upper_bound(*after) : games_.begin();
       next != games_.end() && static_cast<int>(out.size()) < limit; ++next)
    out.push_back(next->first);
  done(std::move(out));
}

void MemoryStore::unfinished(Time before, std::optional<GameId> after, int limit,
                             Done<Result<std::vector<GameId>>> done) {
  std::vector<GameId> out;
  for (auto next = after ? games_.upper_bound(*after) : games_.begin();
       next != games_.end() && static_cast<int>(out.size()) < limit; ++next)
    if (!next->second.finished && next->second.events.front().at < before)
      out.push_back(next->first);
  done(std::move(out));
}

void MemoryStore::due(Time by, int limit, Done<Result<std::vector<Due>>> done) {
  std::vector<Due> out;
  for (const auto& [game, game_row] : games_)
    if (game_row.due && *game_row.due <= by) out.push_back({game, *game_row.due});
  std::sort(out.begin(), out.end(), [](const Due& a, const Due& b) {
    return std::pair(a.at, a.game) < std::pair(b.at, b.game);
  });
  if (out.size() > static_cast<std::size_t>(limit)) out.resize(static_cast<std::size_t>(limit));
  done(std::move(out));
}

void MemoryStore::tasks(int limit, Done<Result<std::vector<Task>>> done) {
  std::vector<Task> out;
  for (const auto& [number, task] : tasks_)
    if (static_cast<int>(out.size()) < limit) out.push_back(task);
  done(std::move(out));
}

void MemoryStore::complete_task(std::int64_t number, Done<WriteResult> done) {
  tasks_.erase(number);
  done(WriteResult::ok);
}

}  // namespace coset::store
