#include "server/store/sqlite_store.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/check.hpp"
#include "base/hex.hpp"
#include "base/reader.hpp"
#include "server/store/sqlite_schema.hpp"

namespace coset::store {

namespace {

std::int64_t number_of(GameId game) { return static_cast<std::int64_t>(game); }
GameId game_of(std::int64_t number) { return static_cast<GameId>(number); }

std::string_view bytes_of(const Chain& chain) {
  return {reinterpret_cast<const char*>(chain.bytes.data()), chain.bytes.size()};
}

// As SQLite's hex() writes it. Nothing if it is invalid: a damaged page may hold anything.
std::optional<Chain> chain_of(std::string hex) {
  for (char& c : hex) c = lower(c);
  Chain out;
  if (!read_hex(hex, out.bytes)) return std::nullopt;
  return out;
}

}  // namespace

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const std::string& path) {
  auto database = Database::open(path);
  if (!database) return database.error();
  Database opened = *std::move(database);
  if (auto error = opened.run(
          "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON"))
    return *error;
  if (auto error = migrate(opened, path)) return *error;
  return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(opened)));
}

SqliteStore::SqliteStore(Database database)
    : database_(std::move(database)),
      begin_(database_.prepare("BEGIN IMMEDIATE")),
      commit_(database_.prepare("COMMIT")),
      rollback_(database_.prepare("ROLLBACK")),
      insert_game_(database_.prepare(
          "INSERT INTO game (id, setup, created_at, rematch_of) SELECT ?1, ?2, ?3, ?4"
          " WHERE ?4 IS NULL OR EXISTS (SELECT 1 FROM game WHERE id = ?4)"
          " ON CONFLICT DO NOTHING")),
      copy_holder_(database_.prepare(
          "INSERT OR IGNORE INTO seat_holder SELECT guest_digest, ?1, ?2 FROM seat_holder"
          " WHERE game_id = ?3 AND seat = ?4"
          " AND NOT EXISTS (SELECT 1 FROM class_game WHERE game_id = ?3)")),
      insert_first_(
          database_.prepare("INSERT INTO event VALUES (?, 0, CAST(? AS BLOB), 0, ?, '')")),
      insert_event_(database_.prepare(
          "INSERT INTO event (game_id, ply, chain, move_id, at, body)"
          " SELECT ?1, ?2, CAST(?3 AS BLOB), ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM event"
          " WHERE game_id = ?1 AND ply = ?2 - 1 AND chain = CAST(?7 AS BLOB))"
          " ON CONFLICT DO NOTHING")),
      set_deadline_(
          database_.prepare("UPDATE game SET deadline = ?2 WHERE id = ?1 AND deadline IS NOT ?2")),
      insert_task_(database_.prepare("INSERT INTO outbox (game_id, body) VALUES (?, ?)")),
      select_game_(database_.prepare(
          "SELECT setup, finished, (SELECT id FROM game AS n WHERE n.rematch_of = g.id),"
          " finished AND NOT EXISTS (SELECT 1 FROM archived_game WHERE game_id = g.id)"
          " FROM game AS g WHERE id = ?")),
      select_events_(database_.prepare("SELECT ply, hex(chain), move_id, at, body FROM event"
                                       " WHERE game_id = ? AND ply >= ? ORDER BY ply")),
      select_archived_(database_.prepare(
          "SELECT value->>0, value->>1, value->>2, value->>3, value->>4"
          " FROM archived_game, json_each(log) WHERE game_id = ? AND value->>0 >= ? "
          "ORDER BY value->>0")),
      insert_archived_(database_.prepare(
          "INSERT INTO archived_game (game_id, log) SELECT ?1, json_group_array(json_array(ply, "
          "hex(chain), "
          "move_id,"
          " at, body)) FROM (SELECT * FROM event WHERE game_id = ?1 ORDER BY ply)")),
      delete_events_(database_.prepare("DELETE FROM event WHERE game_id = ?")),
      mark_finished_(database_.prepare(
          "UPDATE game SET finished = 1, deadline = NULL WHERE id = ? AND finished = 0")),
      select_games_(database_.prepare(
          "SELECT id FROM game WHERE ?1 IS NULL OR id > ?1 ORDER BY id LIMIT ?2")),
      select_unfinished_(
          database_.prepare("SELECT id FROM game WHERE finished = 0 AND created_at < ? AND id > ?"
                            " ORDER BY id LIMIT ?")),
      select_due_(database_.prepare("SELECT id, deadline FROM game WHERE deadline <= ?"
                                    " ORDER BY deadline, id LIMIT ?")),
      select_tasks_(
          database_.prepare("SELECT number, game_id, body FROM outbox ORDER BY number LIMIT ?")),
      delete_task_(database_.prepare("DELETE FROM outbox WHERE number = ?")),
      probe_(database_.prepare("UPDATE migration SET oldest = oldest WHERE number = 1")) {}

template <class Work>
std::optional<WriteResult> SqliteStore::failed(const Work& work) {
  if (!begin_.with().run())
    return database_.found_damage() ? WriteResult::damaged : WriteResult::unknown;
  if (work() && commit_.with().run()) return std::nullopt;
  const WriteResult out = database_.found_damage() ? WriteResult::damaged : WriteResult::unknown;
  (void)rollback_.with().run();
  return out;
}

void SqliteStore::create(NewGame game, Done<WriteResult> done) {
  WriteResult result = WriteResult::conflict;
  std::optional<std::int64_t> after;
  if (game.rematch_of) after = number_of(*game.rematch_of);
  const auto why = failed([&] {
    if (!insert_game_.with(number_of(game.game), std::string_view(game.setup), game.at, after)
             .run())
      return false;
    if (database_.changes() == 0) return true;
    result = WriteResult::ok;
    for (std::size_t i = 0; after && i < game.seats_before.size(); ++i)
      if (!copy_holder_
               .with(number_of(game.game), static_cast<std::int64_t>(i), *after,
                     std::int64_t{game.seats_before[i]})
               .run())
        return false;
    return insert_first_.with(number_of(game.game), bytes_of(game.first), game.at).run();
  });
  done(why.value_or(result));
}

bool SqliteStore::append(const Event& event, WriteResult& result) {
  CHECK(event.ply > 0);
  const std::int64_t game = number_of(event.game);
  if (!insert_event_
           .with(game, std::int64_t{event.ply}, bytes_of(event.chain),
                 static_cast<std::int64_t>(event.id), event.at, std::string_view(event.body),
                 bytes_of(event.before))
           .run())
    return false;
  if (database_.changes() == 0) return true;
  result = WriteResult::ok;
  std::optional<std::int64_t> deadline = event.due;
  if (!set_deadline_.with(game, deadline).run()) return false;
  return !event.outbox || insert_task_.with(game, std::string_view(*event.outbox)).run();
}

void SqliteStore::append(std::vector<Event> batch, Done<std::vector<WriteResult>> done) {
  check_batch(batch);
  std::vector<WriteResult> out(batch.size(), WriteResult::conflict);
  const auto why = failed([&] {
    for (std::size_t i = 0; i < batch.size(); ++i)
      if (!append(batch[i], out[i])) return false;
    return true;
  });
  if (why) out.assign(batch.size(), *why);
  // A damaged game must not fail the others.
  if (why == WriteResult::damaged && batch.size() > 1)
    for (std::size_t i = 0; i < batch.size(); ++i) {
      out[i] = WriteResult::conflict;
      if (const auto mine = failed([&] { return append(batch[i], out[i]); })) out[i] = *mine;
    }
  done(std::move(out));
}

void SqliteStore::read(GameId game, Ply from, Done<Result<std::optional<Log>>> done) {
  Log log;
  select_game_.with(number_of(game));
  if (!select_game_.next()) {
    if (select_game_.failed()) return done(database_.error());
    return done(std::optional<Log>());
  }
  log.setup = select_game_.text(0);
  log.finished = select_game_.number(1) != 0;
  if (!select_game_.null(2)) log.next = game_of(select_game_.number(2));
  log.in_file = select_game_.number(3) != 0;
  select_game_.reset();
  Statement& rows = log.finished ? select_archived_ : select_events_;
  const Ply first = std::max<Ply>(from, 1);
  rows.with(number_of(game), std::int64_t{first} - 1);
  Chain before;
  while (rows.next()) {
    Event event;
    event.game = game;
    event.ply = static_cast<Ply>(rows.number(0));
    const auto chain = chain_of(rows.text(1));
    if (!chain) {
      rows.reset();
      return done(Error{damaged_code, 0, "A row of the log has no chain."});
    }
    event.before = std::exchange(before, *chain);
    event.chain = before;
    if (event.ply < first) continue;
    event.id = static_cast<MoveId>(rows.number(2));
    event.at = rows.number(3);
    event.body = rows.text(4);
    log.events.push_back(std::move(event));
  }
  if (rows.failed()) {
    Error error = database_.error();
    if (log.finished && !database_.busy()) error.code = damaged_code;  // its text is damaged
    return done(std::move(error));
  }
  done(std::optional(std::move(log)));
}

void SqliteStore::archive(GameId game, Done<WriteResult> done) {
  const std::int64_t id = number_of(game);
  bool there = false;
  const auto why = failed([&] {
    select_game_.with(id);
    there = select_game_.next();
    select_game_.reset();
    if (!there) return true;
    if (!mark_finished_.with(id).run()) return false;
    if (database_.changes() == 0) return true;
    return insert_archived_.with(id).run() && delete_events_.with(id).run();
  });
  done(why.value_or(there ? WriteResult::ok : WriteResult::conflict));
}

Result<std::vector<GameId>> SqliteStore::list_games(Statement& rows) {
  std::vector<GameId> out;
  while (rows.next()) out.push_back(game_of(rows.number(0)));
  if (rows.failed()) return database_.error();
  return out;
}

void SqliteStore::games(std::optional<GameId> after, int limit,
                        Done<Result<std::vector<GameId>>> done) {
  std::optional<std::int64_t> number;
  if (after) number = number_of(*after);
  done(list_games(select_games_.with(number, std::int64_t{limit})));
}

void SqliteStore::unfinished(Time before, std::optional<GameId> after, int limit,
                             Done<Result<std::vector<GameId>>> done) {
  const auto number = after ? number_of(*after) : std::numeric_limits<std::int64_t>::min();
  done(list_games(select_unfinished_.with(before, number, std::int64_t{limit})));
}

void SqliteStore::due(Time by, int limit, Done<Result<std::vector<Due>>> done) {
  std::vector<Due> out;
  select_due_.with(by, std::int64_t{limit});
  while (select_due_.next()) out.push_back({game_of(select_due_.number(0)), select_due_.number(1)});
  if (select_due_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteStore::tasks(int limit, Done<Result<std::vector<Task>>> done) {
  std::vector<Task> out;
  select_tasks_.with(std::int64_t{limit});
  while (select_tasks_.next())
    out.push_back(
        {select_tasks_.number(0), game_of(select_tasks_.number(1)), select_tasks_.text(2)});
  if (select_tasks_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteStore::complete_task(std::int64_t number, Done<WriteResult> done) {
  done(delete_task_.with(number).run() ? WriteResult::ok : WriteResult::unknown);
}

void SqliteStore::probe(Done<WriteResult> done) {
  done(probe_.with().run() ? WriteResult::ok : WriteResult::unknown);
}

}  // namespace coset::store
