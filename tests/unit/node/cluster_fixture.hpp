// ClusterFixture: two nodes, "a" and "b", over one store and one clock, with claims in memory. What
// a node asks of the store can be held back, and clients are scripted by the test.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/play/catalogue.hpp"
#include "server/node/log_rows.hpp"
#include "server/store/memory_claims.hpp"
#include "table/json.hpp"
#include "unit/node/simulated_platform.hpp"

namespace coset::node {

using Json = nlohmann::json;

// The claims of one node, which may answer late, or not.
class ScriptedClaims final : public store::ClaimStore {
 public:
  ScriptedClaims(store::MemoryClaimTable& table, std::string node)
      : table_(table), node_(std::move(node)) {}

  bool held_back = false;  // requests wait for answer()
  bool away = false;       // requests fail
  bool renewals_fail = false;
  bool acquires_fail = false;
  std::vector<std::string> calls;

  const std::string& node() const override { return node_; }
  void acquire(GameId key, store::Takeover takeover, Done<Result<store::Claim>> done) override {
    ask(takeover == store::Takeover::always ? "take" : "acquire",
        [this, key, takeover, done = std::move(done)] {
          if (away || acquires_fail) return done(unavailable());
          claims_->acquire(key, takeover, done);
        });
  }
  void renew(Done<Result<std::vector<store::LostClaim>>> done) override {
    ask("renew", [this, done = std::move(done)] {
      if (away || renewals_fail) return done(unavailable());
      claims_->renew(done);
    });
  }
  void release(GameId key, Done<WriteResult> done) override {
    ask("release", [this, key, done = std::move(done)] { claims_->release(key, done); });
  }
  void drain(Done<WriteResult> done) override {
    ask("drain", [this, done = std::move(done)] { claims_->drain(done); });
  }
  void count_crash(GameId key, Done<Result<int>> done) override {
    ask("count", [this, key, done = std::move(done)] { claims_->count_crash(key, done); });
  }
  void live_nodes(Done<Result<std::vector<std::string>>> done) override {
    claims_->live_nodes(std::move(done));
  }
  // As a new process of this name.
  void restart() { claims_.emplace(table_, node_); }
  void answer() {
    held_back = false;
    while (!waiting_.empty()) {
      const auto next = std::move(waiting_.front());
      waiting_.pop_front();
      next();
    }
  }
  int count(const std::string& call) const {
    return static_cast<int>(std::count(calls.begin(), calls.end(), call));
  }

 private:
  static Error unavailable() { return {"store.unavailable", 0, "The database is unavailable."}; }
  void ask(std::string what, std::function<void()> work) {
    calls.push_back(std::move(what));
    if (!held_back) return work();
    waiting_.push_back(std::move(work));
  }

  store::MemoryClaimTable& table_;
  std::string node_;
  std::optional<store::MemoryClaims> claims_;
  std::deque<std::function<void()>> waiting_;
};

// The event log as one node reaches it.
class ScriptedEvents final : public store::EventStore {
 public:
  explicit ScriptedEvents(store::MemoryStore& stored) : stored_(stored) {}

  bool held_back = false;  // rows wait for answer()
  bool archives = true;    // or the node dies before that
  int reads = 0;
  std::vector<store::Event> sent;
  std::vector<std::string>* calls = nullptr;

  void create(store::NewGame game, Done<WriteResult> done) override {
    stored_.create(std::move(game), std::move(done));
  }
  void append(std::vector<store::Event> batch, Done<std::vector<WriteResult>> done) override {
    sent.insert(sent.end(), batch.begin(), batch.end());
    if (!held_back) return stored_.append(std::move(batch), std::move(done));
    waiting_.emplace_back(
        [this, batch = std::move(batch), done = std::move(done)] { stored_.append(batch, done); });
  }
  void read(GameId game, store::Ply from, Done<Result<std::optional<store::Log>>> done) override {
    if (from != ~store::Ply{0}) {
      ++reads;
      if (calls != nullptr) calls->push_back("read");
    }
    stored_.read(game, from, std::move(done));
  }
  void archive(GameId game, Done<WriteResult> done) override {
    if (archives) stored_.archive(game, std::move(done));
  }
  void games(std::optional<GameId> after, int most,
             Done<Result<std::vector<GameId>>> done) override {
    stored_.games(after, most, std::move(done));
  }
  void unfinished(Time before, std::optional<GameId> after, int most,
                  Done<Result<std::vector<GameId>>> done) override {
    stored_.unfinished(before, after, most, std::move(done));
  }
  void due(Time by, int most, Done<Result<std::vector<store::Due>>> done) override {
    stored_.due(by, most, std::move(done));
  }
  void tasks(int most, Done<Result<std::vector<store::Task>>> done) override {
    stored_.tasks(most, std::move(done));
  }
  void complete_task(std::int64_t number, Done<WriteResult> done) override {
    stored_.complete_task(number, std::move(done));
  }
  void probe(Done<WriteResult> done) override { stored_.probe(std::move(done)); }
  void answer() {
    held_back = false;
    for (const auto& each : std::exchange(waiting_, {})) each();
  }

 private:
  store::MemoryStore& stored_;
  std::vector<std::function<void()>> waiting_;
};

class ClusterFixture {
 public:
  struct Machine {
    Machine(ClusterFixture& cluster, const std::string& name, std::uint64_t seed)
        : claims(cluster.claim_table, name), events(cluster.stored), random(seed) {
      events.calls = &claims.calls;
      sockets.on_send = [&cluster](Socket to, const std::string& text) {
        cluster.received[to].push_back(Json::parse(text));
      };
      sockets.on_close = [&cluster](Socket which, Close code, std::string_view reason) {
        cluster.closes[which] = code;
        cluster.close_reasons[which] = reason;
      };
    }
    ScriptedClaims claims;
    ScriptedEvents events;
    SeededRandom random;
    FakeWorkerPool pool;
    RecordingSockets sockets;
    bool frozen = false;
    std::unique_ptr<Node> node;
  };

  explicit ClusterFixture(const Config& config = {}, const std::string& first = "a")
      : a(*this, first, 3), b(*this, "b", 5) {
    for (Machine* each : {&a, &b}) start(*each, config);
    run();
  }
  void start(Machine& machine, const Config& config = {}) {
    machine.node.reset();
    machine.claims.restart();
    machine.node = std::make_unique<Node>(
        config,
        NodeDeps{machine.sockets, clock, machine.random, machine.pool, crypto, machine.events,
                 machine.claims, seeds, players, crash_marker, classes, guests});
  }

  // Until nothing is due.
  void run() {
    for (int i = 0; i < 1000; ++i) {
      bool busy = false;
      for (Machine* each : {&a, &b}) {
        if (each->frozen || !each->node) continue;
        if (!each->pool.one() && each->node->next_tick() > clock.now) continue;
        each->node->tick();
        busy = true;
      }
      if (!busy) return;
    }
    ADD_FAILURE() << "the nodes do not become idle";
  }
  void wait(Millis span) {
    const Time until = clock.now + span;
    for (;;) {
      run();
      Time next = until;
      for (Machine* each : {&a, &b})
        if (!each->frozen && each->node) next = std::min(next, each->node->next_tick());
      if (next >= until) break;
      clock.now = std::max(clock.now, next);
    }
    clock.now = until;
    run();
  }

  // A game that has not begun, of two people.
  std::string create_game(const protocol::ClockRule& clock_rule = {},
                          const std::string& name = "") {
    const std::string table = name.empty() ? "table-" + std::to_string(++tables_) : name;
    table::Setup setup{.table = table,
                       .spec = *find_spec("al-jabar Z2^2 seats=2 deal=3 copies=4"),
                       .seats = {},
                       .clock = clock_rule};
    for (int i = 0; i < 2; ++i)
      setup.seats.push_back(
          {"p" + std::to_string(i), protocol::Player::human, "", digest_of(test_digest, token(i))});
    setup.game = game_of(test_digest, table);
    const Bytes32 seed = spread(table, 9);
    setup.commitment = fair_deal::commitment(crypto.deal, *setup.game, seed);
    setup.entropy = {Bytes16{1}, Bytes16{2}};
    seeds.stored[*setup.game] = seed;
    stored.create(new_game(setup, test_digest, clock.now), [](WriteResult) {});
    return table;
  }
  static protocol::Token token(int n) {
    protocol::Token out;
    out.bytes[15] = static_cast<std::uint8_t>(16 + n);
    return out;
  }
  static GuestIdentity guest(const std::string& who) {
    return {who, "name of " + who, false, "address of " + who};
  }
  Socket open(Machine& at, const std::string& who, const std::string& target) {
    const Socket socket = ++last_;
    at.node->on_open(socket, guest(who), target);
    return socket;
  }
  void send(Machine& at, Socket from, const Json& message) {
    at.node->on_message(from, message.dump());
    run();
  }
  // A person, or a spectator.
  Socket sit(Machine& at, const std::string& table, std::optional<int> person,
             const std::string& query = "") {
    const std::string who = person ? "p" + std::to_string(*person) : "w" + std::to_string(last_);
    const Socket socket = open(at, who, "/ws/t/" + table + query);
    Json hello = {{"type", "hello"}, {"proto", 1}, {"table", table}};
    if (person) hello["token"] = protocol::hex(token(*person).bytes);
    send(at, socket, hello);
    return socket;
  }
  void move(Machine& at, Socket from, const std::string& text) {
    send(at, from,
         {{"type", "move"}, {"id", next_id()}, {"base_ply", head_of(from)}, {"move", text}});
  }
  void resign(Machine& at, Socket from) { send(at, from, {{"type", "resign"}, {"id", next_id()}}); }
  std::string next_id() { return protocol::hex(static_cast<protocol::MoveId>(++ids_)); }
  std::uint32_t head_of(Socket socket) const {
    std::uint32_t out = 0;
    for (const Json& each : received.at(socket))
      if (each["type"] == "event" || each["type"] == "snapshot")
        out = std::max(out, each["ply"].get<std::uint32_t>());
    return out;
  }
  Json last(Socket socket, const std::string& type) const {
    const auto found = received.find(socket);
    if (found == received.end()) return {};
    for (auto each = found->second.rbegin(); each != found->second.rend(); ++each)
      if ((*each)["type"] == type) return *each;
    return {};
  }
  // The node to which the socket was sent; empty: none.
  std::string redirected(Socket socket) const {
    const Json message = last(socket, "redirect");
    if (message.is_null()) return "";
    EXPECT_EQ(closes.at(socket), Close::going_away);
    EXPECT_EQ(close_reasons.at(socket), "");
    return message["node"];
  }
  std::vector<store::Event> log(const std::string& table) {
    std::vector<store::Event> out;
    stored.read(game_of(test_digest, table), 1,
                [&](auto read) { out = (*std::move(read))->events; });
    return out;
  }
  bool archived(const std::string& table) {
    bool out = false;
    stored.read(game_of(test_digest, table), 1, [&](const auto& read) { out = (*read)->finished; });
    return out;
  }
  int rows(const std::string& table, const std::string& kind) {
    int out = 0;
    for (const store::Event& each : log(table)) out += each.body.starts_with(kind + " ") ? 1 : 0;
    return out;
  }
  std::uint64_t loaded(const Machine& at) const { return at.node->counters().tables_loaded; }
  // Who holds it; empty: nobody.
  std::string holder(const std::string& table) {
    store::MemoryClaims asking(claim_table, "observer");
    std::string out;
    asking.acquire(game_of(test_digest, table), store::Takeover::if_free,
                   [&](const auto& claim) { out = claim->holder; });
    if (out != "observer") return out;
    asking.release(game_of(test_digest, table), [](WriteResult) {});
    return "";
  }

  FakeClock clock;
  store::MemoryClaimTable claim_table{[this] { return clock.now; }};
  store::MemoryStore stored{&claim_table};
  FakeSeedStore seeds;
  FakePlayerStore players{stored};
  NullCrashMarker crash_marker;
  FakeClassStore classes;
  store::MemoryGuests guests{stored, classes.stored};
  CryptoFunctions crypto = test_crypto();
  std::map<Socket, std::vector<Json>> received;
  std::map<Socket, Close> closes;
  std::map<Socket, std::string> close_reasons;
  Machine a, b;

 private:
  Socket last_ = 0;
  std::uint64_t ids_ = 0;
  int tables_ = 0;
};

}  // namespace coset::node
