#include "server/store/sqlite_schema.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "server/store/durable_file.hpp"

namespace coset::store {

namespace {

namespace fs = std::filesystem;

Error no_backup(const fs::path& backup, const std::string& why) {
  return {"store.backup", 0,
          "The database needs a migration, and the backup before it cannot be written to " +
              backup.native() + ": " + why +
              ". Nothing was changed. Free some space there, or let this user write there, and "
              "start again."};
}

// The file gets its name only once it is complete; only its owner can read it.
std::optional<Error> back_up_before(Database& database, const fs::path& path, int number) {
  const fs::path directory = fs::absolute(path).parent_path() / "backup";
  const fs::path backup = directory / ("pre-migration-" + std::to_string(number) + ".db");
  const fs::path part = backup.native() + ".part";
  const auto failed = [&] { return no_backup(backup, std::strerror(errno)); };
  if (mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) return failed();
  if (!create_private_file(part)) return failed();
  if (!database.prepare("VACUUM INTO ?").with(std::string_view(part.native())).run()) {
    const Error error = database.error();
    (void)::unlink(part.c_str());
    return no_backup(backup, error.sentence.substr(0, error.sentence.size() - 1));
  }
  if (!publish_file(part, backup) || !sync_to_disk(directory.parent_path())) return failed();
  return std::nullopt;
}

Result<bool> stores_hashes(Database& database) {
  auto columns =
      database.prepare("SELECT count(*) FROM pragma_table_info('migration') WHERE name = 'sha256'");
  if (!columns.next()) return database.error();
  return columns.number(0) != 0;
}

// REQUIRES: a transaction is open
std::optional<Error> apply_missing(Database& database) {
  if (auto error = database.run("CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY,"
                                " oldest INTEGER NOT NULL, sha256 TEXT, version TEXT)"))
    return error;
  const auto hashed = stores_hashes(database);
  if (!hashed) return hashed.error();
  if (!*hashed)  // of a program that stored less
    if (auto error = database.run("ALTER TABLE migration ADD COLUMN sha256 TEXT;"
                                  "ALTER TABLE migration ADD COLUMN version TEXT"))
      return error;
  const auto applied = applied_migrations(database);
  if (!applied) return applied.error();
  for (const Migration& migration : migrations()) {
    if (migration.number <= schema_version(*applied)) continue;
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

Result<std::vector<Applied>> applied_migrations(Database& database) {
  std::vector<Applied> out;
  auto table = database.prepare("SELECT 1 FROM pragma_table_info('migration')");
  if (!table.next()) {
    if (table.failed()) return database.error();
    return out;
  }
  table.reset();
  const auto hashed = stores_hashes(database);
  if (!hashed) return hashed.error();
  auto rows = database.prepare(*hashed ? "SELECT number, oldest, sha256, version FROM migration"
                                       : "SELECT number, oldest, NULL, NULL FROM migration");
  while (rows.next())
    out.push_back({static_cast<int>(rows.number(0)), static_cast<int>(rows.number(1)), rows.text(2),
                   rows.text(3)});
  if (rows.failed()) return database.error();
  return out;
}

std::optional<Error> migrate(Database& database, const std::string& path) {
  const auto applied = applied_migrations(database);
  if (!applied) return applied.error();
  if (auto error = check_compatible(*applied, Dialect::sqlite)) return error;
  const int version = schema_version(*applied), last = migrations().back().number;
  if (version >= last) return std::nullopt;
  if (version > 0) {
    if (auto error = database.check_integrity()) {
      error->sentence += " Nothing was changed. Restore a backup into an empty data directory.";
      return error;
    }
    if (auto error = back_up_before(database, path, last)) return error;
  }
  if (auto error = database.run("BEGIN IMMEDIATE")) return error;
  if (auto error = apply_missing(database)) {
    (void)database.run("ROLLBACK");
    return error;
  }
  return database.run("COMMIT");
}

}  // namespace coset::store
