#include "classroom/code.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.hpp"

namespace coset::classroom {
namespace {

TEST(ClassCode, AcceptsEitherCaseSpacesAndHyphens) {
  for (const char* text : {"K7P2QX", "k7p2qx", "K7P-2QX", " k7p 2qx ", "K-7-P-2-Q-X"})
    EXPECT_EQ(parse_code(text), "K7P2QX") << text;
}

TEST(ClassCode, RefusesLookAlikesAndOtherSizes) {
  for (const char* text : {"", "K7P2Q", "K7P2QXA", "K7P2QO", "K7P2Q0", "K7P2QI", "K7P2Q1", "K7P2QL",
                           "K7P2QU", "K7P2QS", "K7P2Q5", "K7P2Q\xC3", "K7P2Q/", "------"})
    EXPECT_FALSE(parse_code(text)) << text;
  EXPECT_EQ(code_symbols.size(), 28U);
}

TEST(ClassCode, EveryByteIsFairOrRejected) {
  std::array<int, 256> drawn{};
  for (int byte = 0; byte < 256; ++byte) {
    std::array<std::uint8_t, 16> random{};
    random.fill(static_cast<std::uint8_t>(byte));
    const auto code = draw_code(random);
    if (!code) continue;
    EXPECT_EQ(parse_code(*code), code);
    ++drawn[static_cast<unsigned char>((*code)[0])];
  }
  for (const char symbol : code_symbols) EXPECT_EQ(drawn[static_cast<unsigned char>(symbol)], 9);
}

TEST(ClassCode, SkipsRejectedBytes) {
  std::array<std::uint8_t, 16> random{255, 0, 255, 1, 254, 2, 253, 3, 252, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(draw_code(random), "ABCDEF");
}

}  // namespace
}  // namespace coset::classroom
