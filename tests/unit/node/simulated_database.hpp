// SimulatedDatabase: what all nodes of a simulated cluster share. What it must never do is reported
// by `violated`.
#pragma once

#include "server/store/memory_claims.hpp"
#include "unit/node/simulated_platform.hpp"

namespace coset::node {

class SimulatedDatabase {
 public:
  explicit SimulatedDatabase(const Time& now)
      : now_(now), claims([this] { return now_ + clock_offset; }) {}
  SimulatedDatabase(const SimulatedDatabase&) = delete;
  SimulatedDatabase& operator=(const SimulatedDatabase&) = delete;
  ~SimulatedDatabase() = default;

 private:
  const Time& now_;

 public:
  Time clock_offset = 0;
  store::MemoryClaimTable claims;
  store::MemoryStore events{&claims};
  FakeSeedStore seeds;
  FakePlayerStore players{events};
  store::MemoryClasses classes;
  store::MemoryGuests guests{events, classes};

  // What happens in the database, for checks and the trace.
  std::function<void(const std::string& node, const store::Event&, bool unknown)> on_row;
  std::function<void(const store::NewGame&)> on_create;
  std::function<void(const std::string& node, GameId)> on_pending_deleted;
  std::function<void(GameId)> on_pending_saved;
  std::function<void(const std::string& node, const store::PendingAction&)> on_acknowledged;
  std::function<void(const std::string&)> violated;
  std::function<void(std::string_view what, std::string_view node, GameId key)> note;

  // Who holds what, found out from the calls alone.
  struct Holder {
    std::string node;
    Time since = 0;
    bool has_read = false;  // the log, since then
  };
  const Holder* holder(GameId key) const {
    const auto found = holders_.find(key);
    return found == holders_.end() ? nullptr : &found->second;
  }
  bool is_live(const std::string& node) const {
    const auto found = renewed_.find(node);
    return found != renewed_.end() && !draining_.contains(node) &&
           found->second > now_ - store::claim_timeout.count();
  }
  void on_renewed(const std::string& node, bool first, bool draining) {
    renewed_[node] = now_;
    if (!draining) draining_.erase(node);
    if (!first) return;
    std::erase_if(holders_, [&](const auto& each) {
      return each.second.node == node || !is_live(each.second.node);
    });
  }
  void on_acquired(const std::string& node, GameId key, store::Takeover takeover,
                   const store::Claim& claim) {
    if (claim.holder != node) return;
    const Holder* before = holder(key);
    if (before != nullptr && before->node != node && takeover == store::Takeover::if_free &&
        is_live(before->node))
      violated("a claim is taken from a node that lives");
    if (before == nullptr || before->node != node) note("claim", node, key);
    holders_[key] = {node, now_, false};
  }
  void on_released(const std::string& node, GameId key) {
    if (const Holder* before = holder(key); before != nullptr && before->node == node)
      holders_.erase(key);
  }
  void on_read(const std::string& node, GameId game) {
    const auto found = holders_.find(game);
    if (found != holders_.end() && found->second.node == node) found->second.has_read = true;
  }
  void on_draining(const std::string& node) { draining_.insert(node); }
  // After a failover the claims are those of the standby.
  void forget_holders() { holders_.clear(); }

 private:
  std::map<GameId, Holder> holders_;
  std::map<std::string, Time> renewed_;
  std::set<std::string> draining_;
};

}  // namespace coset::node
