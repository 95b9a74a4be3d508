#include <algorithm>
#include <utility>

#include "server/store/class_store.hpp"

namespace coset::store {

bool MemoryClasses::taken(ClassId id, const std::string& code) const {
  return std::any_of(classes_.begin(), classes_.end(), [&](const auto& each) {
    return each.first != id && each.second.code == code;
  });
}

void MemoryClasses::create(ClassId id, ClassEvent opened, Done<WriteResult> done) {
  CHECK(opened.number == 1 && opened.code);
  if (classes_.contains(id) || taken(id, *opened.code)) return done(WriteResult::conflict);
  Class& made = classes_[id];
  made.code = *opened.code;
  made.facts = opened.facts;
  if (opened.place) made.places[opened.place->pupil] = opened.place->guest;
  made.events.push_back(std::move(opened));
  done(WriteResult::ok);
}

void MemoryClasses::append(ClassId id, ClassEvent event, Done<WriteResult> done) {
  CHECK(event.number > 1);
  const auto found = classes_.find(id);
  if (found == classes_.end()) return done(WriteResult::conflict);
  std::vector<ClassEvent>& events = found->second.events;
  const bool known = event.id != MoveId::none &&
                     std::any_of(events.begin(), events.end(),
                                 [&](const ClassEvent& each) { return each.id == event.id; });
  if (known || event.number != events.size() + 1 || (event.code && taken(id, *event.code)))
    return done(WriteResult::conflict);
  if (event.code) found->second.code = *event.code;
  if (event.facts) found->second.facts = event.facts;
  if (event.place) found->second.places[event.place->pupil] = event.place->guest;
  events.push_back(std::move(event));
  done(WriteResult::ok);
}

void MemoryClasses::add_games(ClassId id, std::vector<GameId> games, Done<WriteResult> done) {
  const auto found = classes_.find(id);
  if (found == classes_.end()) return done(WriteResult::conflict);
  found->second.games.insert(found->second.games.end(), games.begin(), games.end());
  done(WriteResult::ok);
}

void MemoryClasses::find(std::string code, Done<Result<std::optional<ClassId>>> done) {
  for (const auto& [id, each] : classes_)
    if (each.code == code) return done(std::optional(id));
  done(std::optional<ClassId>());
}

void MemoryClasses::summarize(std::string code, Done<Result<std::optional<ClassSummary>>> done) {
  for (const auto& [id, each] : classes_)
    if (each.code == code) return done(std::optional(ClassSummary{id, 0, each.facts}));
  done(std::optional<ClassSummary>());
}

void MemoryClasses::read(ClassId id, LogRange range, Done<Result<LogPage>> done) {
  LogPage out;
  const auto found = classes_.find(id);
  if (found == classes_.end()) return done(std::move(out));
  std::size_t bytes = 0;
  for (const ClassEvent& each : found->second.events) {
    if (each.number < range.from) continue;
    bytes += each.body.size();
    out.more = out.events.size() >= range.rows || (!out.events.empty() && bytes > range.bytes);
    if (out.more) break;
    out.events.push_back({each.number, each.id, each.at, each.body});
  }
  done(std::move(out));
}

void MemoryClasses::expired(Time before, int limit, Done<Result<std::vector<ClassId>>> done) {
  std::vector<ClassId> out;
  for (const auto& [id, each] : classes_)
    if (each.events.back().at < before && out.size() < static_cast<std::size_t>(limit))
      out.push_back(id);
  done(std::move(out));
}

void MemoryClasses::forget(ClassId id, std::vector<GameId> games, Done<Result<Forgotten>> done) {
  const std::vector<GameId> own = list_games(id);
  for (const GameId game : own)
    if (std::find(games.begin(), games.end(), game) == games.end()) games.push_back(game);
  classes_.erase(id);
  done(Forgotten{std::move(games)});
}

bool MemoryClasses::made(GameId game) const {
  return std::any_of(classes_.begin(), classes_.end(), [&](const auto& each) {
    const std::vector<GameId>& games = each.second.games;
    return std::find(games.begin(), games.end(), game) != games.end();
  });
}

std::vector<ClassPlace> MemoryClasses::places(ClassId id) const {
  std::vector<ClassPlace> out;
  if (const auto found = classes_.find(id); found != classes_.end())
    for (const auto& [pupil, guest] : found->second.places) out.push_back({pupil, guest});
  return out;
}

std::vector<GuestClass> MemoryClasses::classes_of(const std::string& guest) const {
  std::vector<GuestClass> out;
  for (const auto& [id, each] : classes_)
    for (const auto& [pupil, holder] : each.places)
      if (holder == guest)
        out.push_back({id, pupil, each.code, each.facts, each.events.front().at});
  return out;
}

void MemoryClasses::forget_places(const std::string& guest) {
  for (auto& [id, each] : classes_)
    std::erase_if(each.places, [&](const auto& place) { return place.second == guest; });
}

std::vector<GameId> MemoryClasses::list_games(ClassId id) const {
  const auto found = classes_.find(id);
  return found == classes_.end() ? std::vector<GameId>() : found->second.games;
}

}  // namespace coset::store
