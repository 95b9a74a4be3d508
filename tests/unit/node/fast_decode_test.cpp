#include "server/node/fast_decode.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "protocol/table/codec.hpp"

namespace coset::node {
namespace {

const std::vector<std::string> usual = {
    R"({"type":"heartbeat","head":0})",
    R"({"type":"heartbeat","head":123456789})",
    R"({"type":"move","id":"0123456789abcdef","base_ply":7,"move":"draw"})",
    R"({"type":"move","id":"fedcba9876543210","base_ply":2499,"move":"R+Y+B=W+C"})",
};

TEST(FastDecode, DecodesCommonMessages) {
  for (const std::string& frame : usual) {
    const auto decoded = decode_fast(frame);
    ASSERT_TRUE(decoded) << frame;
    EXPECT_EQ(*decoded, *protocol::decode_client(frame)) << frame;
    EXPECT_EQ(protocol::encode(*decoded), frame);
  }
}

TEST(FastDecode, FallsBackToFullDecoder) {
  for (const std::string_view frame :
       {R"({"type":"hello","proto":1,"table":"a-b-c"})", R"({ "type":"heartbeat","head":1})",
        R"({"head":1,"type":"heartbeat"})", R"({"type":"heartbeat","head":01})",
        R"({"type":"heartbeat","head":1})"
        "x",
        R"({"type":"heartbeat","head":1234567890})", R"({"type":"heartbeat","head":1,"head":2})",
        R"({"type":"heartbeat","head":-1})", R"({"type":"heartbeat","head":1.5})",
        R"({"type":"heartbeat","head":})",
        R"({"type":"move","id":"0000000000000000","base_ply":1,"move":"draw"})",
        R"({"type":"move","id":"0123456789ABCDEF","base_ply":1,"move":"draw"})",
        R"({"type":"move","id":"0123456789abcdef","base_ply":1,"move":"dr\u0061w"})",
        R"({"type":"move","id":"0123456789abcdef","base_ply":1,"move":"draw","x":1})", "", "{"})
    EXPECT_FALSE(decode_fast(frame)) << frame;
  EXPECT_FALSE(decode_fast(R"({"type":"move","id":"0123456789abcdef","base_ply":1,"move":")" +
                           std::string(600, 'R') + R"("})"));
}

// Whatever a frame holds, nothing is read here that the protocol would read otherwise.
TEST(FastDecode, AgreesWithFullDecoder) {
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
    const auto decoded = decode_fast(frame);
    if (!decoded) continue;
    ++read;
    const auto other = protocol::decode_client(frame);
    ASSERT_TRUE(other) << frame;
    ASSERT_EQ(*decoded, *other) << frame;
  }
  EXPECT_GT(read, 1000);
}

}  // namespace
}  // namespace coset::node
