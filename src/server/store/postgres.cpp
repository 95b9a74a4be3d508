#include "server/store/postgres.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.hpp"
#include "server/store/libpq.hpp"
#include "server/store/postgres_hosts.hpp"

namespace coset::store {

namespace {

constexpr std::uint32_t oid_bytes = 17;
constexpr std::uint32_t oid_int8 = 20;
constexpr std::uint32_t oid_int4 = 23;
constexpr std::uint32_t oid_text = 25;

template <class Integer>
void put(std::string& out, Integer value) {
  std::array<char, sizeof(Integer)> bytes{};
  int shift = static_cast<int>(sizeof(Integer)) * 8;
  for (char& byte : bytes)
    byte = static_cast<char>(static_cast<std::uint64_t>(value) >> (shift -= 8));
  out.append(bytes.data(), bytes.size());
}

// An array of one dimension, as PostgreSQL writes it in binary; `write` puts an element's size and
// bytes.
template <class Value, class Write>
std::string array_of(std::uint32_t type, const std::vector<Value>& values, const Write& write) {
  constexpr std::size_t head = 20, usual = 20;  // bytes of an element, with its size
  std::string out;
  out.reserve(head + usual * values.size());
  put(out, std::int32_t{1});
  put(out, std::int32_t{1});  // there may be nulls
  put(out, type);
  put(out, static_cast<std::int32_t>(values.size()));
  put(out, std::int32_t{1});
  for (const Value& value : values) write(out, value);
  return out;
}

using Steady = std::chrono::steady_clock;

// Of the connection itself.
const std::vector<Prepared> own_statements = {
    {"pulse", "SELECT 1"},
    {"lock",
     "SELECT pg_try_advisory_lock($1::integer), set_config('application_name', $2::text, false)"},
    {"lock_shared",
     "SELECT pg_try_advisory_lock_shared($1::integer),"
     " set_config('application_name', $2::text, false)"},
    // Ends sessions that this process has aborted; the others belong to another process.
    {"holders",
     "SELECT CASE WHEN a.application_name = $2::text THEN pg_terminate_backend(a.pid) ELSE false "
     "END"
     " FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
     " JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()"
     " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.classid = 0"
     " AND l.objid::bigint = $1::integer"},
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

std::string sentence_of(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

Error no_libpq() {
  return {"store.libpq", 0,
          "PostgreSQL needs libpq.so.5, which is not installed. On Debian: apt install libpq5."};
}

}  // namespace

Parameters& Parameters::number(std::int64_t value) {
  put(values_.emplace_back(), value);
  nulls_.push_back(false);
  return *this;
}
Parameters& Parameters::small(std::int32_t value) {
  put(values_.emplace_back(), value);
  nulls_.push_back(false);
  return *this;
}
Parameters& Parameters::bytes(std::string value) {
  constexpr std::size_t usual = 9;
  if (values_.empty()) values_.reserve(usual);
  values_.push_back(std::move(value));
  nulls_.push_back(false);
  return *this;
}
Parameters& Parameters::null() {
  values_.emplace_back();
  nulls_.push_back(true);
  return *this;
}
Parameters& Parameters::numbers(const std::vector<std::int64_t>& values) {
  return bytes(array_of(oid_int8, values, [](std::string& out, std::int64_t value) {
    put(out, std::int32_t{8});
    put(out, value);
  }));
}
Parameters& Parameters::smalls(const std::vector<std::int32_t>& values) {
  return bytes(array_of(oid_int4, values, [](std::string& out, std::int32_t value) {
    put(out, std::int32_t{4});
    put(out, value);
  }));
}
Parameters& Parameters::byte_lists(const std::vector<std::string_view>& values) {
  return bytes(array_of(oid_bytes, values, [](std::string& out, std::string_view value) {
    put(out, static_cast<std::int32_t>(value.size()));
    out += value;
  }));
}
Parameters& Parameters::maybe_numbers(const std::vector<const std::int64_t*>& values) {
  return bytes(array_of(oid_int8, values, [](std::string& out, const std::int64_t* value) {
    put(out, std::int32_t{value == nullptr ? -1 : 8});
    if (value != nullptr) put(out, *value);
  }));
}
Parameters& Parameters::maybe_texts(const std::vector<const std::string*>& values) {
  return bytes(array_of(oid_text, values, [](std::string& out, const std::string* value) {
    put(out, value == nullptr ? -1 : static_cast<std::int32_t>(value->size()));
    if (value != nullptr) out += *value;
  }));
}

std::int64_t ResultRows::number(int row, int column) const {
  std::uint64_t out = 0;
  const std::string_view raw = bytes(row, column);
  CHECK(raw.size() <= 8);
  for (const char c : raw) out = out << 8U | static_cast<std::uint8_t>(c);
  if (raw.size() == 4) return static_cast<std::int32_t>(out);
  if (raw.size() == 2) return static_cast<std::int16_t>(out);
  return static_cast<std::int64_t>(out);
}

std::string_view ResultRows::bytes(int row, int column) const {
  return {PQgetvalue(result_, row, column),
          static_cast<std::size_t>(PQgetlength(result_, row, column))};
}

Postgres::Postgres(std::string url, std::vector<Prepared> statements)
    : url_(std::move(url)), statements_(std::move(statements)) {}

Postgres::~Postgres() = default;

int Postgres::descriptor() const { return connection_ ? PQsocket(connection_.get()) : -1; }

bool Postgres::wants_to_write() const {
  return state_ == State::connecting ? polling_ == PGRES_POLLING_WRITING : unsent_;
}

void Postgres::hold_lock(std::int32_t lock, LockMode mode) {
  CHECK(state_ == State::broken && lock >= 0);
  lock_ = lock;
  lock_mode_ = mode;
  name_ = "cosetd " + std::to_string(getpid()) + " " +
          std::to_string(Steady::now().time_since_epoch().count());
}

void Postgres::connect() {
  if (state_ != State::broken || !has_libpq()) return;
  since_ = Steady::now();
  connection_.reset(start_connection(url_, first_host_));
  CHECK(connection_);
  if (PQstatus(connection_.get()) == CONNECTION_BAD) return disconnect();
  state_ = State::connecting;
  polling_ = PGRES_POLLING_WRITING;
}

void Postgres::become_ready() {
  CHECK(PQsetnonblocking(connection_.get(), 1) == 0);
  CHECK(PQenterPipelineMode(connection_.get()) == 1);
  state_ = lock_ ? State::locking : State::ready;
  for (const auto* list : {&own_statements, &std::as_const(statements_)})
    for (const Prepared& each : *list) {
      const std::string name(each.name);
      const std::string sql(each.sql);
      if (PQsendPrepare(connection_.get(), name.c_str(), sql.c_str(), 0, nullptr) == 0 ||
          PQpipelineSync(connection_.get()) == 0)
        return disconnect();
      pending_.emplace_back([](const QueryResult&) {});  // a statement that needs it will fail
    }
  unsent_ = PQflush(connection_.get()) == 1;
  if (lock_) acquire_lock();
}

// Without the lock it disconnects; the caller retries.
void Postgres::acquire_lock() {
  Parameters asked;
  asked.small(*lock_).bytes(name_);
  const char* const statement = lock_mode_ == LockMode::shared ? "lock_shared" : "lock";
  put(statement, asked, [this, asked](const QueryResult& result) {
    if (result.rows == nullptr) return disconnect();
    if (result.rows->number(0, 0) == 1) {
      another_ = false;
      state_ = State::ready;
      return;
    }
    put("holders", asked, [this](const QueryResult& holders) {
      bool another = false;
      for (int row = 0; holders.rows != nullptr && row < holders.rows->size(); ++row)
        another = another || holders.rows->number(row, 0) == 0;
      if (holders.rows != nullptr) another_ = another;
      disconnect();
    });
  });
}

void Postgres::send(std::string_view statement, const Parameters& parameters,
                    std::function<void(const QueryResult&)> done) {
  if (!connected()) return done({});
  put(statement, parameters, std::move(done));
}

void Postgres::put(std::string_view statement, const Parameters& parameters,
                   std::function<void(const QueryResult&)> done) {
  if (state_ != State::ready && state_ != State::locking) return done({});
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
    return disconnect();
  const int flushed = PQflush(connection_.get());
  if (flushed < 0) return disconnect();
  unsent_ = flushed == 1;
}

void Postgres::ready() {
  if (state_ == State::connecting) {
    polling_ = PQconnectPoll(connection_.get());
    if (polling_ == PGRES_POLLING_FAILED) return disconnect();
    if (polling_ == PGRES_POLLING_OK) become_ready();
    return;
  }
  if (state_ == State::broken) return;
  const int flushed = PQflush(connection_.get());
  if (flushed < 0 || PQconsumeInput(connection_.get()) == 0) return disconnect();
  unsent_ = flushed == 1;
  read();
}

// In pipeline mode a command's results come as: its own, a null, then that of its sync.
void Postgres::read() {
  while (connection_ && !pending_.empty() && PQisBusy(connection_.get()) == 0) {
    const Got got(PQgetResult(connection_.get()));
    if (!got) {
      if (PQstatus(connection_.get()) == CONNECTION_BAD) return disconnect();
      continue;  // the end of one command's results
    }
    switch (PQresultStatus(got.get())) {
      case PGRES_PIPELINE_SYNC:
        break;
      case PGRES_COMMAND_OK:
      case PGRES_TUPLES_OK: {
        const ResultRows rows(got.get());
        complete({&rows, {}});
        break;
      }
      default:
        on_error(got.get());
    }
  }
}

void Postgres::complete(const QueryResult& result) {
  const auto done = std::move(pending_.front());
  pending_.pop_front();
  if (state_ == State::ready) since_ = Steady::now();
  done(result);
}

void Postgres::on_error(const PGresult* result) {
  const char* told = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string_view code = told == nullptr ? "" : told;
  // The end of a session arrives as an error of the pending statement, whose outcome is unknown.
  if (PQstatus(connection_.get()) == CONNECTION_BAD || code.empty() || code.starts_with("57P") ||
      code.starts_with("08"))
    return disconnect();
  if (is_temporary(code)) return complete({});
  const std::string why = sentence_of(PQresultErrorMessage(result));
  if (is_damage_code(code) && damage_.empty()) damage_ = why;
  complete({nullptr, why, is_damage_code(code)});
}

std::optional<Postgres::Moment> Postgres::waiting_since() const {
  if (state_ == State::broken || (state_ == State::ready && pending_.empty())) return std::nullopt;
  return since_;
}

void Postgres::expire() {
  const auto since = waiting_since();
  if (!since || Steady::now() - *since < statement_deadline) return;
  if (state_ == State::connecting) ++first_host_;
  disconnect();
}

void Postgres::pulse() {
  if (state_ == State::ready && pending_.empty()) put("pulse", {}, [](const QueryResult&) {});
}

void Postgres::disconnect() {
  state_ = State::broken;
  unsent_ = false;
  connection_.reset();
  const auto lost = std::exchange(pending_, {});
  for (const auto& done : lost) done({});
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
