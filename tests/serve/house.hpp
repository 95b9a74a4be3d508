// A node in a quiet world, and people who talk to it by hand.
#pragma once

#include <nlohmann/json.hpp>

#include "serve/world.hpp"

namespace coset::serve {

using Json = nlohmann::json;

inline const Json for_two = {{"spec", "al-jabar Z2^2 seats=2 deal=3 copies=4"}};  // a short game

class House {
 public:
  explicit House(Config config = {}, const Trouble& trouble = {})
      : rng(7), chance(11), events(rng, trouble), config_(std::move(config)) {
    frames.on_send = [this](Socket to, const std::string& text) {
      heard[to].push_back(Json::parse(text));
      bytes[to] += text + "\n";
    };
    frames.on_close = [this](Socket which, Close code, std::string_view) { closes[which] = code; };
    start();
  }
  void start() {
    node.reset();
    pool.waiting.clear();
    node = std::make_unique<Node>(
        config_, Ports{frames, clock, chance, pool, digests, events, seeds, seated, doorway});
  }
  void kill() {
    node.reset();
    events.forget_askers();
    start();
  }

  // Everybody has an address of their own, unless one is given.
  static Visitor visitor(const std::string& who, const std::string& address = "") {
    return {who, "name of " + who, false, address.empty() ? "address of " + who : address};
  }
  Socket open(const std::string& who, const std::string& target, const std::string& address = "") {
    const Socket socket = ++last_;
    node->opened(socket, visitor(who, address), target);
    return socket;
  }
  void say(Socket from, const Json& message) {
    node->received(from, message.dump());
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
    ADD_FAILURE() << "it does not come to rest";
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

  // The last message of a type that a socket was told; null if there is none.
  Json last(Socket socket, const std::string& type) const {
    const auto found = heard.find(socket);
    if (found == heard.end()) return {};
    for (auto each = found->second.rbegin(); each != found->second.rend(); ++each)
      if ((*each)["type"] == type) return *each;
    return {};
  }
  int count(Socket socket, const std::string& type) const {
    int out = 0;
    const auto found = heard.find(socket);
    if (found == heard.end()) return 0;
    for (const Json& each : found->second) out += each["type"] == type ? 1 : 0;
    return out;
  }
  static std::string token(int n) { return std::string(30, '0') + std::to_string(10 + n); }

  // A table of people 1 to n (and bots), who have all come: their sockets at it.
  std::string gather(const Json& make, int people) {
    std::vector<Socket> lobby;
    for (int i = 0; i < people; ++i) lobby.push_back(open("p" + std::to_string(i), "/ws"));
    Json asked = make;
    asked["type"] = "make";
    asked["token"] = token(0);
    say(lobby[0], asked);
    const Json told = last(lobby[0], "gathering");
    if (told.is_null()) return "";
    const std::string table = told["table"];
    for (int i = 1; i < people; ++i)
      say(lobby[static_cast<std::size_t>(i)], {{"type", "join"},
                                               {"table", table},
                                               {"token", token(i)},
                                               {"invitation", told["invitation"]}});
    for (int i = 0; i < people; ++i)
      say(lobby[static_cast<std::size_t>(i)],
          {{"type", "ready"},
           {"table", table},
           {"entropy", std::string(32, static_cast<char>('1' + i))}});
    EXPECT_EQ(count(lobby[0], "begun"), 1);
    return table;
  }
  Socket sit(const std::string& table, std::optional<int> person) {
    const std::string who = person ? "p" + std::to_string(*person) : "w" + std::to_string(last_);
    const Socket socket = open(who, "/ws/t/" + table);
    Json hello = {{"type", "hello"}, {"proto", 1}, {"table", table}};
    if (person) hello["token"] = token(*person);
    say(socket, hello);
    return socket;
  }

  // Two people at a table of their own, and which of them moves first.
  struct Two {
    std::string table;
    Socket one, two, mover;
  };
  Two seat_two(const Json& make = for_two) {
    const std::string table = gather(make, 2);
    const Socket one = sit(table, 0);
    const Socket two = sit(table, 1);
    return {table, one, two, last(one, "welcome")["you"] == 1 ? one : two};
  }
  void move(Socket from, const std::string& text) {
    const Json head = last(from, "event").is_null() ? last(from, "snapshot") : last(from, "event");
    const auto id = wire::hex(static_cast<wire::MoveId>(++ids_));
    say(from, {{"type", "move"}, {"id", id}, {"on_ply", head_of(from)}, {"move", text}});
  }
  std::uint32_t head_of(Socket socket) const {
    std::uint32_t out = 0;
    for (const Json& each : heard.at(socket))
      if (each["type"] == "event" || each["type"] == "snapshot")
        out = std::max(out, each["ply"].get<std::uint32_t>());
    return out;
  }
  std::vector<store::Event> log(const std::string& table) {
    std::vector<store::Event> out;
    events.kept.read(game_of(test_digest, table), 1,
                     [&](auto read) { out = (*std::move(read))->events; });
    return out;
  }

  Rng rng;
  FakeClock clock;
  SeededChance chance;
  FakePool pool;
  Digests digests = test_digests();
  FaultyStore events;
  FakeSeeds seeds;
  FakePeople seated{events.kept};
  NoDoorway doorway;
  Frames frames;
  std::unique_ptr<Node> node;
  std::map<Socket, std::vector<Json>> heard;
  std::map<Socket, std::string> bytes;
  std::map<Socket, Close> closes;

 private:
  Config config_;
  Socket last_ = 0;
  std::uint64_t ids_ = 0;
};

}  // namespace coset::serve
