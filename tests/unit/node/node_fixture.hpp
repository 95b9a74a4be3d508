// NodeFixture: a node on a simulated platform, and clients scripted by the test.
#pragma once

#include <nlohmann/json.hpp>

#include "unit/node/simulated_platform.hpp"

namespace coset::node {

using Json = nlohmann::json;

inline const Json for_two = {{"spec", "al-jabar Z2^2 seats=2 deal=3 copies=4"}};  // a short game

class NodeFixture : public SimulatedPlatform {
 public:
  explicit NodeFixture(Config config = {}, const StoreFaults& faults = {})
      : SimulatedPlatform(7, 11, [&](Rng&) { return faults; }), config_(std::move(config)) {
    sockets.on_send = [this](Socket to, const std::string& text) {
      received[to].push_back(Json::parse(text));
      bytes[to] += text + "\n";
    };
    sockets.on_close = [this](Socket which, Close code, std::string_view reason) {
      closes[which] = code;
      close_reasons[which] = reason;
    };
    start();
  }
  void start() {
    node.reset();
    pool.waiting.clear();
    node = std::make_unique<Node>(config_, deps());
  }
  void kill() {
    node.reset();
    events.drop_callers();
    start();
  }

  // Each guest has an address of their own, unless one is given.
  static GuestIdentity guest(const std::string& who, const std::string& address = "") {
    return {who, "name of " + who, false, address.empty() ? "address of " + who : address};
  }
  Socket open(const std::string& who, const std::string& target, const std::string& address = "") {
    const Socket socket = ++last_;
    node->on_open(socket, guest(who, address), target);
    return socket;
  }
  void send(Socket from, const Json& message) {
    node->on_message(from, message.dump());
    run();
  }
  void run() {
    for (int i = 0; i < 1000; ++i) {
      if (events.one() || pool.one()) {
        node->tick();
      } else if (node->next_tick() <= clock.now) {
        node->tick();
      } else {
        return;
      }
    }
    ADD_FAILURE() << "the node does not become idle";
  }
  void wait(Millis span) {
    const Time until = clock.now + span;
    while (node->next_tick() <= until) {
      clock.now = std::max(clock.now, node->next_tick());
      node->tick();
      run();
    }
    clock.now = until;
    node->tick();
    run();
  }

  // The last message of a type that a socket received; null if there is none.
  Json last(Socket socket, const std::string& type) const {
    const auto found = received.find(socket);
    if (found == received.end()) return {};
    for (auto each = found->second.rbegin(); each != found->second.rend(); ++each)
      if ((*each)["type"] == type) return *each;
    return {};
  }
  int count(Socket socket, const std::string& type) const {
    int out = 0;
    const auto found = received.find(socket);
    if (found == received.end()) return 0;
    for (const Json& each : found->second) out += each["type"] == type ? 1 : 0;
    return out;
  }
  // Of a lobby: for a table for two.
  static Json create_message(int number, bool listed = false) {
    Json create = for_two;
    create.update({{"type", "create"}, {"token", token(number)}});
    if (listed) create["listed"] = true;
    return create;
  }
  static std::string token(int n) { return std::string(30, '0') + std::to_string(10 + n); }

  // Creates a table, which guests p0, p1, ... join and start; the name of the table.
  std::string create_game(const Json& options, int people) {
    std::vector<Socket> lobby;
    for (int i = 0; i < people; ++i) lobby.push_back(open("p" + std::to_string(i), "/ws"));
    Json create = options;
    create["type"] = "create";
    create["token"] = token(0);
    send(lobby[0], create);
    const Json told = last(lobby[0], "pending_table");
    if (told.is_null()) return "";
    const std::string table = told["table"];
    for (int i = 1; i < people; ++i)
      send(lobby[static_cast<std::size_t>(i)], {{"type", "join"},
                                                {"table", table},
                                                {"token", token(i)},
                                                {"invitation", told["invitation"]}});
    for (int i = 0; i < people; ++i)
      send(lobby[static_cast<std::size_t>(i)],
           {{"type", "ready"},
            {"table", table},
            {"entropy", std::string(32, static_cast<char>('1' + i))}});
    EXPECT_EQ(count(lobby[0], "started"), 1);
    return table;
  }
  Socket sit(const std::string& table, std::optional<int> person) {
    const std::string who = person ? "p" + std::to_string(*person) : "w" + std::to_string(last_);
    const Socket socket = open(who, "/ws/t/" + table);
    Json hello = {{"type", "hello"}, {"proto", 1}, {"table", table}};
    if (person) hello["token"] = token(*person);
    send(socket, hello);
    return socket;
  }

  // Two players at a new table, and which of them moves first.
  struct Two {
    std::string table;
    Socket one, two, mover;
  };
  Two seat_two(const Json& options = for_two) {
    const std::string table = create_game(options, 2);
    const Socket one = sit(table, 0);
    const Socket two = sit(table, 1);
    return {table, one, two, last(one, "welcome")["you"] == 1 ? one : two};
  }
  void move(Socket from, const std::string& text) {
    const Json head = last(from, "event").is_null() ? last(from, "snapshot") : last(from, "event");
    const auto id = protocol::hex(static_cast<protocol::MoveId>(++ids_));
    send(from, {{"type", "move"}, {"id", id}, {"base_ply", head_of(from)}, {"move", text}});
  }
  std::uint32_t head_of(Socket socket) const {
    std::uint32_t out = 0;
    for (const Json& each : received.at(socket))
      if (each["type"] == "event" || each["type"] == "snapshot")
        out = std::max(out, each["ply"].get<std::uint32_t>());
    return out;
  }
  std::vector<store::Event> log(const std::string& table) {
    std::vector<store::Event> out;
    events.stored.read(game_of(test_digest, table), 1,
                       [&](auto read) { out = (*std::move(read))->events; });
    return out;
  }

  std::unique_ptr<Node> node;
  std::map<Socket, std::vector<Json>> received;
  std::map<Socket, std::string> bytes;
  std::map<Socket, Close> closes;
  std::map<Socket, std::string> close_reasons;

 private:
  Config config_;
  Socket last_ = 0;
  std::uint64_t ids_ = 0;
};

}  // namespace coset::node
