#include "base/hex.hpp"

#include <gtest/gtest.h>

namespace coset {
namespace {

TEST(Hex, WritesLowerCase) {
  EXPECT_EQ(to_hex(std::array<std::uint8_t, 3>{0, 0xab, 0xff}), "00abff");
  EXPECT_EQ(to_hex(std::uint64_t{0x1f}), "000000000000001f");
  EXPECT_EQ(to_hex("Az\n"), "417a0a");
}

TEST(Hex, ReadsWhatItWrites) {
  std::array<std::uint8_t, 2> bytes{};
  EXPECT_TRUE(read_hex("0aff", bytes));
  EXPECT_EQ(bytes, (std::array<std::uint8_t, 2>{0x0a, 0xff}));
  EXPECT_EQ(parse_hex64("fedcba9876543210"), 0xfedcba9876543210U);
  EXPECT_EQ(parse_hex("417a0a"), "Az\n");
  EXPECT_EQ(parse_hex(""), "");
}

TEST(Hex, RejectsOtherText) {
  std::array<std::uint8_t, 2> bytes{};
  for (const auto* text : {"", "0af", "0aff0", "0aFF", "0ag0", "0a f"})
    EXPECT_FALSE(read_hex(text, bytes)) << text;
  for (const auto* text : {"", "1f", "000000000000001F", "00000000000000001", "x00000000000001f"})
    EXPECT_FALSE(parse_hex64(text)) << text;
  EXPECT_FALSE(parse_hex("abc"));
  EXPECT_FALSE(parse_hex("AB"));
  EXPECT_EQ(any_case_hex_value('F'), 15);
  EXPECT_EQ(any_case_hex_value('f'), 15);
  EXPECT_EQ(any_case_hex_value('G'), -1);
}

}  // namespace
}  // namespace coset
