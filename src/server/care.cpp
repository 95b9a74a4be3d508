#include "server/care.hpp"

#include <ctime>
#include <filesystem>

#include "bots/person_name.hpp"
#include "hub/table/json.hpp"
#include "serve/names.hpp"
#include "server/house.hpp"
#include "server/world.hpp"
#include "store/people.hpp"
#include "store/postgres_store.hpp"
#include "store/sqlite_store.hpp"

namespace coset::server {

namespace {

using store::GameId;

// Games and people, as a server beside this program has them.
struct Opened {
  std::unique_ptr<store::EventStore> events;
  std::unique_ptr<store::PeopleStore> people;
  store::Postgres* events_connection = nullptr;
  store::Postgres* people_connection = nullptr;

  template <class T, class Ask>
  T answer(store::Postgres* connection, const Ask& ask) const {
    std::optional<T> out;
    ask([&](T got) { out.emplace(std::move(got)); });
    while (!out) connection->wait(100);
    return *std::move(out);
  }
  Result<std::optional<store::Log>> read(GameId game) const {
    return answer<Result<std::optional<store::Log>>>(
        events_connection, [&](auto done) { events->read(game, ~wire::Ply{0}, done); });
  }
  template <class Ask>
  std::optional<Error> tell(const Ask& ask) const {
    const auto outcome = answer<store::Outcome>(people_connection, ask);
    if (outcome == store::Outcome::appended) return std::nullopt;
    return Error{"store.away", 0, "The store did not take it. Please ask again."};
  }
};

Result<Opened> open(const Options& options) {
  Opened out;
  if (options.database.empty()) {
    const std::string file = options.data + "/events.db";
    if (!std::filesystem::exists(file))
      return Error{"admin.data", 0, "No server keeps its games in " + options.data + "."};
    auto events = store::SqliteStore::open(file);
    if (!events) return events.error();
    auto people = store::SqlitePeople::open(file);
    if (!people) return people.error();
    out.events = *std::move(events);
    out.people = *std::move(people);
    return out;
  }
  if (auto error = store::PostgresStore::check(options.database)) {
    error->sentence += advice(*error);
    return *error;
  }
  auto events = std::make_unique<store::PostgresStore>(options.database);
  auto people = std::make_unique<store::PostgresPeople>(options.database);
  out.events_connection = &events->connection();
  out.people_connection = &people->connection();
  for (store::Postgres* each : {out.events_connection, out.people_connection})
    while (!each->connected()) each->wait(100);
  out.events = std::move(events);
  out.people = std::move(people);
  return out;
}

std::string day_of(wire::Time at) {
  const std::time_t seconds = at / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char out[32];
  std::strftime(out, sizeof out, "%Y-%m-%d %H:%M", &parts);
  return out;
}

Error unknown(const std::string& table) {
  return {"admin.table", 0, "There is no table '" + table + "'."};
}

}  // namespace

Result<std::string> reported_names(const Options& options) {
  auto opened = open(options);
  if (!opened) return opened.error();
  const auto reports = opened->answer<Result<std::vector<store::Report>>>(
      opened->people_connection, [&](auto done) { opened->people->reports(done); });
  if (!reports) return reports.error();
  std::string out;
  for (const store::Report& each : *reports) {
    const auto log = opened->read(each.game);
    if (!log) return log.error();
    const auto setup =
        *log ? hub::read_setup((*log)->setup) : Result<hub::Setup>(unknown(std::string()));
    if (!setup || each.seat >= setup->seats.size()) continue;
    out += day_of(each.at) + " UTC  " + setup->table + "  seat " + std::to_string(each.seat + 1) +
           "  " + std::to_string(each.times) + (each.times == 1 ? " person" : " people") + "  " +
           setup->seats[each.seat].name + "\n";
  }
  return out.empty() ? "No name was reported.\n" : out;
}

std::optional<Error> rename_seat(const Options& options, const std::string& table, int seat,
                                 const std::string& name) {
  if (auto error = bots::name_error(name)) return error;
  auto opened = open(options);
  if (!opened) return opened.error();
  std::optional<wire::Token> token;  // of that seat: a rematch has it too
  std::optional<GameId> next = serve::game_of(digests().blake2b, table);
  while (next) {
    const GameId game = *next;
    const auto log = opened->read(game);
    if (!log) return log.error();
    if (!*log) return token ? std::nullopt : std::optional(unknown(table));
    next = (*log)->next;
    auto read = hub::read_setup((*log)->setup);
    if (!read) return read.error();
    hub::Setup setup = *std::move(read);
    for (std::size_t i = 0; i < setup.seats.size(); ++i) {
      hub::SeatSetup& each = setup.seats[i];
      const bool meant = token ? each.token == *token : static_cast<int>(i) + 1 == seat;
      if (!meant || each.player != wire::Player::human) continue;
      token = each.token;
      each.name = name;
      const auto place = static_cast<std::uint8_t>(i);
      const std::string after = hub::write_setup(setup);
      if (auto error = opened->tell(
              [&](auto done) { opened->people->reword(game, (*log)->setup, after, done); }))
        return error;
      if (auto error =
              opened->tell([&](auto done) { opened->people->settle({game, place}, done); }))
        return error;
      if (auto error = opened->tell(
              [&](auto done) { opened->people->order({game, store::Order::reread}, done); }))
        return error;
      break;
    }
    if (!token) return Error{"admin.seat", 0, "No person has that seat."};
  }
  return std::nullopt;
}

std::optional<Error> close_table(const Options& options, const std::string& table) {
  auto opened = open(options);
  if (!opened) return opened.error();
  const GameId game = serve::game_of(digests().blake2b, table);
  const auto log = opened->read(game);
  if (!log) return log.error();
  if (!*log) return unknown(table);
  return opened->tell([&](auto done) { opened->people->order({game, store::Order::close}, done); });
}

}  // namespace coset::server
