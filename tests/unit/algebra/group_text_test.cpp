#include <gtest/gtest.h>

#include "engine/algebra/operation.hpp"

namespace coset {
namespace {

bool same_table(const Operation& a, const Operation& b) {
  if (a.order() != b.order()) return false;
  for (int x = 0; x < a.order(); ++x) {
    if (a.names().write(element(x)) != b.names().write(element(x))) return false;
    for (int y = 0; y < a.order(); ++y)
      if (a.product(element(x), element(y)) != b.product(element(x), element(y))) return false;
  }
  return true;
}

struct Spelling {
  const char* read;
  const char* written;
};

const std::vector<Spelling> spellings{
    {"Z1", "Z1"},
    {"Z2", "Z2"},
    {"Z256", "Z256"},
    {"Z007", "Z7"},
    {"Z2^1", "Z2"},
    {"Z2^3", "Z2^3"},
    {"Z2xZ2xZ2", "Z2^3"},
    {"Z2^2xZ2", "Z2^3"},
    {"Z2^8", "Z2^8"},
    {"Z1^8", "Z1^8"},
    {"Z3^5", "Z3^5"},
    {"Z2^2xZ3", "Z2xZ2xZ3"},
    {"Z4xZ13", "Z4xZ13"},
    {"Z13xZ4", "Z13xZ4"},
    {"D1", "D1"},
    {"D4", "D4"},
    {"D128", "D128"},
    {"D4^2", "D4^2"},
    {"Dic2", "Dic2"},
    {"Dic64", "Dic64"},
    {"S1", "S1"},
    {"S5", "S5"},
    {"A1", "A1"},
    {"A5", "A5"},
    {"Q8", "Q8"},
    {"Q8^2", "Q8^2"},
    {"Q8xZ2", "Q8xZ2"},
    {"Z13:Z4", "Z13:Z4"},
    {"Z7:Z3xZ2", "Z7:Z3xZ2"},
    {"Z2xZ7:Z3", "Z2xZ7:Z3"},
    {"Z3:Z2^2", "Z3:Z2^2"},
    {"S3xD4xZ2", "S3xD4xZ2"},
    {"table:0", "table:0"},
    {"table:0,1/1,0", "table:0,1/1,0"},
    {"table:0,1;0,1/1,0", "table:0,1/1,0"},
    {"table:e,a;e,a/a,e", "table:e,a;e,a/a,e"},
    {"table:\"+\",\"-\";\"+\",\"-\"/\"-\",\"+\"", "table:\"+\",\"-\";\"+\",\"-\"/\"-\",\"+\""},
    {"table:\u2665,\u2660;\u2665,\u2660/\u2660,\u2665",
     "table:\u2665,\u2660;\u2665,\u2660/\u2660,\u2665"},
    {"magma:0,0/0,0", "magma:0,0/0,0"},
    {"magma:0,1/1,0", "magma:0,1/1,0"},
    {"magma:rock,paper;rock,paper/paper,paper", "magma:rock,paper;rock,paper/paper,paper"},
    {"perm:()", "perm:()"},
    {"perm:(1)(2)", "perm:()"},
    {"perm:(12)", "perm:()"},
    {"perm:(1,2)", "perm:(1,2)"},
    {"perm:(2,1)/(1 2)/()/(64)", "perm:(1,2)"},
    {"perm:(1,2,3)/(1,2)", "perm:(1,2,3)/(1,2)"},
    {"perm:(1,2)/(1,2,3)", "perm:(1,2)/(1,2,3)"},
    {"perm:(2,3,1)/(3)(2,1)/(1,3)", "perm:(1,2,3)/(1,2)"},
    {"perm:(4,5)(1,3)/(63,64)", "perm:(1,3)(4,5)/(63,64)"},
    {"perm:(10,2)(1,11,12)", "perm:(1,11,12)(2,10)"},
    // The identity is moved to the front.
    {"table:1,0/0,1", "table:1,0;1,0/0,1"},
    {"table:1,0;0,1/1,0", "table:0,1/1,0"},
    {"table:a,b,e;b,e,a/e,a,b/a,b,e", "table:e,a,b;e,a,b/a,b,e/b,e,a"}};

TEST(GroupText, EverySpellingRoundTrips) {
  for (const auto& [read, written] : spellings) {
    SCOPED_TRACE(read);
    const auto first = Operation::parse(read);
    ASSERT_TRUE(first.ok()) << first.error().sentence;
    EXPECT_EQ(first->text(), written);
    const auto again = Operation::parse(first->text());
    ASSERT_TRUE(again.ok()) << again.error().sentence;
    EXPECT_EQ(again->text(), first->text());
    EXPECT_TRUE(same_table(*first, *again));
  }
}

struct Refusal {
  std::string text;
  std::string_view code;
  std::size_t offset;
};

const std::string tab_name = "table:\"\ta\",b;b,b/b,b";
const std::string long_name = "table:" + std::string(33, 'a');
const std::string wide_row = [] {
  std::string text = "table:0";
  for (int i = 1; i <= 256; ++i) text += ",0";
  return text;
}();

const std::vector<Refusal> refusals{
    {"", "group.unknown", 0},
    {"z2", "group.unknown", 0},
    {" Z2", "group.unknown", 0},
    {"Q9", "group.unknown", 0},
    {"Q80", "group.unknown", 0},
    {"X", "group.unknown", 0},
    {"Z2x", "group.unknown", 3},
    {"Z2xx", "group.unknown", 3},
    {"Z2xtable:0", "group.unknown", 3},
    {"Z0", "group.parameter", 1},
    {"Z", "group.parameter", 1},
    {"Zx", "group.parameter", 1},
    {"Z-1", "group.parameter", 1},
    {"Z257", "group.too_large", 1},
    {"Z99999999999999999999", "group.too_large", 1},
    {"Z2^9", "group.power", 3},
    {"Z2^0", "group.power", 3},
    {"Z2^", "group.power", 3},
    {"Z2^x", "group.power", 3},
    {"Z2^2^2", "group.trailing", 4},
    {"S6", "group.parameter", 1},
    {"A6", "group.parameter", 1},
    {"S0", "group.parameter", 1},
    {"D0", "group.parameter", 1},
    {"D200", "group.too_large", 1},
    {"Dic1", "group.parameter", 3},
    {"Dic65", "group.too_large", 3},
    {"Z12:Z5", "group.no_twist", 0},
    {"Z2xZ12:Z5", "group.no_twist", 3},
    {"Z13:Z1", "group.parameter", 5},
    {"Z13:Z", "group.parameter", 5},
    {"Z13:4", "group.trailing", 3},
    {"Z128:Z4", "group.too_large", 0},
    {"Z2xZ200", "group.too_large", 3},
    {"Z4^5", "group.too_large", 0},
    {"Z1^8xZ1", "group.factors", 5},
    {"Z2^8xZ1", "group.factors", 5},
    {"Z2^3 ", "group.trailing", 4},
    {"Z2 x Z2", "group.trailing", 2},
    {"S3,S3", "group.trailing", 2},
    {"perm:", "group.cycles", 5},
    {"perm:1", "group.cycles", 5},
    {"perm:(1,2", "group.cycles", 5},
    {"perm:(1,1)", "group.cycles", 5},
    {"perm:(1,2)(2,3)", "group.cycles", 5},
    {"perm:(0,1)", "group.cycles", 5},
    {"perm:(1,65)", "group.cycles", 5},
    {"perm:(123)", "group.cycles", 5},
    {"perm:(1,2)/", "group.cycles", 11},
    {"perm:(1,2)/x", "group.cycles", 11},
    {"perm:(1,2)xZ2", "group.trailing", 10},
    {"Z2xperm:(1,2)", "group.unknown", 3},
    {"perm:(1,2,3,4,5,6)/(1,2)", "group.too_large", 5},
    {"table:", "table.name", 6},
    {"table:0,", "table.name", 8},
    {"table:0/", "table.name", 8},
    {"table: 0", "table.name", 6},
    {"table:(1);(1)", "table.name", 6},
    {"table:\"\";\"\"", "table.name", 6},
    {"table:\"a b\";\"a b\"", "table.name", 6},
    {tab_name, "table.name", 6},
    {"table:\"a", "table.name", 6},
    {"table:e,draw;e", "table.name", 8},
    {"table:deal;deal", "table.name", 6},
    {"table:pass;pass", "table.name", 6},
    {"table:on;on", "table.name", 6},
    {long_name, "table.name", 6},
    {"table:e,a,e;e", "table.names", 10},
    {"table:e/a;e", "table.names", 8},
    {"table:e;", "table.name", 8},
    {"table:e,a;e,a", "table.shape", 10},
    {"table:0,1/1", "table.shape", 10},
    {"table:0,1,1/1,0", "table.shape", 6},
    {wide_row, "group.too_large", 7 + 2 * 256},
    {"table:0,1/1,2", "table.not_closed", 12},
    {"table:e,a;e,a/a,b", "table.not_closed", 16},
    {"table:e,a/a,e", "table.not_closed", 6},
    {"table:0,1/1,1", "table.not_latin", 6},
    {"table:0,2,1/1,0,2/2,1,0", "table.no_identity", 6},
    {"table:0,1,2,3,4/1,2,0,4,3/2,3,4,0,1/3,4,1,2,0/4,0,3,1,2", "table.no_inverse", 6},
    {"table:0,1,2,3,4/1,0,3,4,2/2,4,0,1,3/3,2,4,0,1/4,3,1,2,0", "table.not_associative", 6},
    {"table:0,1/1,0;", "table.names", 10},
    {"table:0,1/1,0 ", "group.trailing", 13},
    {"magma:0,1/1,2", "table.not_closed", 12},
    {"magma:", "table.name", 6},
    {"magma:0,0/0,0x", "table.not_closed", 12},
    {"table:0" + std::string(1U << 20U, ' '), "group.too_long", 0}};

TEST(GroupText, EveryRefusalHasCodeAndOffset) {
  for (const auto& [text, code, offset] : refusals) {
    SCOPED_TRACE(text.substr(0, 80));
    const auto result = Operation::parse(text);
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_EQ(result.error().code, code) << result.error().sentence;
    EXPECT_EQ(result.error().offset, offset) << result.error().sentence;
    EXPECT_LE(result.error().offset, text.size());
    EXPECT_FALSE(result.error().sentence.empty());
  }
}

TEST(GroupText, SentencesSayWhatToDo) {
  EXPECT_EQ(Group::parse("S6").error().sentence, "S goes up to 5.");
  EXPECT_EQ(Group::parse("Z0").error().sentence, "Z needs a number of at least 1.");
  EXPECT_EQ(Group::parse("Z257").error().sentence,
            "At most 256 elements are supported; this group has more.");
  EXPECT_EQ(Group::parse("table:e,a;e,a/a,b").error().sentence,
            "a*a = b, which is not one of the elements: the operation is not closed.");
  EXPECT_EQ(Group::parse("table:0,1/1").error().sentence, "Row 1 has 1 entries; it needs 2.");
}

TEST(GroupText, AMagmaIsAnOperationButNoGroup) {
  const auto magma = Operation::parse("magma:0,0/1,1");
  ASSERT_TRUE(magma.ok());
  EXPECT_FALSE(magma->group());
  EXPECT_FALSE(magma->abelian());
  EXPECT_EQ(magma->order(), 2);
  EXPECT_EQ(magma->product(Word{element(1), element(0), element(0)}), element(1));
  EXPECT_EQ(Group::parse("magma:0,1/1,0").error().code, "group.magma");
  // Even a table that happens to be a group is taken as it is.
  EXPECT_FALSE(Operation::parse("magma:1,0/0,1")->group());
  EXPECT_TRUE(Operation::parse("table:1,0/0,1")->group());
}

TEST(GroupText, IdentityFirstKeepsTheProducts) {
  const auto group = Group::parse("table:a,b,e;b,e,a/e,a,b/a,b,e");
  ASSERT_TRUE(group.ok());
  EXPECT_EQ(group->names().write(identity), "e");
  const auto find = [&](const char* name) { return *group->names().find(name); };
  EXPECT_EQ(group->product(find("a"), find("a")), find("b"));
  EXPECT_EQ(group->product(find("a"), find("b")), find("e"));
  EXPECT_EQ(group->product(find("e"), find("b")), find("b"));
  EXPECT_EQ(group->inverse(find("a")), find("b"));
  EXPECT_EQ(group->generators(), std::vector<Element>{find("a")});
}

TEST(GroupText, GeneratorsOfATableAreFew) {
  // Z2^2 needs two, and the third element is made by them.
  const auto group = Group::parse("table:0,1,2,3/1,0,3,2/2,3,0,1/3,2,1,0");
  ASSERT_TRUE(group.ok());
  EXPECT_EQ(group->generators(), (std::vector<Element>{element(1), element(2)}));
  EXPECT_EQ(group->exponent(), 2);
}

// The largest table: 256 elements, written and read again.
TEST(GroupText, TwoHundredFiftySixElements) {
  std::string text = "table:";
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) text += (b ? "," : a ? "/" : "") + std::to_string((a ^ b) & 255);
  const auto group = Group::parse(text);
  ASSERT_TRUE(group.ok());
  EXPECT_EQ(group->text(), text);
  EXPECT_EQ(group->generators().size(), 8U);
  EXPECT_EQ(Group::parse(text + "/0").error().code, "group.too_large");
}

TEST(GroupText, PermutationsInTheOrderOfTheirImages) {
  const auto group = Group::parse("perm:(1,2,3)/(1,2)");
  ASSERT_TRUE(group.ok());
  EXPECT_TRUE(same_table(*group, *Group::parse("S3")));
  EXPECT_EQ(group->generators(),
            (std::vector<Element>{*group->names().find("(1 2 3)"), *group->names().find("(1 2)")}));
  EXPECT_TRUE(same_table(*Group::parse("perm:(1,2,3,4,5)/(1,2,3)"), *Group::parse("A5")));
  EXPECT_TRUE(same_table(*Group::parse("perm:(1,2)/(2,3)/(3,4)/(4,5)"), *Group::parse("S5")));
  // The largest: eight swaps.
  std::string swaps = "perm:";
  for (int i = 49; i < 64; i += 2)
    swaps += (i > 49 ? "/(" : "(") + std::to_string(i) + "," + std::to_string(i + 1) + ")";
  const auto largest = Group::parse(swaps);
  ASSERT_TRUE(largest.ok());
  EXPECT_EQ(largest->order(), 256);
  EXPECT_EQ(largest->text(), swaps);
  EXPECT_EQ(largest->names().write(element(1)), "(63 64)");
  EXPECT_EQ(largest->names().find("(64,63) (49 50)"),
            largest->product(*largest->names().find("(49 50)"), element(1)));
  EXPECT_EQ(largest->names().find("(6364)"), std::nullopt);
  EXPECT_EQ(Group::parse(swaps + "/(1,2)").error().code, "group.too_large");
}

}  // namespace
}  // namespace coset
