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
  for (const auto& [name, secure] : {std::pair<std::string, bool>{"coset", false},
                                     std::pair<std::string, bool>{"__Host-coset", true}}) {
    for (const std::string& header :
         {"a=b; " + name + "=" + value, name + "=forged; " + name + "=" + value + "; c=d"}) {
      const auto known = cookies.identify(header, secure);
      EXPECT_EQ(known.id, emmy.id) << header;
      EXPECT_FALSE(known.is_new) << header;
    }
    for (const std::string& header : {"a" + name + "=" + value, name + "; =; ;;", std::string()})
      EXPECT_TRUE(cookies.identify(header, secure).is_new) << header;
  }
}

// A host of the same domain can set `coset`, with a guest of its own, and not __Host-coset.
TEST(GuestCookies, APlantedCookieGivesItsNameAndNothingElse) {
  const GuestCookies cookies(key(1));
  node::GuestIdentity emmy = cookies.create(), mallory = cookies.create();
  emmy.name = "Emmy";
  mallory.name = "Mallory";
  const std::string own = "__Host-coset=" + cookies.write(emmy);
  const std::string planted = "coset=" + cookies.write(mallory);
  const auto first = cookies.identify(planted, true), second = cookies.identify(planted, true);
  for (const auto& guest : {first, second}) {
    EXPECT_TRUE(guest.is_new);
    EXPECT_EQ(guest.name, "Mallory");
    EXPECT_NE(guest.id, mallory.id);
  }
  EXPECT_NE(first.id, second.id);
  for (const std::string& header : {planted + "; " + own, own + "; " + planted}) {
    const auto guest = cookies.identify(header, true);
    EXPECT_FALSE(guest.is_new);
    EXPECT_EQ(guest.id, emmy.id);
    EXPECT_EQ(guest.name, "Emmy");
  }
  // Beside a forged one it is still the old one alone.
  EXPECT_TRUE(cookies.identify("__Host-coset=forged; " + planted, true).is_new);
  // No browser sends the new name over plain http.
  EXPECT_TRUE(cookies.identify(own, false).is_new);
  EXPECT_EQ(cookies.identify(planted, false).id, mallory.id);
}

TEST(GuestCookies, HasThePrefixOverHttpsOnly) {
  const GuestCookies cookies(key(1));
  const node::GuestIdentity emmy = cookies.create();
  EXPECT_EQ(cookies.set_cookie_header(emmy, false),
            "coset=" + cookies.write(emmy) + "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
  // What the prefix requires: Secure, Path=/ and no Domain.
  EXPECT_EQ(cookies.set_cookie_header(emmy, true),
            "__Host-coset=" + cookies.write(emmy) +
                "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure");
  using Headers = std::vector<std::string>;
  EXPECT_EQ(GuestCookies::expired_cookie_headers(false),
            Headers{"coset=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"});
  EXPECT_EQ(GuestCookies::expired_cookie_headers(true),
            (Headers{"__Host-coset=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
                     "coset=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"}));
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
