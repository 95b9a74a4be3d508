// How many sockets and connections an address, a guest and a class may have.
#include "unit/net/server_fixture.hpp"

namespace coset::net {
namespace {

TEST_F(ServerTest, LimitsSocketsPerAddress) {
  echo_.vouched = "127.0.0.3";
  ListenerConfig config;
  config.limits.max_sockets_per_address = 5;
  begin(std::move(config));
  std::vector<std::unique_ptr<RawClient>> clients;
  const auto come = [&](const char* from, int times) {
    int in = 0;
    for (int i = 0; i < times; ++i) {
      clients.push_back(std::make_unique<RawClient>(port_, from));
      in += clients.back()->upgrade("/ws").starts_with("HTTP/1.1 101") ? 1 : 0;
    }
    return in;
  };
  EXPECT_EQ(come("127.0.0.1", 8), 5);
  EXPECT_EQ(come("127.0.0.2", 1), 1);
  EXPECT_EQ(come("127.0.0.3", 21), 20);  // who holds a seat
  const std::string no = RawClient(port_).request("GET /ws", "Upgrade: websocket\r\n");
  EXPECT_THAT(no, StartsWith("HTTP/1.1 429"));
  EXPECT_THAT(no, HasSubstr("Retry-After: 10\r\n"));
  EXPECT_THAT(no, HasSubstr(R"("code":"rate.connections","message":"Too many connections)"));
  EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(traffic().refused_address, 5U);
}

TEST_F(ServerTest, CountsThePupilsOfAClassByTheClass) {
  ListenerConfig config;
  config.limits.max_sockets_per_address = 2;
  config.limits.max_class_sockets_per_address = 3;
  begin(std::move(config));
  std::vector<std::unique_ptr<RawClient>> clients;
  const auto come = [&](const char* target) {
    clients.push_back(std::make_unique<RawClient>(port_));
    return clients.back()->upgrade(target).starts_with("HTTP/1.1 101");
  };
  for (const char* target : {"/ws/c/K7P2QX", "/ws?class=K7P2QX", "/ws/t/a?class=K7P2QX"})
    EXPECT_TRUE(come(target)) << target;
  EXPECT_FALSE(come("/ws/c/K7P2QX"));  // none of them has shown a token yet
  EXPECT_TRUE(come("/ws"));
  EXPECT_TRUE(come("/ws"));
  EXPECT_FALSE(come("/ws"));
  clients[0]->frame("mine");  // the class knows it
  EXPECT_TRUE(soon([](const TrafficCounters& now) { return now.frames_in == 1; }));
  EXPECT_TRUE(come("/ws/c/K7P2QX"));
  EXPECT_FALSE(come("/ws/c/K7P2QX"));
}

// Others at the address need no class to name one.
TEST_F(ServerTest, WhoHasBeenInIsNotKeptOutOfTheClass) {
  echo_.vouched = "127.0.0.3";
  ListenerConfig config;
  config.limits.max_sockets_per_address = 2;
  config.limits.max_class_sockets_per_address = 3;
  begin(std::move(config));
  std::vector<std::unique_ptr<RawClient>> clients;
  const auto come = [&](const char* from) {
    clients.push_back(std::make_unique<RawClient>(port_, from));
    return clients.back()->upgrade("/ws/c/K7P2QX").starts_with("HTTP/1.1 101");
  };
  for (const char* from : {"127.0.0.2", "127.0.0.3"})
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(come(from)) << from;
  EXPECT_FALSE(come("127.0.0.2"));
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(come("127.0.0.3")) << i;
  EXPECT_FALSE(come("127.0.0.3"));
}

TEST_F(ServerTest, CallersWithoutACookieTakeNoPlacesOfGuests) {
  ListenerConfig config;
  config.limits.max_sockets_per_address = 6;
  config.limits.max_class_sockets_per_address = 7;
  config.limits.max_sockets_per_guest = 4;
  begin(std::move(config));
  std::vector<std::unique_ptr<RawClient>> clients;
  const auto come = [&](const char* target, const std::string& who, int times) {
    int in = 0;
    for (int i = 0; i < times; ++i) {
      clients.push_back(std::make_unique<RawClient>(port_));
      const std::string cookie =
          who.empty() ? "" : "Cookie: coset=" + cookies_.write({who + std::string(31, '0'), "A"});
      in +=
          clients.back()->upgrade(target, cookie.empty() ? "" : cookie + "\r\n").find(" 101 ") == 8
              ? 1
              : 0;
    }
    return in;
  };
  EXPECT_EQ(come("/ws", "", 9), 6);
  EXPECT_EQ(come("/ws/c/K7P2QX", "", 9), 7);
  // One guest has four of them, and leaves the others to the others.
  EXPECT_EQ(come("/ws", "a", 6), 4);
  EXPECT_EQ(come("/ws/c/K7P2QX", "a", 1), 0);
  EXPECT_EQ(come("/ws", "b", 1), 1);
  EXPECT_EQ(come("/ws", "c", 3), 1);
  EXPECT_EQ(come("/ws/c/K7P2QX", "b", 5), 3);
  clients.clear();
  EXPECT_TRUE(soon([](const TrafficCounters& now) { return now.sockets == 0; }));
  EXPECT_EQ(come("/ws", "a", 5), 4);
}

TEST_F(ServerTest, LimitsConnectionsPerAddress) {
  ListenerConfig config;
  config.limits.max_connections_per_address = 12;
  begin(std::move(config));
  std::vector<std::unique_ptr<RawClient>> connections;
  for (int i = 0; i < 12; ++i) {
    connections.push_back(std::make_unique<RawClient>(port_));
    connections.back()->write("GET /api/held HTTP/1.1\r\nHost: here\r\n\r\n");
  }
  EXPECT_TRUE(soon([](const TrafficCounters& now) { return now.requests == 12; }));
  for (int i = 0; i < 3; ++i) {
    const std::string no = get("/");
    EXPECT_THAT(no, StartsWith("HTTP/1.1 429"));
    EXPECT_THAT(no, HasSubstr("Retry-After: 10\r\n"));
    EXPECT_THAT(no, HasSubstr("rate.connections"));
  }
  // A socket takes none of these places.
  EXPECT_THAT(RawClient(port_).upgrade("/ws"), StartsWith("HTTP/1.1 101"));
  EXPECT_THAT(RawClient(port_, "127.0.0.2").request("GET /"), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(traffic().refused_address, 3U);
  connections.clear();
  answer_held();
  EXPECT_TRUE(soon([](const TrafficCounters& now) { return now.connections == 0; }));
  EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 200"));
}

// One device renews its half requests all the time: nobody else at its address is kept out.
TEST_F(ServerTest, HalfRequestsHoldNoPlacesOfOthers) {
  ListenerConfig config;
  config.limits.max_connections_per_address = 5;
  config.limits.max_unrequested_per_address = 4;
  begin(std::move(config));
  std::vector<std::unique_ptr<RawClient>> half;
  for (int i = 0; i < 9; ++i) {
    half.push_back(std::make_unique<RawClient>(port_));
    half.back()->write(i % 2 == 0 ? "GET / HTTP/1.1\r\nHost: here\r\nX: " : "");
    EXPECT_TRUE(soon([i](const TrafficCounters& now) {
      return now.accepted == static_cast<std::uint64_t>(i) + 1;
    }));
  }
  for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(half[i]->is_closed()) << i;
  EXPECT_TRUE(soon([](const TrafficCounters& now) { return now.connections == 4; }));
  EXPECT_EQ(traffic().refused_address, 5U);
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 200"));
    RawClient socket(port_);
    EXPECT_THAT(socket.upgrade("/ws"), StartsWith("HTTP/1.1 101"));
    half.push_back(std::make_unique<RawClient>(port_));
    half.back()->write("POST /api/x HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n12");
  }
  // Another address has its own.
  RawClient elsewhere(port_, "127.0.0.2");
  elsewhere.write("GET / HTTP/1.1\r\nHost: here\r\n");
  EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 200"));
  elsewhere.write("\r\n");
  EXPECT_THAT(elsewhere.read_until("page"), StartsWith("HTTP/1.1 200"));
}

// Nor do connections that were served once, and then send half of the next request or nothing.
TEST_F(ServerTest, KeptConnectionsHoldNoPlacesOfOthers) {
  ListenerConfig config;
  config.limits.max_connections_per_address = 3;
  config.limits.max_unrequested_per_address = 2;
  begin(std::move(config));
  std::vector<std::unique_ptr<RawClient>> kept;
  for (int i = 0; i < 3; ++i) {
    kept.push_back(std::make_unique<RawClient>(port_));
    kept.back()->write("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
    EXPECT_THAT(kept.back()->read_until("page"), StartsWith("HTTP/1.1 200"));
  }
  kept[1]->write("GET / HTTP/1.1\r\nHo");
  for (int i = 0; i < 2; ++i) {
    kept.push_back(std::make_unique<RawClient>(port_));
    kept.back()->write("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
    EXPECT_THAT(kept.back()->read_until("page"), StartsWith("HTTP/1.1 200"));
  }
  EXPECT_TRUE(kept[0]->is_closed());
  EXPECT_TRUE(kept[1]->is_closed());
  kept[2]->write("GET /nothing HTTP/1.1\r\nHost: here\r\n\r\n");
  EXPECT_THAT(kept[2]->read_until("http.not_found"), HasSubstr("HTTP/1.1 404"));
  EXPECT_EQ(traffic().refused_address, 2U);
}

// A browser opens six connections for files, and keeps them for a while.
TEST_F(ServerTest, AllowsSeveralBrowsersPerAddress) {
  begin();
  std::vector<std::unique_ptr<RawClient>> connections;
  for (int i = 0; i < 60; ++i) connections.push_back(std::make_unique<RawClient>(port_));
  EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(traffic().refused_address, 0U);
}

}  // namespace
}  // namespace coset::net
