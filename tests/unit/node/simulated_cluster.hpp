// The machines of a simulated cluster: processes with clocks that run apart, which are killed and
// frozen, and a router that hashes, sticks, forgets, flaps and misroutes.
#pragma once

#include "unit/node/linked_stores.hpp"

namespace coset::node {

// The wall clock when the process started, advanced by a steady clock that runs fast or slow.
struct SkewedClock final : Clock {
  explicit SkewedClock(const Time& truth) : now(truth) {}
  const Time& now;
  Time started_at = 0;
  Time offset = 0;
  Time ppm = 0;
  Time wall_now() override { return now + offset + (now - started_at) * ppm / 1'000'000; }
  // When it shows that.
  Time true_time(Time shown) const {
    const Time since = shown - offset - started_at;
    return started_at + since * 1'000'000 / (1'000'000 + ppm) + 1;
  }
};

// A machine with its present process, if there is one.
class SimulatedNode {
 public:
  SimulatedNode(Rng& rng, const Time& now, SimulatedDatabase& database, std::string named,
                const LinkFaults& faults)
      : name(std::move(named)),
        link(rng, now, faults),
        claims_link(rng, now, faults),
        rng_(rng),
        now_(now),
        database_(database),
        clock_(now),
        random_(rng.next()),
        events_(database, link, name),
        seeds_(database, link),
        players_(database, link, name),
        classes_(database, link),
        guests_(database, link) {
    claims_link.exclusive = true;  // the lock of the node's name
  }
  SimulatedNode(const SimulatedNode&) = delete;
  SimulatedNode& operator=(const SimulatedNode&) = delete;
  ~SimulatedNode() = default;

  const std::string name;  // empty: the only node
  SimulatedLink link;
  SimulatedLink claims_link;
  RecordingSockets sockets;
  std::optional<Time> frozen_since;
  std::optional<Time> ends_at;  // drains until then
  Time starts_at = 0;           // while it is down

  bool running() const { return node_ != nullptr; }
  bool serves() const { return running() && !frozen_since; }
  // As the program answers the router.
  bool ready() const {
    return serves() && !ends_at && now_ >= cut_since_ + 3'000 * is_cut() &&
           node_->counters().renewal_age.value_or(0) < store::claim_timeout.count();
  }

  void start(const Config& config) {
    clock_.started_at = now_;
    clock_.offset = static_cast<Time>(rng_.below(2'001)) - 1'000;
    clock_.ppm = static_cast<Time>(rng_.below(1'001)) - 500;
    if (name.empty()) {
      claims_ = std::make_unique<store::LocalClaims>();
    } else {
      claims_ = std::make_unique<LinkedClaims>(database_, claims_link, name);
    }
    const NodeDeps deps{sockets,  clock_, random_,  pool_,         crypto_,  events_,
                        *claims_, seeds_, players_, crash_marker_, classes_, guests_};
    node_ = std::make_unique<Node>(config, deps);
  }
  void kill() {
    node_.reset();
    inbox_.clear();
    pool_.waiting.clear();
    link.drop_callers();
    claims_link.drop_callers();
    claims_.reset();
    frozen_since.reset();
    ends_at.reset();
  }
  void freeze() {
    frozen_since = now_;
    link.frozen = claims_link.frozen = true;
  }
  // As the program does: a stall is charged to no clock.
  void thaw() {
    if (!frozen_since) return;
    const Time late = now_ - *std::exchange(frozen_since, std::nullopt);
    link.frozen = claims_link.frozen = false;
    node_->exclude_stall(clock_.wall_now() - late, clock_.wall_now());
  }
  void drain(Millis span) {
    ends_at = now_ + span + 1'000;
    node_->drain(clock_.wall_now() + span);
  }
  void cut_until(Time until) {
    if (!is_cut()) cut_since_ = now_;
    link.away_until = std::max(link.away_until, until);
    if (rng_.below(4) != 0) claims_link.away_until = link.away_until;
  }
  bool is_cut() const { return now_ < link.away_until; }

  // What a socket brings, in order.
  void deliver(std::function<void(Node&)> what) { inbox_.push_back(std::move(what)); }

  // When run() has something to do.
  Time next() const {
    Time out = now_ + 60'000;
    for (const SimulatedLink* each : {&link, &claims_link})
      out = std::min(out, each->next().value_or(out));
    if (!serves()) return out;
    if (!inbox_.empty() || !pool_.waiting.empty()) return now_;
    return std::min(out, clock_.true_time(node_->next_tick()));
  }
  void run() {
    link.run();
    claims_link.run();
    if (!serves()) return;
    for (std::size_t n = inbox_.size(); n > 0 && !inbox_.empty(); --n) {
      const auto next = std::move(inbox_.front());
      inbox_.pop_front();
      next(*node_);
    }
    pool_.one();
    if (node_->next_tick() <= clock_.wall_now()) node_->tick();
  }

 private:
  Rng& rng_;
  const Time& now_;
  SimulatedDatabase& database_;
  Time cut_since_ = 0;
  SkewedClock clock_;
  SeededRandom random_;
  FakeWorkerPool pool_;
  CryptoFunctions crypto_ = test_crypto();
  LinkedEvents events_;
  LinkedSeeds seeds_;
  LinkedPlayers players_;
  NullCrashMarker crash_marker_;
  LinkedClasses classes_;
  LinkedGuests guests_;
  std::unique_ptr<store::ClaimStore> claims_;
  std::deque<std::function<void(Node&)>> inbox_;
  std::unique_ptr<Node> node_;  // gone first
};

// As packaging/haproxy/haproxy.cfg: `?node=`, then the stick table, then a consistent hash; the
// lobby goes to the first node. It learns of a dead node by checks.
class SimulatedRouter {
 public:
  SimulatedRouter(Rng& rng, std::size_t nodes) : rng_(rng), health_(nodes) {}

  std::uint32_t misroutes = 0;  // one connection in N goes to any node; 0: none

  bool up(std::size_t node) const { return health_[node].up; }
  // One check of a node. True if it is marked down now: its sessions are cut.
  bool check(std::size_t node, bool good) {
    Health& health = health_[node];
    health.streak = good == health.last ? health.streak + 1 : 1;
    health.last = good;
    if (health.streak < 2 || health.up == good) return false;
    health.up = good;
    return !good;
  }
  // The connection to this node was refused, or a check fails by mistake.
  void mark_down(std::size_t node) { health_[node] = {false, false, 1}; }
  void stick(const std::string& path, std::size_t node) { stuck_[path] = node; }
  // A restarted router, or entries that have expired.
  void forget() {
    std::erase_if(stuck_, [&](const auto&) { return rng_.below(2) == 0; });
  }
  // Nothing if no node is up.
  std::optional<std::size_t> route(const std::string& path, std::optional<std::size_t> wanted) {
    std::vector<std::size_t> open;
    for (std::size_t n = 0; n < health_.size(); ++n)
      if (health_[n].up) open.push_back(n);
    if (open.empty()) return std::nullopt;
    if (wanted && health_[*wanted].up) return stuck_[path] = *wanted;
    if (misroutes != 0 && rng_.below(misroutes) == 0)
      return open[rng_.below(static_cast<std::uint32_t>(open.size()))];
    if (path == "/ws") return open.front();
    if (const auto found = stuck_.find(path); found != stuck_.end() && health_[found->second].up)
      return found->second;
    const auto weight = [&](std::size_t n) { return mix(fnv1a(path, n)); };
    return stuck_[path] = *std::max_element(open.begin(), open.end(),
                                            [&](auto a, auto b) { return weight(a) < weight(b); });
  }

 private:
  struct Health {
    bool up = true;
    bool last = true;
    int streak = 0;
  };
  Rng& rng_;
  std::vector<Health> health_;
  std::map<std::string, std::size_t> stuck_;
};

}  // namespace coset::node
