// Node: the server without sockets, files, clocks and threads. It hosts tables over an EventStore:
// clients only ever receive committed events. One thread owns the Node and the store. Where several
// nodes share a store, its compare-and-set decides; a table's clients are at the node that holds
// its claim, and the others send them there. node_deps.hpp lists its dependencies,
// docs/server-protocol.md its protocol.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "server/node/histogram.hpp"
#include "server/node/node_deps.hpp"

namespace coset::node {

struct Config {
  int max_group_order = 60;                 // largest group at a hosted table
  Millis table_idle_timeout = 60'000;       // a table without connections is unloaded after it
  Millis broadcast_interval = 500;          // between batches to spectators and list subscribers
  Millis listed_away_timeout = 20'000;      // a listed table's participant leaves after it
  Millis invited_away_timeout = 1'800'000;  // the same where an invitation is needed: phones sleep
  Millis entropy_timeout = 10'000;          // a participant without bytes then has zeros
  Millis min_bot_delay = 400;               // so that people can follow a bot's moves
  Millis commit_interval = 0;               // at least, between two batches of event-log rows
  Millis ack_delay = 300;                   // a request that is not committed by then gets an ack
  Millis retry_delay = 100;                 // before a store request is retried; doubles up to 1 s
  Millis slow_write_timeout = 4'000;        // after it a pending write marks the store unavailable
  Millis probe_interval = 1'000;            // between test writes to an unavailable store
  Millis due_scan_interval = 10'000;        // between searches for overdue correspondence games
  // Time spans that are charged to no correspondence game.
  std::vector<std::pair<Time, Time>> downtime;
  int max_loaded_tables = 100'000;
  std::size_t max_loading_tables = 500;  // read from the store at the same time
  int max_pending_tables = 20'000;
  std::size_t max_pending_rows =
      10'000;  // uncommitted rows of the event log; then moves are refused as busy
  std::size_t max_queued_writes = 1'000;   // other writes, which wait behind them
  int people_per_address = 64;             // scales an address's budgets; see budgets.hpp
  bool quick_match = true;                 // `seek` is allowed
  bool allow_spectators = true;            // clients without a seat may watch a table
  bool classes = true;                     // teachers may open them
  int class_retention_days = 30;           // after its last event a class is forgotten
  std::vector<GameId> quarantined_tables;  // crashed the process: see crash_history.hpp
  std::optional<GameId> crashed_table;     // served when the last run crashed, counted by the store
};

// For metrics.
struct Counters {
  std::uint64_t sockets = 0;         // now
  std::uint64_t tables_loaded = 0;   // now
  std::uint64_t tables_pending = 0;  // now
  std::uint64_t classes_loaded = 0;  // now
  std::uint64_t games_started = 0;
  std::uint64_t games_finished = 0;
  std::uint64_t tables_cancelled = 0;
  std::uint64_t frames_in = 0;
  std::uint64_t frames_out = 0;
  std::uint64_t log_writes_ok = 0;
  std::uint64_t log_writes_conflict = 0;
  std::uint64_t log_writes_unknown = 0;
  std::uint64_t log_batches = 0;
  std::uint64_t closed_for_rate = 0;
  std::uint64_t rejected_for_rate = 0;
  std::uint64_t bot_searches = 0;  // for bots and hints
  std::uint64_t bot_searches_cancelled = 0;
  std::uint64_t orphan_seeds_deleted = 0;  // whose games never started
  std::uint64_t claims_held = 0;           // now, or being acquired
  std::uint64_t claims_taken_over = 0;     // for clients that another node had sent here
  std::uint64_t claims_lost = 0;
  std::uint64_t redirects = 0;        // sockets sent to another node
  std::optional<Millis> renewal_age;  // of the claims; nothing without a node's name
  LatencyHistogram commits;           // from queueing a row to the store's result
  bool store_unavailable = false;     // it rejects writes or does not respond
};

class Node final : public SocketHandler {
 public:
  Node(const Config& config, const NodeDeps& deps);
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node() override;

  // "/ws" is the lobby, "/ws/t/NAME" a table, "/ws/c/CODE" a class; `node=` in the query: another
  // node sent it here; `class=`: it is a pupil's.
  void on_open(Socket socket, const GuestIdentity& guest, std::string_view target) override;
  void on_message(Socket socket, std::string_view frame) override;
  void on_close(Socket socket) override;

  // Whether a request is within the rate limits; if so, it is charged.
  AdmissionResult admit(const GuestIdentity& guest, RequestKind kind);
  // Requests below /api, except /api/server and the guest cookie.
  void call(const Request& request, std::function<void(Response)> done);

  // Runs everything due; call it at next_tick() and after driving the store.
  void tick();
  Time next_tick() const;
  // The event loop was stalled between these times: no clock is charged for it.
  void exclude_stall(Time from, Time to);

  // The program reports the store as unavailable since then; a successful write ends the outage.
  void lose_store(Time since);

  // The program is about to stop: no table or game starts, every pending row is committed or
  // rejected, and clients are asked to reconnect at times spread until `by`.
  void drain(Time by);
  // No write is pending.
  bool idle() const;

  // The store accepts writes, and no other node can have taken this one's tables for its silence.
  bool ready() const;
  Counters counters() const;
  // Pending tables cancelled because their seed does not match the published commitment; each is
  // returned once.
  std::vector<std::string> take_commitment_mismatches();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace coset::node
