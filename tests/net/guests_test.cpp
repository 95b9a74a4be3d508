#include "net/guests.hpp"

#include <gtest/gtest.h>

namespace coset::net {
namespace {

Guests::Key key(std::uint8_t first) {
  Guests::Key out{};
  out[0] = first;
  return out;
}

TEST(GuestsTest, KnowsItsOwnAgain) {
  const Guests guests(key(1));
  serve::Visitor emmy = guests.fresh();
  EXPECT_NE(emmy.id, guests.fresh().id);
  emmy.name = "Émilie du Châtelet";
  const auto known = guests.read(guests.write(emmy));
  ASSERT_TRUE(known);
  EXPECT_EQ(known->id, emmy.id);
  EXPECT_EQ(known->name, emmy.name);
  EXPECT_FALSE(known->account);
}

TEST(GuestsTest, RefusesEveryChangedByteAndAnotherKey) {
  const Guests guests(key(1));
  const std::string value = guests.write(guests.fresh());
  EXPECT_FALSE(Guests(key(2)).read(value));
  for (std::size_t i = 0; i < value.size(); ++i) {
    std::string changed = value;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_FALSE(guests.read(changed)) << i;
    EXPECT_FALSE(guests.read(value.substr(0, i))) << i;
  }
  EXPECT_FALSE(guests.read(value + "0"));
}

TEST(GuestsTest, FindsItsCookieAmongOthers) {
  const Guests guests(key(1));
  const serve::Visitor emmy = guests.fresh();
  const std::string value = guests.write(emmy);
  EXPECT_EQ(guests.from_header("a=b; coset=" + value)->id, emmy.id);
  EXPECT_EQ(guests.from_header("coset=forged; coset=" + value + "; c=d")->id, emmy.id);
  EXPECT_FALSE(guests.from_header("acoset=" + value));
  EXPECT_FALSE(guests.from_header("coset; =; ;;"));
  EXPECT_FALSE(guests.from_header(""));
}

TEST(GuestsTest, IsSecureOnlyWhereTheSchemeIs) {
  const Guests guests(key(1));
  const std::string plain = guests.to_header(guests.fresh(), false);
  EXPECT_NE(plain.find("; HttpOnly; SameSite=Lax"), plain.npos);
  EXPECT_EQ(plain.find("Secure"), plain.npos);
  EXPECT_NE(guests.to_header(guests.fresh(), true).find("; Secure"), plain.npos);
}

TEST(GuestsTest, GivesAnotherNameForOneThatNobodyGetsNow) {
  const Guests guests(key(1));
  serve::Visitor emmy = guests.fresh();
  const std::string first = emmy.name;
  emmy.name = "level8";
  const auto known = guests.read(guests.write(emmy));
  ASSERT_TRUE(known);
  EXPECT_EQ(known->id, emmy.id);
  EXPECT_EQ(known->name, first);
}

}  // namespace
}  // namespace coset::net
