#include "server/store/postgres.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <utility>

#include "base/check.hpp"
#include "server/store/libpq.hpp"
#include "server/store/postgres_hosts.hpp"

namespace coset::store {

namespace {

using Steady = std::chrono::steady_clock;

// Of the connection itself.
const std::vector<Prepared> own_statements = {
    {"pulse", "SELECT 1"},
    // Names the session, has its commits wait as a server's do by default, and ends those that this
    // connection has abandoned: but for one whose commit waits for a standby, which would become
    // visible without being there.
    {"open",
     "SELECT set_config('application_name', $1::text, false),"
     " set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
     "  WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),"
     " (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
     "  WHERE application_name = $1::text AND pid <> pg_backend_pid()"
     "  AND (wait_event IS DISTINCT FROM 'SyncRep' OR query LIKE '%coset barrier%'))"},
    {"lock", "SELECT pg_try_advisory_lock($1::integer)"},
    {"lock_shared", "SELECT pg_try_advisory_lock_shared($1::integer)"},
    // Whether a session that holds the lock is one of this connection.
    {"holders",
     "SELECT (a.application_name = $2::text)::integer FROM pg_locks l"
     " JOIN pg_stat_activity a ON a.pid = l.pid"
     " JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()"
     " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.classid = 0"
     " AND l.objid::bigint = $1::integer"},
    // A record in the log of writes, for whose commit a synchronous standby is waited for as for
    // any other. A standby itself commits nothing.
    {"barrier",
     "SELECT CASE WHEN NOT pg_is_in_recovery()"
     " THEN pg_logical_emit_message(true, 'coset barrier', '') END"},
};

// Errors that may go away: no resources, no lock, read-only. See appendix A of its manual.
bool is_temporary(std::string_view code) {
  constexpr std::string_view classes[] = {"53", "55", "57", "58"};
  return code == "25006" ||
         std::any_of(std::begin(classes), std::end(classes),
                     [&](std::string_view each) { return code.starts_with(each); });
}
bool is_damage_code(std::string_view code) { return code == "XX001" || code == "XX002"; }

int milliseconds_until(Steady::time_point due) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - Steady::now());
  return static_cast<int>(std::max<std::int64_t>(0, left.count()));
}

// Of an error; empty if it has none.
std::string_view code_of(const PGresult* result) {
  const char* told = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  return told == nullptr ? "" : told;
}

// The end of a session arrives as an error of the pending statement, whose outcome is unknown.
bool is_end_of_session(const PGresult* result) {
  const std::string_view code = code_of(result);
  return code.starts_with("57P") || code.starts_with("08");
}

std::string sentence_of(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

Error no_libpq() {
  return {"store.libpq", 0,
          "PostgreSQL needs libpq.so.5, which is not installed. On Debian: apt install libpq5."};
}

}  // namespace

Postgres::Postgres(std::string url, std::vector<Prepared> statements)
    : url_(std::move(url)), statements_(std::move(statements)) {
  static std::atomic<unsigned> number{0};  // of this process's connections
  name_ = "cosetd " + std::to_string(getpid()) + " " +
          std::to_string(Steady::now().time_since_epoch().count()) + " " + std::to_string(++number);
}

Postgres::~Postgres() = default;

int Postgres::descriptor() const { return connection_ ? PQsocket(connection_.get()) : -1; }

std::string Postgres::host() const {
  const char* const out = connection_ ? PQhost(connection_.get()) : nullptr;
  return out == nullptr ? "" : out;
}

bool Postgres::wants_to_write() const {
  return state_ == State::connecting ? polling_ == PGRES_POLLING_WRITING : unsent_;
}

void Postgres::hold_lock(std::int32_t lock, LockMode mode) {
  CHECK(state_ == State::broken && lock >= 0);
  lock_ = lock;
  lock_mode_ = mode;
}

void Postgres::connect() {
  if (state_ != State::broken || !has_libpq()) return;
  since_ = Steady::now();
  connection_.reset(start_connection(url_, first_host_));
  CHECK(connection_);
  state_ = State::connecting;
  if (PQstatus(connection_.get()) == CONNECTION_BAD) return disconnect(error_message());
  polling_ = PGRES_POLLING_WRITING;
  PQsetNoticeReceiver(
      connection_.get(),
      [](void* self, const PGresult* notice) { static_cast<Postgres*>(self)->take_notice(notice); },
      this);
}

void Postgres::open() {
  CHECK(PQsetnonblocking(connection_.get(), 1) == 0);
  CHECK(PQenterPipelineMode(connection_.get()) == 1);
  state_ = State::opening;
  for (const auto* list : {&own_statements, &std::as_const(statements_)})
    for (const Prepared& each : *list) {
      const std::string name(each.name);
      const std::string sql(each.sql);
      if (PQsendPrepare(connection_.get(), name.c_str(), sql.c_str(), 0, nullptr) == 0 ||
          PQpipelineSync(connection_.get()) == 0)
        return disconnect(error_message());
      pending_.emplace_back([](const QueryResult&) {});  // a statement that needs it will fail
    }
  unsent_ = PQflush(connection_.get()) == 1;
  put("open", Parameters().bytes(name_), [this](const QueryResult& result) {
    if (result.rows == nullptr) return disconnect(query_error(result).sentence);
    lock_ ? acquire_lock() : await_barrier();
  });
}

// Without the lock it disconnects; the caller retries.
void Postgres::acquire_lock() {
  Parameters asked;
  asked.small(*lock_);
  const char* const statement = lock_mode_ == LockMode::shared ? "lock_shared" : "lock";
  put(statement, asked, [this, asked](const QueryResult& result) {
    if (result.rows == nullptr) return disconnect(query_error(result).sentence);
    if (result.rows->number(0, 0) == 1) {
      another_ = false;
      return await_barrier();
    }
    put("holders", Parameters(asked).bytes(name_), [this](const QueryResult& holders) {
      bool another = false;
      for (int row = 0; holders.rows != nullptr && row < holders.rows->size(); ++row)
        another = another || holders.rows->number(row, 0) == 0;
      if (holders.rows != nullptr) another_ = another;
      disconnect(another_ ? "Another process has locked the database."
                          : "A former session of this server still has its lock.");
    });
  });
}

void Postgres::await_barrier() {
  barrier_ = true;
  put("barrier", {}, [this](const QueryResult& result) {
    if (result.rows == nullptr) return disconnect(query_error(result).sentence);
    barrier_ = false;
    state_ = State::ready;
  });
}

void Postgres::send(std::string_view statement, const Parameters& parameters,
                    std::function<void(const QueryResult&)> done) {
  if (!connected()) return done({});
  put(statement, parameters, std::move(done));
}

void Postgres::put(std::string_view statement, const Parameters& parameters,
                   std::function<void(const QueryResult&)> done) {
  if (state_ != State::ready && state_ != State::opening) return done({});
  const std::string name(statement);
  std::vector<const char*> values;
  std::vector<int> sizes;
  for (std::size_t i = 0; i < parameters.values_.size(); ++i) {
    values.push_back(parameters.nulls_[i] ? nullptr : parameters.values_[i].data());
    sizes.push_back(static_cast<int>(parameters.values_[i].size()));
  }
  const std::vector<int> binary(values.size(), 1);
  if (pending_.empty() && state_ == State::ready) since_ = Steady::now();
  pending_.push_back(std::move(done));
  if (PQsendQueryPrepared(connection_.get(), name.c_str(), static_cast<int>(values.size()),
                          values.data(), sizes.data(), binary.data(), 1) == 0 ||
      PQpipelineSync(connection_.get()) == 0)
    return disconnect(error_message());
  const int flushed = PQflush(connection_.get());
  if (flushed < 0) return disconnect(error_message());
  unsent_ = flushed == 1;
}

void Postgres::ready() {
  if (state_ == State::connecting) {
    polling_ = PQconnectPoll(connection_.get());
    if (polling_ == PGRES_POLLING_FAILED) return disconnect(error_message());
    if (polling_ == PGRES_POLLING_OK) open();
    return;
  }
  if (state_ == State::broken) return;
  // What was received before a connection ended is read: its last message says why.
  const int flushed = PQflush(connection_.get());
  const bool alive = flushed >= 0 && PQconsumeInput(connection_.get()) == 1;
  unsent_ = flushed == 1;
  read();
  if (!alive && connection_) disconnect(error_message());
}

// In pipeline mode a command's results come as: its own, a null, then that of its sync. A commit
// that fails adds an error to it.
void Postgres::read() {
  // It is also asked when nothing is pending: only then are notices taken.
  while (connection_ && PQisBusy(connection_.get()) == 0 && !pending_.empty()) {
    Got next(PQgetResult(connection_.get()));
    if (!next) {
      if (PQstatus(connection_.get()) == CONNECTION_BAD) return disconnect(error_message());
      continue;  // the end of one command's results
    }
    if (PQresultStatus(next.get()) != PGRES_PIPELINE_SYNC) {
      got_ = std::move(next);
      if (is_end_of_session(got_.get()))
        return disconnect(sentence_of(PQresultErrorMessage(got_.get())));
      continue;
    }
    if (wait_cancelled_) return disconnect("The wait for the synchronous standby was cancelled.");
    const Got got = std::exchange(got_, nullptr);
    const ExecStatusType status = PQresultStatus(got.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
      complete_error(got.get());
      continue;
    }
    const ResultRows rows(got.get());
    complete({&rows, {}});
  }
}

void Postgres::complete(const QueryResult& result) {
  const auto done = std::move(pending_.front());
  pending_.pop_front();
  if (state_ == State::ready) since_ = Steady::now();
  done(result);
}

void Postgres::complete_error(const PGresult* result) {
  const std::string_view code = code_of(result);
  if (code.empty()) return disconnect(error_message());
  if (is_temporary(code)) return complete({});
  const std::string why = sentence_of(PQresultErrorMessage(result));
  if (is_damage_code(code) && damage_.empty()) damage_ = why;
  complete({nullptr, why, is_damage_code(code)});
}

void Postgres::take_notice(const PGresult* notice) {
  // PostgreSQL names the function in every language.
  const char* source = PQresultErrorField(notice, PG_DIAG_SOURCE_FUNCTION);
  if (source != nullptr && std::string_view(source) == "SyncRepWaitForLSN") wait_cancelled_ = true;
  const std::string text = sentence_of(PQresultErrorMessage(notice));
  if (listener_)
    listener_(text);
  else
    std::cerr << text << '\n';
}

std::optional<Postgres::Moment> Postgres::waiting_since() const {
  if (state_ == State::broken || (state_ == State::ready && pending_.empty())) return std::nullopt;
  return since_;
}

bool Postgres::is_silent() const {
  const auto since = waiting_since();
  return since && Steady::now() - *since >= statement_deadline;
}

void Postgres::expire() {
  if (!is_silent()) return;
  disconnect(barrier_
                 ? "It answers, but does not commit within 5 seconds: it may be waiting for its "
                   "synchronous standby."
                 : "It does not answer within 5 seconds.");
}

void Postgres::pulse() {
  if (state_ == State::ready && pending_.empty()) put("pulse", {}, [](const QueryResult&) {});
}

void Postgres::disconnect(std::string reason) {
  if (state_ == State::broken) return;
  // Where it was accepted but is of no use it would be accepted again: an old primary that lost its
  // standby also keeps the lock of a session that waits there.
  if (state_ == State::opening || is_silent()) ++first_host_;
  loss_ = {std::move(reason), host()};
  state_ = State::broken;
  unsent_ = wait_cancelled_ = barrier_ = false;
  got_.reset();
  connection_.reset();
  const auto lost = std::exchange(pending_, {});
  for (const auto& done : lost) done({});
}

std::string Postgres::error_message() const {
  return sentence_of(PQerrorMessage(connection_.get()));
}

void Postgres::wait(int milliseconds) {
  if (state_ == State::broken) connect();
  if (state_ == State::broken) {
    (void)poll(nullptr, 0, milliseconds);
    return;
  }
  pollfd watched{descriptor(), POLLIN, 0};
  if (state_ == State::connecting)
    watched.events = wants_to_write() ? POLLOUT : POLLIN;
  else if (wants_to_write())
    watched.events |= POLLOUT;
  if (const auto since = waiting_since())
    milliseconds = std::min(milliseconds, milliseconds_until(*since + statement_deadline));
  if (poll(&watched, 1, milliseconds) > 0) ready();
  expire();
}

Result<std::string> without_passwords(const std::string& url) {
  if (!has_libpq()) return no_libpq();
  struct Free {
    void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
  };
  char* why = nullptr;
  const std::unique_ptr<PQconninfoOption, Free> options(PQconninfoParse(url.c_str(), &why));
  if (!options) {
    const std::string sentence = why == nullptr ? "The database's URL cannot be read." : why;
    PQfreemem(why);
    return Error{"store.connect", 0, sentence_of(sentence)};
  }
  std::string out;
  for (const PQconninfoOption* each = options.get(); each->keyword != nullptr; ++each) {
    if (each->val == nullptr || std::string_view(each->keyword).ends_with("password")) continue;
    out += (out.empty() ? "" : " ") + std::string(each->keyword) + "=";
    const std::string_view value = each->val;
    const bool plain = !value.empty() && value.find_first_of(" '\\\t\n") == value.npos;
    if (plain) {
      out += value;
      continue;
    }
    out += '\'';
    for (const char c : value)
      out += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string{c};
    out += '\'';
  }
  return out;
}

namespace {

// Waits until the descriptor is ready; false after the timeout.
bool await(int descriptor, short what, Steady::time_point due, bool ever) {
  pollfd watched{descriptor, what, 0};
  return poll(&watched, 1, ever ? -1 : milliseconds_until(due)) > 0;
}

}  // namespace

Got ask(PGconn* connection, const std::string& sql, std::chrono::milliseconds within) {
  const auto due = Steady::now() + within;
  Got out;
  if (PQsendQuery(connection, sql.c_str()) == 0) return out;
  for (;;) {
    while (PQisBusy(connection) != 0) {
      if (!await(PQsocket(connection), POLLIN, due, within.count() == 0)) return nullptr;
      if (PQconsumeInput(connection) == 0) return nullptr;
    }
    Got next(PQgetResult(connection));
    if (!next) return out;
    out = std::move(next);
  }
}

std::optional<Error> run_script(const std::string& url,
                                const std::function<std::optional<Error>(PGconn*)>& script) {
  if (!has_libpq()) return no_libpq();
  struct Close {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  const unsigned hosts = host_count(url);
  for (unsigned first = 0; first < hosts; ++first) {
    const auto due = Steady::now() + statement_deadline;
    const std::unique_ptr<PGconn, Close> connection(start_connection(url, first));
    CHECK(connection);
    auto polling =
        PQstatus(connection.get()) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    bool late = false;
    while (!late && (polling == PGRES_POLLING_READING || polling == PGRES_POLLING_WRITING)) {
      const short what = polling == PGRES_POLLING_READING ? POLLIN : POLLOUT;
      late = !await(PQsocket(connection.get()), what, due, false);
      if (!late) polling = PQconnectPoll(connection.get());
    }
    if (late) continue;
    if (polling == PGRES_POLLING_FAILED)
      return Error{"store.connect", 0, sentence_of(PQerrorMessage(connection.get()))};
    return script(connection.get());
  }
  return Error{"store.connect", 0, "The database does not respond within 5 seconds."};
}

}  // namespace coset::store
