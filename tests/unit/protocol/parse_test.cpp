// The tree that parse_json builds is the library's own, and no deeper than allowed.
#include <gtest/gtest.h>

#include "protocol/json/reader.hpp"

namespace coset::protocol {
namespace {

constexpr std::size_t size = 1000;

TEST(ParseJson, BuildsTheTreeOfTheLibrary) {
  for (const std::string text :
       {"null", "true", "-3", "18446744073709551615", "0.25", R"("a\u00e9\n")", "[]", "{}",
        "[[],[1,[2,{}]],{}]", R"({"b":1,"a":[{"c":null},{"d":{"e":"f"}}],"z":-0.5})",
        R"({"a":1,"b":2,"a":{"c":3}})"})
    EXPECT_EQ(*parse_json(text, size, 8), Json::parse(text)) << text;
}

TEST(ParseJson, DiscardsWhatIsNoJson) {
  for (const std::string text :
       {"", "[", "[1,]", "{\"a\"}", "{1:2}", "1 2", "[1]]", "\"\xff\"", "nul"}) {
    const auto out = parse_json(text, size, 8);
    ASSERT_TRUE(out) << text;
    EXPECT_TRUE(out->is_discarded()) << text;
  }
}

TEST(ParseJson, CountsTheLevelsAroundAValue) {
  EXPECT_TRUE(parse_json("[[1,[]]]", size, 2));
  EXPECT_EQ(parse_json("[[[1]]]", size, 2).error().code, "message.too_deep");
  EXPECT_EQ(parse_json(R"({"a":{"b":{"c":1}}})", size, 2).error().code, "message.too_deep");
  EXPECT_EQ(parse_json("[[[1", size, 2).error().code, "message.too_deep");
  // Broken before it is too deep.
  EXPECT_TRUE(parse_json("[[[", size, 2)->is_discarded());
}

TEST(ParseJson, TakesNoMoreBytesThanAllowed) {
  EXPECT_TRUE(parse_json("[1]", 3, 2));
  EXPECT_EQ(parse_json("[12]", 3, 2).error().code, "message.too_large");
}

}  // namespace
}  // namespace coset::protocol
