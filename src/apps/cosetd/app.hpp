// ServerApp: a Node with its dependencies, as the handler of the socket layer. After every call it
// runs the work that has become due. On the event loop's thread.
#pragma once

#include <chrono>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "apps/cosetd/crash_marker.hpp"
#include "apps/cosetd/downtime.hpp"
#include "apps/cosetd/metrics.hpp"
#include "apps/cosetd/options.hpp"
#include "apps/cosetd/platform.hpp"
#include "server/net/event_loop.hpp"
#include "server/net/handler.hpp"
#include "server/net/postgres_driver.hpp"
#include "server/net/server.hpp"
#include "server/net/thread_pool.hpp"
#include "server/net/timer.hpp"
#include "server/node/node.hpp"
#include "server/store/claim_store.hpp"
#include "server/store/class_store.hpp"
#include "server/store/guest_store.hpp"
#include "server/store/player_store.hpp"
#include "server/store/seed_store.hpp"

namespace coset::cosetd {

// The stores, with the PostgreSQL connections to drive, if they have any.
struct Stores {
  std::unique_ptr<store::EventStore> events;
  std::unique_ptr<store::SeedStore> seeds;
  std::unique_ptr<store::PlayerStore> players;
  std::unique_ptr<store::ClaimStore> claims;
  std::unique_ptr<store::ClassStore> classes;  // over the connection of the players
  std::unique_ptr<store::GuestStore> guests;   // likewise
  store::Postgres* events_connection = nullptr;
  store::Postgres* seeds_connection = nullptr;
  store::Postgres* players_connection = nullptr;
  store::Postgres* claims_connection = nullptr;               // of a node
  std::vector<std::shared_ptr<const store::Health>> files{};  // SQLite
};

// The body of /api/server.
std::string server_info(const Options& options);

// What the operator can do about a PostgreSQL that was not opened: sentences that follow the
// error's own.
std::string advice(const Error& error);

// REQUIRES: with SQLite, the caller holds the lock of the data directory
Result<Stores> open_stores(const Options& options);

class ServerApp final : public net::Handler {
 public:
  // `writable`: the store accepts writes at the start.
  ServerApp(const Options& options, net::EventLoop& loop, net::Server& server, Stores stores,
            bool writable, MmapCrashMarker& crash_marker, Downtime downtime);
  ~ServerApp() override;

  // Tells clients to reconnect, spread over `spread`, and then stops the loop: sooner if no client
  // is left, and not while a write is pending that may still be answered. A node sends its clients
  // to other nodes, in a time that depends on their number.
  void drain(std::chrono::milliseconds spread);
  // Why the loop was stopped without a request to drain.
  const std::optional<Error>& failed() const { return failed_; }
  // A thread is blocked on a disk that does not answer; do not join it.
  bool stuck() const { return stuck_; }

  node::AdmissionResult admit(const node::GuestIdentity& guest, node::RequestKind kind) override;
  node::SocketHandler& socket_handler() override {
    begin_event();  // pump() follows
    return *node_;
  }
  void call(const node::Request& request, std::function<void(node::Response)> done) override;
  bool ready() override;
  bool draining() override { return is_node_ && drain_deadline_; }
  void begin_event() override {
    if (!event_since_) event_since_ = std::chrono::steady_clock::now();
  }
  void pump() override;
  std::string metrics() override;

 private:
  // A thread pool that pumps the app after each completion.
  class PumpingPool final : public node::WorkerPool {
   public:
    PumpingPool(ServerApp& app, net::EventLoop& loop, unsigned threads)
        : app_(app), threads_(loop, threads) {}
    void run(std::function<void()> work, std::function<void()> done) override;
    void run_steps(std::function<bool()> step, std::function<void()> done) override;
    // Since when work has been pending; nothing if none is.
    std::optional<node::Time> waiting_since() const {
      return pending_ == 0 ? std::nullopt : std::optional(since_);
    }

   private:
    std::function<void()> and_pump(std::function<void()> done);

    ServerApp& app_;
    net::ThreadPool threads_;
    std::size_t pending_ = 0;
    node::Time since_ = 0;
  };

  void run_due();
  void exclude_loop_lag();
  void check_stores();
  bool connected() const;
  // Another process has the database, or this node's name.
  std::optional<Error> replaced() const;
  // The log fields about a damaged store; nothing if none is damaged.
  std::optional<nlohmann::json> damage() const;
  void log_readiness_change();
  // The log fields about why the store does not accept writes.
  nlohmann::json outage_reason() const;
  void trim_heap();
  void stop_if_drained();

  net::EventLoop& loop_;
  net::Server& server_;
  std::string server_info_;  // the body of /api/server
  bool is_node_;
  Stores stores_;
  SteadyClock clock_;
  SodiumRandom random_;
  node::CryptoFunctions crypto_ = crypto_functions();
  PumpingPool bot_pool_;
  std::optional<PumpingPool> store_thread_;  // for stores that block on a disk
  net::Timer timer_, trim_timer_;
  std::optional<node::Node> node_;
  std::optional<net::PostgresDriver> events_driver_, seeds_driver_, players_driver_, claims_driver_;
  std::optional<node::Time> drain_deadline_;
  bool was_ready_ = true, was_damaged_ = false, stuck_ = false;
  std::chrono::steady_clock::time_point lost_at_{};  // the store, while it is not ready
  std::optional<Error> failed_;
  std::string data_dir_;
  Downtime downtime_;
  node::Time next_watchdog_ = 0;
  ProcessStats stats_;
  std::optional<std::chrono::steady_clock::time_point> event_since_;
};

}  // namespace coset::cosetd
