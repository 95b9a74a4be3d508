#include "apps/cosetd/database_lock.hpp"

#include <nlohmann/json.hpp>
#include <thread>

#include "apps/cosetd/logging.hpp"
#include "server/store/blocking.hpp"

namespace coset::cosetd {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::int32_t lock_key = 7163514;  // an arbitrary number
constexpr int poll_interval = 100;          // milliseconds

}  // namespace

std::optional<Error> acquire(const Stores& stores, std::chrono::milliseconds timeout) {
  store::Postgres* events = stores.events_connection;
  if (events == nullptr) return std::nullopt;
  events->hold_lock(lock_key);
  const auto until = Steady::now() + timeout;
  bool logged = false;
  while (!events->connected()) {
    events->wait(poll_interval);
    if (events->descriptor() >= 0) continue;
    if (Steady::now() >= until)
      return events->locked_by_another()
                 ? Error{"server.second", 0,
                         "Another cosetd uses this database. Stop it first, or use a different "
                         "database: a database belongs to one process."}
                 : Error{"store.unavailable", 0, "The database does not respond."};
    if (events->locked_by_another() && !std::exchange(logged, true))
      log_info("waiting",
               {{"message", "Another cosetd uses this database; waiting for it to stop."}});
    std::this_thread::sleep_for(std::chrono::milliseconds(poll_interval));
  }
  for (store::Postgres* other : {stores.seeds_connection, stores.players_connection}) {
    other->only_with(*events);
    for (const auto due = Steady::now() + store::statement_deadline;
         !other->connected() && Steady::now() < due;)
      other->wait(poll_interval);
  }
  return std::nullopt;
}

bool accepts_writes(const Stores& stores) {
  return store::wait_for<store::WriteResult>(stores.events_connection, [&](auto done) {
           stores.events->probe(done);
         }) == store::WriteResult::ok;
}

}  // namespace coset::cosetd
