#include "classroom/aliases.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/bots/person_name.hpp"

namespace coset::classroom {
namespace {

TEST(Aliases, AllAreDifferentValidNames) {
  for (const Language language : {Language::en, Language::ar}) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < aliases; ++i) {
      const std::string alias = alias_at(language, i);
      EXPECT_TRUE(seen.insert(alias).second) << alias;
      EXPECT_FALSE(bots::name_error(alias)) << alias;
      EXPECT_TRUE(is_alias(language, alias)) << alias;
    }
  }
}

TEST(Aliases, OthersAreNone) {
  for (const char* text : {"", " ", "Swift", "Swift ", " Otter", "Otter Swift", "Swift  Otter",
                           "Swift Otter ", "swift otter", "<b>Swift Otter"})
    EXPECT_FALSE(is_alias(Language::en, text)) << text;
  EXPECT_TRUE(is_alias(Language::en, "Swift Otter"));
  EXPECT_FALSE(is_alias(Language::ar, "Swift Otter"));
}

TEST(Aliases, EverySeedReachesAllOfThem) {
  for (const std::uint64_t seed : {0ULL, 1ULL, 12345678901234567ULL, ~0ULL}) {
    const auto all = offer_aliases(Language::en, seed, 0, aliases, {});
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), aliases);
  }
}

TEST(Aliases, OffersNoneThatIsTaken) {
  std::vector<std::string> taken;
  for (std::uint64_t pupil = 0; taken.size() < 300; ++pupil) {
    for (const std::string& alias : offer_aliases(Language::en, pupil % 3, pupil % 7, 3, taken)) {
      for (const std::string& other : taken) EXPECT_FALSE(same_alias(alias, other));
      taken.push_back(alias);
    }
  }
  taken = offer_aliases(Language::en, 5, 0, aliases - 1, {});
  EXPECT_EQ(offer_aliases(Language::en, 9, 0, 3, taken).size(), 1U);
}

TEST(Aliases, SkippingShowsOthers) {
  const auto first = offer_aliases(Language::en, 77, 0, 3, {});
  const auto second = offer_aliases(Language::en, 77, 3, 3, {});
  for (const std::string& alias : second)
    EXPECT_EQ(std::count(first.begin(), first.end(), alias), 0) << alias;
}

TEST(Aliases, TwoThatDifferInCaseAreTheSame) {
  EXPECT_TRUE(same_alias("Swift Otter", "swift OTTER"));
  EXPECT_FALSE(same_alias("Swift Otter", "Swift Otte"));
}

}  // namespace
}  // namespace coset::classroom
