#include "server/store/class_store.hpp"

#include <utility>

namespace coset::store {

namespace {

std::int64_t number_of(GameId id) { return static_cast<std::int64_t>(id); }
std::int64_t number_of(MoveId id) { return static_cast<std::int64_t>(id); }

// Without a code the class is being forgotten.
#define LAST_AT \
  "(SELECT at FROM class_event WHERE class_id = class.id ORDER BY number DESC LIMIT 1)"

const std::vector<Prepared> all_statements = {
    {"create_class",
     "WITH made AS (INSERT INTO class VALUES ($1::bigint, $2::text) ON CONFLICT DO NOTHING"
     " RETURNING id), known AS (INSERT INTO class_facts SELECT id, $6::integer, $7::integer,"
     " $8::text, $9::integer FROM made WHERE $8::text IS NOT NULL),"
     " placed AS (INSERT INTO class_guest SELECT id, $10::integer, $11::text FROM made"
     " WHERE $11::text IS NOT NULL)"
     " INSERT INTO class_event SELECT id, 1, $3::bigint, $4::bigint, $5::text"
     " FROM made RETURNING number"},
    {"append_class",
     "WITH own AS (SELECT id FROM class WHERE id = $1::bigint AND code IS NOT NULL FOR UPDATE),"
     " made AS (INSERT INTO class_event SELECT id, $2::integer, $3::bigint, $4::bigint, $5::text"
     " FROM own WHERE EXISTS (SELECT 1 FROM class_event WHERE class_id = $1::bigint"
     " AND number = $2::integer - 1) AND NOT EXISTS (SELECT 1 FROM class WHERE code = $6::text"
     " AND id <> $1::bigint) ON CONFLICT DO NOTHING RETURNING class_id),"
     " coded AS (UPDATE class SET code = $6::text FROM made"
     " WHERE id = class_id AND $6::text IS NOT NULL),"
     " known AS (INSERT INTO class_facts SELECT class_id, $7::integer, $8::integer, $9::text,"
     " $10::integer FROM made WHERE $9::text IS NOT NULL ON CONFLICT (class_id) DO UPDATE SET"
     " locked = excluded.locked, closed = excluded.closed, language = excluded.language,"
     " pupils = excluded.pupils),"
     " placed AS (INSERT INTO class_guest SELECT class_id, $11::integer, $12::text FROM made"
     " WHERE $12::text IS NOT NULL ON CONFLICT (class_id, pupil) DO UPDATE SET"
     " guest_digest = excluded.guest_digest) SELECT 1 FROM made"},
    {"add_class_games",
     "WITH own AS (SELECT id FROM class WHERE id = $1::bigint AND code IS NOT NULL FOR UPDATE),"
     " made AS (INSERT INTO class_game SELECT id, unnest($2::bigint[]) FROM own"
     " ON CONFLICT DO NOTHING) SELECT 1 FROM own"},
    {"find_class", "SELECT id FROM class WHERE code = $1::text"},
    {"summarize_class",
     "SELECT id, (SELECT crashes FROM crash_count WHERE game_id = class.id), locked, closed, "
     "language,"
     " pupils FROM class LEFT JOIN class_facts ON class_id = id WHERE code = $1::text"},
    // One more than is wanted tells whether there are more.
    {"read_class",
     "SELECT number, id, at, body, available FROM (SELECT number, id, at, body,"
     " row_number() OVER numbered AS place, sum(octet_length(body)) OVER numbered AS bytes,"
     " count(*) OVER () AS available FROM (SELECT number, id, at, body FROM class_event"
     " WHERE class_id = $1::bigint AND number >= $2::bigint ORDER BY number"
     " LIMIT $3::bigint + 1) AS page WINDOW numbered AS (ORDER BY number)) AS counted"
     " WHERE place <= $3::bigint AND (place = 1 OR bytes <= $4::bigint) ORDER BY number"},
    {"expired_classes",
     "SELECT id FROM class WHERE code IS NULL OR " LAST_AT " < $1::bigint LIMIT $2::integer"},
    {"shut_class", "UPDATE class SET code = NULL WHERE id = $1::bigint"},
    {"forget_class",
     "WITH RECURSIVE g(id) AS ((SELECT game_id FROM class_game WHERE class_id = $1::bigint"
     " UNION SELECT unnest($2::bigint[]))"
     " UNION SELECT game.id FROM game JOIN g ON game.rematch_of = g.id),"
     " e AS (DELETE FROM event WHERE game_id IN (SELECT id FROM g)),"
     " a AS (DELETE FROM archived_game WHERE game_id IN (SELECT id FROM g)),"
     " p AS (DELETE FROM pending_table WHERE game_id IN (SELECT id FROM g)),"
     " s AS (DELETE FROM seat_holder WHERE game_id IN (SELECT id FROM g)),"
     " r AS (DELETE FROM report WHERE game_id IN (SELECT id FROM g)),"
     " o AS (DELETE FROM outbox WHERE game_id IN (SELECT id FROM g)),"
     " d AS (DELETE FROM game WHERE id IN (SELECT id FROM g)),"
     " c AS (DELETE FROM class WHERE id = $1::bigint) SELECT id FROM g"},
};

std::vector<std::int64_t> numbers_of(const std::vector<GameId>& games) {
  std::vector<std::int64_t> out;
  for (const GameId game : games) out.push_back(number_of(game));
  return out;
}

void add_facts(Parameters& parameters, const std::optional<ClassFacts>& facts) {
  if (!facts) {
    parameters.null().null().null().null();
    return;
  }
  parameters.small(facts->locked ? 1 : 0).small(facts->closed ? 1 : 0).bytes(facts->language);
  parameters.small(static_cast<std::int32_t>(facts->pupils));
}

void add_place(Parameters& parameters, const std::optional<ClassPlace>& place) {
  if (place)
    parameters.small(place->pupil).bytes(place->guest);
  else
    parameters.null().null();
}

// One row if it was written.
std::function<void(const QueryResult&)> when_written(Done<WriteResult> done) {
  return [done = std::move(done)](const QueryResult& result) {
    if (result.rows == nullptr)
      return done(result.damaged ? WriteResult::damaged : WriteResult::unknown);
    done(result.rows->size() == 1 ? WriteResult::ok : WriteResult::conflict);
  };
}

}  // namespace

SqliteClasses::SqliteClasses(Database database)
    : database_(std::move(database)),
      insert_(database_.prepare("INSERT INTO class VALUES (?, ?) ON CONFLICT DO NOTHING")),
      set_code_(database_.prepare("UPDATE OR IGNORE class SET code = ?2 WHERE id = ?1")),
      set_facts_(database_.prepare("INSERT OR REPLACE INTO class_facts VALUES (?, ?, ?, ?, ?)")),
      set_place_(database_.prepare("INSERT OR REPLACE INTO class_guest VALUES (?, ?, ?)")),
      event_(database_.prepare(
          "INSERT INTO class_event SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM class"
          " WHERE id = ?1) AND (?2 = 1 OR EXISTS (SELECT 1 FROM class_event WHERE class_id = ?1"
          " AND number = ?2 - 1)) ON CONFLICT DO NOTHING")),
      game_(database_.prepare("INSERT OR REPLACE INTO class_game SELECT id, ?2 FROM class"
                              " WHERE id = ?1")),
      find_(database_.prepare("SELECT id FROM class WHERE code = ?")),
      summary_(database_.prepare("SELECT id, locked, closed, language, pupils FROM class"
                                 " LEFT JOIN class_facts ON class_id = id WHERE code = ?")),
      read_(database_.prepare("SELECT number, id, at, body FROM class_event WHERE class_id = ?"
                              " AND number >= ? ORDER BY number LIMIT ?")),
      expired_(database_.prepare("SELECT id FROM class WHERE " LAST_AT " < ? LIMIT ?")) {}

Result<std::unique_ptr<SqliteClasses>> SqliteClasses::open(const std::string& path) {
  auto database = Database::open(path);
  if (!database) return database.error();
  Database opened = *std::move(database);
  // What is forgotten is overwritten in the file, too.
  if (auto error = opened.run("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON"))
    return *error;
  // The server may have been killed between the two steps of forgetting.
  (void)opened.truncate_log();
  return std::unique_ptr<SqliteClasses>(new SqliteClasses(std::move(opened)));
}

template <class Work>
WriteResult SqliteClasses::write(const Work& work, Error* error) {
  const auto failed = [&] {
    return database_.found_damage() ? WriteResult::damaged : WriteResult::unknown;
  };
  if (database_.run("BEGIN IMMEDIATE")) return failed();
  const std::optional<WriteResult> out = work();
  if (out == WriteResult::ok && !database_.run("COMMIT")) return WriteResult::ok;
  const WriteResult why = out && *out != WriteResult::ok ? *out : failed();
  if (error != nullptr) *error = database_.error();  // before the rollback, which succeeds
  (void)database_.run("ROLLBACK");
  return why;
}

void SqliteClasses::create(ClassId id, ClassEvent opened, Done<WriteResult> done) {
  CHECK(opened.number == 1 && opened.code);
  done(write([&]() -> std::optional<WriteResult> {
    if (!insert_.with(number_of(id), std::string_view(*opened.code)).run()) return std::nullopt;
    if (database_.changes() == 0) return WriteResult::conflict;
    if (!event_
             .with(number_of(id), std::int64_t{1}, number_of(opened.id), opened.at,
                   std::string_view(opened.body))
             .run() ||
        !write_facts(id, opened.facts) || !write_place(id, opened.place))
      return std::nullopt;
    return WriteResult::ok;
  }));
}

bool SqliteClasses::write_facts(ClassId id, const std::optional<ClassFacts>& facts) {
  return !facts ||
         set_facts_
             .with(number_of(id), std::int64_t{facts->locked}, std::int64_t{facts->closed},
                   std::string_view(facts->language), std::int64_t{facts->pupils})
             .run();
}

bool SqliteClasses::write_place(ClassId id, const std::optional<ClassPlace>& place) {
  return !place ||
         set_place_.with(number_of(id), std::int64_t{place->pupil}, std::string_view(place->guest))
             .run();
}

void SqliteClasses::append(ClassId id, ClassEvent event, Done<WriteResult> done) {
  CHECK(event.number > 1);
  done(write([&]() -> std::optional<WriteResult> {
    if (!event_
             .with(number_of(id), std::int64_t{event.number}, number_of(event.id), event.at,
                   std::string_view(event.body))
             .run())
      return std::nullopt;
    if (database_.changes() == 0) return WriteResult::conflict;
    if (!write_facts(id, event.facts) || !write_place(id, event.place)) return std::nullopt;
    if (!event.code) return WriteResult::ok;
    if (!set_code_.with(number_of(id), std::string_view(*event.code)).run()) return std::nullopt;
    return database_.changes() == 1 ? WriteResult::ok : WriteResult::conflict;
  }));
}

void SqliteClasses::add_games(ClassId id, std::vector<GameId> games, Done<WriteResult> done) {
  done(write([&]() -> std::optional<WriteResult> {
    for (const GameId game : games) {
      if (!game_.with(number_of(id), number_of(game)).run()) return std::nullopt;
      if (database_.changes() == 0) return WriteResult::conflict;
    }
    return WriteResult::ok;
  }));
}

void SqliteClasses::find(std::string code, Done<Result<std::optional<ClassId>>> done) {
  std::optional<ClassId> out;
  find_.with(std::string_view(code));
  while (find_.next()) out = static_cast<ClassId>(find_.number(0));
  if (find_.failed()) return done(database_.error());
  done(out);
}

void SqliteClasses::summarize(std::string code, Done<Result<std::optional<ClassSummary>>> done) {
  std::optional<ClassSummary> out;
  summary_.with(std::string_view(code));
  while (summary_.next()) {
    out = {static_cast<ClassId>(summary_.number(0)), 0, {}};
    if (!summary_.null(1))
      out->facts = {summary_.number(1) != 0, summary_.number(2) != 0, summary_.text(3),
                    static_cast<std::uint32_t>(summary_.number(4))};
  }
  if (summary_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteClasses::read(ClassId id, LogRange range, Done<Result<LogPage>> done) {
  LogPage out;
  std::size_t bytes = 0;
  read_.with(number_of(id), std::int64_t{range.from}, std::int64_t{range.rows} + 1);
  while (!out.more && read_.next()) {
    std::string body = read_.text(3);
    bytes += body.size();
    out.more = out.events.size() >= range.rows || (!out.events.empty() && bytes > range.bytes);
    if (!out.more)
      out.events.push_back({static_cast<std::uint32_t>(read_.number(0)),
                            static_cast<MoveId>(read_.number(1)), read_.number(2),
                            std::move(body)});
  }
  const bool failed = read_.failed();
  read_.reset();  // a statement in progress keeps the log of writes from being truncated
  if (failed) return done(database_.error());
  done(std::move(out));
}

void SqliteClasses::expired(Time before, int limit, Done<Result<std::vector<ClassId>>> done) {
  std::vector<ClassId> out;
  expired_.with(before, std::int64_t{limit});
  while (expired_.next()) out.push_back(static_cast<ClassId>(expired_.number(0)));
  if (expired_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteClasses::forget(ClassId id, std::vector<GameId> games, Done<Result<Forgotten>> done) {
  const std::string own = std::to_string(number_of(id));
  std::string all =
      "WITH RECURSIVE g(id) AS (SELECT game_id FROM class_game WHERE class_id = " + own;
  if (!games.empty()) {
    all += " UNION VALUES ";
    for (const GameId game : games) all += "(" + std::to_string(number_of(game)) + "),";
    all.pop_back();
  }
  all += " UNION SELECT game.id FROM game JOIN g ON game.rematch_of = g.id) SELECT id FROM g";
  const std::string covered = " IN (" + all + ")";
  Forgotten out;
  Error error;
  const auto delete_all = [&]() -> std::optional<WriteResult> {
    Statement found = database_.prepare(all);
    while (found.next()) out.games.push_back(static_cast<GameId>(found.number(0)));
    if (found.failed()) return std::nullopt;
    for (const char* table :
         {"event", "archived_game", "pending_table", "seat_holder", "report", "outbox"})
      if (database_.run("DELETE FROM " + std::string(table) + " WHERE game_id" + covered))
        return std::nullopt;
    if (database_.run("DELETE FROM game WHERE id" + covered +
                      "; DELETE FROM class_game WHERE class_id = " + own +
                      "; DELETE FROM class_event WHERE class_id = " + own +
                      "; DELETE FROM class_facts WHERE class_id = " + own +
                      "; DELETE FROM class_guest WHERE class_id = " + own +
                      "; DELETE FROM class WHERE id = " + own))
      return std::nullopt;
    return WriteResult::ok;
  };
  if (write(delete_all, &error) != WriteResult::ok) return done(std::move(error));
  out.truncated = database_.truncate_log();
  done(std::move(out));
}

const std::vector<Prepared>& PostgresClasses::statements() { return all_statements; }

void PostgresClasses::create(ClassId id, ClassEvent opened, Done<WriteResult> done) {
  CHECK(opened.number == 1 && opened.code);
  Parameters parameters;
  parameters.number(number_of(id)).bytes(*opened.code).number(number_of(opened.id));
  parameters.number(opened.at).bytes(std::move(opened.body));
  add_facts(parameters, opened.facts);
  add_place(parameters, opened.place);
  connection_.send("create_class", parameters, when_written(std::move(done)));
}

void PostgresClasses::append(ClassId id, ClassEvent event, Done<WriteResult> done) {
  CHECK(event.number > 1);
  Parameters parameters;
  parameters.number(number_of(id)).small(static_cast<std::int32_t>(event.number));
  parameters.number(number_of(event.id)).number(event.at).bytes(std::move(event.body));
  if (event.code)
    parameters.bytes(*event.code);
  else
    parameters.null();
  add_facts(parameters, event.facts);
  add_place(parameters, event.place);
  connection_.send("append_class", parameters, when_written(std::move(done)));
}

void PostgresClasses::add_games(ClassId id, std::vector<GameId> games, Done<WriteResult> done) {
  connection_.send("add_class_games", Parameters().number(number_of(id)).numbers(numbers_of(games)),
                   when_written(std::move(done)));
}

void PostgresClasses::find(std::string code, Done<Result<std::optional<ClassId>>> done) {
  connection_.send("find_class", Parameters().bytes(std::move(code)),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     std::optional<ClassId> out;
                     if (result.rows->size() > 0)
                       out = static_cast<ClassId>(result.rows->number(0, 0));
                     done(out);
                   });
}

void PostgresClasses::summarize(std::string code, Done<Result<std::optional<ClassSummary>>> done) {
  connection_.send("summarize_class", Parameters().bytes(std::move(code)),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     std::optional<ClassSummary> out;
                     const ResultRows& rows = *result.rows;
                     if (rows.size() > 0) {
                       out = {static_cast<ClassId>(rows.number(0, 0)), 0, {}};
                       if (!rows.null(0, 1)) out->crashes = static_cast<int>(rows.number(0, 1));
                       if (!rows.null(0, 2))
                         out->facts = {rows.number(0, 2) != 0, rows.number(0, 3) != 0,
                                       std::string(rows.bytes(0, 4)),
                                       static_cast<std::uint32_t>(rows.number(0, 5))};
                     }
                     done(std::move(out));
                   });
}

void PostgresClasses::read(ClassId id, LogRange range, Done<Result<LogPage>> done) {
  Parameters parameters;
  parameters.number(number_of(id)).number(range.from).number(range.rows);
  connection_.send("read_class", parameters.number(static_cast<std::int64_t>(range.bytes)),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     LogPage out;
                     for (int row = 0; row < result.rows->size(); ++row)
                       out.events.push_back(
                           {static_cast<std::uint32_t>(result.rows->number(row, 0)),
                            static_cast<MoveId>(result.rows->number(row, 1)),
                            result.rows->number(row, 2), std::string(result.rows->bytes(row, 3))});
                     out.more =
                         result.rows->size() > 0 && result.rows->number(0, 4) > result.rows->size();
                     done(std::move(out));
                   });
}

void PostgresClasses::expired(Time before, int limit, Done<Result<std::vector<ClassId>>> done) {
  connection_.send("expired_classes", Parameters().number(before).small(limit),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     std::vector<ClassId> out;
                     for (int row = 0; row < result.rows->size(); ++row)
                       out.push_back(static_cast<ClassId>(result.rows->number(row, 0)));
                     done(std::move(out));
                   });
}

// First nothing can be added any more, so that the second statement sees all of it.
void PostgresClasses::forget(ClassId id, std::vector<GameId> games, Done<Result<Forgotten>> done) {
  connection_.send("shut_class", Parameters().number(number_of(id)), [](const QueryResult&) {});
  connection_.send("forget_class", Parameters().number(number_of(id)).numbers(numbers_of(games)),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     Forgotten out;
                     for (int row = 0; row < result.rows->size(); ++row)
                       out.games.push_back(static_cast<GameId>(result.rows->number(row, 0)));
                     done(std::move(out));
                   });
}

}  // namespace coset::store
