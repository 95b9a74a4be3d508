#include "net/client.hpp"

#include <gtest/gtest.h>

namespace coset::net {
namespace {

TEST(ClientTest, BelievesNobodyItWasNotToldOf) {
  const Client client = client_of("10.0.0.9", "1.2.3.4", "https", {"10.0.0.1"});
  EXPECT_EQ(client.address, "10.0.0.9");
  EXPECT_FALSE(client.secure);
  EXPECT_TRUE(client.direct);
}

TEST(ClientTest, TakesTheLastAddressThatIsNoProxy) {
  const std::vector<std::string> proxies = {"10.0.0.1", "10.0.0.2"};
  const Client client = client_of("10.0.0.1", "6.6.6.6, 1.2.3.4 ,10.0.0.2", "http, HTTPS", proxies);
  EXPECT_EQ(client.address, "1.2.3.4");
  EXPECT_TRUE(client.secure);
  EXPECT_FALSE(client.direct);
  EXPECT_EQ(client_of("10.0.0.1", "no address", "", proxies).address, "10.0.0.1");
  EXPECT_EQ(client_of("10.0.0.1", "", "", proxies).address, "10.0.0.1");
  EXPECT_TRUE(client_of("10.0.0.1", "", "", proxies).direct);
}

TEST(ClientTest, WritesAddressesInOneWay) {
  EXPECT_EQ(address_of("::ffff:127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(address_of("0:0:0:0:0:0:0:1"), "::1");
  EXPECT_EQ(address_of("localhost"), std::nullopt);
}

TEST(ClientTest, ReadsOrigins) {
  EXPECT_EQ(origin_of("https://play.example/t/x"), "https://play.example");
  EXPECT_EQ(origin_of("http://10.0.0.1:8080"), "http://10.0.0.1:8080");
  EXPECT_EQ(origin_of("ftp://x"), std::nullopt);
  EXPECT_EQ(origin_of("https://"), std::nullopt);
  EXPECT_EQ(origin_of("https://a@b"), std::nullopt);
}

TEST(ClientTest, LetsOnlyItsOwnPagesIn) {
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

TEST(AddressesTest, CountsWhoIsThere) {
  Addresses addresses(2);
  auto first = addresses.enter("10.0.0.1"), second = addresses.enter("10.0.0.1");
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(addresses.enter("10.0.0.1"));
  EXPECT_TRUE(addresses.enter("10.0.0.2"));
  first.reset();
  EXPECT_TRUE(addresses.enter("10.0.0.1"));
}

TEST(AddressesTest, CountsIpv6ByItsNetwork) {
  Addresses addresses(1);
  const auto first = addresses.enter("2001:db8::1");
  EXPECT_FALSE(addresses.enter("2001:db8::ffff"));
  EXPECT_TRUE(addresses.enter("2001:db8:0:1::1"));
}

}  // namespace
}  // namespace coset::net
