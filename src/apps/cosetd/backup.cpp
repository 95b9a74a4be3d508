#include "apps/cosetd/backup.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "base/utc_text.hpp"
#include "server/store/blocking.hpp"
#include "server/store/durable_file.hpp"
#include "server/store/sqlite_schema.hpp"
#include "table/json.hpp"

namespace coset::cosetd {

namespace {

using store::Database;
using store::GameId;
namespace fs = std::filesystem;

Error backup_error(const std::string& what) {
  return {"server.backup", 0, what + " (" + std::strerror(errno) + ")."};
}

std::string today() {
  using std::chrono::system_clock;
  return utc_date(system_clock::to_time_t(system_clock::now()));
}

// Removes all but the newest dated backups of a directory.
void prune_backups(const fs::path& directory, int keep) {
  std::vector<fs::path> backups;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename();
    if (name.starts_with("coset-") && name.ends_with(".db") && name.size() == 19)
      backups.push_back(entry.path());
  }
  std::sort(backups.rbegin(), backups.rend());
  for (std::size_t i = static_cast<std::size_t>(keep); i < backups.size(); ++i)
    fs::remove(backups[i]);
}

Error unreadable(Error error) {
  error.sentence += " Run this as the server's user, who may read its data directory.";
  return error;
}

// Events before seeds: a seed is stored before its game exists, so every game has its seed.
std::optional<Error> write_backup(Database& backup, const fs::path& data_dir) {
  for (const char* name : {"events.db", "seeds.db"})
    if (!fs::exists(data_dir / name))
      return Error{"server.data_dir", 0,
                   "There is no " + std::string(name) + " in " + data_dir.native() +
                       ", so there is nothing to back up. Give the server's data directory with "
                       "--data-dir."};
  auto opened = Database::open_existing(data_dir / "events.db");
  if (!opened) return unreadable(opened.error());
  Database events = *std::move(opened);
  if (auto error = events.backup_to(backup)) return error;
  if (auto error = backup.run("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;"
                              "CREATE TABLE seed (game_id INTEGER PRIMARY KEY, seed BLOB, at);"
                              "CREATE TABLE cookie_key (key BLOB NOT NULL)"))
    return error;
  if (!backup.prepare("ATTACH ? AS seeds")
           .with(std::string_view((data_dir / "seeds.db").native()))
           .run())
    return backup.error();
  if (auto error = backup.run("INSERT INTO seed SELECT game_id, seed, at FROM seeds.seed;"
                              "DETACH seeds"))
    return error;
  const std::string key = read_file(data_dir / "cookie.key");
  auto insert = backup.prepare("INSERT INTO cookie_key VALUES (CAST(? AS BLOB))");
  if (!key.empty() && !insert.with(std::string_view(key)).run()) return backup.error();
  return backup.check_integrity();
}

// The tables that `write_backup` adds to the events. Servers before 0.1.0 used other names.
struct BackupTables {
  std::string seed = "seed";
  std::string key = "cookie_key";
};
BackupTables tables_in(Database& backup) {
  if (backup.prepare("SELECT count(*) FROM kept_seed").failed()) return {};
  return {"kept_seed", "kept_key"};
}

// The inverse of `write_backup`. Events last: without them the directory is not a server's.
std::optional<Error> extract_backup(Database& backup, const std::string& from,
                                    const DataDir& data_dir) {
  const BackupTables tables = tables_in(backup);
  auto key = backup.prepare("SELECT key FROM " + tables.key);
  if (key.next() && !write_file_atomically(data_dir.file("cookie.key"), key.text(0)))
    return backup_error("Cannot write " + data_dir.file("cookie.key"));
  key.reset();
  for (const char* name : {"seeds.db", "events.db"})
    if (!store::create_private_file(data_dir.file(name)))
      return backup_error("Cannot create " + data_dir.file(name));
  const auto made = store::SqliteSeeds::open(data_dir.file("seeds.db"));
  if (!made) return made.error();
  auto opened = Database::open_existing(data_dir.file("seeds.db"));
  if (!opened) return opened.error();
  Database seeds = *std::move(opened);
  if (!seeds.prepare("ATTACH ? AS backup").with(std::string_view(from)).run()) return seeds.error();
  if (auto error =
          seeds.run("INSERT INTO seed SELECT game_id, seed, at FROM backup." + tables.seed))
    return error;
  opened = Database::open(data_dir.file("events.db"));
  if (!opened) return opened.error();
  Database events = *std::move(opened);
  if (auto error = backup.backup_to(events)) return error;
  return events.run("DROP TABLE " + tables.seed + "; DROP TABLE " + tables.key);
}

// What is corrupt in a game; nothing if its log and its seed are valid.
std::optional<std::string> find_corruption(GameId game, const store::Log& log,
                                           const std::optional<fair_deal::Bytes32>& seed) {
  static const node::CryptoFunctions crypto = crypto_functions();
  auto read = table::read_setup(log.setup);
  if (!read) return read.error().sentence;
  const auto setup = table::make_setup(*std::move(read));
  if (!setup) return setup.error().sentence;
  std::vector<table::Row> rows;
  for (const store::Event& event : log.events)
    rows.push_back({event.ply, event.before, event.chain, event.id, event.body});
  const auto ledger = table::Ledger::load(*setup, crypto.blake2b, rows);
  if (!ledger) return ledger.error().sentence;
  if (!(*setup)->commitment) return std::nullopt;
  if (!seed) return "The deal seed is missing.";
  if (fair_deal::commitment(crypto.deal, game, *seed) != (*setup)->commitment)
    return "The deal seed does not match its commitment.";
  return std::nullopt;
}

}  // namespace

Result<std::string> back_up(const std::string& data_dir, const std::string& to, int keep) {
  const bool into_directory = fs::is_directory(to);
  const fs::path path = into_directory ? fs::path(to) / ("coset-" + today() + ".db") : fs::path(to);
  const fs::path part = path.native() + ".part";
  if (!store::create_private_file(part)) return backup_error("Cannot create " + part.native());
  {
    auto opened = Database::open_existing(part);
    if (!opened) return opened.error();
    Database backup = *std::move(opened);
    if (auto error = write_backup(backup, data_dir)) {
      fs::remove(part);
      return *error;
    }
  }
  if (!store::publish_file(part, path)) return backup_error("Cannot write " + path.native());
  if (into_directory) prune_backups(to, keep);
  return path.native();
}

std::optional<Error> restore(const std::string& from, const std::string& data_dir) {
  if (fs::exists(data_dir) && !fs::is_empty(data_dir))
    return Error{"server.data_dir", 0,
                 data_dir +
                     " is not empty; refusing to overwrite it. Give an empty directory with "
                     "--data-dir, or move this one away."};
  if (!fs::exists(from))
    return Error{"server.backup", 0,
                 "There is no " + from + ". Give a file written by 'cosetd backup'."};
  auto opened = Database::open_existing(from);
  if (!opened) return unreadable(opened.error());
  Database backup = *std::move(opened);
  if (auto error = backup.check_integrity()) return error;
  const auto applied = store::applied_migrations(backup);
  if (!applied) return applied.error();
  if (applied->empty() || backup.prepare("SELECT count(*) FROM " + tables_in(backup).seed).failed())
    return Error{"server.backup", 0, from + " is not a backup written by 'cosetd backup'."};
  if (auto error = store::check_compatible(*applied, store::Dialect::sqlite)) return error;
  const auto opened_dir = DataDir::open(data_dir);
  if (!opened_dir) return opened_dir.error();
  const std::string marker = (*opened_dir)->file(restore_marker);
  if (!write_file_atomically(marker, "")) return backup_error("Cannot write " + marker);
  if (auto error = extract_backup(backup, fs::absolute(from), **opened_dir)) return error;
  for (const auto& each : fs::directory_iterator(data_dir))
    if (!give_to_owner(data_dir, each.path()))
      return backup_error("Cannot give " + each.path().native() + " to the directory's owner");
  fs::remove(marker);
  return std::nullopt;
}

std::vector<std::string> find_damaged_files(const std::string& data_dir) {
  std::vector<std::string> out;
  for (const char* name : {"events.db", "seeds.db"}) {
    auto opened = Database::open_existing(fs::path(data_dir) / name);
    if (!opened) {
      out.push_back(opened.error().sentence);
      continue;
    }
    Database file = *std::move(opened);
    if (const auto error = file.check_integrity())
      out.push_back((fs::path(data_dir) / name).native() + ": " + error->sentence);
  }
  return out;
}

Result<VerifyReport> verify(Stores& stores) {
  constexpr int batch = 500;
  for (store::Postgres* each : {stores.events_connection, stores.seeds_connection})
    while (each != nullptr && !each->connected()) each->wait(100);
  VerifyReport out;
  std::optional<GameId> last;
  for (;;) {
    const auto games = store::wait_for<Result<std::vector<GameId>>>(
        stores.events_connection, [&](auto done) { stores.events->games(last, batch, done); });
    if (!games) return games.error();
    if (games->empty()) return out;
    for (const GameId game : *games) {
      const auto log = store::wait_for<Result<std::optional<store::Log>>>(
          stores.events_connection, [&](auto done) { stores.events->read(game, 1, done); });
      if (!log && log.error().code == store::damaged_code) {
        ++out.games;
        out.broken.push_back("Game " + std::to_string(static_cast<std::uint64_t>(game)) + ": " +
                             log.error().sentence);
        continue;
      }
      if (!log) return log.error();
      if (!*log) continue;  // deleted in the meantime
      const auto seed = store::wait_for<Result<std::optional<fair_deal::Bytes32>>>(
          stores.seeds_connection, [&](auto done) { stores.seeds->get(game, done); });
      if (!seed) return seed.error();
      ++out.games;
      out.events += (*log)->events.size();
      if ((*log)->in_file) {
        ++out.in_files;
        continue;
      }
      if (const auto corruption = find_corruption(game, **log, *seed))
        out.broken.push_back("Game " + std::to_string(static_cast<std::uint64_t>(game)) + ": " +
                             *corruption);
    }
    last = games->back();
  }
}

}  // namespace coset::cosetd
