#include "server/keeping.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "hub/table/json.hpp"
#include "store/sqlite_form.hpp"

namespace coset::server {

namespace {

using store::Database;
using store::GameId;
namespace fs = std::filesystem;

Error trouble(const std::string& what) {
  return {"server.copy", 0, what + " (" + std::strerror(errno) + ")."};
}

// The file's bytes, or the folder's names, are on the disk.
bool flush(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool good = file >= 0 && fsync(file) == 0;
  if (file >= 0) ::close(file);
  return good;
}

// An empty file that its owner alone can read, where SQLite then writes.
bool make_private(const fs::path& path) {
  (void)::unlink(path.c_str());
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
}

std::string today() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char out[16];
  (void)std::strftime(out, sizeof out, "%Y-%m-%d", &parts);
  return out;
}

// Of the copies in a folder, which carry their date, only the newest stay.
void forget_old(const fs::path& folder, int keep) {
  std::vector<fs::path> copies;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (name.starts_with("coset-") && name.ends_with(".db") && name.size() == 19)
      copies.push_back(entry.path());
  }
  std::sort(copies.rbegin(), copies.rend());
  for (std::size_t i = static_cast<std::size_t>(keep); i < copies.size(); ++i)
    fs::remove(copies[i]);
}

Error unreadable(Error error) {
  error.sentence += " Run this as the user of the server, who may read its folder.";
  return error;
}

// Events before seeds: a seed is kept before its game exists, so no game is without its seed.
std::optional<Error> fill(Database& copy, const fs::path& data) {
  for (const char* name : {"events.db", "seeds.db"})
    if (!fs::exists(data / name))
      return Error{"server.folder", 0,
                   "There is no " + std::string(name) + " in " + data.native() +
                       ", so it cannot be copied. Give the folder of a server by --data."};
  auto opened = Database::open_existing(data / "events.db");
  if (!opened) return unreadable(opened.error());
  Database events = *std::move(opened);
  if (auto error = events.copy_into(copy)) return error;
  if (auto error = copy.run("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;"
                            "CREATE TABLE kept_seed (game_id INTEGER PRIMARY KEY, seed BLOB, at);"
                            "CREATE TABLE kept_key (key BLOB NOT NULL)"))
    return error;
  if (!copy.prepare("ATTACH ? AS seeds").with(std::string_view((data / "seeds.db").native())).run())
    return copy.error();
  if (auto error = copy.run("INSERT INTO kept_seed SELECT game_id, seed, at FROM seeds.seed;"
                            "DETACH seeds"))
    return error;
  const std::string key = text_of(data / "cookie.key");
  auto insert = copy.prepare("INSERT INTO kept_key VALUES (CAST(? AS BLOB))");
  if (!key.empty() && !insert.with(std::string_view(key)).run()) return copy.error();
  return copy.damage();
}

// What `fill` has put together, apart again. Events last: without them there is no server.
std::optional<Error> empty_into(Database& copy, const std::string& from, const Folder& folder) {
  auto key = copy.prepare("SELECT key FROM kept_key");
  if (key.next() && !keep(folder.file("cookie.key"), key.text(0)))
    return trouble(folder.file("cookie.key") + " cannot be written");
  key.reset();
  for (const char* name : {"seeds.db", "events.db"})
    if (!make_private(folder.file(name))) return trouble(folder.file(name) + " cannot be made");
  const auto made = store::SqliteSeeds::open(folder.file("seeds.db"));
  if (!made) return made.error();
  auto opened = Database::open_existing(folder.file("seeds.db"));
  if (!opened) return opened.error();
  Database seeds = *std::move(opened);
  if (!seeds.prepare("ATTACH ? AS copy").with(std::string_view(from)).run()) return seeds.error();
  if (auto error = seeds.run("INSERT INTO seed SELECT game_id, seed, at FROM copy.kept_seed"))
    return error;
  opened = Database::open(folder.file("events.db"));
  if (!opened) return opened.error();
  Database events = *std::move(opened);
  if (auto error = copy.copy_into(events)) return error;
  return events.run("DROP TABLE kept_seed; DROP TABLE kept_key");
}

template <class T, class Ask>
T answer(store::Postgres* connection, const Ask& ask) {
  std::optional<T> out;
  ask([&](T got) { out.emplace(std::move(got)); });
  while (!out) connection->wait(100);
  return *std::move(out);
}

// Why a game is not as it was played; nothing if it is.
std::optional<std::string> flaw_of(GameId game, const store::Log& log,
                                   const std::optional<deal::Bytes32>& seed) {
  static const serve::Digests digests = server::digests();
  auto read = hub::read_setup(log.setup);
  if (!read) return read.error().sentence;
  const auto setup = hub::make_setup(*std::move(read));
  if (!setup) return setup.error().sentence;
  std::vector<hub::Row> rows;
  for (const store::Event& event : log.events)
    rows.push_back({event.ply, event.before, event.chain, event.id, event.body});
  const auto ledger = hub::Ledger::load(*setup, digests.blake2b, rows);
  if (!ledger) return ledger.error().sentence;
  if (!(*setup)->commitment) return std::nullopt;
  if (!seed) return "The seed of its deal is lost.";
  if (deal::commitment(digests.deal, game, *seed) != (*setup)->commitment)
    return "The seed of its deal is not the one that was promised.";
  return std::nullopt;
}

}  // namespace

Result<std::string> back_up(const std::string& data, const std::string& to, int keep) {
  const bool into_folder = fs::is_directory(to);
  const fs::path path = into_folder ? fs::path(to) / ("coset-" + today() + ".db") : fs::path(to);
  const fs::path part = path.native() + ".part";
  if (!make_private(part)) return trouble(part.native() + " cannot be made");
  {
    auto opened = Database::open_existing(part);
    if (!opened) return opened.error();
    Database copy = *std::move(opened);
    if (auto error = fill(copy, data)) {
      fs::remove(part);
      return *error;
    }
  }
  if (!flush(part)) return trouble(part.native() + " cannot be written");
  std::error_code error;
  fs::rename(part, path, error);
  if (error || !flush(fs::absolute(path).parent_path()))
    return trouble(path.native() + " cannot be written");
  if (into_folder) forget_old(to, keep);
  return path.native();
}

std::optional<Error> restore(const std::string& from, const std::string& data) {
  if (fs::exists(data) && !fs::is_empty(data))
    return Error{"server.folder", 0,
                 data +
                     " holds something already, and nothing is overwritten. Give an empty "
                     "folder by --data, or move this one away."};
  if (!fs::exists(from))
    return Error{"server.copy", 0, "There is no " + from + ". Name a file of 'cosetd backup'."};
  auto opened = Database::open_existing(from);
  if (!opened) return unreadable(opened.error());
  Database copy = *std::move(opened);
  if (auto error = copy.damage()) return error;
  const auto applied = store::applied_to(copy);
  if (!applied) return applied.error();
  if (applied->empty() || copy.prepare("SELECT count(*) FROM kept_seed").failed())
    return Error{"server.copy", 0, from + " is no copy that 'cosetd backup' made."};
  if (auto error = store::unfit(*applied, store::Dialect::sqlite)) return error;
  const auto folder = Folder::open(data);
  if (!folder) return folder.error();
  const std::string mark = (*folder)->file(unfinished);
  if (!keep(mark, "")) return trouble(mark + " cannot be written");
  if (auto error = empty_into(copy, fs::absolute(from), **folder)) return error;
  for (const auto& each : fs::directory_iterator(data))
    if (!give_to_owner(data, each.path()))
      return trouble(each.path().native() + " cannot be given to the owner of its folder");
  fs::remove(mark);
  return std::nullopt;
}

std::vector<std::string> damaged_files(const std::string& data) {
  std::vector<std::string> out;
  for (const char* name : {"events.db", "seeds.db"}) {
    auto opened = Database::open_existing(fs::path(data) / name);
    if (!opened) {
      out.push_back(opened.error().sentence);
      continue;
    }
    Database file = *std::move(opened);
    if (const auto error = file.damage())
      out.push_back((fs::path(data) / name).native() + ": " + error->sentence);
  }
  return out;
}

Result<Kept> verify(Stores& stores) {
  constexpr int some = 500;
  for (store::Postgres* each : {stores.events_connection, stores.seeds_connection})
    while (each != nullptr && !each->connected()) each->wait(100);
  Kept out;
  std::optional<GameId> last;
  for (;;) {
    const auto games = answer<Result<std::vector<GameId>>>(
        stores.events_connection, [&](auto done) { stores.events->games(last, some, done); });
    if (!games) return games.error();
    if (games->empty()) return out;
    for (const GameId game : *games) {
      const auto log = answer<Result<std::optional<store::Log>>>(
          stores.events_connection, [&](auto done) { stores.events->read(game, 1, done); });
      if (!log && log.error().code == store::damaged_code) {
        ++out.games;
        out.broken.push_back("Game " + std::to_string(static_cast<std::uint64_t>(game)) + ": " +
                             log.error().sentence);
        continue;
      }
      if (!log) return log.error();
      if (!*log) continue;  // it went in the meantime
      const auto seed = answer<Result<std::optional<deal::Bytes32>>>(
          stores.seeds_connection, [&](auto done) { stores.seeds->get(game, done); });
      if (!seed) return seed.error();
      ++out.games;
      out.events += (*log)->events.size();
      if (const auto flaw = flaw_of(game, **log, *seed))
        out.broken.push_back("Game " + std::to_string(static_cast<std::uint64_t>(game)) + ": " +
                             *flaw);
    }
    last = games->back();
  }
}

}  // namespace coset::server
