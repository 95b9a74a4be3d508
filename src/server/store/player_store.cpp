#include "server/store/player_store.hpp"

#include <utility>

namespace coset::store {

namespace {

std::int64_t number_of(GameId game) { return static_cast<std::int64_t>(game); }
std::int64_t number_of(OperatorAction action) { return static_cast<std::int64_t>(action); }

constexpr std::string_view all_reports =
    "SELECT game_id, seat, min(created_at), count(*) FROM report GROUP BY game_id, seat"
    " ORDER BY min(created_at), game_id, seat LIMIT 1000";
constexpr std::string_view all_actions =
    "SELECT game_id, action FROM operator_action ORDER BY game_id, action";

const std::vector<Prepared> statements = {
    {"seat",
     "INSERT INTO seat_holder SELECT guest, $1::bigint, seat - 1 FROM unnest($2::text[])"
     " WITH ORDINALITY AS n(guest, seat) WHERE guest IS NOT NULL ORDER BY guest"
     " ON CONFLICT DO NOTHING"},
    {"list_games_of",
     "SELECT game_id, seat FROM seat_holder WHERE guest_digest = $1::text ORDER BY game_id"},
    {"replace_setup",
     "WITH done AS (UPDATE game SET setup = $3::text WHERE id = $1::bigint AND setup = $2::text"
     " RETURNING id), gone AS (DELETE FROM seat_holder WHERE guest_digest = $4::text"
     " AND game_id IN (SELECT id FROM done)) SELECT id FROM done"},
    {"delete_guest",
     "WITH reports AS (DELETE FROM report WHERE reporter_digest = $1::text)"
     " DELETE FROM seat_holder WHERE guest_digest = $1::text"},
    {"save_pending",
     "INSERT INTO pending_table VALUES ($1::bigint, $2::text)"
     " ON CONFLICT (game_id) DO UPDATE SET body = EXCLUDED.body"},
    {"update_pending",
     "UPDATE pending_table SET body = $2::text WHERE game_id = $1::bigint RETURNING 1"},
    {"save_class_pending",
     "WITH own AS (SELECT id FROM class WHERE id = $3::bigint AND code IS NOT NULL FOR SHARE)"
     " INSERT INTO pending_table SELECT $1::bigint, $2::text FROM own"
     " ON CONFLICT (game_id) DO UPDATE SET body = EXCLUDED.body RETURNING 1"},
    {"list_pending", "SELECT game_id, body FROM pending_table ORDER BY game_id"},
    {"find_pending", "SELECT body FROM pending_table WHERE game_id = $1::bigint"},
    {"delete_pending", "DELETE FROM pending_table WHERE game_id = $1::bigint"},
    {"report",
     "INSERT INTO report VALUES ($1::bigint, $2::integer, $3::text, $4::bigint)"
     " ON CONFLICT DO NOTHING"},
    {"reports", all_reports},
    {"resolve_report", "DELETE FROM report WHERE game_id = $1::bigint AND seat = $2::integer"},
    {"request_action",
     "INSERT INTO operator_action VALUES ($1::bigint, $2::integer) ON CONFLICT DO NOTHING"},
    {"list_actions", all_actions},
    {"acknowledge",
     "DELETE FROM operator_action WHERE game_id = $1::bigint AND action = $2::integer"},
};

// Reports whether a command was executed.
std::function<void(const QueryResult&)> when_done(Done<WriteResult> done) {
  return [done = std::move(done)](const QueryResult& result) {
    done(result.rows == nullptr ? WriteResult::unknown : WriteResult::ok);
  };
}

}  // namespace

SqlitePlayers::SqlitePlayers(Database database)
    : database_(std::move(database)),
      insert_(database_.prepare("INSERT OR IGNORE INTO seat_holder VALUES (?, ?, ?)")),
      select_(database_.prepare(
          "SELECT game_id, seat FROM seat_holder WHERE guest_digest = ? ORDER BY game_id")),
      update_(database_.prepare("UPDATE game SET setup = ?3 WHERE id = ?1 AND setup = ?2")),
      unseat_(database_.prepare("DELETE FROM seat_holder WHERE guest_digest = ? AND game_id = ?")),
      delete_(database_.prepare("DELETE FROM seat_holder WHERE guest_digest = ?")),
      delete_reports_(database_.prepare("DELETE FROM report WHERE reporter_digest = ?")),
      save_pending_(database_.prepare("INSERT OR REPLACE INTO pending_table VALUES (?, ?)")),
      update_pending_(database_.prepare("UPDATE pending_table SET body = ?2 WHERE game_id = ?1")),
      save_class_pending_(database_.prepare("INSERT OR REPLACE INTO pending_table SELECT ?1, ?2"
                                            " WHERE EXISTS (SELECT 1 FROM class WHERE id = ?3)")),
      list_pending_(database_.prepare("SELECT game_id, body FROM pending_table ORDER BY game_id")),
      find_pending_(database_.prepare("SELECT body FROM pending_table WHERE game_id = ?")),
      delete_pending_(database_.prepare("DELETE FROM pending_table WHERE game_id = ?")),
      report_(database_.prepare("INSERT OR IGNORE INTO report VALUES (?, ?, ?, ?)")),
      reports_(database_.prepare(all_reports)),
      resolve_report_(database_.prepare("DELETE FROM report WHERE game_id = ? AND seat = ?")),
      request_action_(database_.prepare("INSERT OR IGNORE INTO operator_action VALUES (?, ?)")),
      list_actions_(database_.prepare(all_actions)),
      acknowledge_(
          database_.prepare("DELETE FROM operator_action WHERE game_id = ? AND action = ?")) {}

Result<std::unique_ptr<SqlitePlayers>> SqlitePlayers::open(const std::string& path) {
  auto database = Database::open(path);
  if (!database) return database.error();
  Database opened = *std::move(database);
  // Deleted and replaced content is overwritten in the file, too.
  if (auto error = opened.run("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON"))
    return *error;
  return std::unique_ptr<SqlitePlayers>(new SqlitePlayers(std::move(opened)));
}

void SqlitePlayers::seat(GameId game, std::vector<std::string> guests, Done<WriteResult> done) {
  bool good = !database_.run("BEGIN IMMEDIATE");
  for (std::size_t i = 0; good && i < guests.size(); ++i)
    if (!guests[i].empty())
      good =
          insert_.with(std::string_view(guests[i]), number_of(game), static_cast<std::int64_t>(i))
              .run();
  if (good) good = !database_.run("COMMIT");
  if (!good) (void)database_.run("ROLLBACK");
  done(good ? WriteResult::ok : WriteResult::unknown);
}

void SqlitePlayers::list_games_of(std::string guest, Done<Result<std::vector<SeatRef>>> done) {
  std::vector<SeatRef> out;
  select_.with(std::string_view(guest));
  while (select_.next())
    out.push_back(
        {static_cast<GameId>(select_.number(0)), static_cast<std::uint8_t>(select_.number(1))});
  if (select_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqlitePlayers::replace_setup(GameId game, std::string before, std::string after,
                                  std::string guest, Done<WriteResult> done) {
  update_.with(number_of(game), std::string_view(before), std::string_view(after));
  bool good = !database_.run("BEGIN IMMEDIATE") && update_.run();
  const bool replaced = good && database_.changes() == 1;
  if (replaced) good = unseat_.with(std::string_view(guest), number_of(game)).run();
  if (good) good = !database_.run("COMMIT");
  if (!good) (void)database_.run("ROLLBACK");
  if (!good) return done(WriteResult::unknown);
  done(replaced ? WriteResult::ok : WriteResult::conflict);
}

void SqlitePlayers::delete_guest(std::string guest, Done<WriteResult> done) {
  for (Statement* each : {&delete_reports_, &delete_})
    if (!each->with(std::string_view(guest)).run()) return done(WriteResult::unknown);
  // The log of writes holds old pages until it is truncated, which a reader prevents.
  done(database_.truncate_log() ? WriteResult::ok : WriteResult::unknown);
}

void SqlitePlayers::save_pending(PendingTable table, Done<WriteResult> done) {
  const std::string_view body = table.body;
  const bool good =
      table.class_id
          ? save_class_pending_.with(number_of(table.game), body, number_of(*table.class_id)).run()
          : (table.update ? update_pending_ : save_pending_)
                .with(number_of(table.game), body)
                .run();
  if (good && database_.changes() == 0) return done(WriteResult::conflict);
  done(good ? WriteResult::ok : WriteResult::unknown);
}

void SqlitePlayers::list_pending(Done<Result<std::vector<PendingTable>>> done) {
  std::vector<PendingTable> out;
  list_pending_.reset();
  while (list_pending_.next())
    out.push_back({static_cast<GameId>(list_pending_.number(0)), list_pending_.text(1)});
  if (list_pending_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqlitePlayers::find_pending(GameId game, Done<Result<std::optional<std::string>>> done) {
  std::optional<std::string> out;
  find_pending_.with(number_of(game));
  while (find_pending_.next()) out = find_pending_.text(0);
  if (find_pending_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqlitePlayers::delete_pending(GameId game, Done<WriteResult> done) {
  done(delete_pending_.with(number_of(game)).run() ? WriteResult::ok : WriteResult::unknown);
}

void SqlitePlayers::report(SeatRef seat, std::string reporter, Time at, Done<WriteResult> done) {
  report_.with(number_of(seat.game), std::int64_t{seat.seat}, std::string_view(reporter), at);
  done(report_.run() ? WriteResult::ok : WriteResult::unknown);
}

void SqlitePlayers::reports(Done<Result<std::vector<Report>>> done) {
  std::vector<Report> out;
  reports_.reset();
  while (reports_.next())
    out.push_back({static_cast<GameId>(reports_.number(0)),
                   static_cast<std::uint8_t>(reports_.number(1)), reports_.number(2),
                   reports_.number(3)});
  if (reports_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqlitePlayers::resolve_report(SeatRef seat, Done<WriteResult> done) {
  const bool good = resolve_report_.with(number_of(seat.game), std::int64_t{seat.seat}).run();
  done(good ? WriteResult::ok : WriteResult::unknown);
}

void SqlitePlayers::request_action(PendingAction action, Done<WriteResult> done) {
  const bool good = request_action_.with(number_of(action.game), number_of(action.action)).run();
  done(good ? WriteResult::ok : WriteResult::unknown);
}

void SqlitePlayers::list_actions(Done<Result<std::vector<PendingAction>>> done) {
  std::vector<PendingAction> out;
  list_actions_.reset();
  while (list_actions_.next())
    out.push_back({static_cast<GameId>(list_actions_.number(0)),
                   static_cast<OperatorAction>(list_actions_.number(1))});
  if (list_actions_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqlitePlayers::acknowledge(PendingAction action, Done<WriteResult> done) {
  const bool good = acknowledge_.with(number_of(action.game), number_of(action.action)).run();
  done(good ? WriteResult::ok : WriteResult::unknown);
}

PostgresPlayers::PostgresPlayers(std::string url, const std::vector<Prepared>& more)
    : connection_(std::move(url), [&] {
        std::vector<Prepared> all = statements;
        all.insert(all.end(), more.begin(), more.end());
        return all;
      }()) {}

void PostgresPlayers::seat(GameId game, std::vector<std::string> guests, Done<WriteResult> done) {
  std::vector<const std::string*> names;
  for (const std::string& each : guests) names.push_back(each.empty() ? nullptr : &each);
  connection_.send("seat", Parameters().number(number_of(game)).maybe_texts(names),
                   when_done(std::move(done)));
}

void PostgresPlayers::list_games_of(std::string guest, Done<Result<std::vector<SeatRef>>> done) {
  connection_.send("list_games_of", Parameters().bytes(guest),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr)
                       return done(Error{"store.unavailable", 0, "The database does not respond."});
                     std::vector<SeatRef> out;
                     for (int row = 0; row < result.rows->size(); ++row)
                       out.push_back({static_cast<GameId>(result.rows->number(row, 0)),
                                      static_cast<std::uint8_t>(result.rows->number(row, 1))});
                     done(std::move(out));
                   });
}

void PostgresPlayers::replace_setup(GameId game, std::string before, std::string after,
                                    std::string guest, Done<WriteResult> done) {
  Parameters parameters;
  parameters.number(number_of(game)).bytes(before).bytes(after).bytes(guest);
  connection_.send("replace_setup", parameters,
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(WriteResult::unknown);
                     done(result.rows->size() == 1 ? WriteResult::ok : WriteResult::conflict);
                   });
}

void PostgresPlayers::save_pending(PendingTable table, Done<WriteResult> done) {
  Parameters parameters;
  parameters.number(number_of(table.game)).bytes(table.body);
  if (table.class_id) parameters.number(number_of(*table.class_id));
  const bool unconditional = !table.class_id && !table.update;
  connection_.send(table.class_id ? "save_class_pending"
                   : table.update ? "update_pending"
                                  : "save_pending",
                   parameters, [unconditional, done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(WriteResult::unknown);
                     const bool written = unconditional || result.rows->size() > 0;
                     done(written ? WriteResult::ok : WriteResult::conflict);
                   });
}

void PostgresPlayers::list_pending(Done<Result<std::vector<PendingTable>>> done) {
  connection_.send("list_pending", Parameters(),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr)
                       return done(Error{"store.unavailable", 0, "The database does not respond."});
                     std::vector<PendingTable> out;
                     for (int row = 0; row < result.rows->size(); ++row)
                       out.push_back({static_cast<GameId>(result.rows->number(row, 0)),
                                      std::string(result.rows->bytes(row, 1))});
                     done(std::move(out));
                   });
}

void PostgresPlayers::find_pending(GameId game, Done<Result<std::optional<std::string>>> done) {
  connection_.send("find_pending", Parameters().number(number_of(game)),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr)
                       return done(Error{"store.unavailable", 0, "The database does not respond."});
                     std::optional<std::string> out;
                     if (result.rows->size() > 0) out = result.rows->bytes(0, 0);
                     done(std::move(out));
                   });
}

void PostgresPlayers::delete_pending(GameId game, Done<WriteResult> done) {
  connection_.send("delete_pending", Parameters().number(number_of(game)),
                   when_done(std::move(done)));
}

void PostgresPlayers::report(SeatRef seat, std::string reporter, Time at, Done<WriteResult> done) {
  Parameters parameters;
  parameters.number(number_of(seat.game)).small(seat.seat).bytes(std::move(reporter)).number(at);
  connection_.send("report", parameters, when_done(std::move(done)));
}

void PostgresPlayers::reports(Done<Result<std::vector<Report>>> done) {
  connection_.send("reports", Parameters(), [done = std::move(done)](const QueryResult& result) {
    if (result.rows == nullptr)
      return done(Error{"store.unavailable", 0, "The database does not respond."});
    std::vector<Report> out;
    for (int row = 0; row < result.rows->size(); ++row)
      out.push_back({static_cast<GameId>(result.rows->number(row, 0)),
                     static_cast<std::uint8_t>(result.rows->number(row, 1)),
                     result.rows->number(row, 2), result.rows->number(row, 3)});
    done(std::move(out));
  });
}

void PostgresPlayers::resolve_report(SeatRef seat, Done<WriteResult> done) {
  connection_.send("resolve_report", Parameters().number(number_of(seat.game)).small(seat.seat),
                   when_done(std::move(done)));
}

void PostgresPlayers::request_action(PendingAction action, Done<WriteResult> done) {
  connection_.send(
      "request_action",
      Parameters().number(number_of(action.game)).small(static_cast<int>(action.action)),
      when_done(std::move(done)));
}

void PostgresPlayers::list_actions(Done<Result<std::vector<PendingAction>>> done) {
  connection_.send("list_actions", Parameters(),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr)
                       return done(Error{"store.unavailable", 0, "The database does not respond."});
                     std::vector<PendingAction> out;
                     for (int row = 0; row < result.rows->size(); ++row)
                       out.push_back({static_cast<GameId>(result.rows->number(row, 0)),
                                      static_cast<OperatorAction>(result.rows->number(row, 1))});
                     done(std::move(out));
                   });
}

void PostgresPlayers::acknowledge(PendingAction action, Done<WriteResult> done) {
  connection_.send(
      "acknowledge",
      Parameters().number(number_of(action.game)).small(static_cast<int>(action.action)),
      when_done(std::move(done)));
}

void PostgresPlayers::delete_guest(std::string guest, Done<WriteResult> done) {
  connection_.send("delete_guest", Parameters().bytes(guest), when_done(std::move(done)));
}

}  // namespace coset::store
