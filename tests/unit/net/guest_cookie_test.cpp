#include "server/net/guest_cookie.hpp"

#include <gtest/gtest.h>

namespace coset::net {
namespace {

GuestCookies::Key key(std::uint8_t first) {
  GuestCookies::Key out{};
  out[0] = first;
  return out;
}

TEST(GuestCookies, RoundTrips) {
  const GuestCookies cookies(key(1));
  node::GuestIdentity emmy = cookies.create();
  EXPECT_NE(emmy.id, cookies.create().id);
  emmy.name = "Émilie du Châtelet";
  const auto known = cookies.read(cookies.write(emmy));
  ASSERT_TRUE(known);
  EXPECT_EQ(known->id, emmy.id);
  EXPECT_EQ(known->name, emmy.name);
  EXPECT_FALSE(known->account);
}

TEST(GuestCookies, RejectsTampering) {
  const GuestCookies cookies(key(1));
  const std::string value = cookies.write(cookies.create());
  EXPECT_FALSE(GuestCookies(key(2)).read(value));
  for (std::size_t i = 0; i < value.size(); ++i) {
    std::string changed = value;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_FALSE(cookies.read(changed)) << i;
    EXPECT_FALSE(cookies.read(value.substr(0, i))) << i;
  }
  EXPECT_FALSE(cookies.read(value + "0"));
}

TEST(GuestCookies, FindsCookieInHeader) {
  const GuestCookies cookies(key(1));
  const node::GuestIdentity emmy = cookies.create();
  const std::string value = cookies.write(emmy);
  EXPECT_EQ(cookies.from_header("a=b; coset=" + value)->id, emmy.id);
  EXPECT_EQ(cookies.from_header("coset=forged; coset=" + value + "; c=d")->id, emmy.id);
  EXPECT_FALSE(cookies.from_header("acoset=" + value));
  EXPECT_FALSE(cookies.from_header("coset; =; ;;"));
  EXPECT_FALSE(cookies.from_header(""));
}

TEST(GuestCookies, SetsSecureForHttpsOnly) {
  const GuestCookies cookies(key(1));
  const std::string plain = cookies.set_cookie_header(cookies.create(), false);
  EXPECT_NE(plain.find("; HttpOnly; SameSite=Lax"), plain.npos);
  EXPECT_EQ(plain.find("Secure"), plain.npos);
  EXPECT_NE(cookies.set_cookie_header(cookies.create(), true).find("; Secure"), plain.npos);
}

TEST(GuestCookies, ReplacesNamesNoLongerAllowed) {
  const GuestCookies cookies(key(1));
  node::GuestIdentity emmy = cookies.create();
  const std::string first = emmy.name;
  emmy.name = "level8";
  const auto known = cookies.read(cookies.write(emmy));
  ASSERT_TRUE(known);
  EXPECT_EQ(known->id, emmy.id);
  EXPECT_EQ(known->name, first);
}

}  // namespace
}  // namespace coset::net
