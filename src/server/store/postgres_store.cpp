#include "server/store/postgres_store.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/check.hpp"
#include "server/store/migrations.hpp"

namespace coset::store {

namespace {

const std::vector<Prepared> statements = {
    {"create", R"(
WITH p AS (SELECT id FROM game WHERE id = $4::bigint FOR KEY SHARE),
     g AS (INSERT INTO game (id, setup, created_at, rematch_of)
           SELECT $1::bigint, $2::text, $3::bigint, $4::bigint
           WHERE $4::bigint IS NULL OR EXISTS (SELECT 1 FROM p)
           ON CONFLICT DO NOTHING RETURNING id),
     h AS (INSERT INTO seat_holder SELECT s.guest_digest, g.id, n.place - 1
           FROM g CROSS JOIN unnest($6::integer[]) WITH ORDINALITY AS n(seat, place)
           CROSS JOIN LATERAL (SELECT guest_digest FROM seat_holder WHERE game_id = $4::bigint
                               AND seat = n.seat LIMIT 1) s
           WHERE NOT EXISTS (SELECT 1 FROM class_game WHERE game_id = $4::bigint)
           ON CONFLICT DO NOTHING)
INSERT INTO event (game_id, ply, chain, move_id, at, body)
SELECT id, 0, $5, 0, $3, '' FROM g RETURNING game_id)"},
    // LATERAL and LIMIT: a nested loop over the key. A join would be planned once, while `event` is
    // small, with a scan of the whole of it. A batch may wait for another node's transaction while
    // a game of it ends and is archived, so each predecessor is locked just before its row is
    // inserted: the rows are sorted before the loop, because a sort after it would lock all of them
    // first, and then the archiving would wait for the batch.
    {"append", R"(
WITH n AS (SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bytea[], $4::bytea[], $5::bigint[],
                                $6::bigint[], $7::bytea[])
           AS n(game_id, ply, before, chain, move_id, at, body) ORDER BY game_id, ply)
INSERT INTO event (game_id, ply, chain, move_id, at, body)
SELECT n.game_id, n.ply, n.chain, n.move_id, n.at, n.body
FROM n CROSS JOIN LATERAL (SELECT FROM event WHERE game_id = n.game_id AND ply = n.ply - 1
                           AND chain = n.before LIMIT 1 FOR KEY SHARE) p
ON CONFLICT DO NOTHING RETURNING game_id)"},
    // The same if a row has a deadline or a task.
    {"append_more", R"(
WITH n AS (SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bytea[], $4::bytea[], $5::bigint[],
                                $6::bigint[], $7::bytea[], $8::bigint[], $9::text[])
           AS n(game_id, ply, before, chain, move_id, at, body, deadline, outbox)
           ORDER BY game_id, ply),
i AS (INSERT INTO event (game_id, ply, chain, move_id, at, body)
      SELECT n.game_id, n.ply, n.chain, n.move_id, n.at, n.body
      FROM n CROSS JOIN LATERAL (SELECT FROM event WHERE game_id = n.game_id AND ply = n.ply - 1
                                 AND chain = n.before LIMIT 1 FOR KEY SHARE) p
      ON CONFLICT DO NOTHING RETURNING game_id),
d AS (UPDATE game SET deadline = n.deadline FROM n JOIN i USING (game_id)
      WHERE game.id = n.game_id AND game.deadline IS DISTINCT FROM n.deadline),
o AS (INSERT INTO outbox (game_id, body)
      SELECT n.game_id, n.outbox FROM n JOIN i USING (game_id) WHERE n.outbox IS NOT NULL)
SELECT game_id FROM i)"},
    // The same if a row judges a seat. The rows of claims stay locked until the commit, so a node
    // that has acquired one finds every judgement of the last holder in the log. A claim that is
    // being acquired refuses at once: moves of the same batch wait for no claim.
    {"append_judged", R"(
WITH n AS (SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bytea[], $4::bytea[], $5::bigint[],
                                $6::bigint[], $7::bytea[], $8::bigint[], $9::text[], $10::bigint[])
           AS n(game_id, ply, before, chain, move_id, at, body, deadline, outbox, epoch)
           ORDER BY game_id, ply),
c AS (SELECT key, epoch FROM claim
      WHERE key IN (SELECT game_id FROM n WHERE n.epoch IS NOT NULL)
      ORDER BY key FOR SHARE SKIP LOCKED),
i AS (INSERT INTO event (game_id, ply, chain, move_id, at, body)
      SELECT n.game_id, n.ply, n.chain, n.move_id, n.at, n.body
      FROM n CROSS JOIN LATERAL (SELECT FROM event WHERE game_id = n.game_id AND ply = n.ply - 1
                                 AND chain = n.before LIMIT 1 FOR KEY SHARE) p
      WHERE n.epoch IS NULL OR (n.game_id, n.epoch) IN (SELECT key, epoch FROM c)
      ON CONFLICT DO NOTHING RETURNING game_id),
d AS (UPDATE game SET deadline = n.deadline FROM n JOIN i USING (game_id)
      WHERE game.id = n.game_id AND game.deadline IS DISTINCT FROM n.deadline),
o AS (INSERT INTO outbox (game_id, body)
      SELECT n.game_id, n.outbox FROM n JOIN i USING (game_id) WHERE n.outbox IS NOT NULL)
SELECT game_id FROM i)"},
    // The setup is returned with the row before the first requested one, or alone if there is none.
    {"read", R"(
SELECT CASE WHEN r.ply IS NULL OR r.ply = $2 - 1 THEN g.setup END, g.finished,
       (SELECT id FROM game s WHERE s.rematch_of = g.id), r.ply, r.chain, r.move_id, r.at, r.body,
       g.finished AND NOT EXISTS (SELECT FROM archived_game f WHERE f.game_id = g.id)
FROM game g LEFT JOIN LATERAL (
  SELECT ply, chain, move_id, at, body FROM event WHERE game_id = g.id AND NOT g.finished
  UNION ALL
  SELECT u.ply, u.chain, u.move_id, u.at, u.body FROM archived_game f,
    unnest(f.plies, f.chains, f.move_ids, f.ats, f.bodies) AS u(ply, chain, move_id, at, body)
  WHERE f.game_id = g.id) r ON r.ply >= $2 - 1
WHERE g.id = $1 ORDER BY r.ply)"},
    {"archive", R"(
WITH d AS (UPDATE game SET finished = true, deadline = NULL WHERE id = $1 AND NOT finished RETURNING id),
e AS (DELETE FROM event USING d WHERE game_id = d.id
      RETURNING game_id, ply, chain, move_id, at, body),
f AS (INSERT INTO archived_game (game_id, plies, chains, move_ids, ats, bodies, month)
      SELECT game_id, array_agg(ply ORDER BY ply), array_agg(chain ORDER BY ply),
             array_agg(move_id ORDER BY ply), array_agg(at ORDER BY ply),
             array_agg(body ORDER BY ply), partition_of(max(at))
      FROM e GROUP BY game_id)
SELECT id FROM game WHERE id = $1)"},
    {"games", "SELECT id FROM game WHERE id > $1 ORDER BY id LIMIT $2"},
    {"unfinished",
     "SELECT id FROM game WHERE NOT finished AND created_at < $1 AND id > $2 ORDER BY id LIMIT $3"},
    {"open_month", "SELECT open_month($1)"},
    {"due", "SELECT id, deadline FROM game WHERE deadline <= $1 ORDER BY deadline, id LIMIT $2"},
    {"tasks", "SELECT number, game_id, body FROM outbox ORDER BY number LIMIT $1"},
    {"complete_task", "DELETE FROM outbox WHERE number = $1"},
    // A megabyte of new pages, since rows may fit old pages; it is dropped at once.
    {"probe", R"(
CREATE TEMPORARY TABLE probe ON COMMIT DROP AS
SELECT repeat('-', 1000) AS body FROM generate_series(1, 1000))"},
};

std::int64_t number_of(GameId game) { return static_cast<std::int64_t>(game); }

std::string_view bytes_of(const Chain& chain) {
  return {reinterpret_cast<const char*>(chain.bytes.data()), chain.bytes.size()};
}

Chain chain_of(std::string_view bytes) {
  Chain out;
  CHECK(bytes.size() == out.bytes.size());
  std::copy(bytes.begin(), bytes.end(), out.bytes.begin());
  return out;
}

WriteResult write_result_of(const QueryResult& result) {
  if (result.damaged) return WriteResult::damaged;
  if (result.rows == nullptr) return WriteResult::unknown;
  return result.rows->size() > 0 ? WriteResult::ok : WriteResult::conflict;
}

constexpr std::chrono::milliseconds no_timeout{0};  // of a migration

std::optional<Error> run(PGconn* connection, const std::string& sql,
                         std::chrono::milliseconds within = no_timeout) {
  const Got got = ask(connection, sql, within);
  const auto status = PQresultStatus(got.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return std::nullopt;
  if (!got) return Error{"store.unavailable", 0, "The database does not respond."};
  return Error{"store.refused", 0, std::string("The database says: ") + PQerrorMessage(connection)};
}

Result<std::vector<Applied>> applied_migrations(PGconn* connection) {
  const auto refused = [&] { return Error{"store.refused", 0, PQerrorMessage(connection)}; };
  const Got there = ask(connection,
                        "SELECT 1 FROM pg_tables WHERE schemaname = current_schema()"
                        " AND tablename = 'migration'");
  if (PQresultStatus(there.get()) != PGRES_TUPLES_OK) return refused();
  std::vector<Applied> out;
  if (PQntuples(there.get()) == 0) return out;
  // Older ones lack the last two columns.
  const Got rows = ask(connection,
                       "SELECT number, oldest, to_jsonb(m)->>'sha256', to_jsonb(m)->>'version'"
                       " FROM migration m");
  if (PQresultStatus(rows.get()) != PGRES_TUPLES_OK) return refused();
  for (int row = 0; row < PQntuples(rows.get()); ++row) {
    const auto value = [&](int column) { return PQgetvalue(rows.get(), row, column); };
    out.push_back({std::stoi(value(0)), std::stoi(value(1)), value(2), value(3)});
  }
  return out;
}

}  // namespace

PostgresStore::PostgresStore(std::string url) : connection_(std::move(url), statements) {}

Result<int> PostgresStore::schema_version(const std::string& url) {
  int out = 0;
  const auto error = run_script(url, [&](PGconn* connection) -> std::optional<Error> {
    const auto applied = applied_migrations(connection);
    if (!applied) return applied.error();
    out = store::schema_version(*applied);
    return std::nullopt;
  });
  if (error) return *error;
  return out;
}

std::optional<Error> PostgresStore::migrate(const std::string& url) {
  return run_script(url, [](PGconn* connection) -> std::optional<Error> {
    // A program that starts at the same time waits here, and finds nothing left to do. All of it is
    // one transaction, rolled back if the connection is lost before the end.
    if (auto error = run(connection,
                         "BEGIN; SET LOCAL client_min_messages = warning;"
                         "SELECT pg_advisory_xact_lock(7163512)"))
      return error;
    const auto applied = applied_migrations(connection);
    if (!applied) return applied.error();
    if (auto error = check_compatible(*applied, Dialect::postgres)) return error;
    const int version = store::schema_version(*applied);
    if (version >= migrations().back().number) return run(connection, "COMMIT");
    if (auto error = run(connection,
                         "CREATE TABLE IF NOT EXISTS migration ("
                         "number integer PRIMARY KEY, oldest integer NOT NULL);"
                         "ALTER TABLE migration ADD COLUMN IF NOT EXISTS sha256 text,"
                         " ADD COLUMN IF NOT EXISTS version text"))
      return error;
    for (const Migration& migration : migrations()) {
      if (migration.number <= version) continue;
      if (auto error = run(connection, std::string(migration.postgres))) return error;
      const std::string note = "INSERT INTO migration (number, oldest, sha256, version) VALUES (" +
                               std::to_string(migration.number) + ", " +
                               std::to_string(migration.oldest) + ", '" +
                               hash_of(migration.postgres) + "', '" COSET_VERSION "')";
      if (auto error = run(connection, note)) return error;
    }
    return run(connection, "COMMIT");
  });
}

std::optional<Error> PostgresStore::check(const std::string& url) {
  return run_script(url, [](PGconn* connection) -> std::optional<Error> {
    const auto applied = applied_migrations(connection);
    if (!applied) return applied.error();
    if (auto error = check_current(*applied, Dialect::postgres)) return error;
    return run(connection,
               "SELECT FROM game, event, archived_game, outbox, seat_holder, node, claim,"
               " crash_count LIMIT 0",
               statement_deadline);
  });
}

void PostgresStore::create(NewGame game, Done<WriteResult> done) {
  Parameters parameters;
  parameters.number(number_of(game.game)).bytes(game.setup).number(game.at);
  game.rematch_of ? parameters.number(number_of(*game.rematch_of)) : parameters.null();
  parameters.bytes(std::string(bytes_of(game.first)));
  parameters.smalls({game.seats_before.begin(), game.seats_before.end()});
  connection_.send("create", parameters, [done = std::move(done)](const QueryResult& result) {
    done(write_result_of(result));
  });
}

struct PostgresStore::Batch {
  std::vector<Event> events;
  std::vector<WriteResult> results;
  Done<std::vector<WriteResult>> done;
};

namespace {

// Which statement a batch needs, from what its rows have.
enum class Append : std::uint8_t { plain, more, judged };

constexpr std::string_view name_of(Append kind) {
  return kind == Append::plain ? "append" : kind == Append::more ? "append_more" : "append_judged";
}

Append append_of(const Event& event) {
  if (event.epoch) return Append::judged;
  return event.due || event.outbox ? Append::more : Append::plain;
}

// The rows of a batch as arrays. The statement sorts them by their key.
Parameters arrays_of(const std::vector<const Event*>& rows, Append kind) {
  std::vector<std::int64_t> games;
  std::vector<std::int64_t> ids;
  std::vector<std::int64_t> times;
  std::vector<std::int32_t> plies;
  std::vector<std::string_view> befores;
  std::vector<std::string_view> chains;
  std::vector<std::string_view> bodies;
  std::vector<const std::int64_t*> dues;
  std::vector<const std::string*> outboxes;
  std::vector<const std::int64_t*> epochs;
  for (auto* numbers : {&games, &ids, &times}) numbers->reserve(rows.size());
  for (auto* texts : {&befores, &chains, &bodies}) texts->reserve(rows.size());
  plies.reserve(rows.size());
  for (const Event* row : rows) {
    games.push_back(number_of(row->game));
    plies.push_back(static_cast<std::int32_t>(row->ply));
    befores.push_back(bytes_of(row->before));
    chains.push_back(bytes_of(row->chain));
    ids.push_back(static_cast<std::int64_t>(row->id));
    times.push_back(row->at);
    bodies.push_back(row->body);
    if (kind == Append::plain) continue;
    dues.push_back(row->due ? &*row->due : nullptr);
    outboxes.push_back(row->outbox ? &*row->outbox : nullptr);
    epochs.push_back(row->epoch ? &*row->epoch : nullptr);
  }
  Parameters out;
  out.numbers(games).smalls(plies).byte_lists(befores).byte_lists(chains).numbers(ids);
  out.numbers(times).byte_lists(bodies);
  if (kind != Append::plain) out.maybe_numbers(dues).maybe_texts(outboxes);
  if (kind == Append::judged) out.maybe_numbers(epochs);
  return out;
}

}  // namespace

void PostgresStore::append(std::vector<Event> batch, Done<std::vector<WriteResult>> done) {
  check_batch(batch);
  auto work = std::make_shared<Batch>();
  work->results.assign(batch.size(), WriteResult::conflict);
  work->events = std::move(batch);
  work->done = std::move(done);
  std::vector<const Event*> rows;
  rows.reserve(work->events.size());
  Append kind = Append::plain;
  for (const Event& event : work->events) {
    rows.push_back(&event);
    kind = std::max(kind, append_of(event));
  }
  connection_.send(name_of(kind), arrays_of(rows, kind), [this, work](const QueryResult& result) {
    // One bad row must not fail the others.
    if (!result.refusal.empty()) return append_singly(work, 0);
    if (result.rows == nullptr) {
      work->results.assign(work->events.size(), WriteResult::unknown);
    } else {
      std::vector<std::int64_t> there;
      for (int row = 0; row < result.rows->size(); ++row)
        there.push_back(result.rows->number(row, 0));
      std::sort(there.begin(), there.end());
      for (std::size_t i = 0; i < work->events.size(); ++i)
        if (std::binary_search(there.begin(), there.end(), number_of(work->events[i].game)))
          work->results[i] = WriteResult::ok;
    }
    work->done(std::move(work->results));
  });
}

void PostgresStore::append_singly(const std::shared_ptr<Batch>& batch, std::size_t from) {
  if (from == batch->events.size()) return batch->done(std::move(batch->results));
  const Event& event = batch->events[from];
  const Append kind = append_of(event);
  connection_.send(
      name_of(kind), arrays_of({&event}, kind), [this, batch, from](const QueryResult& result) {
        batch->results[from] = result.refusal.empty() || result.damaged ? write_result_of(result)
                                                                        : WriteResult::conflict;
        append_singly(batch, from + 1);
      });
}

void PostgresStore::read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) {
  const Ply first = std::clamp<Ply>(from, 1, std::numeric_limits<std::int32_t>::max());
  Parameters parameters;
  parameters.number(number_of(game)).small(static_cast<std::int32_t>(first));
  connection_.send("read", parameters,
                   [game, first, done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     const ResultRows& rows = *result.rows;
                     if (rows.size() == 0) return done(std::optional<Log>());
                     Log log;
                     Chain before;
                     for (int row = 0; row < rows.size(); ++row) {
                       if (!rows.null(row, 0)) log.setup = rows.bytes(row, 0);
                       log.finished = rows.number(row, 1) != 0;
                       if (!rows.null(row, 2)) log.next = static_cast<GameId>(rows.number(row, 2));
                       log.in_file = rows.number(row, 8) != 0;
                       if (rows.null(row, 3)) continue;
                       Event event;
                       event.game = game;
                       event.ply = static_cast<Ply>(rows.number(row, 3));
                       event.before = std::exchange(before, chain_of(rows.bytes(row, 4)));
                       event.chain = before;
                       event.id = static_cast<MoveId>(rows.number(row, 5));
                       event.at = rows.number(row, 6);
                       event.body = rows.bytes(row, 7);
                       if (event.ply >= first) log.events.push_back(std::move(event));
                     }
                     done(std::optional(std::move(log)));
                   });
}

void PostgresStore::archive(GameId game, Done<WriteResult> done) {
  connection_.send(
      "archive", Parameters().number(number_of(game)),
      [done = std::move(done)](const QueryResult& result) { done(write_result_of(result)); });
}

namespace {

std::int64_t number_after(std::optional<GameId> game) {
  return game ? number_of(*game) : std::numeric_limits<std::int64_t>::min();
}

std::function<void(const QueryResult&)> list_of_games(Done<Result<std::vector<GameId>>> done) {
  return [done = std::move(done)](const QueryResult& result) {
    if (result.rows == nullptr) return done(query_error(result));
    std::vector<GameId> out;
    for (int row = 0; row < result.rows->size(); ++row)
      out.push_back(static_cast<GameId>(result.rows->number(row, 0)));
    done(std::move(out));
  };
}

}  // namespace

void PostgresStore::games(std::optional<GameId> after, int limit,
                          Done<Result<std::vector<GameId>>> done) {
  connection_.send("games", Parameters().number(number_after(after)).number(limit),
                   list_of_games(std::move(done)));
}

void PostgresStore::unfinished(Time before, std::optional<GameId> after, int limit,
                               Done<Result<std::vector<GameId>>> done) {
  connection_.send("unfinished",
                   Parameters().number(before).number(number_after(after)).number(limit),
                   list_of_games(std::move(done)));
}

// Another node may create it at the same time; a role that may not create tables leaves it.
void PostgresStore::open_month(Time at) {
  connection_.send("open_month", Parameters().number(at), [](const QueryResult&) {});
}

void PostgresStore::due(Time by, int limit, Done<Result<std::vector<Due>>> done) {
  connection_.send("due", Parameters().number(by).number(limit),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     std::vector<Due> out;
                     for (int row = 0; row < result.rows->size(); ++row)
                       out.push_back({static_cast<GameId>(result.rows->number(row, 0)),
                                      result.rows->number(row, 1)});
                     done(std::move(out));
                   });
}

void PostgresStore::tasks(int limit, Done<Result<std::vector<Task>>> done) {
  connection_.send("tasks", Parameters().number(limit),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     std::vector<Task> out;
                     for (int row = 0; row < result.rows->size(); ++row)
                       out.push_back({result.rows->number(row, 0),
                                      static_cast<GameId>(result.rows->number(row, 1)),
                                      std::string(result.rows->bytes(row, 2))});
                     done(std::move(out));
                   });
}

void PostgresStore::complete_task(std::int64_t number, Done<WriteResult> done) {
  connection_.send("complete_task", Parameters().number(number),
                   [done = std::move(done)](const QueryResult& result) {
                     done(result.rows == nullptr ? WriteResult::unknown : WriteResult::ok);
                   });
}

void PostgresStore::probe(Done<WriteResult> done) {
  connection_.send("probe", {}, [done = std::move(done)](const QueryResult& result) {
    done(result.rows == nullptr ? WriteResult::unknown : WriteResult::ok);
  });
}

}  // namespace coset::store
