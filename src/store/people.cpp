#include "store/people.hpp"

#include <utility>

namespace coset::store {

namespace {

std::int64_t number_of(GameId game) { return static_cast<std::int64_t>(game); }
std::int64_t number_of(Order order) { return static_cast<std::int64_t>(order); }

constexpr std::string_view all_reports =
    "SELECT game_id, seat, min(at), count(*) FROM report GROUP BY game_id, seat"
    " ORDER BY min(at), game_id, seat LIMIT 1000";
constexpr std::string_view all_orders = "SELECT game_id, what FROM ordered ORDER BY game_id, what";

const std::vector<Prepared> statements = {
    {"seat",
     "INSERT INTO seated SELECT who, $1::bigint, seat - 1 FROM unnest($2::text[])"
     " WITH ORDINALITY AS n(who, seat) WHERE who IS NOT NULL ORDER BY who"
     " ON CONFLICT DO NOTHING"},
    {"games_of", "SELECT game_id, seat FROM seated WHERE who = $1::text ORDER BY game_id"},
    {"reword",
     "UPDATE game SET setup = $3::text WHERE id = $1::bigint AND setup = $2::text RETURNING id"},
    {"forget",
     "WITH theirs AS (DELETE FROM report WHERE by = $1::text)"
     " DELETE FROM seated WHERE who = $1::text"},
    {"gather",
     "INSERT INTO gathering VALUES ($1::bigint, $2::text)"
     " ON CONFLICT (game_id) DO UPDATE SET body = EXCLUDED.body"},
    {"gatherings", "SELECT game_id, body FROM gathering ORDER BY game_id"},
    {"disperse", "DELETE FROM gathering WHERE game_id = $1::bigint"},
    {"report",
     "INSERT INTO report VALUES ($1::bigint, $2::integer, $3::text, $4::bigint)"
     " ON CONFLICT DO NOTHING"},
    {"reports", all_reports},
    {"settle", "DELETE FROM report WHERE game_id = $1::bigint AND seat = $2::integer"},
    {"order", "INSERT INTO ordered VALUES ($1::bigint, $2::integer) ON CONFLICT DO NOTHING"},
    {"orders", all_orders},
    {"obeyed", "DELETE FROM ordered WHERE game_id = $1::bigint AND what = $2::integer"},
};

// Whether a command was done.
std::function<void(const Reply&)> told(Done<Outcome> done) {
  return [done = std::move(done)](const Reply& reply) {
    done(reply.answer == nullptr ? Outcome::unknown : Outcome::appended);
  };
}

}  // namespace

SqlitePeople::SqlitePeople(Database database)
    : database_(std::move(database)),
      insert_(database_.prepare("INSERT OR IGNORE INTO seated VALUES (?, ?, ?)")),
      select_(database_.prepare("SELECT game_id, seat FROM seated WHERE who = ? ORDER BY game_id")),
      update_(database_.prepare("UPDATE game SET setup = ?3 WHERE id = ?1 AND setup = ?2")),
      delete_(database_.prepare("DELETE FROM seated WHERE who = ?")),
      unreport_(database_.prepare("DELETE FROM report WHERE by = ?")),
      gather_(database_.prepare("INSERT OR REPLACE INTO gathering VALUES (?, ?)")),
      gatherings_(database_.prepare("SELECT game_id, body FROM gathering ORDER BY game_id")),
      disperse_(database_.prepare("DELETE FROM gathering WHERE game_id = ?")),
      report_(database_.prepare("INSERT OR IGNORE INTO report VALUES (?, ?, ?, ?)")),
      reports_(database_.prepare(all_reports)),
      settle_(database_.prepare("DELETE FROM report WHERE game_id = ? AND seat = ?")),
      order_(database_.prepare("INSERT OR IGNORE INTO ordered VALUES (?, ?)")),
      orders_(database_.prepare(all_orders)),
      obeyed_(database_.prepare("DELETE FROM ordered WHERE game_id = ? AND what = ?")) {}

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
  for (Statement* each : {&unreport_, &delete_})
    if (!each->with(std::string_view(who)).run()) return done(Outcome::unknown);
  // Old pages stand in the file beside the database until they are written back.
  if (database_.run("PRAGMA wal_checkpoint(TRUNCATE)")) return done(Outcome::unknown);
  done(Outcome::appended);
}

void SqlitePeople::gather(Gathering gathering, Done<Outcome> done) {
  const bool good = gather_.with(number_of(gathering.game), std::string_view(gathering.body)).run();
  done(good ? Outcome::appended : Outcome::unknown);
}

void SqlitePeople::gatherings(Done<Result<std::vector<Gathering>>> done) {
  std::vector<Gathering> out;
  gatherings_.reset();
  while (gatherings_.next())
    out.push_back({static_cast<GameId>(gatherings_.number(0)), gatherings_.text(1)});
  if (gatherings_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqlitePeople::disperse(GameId game, Done<Outcome> done) {
  done(disperse_.with(number_of(game)).run() ? Outcome::appended : Outcome::unknown);
}

void SqlitePeople::report(Seated whom, std::string by, Time at, Done<Outcome> done) {
  report_.with(number_of(whom.game), std::int64_t{whom.seat}, std::string_view(by), at);
  done(report_.run() ? Outcome::appended : Outcome::unknown);
}

void SqlitePeople::reports(Done<Result<std::vector<Report>>> done) {
  std::vector<Report> out;
  reports_.reset();
  while (reports_.next())
    out.push_back({static_cast<GameId>(reports_.number(0)),
                   static_cast<std::uint8_t>(reports_.number(1)), reports_.number(2),
                   reports_.number(3)});
  if (reports_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqlitePeople::settle(Seated whom, Done<Outcome> done) {
  const bool good = settle_.with(number_of(whom.game), std::int64_t{whom.seat}).run();
  done(good ? Outcome::appended : Outcome::unknown);
}

void SqlitePeople::order(Ordered what, Done<Outcome> done) {
  const bool good = order_.with(number_of(what.game), number_of(what.order)).run();
  done(good ? Outcome::appended : Outcome::unknown);
}

void SqlitePeople::orders(Done<Result<std::vector<Ordered>>> done) {
  std::vector<Ordered> out;
  orders_.reset();
  while (orders_.next())
    out.push_back({static_cast<GameId>(orders_.number(0)), static_cast<Order>(orders_.number(1))});
  if (orders_.failed()) return done(database_.error());
  done(std::move(out));
}

void SqlitePeople::obeyed(Ordered what, Done<Outcome> done) {
  const bool good = obeyed_.with(number_of(what.game), number_of(what.order)).run();
  done(good ? Outcome::appended : Outcome::unknown);
}

PostgresPeople::PostgresPeople(std::string url) : connection_(std::move(url), statements) {}

void PostgresPeople::seat(GameId game, std::vector<std::string> who, Done<Outcome> done) {
  std::vector<const std::string*> names;
  for (const std::string& each : who) names.push_back(each.empty() ? nullptr : &each);
  connection_.send("seat", Parameters().number(number_of(game)).maybe_texts(names),
                   told(std::move(done)));
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

void PostgresPeople::gather(Gathering gathering, Done<Outcome> done) {
  connection_.send("gather", Parameters().number(number_of(gathering.game)).bytes(gathering.body),
                   told(std::move(done)));
}

void PostgresPeople::gatherings(Done<Result<std::vector<Gathering>>> done) {
  connection_.send("gatherings", Parameters(), [done = std::move(done)](const Reply& reply) {
    if (reply.answer == nullptr)
      return done(Error{"store.away", 0, "The database does not answer."});
    std::vector<Gathering> out;
    for (int row = 0; row < reply.answer->rows(); ++row)
      out.push_back({static_cast<GameId>(reply.answer->number(row, 0)),
                     std::string(reply.answer->bytes(row, 1))});
    done(std::move(out));
  });
}

void PostgresPeople::disperse(GameId game, Done<Outcome> done) {
  connection_.send("disperse", Parameters().number(number_of(game)), told(std::move(done)));
}

void PostgresPeople::report(Seated whom, std::string by, Time at, Done<Outcome> done) {
  Parameters parameters;
  parameters.number(number_of(whom.game)).small(whom.seat).bytes(std::move(by)).number(at);
  connection_.send("report", parameters, told(std::move(done)));
}

void PostgresPeople::reports(Done<Result<std::vector<Report>>> done) {
  connection_.send("reports", Parameters(), [done = std::move(done)](const Reply& reply) {
    if (reply.answer == nullptr)
      return done(Error{"store.away", 0, "The database does not answer."});
    std::vector<Report> out;
    for (int row = 0; row < reply.answer->rows(); ++row)
      out.push_back({static_cast<GameId>(reply.answer->number(row, 0)),
                     static_cast<std::uint8_t>(reply.answer->number(row, 1)),
                     reply.answer->number(row, 2), reply.answer->number(row, 3)});
    done(std::move(out));
  });
}

void PostgresPeople::settle(Seated whom, Done<Outcome> done) {
  connection_.send("settle", Parameters().number(number_of(whom.game)).small(whom.seat),
                   told(std::move(done)));
}

void PostgresPeople::order(Ordered what, Done<Outcome> done) {
  connection_.send("order",
                   Parameters().number(number_of(what.game)).small(static_cast<int>(what.order)),
                   told(std::move(done)));
}

void PostgresPeople::orders(Done<Result<std::vector<Ordered>>> done) {
  connection_.send("orders", Parameters(), [done = std::move(done)](const Reply& reply) {
    if (reply.answer == nullptr)
      return done(Error{"store.away", 0, "The database does not answer."});
    std::vector<Ordered> out;
    for (int row = 0; row < reply.answer->rows(); ++row)
      out.push_back({static_cast<GameId>(reply.answer->number(row, 0)),
                     static_cast<Order>(reply.answer->number(row, 1))});
    done(std::move(out));
  });
}

void PostgresPeople::obeyed(Ordered what, Done<Outcome> done) {
  connection_.send("obeyed",
                   Parameters().number(number_of(what.game)).small(static_cast<int>(what.order)),
                   told(std::move(done)));
}

void PostgresPeople::forget(std::string who, Done<Outcome> done) {
  connection_.send("forget", Parameters().bytes(who), told(std::move(done)));
}

}  // namespace coset::store
