#include "apps/coset/cli/terminal/children.hpp"

#include <array>
#include <atomic>
#include <csignal>

namespace coset::cli {

namespace {

// More than the arena's threads can start; a child without a slot is ended only by its owner.
constexpr std::size_t places = 4096;
std::array<std::atomic<pid_t>, places> groups{};
static_assert(std::atomic<pid_t>::is_always_lock_free);

}  // namespace

void enter_child(pid_t group) {
  for (auto& place : groups) {
    pid_t empty = 0;
    if (place.compare_exchange_strong(empty, group)) return;
  }
}

void leave_child(pid_t group) {
  for (auto& place : groups) {
    pid_t here = group;
    if (place.compare_exchange_strong(here, 0)) return;
  }
}

void kill_children() {
  for (auto& place : groups)
    if (const pid_t group = place.load(); group > 0) kill(-group, SIGKILL);
}

}  // namespace coset::cli
