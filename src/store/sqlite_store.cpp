#include "store/sqlite_store.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "store/sqlite_form.hpp"

namespace coset::store {

namespace {

std::int64_t number_of(GameId game) { return static_cast<std::int64_t>(game); }
GameId game_of(std::int64_t number) { return static_cast<GameId>(number); }

std::string_view bytes_of(const Chain& chain) {
  return {reinterpret_cast<const char*>(chain.bytes.data()), chain.bytes.size()};
}

int digit_of(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

// Nothing if it is none: a damaged page may hold anything.
std::optional<Chain> chain_of(const std::string& hex) {
  Chain out;
  if (hex.size() != 2 * out.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < out.bytes.size(); ++i)
    out.bytes[i] = static_cast<std::uint8_t>(digit_of(hex[2 * i]) << 4 | digit_of(hex[2 * i + 1]));
  return out;
}

}  // namespace

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const std::string& path) {
  auto database = Database::open(path);
  if (!database) return database.error();
  Database opened = *std::move(database);
  if (auto error = opened.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"))
    return *error;
  if (auto error = bring_up(opened, path)) return *error;
  return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(opened)));
}

SqliteStore::SqliteStore(Database database)
    : database_(std::move(database)),
      begin_(database_.prepare("BEGIN IMMEDIATE")),
      commit_(database_.prepare("COMMIT")),
      rollback_(database_.prepare("ROLLBACK")),
      insert_game_(database_.prepare(
          "INSERT INTO game (id, setup, at, after) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")),
      insert_first_(
          database_.prepare("INSERT INTO event VALUES (?, 0, CAST(? AS BLOB), 0, ?, '')")),
      insert_event_(database_.prepare(
          "INSERT INTO event (game_id, ply, chain, move_id, at, body)"
          " SELECT ?1, ?2, CAST(?3 AS BLOB), ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM event"
          " WHERE game_id = ?1 AND ply = ?2 - 1 AND chain = CAST(?7 AS BLOB))"
          " ON CONFLICT DO NOTHING")),
      set_due_(database_.prepare("UPDATE game SET due = ?2 WHERE id = ?1 AND due IS NOT ?2")),
      insert_task_(database_.prepare("INSERT INTO outbox (game_id, body) VALUES (?, ?)")),
      select_game_(database_.prepare(
          "SELECT setup, finished, (SELECT id FROM game AS n WHERE n.after = g.id)"
          " FROM game AS g WHERE id = ?")),
      select_events_(database_.prepare("SELECT ply, hex(chain), move_id, at, body FROM event"
                                       " WHERE game_id = ? AND ply >= ? ORDER BY ply")),
      select_finished_(
          database_.prepare("SELECT value->>0, value->>1, value->>2, value->>3, value->>4"
                            " FROM finished, json_each(log) WHERE game_id = ? AND value->>0 >= ? "
                            "ORDER BY value->>0")),
      insert_finished_(database_.prepare(
          "INSERT INTO finished SELECT ?1, json_group_array(json_array(ply, hex(chain), move_id,"
          " at, body)) FROM (SELECT * FROM event WHERE game_id = ?1 ORDER BY ply)")),
      delete_events_(database_.prepare("DELETE FROM event WHERE game_id = ?")),
      mark_finished_(database_.prepare(
          "UPDATE game SET finished = 1, due = NULL WHERE id = ? AND finished = 0")),
      select_games_(database_.prepare(
          "SELECT id FROM game WHERE ?1 IS NULL OR id > ?1 ORDER BY id LIMIT ?2")),
      select_due_(
          database_.prepare("SELECT id, due FROM game WHERE due <= ? ORDER BY due, id LIMIT ?")),
      select_tasks_(
          database_.prepare("SELECT number, game_id, body FROM outbox ORDER BY number LIMIT ?")),
      delete_task_(database_.prepare("DELETE FROM outbox WHERE number = ?")),
      probe_(database_.prepare("UPDATE migration SET oldest = oldest WHERE number = 1")) {}

template <class Work>
std::optional<Outcome> SqliteStore::failed(const Work& work) {
  if (!begin_.with().run()) return database_.found_damage() ? Outcome::damaged : Outcome::unknown;
  if (work() && commit_.with().run()) return std::nullopt;
  const Outcome out = database_.found_damage() ? Outcome::damaged : Outcome::unknown;
  (void)rollback_.with().run();
  return out;
}

void SqliteStore::create(NewGame game, Done<Outcome> done) {
  Outcome outcome = Outcome::taken;
  std::optional<std::int64_t> after;
  if (game.after) after = number_of(*game.after);
  const auto why = failed([&] {
    if (!insert_game_.with(number_of(game.game), std::string_view(game.setup), game.at, after)
             .run())
      return false;
    if (database_.changes() == 0) return true;
    outcome = Outcome::appended;
    return insert_first_.with(number_of(game.game), bytes_of(game.first), game.at).run();
  });
  done(why.value_or(outcome));
}

bool SqliteStore::append(const Event& event, Outcome& outcome) {
  CHECK(event.ply > 0);
  const std::int64_t game = number_of(event.game);
  if (!insert_event_
           .with(game, std::int64_t{event.ply}, bytes_of(event.chain),
                 static_cast<std::int64_t>(event.id), event.at, std::string_view(event.body),
                 bytes_of(event.before))
           .run())
    return false;
  if (database_.changes() == 0) return true;
  outcome = Outcome::appended;
  std::optional<std::int64_t> due = event.due;
  if (!set_due_.with(game, due).run()) return false;
  return !event.outbox || insert_task_.with(game, std::string_view(*event.outbox)).run();
}

void SqliteStore::append(std::vector<Event> batch, Done<std::vector<Outcome>> done) {
  check_batch(batch);
  std::vector<Outcome> out(batch.size(), Outcome::taken);
  const auto why = failed([&] {
    for (std::size_t i = 0; i < batch.size(); ++i)
      if (!append(batch[i], out[i])) return false;
    return true;
  });
  if (why) out.assign(batch.size(), *why);
  // What is damaged must not take the others along.
  if (why == Outcome::damaged && batch.size() > 1)
    for (std::size_t i = 0; i < batch.size(); ++i) {
      out[i] = Outcome::taken;
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
  select_game_.reset();
  Statement& rows = log.finished ? select_finished_ : select_events_;
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
    if (log.finished && !database_.busy()) error.code = damaged_code;  // its text is none any more
    return done(std::move(error));
  }
  done(std::optional(std::move(log)));
}

void SqliteStore::finish(GameId game, Done<Outcome> done) {
  const std::int64_t id = number_of(game);
  bool there = false;
  const auto why = failed([&] {
    select_game_.with(id);
    there = select_game_.next();
    select_game_.reset();
    if (!there) return true;
    if (!mark_finished_.with(id).run()) return false;
    if (database_.changes() == 0) return true;
    return insert_finished_.with(id).run() && delete_events_.with(id).run();
  });
  done(why.value_or(there ? Outcome::appended : Outcome::taken));
}

void SqliteStore::games(std::optional<GameId> after, int most,
                        Done<Result<std::vector<GameId>>> done) {
  std::optional<std::int64_t> number;
  if (after) number = number_of(*after);
  std::vector<GameId> out;
  select_games_.with(number, std::int64_t{most});
  while (select_games_.next()) out.push_back(game_of(select_games_.number(0)));
  if (select_games_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteStore::due(Time by, int most, Done<Result<std::vector<Due>>> done) {
  std::vector<Due> out;
  select_due_.with(by, std::int64_t{most});
  while (select_due_.next()) out.push_back({game_of(select_due_.number(0)), select_due_.number(1)});
  if (select_due_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteStore::tasks(int most, Done<Result<std::vector<Task>>> done) {
  std::vector<Task> out;
  select_tasks_.with(std::int64_t{most});
  while (select_tasks_.next())
    out.push_back(
        {select_tasks_.number(0), game_of(select_tasks_.number(1)), select_tasks_.text(2)});
  if (select_tasks_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqliteStore::settled(std::int64_t number, Done<Outcome> done) {
  done(delete_task_.with(number).run() ? Outcome::appended : Outcome::unknown);
}

void SqliteStore::probe(Done<Outcome> done) {
  done(probe_.with().run() ? Outcome::appended : Outcome::unknown);
}

}  // namespace coset::store
