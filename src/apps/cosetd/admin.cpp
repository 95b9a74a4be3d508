#include "apps/cosetd/admin.hpp"

#include <filesystem>

#include "apps/cosetd/platform.hpp"
#include "base/utc_text.hpp"
#include "engine/bots/person_name.hpp"
#include "server/node/table_names.hpp"
#include "server/store/blocking.hpp"
#include "server/store/player_store.hpp"
#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_schema.hpp"
#include "server/store/sqlite_store.hpp"
#include "table/json.hpp"

namespace coset::cosetd {

namespace {

using store::GameId;

struct AdminStores : Stores {
  Result<std::optional<store::Log>> read(GameId game) const {
    return store::wait_for<Result<std::optional<store::Log>>>(
        events_connection, [&](auto done) { events->read(game, ~protocol::Ply{0}, done); });
  }
  template <class Ask>
  std::optional<Error> write(const Ask& ask) const {
    const auto outcome = store::wait_for<store::WriteResult>(players_connection, ask);
    if (outcome == store::WriteResult::ok) return std::nullopt;
    return Error{"store.unavailable", 0, "The database is unavailable. Try again in a moment."};
  }
};

// Only a server migrates: an older one may be running on this file.
std::optional<Error> check_migrated(const std::string& file) {
  auto opened = store::Database::open_existing(file);
  if (!opened) return opened.error();
  store::Database database = *std::move(opened);
  const auto applied = store::applied_migrations(database);
  if (!applied) return applied.error();
  auto error = store::check_current(*applied, store::Dialect::sqlite);
  if (error && error->code == "store.older") error->sentence += " Restart the server first.";
  return error;
}

Result<AdminStores> open(const Options& options) {
  auto opened = open_beside_server(options);
  if (!opened) return opened.error();
  return AdminStores{*std::move(opened)};
}

Error table_not_found(const std::string& table) {
  return {"admin.table", 0, "There is no table '" + table + "'."};
}

}  // namespace

Result<Stores> open_beside_server(const Options& options) {
  Stores out;
  if (options.database.empty()) {
    const std::string file = options.data_dir + "/events.db";
    if (!std::filesystem::exists(file))
      return Error{"admin.data", 0, options.data_dir + " is not the data directory of a server."};
    if (auto error = check_migrated(file)) return *error;
    auto events = store::SqliteStore::open(file);
    if (!events) return events.error();
    auto players = store::SqlitePlayers::open(file);
    if (!players) return players.error();
    out.events = *std::move(events);
    out.players = *std::move(players);
    return out;
  }
  if (auto error = store::PostgresStore::check(options.database)) {
    error->sentence += advice(*error);
    return *error;
  }
  auto events = std::make_unique<store::PostgresStore>(options.database);
  auto players = std::make_unique<store::PostgresPlayers>(options.database);
  out.events_connection = &events->connection();
  out.players_connection = &players->connection();
  for (store::Postgres* each : {out.events_connection, out.players_connection})
    while (!each->connected()) each->wait(100);
  out.events = std::move(events);
  out.players = std::move(players);
  return out;
}

Result<std::string> list_reports(const Options& options) {
  auto opened = open(options);
  if (!opened) return opened.error();
  const auto reports = store::wait_for<Result<std::vector<store::Report>>>(
      opened->players_connection, [&](auto done) { opened->players->reports(done); });
  if (!reports) return reports.error();
  std::string out;
  for (const store::Report& each : *reports) {
    const auto log = opened->read(each.game);
    if (!log) return log.error();
    const auto setup = *log ? table::read_setup((*log)->setup)
                            : Result<table::Setup>(table_not_found(std::string()));
    if (!setup || each.seat >= setup->seats.size()) continue;
    out += utc_minute(each.at / 1000) + "  " + setup->table + "  seat " +
           std::to_string(each.seat + 1) + "  " + std::to_string(each.times) +
           (each.times == 1 ? " reporter" : " reporters") + "  " + setup->seats[each.seat].name +
           "\n";
  }
  return out.empty() ? "No reports.\n" : out;
}

std::optional<Error> rename_player(const Options& options, const std::string& table, int seat,
                                   const std::string& name) {
  if (auto error = bots::name_error(name)) return error;
  auto opened = open(options);
  if (!opened) return opened.error();
  std::optional<protocol::Token> token;  // of that seat; a rematch keeps it
  std::optional<GameId> next = node::game_of(crypto_functions().blake2b, table);
  while (next) {
    const GameId game = *next;
    const auto log = opened->read(game);
    if (!log) return log.error();
    if (!*log) return token ? std::nullopt : std::optional(table_not_found(table));
    next = (*log)->next;
    auto read = table::read_setup((*log)->setup);
    if (!read) return read.error();
    table::Setup setup = *std::move(read);
    for (std::size_t i = 0; i < setup.seats.size(); ++i) {
      table::SeatSetup& each = setup.seats[i];
      const bool matches = token ? each.token == *token : static_cast<int>(i) + 1 == seat;
      if (!matches || each.player != protocol::Player::human) continue;
      token = each.token;
      each.name = name;
      const auto index = static_cast<std::uint8_t>(i);
      const std::string after = table::write_setup(setup);
      if (auto error = opened->write([&](auto done) {
            opened->players->replace_setup(game, (*log)->setup, after, {}, done);
          }))
        return error;
      if (auto error = opened->write(
              [&](auto done) { opened->players->resolve_report({game, index}, done); }))
        return error;
      if (auto error = opened->write([&](auto done) {
            opened->players->request_action({game, store::OperatorAction::reread}, done);
          }))
        return error;
      break;
    }
    if (!token) return Error{"admin.seat", 0, "That seat is not held by a player."};
  }
  return std::nullopt;
}

std::optional<Error> close_table(const Options& options, const std::string& table) {
  auto opened = open(options);
  if (!opened) return opened.error();
  const GameId game = node::game_of(crypto_functions().blake2b, table);
  const auto log = opened->read(game);
  if (!log) return log.error();
  if (!*log) return table_not_found(table);
  return opened->write([&](auto done) {
    opened->players->request_action({game, store::OperatorAction::close}, done);
  });
}

}  // namespace coset::cosetd
