// The server over real sockets, with a host that says back what it hears.
#include "net/server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "net/raw_client.hpp"

namespace coset::net {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Echo final : Host {
  serve::Sockets* sockets = nullptr;
  int open = 0;

  void say(serve::Socket to, std::string text) const {
    sockets->send(to, std::make_shared<const std::string>(std::move(text)));
  }
  void opened(serve::Socket socket, const serve::Visitor& visitor,
              std::string_view target) override {
    ++open;
    say(socket, std::string(target) + " " + visitor.id);
  }
  void received(serve::Socket socket, std::string_view frame) override {
    if (frame == "flood")
      for (int i = 0; i < 70; ++i) say(socket, std::string(60000, 'x'));
    else if (frame == "bye")
      sockets->close(socket, serve::Close::policy, "Enough.");
    else
      say(socket, std::string(frame));
  }
  void closed(serve::Socket) override { --open; }
  void call(const serve::Request& request, std::function<void(serve::Response)> done) override {
    done({200, "application/json", request.method + " " + request.target + " " + request.body});
  }
  bool ready() override { return open == 0; }
  std::string metrics() override { return "open " + std::to_string(open) + "\n"; }
};

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    std::string pattern = std::filesystem::temp_directory_path() / "coset-site-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    std::filesystem::create_directory(folder_ / "assets");
    std::ofstream(folder_ / "index.html") << "<p>the page</p>";
    std::ofstream(folder_ / "assets" / "app-1a2b.js") << "let x";
    std::ofstream(folder_ / "engine.wasm") << "wasm";
    std::ofstream(folder_ / "engine.wasm.br") << "brotli";
    std::ofstream(folder_ / "engine.wasm.gz") << "gzip";
  }
  ~ServerTest() override {
    if (thread_.joinable()) {
      loop_->stop();
      thread_.join();
    }
    server_.reset();
    loop_.reset();
    std::filesystem::remove_all(folder_);
  }
  void begin(Door door = {}) {
    door.address = "127.0.0.1";
    door.port = 0;
    auto site = Site::read(folder_);
    server_ = std::make_unique<Server>(*loop_, std::move(door), *std::move(site), guests_);
    echo_.sockets = server_.get();
    ASSERT_EQ(server_->open(echo_), std::nullopt);
    port_ = server_->port();
    thread_ = std::thread([this] { loop_->run(); });
  }
  std::string get(std::string_view target, std::string_view headers = "") const {
    return RawClient(port_).request("GET " + std::string(target), headers);
  }
  // The server may count a little after the client has seen it.
  template <class Test>
  bool soon(const Test& test) {
    for (int i = 0; i < 500; ++i) {
      if (test(traffic())) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  Traffic traffic() {
    std::promise<Traffic> out;
    loop_->post([&] { out.set_value(server_->traffic()); });
    return out.get_future().get();
  }

  std::filesystem::path folder_;
  std::unique_ptr<Loop> loop_ = std::make_unique<Loop>();
  Guests guests_{Guests::Key{}};
  Echo echo_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
  std::uint16_t port_ = 0;
};

TEST_F(ServerTest, AnswersWithThePageAndItsFiles) {
  begin();
  for (const char* path : {"/", "/t/red-old-fox", "/teach", "/K7M2QX"}) {
    const std::string page = get(path);
    EXPECT_THAT(page, StartsWith("HTTP/1.1 200"));
    EXPECT_THAT(page, HasSubstr("<p>the page</p>"));
    EXPECT_THAT(page, HasSubstr("text/html; charset=utf-8"));
    EXPECT_THAT(page, HasSubstr("'wasm-unsafe-eval'"));
    EXPECT_THAT(page, Not(HasSubstr("unsafe-inline")));
    EXPECT_THAT(page, HasSubstr("Cache-Control: no-cache"));
    EXPECT_THAT(page, HasSubstr("HttpOnly; SameSite=Lax"));
  }
  EXPECT_THAT(get("/engine.wasm"), HasSubstr("application/wasm"));
  const std::string script = get("/assets/app-1a2b.js");
  EXPECT_THAT(script, HasSubstr("text/javascript"));
  EXPECT_THAT(script, HasSubstr("immutable"));
  EXPECT_THAT(script, Not(HasSubstr("Set-Cookie")));
  EXPECT_THAT(get("/nothing"), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(get("/../index.html"), StartsWith("HTTP/1.1 400"));
}

TEST_F(ServerTest, SaysThatNothingChanged) {
  begin();
  const std::string page = get("/");
  const std::size_t from = page.find("ETag: ") + 6;
  const std::string tag = page.substr(from, page.find("\r\n", from) - from);
  const std::string again = get("/", "If-None-Match: \"x\", " + tag + "\r\n");
  EXPECT_THAT(again, StartsWith("HTTP/1.1 304"));
  EXPECT_THAT(again, Not(HasSubstr("the page")));
}

TEST_F(ServerTest, SendsTheFormThatTheClientReads) {
  begin();
  EXPECT_THAT(get("/engine.wasm"), HasSubstr("\r\n\r\nwasm"));
  const std::string small = get("/engine.wasm", "Accept-Encoding: gzip, br\r\n");
  EXPECT_THAT(small, HasSubstr("Content-Encoding: br"));
  EXPECT_THAT(small, HasSubstr("application/wasm"));
  EXPECT_THAT(small, HasSubstr("\r\n\r\nbrotli"));
  EXPECT_THAT(get("/engine.wasm", "Accept-Encoding: gzip\r\n"), HasSubstr("\r\n\r\ngzip"));
  EXPECT_THAT(get("/engine.wasm.br"), StartsWith("HTTP/1.1 404"));
}

TEST_F(ServerTest, AnswersHeadWithoutABody) {
  begin();
  const std::string head = RawClient(port_).request("HEAD /");
  EXPECT_THAT(head, HasSubstr("Content-Length: 15"));
  EXPECT_THAT(head, Not(HasSubstr("the page")));
}

TEST_F(ServerTest, HandsCallsToItsHost) {
  begin();
  EXPECT_THAT(get("/api/games?x=1"), HasSubstr("GET /api/games?x=1"));
  EXPECT_THAT(RawClient(port_).request("POST /api/games", "", "{}"),
              HasSubstr("POST /api/games {}"));
  EXPECT_THAT(RawClient(port_).request("POST /api/games", "Origin: http://evil.example\r\n", "{}"),
              StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(RawClient(port_).request("POST /"), StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(get("/healthz"), HasSubstr("alive"));
  EXPECT_THAT(get("/readyz"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(get("/metrics"), HasSubstr("open 0"));
}

TEST_F(ServerTest, KeepsAGuestAndTheirName) {
  begin();
  const std::string first = get("/api/me");
  const std::size_t from = first.find("Set-Cookie: ") + 12;
  const std::string cookie = "Cookie: " + first.substr(from, first.find(';', from) - from) + "\r\n";
  EXPECT_THAT(get("/api/me", cookie), Not(HasSubstr("Set-Cookie")));
  const std::string named =
      RawClient(port_).request("POST /api/me", cookie, R"({"name":"Emmy Noether"})");
  EXPECT_THAT(named, HasSubstr(R"("name":"Emmy Noether")"));
  EXPECT_THAT(named, HasSubstr("Set-Cookie"));
  for (const char* bad : {R"({"name":"<script>"})", R"({"name":7})", "{}", "[", ""})
    EXPECT_THAT(RawClient(port_).request("POST /api/me", cookie, bad), StartsWith("HTTP/1.1 400"));
}

TEST_F(ServerTest, SpeaksByWebSocket) {
  begin();
  RawClient client(port_);
  EXPECT_THAT(client.upgrade("/ws/t/fox"), StartsWith("HTTP/1.1 101"));
  EXPECT_THAT(*client.next_frame(), StartsWith("/ws/t/fox "));
  client.frame("hello");
  EXPECT_EQ(client.next_frame(), "hello");
  const std::string longer(3000, 'y');
  client.frame(longer);
  EXPECT_EQ(client.next_frame(), longer);
  client.frame("bye");
  EXPECT_EQ(client.next_frame(),
            "\x03\xf0"
            "Enough.");
  EXPECT_EQ(client.opcode, 8);
}

TEST_F(ServerTest, IsTheSameVisitorInBoth) {
  begin();
  RawClient client(port_);
  const std::string head = client.upgrade("/ws");
  const std::size_t from = head.find("Set-Cookie: ") + 12;
  const std::string cookie = head.substr(from, head.find(';', from) - from);
  const std::string id = client.next_frame()->substr(4);
  EXPECT_THAT(get("/api/me", "Cookie: " + cookie + "\r\n"), HasSubstr(id));
}

TEST_F(ServerTest, RefusesOtherOriginsAndPlainRequestsAtSockets) {
  begin();
  EXPECT_THAT(RawClient(port_).upgrade("/ws", "Origin: http://evil.example\r\n"),
              StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(RawClient(port_).upgrade("/ws", "Origin: http://here\r\n"),
              StartsWith("HTTP/1.1 101"));
  EXPECT_THAT(get("/ws"), StartsWith("HTTP/1.1 426"));
  EXPECT_EQ(traffic().refused_origin, 1U);
}

TEST_F(ServerTest, LimitsWhatIsSent) {
  begin();
  EXPECT_THAT(get("/", "X: " + std::string(9000, 'a') + "\r\n"), StartsWith("HTTP/1.1 431"));
  EXPECT_THAT(RawClient(port_).request("POST /api/x", "", std::string(70000, 'a')),
              StartsWith("HTTP/1.1 413"));
  RawClient client(port_);
  client.upgrade("/ws");
  (void)client.next_frame();
  client.frame(std::string(4096, 'z'));
  EXPECT_EQ(client.next_frame()->size(), 4096U);
  client.frame(std::string(4097, 'z'));
  EXPECT_EQ(client.next_frame()->substr(0, 2), "\x03\xf1");  // 1009: too big
  client.frame("", 8);
  EXPECT_TRUE(soon([](const Traffic& now) { return now.refused_size == 3; }));
  EXPECT_THAT(RawClient(port_).request("nonsense"), StartsWith("HTTP/1.1 400"));
}

TEST_F(ServerTest, RefusesBinaryFrames) {
  begin();
  RawClient client(port_);
  client.upgrade("/ws");
  (void)client.next_frame();
  client.frame("x", 2);
  EXPECT_EQ(client.next_frame()->substr(0, 2), "\x03\xf0");
}

TEST_F(ServerTest, CutsWhoeverDoesNotRead) {
  begin();
  RawClient client(port_, "127.0.0.1", 4096);
  client.upgrade("/ws");
  client.frame("flood");
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(soon([](const Traffic& now) { return now.closed_slow == 1 && now.sockets == 0; }));
  EXPECT_THAT(get("/metrics"), HasSubstr("open 0"));
}

TEST_F(ServerTest, CountsSocketsByAddress) {
  begin();
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(std::make_unique<RawClient>(port_));
    EXPECT_THAT(clients.back()->upgrade("/ws"), StartsWith("HTTP/1.1 101"));
  }
  EXPECT_EQ(RawClient(port_).upgrade("/ws"), "");
  EXPECT_THAT(RawClient(port_, "127.0.0.2").upgrade("/ws"), StartsWith("HTTP/1.1 101"));
  EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(traffic().refused_address, 1U);
}

// Each has six lines open for files, and keeps them for a while.
TEST_F(ServerTest, ServesTheBrowsersOfAHouseholdThatHasOneAddress) {
  begin();
  std::vector<std::unique_ptr<RawClient>> lines;
  for (int i = 0; i < 60; ++i) lines.push_back(std::make_unique<RawClient>(port_));
  EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(traffic().refused_address, 0U);
}

TEST_F(ServerTest, WaitsForNobodyForEver) {
  Door door;
  door.limits.handshake = std::chrono::milliseconds(200);
  door.limits.silence = std::chrono::milliseconds(400);
  begin(std::move(door));
  RawClient silent(port_), half(port_);
  half.write("GET / HT");
  EXPECT_TRUE(silent.is_closed());
  EXPECT_TRUE(half.is_closed());
  RawClient socket(port_);
  socket.upgrade("/ws");
  EXPECT_TRUE(socket.is_closed());  // it answers no ping
  EXPECT_TRUE(soon([](const Traffic& now) { return now.closed_silent == 3; }));
}

TEST_F(ServerTest, BelievesItsProxy) {
  Door door;
  door.proxies = {"127.0.0.3"};
  door.public_origin = "https://play.example";
  begin(std::move(door));
  const std::string forwarded = "X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Proto: https\r\n";
  EXPECT_THAT(RawClient(port_, "127.0.0.3").request("GET /", forwarded), HasSubstr("; Secure"));
  EXPECT_THAT(get("/", forwarded), Not(HasSubstr("; Secure")));
  EXPECT_THAT(RawClient(port_, "127.0.0.3").request("GET /metrics", forwarded),
              StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(RawClient(port_, "127.0.0.3").upgrade("/ws", "Origin: https://play.example\r\n"),
              StartsWith("HTTP/1.1 101"));
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(std::make_unique<RawClient>(port_, "127.0.0.3"));
    EXPECT_THAT(clients.back()->upgrade("/ws", forwarded), StartsWith("HTTP/1.1 101"));
  }
  EXPECT_EQ(RawClient(port_, "127.0.0.3").upgrade("/ws", forwarded), "");
  EXPECT_THAT(RawClient(port_, "127.0.0.3").upgrade("/ws", "X-Forwarded-For: 8.8.8.8\r\n"),
              StartsWith("HTTP/1.1 101"));
}

}  // namespace
}  // namespace coset::net
