#include "server/store/memory_claims.hpp"

#include <utility>

namespace coset::store {

bool MemoryClaimTable::is_live(const std::string& node) const {
  const auto found = nodes_.find(node);
  return found != nodes_.end() && !found->second.draining &&
         found->second.renewed_at > clock_() - claim_timeout.count();
}

void MemoryClaims::acquire(GameId key, Takeover takeover, Done<Result<Claim>> done) {
  held_.erase(key);
  const auto [found, is_new] = table_.claims_.try_emplace(key);
  MemoryClaimTable::Row& row = found->second;
  if (is_new || takeover == Takeover::always || row.node == node_ || !table_.is_live(row.node)) {
    row = {node_, ++table_.last_};
    held_[key] = row.epoch;
  }
  const auto crashes = table_.crashes_.find(key);
  done(Claim{row.node, row.epoch, crashes == table_.crashes_.end() ? 0 : crashes->second});
}

void MemoryClaims::renew(Done<Result<std::vector<LostClaim>>> done) {
  table_.nodes_[node_] = {table_.clock_(), draining_};
  if (!std::exchange(joined_, true))
    std::erase_if(table_.claims_, [&](const auto& each) {
      return each.second.node == node_ || !table_.is_live(each.second.node);
    });
  std::vector<LostClaim> lost;
  for (auto held = held_.begin(); held != held_.end();) {
    const auto row = table_.claims_.find(held->first);
    const bool there = row != table_.claims_.end();
    if (there && row->second.node == node_ && row->second.epoch == held->second) {
      ++held;
      continue;
    }
    LostClaim& each = lost.emplace_back(LostClaim{held->first, std::nullopt});
    if (there && row->second.node != node_) each.holder = row->second.node;
    held = held_.erase(held);
  }
  done(std::move(lost));
}

void MemoryClaims::release(GameId key, Done<WriteResult> done) {
  const auto held = held_.find(key);
  if (held == held_.end()) return done(WriteResult::conflict);
  const bool good = table_.is_current(key, held->second);
  held_.erase(held);
  if (!good) return done(WriteResult::conflict);
  table_.claims_.erase(key);
  const auto crashes = table_.crashes_.find(key);
  if (crashes != table_.crashes_.end() && crashes->second < max_table_crashes)
    table_.crashes_.erase(crashes);
  done(WriteResult::ok);
}

void MemoryClaims::drain(Done<WriteResult> done) {
  draining_ = true;
  table_.nodes_[node_] = {table_.clock_(), true};
  done(WriteResult::ok);
}

void MemoryClaims::count_crash(GameId key, Done<Result<int>> done) { done(++table_.crashes_[key]); }

void MemoryClaims::live_nodes(Done<Result<std::vector<std::string>>> done) {
  std::vector<std::string> out;
  for (const auto& [name, node] : table_.nodes_)
    if (name != node_ && table_.is_live(name) && out.size() < max_live_nodes) out.push_back(name);
  done(std::move(out));
}

}  // namespace coset::store
