#include "server/owner.hpp"

#include <nlohmann/json.hpp>
#include <thread>

#include "server/journal.hpp"

namespace coset::server {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::int32_t node_lock = 7163514;  // any number that nobody else uses
constexpr int look_every = 100;              // milliseconds

}  // namespace

std::optional<Error> own(const Stores& stores, std::chrono::milliseconds patience) {
  store::Postgres* events = stores.events_connection;
  if (events == nullptr) return std::nullopt;
  events->hold_lock(node_lock);
  const auto until = Steady::now() + patience;
  bool told = false;
  while (!events->connected()) {
    events->wait(look_every);
    if (events->descriptor() >= 0) continue;
    if (Steady::now() >= until)
      return events->locked_by_another()
                 ? Error{"server.second", 0,
                         "Another cosetd works on this database. Stop it first, or give this one "
                         "another database: several processes cannot share one."}
                 : Error{"store.away", 0, "The database does not answer."};
    if (events->locked_by_another() && !std::exchange(told, true))
      note("waiting", {{"text", "Another cosetd works on this database; this one waits for it."}});
    std::this_thread::sleep_for(std::chrono::milliseconds(look_every));
  }
  for (store::Postgres* other : {stores.seeds_connection, stores.people_connection}) {
    other->only_with(*events);
    for (const auto due = Steady::now() + store::statement_deadline;
         !other->connected() && Steady::now() < due;)
      other->wait(look_every);
  }
  return std::nullopt;
}

bool takes_rows(const Stores& stores) {
  std::optional<store::Outcome> out;
  stores.events->probe([&](store::Outcome is) { out = is; });
  while (!out) stores.events_connection->wait(look_every);
  return out == store::Outcome::appended;
}

}  // namespace coset::server
