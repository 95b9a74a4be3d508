// ClaimStore: which node hosts a table. A claim is a row (key, node, epoch), and nothing rests on
// it but who judges: moves need none, and a row that judges a seat names the epoch of its claim
// (Event::epoch), so a host that lost its claim unknowingly cannot flag anybody. A claim is free if
// its node has not renewed for `claim_timeout` by the store's clock, or drains.
//
// An object belongs to one node and remembers what that node holds. One thread at a time; see
// event_store.hpp for how calls complete.
#pragma once

#include <chrono>
#include <unordered_map>

#include "server/store/event_store.hpp"
#include "server/store/postgres.hpp"

namespace coset::store {

inline constexpr std::chrono::milliseconds renew_interval{2000};
inline constexpr std::chrono::milliseconds claim_timeout{6000};
inline constexpr GameId lobby_claim{0};
// Crashes after which a table stays closed; releasing it no longer forgets them.
inline constexpr int max_table_crashes = 2;
inline constexpr int max_live_nodes = 64;

// Of one key no two are the same, not even after a failover that lost rows.
using Epoch = std::int64_t;

struct Claim {
  std::string holder;  // its node
  Epoch epoch = 0;
  int crashes = 0;  // of nodes that served the table
  friend bool operator==(const Claim&, const Claim&) = default;
};

struct LostClaim {
  GameId key{};
  std::optional<std::string> holder;  // nobody: it may be acquired again
  friend bool operator==(const LostClaim&, const LostClaim&) = default;
};

enum class Takeover : std::uint8_t {
  if_free,
  always,  // from a live node, too
};

class ClaimStore {
 public:
  ClaimStore() = default;
  ClaimStore(const ClaimStore&) = delete;
  ClaimStore& operator=(const ClaimStore&) = delete;
  virtual ~ClaimStore() = default;

  virtual const std::string& node() const = 0;

  // The claim as it is now. If its holder is this node, it has a new epoch, and no other node's
  // judgement is committed any more: what is read from now on has all of them. After an Error this
  // node does not hold the claim.
  virtual void acquire(GameId key, Takeover takeover, Done<Result<Claim>> done) = 0;
  // This node lives; call it every `renew_interval`, and before the first `acquire`. Returns what
  // the node has lost since it acquired it, each loss once. The first call of a process frees the
  // claims of an earlier one with the same name.
  virtual void renew(Done<Result<std::vector<LostClaim>>> done) = 0;
  // `conflict` if the node does not hold it.
  virtual void release(GameId key, Done<WriteResult> done) = 0;
  // From now on all claims of this node are free; `renew` does not change that.
  virtual void drain(Done<WriteResult> done) = 0;
  // A node crashed while it served this table. How many crashes there were since the claim was last
  // released.
  virtual void count_crash(GameId key, Done<Result<int>> done) = 0;
  // Other nodes that live and do not drain, at most `max_live_nodes`.
  virtual void live_nodes(Done<Result<std::vector<std::string>>> done) = 0;
};

// For the only process on a store (SQLite): every claim is its own.
class LocalClaims final : public ClaimStore {
 public:
  const std::string& node() const override { return node_; }
  void acquire(GameId key, Takeover takeover, Done<Result<Claim>> done) override;
  void renew(Done<Result<std::vector<LostClaim>>> done) override;
  void release(GameId key, Done<WriteResult> done) override;
  void drain(Done<WriteResult> done) override;
  // Always 0: the data directory has the crash history of one process.
  void count_crash(GameId key, Done<Result<int>> done) override;
  void live_nodes(Done<Result<std::vector<std::string>>> done) override;

 private:
  std::string node_;
};

class PostgresClaims final : public ClaimStore {
 public:
  // REQUIRES: the database has this program's schema; no other process has this name
  PostgresClaims(std::string url, std::string node);

  Postgres& connection() { return connection_; }
  std::size_t held() const { return held_.size(); }

  const std::string& node() const override { return node_; }
  void acquire(GameId key, Takeover takeover, Done<Result<Claim>> done) override;
  void renew(Done<Result<std::vector<LostClaim>>> done) override;
  void release(GameId key, Done<WriteResult> done) override;
  void drain(Done<WriteResult> done) override;
  void count_crash(GameId key, Done<Result<int>> done) override;
  void live_nodes(Done<Result<std::vector<std::string>>> done) override;

 private:
  void join(Done<Result<std::vector<LostClaim>>> done);

  std::string node_;
  std::unordered_map<GameId, Epoch> held_;
  bool joined_ = false;
  bool draining_ = false;
  Postgres connection_;
};

}  // namespace coset::store
