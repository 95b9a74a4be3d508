#include "store/migrations.hpp"

#include <string>

namespace coset::store {

namespace {

constexpr std::string_view first_sqlite = R"(
CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  setup TEXT NOT NULL,
  at INTEGER NOT NULL,
  after INTEGER UNIQUE,
  due INTEGER,
  finished INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;
CREATE TABLE event (
  game_id INTEGER NOT NULL,
  ply INTEGER NOT NULL,
  chain BLOB NOT NULL,
  move_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (game_id, ply)
) WITHOUT ROWID;
CREATE TABLE finished (game_id INTEGER PRIMARY KEY, log TEXT NOT NULL);
CREATE TABLE outbox (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  game_id INTEGER NOT NULL,
  body TEXT NOT NULL
);
)";

constexpr std::string_view first_postgres = R"(
CREATE TABLE game (
  id bigint PRIMARY KEY,
  setup text NOT NULL,
  at bigint NOT NULL,
  after bigint UNIQUE,
  due bigint,
  finished boolean NOT NULL DEFAULT false
);
CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;
CREATE TABLE event (
  game_id bigint NOT NULL,
  ply integer NOT NULL,
  chain bytea NOT NULL,
  move_id bigint NOT NULL,
  at bigint NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (game_id, ply)
);
CREATE TABLE finished (
  game_id bigint PRIMARY KEY,
  plies integer[] NOT NULL,
  chains bytea[] NOT NULL,
  move_ids bigint[] NOT NULL,
  ats bigint[] NOT NULL,
  bodies bytea[] NOT NULL
);
CREATE TABLE outbox (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game_id bigint NOT NULL,
  body text NOT NULL
);
)";

constexpr Migration all[] = {
    {1, 1, first_sqlite, first_postgres},
};

}  // namespace

std::span<const Migration> migrations() { return all; }

std::optional<Error> unfit(const Level& level) {
  const int own = all[std::size(all) - 1].number;
  if (level.oldest > own)
    return Error{"store.newer", 0,
                 "The database was changed by a newer program: it needs one of level " +
                     std::to_string(level.oldest) + " or above, and this one has level " +
                     std::to_string(own) + ". Install the newer program again."};
  return std::nullopt;
}

}  // namespace coset::store
