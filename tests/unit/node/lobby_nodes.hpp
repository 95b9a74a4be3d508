// LobbyNodes: several nodes in one process, which share a store, claims and a clock, and clients
// scripted by the test. A node can be frozen, so that time passes without it.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "server/store/memory_claims.hpp"
#include "unit/node/simulated_platform.hpp"

namespace coset::node {

using Json = nlohmann::json;

// Claims in memory, which can fail.
class TestClaims final : public store::ClaimStore {
 public:
  TestClaims(store::MemoryClaimTable& table, std::string node) : claims_(table, std::move(node)) {}

  bool away = false;
  bool slow = false;  // what renewals return waits for answer()
  int acquires = 0, drains = 0;
  std::vector<store::LostClaim> losses;  // reported by the next renewal

  const std::string& node() const override { return claims_.node(); }
  void acquire(GameId key, store::Takeover takeover, Done<Result<store::Claim>> done) override {
    ++acquires;
    if (away) return done(unavailable());
    claims_.acquire(key, takeover, std::move(done));
  }
  void renew(Done<Result<std::vector<store::LostClaim>>> done) override {
    if (away) return done(unavailable());
    claims_.renew([&](const Result<std::vector<store::LostClaim>>& lost) {
      std::vector<store::LostClaim> out = *lost;
      for (const store::LostClaim& each : std::exchange(losses, {})) out.push_back(each);
      if (!slow) return done(std::move(out));
      late_ = [done, out] { done(out); };
    });
  }
  void answer() {
    slow = false;
    std::exchange(late_, {})();
  }
  void release(GameId key, Done<WriteResult> done) override {
    claims_.release(key, std::move(done));
  }
  void drain(Done<WriteResult> done) override {
    ++drains;
    claims_.drain(std::move(done));
  }
  void count_crash(GameId key, Done<Result<int>> done) override {
    claims_.count_crash(key, std::move(done));
  }
  void live_nodes(Done<Result<std::vector<std::string>>> done) override {
    if (away) return done(unavailable());
    claims_.live_nodes(std::move(done));
  }

 private:
  static Error unavailable() { return {"store.unavailable", 0, "The database is unavailable."}; }
  store::MemoryClaims claims_;
  std::function<void()> late_;
};

class LobbyNodes {
 public:
  struct Running {
    std::string name;
    FakeWorkerPool pool;
    RecordingSockets sockets;
    std::unique_ptr<TestClaims> claims;
    std::unique_ptr<Node> node;
    bool frozen = false;
  };

  explicit LobbyNodes(const std::vector<std::string>& names, Config config = {})
      : config_(std::move(config)) {
    for (const std::string& name : names) start(name);
  }

  // A new process of this name; an earlier one is killed.
  void start(const std::string& name, bool claims_away = false) {
    Running& running = nodes_[name];
    running.node.reset();
    running.name = name;
    running.frozen = false;
    running.sockets.on_send = [this](Socket to, const std::string& text) {
      received[to].push_back(Json::parse(text));
    };
    running.sockets.on_close = [this](Socket which, Close code, std::string_view reason) {
      closes[which] = code;
      close_reasons[which] = reason;
      at_.erase(which);
    };
    running.claims = std::make_unique<TestClaims>(claim_table, name);
    running.claims->away = claims_away;
    running.node = std::make_unique<Node>(
        config_, NodeDeps{running.sockets, clock, random, running.pool, crypto, events,
                          *running.claims, seeds, players, crash_marker, classes, guests});
    run();
  }
  void kill(const std::string& name) {
    nodes_[name].node.reset();
    std::erase_if(at_, [&](const auto& each) { return each.second == name; });
  }
  void freeze(const std::string& name) { nodes_[name].frozen = true; }
  void thaw(const std::string& name) {
    nodes_[name].frozen = false;
    run();
  }
  Node& node(const std::string& name) { return *nodes_.at(name).node; }
  TestClaims& claims(const std::string& name) { return *nodes_.at(name).claims; }

  Socket open(const std::string& node, const std::string& who, const std::string& target = "/ws") {
    const Socket socket = ++last_;
    at_[socket] = node;
    nodes_.at(node).node->on_open(socket, {who, "name of " + who, false, "address of " + who},
                                  target);
    run();
    return socket;
  }
  void send(Socket from, const Json& message) {
    if (at_.contains(from)) nodes_.at(at_.at(from)).node->on_message(from, message.dump());
    run();
  }
  void close(Socket socket) {
    const std::string node = at_.at(socket);
    at_.erase(socket);
    nodes_.at(node).node->on_close(socket);
    run();
  }
  void run() {
    for (int i = 0; i < 10'000; ++i)
      if (!step()) return;
    ADD_FAILURE() << "the nodes do not become idle";
  }
  void wait(Millis span) {
    const Time until = clock.now + span;
    for (;;) {
      run();
      Time next = until;
      for (const auto& [name, each] : nodes_)
        if (each.node && !each.frozen) next = std::min(next, each.node->next_tick());
      if (clock.now >= until) return;
      clock.now = std::max(clock.now + 1, next);
    }
  }
  Response call(const std::string& node, const std::string& method, const std::string& target,
                const std::optional<GuestIdentity>& guest = {}) {
    Response out;
    nodes_.at(node).node->call({method, target, "", guest}, [&](const Response& is) { out = is; });
    run();
    return out;
  }

  Json last(Socket socket, const std::string& type) const {
    const auto found = received.find(socket);
    if (found == received.end()) return {};
    for (auto each = found->second.rbegin(); each != found->second.rend(); ++each)
      if ((*each)["type"] == type) return *each;
    return {};
  }
  int count(Socket socket, const std::string& type) const {
    const auto found = received.find(socket);
    if (found == received.end()) return 0;
    return static_cast<int>(std::count_if(found->second.begin(), found->second.end(),
                                          [&](const Json& each) { return each["type"] == type; }));
  }
  // The node to which the socket was redirected, after which it was closed; else nothing.
  std::string redirected(Socket socket) const {
    const Json message = last(socket, "redirect");
    const auto closed = closes.find(socket);
    if (message.is_null() || closed == closes.end() || closed->second != Close::going_away)
      return "";
    return message["node"];
  }

  FakeClock clock;
  SeededRandom random{11};
  CryptoFunctions crypto = test_crypto();
  store::MemoryClaimTable claim_table{[this] { return clock.now; }};
  store::MemoryStore events{&claim_table};
  FakeSeedStore seeds;
  FakePlayerStore players{events};
  NullCrashMarker crash_marker;
  FakeClassStore classes;
  store::MemoryGuests guests{events, classes.stored};
  std::map<Socket, std::vector<Json>> received;
  std::map<Socket, Close> closes;
  std::map<Socket, std::string> close_reasons;

 private:
  bool step() {
    bool stepped = false;
    for (auto& [name, each] : nodes_) {
      if (!each.node || each.frozen) continue;
      if (!each.pool.one() && each.node->next_tick() > clock.now) continue;
      each.node->tick();
      stepped = true;
    }
    return stepped;
  }

  Config config_;
  std::map<std::string, Running> nodes_;
  std::map<Socket, std::string> at_;
  Socket last_ = 0;
};

}  // namespace coset::node
