// A class on a simulated cluster, from one seed: one node or three, killed, frozen, drained and cut
// off from a database that is late and loses results, behind a router that misroutes. Pupils send
// every request again until it is answered. Nothing is told before it is in the log, every request
// is in the log once, and nobody loses the place.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "classroom/classroom.hpp"
#include "unit/node/simulated_cluster.hpp"

namespace coset::node {
namespace {

using Json = nlohmann::json;

struct Client {
  std::string token;
  bool teaches = false;
  Socket socket = 0;
  std::size_t node = 0;
  std::string to_node;  // a redirect says so
  bool welcome = false;
  int you = 0;
  Time come_at = 0, heard_at = 0, ask_at = 0, resend_at = 0;
  int left = 12;  // requests to be made
  std::optional<Json> pending;
};

class ClassSimulator {
 public:
  explicit ClassSimulator(std::uint64_t seed)
      : rng_(seed), count_(rng_.below(3) == 0 ? 1 : 3), router_(rng_, count_) {
    database_.on_row = [](const std::string&, const store::Event&, bool) {};
    database_.on_create = [](const store::NewGame&) {};
    database_.on_pending_deleted = [](const std::string&, GameId) {};
    database_.on_pending_saved = [](GameId) {};
    database_.on_acknowledged = [](const std::string&, const store::PendingAction&) {};
    database_.violated = [this](const std::string& what) { fail(what); };
    database_.note = [](std::string_view, std::string_view, GameId) {};
    LinkFaults faults;
    if (rng_.below(4) != 0) faults.late = 1 + rng_.below(6);
    if (rng_.below(2) == 0) faults.lost = 6 + rng_.below(40);
    faults.immediate = rng_.below(2) == 0;
    router_.misroutes = rng_.below(3) == 0 ? 0 : 2 + rng_.below(12);
    for (std::size_t n = 0; n < count_; ++n) {
      const std::string name = count_ == 1 ? "" : "n" + std::to_string(n + 1);
      nodes_.push_back(std::make_unique<SimulatedNode>(rng_, now_, database_, name, faults));
      nodes_[n]->sockets.on_send = [this](Socket to, const std::string& text) { sent(to, text); };
      nodes_[n]->sockets.on_close = [this](Socket which, Close, std::string_view) { lost(which); };
      nodes_[n]->start({});
    }
    const auto row = classroom::opening_row(test_digest, code_, classroom::Language::en, token(0),
                                            token(99), now_);
    database_.classes.create(store::ClassId{5}, {1, row.id, row.at, row.body, code_},
                             [](WriteResult) {});
    for (int i = 0; i < 4; ++i) {
      Client& client = clients_.emplace_back();
      client.token = protocol::hex(token(i).bytes);
      client.teaches = i == 0;
      client.come_at = now_ + rng_.below(3000);
    }
    next_fault_ = now_ + 3000;
  }

  // What went wrong; empty if nothing did.
  std::string run() {
    for (int i = 0; i < 30'000 && wrong_.empty() && !all_done(); ++i) step();
    calm_ = true;
    router_.misroutes = 0;
    for (const auto& node : nodes_) {
      node->thaw();
      for (SimulatedLink* each : {&node->link, &node->claims_link}) {
        each->faulty = false;
        each->away_until = now_;
      }
    }
    for (int i = 0; i < 60'000 && wrong_.empty() && !all_done(); ++i) step();
    if (wrong_.empty() && !all_done()) fail("a request is never answered");
    if (wrong_.empty()) check_log();
    return wrong_;
  }
  int rows() const { return rows_; }
  int kills() const { return kills_; }

 private:
  static protocol::Token token(int i) {
    protocol::Token out;
    out.bytes[0] = static_cast<std::uint8_t>(i + 1);
    return out;
  }
  void fail(const std::string& what) {
    if (wrong_.empty()) wrong_ = what;
  }
  bool all_done() const {
    return std::all_of(clients_.begin(), clients_.end(),
                       [](const Client& each) { return each.left == 0 && !each.pending; });
  }
  std::vector<store::ClassEvent> log() {
    std::vector<store::ClassEvent> out;
    database_.classes.read(store::ClassId{5}, {}, [&](const auto& read) { out = read->events; });
    return out;
  }
  int times(const std::string& id) {
    int out = 0;
    for (const store::ClassEvent& each : log()) out += protocol::hex(each.id) == id ? 1 : 0;
    return out;
  }
  void check_log() {
    rows_ = static_cast<int>(log().size());
    for (const std::string& id : asked_)
      if (times(id) != 1)
        return fail("a request is in the log " + std::to_string(times(id)) + " times");
    std::size_t joined = 0;
    for (const store::ClassEvent& each : log())
      joined += each.body.find(R"("joined")") != std::string::npos ? 1U : 0U;
    if (joined != clients_.size() - 1) fail("a pupil joined twice");
  }

  void step() {
    Time next = next_fault_;
    for (const auto& node : nodes_) {
      next = std::min(next, node->next());
      if (!node->running()) next = std::min(next, node->starts_at);
      if (node->ends_at) next = std::min(next, *node->ends_at);
    }
    for (const Client& each : clients_)
      next =
          std::min(next, each.socket == 0 ? each.come_at : std::min(each.ask_at, each.resend_at));
    now_ = std::max(now_ + 1, next);
    if (now_ >= next_fault_) cause_fault();
    for (std::size_t n = 0; n < count_; ++n) {
      SimulatedNode& node = *nodes_[n];
      if (!node.running() && now_ >= node.starts_at) node.start({});
      if (node.frozen_since && now_ > *node.frozen_since + 5000) node.thaw();
      if (node.ends_at && now_ >= *node.ends_at) kill(n);
      if (now_ >= check_at_) router_.check(n, node.ready());
      node.run();
    }
    if (now_ >= check_at_) check_at_ = now_ + 1000;
    for (Client& each : clients_) act(each);
  }
  void cause_fault() {
    next_fault_ = now_ + 500 + rng_.below(12'000);
    if (calm_) return;
    const std::size_t n = rng_.below(static_cast<std::uint32_t>(count_));
    SimulatedNode& node = *nodes_[n];
    switch (rng_.below(6)) {
      case 0:
        if (node.running()) kill(n);
        break;
      case 1:
        if (node.serves() && !node.ends_at) node.freeze();
        break;
      case 2:
        if (node.serves() && !node.ends_at) node.drain(1000);
        break;
      case 3:
        node.cut_until(now_ + rng_.below(6000));
        break;
      case 4:
        node.claims_link.away_until = now_ + rng_.below(15'000);
        break;
      default:
        router_.forget();
    }
  }
  void kill(std::size_t n) {
    ++kills_;
    nodes_[n]->kill();
    nodes_[n]->starts_at = now_ + rng_.below(4000);
    for (Client& each : clients_)
      if (each.socket != 0 && each.node == n) lost(each.socket);
  }

  void act(Client& client) {
    if (client.socket == 0) {
      if (now_ >= client.come_at) come(client);
      return;
    }
    if (now_ > client.heard_at + 20'000) return leave(client);  // silence: another node may answer
    if (!client.welcome) {
      client.ask_at = client.resend_at = now_ + 1000;
      return;
    }
    if (client.pending && now_ >= client.resend_at) {
      client.resend_at = now_ + 2000 + rng_.below(2000);
      deliver(client, *client.pending);
    }
    if (now_ < client.ask_at) return;
    client.ask_at = now_ + 300 + rng_.below(5000);
    if (rng_.below(12) == 0) return leave(client);
    if (client.pending || client.left == 0) return deliver(client, {{"type", "heartbeat"}});
    --client.left;
    const std::string id = protocol::hex(static_cast<protocol::MoveId>(++ids_));
    client.pending = client.teaches ? Json{{"type", "pause"}, {"on", rng_.below(2) == 0}}
                                    : Json{{"type", "raise"}, {"up", rng_.below(2) == 0}};
    (*client.pending)["id"] = id;
    asked_.push_back(id);
    client.resend_at = now_ + 2000;
    deliver(client, *client.pending);
  }
  void come(Client& client) {
    const std::string path = "/ws/c/" + code_;
    std::optional<std::size_t> wanted;
    for (std::size_t n = 0; n < count_; ++n)
      if (!client.to_node.empty() && nodes_[n]->name == client.to_node) wanted = n;
    const auto node = router_.route(path, wanted);
    client.come_at = now_ + 500 + rng_.below(1500);
    if (!node) return;
    if (!nodes_[*node]->running()) return router_.mark_down(*node);
    client.socket = ++last_;
    client.node = *node;
    client.welcome = false;
    client.heard_at = now_;
    client.ask_at = client.resend_at = now_ + 100;
    const std::string target = path + (wanted ? "?node=" + client.to_node : "");
    client.to_node.clear();
    const GuestIdentity guest{client.token, client.token, false, client.token};
    nodes_[*node]->deliver(
        [socket = client.socket, guest, target](Node& at) { at.on_open(socket, guest, target); });
    deliver(client, {{"type", "hello"},
                     {"proto", 1},
                     {"class", code_},
                     {"token", client.token},
                     {"role", client.teaches ? "teacher" : "pupil"}});
  }
  void deliver(const Client& client, const Json& message) {
    nodes_[client.node]->deliver(
        [socket = client.socket, text = message.dump()](Node& at) { at.on_message(socket, text); });
  }
  void leave(Client& client) {
    if (nodes_[client.node]->running())
      nodes_[client.node]->deliver([socket = client.socket](Node& at) { at.on_close(socket); });
    lost(client.socket);
  }
  Client* find(Socket socket) {
    for (Client& each : clients_)
      if (each.socket == socket) return &each;
    return nullptr;
  }
  void lost(Socket socket) {
    if (Client* client = find(socket)) {
      client->socket = 0;
      client->come_at = now_ + 100 + rng_.below(2000);
    }
  }
  void sent(Socket to, const std::string& text) {
    Client* client = find(to);
    if (client == nullptr) return;
    client->heard_at = now_;
    const Json message = Json::parse(text);
    const std::string type = message["type"];
    if (message.contains("number") && message["number"].get<std::size_t>() > log().size())
      fail("something is told before it is in the log");
    if (type == "redirect") client->to_node = message["node"];
    if (type == "welcome") on_welcome(*client, message);
    if (type != "done" || !client->pending || message["id"] != (*client->pending)["id"]) return;
    if (times(message["id"]) != 1) fail("a request is answered and not in the log once");
    client->pending.reset();
  }
  void on_welcome(Client& client, const Json& message) {
    client.welcome = true;
    if (client.teaches) return;
    if (message.contains("you")) {
      const int you = message["you"];
      if (client.you != 0 && client.you != you) fail("a pupil has another number");
      client.you = you;
    } else if (client.you != 0) {
      fail("a pupil lost the place");
    } else if (!client.pending) {
      const std::string id = protocol::hex(static_cast<protocol::MoveId>(++ids_));
      asked_.push_back(id);
      client.pending = Json{{"type", "join"}, {"id", id}, {"alias", message["offers"][0]}};
      client.resend_at = now_;
    } else {
      // The alias of before may be another pupil's by now.
      (*client.pending)["alias"] = message["offers"][0];
      client.resend_at = now_;
    }
  }

  Rng rng_;
  Time now_ = 1'700'000'000'000;
  std::size_t count_;
  SimulatedRouter router_;
  SimulatedDatabase database_{now_};
  std::string code_ = "K7P2QX";
  std::vector<Client> clients_;
  std::vector<std::string> asked_;
  std::uint64_t ids_ = 0;
  Socket last_ = 0;
  bool calm_ = false;
  Time next_fault_ = 0, check_at_ = 0;
  int kills_ = 0, rows_ = 0;
  std::string wrong_;
  std::vector<std::unique_ptr<SimulatedNode>> nodes_;  // gone first
};

TEST(ClassSimulator, CountsEveryRequestOnce) {
  int rows = 0, kills = 0;
  const int games = table::scaled(300);
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(games); ++seed) {
    ClassSimulator simulator(seed);
    ASSERT_EQ(simulator.run(), "") << "seed " << seed;
    rows += simulator.rows();
    kills += simulator.kills();
  }
  std::printf("%d classes, %d rows, %d kills\n", games, rows, kills);
}

}  // namespace
}  // namespace coset::node
