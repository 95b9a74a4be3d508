#include "server/net/headers.hpp"

#include <gtest/gtest.h>

namespace coset::net {
namespace {

TEST(Headers, ParsesAcceptEncoding) {
  for (const char* yes : {"br", "gzip, deflate, br", "gzip,br", "BR", "br;q=1.0", "br ; q=0.001",
                          "gzip;q=0, br", "*", "gzip, *;q=0.5", "*;q=0, br"})
    EXPECT_TRUE(accepts_encoding(yes, "br")) << yes;
  for (const char* no : {"", "gzip", "br;q=0", "br;q=0.000", "br; Q=0", "brotli", "x-br", "gzip;br",
                         "*;q=0", "br;q=0, *", "identity", ",;,="})
    EXPECT_FALSE(accepts_encoding(no, "br")) << no;
}

TEST(Headers, ValidatesHost) {
  for (const char* yes :
       {"play.example", "127.0.0.1:8080", "[::1]:8080", "a", "", "xn--bcher-kva.example"})
    EXPECT_TRUE(is_host(yes)) << yes;
  for (const char* no : {"a/b", "me@play.example", "a b", "a\"b", "<a>", "a?b", "a#b", "a\\b"})
    EXPECT_FALSE(is_host(no)) << no;
  EXPECT_FALSE(is_host(std::string(256, 'a')));
}

TEST(Headers, ValidatesWebSocketKey) {
  EXPECT_TRUE(is_socket_key("dGhlIHNhbXBsZSBub25jZQ=="));
  for (const char* no :
       {"", "x", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZ!==", "dGhlIHNhbXBsZSBub25jZQ==="})
    EXPECT_FALSE(is_socket_key(no)) << no;
}

TEST(Headers, FormatsDate) {
  const auto at = [](std::int64_t seconds) {
    return std::chrono::system_clock::time_point(std::chrono::seconds(seconds));
  };
  EXPECT_EQ(http_date(at(784111777)), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(at(0)), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(http_date(at(951827696)), "Tue, 29 Feb 2000 12:34:56 GMT");
}

}  // namespace
}  // namespace coset::net
