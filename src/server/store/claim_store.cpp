#include "server/store/claim_store.hpp"

#include <utility>

#include "base/check.hpp"

namespace coset::store {

namespace {

// An epoch is the database's clock in microseconds, or one more than the last if that went back. So
// a row may be deleted, or lost in a failover, and its epochs do not come again. `now()` is the
// begin of the statement, as is what it sees of `node`: a wait for the row makes no node silent.
const std::vector<Prepared> statements = {
    // A refused one writes the row as it was, so that the statement always returns the claim.
    {"acquire", R"(
INSERT INTO claim AS c (key, node, epoch)
VALUES ($1::bigint, $2::text, (extract(epoch FROM now()) * 1000000)::bigint)
ON CONFLICT (key) DO UPDATE SET (node, epoch) = (
  SELECT CASE WHEN f.free THEN EXCLUDED.node ELSE c.node END,
         CASE WHEN f.free THEN greatest(c.epoch + 1, EXCLUDED.epoch) ELSE c.epoch END
  FROM (SELECT $3::integer = 1 OR c.node = EXCLUDED.node OR NOT EXISTS (
          SELECT FROM node h WHERE h.name = c.node AND NOT h.draining
          AND h.renewed_at > now() - $4::bigint * interval '1 millisecond') AS free) f)
RETURNING c.node, c.epoch, (SELECT crashes FROM crash_count WHERE game_id = c.key))"},
    {"renew", R"(
WITH r AS (INSERT INTO node (name, renewed_at, draining) VALUES ($1::text, now(), $2::integer = 1)
           ON CONFLICT (name) DO UPDATE
           SET renewed_at = EXCLUDED.renewed_at, draining = EXCLUDED.draining)
SELECT h.key, h.epoch, c.node FROM unnest($3::bigint[], $4::bigint[]) AS h(key, epoch)
LEFT JOIN claim c ON c.key = h.key
WHERE c.node IS DISTINCT FROM $1::text OR c.epoch <> h.epoch)"},
    // Deletes what nobody holds: the claims of an earlier process of this name and of silent nodes,
    // and nodes that are gone for a day. It waits for no other transaction.
    {"join", R"(
WITH r AS (INSERT INTO node (name, renewed_at, draining) VALUES ($1::text, now(), $2::integer = 1)
           ON CONFLICT (name) DO UPDATE
           SET renewed_at = EXCLUDED.renewed_at, draining = EXCLUDED.draining),
g AS (DELETE FROM node WHERE name IN (
        SELECT name FROM node WHERE name <> $1::text AND renewed_at < now() - interval '1 day'
        FOR UPDATE SKIP LOCKED))
DELETE FROM claim WHERE key IN (
  SELECT key FROM claim c WHERE c.node = $1::text OR NOT EXISTS (
    SELECT FROM node h WHERE h.name = c.node AND NOT h.draining
    AND h.renewed_at > now() - $3::bigint * interval '1 millisecond')
  FOR UPDATE SKIP LOCKED))"},
    {"release", R"(
WITH c AS (DELETE FROM claim WHERE key = $1::bigint AND node = $2::text AND epoch = $3::bigint
           RETURNING key),
s AS (DELETE FROM crash_count USING c WHERE game_id = c.key AND crashes < $4::bigint)
SELECT key FROM c)"},
    {"count_crash", R"(
INSERT INTO crash_count AS c (game_id, crashes) VALUES ($1::bigint, 1)
ON CONFLICT (game_id) DO UPDATE SET crashes = c.crashes + 1 RETURNING crashes)"},
    {"live_nodes", R"(
SELECT name FROM node WHERE name <> $1::text AND NOT draining
AND renewed_at > now() - $2::bigint * interval '1 millisecond' ORDER BY name LIMIT $3::bigint)"},
};

std::int64_t number_of(GameId key) { return static_cast<std::int64_t>(key); }

}  // namespace

void LocalClaims::acquire(GameId /*key*/, Takeover /*takeover*/, Done<Result<Claim>> done) {
  done(Claim{node_, 1, 0});
}

void LocalClaims::renew(Done<Result<std::vector<LostClaim>>> done) {
  done(std::vector<LostClaim>());
}

void LocalClaims::release(GameId /*key*/, Done<WriteResult> done) { done(WriteResult::ok); }

void LocalClaims::drain(Done<WriteResult> done) { done(WriteResult::ok); }

void LocalClaims::count_crash(GameId /*key*/, Done<Result<int>> done) { done(0); }

void LocalClaims::live_nodes(Done<Result<std::vector<std::string>>> done) {
  done(std::vector<std::string>());
}

PostgresClaims::PostgresClaims(std::string url, std::string node)
    : node_(std::move(node)), connection_(std::move(url), statements) {
  CHECK(!node_.empty());
}

void PostgresClaims::acquire(GameId key, Takeover takeover, Done<Result<Claim>> done) {
  Parameters parameters;
  parameters.number(number_of(key)).bytes(node_);
  parameters.small(takeover == Takeover::always ? 1 : 0).number(claim_timeout.count());
  connection_.send("acquire", parameters,
                   [this, key, done = std::move(done)](const QueryResult& result) {
                     held_.erase(key);
                     if (result.rows == nullptr) return done(query_error(result));
                     const ResultRows& rows = *result.rows;
                     Claim claim{std::string(rows.bytes(0, 0)), rows.number(0, 1), 0};
                     if (!rows.null(0, 2)) claim.crashes = static_cast<int>(rows.number(0, 2));
                     if (claim.holder == node_) held_[key] = claim.epoch;
                     done(std::move(claim));
                   });
}

void PostgresClaims::join(Done<Result<std::vector<LostClaim>>> done) {
  Parameters parameters;
  parameters.bytes(node_).small(draining_ ? 1 : 0).number(claim_timeout.count());
  connection_.send("join", parameters, [this, done = std::move(done)](const QueryResult& result) {
    if (result.rows == nullptr) return done(query_error(result));
    joined_ = true;
    done(std::vector<LostClaim>());
  });
}

// Every held claim is compared: no other node has to record for this one what it took, and neither
// a failover nor a second process of this name can hide a loss.
void PostgresClaims::renew(Done<Result<std::vector<LostClaim>>> done) {
  if (!joined_) return join(std::move(done));
  std::vector<std::int64_t> keys;
  std::vector<std::int64_t> epochs;
  keys.reserve(held_.size());
  epochs.reserve(held_.size());
  for (const auto& [key, epoch] : held_) {
    keys.push_back(number_of(key));
    epochs.push_back(epoch);
  }
  Parameters parameters;
  parameters.bytes(node_).small(draining_ ? 1 : 0).numbers(keys).numbers(epochs);
  connection_.send("renew", parameters, [this, done = std::move(done)](const QueryResult& result) {
    if (result.rows == nullptr) return done(query_error(result));
    const ResultRows& rows = *result.rows;
    std::vector<LostClaim> lost;
    for (int row = 0; row < rows.size(); ++row) {
      const auto key = static_cast<GameId>(rows.number(row, 0));
      // Acquired or released since: the next call compares it as it is now.
      const auto held = held_.find(key);
      if (held == held_.end() || held->second != rows.number(row, 1)) continue;
      held_.erase(held);
      LostClaim& each = lost.emplace_back(LostClaim{key, std::nullopt});
      if (!rows.null(row, 2) && rows.bytes(row, 2) != node_)
        each.holder = std::string(rows.bytes(row, 2));
    }
    done(std::move(lost));
  });
}

void PostgresClaims::release(GameId key, Done<WriteResult> done) {
  const auto held = held_.find(key);
  if (held == held_.end()) return done(WriteResult::conflict);
  Parameters parameters;
  parameters.number(number_of(key)).bytes(node_).number(held->second).number(max_table_crashes);
  held_.erase(held);
  connection_.send("release", parameters, [done = std::move(done)](const QueryResult& result) {
    if (result.rows == nullptr) return done(WriteResult::unknown);
    done(result.rows->size() > 0 ? WriteResult::ok : WriteResult::conflict);
  });
}

void PostgresClaims::drain(Done<WriteResult> done) {
  draining_ = true;
  Parameters parameters;
  parameters.bytes(node_).small(1).numbers({}).numbers({});
  connection_.send("renew", parameters, [done = std::move(done)](const QueryResult& result) {
    done(result.rows == nullptr ? WriteResult::unknown : WriteResult::ok);
  });
}

void PostgresClaims::count_crash(GameId key, Done<Result<int>> done) {
  connection_.send("count_crash", Parameters().number(number_of(key)),
                   [done = std::move(done)](const QueryResult& result) {
                     if (result.rows == nullptr) return done(query_error(result));
                     done(static_cast<int>(result.rows->number(0, 0)));
                   });
}

void PostgresClaims::live_nodes(Done<Result<std::vector<std::string>>> done) {
  Parameters parameters;
  parameters.bytes(node_).number(claim_timeout.count()).number(max_live_nodes);
  connection_.send("live_nodes", parameters, [done = std::move(done)](const QueryResult& result) {
    if (result.rows == nullptr) return done(query_error(result));
    std::vector<std::string> out;
    for (int row = 0; row < result.rows->size(); ++row)
      out.emplace_back(result.rows->bytes(row, 0));
    done(std::move(out));
  });
}

}  // namespace coset::store
