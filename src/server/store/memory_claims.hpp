// Claims in memory, for tests and simulators: one MemoryClaimTable is the database, and each node
// has a MemoryClaims. Calls complete before they return.
#pragma once

#include <map>

#include "server/store/claim_store.hpp"

namespace coset::store {

class MemoryClaimTable {
 public:
  // `clock` is the database's, in milliseconds.
  explicit MemoryClaimTable(std::function<Time()> clock) : clock_(std::move(clock)) {}

  bool is_current(GameId key, Epoch epoch) const {
    const auto found = claims_.find(key);
    return found != claims_.end() && found->second.epoch == epoch;
  }

 private:
  friend class MemoryClaims;
  struct Node {
    Time renewed_at = 0;
    bool draining = false;
  };
  struct Row {
    std::string node;
    Epoch epoch = 0;
  };
  bool is_live(const std::string& node) const;

  std::function<Time()> clock_;
  std::map<std::string, Node, std::less<>> nodes_;
  std::map<GameId, Row> claims_;
  std::map<GameId, int> crashes_;
  Epoch last_ = 0;
};

class MemoryClaims final : public ClaimStore {
 public:
  MemoryClaims(MemoryClaimTable& table, std::string node) : table_(table), node_(std::move(node)) {}

  const std::string& node() const override { return node_; }
  void acquire(GameId key, Takeover takeover, Done<Result<Claim>> done) override;
  void renew(Done<Result<std::vector<LostClaim>>> done) override;
  void release(GameId key, Done<WriteResult> done) override;
  void drain(Done<WriteResult> done) override;
  void count_crash(GameId key, Done<Result<int>> done) override;
  void live_nodes(Done<Result<std::vector<std::string>>> done) override;

 private:
  MemoryClaimTable& table_;
  std::string node_;
  std::map<GameId, Epoch> held_;
  bool joined_ = false;
  bool draining_ = false;
};

}  // namespace coset::store
