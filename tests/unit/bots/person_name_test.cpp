#include "engine/bots/person_name.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "engine/bots/bot.hpp"

namespace coset::bots {
namespace {

void append(std::string& out, char32_t c) {
  const auto byte = [&](char32_t value) { out.push_back(static_cast<char>(value)); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xc0 | c >> 6);
  } else if (c < 0x10000) {
    byte(0xe0 | c >> 12);
    byte(0x80 | (c >> 6 & 0x3f));
  } else {
    byte(0xf0 | c >> 18);
    byte(0x80 | (c >> 12 & 0x3f));
    byte(0x80 | (c >> 6 & 0x3f));
  }
  byte(0x80 | (c & 0x3f));
}

std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out.push_back(text[i]);
      continue;
    }
    const std::size_t end = text.find('}', i);
    append(out, static_cast<char32_t>(std::stoul(text.substr(i + 3, end - i - 3), nullptr, 16)));
    i = end;
  }
  return out;
}

std::string verdict(std::string_view name) {
  const auto error = name_error(name);
  return error ? std::string(error->code) : "good";
}

TEST(PersonName, IsJudgedAsTheSharedListSays) {
  std::ifstream file(COSET_TESTS_DIR "/unit/bots/names.txt");
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    ASSERT_NE(tab, line.npos) << line;
    const std::string name = unescaped(line.substr(tab + 1));
    EXPECT_EQ(verdict(name), line.substr(0, tab)) << line;
    if (!name_error(name)) EXPECT_TRUE(can_be_kept(name)) << line;
    ++count;
  }
  EXPECT_GT(count, 90);
}

TEST(PersonName, OfTheMostCharactersFitsARecordInBytes) {
  std::string longest;
  for (std::size_t i = 0; i < max_name_characters; ++i) append(longest, 0x1f642);
  EXPECT_EQ(longest.size(), max_name_bytes);
  EXPECT_EQ(verdict(longest), "good");
  EXPECT_TRUE(can_be_kept(longest));
  EXPECT_FALSE(can_be_kept(longest + "a"));
}

TEST(PersonName, IsNoBotsAndNoBrokenText) {
  for (const BotInfo& each : all_bots()) EXPECT_EQ(verdict(each.name), "name.bot") << each.name;
  for (const char* bad : {"\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe0\x80\x80"})
    EXPECT_EQ(verdict(bad), "name.character");
}

}  // namespace
}  // namespace coset::bots
