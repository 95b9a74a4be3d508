// What RFC 9110 requires of a server, and its timeouts.
#include <atomic>

#include "unit/net/server_fixture.hpp"

namespace coset::net {
namespace {

using std::chrono::milliseconds;

struct HttpTest : ServerTest {
  std::string raw(std::string_view bytes) const {
    RawClient client(port_);
    client.write(bytes);
    (void)client.is_closed();
    return client.read_until("\r\n\r\n", 0);
  }
  static std::string header(const std::string& answer, const std::string& name) {
    const std::size_t from = answer.find("\r\n" + name + ": ");
    if (from == std::string::npos) return "";
    const std::size_t value = from + name.size() + 4;
    return answer.substr(value, answer.find("\r\n", value) - value);
  }
  void put(const char* name, std::size_t size) const {
    std::ofstream(folder_ / name) << std::string(size, 'x');
  }
};

TEST_F(HttpTest, RequiresOneHost) {
  begin();
  const auto status = [&](const std::string& line, const std::string& hosts) {
    return raw("GET /healthz " + line + "\r\n" + hosts + "Connection: close\r\n\r\n").substr(9, 3);
  };
  EXPECT_EQ(status("HTTP/1.1", "Host: here\r\n"), "200");
  EXPECT_EQ(status("HTTP/1.1", ""), "400");
  EXPECT_EQ(status("HTTP/1.1", "Host: here\r\nHost: there\r\n"), "400");
  EXPECT_EQ(status("HTTP/1.1", "Host: a/b@c\r\n"), "400");
  EXPECT_EQ(status("HTTP/1.0", ""), "200");
  EXPECT_EQ(status("HTTP/1.0", "Host: here\r\nHost: there\r\n"), "400");
  EXPECT_THAT(raw("GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                  "Connection: close\r\n\r\n"),
              StartsWith("HTTP/1.1 400"));
}

// A page elsewhere whose name resolves to this server would be of the same origin here.
TEST_F(HttpTest, AnswersToLocalNamesWithoutAPublicUrl) {
  begin();
  const auto ask = [&](const std::string& line, const std::string& host) {
    return raw(line + " HTTP/1.1\r\nHost: " + host + "\r\n" +
               "Content-Length: 0\r\nConnection: close\r\n\r\n");
  };
  std::uint64_t refused = 0;
  for (const char* host :
       {"evil.example", "EVIL.example:8080", "evil.example.", "localhost:evil.example", ""}) {
    for (const char* line : {"GET /", "GET /api/me", "POST /api/x", "GET /assets/app-1a2b.js",
                             "GET /.well-known/security.txt", "GET /t/red-old-fox", "GET /%zz"}) {
      const std::string got = ask(line, host);
      EXPECT_THAT(got, StartsWith("HTTP/1.1 400")) << line << " of " << host;
      EXPECT_THAT(got, HasSubstr("http.bad_host")) << line << " of " << host;
      EXPECT_THAT(got, HasSubstr("by --public-url.")) << line << " of " << host;
      EXPECT_THAT(got, Not(HasSubstr("Set-Cookie"))) << line << " of " << host;
      ++refused;
    }
    RawClient socket(port_);
    socket.write(
        std::string("GET /ws HTTP/1.1\r\nHost: ") + host +
        "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
    EXPECT_THAT(socket.read_until("--public-url"), StartsWith("HTTP/1.1 400")) << host;
    ++refused;
    for (const char* line : {"GET /healthz", "GET /readyz", "GET /metrics"})
      EXPECT_THAT(ask(line, host), StartsWith("HTTP/1.1 200")) << line << " of " << host;
  }
  for (const char* host : {"127.0.0.1:8080", "[::1]", "localhost", "Penguin.linux.test:80"})
    EXPECT_THAT(ask("GET /api/me", host), StartsWith("HTTP/1.1 200")) << host;
  EXPECT_THAT(raw("GET /api/me HTTP/1.0\r\n\r\n"), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(traffic().refused_host, refused);
}

TEST_F(HttpTest, AnswersToAnyNameWithAPublicUrl) {
  ListenerConfig config;
  config.public_origin = "http://play.example";
  begin(config);
  for (const char* host : {"play.example", "evil.example", "127.0.0.1"})
    EXPECT_THAT(
        raw(std::string("GET /api/me HTTP/1.1\r\nHost: ") + host + "\r\nConnection: close\r\n\r\n"),
        StartsWith("HTTP/1.1 200"))
        << host;
}

TEST_F(HttpTest, RejectsAmbiguousFraming) {
  begin();
  const std::string next = "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n";
  for (const char* coding : {"xchunked", "chunked, chunked", "gzip, chunked", "identity", ""}) {
    const std::string got =
        raw("POST /api/me HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: " + std::string(coding) +
            "\r\n\r\n0\r\n\r\n" + next);
    EXPECT_THAT(got, StartsWith("HTTP/1.1 400")) << coding;
    EXPECT_THAT(got, Not(HasSubstr("alive"))) << coding;
  }
}

TEST_F(HttpTest, RejectsInvalidUpgrade) {
  begin();
  const std::string start =
      "GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
  const auto asked = [&](const std::string& headers) {
    RawClient client(port_);
    client.write(start + headers + "\r\n");
    return client.read_until("\r\n\r\n");
  };
  const std::string old = asked(
      "Sec-WebSocket-Version: 8\r\n"
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n");
  EXPECT_THAT(old, StartsWith("HTTP/1.1 426"));
  EXPECT_EQ(header(old, "Content-Type"), "application/json");
  EXPECT_EQ(header(old, "Sec-WebSocket-Version"), "13");
  EXPECT_EQ(header(old, "Set-Cookie"), "");
  for (const char* key : {"", "Sec-WebSocket-Key: x\r\n"})
    EXPECT_THAT(asked("Sec-WebSocket-Version: 13\r\n" + std::string(key)),
                StartsWith("HTTP/1.1 400"));
}

TEST_F(HttpTest, HonoursRefusedEncodings) {
  begin();
  EXPECT_THAT(get("/engine.wasm", "Accept-Encoding: br;q=0, gzip\r\n"), HasSubstr("\r\n\r\ngzip"));
  EXPECT_THAT(get("/engine.wasm", "Accept-Encoding: br;q=0, gzip;q=0\r\n"),
              HasSubstr("\r\n\r\nwasm"));
  EXPECT_THAT(get("/engine.wasm", "Accept-Encoding: *\r\n"), HasSubstr("\r\n\r\nbrotli"));
}

TEST_F(HttpTest, OmitsLengthOfNotModified) {
  begin();
  const std::string tag = header(get("/"), "ETag");
  for (const std::string& known : {tag, std::string("*")}) {
    const std::string again = get("/", "If-None-Match: " + known + "\r\n");
    EXPECT_THAT(again, StartsWith("HTTP/1.1 304"));
    EXPECT_EQ(header(again, "Content-Length"), "");
    EXPECT_EQ(header(again, "ETag"), tag);
  }
  // What comes after it on the same line is understood.
  RawClient client(port_);
  client.write("GET / HTTP/1.1\r\nHost: here\r\nIf-None-Match: *\r\n\r\n");
  client.write("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n");
  EXPECT_THAT(client.read_until("alive"), HasSubstr("alive"));
}

TEST_F(HttpTest, SetsCookieInPrivateResponsesOnly) {
  begin();
  const std::string cookie = header(get("/api/me"), "Set-Cookie");
  const std::string known = "Cookie: " + cookie.substr(0, cookie.find(';')) + "\r\n";
  for (const char* path : {"/", "/teach", "/api/me", "/api/games", "/engine.wasm", "/nothing"}) {
    for (const std::string& answer : {get(path), get(path, known)}) {
      const bool sets = !header(answer, "Set-Cookie").empty();
      const bool is_private = header(answer, "Cache-Control").find("private") != std::string::npos;
      EXPECT_EQ(sets, is_private) << answer.substr(0, 400);
    }
  }
  EXPECT_EQ(header(get("/"), "Cache-Control"), "private, no-cache");
  const std::string gone = RawClient(port_).request("DELETE /api/me", known);
  EXPECT_THAT(gone, StartsWith("HTTP/1.1 204"));
  EXPECT_EQ(header(gone, "Content-Length"), "");
  EXPECT_EQ(header(gone, "Content-Type"), "");
  for (const char* call : {"POST /api/me", "DELETE /api/me"}) {
    const std::string changed = RawClient(port_).request(call, known, R"({"name":"Emmy"})");
    EXPECT_NE(header(changed, "Set-Cookie"), "") << call;
    EXPECT_THAT(header(changed, "Cache-Control"), HasSubstr("private")) << call;
  }
}

TEST_F(HttpTest, SendsAllowHeader) {
  begin();
  for (const char* path : {"/", "/engine.wasm", "/healthz"})
    EXPECT_EQ(header(RawClient(port_).request(std::string("POST ") + path), "Allow"), "GET, HEAD");
  const std::string me = RawClient(port_).request("PUT /api/me");
  EXPECT_THAT(me, StartsWith("HTTP/1.1 405"));
  EXPECT_EQ(header(me, "Allow"), "GET, HEAD, POST, DELETE");
  const std::string head = RawClient(port_).request("HEAD /api/me");
  EXPECT_THAT(head, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(head, testing::EndsWith("\r\n\r\n"));
  EXPECT_THAT(me, HasSubstr(R"({"error":{"code":"http.method_not_allowed","message":"Method not)"));
  EXPECT_EQ(header(get("/api/teapot"), "Allow"), "GET");  // of the handler
}

TEST_F(HttpTest, SendsDateHeader) {
  begin();
  for (const char* path : {"/", "/api/me", "/nothing", "/healthz"})
    EXPECT_THAT(header(get(path), "Date"),
                testing::MatchesRegex("[A-Z][a-z]+, [0-9]+ [A-Z][a-z]+ [0-9]+ [0-9:]+ GMT"));
}

TEST_F(HttpTest, HidesDotFiles) {
  for (const char* name : {".vite", ".well-known", ".well-known/.git"})
    std::filesystem::create_directory(folder_ / name);
  put(".vite/manifest.json", 10);
  put(".well-known/assetlinks.json", 10);
  put(".well-known/.git/config", 10);
  put(".env", 10);
  begin();
  for (const char* path : {"/.vite/manifest.json", "/.env", "/.well-known/.git/config"})
    EXPECT_THAT(get(path), StartsWith("HTTP/1.1 404")) << path;
  EXPECT_THAT(get("/.well-known/assetlinks.json"), StartsWith("HTTP/1.1 200"));
}

// Timeouts below are short, so that the tests are.
ListenerConfig short_tempered() {
  ListenerConfig config;
  config.limits.handshake_timeout = milliseconds(300);
  config.limits.keep_alive_timeout = milliseconds(300);
  config.limits.stall_timeout = milliseconds(300);
  config.limits.min_rate = 20'000;
  config.limits.max_unsent_bytes = 16 * 1024;
  return config;
}

// Reads `piece` bytes at a time and rests in between; answers how many came.
std::size_t read_slowly(RawClient& client, std::size_t piece, milliseconds rest) {
  std::size_t all = 0;
  while (const std::size_t got = client.drop(piece)) {
    all += got;
    std::this_thread::sleep_for(rest);
  }
  return all;
}

TEST_F(HttpTest, ServesSlowReader) {
  put("large.bin", 300'000);
  begin(short_tempered());
  RawClient client(port_, "127.0.0.1", 4096);
  client.write("GET /large.bin HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
  const auto began = std::chrono::steady_clock::now();
  const std::size_t got = read_slowly(client, 3000, milliseconds(10));
  EXPECT_GT(got, 300'000U);  // and a head
  EXPECT_GT(std::chrono::steady_clock::now() - began, 3 * short_tempered().limits.stall_timeout);
  EXPECT_EQ(traffic().closed_slow, 0U);
}

TEST_F(HttpTest, AbortsStalledReader) {
  put("large.bin", 1'000'000);  // which the system would take whole
  begin(short_tempered());
  RawClient client(port_, "127.0.0.1", 4096);
  client.write("GET /large.bin HTTP/1.1\r\nHost: here\r\n\r\n");
  EXPECT_TRUE(soon(
      [](const TrafficCounters& now) { return now.closed_slow == 1 && now.connections == 0; }));
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(traffic().closed_silent, 0U);
}

TEST_F(HttpTest, AbortsTricklingReader) {
  put("large.bin", 8'000'000);
  begin(short_tempered());
  RawClient client(port_, "127.0.0.1", 4096);
  client.write("GET /large.bin HTTP/1.1\r\nHost: here\r\n\r\n");
  const std::size_t got = read_slowly(client, 500, milliseconds(50));  // 10 kB/s
  EXPECT_LT(got, 200'000U);
  EXPECT_EQ(traffic().closed_slow, 1U);
}

TEST_F(HttpTest, AcceptsSlowRequestAndAbortsTrickle) {
  begin(short_tempered());
  const std::string body(40'000, 'y');
  RawClient slow(port_);
  slow.write(
      "POST /api/x HTTP/1.1\r\nHost: here\r\nContent-Length: 40000\r\nConnection: close\r\n\r\n");
  for (std::size_t at = 0; at < body.size(); at += 1000) {  // 50 kB/s, and longer than a handshake
    slow.write(body.substr(at, 1000));
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_TRUE(slow.is_closed());
  EXPECT_THAT(slow.read_until("y"), StartsWith("HTTP/1.1 200"));

  for (const char* begun : {"GET / HTTP/1.1\r\nHost: here\r\nX: ",
                            "POST /api/x HTTP/1.1\r\nHost: here\r\nContent-Length: 999\r\n\r\n"}) {
    RawClient trickle(port_);
    trickle.write(begun);
    int sent = 0;
    for (; sent < 200 && !trickle.is_closed(20); ++sent) trickle.write("z");
    EXPECT_LT(sent, 100) << begun;
  }
  EXPECT_TRUE(soon([](const TrafficCounters& now) { return now.closed_silent == 2; }));
}

TEST_F(HttpTest, WaitsForSlowHandler) {
  begin(short_tempered());
  RawClient client(port_);
  client.write("GET /api/late HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
  std::this_thread::sleep_for(milliseconds(900));
  loop_->post([this] { std::exchange(echo_.late, {})({200, "text/plain", "at last"}); });
  EXPECT_THAT(client.read_until("at last"), HasSubstr("at last"));
}

TEST_F(HttpTest, ClosesIdleConnection) {
  put("large.bin", 300'000);
  begin(short_tempered());
  RawClient once_quick(port_);
  once_quick.write("GET /large.bin HTTP/1.1\r\nHost: here\r\n\r\n");
  for (std::size_t got = 0; got < 300'000;) {
    const std::size_t more = once_quick.drop(65'536);
    ASSERT_GT(more, 0U);
    got += more;
  }
  // What it has taken before buys no time for a request that trickles.
  once_quick.write("POST /api/x HTTP/1.1\r\nHost: here\r\nContent-Length: 999\r\n\r\n");
  int sent = 0;
  for (; sent < 200 && !once_quick.is_closed(20); ++sent) once_quick.write("z");
  EXPECT_LT(sent, 100);

  RawClient idle(port_);
  idle.write("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n");
  EXPECT_TRUE(idle.is_closed());
}

TEST_F(HttpTest, RespondsBeforeReadingWholeBody) {
  begin();
  for (int i = 0; i < 20; ++i) {
    RawClient client(port_);
    client.write("POST /api/x HTTP/1.1\r\nHost: here\r\nContent-Length: 900000\r\n\r\n" +
                 std::string(200'000, 'a'));
    EXPECT_TRUE(client.is_closed());
    EXPECT_THAT(client.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 413"));
  }
}

TEST_F(HttpTest, StartsIdleTimeoutAfterDelivery) {
  put("small.bin", 12'000);  // which the system takes at once, and the client does not
  ListenerConfig config = short_tempered();
  config.limits.stall_timeout = milliseconds(5'000);
  begin(std::move(config));
  RawClient client(port_, "127.0.0.1", 1024);
  client.write("GET /small.bin HTTP/1.1\r\nHost: here\r\n\r\n");
  std::this_thread::sleep_for(milliseconds(1'200));  // longer than idle connections are kept
  EXPECT_EQ(traffic().connections, 1U);
  EXPECT_GT(read_slowly(client, 4000, milliseconds(10)), 12'000U);
}

TEST_F(HttpTest, ClosesAfterDelivery) {
  put("small.bin", 12'000);  // which the system takes at once, and the client does not
  ListenerConfig config = short_tempered();
  config.limits.stall_timeout = milliseconds(5'000);
  begin(std::move(config));
  RawClient client(port_, "127.0.0.1", 1024);
  client.write("GET /small.bin HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_EQ(traffic().connections, 1U);
  EXPECT_GT(read_slowly(client, 4000, milliseconds(10)), 12'000U);
}

TEST_F(HttpTest, AbortsStalledWebSocket) {
  ListenerConfig config = short_tempered();
  config.limits.idle_timeout = milliseconds(400);
  begin(std::move(config));
  RawClient client(port_, "127.0.0.1", 4096);
  client.upgrade("/ws");
  client.frame("much");  // fewer messages than may wait, and more bytes than the system takes
  EXPECT_TRUE(soon([](const TrafficCounters& now) { return now.frames_in == 1; }));
  EXPECT_TRUE(
      soon([](const TrafficCounters& now) { return now.closed_silent == 1 && now.sockets == 0; }));
  EXPECT_EQ(traffic().closed_slow, 0U);
}

TEST_F(HttpTest, RestrictsMetrics) {
  ListenerConfig config;
  config.proxies = {"127.0.0.3"};
  config.metrics_allow = {"9.9.9.9", "127.0.0.5"};
  begin(std::move(config));
  const auto asked = [&](const char* from, const std::string& forwarded) {
    const std::string headers = forwarded.empty() ? "" : "X-Forwarded-For: " + forwarded + "\r\n";
    return RawClient(port_, from).request("GET /metrics", headers).substr(9, 3);
  };
  EXPECT_EQ(asked("127.0.0.1", ""), "200");         // this machine
  EXPECT_EQ(asked("127.0.0.3", ""), "200");         // the proxy's machine, for itself
  EXPECT_EQ(asked("127.0.0.3", "9.9.9.9"), "200");  // a watcher behind the proxy
  EXPECT_EQ(asked("127.0.0.3", "8.8.8.8"), "404");
  EXPECT_EQ(asked("127.0.0.3", "127.0.0.1"), "404");         // any client can send this header
  EXPECT_EQ(asked("127.0.0.3", "9.9.9.9, 8.8.8.8"), "404");  // what the proxy adds comes last
  EXPECT_EQ(asked("127.0.0.3", "8.8.8.8, 9.9.9.9"), "200");
  EXPECT_EQ(asked("127.0.0.3", "8.8.8.8, 7.7.7.7, 9.9.9.9"), "200");
  // A proxy may add a line of its own below the one that a client wrote.
  EXPECT_EQ(asked("127.0.0.3", "9.9.9.9\r\nX-Forwarded-For: 8.8.8.8"), "404");
  EXPECT_EQ(asked("127.0.0.3", "8.8.8.8\r\nX-Forwarded-For: 9.9.9.9"), "200");
  EXPECT_EQ(asked("127.0.0.1", "8.8.8.8"), "200");  // no proxy: it is not believed
}

}  // namespace
}  // namespace coset::net
