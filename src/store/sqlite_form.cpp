#include "store/sqlite_form.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace coset::store {

namespace {

namespace fs = std::filesystem;

Error no_copy(const fs::path& copy, const std::string& why) {
  return {"store.copy", 0,
          "The database is to be changed, and no copy of it can be made before in " +
              copy.native() + ": " + why +
              ". Nothing was changed. Make room there, or let this user write there, and start "
              "again."};
}

// The file's bytes, or the folder's names, are on the disk.
bool flush(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool good = file >= 0 && fsync(file) == 0;
  if (file >= 0) ::close(file);
  return good;
}

// It stands under its name only once it is whole; for its owner's eyes alone.
std::optional<Error> copy_before(Database& database, const fs::path& path, int step) {
  const fs::path folder = fs::absolute(path).parent_path() / "backup";
  const fs::path copy = folder / ("before-" + std::to_string(step) + ".db");
  const fs::path part = copy.native() + ".part";
  const auto failed = [&] { return no_copy(copy, std::strerror(errno)); };
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return failed();
  (void)::unlink(part.c_str());  // of a run that was stopped
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return failed();
  ::close(file);
  if (!database.prepare("VACUUM INTO ?").with(std::string_view(part.native())).run()) {
    const Error error = database.error();
    (void)::unlink(part.c_str());
    return no_copy(copy, error.sentence.substr(0, error.sentence.size() - 1));
  }
  if (!flush(part) || std::rename(part.c_str(), copy.c_str()) != 0 || !flush(folder) ||
      !flush(folder.parent_path()))
    return failed();
  return std::nullopt;
}

Result<bool> keeps_hashes(Database& database) {
  auto columns =
      database.prepare("SELECT count(*) FROM pragma_table_info('migration') WHERE name = 'sha256'");
  if (!columns.next()) return database.error();
  return columns.number(0) != 0;
}

// REQUIRES: a transaction is open
std::optional<Error> do_missing(Database& database) {
  if (auto error = database.run("CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY,"
                                " oldest INTEGER NOT NULL, sha256 TEXT, version TEXT)"))
    return error;
  const auto hashed = keeps_hashes(database);
  if (!hashed) return hashed.error();
  if (!*hashed)  // of a program that kept less
    if (auto error = database.run("ALTER TABLE migration ADD COLUMN sha256 TEXT;"
                                  "ALTER TABLE migration ADD COLUMN version TEXT"))
      return error;
  const auto applied = applied_to(database);
  if (!applied) return applied.error();
  for (const Migration& migration : migrations()) {
    if (migration.number <= level_of(*applied)) continue;
    if (auto error = database.run(std::string(migration.sqlite))) return error;
    auto note = database.prepare(
        "INSERT INTO migration (number, oldest, sha256, version) VALUES (?, ?, ?, ?)");
    if (!note.with(std::int64_t{migration.number}, std::int64_t{migration.oldest},
                   std::string_view(hash_of(migration.sqlite)), std::string_view(COSET_VERSION))
             .run())
      return database.error();
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<Applied>> applied_to(Database& database) {
  std::vector<Applied> out;
  auto table = database.prepare("SELECT 1 FROM pragma_table_info('migration')");
  if (!table.next()) {
    if (table.failed()) return database.error();
    return out;
  }
  table.reset();
  const auto hashed = keeps_hashes(database);
  if (!hashed) return hashed.error();
  auto rows = database.prepare(*hashed ? "SELECT number, oldest, sha256, version FROM migration"
                                       : "SELECT number, oldest, NULL, NULL FROM migration");
  while (rows.next())
    out.push_back({static_cast<int>(rows.number(0)), static_cast<int>(rows.number(1)), rows.text(2),
                   rows.text(3)});
  if (rows.failed()) return database.error();
  return out;
}

std::optional<Error> bring_up(Database& database, const std::string& path) {
  const auto applied = applied_to(database);
  if (!applied) return applied.error();
  if (auto error = unfit(*applied, Dialect::sqlite)) return error;
  const int level = level_of(*applied), last = migrations().back().number;
  if (level >= last) return std::nullopt;
  if (level > 0) {
    if (auto error = database.damage()) {
      error->sentence += " Nothing was changed. Restore a copy into an empty folder.";
      return error;
    }
    if (auto error = copy_before(database, path, last)) return error;
  }
  if (auto error = database.run("BEGIN IMMEDIATE")) return error;
  if (auto error = do_missing(database)) {
    (void)database.run("ROLLBACK");
    return error;
  }
  return database.run("COMMIT");
}

}  // namespace coset::store
