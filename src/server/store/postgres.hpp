// A connection to PostgreSQL that never waits: commands go out in libpq's pipeline mode, each
// closed by a sync of its own, so that one that fails takes no other along. The host watches
// `descriptor` and calls `ready`; where it may sleep, it calls `wait`. A broken connection answers
// everything that was on its way with nothing, and every command until it is back; so does one that
// has let a statement wait beyond its deadline, which the host has to look for by `expire`. One
// thread at a time.
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

namespace coset::store {

// The deadline of one statement, and of a connection attempt.
inline constexpr std::chrono::milliseconds statement_deadline{5000};

// The parameters of a statement, in binary.
class Parameters {
 public:
  Parameters& number(std::int64_t value);
  Parameters& small(std::int32_t value);
  Parameters& bytes(std::string value);  // bytea or text
  Parameters& null();
  Parameters& numbers(const std::vector<std::int64_t>& values);
  Parameters& smalls(const std::vector<std::int32_t>& values);
  Parameters& byte_lists(const std::vector<std::string_view>& values);
  // Empty optionals are null.
  Parameters& maybe_numbers(const std::vector<const std::int64_t*>& values);
  Parameters& maybe_texts(const std::vector<const std::string*>& values);

 private:
  friend class Postgres;
  std::vector<std::string> values_;
  std::vector<bool> nulls_;
};

class ResultRows {
 public:
  explicit ResultRows(const PGresult* result) : result_(result) {}
  int size() const { return PQntuples(result_); }
  bool null(int row, int column) const { return PQgetisnull(result_, row, column) != 0; }
  std::int64_t number(int row, int column) const;  // of 1, 2, 4 or 8 bytes
  std::string_view bytes(int row, int column) const;

 private:
  const PGresult* result_;
};

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

struct Prepared {
  std::string_view name;
  std::string_view sql;
};

enum class LockMode : std::uint8_t { exclusive, shared };

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
  enum class State : std::uint8_t { broken, connecting, locking, ready };
  struct Close {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  void put(std::string_view statement, const Parameters& parameters,
           std::function<void(const QueryResult&)> done);
  void become_ready();
  void acquire_lock();
  void read();
  void complete(const QueryResult& result);
  void on_error(const PGresult* result);
  void disconnect();

  std::string url_;
  std::vector<Prepared> statements_;
  std::unique_ptr<PGconn, Close> connection_;
  State state_ = State::broken;
  PostgresPollingStatusType polling_ = PGRES_POLLING_WRITING;
  std::deque<std::function<void(const QueryResult&)>> pending_;
  unsigned first_host_ = 0;  // of the next attempt: another one after each that nothing answered
  Moment since_{};           // of the first of them, or of the connection attempt
  bool unsent_ = false;
  std::optional<std::int32_t> lock_;
  LockMode lock_mode_ = LockMode::exclusive;
  std::string name_;  // of this process's sessions
  bool another_ = false;
  const Postgres* owner_ = nullptr;
  std::string damage_;
};

// The same database without its passwords, as "name=value name=value".
Result<std::string> without_passwords(const std::string& url);

struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Got = std::unique_ptr<PGresult, Clear>;

// The last result of statements in one text; nothing if there is none in time; 0: no timeout.
Got ask(PGconn* connection, const std::string& sql,
        std::chrono::milliseconds within = statement_deadline);

// Statements one after another on a connection of its own, before a server starts.
std::optional<Error> run_script(const std::string& url,
                                const std::function<std::optional<Error>(PGconn*)>& script);

}  // namespace coset::store
