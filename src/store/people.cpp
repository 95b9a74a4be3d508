#include "store/people.hpp"

#include <utility>

namespace coset::store {

namespace {

std::int64_t number_of(GameId game) { return static_cast<std::int64_t>(game); }

const std::vector<Prepared> statements = {
    {"seat",
     "INSERT INTO seated SELECT who, $1::bigint, seat - 1 FROM unnest($2::text[])"
     " WITH ORDINALITY AS n(who, seat) WHERE who IS NOT NULL ORDER BY who"
     " ON CONFLICT DO NOTHING"},
    {"games_of", "SELECT game_id, seat FROM seated WHERE who = $1::text ORDER BY game_id"},
    {"reword",
     "UPDATE game SET setup = $3::text WHERE id = $1::bigint AND setup = $2::text RETURNING id"},
    {"forget", "DELETE FROM seated WHERE who = $1::text"},
};

}  // namespace

SqlitePeople::SqlitePeople(Database database)
    : database_(std::move(database)),
      insert_(database_.prepare("INSERT OR IGNORE INTO seated VALUES (?, ?, ?)")),
      select_(database_.prepare("SELECT game_id, seat FROM seated WHERE who = ? ORDER BY game_id")),
      update_(database_.prepare("UPDATE game SET setup = ?3 WHERE id = ?1 AND setup = ?2")),
      delete_(database_.prepare("DELETE FROM seated WHERE who = ?")) {}

Result<std::unique_ptr<SqlitePeople>> SqlitePeople::open(const std::string& path) {
  auto database = Database::open(path);
  if (!database) return database.error();
  Database opened = *std::move(database);
  // What is deleted or overwritten is overwritten in the file, too.
  if (auto error = opened.run("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON"))
    return *error;
  return std::unique_ptr<SqlitePeople>(new SqlitePeople(std::move(opened)));
}

void SqlitePeople::seat(GameId game, std::vector<std::string> who, Done<Outcome> done) {
  bool good = !database_.run("BEGIN IMMEDIATE");
  for (std::size_t i = 0; good && i < who.size(); ++i)
    if (!who[i].empty())
      good = insert_.with(std::string_view(who[i]), number_of(game), static_cast<std::int64_t>(i))
                 .run();
  if (good) good = !database_.run("COMMIT");
  if (!good) (void)database_.run("ROLLBACK");
  done(good ? Outcome::appended : Outcome::unknown);
}

void SqlitePeople::games_of(std::string who, Done<Result<std::vector<Seated>>> done) {
  std::vector<Seated> out;
  select_.with(std::string_view(who));
  while (select_.next())
    out.push_back(
        {static_cast<GameId>(select_.number(0)), static_cast<std::uint8_t>(select_.number(1))});
  if (select_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqlitePeople::reword(GameId game, std::string before, std::string after, Done<Outcome> done) {
  update_.with(number_of(game), std::string_view(before), std::string_view(after));
  if (!update_.run()) return done(Outcome::unknown);
  done(database_.changes() == 1 ? Outcome::appended : Outcome::taken);
}

void SqlitePeople::forget(std::string who, Done<Outcome> done) {
  if (!delete_.with(std::string_view(who)).run()) return done(Outcome::unknown);
  // Old pages stand in the file beside the database until they are written back.
  if (database_.run("PRAGMA wal_checkpoint(TRUNCATE)")) return done(Outcome::unknown);
  done(Outcome::appended);
}

PostgresPeople::PostgresPeople(std::string url) : connection_(std::move(url), statements) {}

void PostgresPeople::seat(GameId game, std::vector<std::string> who, Done<Outcome> done) {
  std::vector<const std::string*> names;
  for (const std::string& each : who) names.push_back(each.empty() ? nullptr : &each);
  connection_.send("seat", Parameters().number(number_of(game)).maybe_texts(names),
                   [done = std::move(done)](const Reply& reply) {
                     done(reply.answer == nullptr ? Outcome::unknown : Outcome::appended);
                   });
}

void PostgresPeople::games_of(std::string who, Done<Result<std::vector<Seated>>> done) {
  connection_.send("games_of", Parameters().bytes(who),
                   [done = std::move(done)](const Reply& reply) {
                     if (reply.answer == nullptr)
                       return done(Error{"store.away", 0, "The database does not answer."});
                     std::vector<Seated> out;
                     for (int row = 0; row < reply.answer->rows(); ++row)
                       out.push_back({static_cast<GameId>(reply.answer->number(row, 0)),
                                      static_cast<std::uint8_t>(reply.answer->number(row, 1))});
                     done(std::move(out));
                   });
}

void PostgresPeople::reword(GameId game, std::string before, std::string after,
                            Done<Outcome> done) {
  connection_.send("reword", Parameters().number(number_of(game)).bytes(before).bytes(after),
                   [done = std::move(done)](const Reply& reply) {
                     if (reply.answer == nullptr) return done(Outcome::unknown);
                     done(reply.answer->rows() == 1 ? Outcome::appended : Outcome::taken);
                   });
}

void PostgresPeople::forget(std::string who, Done<Outcome> done) {
  connection_.send("forget", Parameters().bytes(who), [done = std::move(done)](const Reply& reply) {
    done(reply.answer == nullptr ? Outcome::unknown : Outcome::appended);
  });
}

}  // namespace coset::store
