// A connection to PostgreSQL that never waits: commands go out in libpq's pipeline mode, each
// closed by a sync of its own, so that one that fails takes no other along. A statement commits at
// its sync, after its rows were sent, so they count only when the sync is answered. The host
// watches `descriptor` and calls `ready`; where it may sleep, it calls `wait`. A broken connection
// answers everything that was on its way with nothing, and every command until it is back; so does
// one that has let a statement wait beyond its deadline, which the host has to look for by
// `expire`. A new connection first commits a transaction of its own, the barrier: what is visible
// then has been committed before it, at a synchronous standby too. One thread at a time.
#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "server/store/postgres_values.hpp"

namespace coset::store {

// The deadline of one statement, and of a connection attempt.
inline constexpr std::chrono::milliseconds statement_deadline{5000};

// Of a statement: its rows; or why it was refused; or neither, if its outcome is unknown or it may
// succeed later: no space, no locks.
struct QueryResult {
  const ResultRows* rows = nullptr;
  std::string refusal;
  bool damaged = false;  // refused because pages that it needs are damaged
};

// REQUIRES: it has no rows
inline Error query_error(const QueryResult& result) {
  if (result.refusal.empty())
    return {"store.unavailable", 0, "The database does not respond; its connection is lost."};
  return {result.damaged ? "store.damaged" : "store.refused", 0,
          "The database says: " + result.refusal};
}

struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Got = std::unique_ptr<PGresult, Clear>;

struct Prepared {
  std::string_view name;
  std::string_view sql;
};

enum class LockMode : std::uint8_t { exclusive, shared };

struct ConnectionLoss {
  std::string reason;  // a sentence
  std::string host;
};

class Postgres {
 public:
  // `statements` are prepared on every new connection.
  Postgres(std::string url, std::vector<Prepared> statements);
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;
  ~Postgres();

  void send(std::string_view statement, const Parameters& parameters,
            std::function<void(const QueryResult&)> done);

  bool connected() const {
    return state_ == State::ready && (owner_ == nullptr || owner_->connected());
  }
  // Before the first connection: statements are sent only while it holds this advisory lock, which
  // ends with the connection. So no other process with the same lock acts at the same time, except
  // that those with a shared one act together.
  void hold_lock(std::int32_t lock, LockMode mode = LockMode::exclusive);
  // Sends statements only while `owner`, which holds the lock, is connected.
  void only_with(const Postgres& owner) { owner_ = &owner; }
  // At the last attempt another process held the lock.
  bool locked_by_another() const { return another_; }
  // The message of the first statement that found damaged pages; empty if there was none.
  const std::string& damage() const { return damage_; }
  // Why and at which host the connection was lost last; empty if it never was.
  const ConnectionLoss& last_loss() const { return loss_; }
  // Of the connection, or the folder of its socket; empty while there is none.
  std::string host() const;
  // What the database says beside its answers; without a listener it is written to standard error.
  void on_notice(std::function<void(const std::string&)> listener) {
    listener_ = std::move(listener);
  }

  // Starts to connect if there is no connection; the caller decides how often.
  void connect();
  // -1 while there is none. It may change after `connect` and `ready`.
  int descriptor() const;
  bool wants_to_write() const;
  // Call it when the descriptor is readable or writable.
  void ready();
  // Waits until the descriptor is ready or the time has passed, and handles it.
  void wait(int milliseconds);
  bool idle() const { return pending_.empty(); }

  using Moment = std::chrono::steady_clock::time_point;
  // Since when the database executes the oldest statement; nothing if none is pending.
  std::optional<Moment> waiting_since() const;
  // Aborts a connection that has exceeded its deadline.
  void expire();
  // Sends an empty query if none is pending, to detect a hanging database before it is needed.
  void pulse();

 private:
  enum class State : std::uint8_t { broken, connecting, opening, ready };
  struct Close {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  void put(std::string_view statement, const Parameters& parameters,
           std::function<void(const QueryResult&)> done);
  void open();
  void acquire_lock();
  void await_barrier();
  void read();
  void complete(const QueryResult& result);
  void complete_error(const PGresult* result);
  void take_notice(const PGresult* notice);
  bool is_silent() const;  // beyond the deadline
  void disconnect(std::string reason);
  std::string error_message() const;

  std::string url_;
  std::vector<Prepared> statements_;
  std::unique_ptr<PGconn, Close> connection_;
  State state_ = State::broken;
  PostgresPollingStatusType polling_ = PGRES_POLLING_WRITING;
  std::deque<std::function<void(const QueryResult&)>> pending_;
  Got got_;                      // of the first of them, until its sync
  bool barrier_ = false;         // it is the barrier
  bool wait_cancelled_ = false;  // it may be committed here only, and not at the standby
  unsigned first_host_ = 0;  // of the next attempt: another one after each host that was of no use
  Moment since_{};           // of the first of them, or of the connection attempt
  bool unsent_ = false;
  std::optional<std::int32_t> lock_;
  LockMode lock_mode_ = LockMode::exclusive;
  std::string name_;  // of its sessions, in pg_stat_activity
  ConnectionLoss loss_;
  std::function<void(const std::string&)> listener_;
  bool another_ = false;
  const Postgres* owner_ = nullptr;
  std::string damage_;
};

// The same database without its passwords, as "name=value name=value".
Result<std::string> without_passwords(const std::string& url);

// The last result of statements in one text; nothing if there is none in time; 0: no timeout.
Got ask(PGconn* connection, const std::string& sql,
        std::chrono::milliseconds within = statement_deadline);

// Statements one after another on a connection of its own, before a server starts.
std::optional<Error> run_script(const std::string& url,
                                const std::function<std::optional<Error>(PGconn*)>& script);

}  // namespace coset::store
