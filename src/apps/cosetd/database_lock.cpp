#include "apps/cosetd/database_lock.hpp"

#include <nlohmann/json.hpp>
#include <thread>

#include "apps/cosetd/logging.hpp"
#include "base/hash.hpp"
#include "server/store/blocking.hpp"

namespace coset::cosetd {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::int32_t lock_key = 7163514;  // an arbitrary number
constexpr int poll_interval = 100;          // milliseconds

// Connects with the lock; `second` says why not, if another process still has it then.
std::optional<Error> await_lock(store::Postgres& connection, const std::string& second,
                                Steady::time_point until) {
  bool logged = false;
  while (!connection.connected()) {
    connection.wait(poll_interval);
    if (connection.descriptor() >= 0) continue;
    if (Steady::now() >= until)
      return connection.locked_by_another()
                 ? Error{"server.second", 0, second}
                 : Error{"store.unavailable", 0, "The database does not respond."};
    if (connection.locked_by_another() && !std::exchange(logged, true))
      log_info("waiting",
               {{"message", "Another cosetd uses this database; waiting for it to stop."}});
    std::this_thread::sleep_for(std::chrono::milliseconds(poll_interval));
  }
  return std::nullopt;
}

}  // namespace

std::int32_t lock_of_node(std::string_view node) {
  const auto hash = static_cast<std::int32_t>(fnv1a(node) & 0x7fffffffU);
  return hash == lock_key ? 0 : hash;
}

std::optional<Error> acquire(const Stores& stores, const std::string& node,
                             std::chrono::milliseconds timeout) {
  store::Postgres* events = stores.events_connection;
  if (events == nullptr) return std::nullopt;
  const auto until = Steady::now() + timeout;
  const bool is_node = stores.claims_connection != nullptr;
  for (store::Postgres* each :
       {events, stores.seeds_connection, stores.players_connection, stores.claims_connection})
    if (each != nullptr)
      each->on_notice(
          [](const std::string& text) { log_warn("store_notice", {{"message", text}}); });
  events->hold_lock(lock_key, is_node ? store::LockMode::shared : store::LockMode::exclusive);
  const char* const second =
      is_node ? "A cosetd without --node uses this database. Stop it first: several processes need "
                "--node each."
              : "Another cosetd uses this database. Stop it first, or use a different database: "
                "without --node a database belongs to one process.";
  if (auto error = await_lock(*events, second, until)) return error;
  if (is_node) {
    stores.claims_connection->hold_lock(lock_of_node(node));
    const std::string twin = "Another cosetd named '" + node +
                             "' uses this database. Give each process a --node of its own.";
    if (auto error = await_lock(*stores.claims_connection, twin, until)) return error;
    stores.claims_connection->only_with(*events);
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
