// RAII wrappers of SQLite: a database and its statements. An error that a caller can handle is a
// value; a statement that does not fit the schema is a bug. One thread at a time.
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace coset::store {

// The state of a database file, for other threads.
struct Health {
  std::string path;
  std::atomic<bool> damaged{false};  // permanently
  bool waited = false;               // in vain for a lock that may still be held
};

class Statement {
 public:
  // REQUIRES: `health` outlives it
  Statement(sqlite3* database, std::string_view sql, Health* health);
  Statement(Statement&&) noexcept = default;
  Statement& operator=(Statement&&) noexcept = default;

  // Restarts, with values from the first parameter on.
  template <class... Values>
  Statement& with(const Values&... values) {
    reset();
    int place = 0;
    (bind(++place, values), ...);
    return *this;
  }
  void reset();
  // The next row. False at the end and after an error: see `failed`.
  bool next();
  bool failed() const { return failed_; }
  // Runs to the end; false if it failed.
  bool run();

  std::int64_t number(int column) const;
  std::string text(int column) const;  // or the bytes of a blob
  bool null(int column) const;

 private:
  void bind(int place, std::int64_t value);
  void bind(int place, std::string_view text);
  void bind(int place, const std::optional<std::int64_t>& value);
  struct Close {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Close> statement_;
  Health* health_;
  bool failed_ = false;
};

class Database {
 public:
  // Opened for writing; created if it does not exist. Only the file's owner may read it.
  static Result<Database> open(const std::string& path);
  // An Error if there is no such file.
  static Result<Database> open_existing(const std::string& path);

  Statement prepare(std::string_view sql) { return {database_.get(), sql, health_.get()}; }
  // Runs several statements; nothing if they succeeded.
  std::optional<Error> run(const std::string& sql);
  // A consistent snapshot, while others may go on writing here.
  std::optional<Error> backup_to(Database& other);
  // Moves what the log of writes has into the file and empties it. False at once if a reader still
  // needs the log, a backup for example.
  bool truncate_log();
  // Nothing if no page is damaged.
  std::optional<Error> check_integrity();
  int changes() const { return sqlite3_changes(database_.get()); }
  Error error() const;
  // Whether the last error was a damaged page.
  bool found_damage() const;
  bool busy() const { return sqlite3_errcode(database_.get()) == SQLITE_BUSY; }
  std::shared_ptr<const Health> health() const { return health_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  static Result<Database> open(const std::string& path, int flags);
  Database(sqlite3* database, const std::string& path)
      : health_(std::make_shared<Health>()), database_(database) {
    health_->path = path;
  }
  std::shared_ptr<Health> health_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace coset::store
