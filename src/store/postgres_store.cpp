#include "store/postgres_store.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/check.hpp"
#include "store/migrations.hpp"

namespace coset::store {

namespace {

const std::vector<Prepared> statements = {
    {"create", R"(
WITH g AS (INSERT INTO game (id, setup, at, after) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING RETURNING id)
INSERT INTO event (game_id, ply, chain, move_id, at, body)
SELECT id, 0, $5, 0, $3, '' FROM g RETURNING game_id)"},
    {"append", R"(
WITH n AS (SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bytea[], $4::bytea[], $5::bigint[],
                                $6::bigint[], $7::bytea[])
           AS n(game_id, ply, before, chain, move_id, at, body))
INSERT INTO event (game_id, ply, chain, move_id, at, body)
SELECT n.game_id, n.ply, n.chain, n.move_id, n.at, n.body
FROM n JOIN event p ON p.game_id = n.game_id AND p.ply = n.ply - 1 AND p.chain = n.before
ORDER BY n.game_id, n.ply
ON CONFLICT DO NOTHING RETURNING game_id)"},
    // The same where some row has more to say than that it happened.
    {"append_more", R"(
WITH n AS (SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bytea[], $4::bytea[], $5::bigint[],
                                $6::bigint[], $7::bytea[], $8::bigint[], $9::text[])
           AS n(game_id, ply, before, chain, move_id, at, body, due, outbox)),
i AS (INSERT INTO event (game_id, ply, chain, move_id, at, body)
      SELECT n.game_id, n.ply, n.chain, n.move_id, n.at, n.body
      FROM n JOIN event p ON p.game_id = n.game_id AND p.ply = n.ply - 1 AND p.chain = n.before
      ORDER BY n.game_id, n.ply
      ON CONFLICT DO NOTHING RETURNING game_id),
d AS (UPDATE game SET due = n.due FROM n JOIN i USING (game_id)
      WHERE game.id = n.game_id AND game.due IS DISTINCT FROM n.due),
o AS (INSERT INTO outbox (game_id, body)
      SELECT n.game_id, n.outbox FROM n JOIN i USING (game_id) WHERE n.outbox IS NOT NULL)
SELECT game_id FROM i)"},
    // The setup stands beside the row before the first that is asked for, or alone if there is
    // none.
    {"read", R"(
SELECT CASE WHEN r.ply IS NULL OR r.ply = $2 - 1 THEN g.setup END, g.finished,
       (SELECT id FROM game s WHERE s.after = g.id), r.ply, r.chain, r.move_id, r.at, r.body
FROM game g LEFT JOIN LATERAL (
  SELECT ply, chain, move_id, at, body FROM event WHERE game_id = g.id
  UNION ALL
  SELECT u.ply, u.chain, u.move_id, u.at, u.body FROM finished f,
    unnest(f.plies, f.chains, f.move_ids, f.ats, f.bodies) AS u(ply, chain, move_id, at, body)
  WHERE f.game_id = g.id) r ON r.ply >= $2 - 1
WHERE g.id = $1 ORDER BY r.ply)"},
    {"finish", R"(
WITH d AS (UPDATE game SET finished = true, due = NULL WHERE id = $1 AND NOT finished RETURNING id),
e AS (DELETE FROM event USING d WHERE game_id = d.id
      RETURNING game_id, ply, chain, move_id, at, body),
f AS (INSERT INTO finished
      SELECT game_id, array_agg(ply ORDER BY ply), array_agg(chain ORDER BY ply),
             array_agg(move_id ORDER BY ply), array_agg(at ORDER BY ply), array_agg(body ORDER BY ply)
      FROM e GROUP BY game_id)
SELECT id FROM game WHERE id = $1)"},
    {"games", "SELECT id FROM game WHERE id > $1 ORDER BY id LIMIT $2"},
    {"due", "SELECT id, due FROM game WHERE due <= $1 ORDER BY due, id LIMIT $2"},
    {"tasks", "SELECT number, game_id, body FROM outbox ORDER BY number LIMIT $1"},
    {"settled", "DELETE FROM outbox WHERE number = $1"},
    // A megabyte of new pages, which rows in old pages would not show; it is dropped at once.
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

Error error_of(const Reply& reply) {
  if (reply.refusal.empty())
    return {"store.away", 0, "The database does not answer; its connection is broken."};
  return {reply.damaged ? "store.damaged" : "store.refused", 0,
          "The database says: " + reply.refusal};
}

Outcome outcome_of(const Reply& reply) {
  if (reply.damaged) return Outcome::damaged;
  if (reply.answer == nullptr) return Outcome::unknown;
  return reply.answer->rows() > 0 ? Outcome::appended : Outcome::taken;
}

constexpr std::chrono::milliseconds whenever{0};  // a change of the form takes its time

std::optional<Error> run(PGconn* connection, const std::string& sql,
                         std::chrono::milliseconds within = whenever) {
  const Got got = ask(connection, sql, within);
  const auto status = PQresultStatus(got.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return std::nullopt;
  if (!got) return Error{"store.away", 0, "The database does not answer."};
  return Error{"store.refused", 0, std::string("The database says: ") + PQerrorMessage(connection)};
}

Result<std::vector<Applied>> applied_to(PGconn* connection) {
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

Result<int> PostgresStore::level(const std::string& url) {
  int out = 0;
  const auto error = run_script(url, [&](PGconn* connection) -> std::optional<Error> {
    const auto applied = applied_to(connection);
    if (!applied) return applied.error();
    out = level_of(*applied);
    return std::nullopt;
  });
  if (error) return *error;
  return out;
}

std::optional<Error> PostgresStore::migrate(const std::string& url) {
  return run_script(url, [](PGconn* connection) -> std::optional<Error> {
    // Whoever starts at the same time waits here, and finds nothing left to do. All of it is one
    // transaction; a connection that goes before the end takes it back.
    if (auto error = run(connection,
                         "BEGIN; SET LOCAL client_min_messages = warning;"
                         "SELECT pg_advisory_xact_lock(7163512)"))
      return error;
    const auto applied = applied_to(connection);
    if (!applied) return applied.error();
    if (auto error = unfit(*applied, Dialect::postgres)) return error;
    const int level = level_of(*applied);
    if (level >= migrations().back().number) return run(connection, "COMMIT");
    if (auto error = run(connection,
                         "CREATE TABLE IF NOT EXISTS migration ("
                         "number integer PRIMARY KEY, oldest integer NOT NULL);"
                         "ALTER TABLE migration ADD COLUMN IF NOT EXISTS sha256 text,"
                         " ADD COLUMN IF NOT EXISTS version text"))
      return error;
    for (const Migration& migration : migrations()) {
      if (migration.number <= level) continue;
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
    const auto applied = applied_to(connection);
    if (!applied) return applied.error();
    if (auto error = unfit(*applied, Dialect::postgres)) return error;
    if (level_of(*applied) < migrations().back().number)
      return Error{"store.older", 0,
                   "The database has level " + std::to_string(level_of(*applied)) +
                       " and this program needs level " +
                       std::to_string(migrations().back().number) + "."};
    return run(connection, "SELECT FROM game, event, finished, outbox, seated LIMIT 0",
               statement_deadline);
  });
}

void PostgresStore::create(NewGame game, Done<Outcome> done) {
  Parameters parameters;
  parameters.number(number_of(game.game)).bytes(game.setup).number(game.at);
  game.after ? parameters.number(number_of(*game.after)) : parameters.null();
  parameters.bytes(std::string(bytes_of(game.first)));
  connection_.send("create", parameters,
                   [done = std::move(done)](const Reply& reply) { done(outcome_of(reply)); });
}

struct PostgresStore::Batch {
  std::vector<Event> events;
  std::vector<Outcome> outcomes;
  Done<std::vector<Outcome>> done;
};

namespace {

// The rows of a batch as arrays. The statement sorts them by their key.
Parameters arrays_of(const std::vector<const Event*>& rows, bool more) {
  std::vector<std::int64_t> games;
  std::vector<std::int64_t> ids;
  std::vector<std::int64_t> times;
  std::vector<std::int32_t> plies;
  std::vector<std::string_view> befores;
  std::vector<std::string_view> chains;
  std::vector<std::string_view> bodies;
  std::vector<const std::int64_t*> dues;
  std::vector<const std::string*> outboxes;
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
    if (!more) continue;
    dues.push_back(row->due ? &*row->due : nullptr);
    outboxes.push_back(row->outbox ? &*row->outbox : nullptr);
  }
  Parameters out;
  out.numbers(games).smalls(plies).byte_lists(befores).byte_lists(chains).numbers(ids);
  out.numbers(times).byte_lists(bodies);
  if (more) out.maybe_numbers(dues).maybe_texts(outboxes);
  return out;
}

bool says_more(const Event& event) { return event.due || event.outbox; }

}  // namespace

void PostgresStore::append(std::vector<Event> batch, Done<std::vector<Outcome>> done) {
  check_batch(batch);
  auto work = std::make_shared<Batch>();
  work->outcomes.assign(batch.size(), Outcome::taken);
  work->events = std::move(batch);
  work->done = std::move(done);
  std::vector<const Event*> rows;
  rows.reserve(work->events.size());
  for (const Event& event : work->events) rows.push_back(&event);
  const bool more = std::any_of(work->events.begin(), work->events.end(), says_more);
  connection_.send(
      more ? "append_more" : "append", arrays_of(rows, more), [this, work](const Reply& reply) {
        // One poisoned row must not take the others along.
        if (!reply.refusal.empty()) return append_singly(work, 0);
        if (reply.answer == nullptr) {
          work->outcomes.assign(work->events.size(), Outcome::unknown);
        } else {
          std::vector<std::int64_t> there;
          for (int row = 0; row < reply.answer->rows(); ++row)
            there.push_back(reply.answer->number(row, 0));
          std::sort(there.begin(), there.end());
          for (std::size_t i = 0; i < work->events.size(); ++i)
            if (std::binary_search(there.begin(), there.end(), number_of(work->events[i].game)))
              work->outcomes[i] = Outcome::appended;
        }
        work->done(std::move(work->outcomes));
      });
}

void PostgresStore::append_singly(const std::shared_ptr<Batch>& batch, std::size_t from) {
  if (from == batch->events.size()) return batch->done(std::move(batch->outcomes));
  const Event& event = batch->events[from];
  const bool more = says_more(event);
  connection_.send(more ? "append_more" : "append", arrays_of({&event}, more),
                   [this, batch, from](const Reply& reply) {
                     batch->outcomes[from] = reply.refusal.empty() || reply.damaged
                                                 ? outcome_of(reply)
                                                 : Outcome::taken;
                     append_singly(batch, from + 1);
                   });
}

void PostgresStore::read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) {
  const Ply first = std::clamp<Ply>(from, 1, std::numeric_limits<std::int32_t>::max());
  Parameters parameters;
  parameters.number(number_of(game)).small(static_cast<std::int32_t>(first));
  connection_.send("read", parameters, [game, first, done = std::move(done)](const Reply& reply) {
    if (reply.answer == nullptr) return done(error_of(reply));
    const Answer& answer = *reply.answer;
    if (answer.rows() == 0) return done(std::optional<Log>());
    Log log;
    Chain before;
    for (int row = 0; row < answer.rows(); ++row) {
      if (!answer.null(row, 0)) log.setup = answer.bytes(row, 0);
      log.finished = answer.number(row, 1) != 0;
      if (!answer.null(row, 2)) log.next = static_cast<GameId>(answer.number(row, 2));
      if (answer.null(row, 3)) continue;
      Event event;
      event.game = game;
      event.ply = static_cast<Ply>(answer.number(row, 3));
      event.before = std::exchange(before, chain_of(answer.bytes(row, 4)));
      event.chain = before;
      event.id = static_cast<MoveId>(answer.number(row, 5));
      event.at = answer.number(row, 6);
      event.body = answer.bytes(row, 7);
      if (event.ply >= first) log.events.push_back(std::move(event));
    }
    done(std::optional(std::move(log)));
  });
}

void PostgresStore::finish(GameId game, Done<Outcome> done) {
  connection_.send("finish", Parameters().number(number_of(game)),
                   [done = std::move(done)](const Reply& reply) { done(outcome_of(reply)); });
}

void PostgresStore::games(std::optional<GameId> after, int most,
                          Done<Result<std::vector<GameId>>> done) {
  const auto number = after ? number_of(*after) : std::numeric_limits<std::int64_t>::min();
  connection_.send("games", Parameters().number(number).number(most),
                   [done = std::move(done)](const Reply& reply) {
                     if (reply.answer == nullptr) return done(error_of(reply));
                     std::vector<GameId> out;
                     for (int row = 0; row < reply.answer->rows(); ++row)
                       out.push_back(static_cast<GameId>(reply.answer->number(row, 0)));
                     done(std::move(out));
                   });
}

void PostgresStore::due(Time by, int most, Done<Result<std::vector<Due>>> done) {
  connection_.send(
      "due", Parameters().number(by).number(most), [done = std::move(done)](const Reply& reply) {
        if (reply.answer == nullptr) return done(error_of(reply));
        std::vector<Due> out;
        for (int row = 0; row < reply.answer->rows(); ++row)
          out.push_back(
              {static_cast<GameId>(reply.answer->number(row, 0)), reply.answer->number(row, 1)});
        done(std::move(out));
      });
}

void PostgresStore::tasks(int most, Done<Result<std::vector<Task>>> done) {
  connection_.send("tasks", Parameters().number(most),
                   [done = std::move(done)](const Reply& reply) {
                     if (reply.answer == nullptr) return done(error_of(reply));
                     std::vector<Task> out;
                     for (int row = 0; row < reply.answer->rows(); ++row)
                       out.push_back({reply.answer->number(row, 0),
                                      static_cast<GameId>(reply.answer->number(row, 1)),
                                      std::string(reply.answer->bytes(row, 2))});
                     done(std::move(out));
                   });
}

void PostgresStore::settled(std::int64_t number, Done<Outcome> done) {
  connection_.send("settled", Parameters().number(number),
                   [done = std::move(done)](const Reply& reply) {
                     done(reply.answer == nullptr ? Outcome::unknown : Outcome::appended);
                   });
}

void PostgresStore::probe(Done<Outcome> done) {
  connection_.send("probe", {}, [done = std::move(done)](const Reply& reply) {
    done(reply.answer == nullptr ? Outcome::unknown : Outcome::appended);
  });
}

}  // namespace coset::store
