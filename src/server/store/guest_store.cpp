#include "server/store/guest_store.hpp"

#include <utility>

namespace coset::store {

namespace {

std::int64_t number_of(GameId id) { return static_cast<std::int64_t>(id); }
GameId id_of(std::int64_t number) { return static_cast<GameId>(number); }

#define NOT_OF_A_CLASS " NOT EXISTS (SELECT 1 FROM class_game WHERE class_game.game_id = "
#define CLASSES                                                                         \
  "SELECT class.id, pupil, code, locked, closed, language, pupils, at FROM class_guest" \
  " JOIN class ON class.id = class_guest.class_id"                                      \
  " JOIN class_event ON class_event.class_id = class.id AND number = 1"                 \
  " LEFT JOIN class_facts ON class_facts.class_id = class.id"                           \
  " WHERE code IS NOT NULL AND guest_digest = "
#define CLASS_ORDER " ORDER BY CASE WHEN pupil = 0 THEN 0 ELSE 1 END, at DESC, class.id LIMIT "

const std::vector<Prepared> all_statements = {
    {"list_holders",
     "SELECT seat, guest_digest FROM seat_holder WHERE game_id = $1::bigint"
     " AND" NOT_OF_A_CLASS "$1::bigint) ORDER BY seat"},
    {"list_running",
     "SELECT id, seat, setup, created_at FROM seat_holder JOIN game ON id = game_id"
     " WHERE guest_digest = $1::text AND NOT finished AND" NOT_OF_A_CLASS
     "id) ORDER BY created_at DESC, id LIMIT $2::integer"},
    {"list_classes", CLASSES "$1::text" CLASS_ORDER "$2::integer"},
    {"list_places",
     "SELECT pupil, guest_digest FROM class_guest WHERE class_id = $1::bigint ORDER BY pupil"},
    {"save_pass",
     "INSERT INTO pass VALUES ($1::text, $2::text, $3::text, $4::bigint)"
     " ON CONFLICT (guest_digest) DO UPDATE SET digest = EXCLUDED.digest,"
     " sealed = EXCLUDED.sealed, expires_at = EXCLUDED.expires_at"},
    {"use_pass",
     "DELETE FROM pass WHERE digest = $1::text AND expires_at > $2::bigint RETURNING sealed"},
    {"find_pass",
     "SELECT expires_at FROM pass WHERE guest_digest = $1::text AND expires_at > $2::bigint"},
    {"expire_passes", "DELETE FROM pass WHERE expires_at <= $1::bigint"},
    {"forget_guest",
     "WITH p AS (DELETE FROM pass WHERE guest_digest = $1::text)"
     " DELETE FROM class_guest WHERE guest_digest = $1::text"},
};

std::function<void(const QueryResult&)> when_done(Done<WriteResult> done) {
  return [done = std::move(done)](const QueryResult& result) {
    done(result.rows == nullptr ? WriteResult::unknown : WriteResult::ok);
  };
}

// The rows of a query, each as `read` makes it.
template <class T, class Read>
std::function<void(const QueryResult&)> when_read(Done<Result<std::vector<T>>> done, Read read) {
  return [done = std::move(done), read](const QueryResult& result) {
    if (result.rows == nullptr) return done(query_error(result));
    std::vector<T> out;
    for (int row = 0; row < result.rows->size(); ++row) out.push_back(read(*result.rows, row));
    done(std::move(out));
  };
}

}  // namespace

SqliteGuests::SqliteGuests(Database database)
    : database_(std::move(database)),
      holders_(database_.prepare("SELECT seat, guest_digest FROM seat_holder WHERE game_id = ?1"
                                 " AND" NOT_OF_A_CLASS "?1) ORDER BY seat")),
      running_(database_.prepare(
          "SELECT id, seat, setup, created_at FROM seat_holder JOIN game ON id = game_id"
          " WHERE guest_digest = ?1 AND finished = 0 AND" NOT_OF_A_CLASS
          "id) ORDER BY created_at DESC, id LIMIT ?2")),
      classes_(database_.prepare(CLASSES "?1" CLASS_ORDER "?2")),
      places_(database_.prepare(
          "SELECT pupil, guest_digest FROM class_guest WHERE class_id = ? ORDER BY pupil")),
      save_(database_.prepare("INSERT OR REPLACE INTO pass VALUES (?, ?, ?, ?)")),
      use_(database_.prepare(
          "DELETE FROM pass WHERE digest = ? AND expires_at > ? RETURNING sealed")),
      find_(database_.prepare(
          "SELECT expires_at FROM pass WHERE guest_digest = ? AND expires_at > ?")),
      expire_(database_.prepare("DELETE FROM pass WHERE expires_at <= ?")),
      forget_pass_(database_.prepare("DELETE FROM pass WHERE guest_digest = ?")),
      forget_classes_(database_.prepare("DELETE FROM class_guest WHERE guest_digest = ?")) {}

Result<std::unique_ptr<SqliteGuests>> SqliteGuests::open(const std::string& path) {
  auto database = Database::open(path);
  if (!database) return database.error();
  Database opened = *std::move(database);
  if (auto error = opened.run("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON"))
    return *error;
  return std::unique_ptr<SqliteGuests>(new SqliteGuests(std::move(opened)));
}

void SqliteGuests::list_holders(GameId game, Done<Result<std::vector<SeatHolder>>> done) {
  std::vector<SeatHolder> out;
  holders_.with(number_of(game));
  while (holders_.next())
    out.push_back({static_cast<std::uint8_t>(holders_.number(0)), holders_.text(1)});
  if (holders_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteGuests::list_running(std::string guest, int limit,
                                Done<Result<std::vector<RunningGame>>> done) {
  std::vector<RunningGame> out;
  running_.with(std::string_view(guest), std::int64_t{limit});
  while (running_.next())
    out.push_back({id_of(running_.number(0)), static_cast<std::uint8_t>(running_.number(1)),
                   running_.text(2), running_.number(3)});
  if (running_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteGuests::list_classes(std::string guest, int limit,
                                Done<Result<std::vector<GuestClass>>> done) {
  std::vector<GuestClass> out;
  classes_.with(std::string_view(guest), std::int64_t{limit});
  while (classes_.next()) {
    GuestClass& each = out.emplace_back();
    each.id = id_of(classes_.number(0));
    each.pupil = static_cast<std::uint16_t>(classes_.number(1));
    each.code = classes_.text(2);
    if (!classes_.null(3))
      each.facts = {classes_.number(3) != 0, classes_.number(4) != 0, classes_.text(5),
                    static_cast<std::uint32_t>(classes_.number(6))};
    each.opened_at = classes_.number(7);
  }
  if (classes_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteGuests::list_places(ClassId id, Done<Result<std::vector<ClassPlace>>> done) {
  std::vector<ClassPlace> out;
  places_.with(number_of(id));
  while (places_.next())
    out.push_back({static_cast<std::uint16_t>(places_.number(0)), places_.text(1)});
  if (places_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteGuests::save_pass(Pass pass, Done<WriteResult> done) {
  const bool good = save_
                        .with(std::string_view(pass.digest), std::string_view(pass.guest),
                              std::string_view(pass.sealed), pass.expires_at)
                        .run();
  done(good ? WriteResult::ok : WriteResult::unknown);
}

void SqliteGuests::use_pass(std::string digest, Time now,
                            Done<Result<std::optional<std::string>>> done) {
  std::optional<std::string> out;
  use_.with(std::string_view(digest), now);
  while (use_.next()) out = use_.text(0);
  if (use_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteGuests::find_pass(std::string guest, Time now, Done<Result<std::optional<Time>>> done) {
  std::optional<Time> out;
  find_.with(std::string_view(guest), now);
  while (find_.next()) out = find_.number(0);
  if (find_.failed()) return done(database_.error());
  done(out);
}

void SqliteGuests::delete_expired_passes(Time now, Done<WriteResult> done) {
  done(expire_.with(now).run() ? WriteResult::ok : WriteResult::unknown);
}

void SqliteGuests::forget_guest(std::string guest, Done<WriteResult> done) {
  for (Statement* each : {&forget_pass_, &forget_classes_})
    if (!each->with(std::string_view(guest)).run()) return done(WriteResult::unknown);
  done(WriteResult::ok);
}

const std::vector<Prepared>& PostgresGuests::statements() { return all_statements; }

void PostgresGuests::list_holders(GameId game, Done<Result<std::vector<SeatHolder>>> done) {
  connection_.send(
      "list_holders", Parameters().number(number_of(game)),
      when_read<SeatHolder>(std::move(done), [](const ResultRows& rows, int row) -> SeatHolder {
        return {static_cast<std::uint8_t>(rows.number(row, 0)), std::string(rows.bytes(row, 1))};
      }));
}

void PostgresGuests::list_running(std::string guest, int limit,
                                  Done<Result<std::vector<RunningGame>>> done) {
  connection_.send(
      "list_running", Parameters().bytes(std::move(guest)).small(limit),
      when_read<RunningGame>(std::move(done), [](const ResultRows& rows, int row) -> RunningGame {
        return {id_of(rows.number(row, 0)), static_cast<std::uint8_t>(rows.number(row, 1)),
                std::string(rows.bytes(row, 2)), rows.number(row, 3)};
      }));
}

void PostgresGuests::list_classes(std::string guest, int limit,
                                  Done<Result<std::vector<GuestClass>>> done) {
  connection_.send(
      "list_classes", Parameters().bytes(std::move(guest)).small(limit),
      when_read<GuestClass>(std::move(done), [](const ResultRows& rows, int row) -> GuestClass {
        GuestClass out;
        out.id = id_of(rows.number(row, 0));
        out.pupil = static_cast<std::uint16_t>(rows.number(row, 1));
        out.code = rows.bytes(row, 2);
        if (!rows.null(row, 3))
          out.facts = {rows.number(row, 3) != 0, rows.number(row, 4) != 0,
                       std::string(rows.bytes(row, 5)),
                       static_cast<std::uint32_t>(rows.number(row, 6))};
        out.opened_at = rows.number(row, 7);
        return out;
      }));
}

void PostgresGuests::list_places(ClassId id, Done<Result<std::vector<ClassPlace>>> done) {
  connection_.send(
      "list_places", Parameters().number(number_of(id)),
      when_read<ClassPlace>(std::move(done), [](const ResultRows& rows, int row) -> ClassPlace {
        return {static_cast<std::uint16_t>(rows.number(row, 0)), std::string(rows.bytes(row, 1))};
      }));
}

void PostgresGuests::save_pass(Pass pass, Done<WriteResult> done) {
  Parameters parameters;
  parameters.bytes(std::move(pass.digest)).bytes(std::move(pass.guest));
  parameters.bytes(std::move(pass.sealed)).number(pass.expires_at);
  connection_.send("save_pass", parameters, when_done(std::move(done)));
}

void PostgresGuests::use_pass(std::string digest, Time now,
                              Done<Result<std::optional<std::string>>> done) {
  connection_.send("use_pass", Parameters().bytes(std::move(digest)).number(now),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     std::optional<std::string> out;
                     if (result.rows->size() > 0) out = result.rows->bytes(0, 0);
                     done(std::move(out));
                   });
}

void PostgresGuests::find_pass(std::string guest, Time now,
                               Done<Result<std::optional<Time>>> done) {
  connection_.send("find_pass", Parameters().bytes(std::move(guest)).number(now),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     std::optional<Time> out;
                     if (result.rows->size() > 0) out = result.rows->number(0, 0);
                     done(out);
                   });
}

void PostgresGuests::delete_expired_passes(Time now, Done<WriteResult> done) {
  connection_.send("expire_passes", Parameters().number(now), when_done(std::move(done)));
}

void PostgresGuests::forget_guest(std::string guest, Done<WriteResult> done) {
  connection_.send("forget_guest", Parameters().bytes(std::move(guest)),
                   when_done(std::move(done)));
}

}  // namespace coset::store
