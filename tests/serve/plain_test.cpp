#include "serve/plain.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "wire/table/codec.hpp"

namespace coset::serve {
namespace {

const std::vector<std::string> usual = {
    R"({"type":"beat","head":0})",
    R"({"type":"beat","head":123456789})",
    R"({"type":"move","id":"0123456789abcdef","on_ply":7,"move":"draw"})",
    R"({"type":"move","id":"fedcba9876543210","on_ply":2499,"move":"R+Y+B=W+C"})",
};

TEST(Plain, ReadsWhatClientsSay) {
  for (const std::string& frame : usual) {
    const auto plain = read_plain(frame);
    ASSERT_TRUE(plain) << frame;
    EXPECT_EQ(*plain, *wire::decode_client(frame)) << frame;
    EXPECT_EQ(wire::encode(*plain), frame);
  }
}

TEST(Plain, LeavesTheRestToTheOther) {
  for (const std::string_view frame :
       {R"({"type":"hello","proto":1,"table":"a-b-c"})", R"({ "type":"beat","head":1})",
        R"({"head":1,"type":"beat"})", R"({"type":"beat","head":01})",
        R"({"type":"beat","head":1})"
        "x",
        R"({"type":"beat","head":1234567890})", R"({"type":"beat","head":1,"head":2})",
        R"({"type":"beat","head":-1})", R"({"type":"beat","head":1.5})",
        R"({"type":"beat","head":})",
        R"({"type":"move","id":"0000000000000000","on_ply":1,"move":"draw"})",
        R"({"type":"move","id":"0123456789ABCDEF","on_ply":1,"move":"draw"})",
        R"({"type":"move","id":"0123456789abcdef","on_ply":1,"move":"dr\u0061w"})",
        R"({"type":"move","id":"0123456789abcdef","on_ply":1,"move":"draw","x":1})", "", "{"})
    EXPECT_FALSE(read_plain(frame)) << frame;
  EXPECT_FALSE(read_plain(R"({"type":"move","id":"0123456789abcdef","on_ply":1,"move":")" +
                          std::string(600, 'R') + R"("})"));
}

// Whatever a frame holds, nothing is read here that the protocol would read otherwise.
TEST(Plain, NeverDisagrees) {
  constexpr std::string_view letters = "\"\\{}:,019afR+= \n\x7f\x80-.eu";
  Rng rng(5);
  int read = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string frame = usual[rng.below(static_cast<std::uint32_t>(usual.size()))];
    for (std::uint32_t changes = rng.below(3) + 1; changes > 0 && !frame.empty(); --changes) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(frame.size()));
      const char letter = letters[rng.below(static_cast<std::uint32_t>(letters.size()))];
      const std::uint32_t how = rng.below(3);
      if (how == 0) frame[at] = letter;
      if (how == 1) frame.erase(at, 1);
      if (how == 2) frame.insert(at, 1, letter);
    }
    const auto plain = read_plain(frame);
    if (!plain) continue;
    ++read;
    const auto other = wire::decode_client(frame);
    ASSERT_TRUE(other) << frame;
    ASSERT_EQ(*plain, *other) << frame;
  }
  EXPECT_GT(read, 1000);
}

}  // namespace
}  // namespace coset::serve
