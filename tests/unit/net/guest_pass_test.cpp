// Letters for another device: what they open, and what nobody can find without them.
#include "server/net/guest_pass.hpp"

#include <gtest/gtest.h>

#include <set>

namespace coset::net {
namespace {

const GuestCookies cookies(GuestCookies::Key{1, 2, 3});
const GuestCookies others(GuestCookies::Key{3, 2, 1});

TEST(GuestPass, ReadsLettersHoweverTheyAreTyped) {
  for (const char* text : {"ABCDEFGH", "abcdefgh", "ABCD EFGH", "abcd-efgh", " A B-C D E F G H "})
    EXPECT_EQ(parse_letters(text), "ABCDEFGH") << text;
  for (const char* text : {"", "ABCDEFG", "ABCDEFGHJ", "ABCDEFGI", "ABCDEFGO", "ABCDEFGU",
                           "ABCDEFG1", "ABCDEFG\xc3\x84", "--------"})
    EXPECT_EQ(parse_letters(text), std::nullopt) << text;
}

TEST(GuestPass, DrawsLettersThatItReads) {
  std::set<std::string> drawn;
  std::set<char> symbols;
  for (int i = 0; i < 200; ++i) {
    const std::string letters = draw_letters();
    EXPECT_EQ(parse_letters(letters), letters);
    symbols.insert(letters.begin(), letters.end());
    drawn.insert(letters);
  }
  EXPECT_EQ(drawn.size(), 200U);
  EXPECT_EQ(symbols.size(), pass_symbols.size());
}

TEST(GuestPass, OpensTheGuestByTheLettersAlone) {
  node::GuestIdentity guest = cookies.create();
  guest.name = "Emmy";
  const std::string sealed = seal_guest(cookies, "ABCDEFGH", guest);
  const auto opened = unseal_guest(cookies, "ABCDEFGH", sealed);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->id, guest.id);
  EXPECT_EQ(opened->name, "Emmy");
  EXPECT_FALSE(opened->is_new);
  EXPECT_FALSE(unseal_guest(cookies, "ABCDEFGJ", sealed));
  EXPECT_FALSE(unseal_guest(others, "ABCDEFGH", sealed));
  for (std::size_t i = 0; i < sealed.size(); i += 7) {
    std::string flipped = sealed;
    flipped[i] = flipped[i] == '0' ? '1' : '0';
    EXPECT_FALSE(unseal_guest(cookies, "ABCDEFGH", flipped));
  }
  for (const std::string& broken : {std::string(), std::string("zz"), sealed.substr(0, 60)})
    EXPECT_FALSE(unseal_guest(cookies, "ABCDEFGH", broken));
}

TEST(GuestPass, TellsTheStoreNeitherLettersNorGuest) {
  const node::GuestIdentity guest = cookies.create();
  const std::string digest = pass_digest(cookies, "ABCDEFGH");
  const std::string sealed = seal_guest(cookies, "ABCDEFGH", guest);
  EXPECT_EQ(digest, pass_digest(cookies, "ABCDEFGH"));
  // Without the cookie key nobody can try letters.
  EXPECT_NE(digest, pass_digest(others, "ABCDEFGH"));
  EXPECT_NE(digest, pass_digest(cookies, "ABCDEFGJ"));
  EXPECT_NE(sealed, seal_guest(cookies, "ABCDEFGH", guest));  // another nonce
  for (const std::string& secret : {guest.id, std::string("ABCDEFGH"), cookies.write(guest)})
    for (const std::string& stored : {digest, sealed}) {
      EXPECT_EQ(stored.find(secret), stored.npos);
    }
}

TEST(GuestPass, ReadsNoLettersInAMalformedBody) {
  for (const char* body : {"", "[]", "{", R"({"letters":7})", R"({"letter":"ABCDEFGH"})"}) {
    node::Request request{"POST", "/api/pass", body, cookies.create()};
    EXPECT_TRUE(PassExchange(cookies, request).malformed()) << body;
  }
  node::Request wrong{"POST", "/api/pass", R"({"letters":"no letters"})", cookies.create()};
  EXPECT_FALSE(PassExchange(cookies, wrong).malformed());
  EXPECT_EQ(wrong.pass->digest, "");
}

}  // namespace
}  // namespace coset::net
