// Pages, API calls, sockets and sizes of the server.
#include "unit/net/server_fixture.hpp"

namespace coset::net {
namespace {

TEST_F(ServerTest, ServesPageAndFiles) {
  begin();
  for (const char* path : {"/", "/t/red-old-fox", "/teach", "/K7M2QX"}) {
    const std::string page = get(path);
    EXPECT_THAT(page, StartsWith("HTTP/1.1 200"));
    EXPECT_THAT(page, HasSubstr("<p>the page</p>"));
    EXPECT_THAT(page, HasSubstr("text/html; charset=utf-8"));
    EXPECT_THAT(page, HasSubstr("'wasm-unsafe-eval'"));
    EXPECT_THAT(page, Not(HasSubstr("unsafe-inline")));
    EXPECT_THAT(page, HasSubstr("Cache-Control: private, no-cache"));
    EXPECT_THAT(page, HasSubstr("HttpOnly; SameSite=Lax"));
  }
  EXPECT_THAT(get("/engine.wasm"), HasSubstr("application/wasm"));
  EXPECT_THAT(get("/print/pieces.pdf"), HasSubstr("application/pdf"));
  const std::string script = get("/assets/app-1a2b.js");
  EXPECT_THAT(script, HasSubstr("text/javascript"));
  EXPECT_THAT(script, HasSubstr("immutable"));
  EXPECT_THAT(script, Not(HasSubstr("Set-Cookie")));
  EXPECT_THAT(get("/nothing"), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(get("/nothing"),
              HasSubstr(R"({"error":{"code":"http.not_found","message":"Not found."}})"));
  EXPECT_THAT(get("/../index.html"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get("/../index.html"), HasSubstr("http.bad_path"));
}

TEST_F(ServerTest, RespondsNotModified) {
  begin();
  const std::string page = get("/");
  const std::size_t from = page.find("ETag: ") + 6;
  const std::string tag = page.substr(from, page.find("\r\n", from) - from);
  const std::string again = get("/", "If-None-Match: \"x\", " + tag + "\r\n");
  EXPECT_THAT(again, StartsWith("HTTP/1.1 304"));
  EXPECT_THAT(again, Not(HasSubstr("the page")));
}

TEST_F(ServerTest, NegotiatesEncoding) {
  begin();
  EXPECT_THAT(get("/engine.wasm"), HasSubstr("\r\n\r\nwasm"));
  const std::string small = get("/engine.wasm", "Accept-Encoding: gzip, br\r\n");
  EXPECT_THAT(small, HasSubstr("Content-Encoding: br"));
  EXPECT_THAT(small, HasSubstr("application/wasm"));
  EXPECT_THAT(small, HasSubstr("\r\n\r\nbrotli"));
  EXPECT_THAT(get("/engine.wasm", "Accept-Encoding: gzip\r\n"), HasSubstr("\r\n\r\ngzip"));
  EXPECT_THAT(get("/engine.wasm.br"), StartsWith("HTTP/1.1 404"));
}

TEST_F(ServerTest, RespondsToHeadWithoutBody) {
  begin();
  const std::string head = RawClient(port_).request("HEAD /");
  EXPECT_THAT(head, HasSubstr("Content-Length: 15"));
  EXPECT_THAT(head, Not(HasSubstr("the page")));
}

TEST_F(ServerTest, ForwardsApiCalls) {
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

// A router that sees a 404 sends no other clients here, and does not cut those that are.
TEST_F(ServerTest, IsNotFoundReadyWhileItDrains) {
  echo_.is_draining = true;
  begin();
  EXPECT_THAT(get("/readyz"), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(get("/healthz"), HasSubstr("alive"));
}

TEST_F(ServerTest, KeepsGuestIdentity) {
  begin();
  const std::string first = get("/api/me");
  const std::size_t from = first.find("Set-Cookie: ") + 12;
  const std::string cookie = "Cookie: " + first.substr(from, first.find(';', from) - from) + "\r\n";
  EXPECT_THAT(get("/api/me", cookie), Not(HasSubstr("Set-Cookie")));
  const std::string named =
      RawClient(port_).request("POST /api/me", cookie, R"({"name":"Emmy Noether"})");
  EXPECT_THAT(named, HasSubstr(R"("name":"Emmy Noether")"));
  EXPECT_THAT(named, HasSubstr("Set-Cookie"));
  for (const auto& [bad, code] : {std::pair{R"({"name":"<script>"})", "name.character"},
                                  {R"({"name":7})", "guest.name_missing"},
                                  {"{}", "guest.name_missing"},
                                  {"[", "guest.name_missing"},
                                  {"", "guest.name_missing"}}) {
    const std::string response = RawClient(port_).request("POST /api/me", cookie, bad);
    EXPECT_THAT(response, StartsWith("HTTP/1.1 400"));
    EXPECT_THAT(response, HasSubstr(code));
  }
}

TEST_F(ServerTest, ExchangesFrames) {
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

TEST_F(ServerTest, SharesGuestBetweenHttpAndWebSocket) {
  begin();
  RawClient client(port_);
  const std::string head = client.upgrade("/ws");
  const std::size_t from = head.find("Set-Cookie: ") + 12;
  const std::string cookie = head.substr(from, head.find(';', from) - from);
  const std::string id = client.next_frame()->substr(4);
  EXPECT_THAT(get("/api/me", "Cookie: " + cookie + "\r\n"), HasSubstr(id));
}

std::string set_cookie(const std::string& response) {
  const std::size_t from = response.find("Set-Cookie: ");
  if (from == std::string::npos) return "";
  return response.substr(from + 12, response.find("\r\n", from) - from - 12);
}

// By https a cookie of the old name is replaced at once, over HTTP and at a socket, by that of a
// new guest: the old one may be planted.
TEST_F(ServerTest, ReplacesTheOldCookieOverHttps) {
  ListenerConfig config;
  config.proxies = {"127.0.0.1"};
  begin(config);
  node::GuestIdentity planted = cookies_.create();
  planted.name = "Mallory";
  const std::string secure = "X-Forwarded-Proto: https\r\n";
  const std::string old = secure + "Cookie: coset=" + cookies_.write(planted) + "\r\n";
  for (const char* path : {"/", "/api/me", "/api/games"})
    EXPECT_THAT(set_cookie(get(path, old)), StartsWith("__Host-coset=")) << path;
  const std::string me = get("/api/me", old);
  EXPECT_THAT(me, HasSubstr(R"("name":"Mallory")"));
  EXPECT_THAT(me, Not(HasSubstr(planted.id)));
  RawClient client(port_);
  EXPECT_THAT(set_cookie(client.upgrade("/ws", old) + "\r\n"), StartsWith("__Host-coset="));
  EXPECT_THAT(*client.next_frame(), Not(HasSubstr(planted.id)));
  // With the new one nothing is set, whatever else is there.
  const std::string value = set_cookie(me);
  const std::string both = secure + "Cookie: coset=" + cookies_.write(planted) + "; " +
                           value.substr(0, value.find(';')) + "\r\n";
  EXPECT_EQ(set_cookie(get("/api/me", both)), "");
  EXPECT_THAT(get("/api/me", both), HasSubstr(value.substr(13, 32)));
  // Both are deleted with the guest.
  const std::string gone = RawClient(port_).request("DELETE /api/me", both);
  EXPECT_THAT(gone, HasSubstr("Set-Cookie: __Host-coset=; "));
  EXPECT_THAT(gone, HasSubstr("Set-Cookie: coset=; "));
  EXPECT_THAT(gone, HasSubstr("Cache-Control: private, no-store\r\n"));
  // By plain http the name is the old one, and proves what it did.
  const std::string plain = "Cookie: coset=" + cookies_.write(planted) + "\r\n";
  EXPECT_THAT(get("/api/me", plain), HasSubstr(planted.id));
  EXPECT_THAT(set_cookie(get("/api/me")), StartsWith("coset="));
}

TEST_F(ServerTest, RejectsForeignOriginsAtSockets) {
  begin();
  EXPECT_THAT(RawClient(port_).upgrade("/ws", "Origin: http://evil.example\r\n"),
              StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(RawClient(port_).upgrade("/ws", "Origin: http://here\r\n"),
              StartsWith("HTTP/1.1 101"));
  EXPECT_THAT(get("/ws"), StartsWith("HTTP/1.1 426"));
  EXPECT_THAT(get("/ws"), HasSubstr("Upgrade: websocket\r\n"));
  EXPECT_THAT(get("/ws"), HasSubstr("http.upgrade_required"));
  EXPECT_EQ(traffic().refused_origin, 1U);
}

// One ping costs as much as one message, and an answer besides.
TEST_F(ServerTest, LimitsControlFrames) {
  begin();
  for (const int kind : {9, 10}) {
    RawClient client(port_);
    client.upgrade("/ws");
    (void)client.next_frame();
    for (int i = 0; i < 50; ++i) client.frame("p", kind);
    client.frame("hello");
    int pongs = 0;
    while (client.next_frame() == "p") ++pongs;
    EXPECT_EQ(pongs, kind == 9 ? 50 : 0);
    EXPECT_EQ(client.opcode, 1);  // "hello"
    for (int i = 0; i < 5000; ++i) client.frame("p", kind);
    while (client.next_frame() && client.opcode == 10) ++pongs;
    EXPECT_LE(pongs, 70);  // a minute's worth, and one more a second
    EXPECT_TRUE(client.is_closed());
  }
  EXPECT_TRUE(soon([](const TrafficCounters& traffic) { return traffic.sockets == 0; }));
  EXPECT_EQ(traffic().closed_control, 2U);
  EXPECT_EQ(echo_.open, 0);
}

TEST_F(ServerTest, LimitsSizes) {
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
  EXPECT_TRUE(soon([](const TrafficCounters& now) { return now.refused_size == 3; }));
  EXPECT_THAT(RawClient(port_).request("nonsense"), StartsWith("HTTP/1.1 400"));
}

TEST_F(ServerTest, RejectsBinaryFrames) {
  begin();
  RawClient client(port_);
  client.upgrade("/ws");
  (void)client.next_frame();
  client.frame("x", 2);
  EXPECT_EQ(client.next_frame()->substr(0, 2), "\x03\xf0");
}

TEST_F(ServerTest, AbortsSlowSocketReader) {
  begin();
  RawClient client(port_, "127.0.0.1", 4096);
  client.upgrade("/ws");
  client.frame("flood");
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(
      soon([](const TrafficCounters& now) { return now.closed_slow == 1 && now.sockets == 0; }));
  EXPECT_THAT(get("/metrics"), HasSubstr("open 0"));
}

TEST_F(ServerTest, SendsRetryAfter) {
  echo_.refused = "127.0.0.1";
  begin();
  for (const char* path : {"/", "/api/tables", "/api/me", "/ws"}) {
    const std::string no = get(path);
    EXPECT_THAT(no, StartsWith("HTTP/1.1 429")) << path;
    EXPECT_THAT(no, HasSubstr("Retry-After: 7\r\n")) << path;
    EXPECT_THAT(no, HasSubstr(R"({"error":{"code":"rate.x","message":"Not now."}})")) << path;
  }
  EXPECT_THAT(RawClient(port_).upgrade("/ws"), StartsWith("HTTP/1.1 429"));
  EXPECT_THAT(get("/healthz"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(RawClient(port_, "127.0.0.2").upgrade("/ws"), StartsWith("HTTP/1.1 101"));
}

TEST_F(ServerTest, TimesOut) {
  ListenerConfig config;
  config.limits.handshake_timeout = std::chrono::milliseconds(200);
  config.limits.idle_timeout = std::chrono::milliseconds(400);
  begin(std::move(config));
  RawClient silent(port_), half(port_);
  half.write("GET / HT");
  EXPECT_TRUE(silent.is_closed());
  EXPECT_TRUE(half.is_closed());
  RawClient socket(port_);
  socket.upgrade("/ws");
  EXPECT_TRUE(socket.is_closed());  // it answers no ping
  EXPECT_TRUE(soon([](const TrafficCounters& now) { return now.closed_silent == 3; }));
}

TEST_F(ServerTest, TrustsProxyHeaders) {
  ListenerConfig config;
  config.proxies = {"127.0.0.3"};
  config.public_origin = "https://play.example";
  config.limits.max_sockets_per_address = 20;
  begin(std::move(config));
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
  EXPECT_THAT(RawClient(port_, "127.0.0.3").upgrade("/ws", forwarded), StartsWith("HTTP/1.1 429"));
  EXPECT_THAT(RawClient(port_, "127.0.0.3").upgrade("/ws", "X-Forwarded-For: 8.8.8.8\r\n"),
              StartsWith("HTTP/1.1 101"));
}

}  // namespace
}  // namespace coset::net
