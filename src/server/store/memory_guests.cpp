#include <algorithm>
#include <tuple>
#include <utility>

#include "server/store/guest_store.hpp"

namespace coset::store {

void MemoryGuests::list_holders(GameId game, Done<Result<std::vector<SeatHolder>>> done) {
  std::vector<SeatHolder> out;
  const std::vector<std::string> guests = events_.holders(game);
  for (std::size_t i = 0; i < guests.size() && !classes_.made(events_.first_of(game)); ++i)
    if (!guests[i].empty()) out.push_back({static_cast<std::uint8_t>(i), guests[i]});
  done(std::move(out));
}

void MemoryGuests::list_running(std::string guest, int limit,
                                Done<Result<std::vector<RunningGame>>> done) {
  std::vector<RunningGame> out;
  for (const RunningGame& each : events_.running_with(guest))
    if (!classes_.made(events_.first_of(each.game))) out.push_back(each);
  std::sort(out.begin(), out.end(), [](const RunningGame& a, const RunningGame& b) {
    return std::pair(-a.created_at, a.game) < std::pair(-b.created_at, b.game);
  });
  out.resize(std::min(out.size(), static_cast<std::size_t>(limit)));
  done(std::move(out));
}

void MemoryGuests::list_classes(std::string guest, int limit,
                                Done<Result<std::vector<GuestClass>>> done) {
  auto out = classes_.classes_of(guest);
  std::sort(out.begin(), out.end(), [](const GuestClass& a, const GuestClass& b) {
    return std::tuple(a.pupil != 0, -a.opened_at, a.id) <
           std::tuple(b.pupil != 0, -b.opened_at, b.id);
  });
  out.resize(std::min(out.size(), static_cast<std::size_t>(limit)));
  done(std::move(out));
}

void MemoryGuests::list_places(ClassId id, Done<Result<std::vector<ClassPlace>>> done) {
  done(classes_.places(id));
}

void MemoryGuests::save_pass(Pass pass, Done<WriteResult> done) {
  std::erase_if(passes_, [&](const auto& each) { return each.second.guest == pass.guest; });
  const std::string digest = pass.digest;
  passes_[digest] = std::move(pass);
  done(WriteResult::ok);
}

void MemoryGuests::use_pass(std::string digest, Time now,
                            Done<Result<std::optional<std::string>>> done) {
  const auto found = passes_.find(digest);
  if (found == passes_.end() || found->second.expires_at <= now)
    return done(std::optional<std::string>());
  done(std::optional(std::move(passes_.extract(found).mapped().sealed)));
}

void MemoryGuests::find_pass(std::string guest, Time now, Done<Result<std::optional<Time>>> done) {
  for (const auto& [digest, pass] : passes_)
    if (pass.guest == guest && pass.expires_at > now) return done(std::optional(pass.expires_at));
  done(std::optional<Time>());
}

void MemoryGuests::delete_expired_passes(Time now, Done<WriteResult> done) {
  std::erase_if(passes_, [&](const auto& each) { return each.second.expires_at <= now; });
  done(WriteResult::ok);
}

void MemoryGuests::forget_guest(std::string guest, Done<WriteResult> done) {
  std::erase_if(passes_, [&](const auto& each) { return each.second.guest == guest; });
  classes_.forget_places(guest);
  done(WriteResult::ok);
}

}  // namespace coset::store
