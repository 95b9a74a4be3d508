// ClaimHolder: the claims of this node. It renews them, knows the epoch of each, and notifies
// the holder of one that is lost. A process without a node's name holds every claim, and nothing is
// sent to the store. Belongs to one Node.
#pragma once

#include <unordered_map>

#include "server/node/node_context.hpp"
#include "server/store/claim_store.hpp"

namespace coset::node {

// The holder of a claim.
struct ClaimListener {
  // `holder` is the node that has it; nothing: nobody, it may be acquired again.
  virtual void on_claim_lost(const std::optional<std::string>& holder) = 0;

 protected:
  ~ClaimListener() = default;
};

class ClaimHolder {
 public:
  explicit ClaimHolder(NodeContext& context);
  ClaimHolder(const ClaimHolder&) = delete;
  ClaimHolder& operator=(const ClaimHolder&) = delete;
  ~ClaimHolder() = default;

  // Whether this process is a node; otherwise every claim is its own.
  bool clustered() const { return clustered_; }
  const std::string& node() const { return context_.deps().claims.node(); }

  using Answer = std::function<void(const Result<store::Claim>&)>;
  // `done` is deferred, and dropped if `owner` is gone; without a node's name it is called before
  // this returns. `listener` belongs to `owner`; null: the claim keeps the one it has, which a
  // loss is reported to. The first renewal of the process comes first.
  void acquire(GameId key, store::Takeover takeover, const LifetimeToken& owner,
               ClaimListener* listener, Answer done);
  // Whether a client may make this node take the claim from a live one. Seldom for one key, because
  // any client can ask for it, and every client there has to move.
  bool may_take_over(GameId key) const;
  bool holds(GameId key) const { return !clustered() || epoch(key).has_value(); }
  // For a row that judges; nothing without a node's name.
  std::optional<store::Epoch> epoch(GameId key) const;
  // Harmless if it is not held.
  void release(GameId key);
  // From now on all claims of this node are free.
  void drain();
  bool idle() const { return !draining_; }
  // Another node that lives, any of them; nothing if there is none, or if the store does not
  // respond.
  void find_other_node(const LifetimeToken& owner,
                       std::function<void(const std::optional<std::string>&)> done);

  // Renews the claims; call it at next_wake().
  void wake(Time now);
  std::optional<Time> next_wake() const;

  // Held or being acquired.
  std::size_t held() const { return holdings_.size(); }
  // A renewal that is sent later does not wait for its turn; its number. What is held when it has
  // succeeded, and was held now, was not lost meanwhile.
  std::uint64_t renew_soon() {
    soon_ = clustered();
    return sent_renewals_ + 1;
  }
  bool has_renewed(std::uint64_t number) const { return confirmed_renewal_ >= number; }
  // No node can have taken a claim for this one's silence: `claim_timeout` has not passed since the
  // last renewal was sent.
  bool fresh() const;
  // Since the last renewal; nothing without a node's name.
  std::optional<Millis> renewal_age() const;

 private:
  struct Holding {
    std::weak_ptr<int> owner;
    ClaimListener* listener = nullptr;
    std::uint64_t asked = 0;  // the number of the last request
    bool asking = false;
    std::optional<store::Epoch> epoch{};
  };
  struct Request {
    GameId key;
    store::Takeover takeover;
    std::uint64_t number;
    bool by_listener;
    std::weak_ptr<int> owner;
    Answer done;
  };

  void send(Request request);
  void on_claim(const Request& request, const Result<store::Claim>& claim);
  Time next_renewal() const;
  void renew(Time now);
  void on_renewed(const Result<std::vector<store::LostClaim>>& lost);
  void count_crash();
  void lose(GameId key, const std::optional<std::string>& holder);

  LifetimeToken lifetime_;
  NodeContext& context_;
  bool clustered_;
  std::unordered_map<GameId, Holding> holdings_;
  std::vector<Request> waiting_;               // for the first renewal
  std::unordered_map<GameId, Time> taken_at_;  // recently, from other nodes
  std::uint64_t last_request_ = 0;
  std::optional<GameId> crashed_;  // to be counted
  bool joined_ = false;            // renewed once
  bool renewing_ = false;
  bool draining_ = false;  // being written
  bool soon_ = false;      // asked for since the last one was sent
  std::uint64_t sent_renewals_ = 0;
  std::uint64_t confirmed_renewal_ = 0;
  Time renew_at_ = 0;
  Time renewed_at_;
  Time renewal_sent_at_ = 0;  // of the last one
  Time fresh_since_ = 0;      // when the last one that succeeded was sent
};

}  // namespace coset::node
