#include "apps/cosetd/archive.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "apps/cosetd/admin.hpp"
#include "apps/cosetd/app.hpp"
#include "apps/cosetd/gzip.hpp"
#include "base/utc_text.hpp"
#include "server/node/archive_line.hpp"
#include "server/node/log_rows.hpp"
#include "server/store/blocking.hpp"
#include "server/store/durable_file.hpp"

namespace coset::cosetd {

namespace {

using fair_deal::Bytes32;
using store::GameId;
using store::Month;

constexpr int page = 500;

using Stored = node::ArchivedChain;

class OpenFile {
 public:
  OpenFile(const std::string& path, int flags) : file_(::open(path.c_str(), flags | O_CLOEXEC)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (file_ >= 0) ::close(file_);
  }
  int get() const { return file_; }

 private:
  int file_;
};

Error file_error(const std::string& path) {
  return {"archive.file", 0, "Cannot write " + path + " (" + std::strerror(errno) + ")."};
}

Error corrupt(GameId game, const std::string& why) {
  return {"archive.corrupt", 0,
          "Game " + std::to_string(static_cast<std::uint64_t>(game)) + ": " + why +
              " Nothing was dropped. Run cosetd verify, and see what it says."};
}

std::string name_of(Month month) {
  const std::string digits = std::to_string(month);
  return digits.substr(0, 4) + "-" + digits.substr(4);
}

// The first moment after the month.
store::Time end_of(Month month) {
  const Month next = month % 100 == 12 ? month + 89 : month + 1;
  return std::int64_t{day_number(name_of(next) + "-01")} * 86'400'000;
}

Result<std::unique_ptr<store::MonthArchive>> open_months(const Options& options) {
  if (options.database.empty()) return store::sqlite_month_archive(options.data_dir + "/events.db");
  return store::postgres_month_archive(options.database);
}

Result<Stores> open_with_seeds(const Options& options) {
  auto opened = open_beside_server(options);
  if (!opened) return opened.error();
  Stores out = *std::move(opened);
  if (options.database.empty()) {
    auto seeds = store::SqliteSeeds::open(options.data_dir + "/seeds.db");
    if (!seeds) return seeds.error();
    out.seeds = *std::move(seeds);
    return out;
  }
  const std::string& url = options.seed_database.empty() ? options.database : options.seed_database;
  if (auto error = store::PostgresSeeds::check(url)) return *error;
  auto seeds = std::make_unique<store::PostgresSeeds>(url);
  out.seeds_connection = &seeds->connection();
  out.seeds = std::move(seeds);
  return out;
}

// The events and the seeds of a database that a server may be using.
class Source {
 public:
  explicit Source(Stores stores) : stores_(std::move(stores)) {
    for (store::Postgres* each : {stores_.events_connection, stores_.seeds_connection})
      while (each != nullptr && !each->connected()) each->wait(100);
  }
  Result<std::vector<GameId>> unfinished(store::Time before, std::optional<GameId> after) {
    return store::wait_for<Result<std::vector<GameId>>>(stores_.events_connection, [&](auto done) {
      stores_.events->unfinished(before, after, page, done);
    });
  }
  Result<std::optional<store::Log>> read(GameId game) {
    return store::wait_for<Result<std::optional<store::Log>>>(
        stores_.events_connection, [&](auto done) { stores_.events->read(game, 1, done); });
  }
  store::WriteResult archive(GameId game) {
    return store::wait_for<store::WriteResult>(
        stores_.events_connection, [&](auto done) { stores_.events->archive(game, done); });
  }
  Result<std::optional<Bytes32>> seed(GameId game) {
    return store::wait_for<Result<std::optional<Bytes32>>>(
        stores_.seeds_connection, [&](auto done) { stores_.seeds->get(game, done); });
  }

 private:
  Stores stores_;
};

const node::CryptoFunctions& crypto() {
  static const node::CryptoFunctions out = crypto_functions();
  return out;
}

// Games that are over, but whose node died before it could archive them, belong to the month too.
std::optional<Error> archive_ended(Source& source, store::Time before) {
  std::optional<GameId> last;
  for (;;) {
    const auto games = source.unfinished(before, last);
    if (!games) return games.error();
    for (const GameId game : *games) {
      const auto log = source.read(game);
      if (!log) return log.error();
      if (!*log || (*log)->finished || (*log)->events.empty() || (*log)->events.back().at >= before)
        continue;
      const auto setup = node::setup_of(**log, game);
      if (!setup) continue;
      const auto ledger = table::Ledger::load(*setup, crypto().blake2b, node::rows_of(**log));
      if (!ledger || !ledger->over()) continue;
      if (source.archive(game) != store::WriteResult::ok)
        return Error{"store.unavailable", 0, "The database does not accept writes."};
    }
    if (games->size() < page) return std::nullopt;
    last = games->back();
  }
}

std::optional<Error> check_finished(store::MonthArchive& months, Month month) {
  const auto work = months.unfinished_work(month);
  if (!work) return work.error();
  std::string left;
  const auto add = [&](std::int64_t count, const char* what) {
    if (count > 0) left += (left.empty() ? "" : ", ") + std::to_string(count) + what;
  };
  add(work->reports, " reports of names (see cosetd admin reports)");
  add(work->actions, " actions that no server has applied");
  add(work->tasks, " tasks");
  if (left.empty()) return std::nullopt;
  return Error{"archive.unfinished", 0,
               "Games of " + name_of(month) + " have unfinished business: " + left + "."};
}

// The line of a game, and its last chain.
Result<std::pair<std::string, protocol::Chain>> line_of(Source& source, GameId game) {
  const auto log = source.read(game);
  if (!log) return log.error();
  if (!*log || (*log)->events.empty()) return corrupt(game, "Its events are gone.");
  const auto seed = source.seed(game);
  if (!seed) return seed.error();
  const auto line = node::archive_line(game, **log, *seed, crypto());
  if (!line) return corrupt(game, line.error().sentence);
  return std::pair(*line + "\n", (*log)->events.back().chain);
}

Result<std::vector<Stored>> write_games(Source& source, store::MonthArchive& months, Month month,
                                        const std::string& part) {
  const OpenFile file(part, O_WRONLY);
  if (file.get() < 0) return file_error(part);
  GzipWriter writer(file.get());
  std::vector<Stored> out;
  for (;;) {
    const auto last = out.empty() ? std::nullopt : std::optional(out.back().game);
    const auto games = months.games(month, last, page);
    if (!games) return games.error();
    for (const GameId game : *games) {
      const auto line = line_of(source, game);
      if (!line) return line.error();
      if (!writer.write(line->first)) return file_error(part);
      out.push_back({game, line->second});
    }
    if (games->size() == page) continue;
    if (!writer.finish() || ::fsync(file.get()) != 0) return file_error(part);
    return out;
  }
}

std::optional<Error> check_file(const std::string& part, const std::vector<Stored>& games) {
  const OpenFile file(part, O_RDONLY);
  if (file.get() < 0) return file_error(part);
  GzipReader reader(file.get());
  std::string line;
  std::size_t count = 0;
  for (; reader.next(line); ++count) {
    if (count == games.size()) break;
    if (const auto error = node::check_archive_line(line, games[count], crypto()))
      return corrupt(games[count].game, error->sentence);
  }
  if (count == games.size() && reader.good()) return std::nullopt;
  return Error{"archive.damaged", 0,
               part + " cannot be read back. Nothing was dropped. Use another disk."};
}

// Gives the file its name, unless something has it.
bool publish_new_file(const std::string& part, const std::string& file) {
  return ::renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, file.c_str(), RENAME_NOREPLACE) == 0 &&
         store::sync_to_disk(std::filesystem::absolute(file).parent_path());
}

Error exists(const std::string& file) {
  return {"archive.exists", 0,
          file +
              " exists; give another name. Keep it: after a run that was cut it may hold the only "
              "copy of some games."};
}

Result<std::vector<Stored>> write_verified(Source& source, store::MonthArchive& months, Month month,
                                           const std::string& file) {
  const std::string part = file + ".part";
  if (!store::create_private_file(part)) return file_error(part);
  auto games = write_games(source, months, month, part);
  if (games && games->empty())
    games = Error{"archive.empty", 0,
                  "No game to archive ended in " + name_of(month) +
                      ". Games of classes stay in the database."};
  if (games)
    if (auto error = check_file(part, *games)) games = *error;
  if (games && !publish_new_file(part, file))
    games = errno == EEXIST ? exists(file) : file_error(file);
  if (!games) (void)::unlink(part.c_str());
  return games;
}

}  // namespace

std::optional<Month> parse_month(std::string_view text) {
  const std::string day = std::string(text) + "-01";
  if (text.size() != 7 || !is_date(day) || day < "1970") return std::nullopt;
  return store::month_of(std::int64_t{day_number(day)} * 86'400'000);
}

Result<ArchiveReport> archive_month(const Options& options, Month month, const std::string& file,
                                    store::Time now) {
  if (month >= store::month_of(now))
    return Error{"archive.month", 0, name_of(month) + " is not over yet (in UTC)."};
  struct stat status{};
  if (::lstat(file.c_str(), &status) == 0) return exists(file);
  auto stores = open_with_seeds(options);
  if (!stores) return stores.error();
  auto months = open_months(options);
  if (!months) return months.error();
  Source source(*std::move(stores));
  if (auto error = archive_ended(source, end_of(month))) return *error;
  if (auto error = check_finished(**months, month)) return *error;
  const auto games = write_verified(source, **months, month, file);
  if (!games) return games.error();
  std::vector<GameId> ids;
  for (const Stored& each : *games) ids.push_back(each.game);
  if (auto error = (*months)->drop(month, ids)) {
    error->sentence += " " + file + " is complete.";
    return *error;
  }
  return ArchiveReport{ids.size(), std::filesystem::file_size(file)};
}

Result<std::int64_t> count_archived(const Options& options) {
  auto months = open_months(options);
  if (!months) return months.error();
  return (*months)->dropped();
}

}  // namespace coset::cosetd
