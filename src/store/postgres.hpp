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

// How long the database may take over one statement, and over letting us in.
inline constexpr std::chrono::milliseconds statement_deadline{5000};

// What a command is given, in binary.
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

class Answer {
 public:
  explicit Answer(const PGresult* result) : result_(result) {}
  int rows() const { return PQntuples(result_); }
  bool null(int row, int column) const { return PQgetisnull(result_, row, column) != 0; }
  std::int64_t number(int row, int column) const;  // of 1, 2, 4 or 8 bytes
  std::string_view bytes(int row, int column) const;

 private:
  const PGresult* result_;
};

// Of a command: its rows; or why it was refused; or nothing, when nobody can say what became of it,
// or when it may be taken another time: no room, no locks.
struct Reply {
  const Answer* answer = nullptr;
  std::string refusal;
  bool damaged = false;  // it was refused because what it needs cannot be read any more
};

struct Prepared {
  std::string_view name;
  std::string_view sql;
};

class Postgres {
 public:
  // `statements` are prepared on every new connection.
  Postgres(std::string url, std::vector<Prepared> statements);
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;
  ~Postgres();

  void send(std::string_view statement, const Parameters& parameters,
            std::function<void(const Reply&)> done);

  bool connected() const {
    return state_ == State::ready && (owner_ == nullptr || owner_->connected());
  }
  // Before the first connection: it is of use only while it holds a lock of the database, which
  // goes with it. So nobody else who asks for this lock acts at the same time.
  void hold_lock(std::int32_t lock);
  // And this one only while that one is: what has no lock of its own must not act without it.
  void only_with(const Postgres& owner) { owner_ = &owner; }
  // The last time that the lock was asked for, another process had it.
  bool locked_by_another() const { return another_; }
  // The sentence of the first statement that found damaged pages; empty while there was none.
  const std::string& damage() const { return damage_; }

  // Begins to connect where there is no connection; it is the host who says how often.
  void connect();
  // -1 while there is none. After `connect` and whenever `ready` returns it may be another.
  int descriptor() const;
  bool wants_to_write() const;
  // To be called when the descriptor can be read or written.
  void ready();
  // Sleeps until something happens or the time has passed, and deals with it.
  void wait(int milliseconds);
  bool idle() const { return pending_.empty(); }

  using Moment = std::chrono::steady_clock::time_point;
  // Since when the database works at what it was asked first; nothing if all is answered.
  std::optional<Moment> waiting_since() const;
  // Gives up a connection that is beyond its deadline.
  void expire();
  // Asks for nothing, if nothing else is asked: so a database that hangs is known before it is
  // needed.
  void pulse();

 private:
  enum class State : std::uint8_t { broken, connecting, claiming, ready };
  struct Close {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  void put(std::string_view statement, const Parameters& parameters,
           std::function<void(const Reply&)> done);
  void become_ready();
  void claim();
  void read();
  void answer(const Reply& reply);
  void refuse(const PGresult* result);
  void fall();

  std::string url_;
  std::vector<Prepared> statements_;
  std::unique_ptr<PGconn, Close> connection_;
  State state_ = State::broken;
  PostgresPollingStatusType polling_ = PGRES_POLLING_WRITING;
  std::deque<std::function<void(const Reply&)>> pending_;
  Moment since_{};  // the first of them is worked at, or a connection is made
  bool unsent_ = false;
  std::optional<std::int32_t> lock_;
  std::string name_;  // of this process's sessions that hold it
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

// The last result of commands in one text; nothing if there is none within that time, 0: whenever.
Got ask(PGconn* connection, const std::string& sql,
        std::chrono::milliseconds within = statement_deadline);

// Commands one after another on a connection of its own, for what is done before a server starts.
std::optional<Error> run_script(const std::string& url,
                                const std::function<std::optional<Error>(PGconn*)>& script);

}  // namespace coset::store
