#include "server/store/sqlite.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/check.hpp"

namespace coset::store {

namespace {

// For other writers: a backup, an operator's command. After a timeout the waits are short, so that
// many callers do not wait one after another.
constexpr int lock_deadline = 5000, short_wait = 100;

// An unreadable sector is damage, too: retrying does not help.
bool is_damage(int code) {
  return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB ||
         code == SQLITE_IOERR_READ || code == SQLITE_IOERR_CORRUPTFS;
}

// Deal seeds and people's names are readable by the owner only, also where the directory is not
// private. SQLite gives its own files beside the database the same mode; those that an older server
// left are changed.
void make_private(const std::string& path) {
  if (const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600); file >= 0)
    ::close(file);
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    struct stat facts{};
    if (stat((path + suffix).c_str(), &facts) == 0 && (facts.st_mode & 077) != 0)
      (void)chmod((path + suffix).c_str(), facts.st_mode & 0700);
  }
}

void note(sqlite3* database, Health& health, int code, bool writes) {
  if (is_damage(sqlite3_extended_errcode(database))) health.damaged = true;
  const bool busy = (code & 0xff) == SQLITE_BUSY;
  if (busy == health.waited || (!busy && !writes)) return;
  health.waited = busy;
  sqlite3_busy_timeout(database, busy ? short_wait : lock_deadline);
}

}  // namespace

Statement::Statement(sqlite3* database, std::string_view sql, Health* health) : health_(health) {
  sqlite3_stmt* made = nullptr;
  const int code = sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &made, nullptr);
  statement_.reset(made);
  failed_ = code != SQLITE_OK;
  if (failed_) note(database, *health_, code, false);
}

void Statement::reset() {
  if (!statement_) return;
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  failed_ = false;
}

bool Statement::next() {
  if (!statement_) return false;
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  failed_ = code != SQLITE_DONE;
  if (failed_ || health_->waited)
    note(sqlite3_db_handle(statement_.get()), *health_, code,
         sqlite3_stmt_readonly(statement_.get()) == 0);
  sqlite3_reset(statement_.get());
  return false;
}

bool Statement::run() {
  while (next()) {
  }
  return !failed_;
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes == nullptr
             ? std::string()
             : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

bool Statement::null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void Statement::bind(int place, std::int64_t value) {
  if (statement_) CHECK(sqlite3_bind_int64(statement_.get(), place, value) == SQLITE_OK);
}
void Statement::bind(int place, std::string_view text) {
  if (statement_)
    CHECK(sqlite3_bind_text64(statement_.get(), place, text.data(), text.size(), SQLITE_TRANSIENT,
                              SQLITE_UTF8) == SQLITE_OK);
}
void Statement::bind(int place, const std::optional<std::int64_t>& value) {
  if (value) bind(place, *value);  // else it stays null
}

Result<Database> Database::open(const std::string& path) {
  make_private(path);
  auto out = open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  // SQLite opens a file that is not writable for reading.
  if (out && sqlite3_db_readonly(out->database_.get(), "main") == 1)
    return Error{"store.open", 0, "The database " + path + " is read-only."};
  return out;
}
Result<Database> Database::open_existing(const std::string& path) {
  return open(path, SQLITE_OPEN_READWRITE);
}

Result<Database> Database::open(const std::string& path, int flags) {
  sqlite3* made = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &made, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  Database out(made, path);
  if (code != SQLITE_OK)
    return Error{"store.open", 0,
                 "Cannot open the database " + path + ": " +
                     (made == nullptr ? "no memory" : sqlite3_errmsg(made)) + "."};
  sqlite3_busy_timeout(made, lock_deadline);
  return out;
}

std::optional<Error> Database::run(const std::string& sql) {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code == SQLITE_OK) return std::nullopt;
  note(database_.get(), *health_, code, false);
  return error();
}

bool Database::truncate_log() {
  sqlite3_busy_timeout(database_.get(), 0);
  const int code = sqlite3_wal_checkpoint_v2(database_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE,
                                             nullptr, nullptr);
  sqlite3_busy_timeout(database_.get(), health_->waited ? short_wait : lock_deadline);
  if (is_damage(code)) health_->damaged = true;
  return code == SQLITE_OK;
}

std::optional<Error> Database::backup_to(Database& other) {
  sqlite3_backup* copy =
      sqlite3_backup_init(other.database_.get(), "main", database_.get(), "main");
  if (copy == nullptr) return other.error();
  const int code = sqlite3_backup_step(copy, -1);
  // It says nothing of a file that another process has locked.
  if (sqlite3_backup_finish(copy) != SQLITE_OK) return other.error();
  if (code == SQLITE_DONE) return std::nullopt;
  return Error{"store.sqlite", 0,
               std::string("The database was not copied: ") + sqlite3_errstr(code) + "."};
}

std::optional<Error> Database::check_integrity() {
  Statement check = prepare("PRAGMA integrity_check(1)");
  if (!check.next()) return error();
  std::string found = check.text(0);
  if (found == "ok") return std::nullopt;
  std::replace(found.begin(), found.end(), '\n', ' ');
  return Error{"store.damaged", 0, "The database is damaged: " + found + "."};
}

bool Database::found_damage() const { return is_damage(sqlite3_extended_errcode(database_.get())); }

Error Database::error() const {
  return {found_damage() ? "store.damaged" : "store.sqlite", 0,
          std::string("The database says: ") + sqlite3_errmsg(database_.get()) + "."};
}

}  // namespace coset::store
