#include "base/hash.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace coset {
namespace {

// The vectors are those published with the function.
TEST(Fnv1a, KnownVectors) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8ULL);
}

TEST(Fnv1a, ContinuesFromAnEarlierHash) { EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar")); }

TEST(Fnv1a, BytesAboveAsciiAreUnsigned) {
  EXPECT_EQ(fnv1a("\xff"), (fnv_start ^ 0xffU) * 0x100000001b3ULL);
  EXPECT_EQ(fnv1a(std::string_view("\0", 1)), fnv_start * 0x100000001b3ULL);
}

TEST(BytesOf, ViewsObjectBytes) {
  const std::array<std::uint8_t, 3> value{1, 2, 255};
  EXPECT_EQ(bytes_of(value), std::string_view("\x01\x02\xff", 3));
}

TEST(HashWords, DependsOnEveryByteAndLength) {
  for (std::size_t size = 0; size <= 20; ++size) {
    const std::string text(size, 'a');
    EXPECT_NE(hash_words(text), hash_words(text + 'a')) << size;
    for (std::size_t i = 0; i < size; ++i) {
      std::string other = text;
      other[i] = 'b';
      EXPECT_NE(hash_words(text), hash_words(other)) << i << " of " << size;
    }
  }
}

// SplitMix64 from seed 0: its first three published outputs.
TEST(Mix, IsSplitMix64) {
  constexpr std::uint64_t step = 0x9e3779b97f4a7c15ULL;
  EXPECT_EQ(mix(0), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(mix(step), 0x6e789e6aa1b965f4ULL);
  EXPECT_EQ(mix(2 * step), 0x06c45d188009454fULL);
  EXPECT_EQ(mix(1), 0x910a2dec89025cc1ULL);
}

}  // namespace
}  // namespace coset
