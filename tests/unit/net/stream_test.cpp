// Bodies that are made part by part while they are sent.
#include "unit/net/server_fixture.hpp"

namespace coset::net {
namespace {

using Part = node::BodyStream::Part;
using Parts = std::vector<std::optional<Part>>;

class GivenParts final : public node::BodyStream {
 public:
  GivenParts(Parts parts, int& asked, const bool& in_event)
      : parts_(std::move(parts)), asked_(asked), in_event_(in_event) {}
  void next(std::function<void(std::optional<Part>)> done) override {
    EXPECT_TRUE(in_event_);  // its work is counted
    ++asked_;
    done(parts_.at(given_++));
  }

 private:
  Parts parts_;
  std::size_t given_ = 0;
  int& asked_;
  const bool& in_event_;
};

class StreamTest : public ServerTest {
 protected:
  void answer(const std::string& first, const Parts& rest) {
    echo_.made = [this, first, rest] {
      node::Response out{200, "text/csv", first};
      out.rest = std::make_shared<GivenParts>(rest, asked_, echo_.in_event);
      return out;
    };
    begin();
  }
  // A whole answer, at whose end the server closes the connection or waits for the next request.
  std::string get_made(const std::string& method, const std::string& version,
                       const std::string& end) {
    client_.emplace(port_);
    client_->write(method + " /api/made HTTP/" + version + "\r\nHost: here\r\n\r\n");
    return client_->read_until(end);
  }
  static std::string body(const std::string& answer) {
    return answer.substr(answer.find("\r\n\r\n") + 4);
  }
  // It waits for another request.
  bool is_kept() {
    client_->write("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n");
    return client_->read_until("alive").find("alive") != std::string::npos;
  }

  int asked_ = 0;  // for parts after the first
  std::optional<RawClient> client_;
};

// An empty part is not the end.
TEST_F(StreamTest, SendsChunks) {
  answer("a,b\n", {Part{"1,2\n"}, Part{""}, Part{std::string(20, 'x')}, Part{"", true}});
  const std::string got = get_made("GET", "1.1", "\r\n0\r\n\r\n");
  EXPECT_THAT(got, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(got, HasSubstr("Transfer-Encoding: chunked\r\n"));
  EXPECT_THAT(got, Not(HasSubstr("Content-Length")));
  EXPECT_EQ(body(got),
            "4\r\na,b\n\r\n4\r\n1,2\n\r\n14\r\n" + std::string(20, 'x') + "\r\n0\r\n\r\n");
  EXPECT_TRUE(is_kept());
}

TEST_F(StreamTest, TheLastPartIsSent) {
  answer("", {Part{"all", true}});
  EXPECT_EQ(body(get_made("GET", "1.1", "\r\n0\r\n\r\n")), "3\r\nall\r\n0\r\n\r\n");
}

// It knows no chunks: the end is that of the connection, whatever it asks for.
TEST_F(StreamTest, ClientOfHttp10HasItAsItIs) {
  answer("a,b\n", {Part{"1,2\n"}, Part{"3,4\n", true}});
  for (const char* asked : {"", "Connection: keep-alive\r\n"}) {
    RawClient client(port_);
    client.write("GET /api/made HTTP/1.0\r\nHost: here\r\n" + std::string(asked) + "\r\n");
    EXPECT_TRUE(client.is_closed());
    EXPECT_FALSE(client.is_reset());
    const std::string got = client.read_until("never");
    EXPECT_THAT(got, Not(HasSubstr("Transfer-Encoding")));
    EXPECT_THAT(got, Not(HasSubstr("Content-Length")));
    EXPECT_EQ(body(got), "a,b\n1,2\n3,4\n");
  }
}

TEST_F(StreamTest, CutFileHasNoLastChunk) {
  answer("a,b\n", {Part{"1,2\n"}, std::nullopt});
  const std::string got = get_made("GET", "1.1", "never");
  EXPECT_TRUE(client_->is_closed());
  EXPECT_EQ(body(got), "4\r\na,b\n\r\n4\r\n1,2\n\r\n");
}

TEST_F(StreamTest, CutFileIsAResetToAClientOfHttp10) {
  answer("a,b\n", {Part{"1,2\n"}, std::nullopt});
  get_made("GET", "1.0", "never");
  EXPECT_TRUE(client_->is_reset());
}

TEST_F(StreamTest, HeadMakesNoParts) {
  answer("a,b\n", {Part{"1,2\n", true}});
  const std::string got = get_made("HEAD", "1.1", "\r\n\r\n");
  EXPECT_THAT(got, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(got, HasSubstr("Transfer-Encoding: chunked\r\n"));
  EXPECT_EQ(body(got), "");
  EXPECT_TRUE(is_kept());
  EXPECT_EQ(traffic().requests, 2U);
  EXPECT_EQ(asked_, 0);
}

}  // namespace
}  // namespace coset::net
