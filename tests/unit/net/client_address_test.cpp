#include "server/net/client_address.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace coset::net {
namespace {

TEST(ClientAddress, TrustsOnlyConfiguredProxies) {
  const Client client = resolve_client("10.0.0.9", "1.2.3.4", "https", {"10.0.0.1"});
  EXPECT_EQ(client.address, "10.0.0.9");
  EXPECT_FALSE(client.secure);
  EXPECT_TRUE(client.direct);
}

TEST(ClientAddress, TakesLastUntrustedAddress) {
  const std::vector<std::string> proxies = {"10.0.0.1", "10.0.0.2"};
  const Client client =
      resolve_client("10.0.0.1", "6.6.6.6, 1.2.3.4 ,10.0.0.2", "http, HTTPS", proxies);
  EXPECT_EQ(client.address, "1.2.3.4");
  EXPECT_TRUE(client.secure);
  EXPECT_FALSE(client.direct);
  EXPECT_EQ(resolve_client("10.0.0.1", "no address", "", proxies).address, "10.0.0.1");
  EXPECT_EQ(resolve_client("10.0.0.1", "", "", proxies).address, "10.0.0.1");
  EXPECT_TRUE(resolve_client("10.0.0.1", "", "", proxies).direct);
}

TEST(ClientAddress, NormalizesAddresses) {
  EXPECT_EQ(address_of("::ffff:127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(address_of("0:0:0:0:0:0:0:1"), "::1");
  EXPECT_EQ(address_of("localhost"), std::nullopt);
}

TEST(ClientAddress, ParsesOrigins) {
  EXPECT_EQ(origin_of("https://play.example/t/x"), "https://play.example");
  EXPECT_EQ(origin_of("http://10.0.0.1:8080"), "http://10.0.0.1:8080");
  EXPECT_EQ(origin_of("ftp://x"), std::nullopt);
  EXPECT_EQ(origin_of("https://"), std::nullopt);
  EXPECT_EQ(origin_of("https://a@b"), std::nullopt);
}

TEST(ClientAddress, AcceptsOwnOriginOnly) {
  EXPECT_TRUE(is_our_origin("", "x", std::nullopt));
  EXPECT_TRUE(is_our_origin("http://10.0.0.1:8080", "10.0.0.1:8080", std::nullopt));
  EXPECT_FALSE(is_our_origin("http://evil.example", "10.0.0.1:8080", std::nullopt));
  EXPECT_FALSE(is_our_origin("null", "10.0.0.1:8080", std::nullopt));
  EXPECT_FALSE(is_our_origin("null", "", std::nullopt));
  const std::string ours = "https://play.example";
  EXPECT_TRUE(is_our_origin("https://play.example", "whatever", ours));
  EXPECT_FALSE(is_our_origin("http://play.example", "play.example", ours));
  EXPECT_FALSE(is_our_origin("https://evil.example", "evil.example", ours));
}

TEST(ConnectionLimiter, CountsOpenConnections) {
  ConnectionLimiter limiter(2);
  auto first = limiter.acquire("10.0.0.1"), second = limiter.acquire("10.0.0.1");
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(limiter.acquire("10.0.0.1"));
  EXPECT_TRUE(limiter.acquire("10.0.0.2"));
  first.reset();
  EXPECT_TRUE(limiter.acquire("10.0.0.1"));
}

TEST(AddressesTest, CountsIpv6ByItsNetwork) {
  ConnectionLimiter limiter(1);
  const auto first = limiter.acquire("2001:db8::1");
  EXPECT_FALSE(limiter.acquire("2001:db8::ffff"));
  EXPECT_TRUE(limiter.acquire("2001:db8:0:1::1"));
}

TEST(AddressesTest, CountsIpv6ByItsSiteToo) {
  EXPECT_EQ(site_of("2001:db8:1:2::3"), "2001:db8:1::/48");
  EXPECT_EQ(site_of("10.0.0.1"), "");
  EXPECT_EQ(site_of("::ffff:10.0.0.1"), "");
  ConnectionLimiter limiter(2);
  std::vector<ConnectionLimiter::Lease> leases;
  for (int network = 0; network < 12; ++network)
    leases.push_back(limiter.acquire("2001:db8:1:" + std::to_string(network) + "::1"));
  EXPECT_EQ(std::count(leases.begin(), leases.end(), nullptr), 4);
  EXPECT_TRUE(limiter.acquire("2001:db8:2::1"));
  leases.front().reset();
  EXPECT_TRUE(limiter.acquire("2001:db8:1:99::1"));
}

}  // namespace
}  // namespace coset::net
