// The example game of Mad Abel's rulebook (section 2): every sum that it prints, and the play as
// far as it is legal. It contains one illegal move: s9 and s5 make dA, not d3.
#include <set>
#include <sstream>

#include "rules/rulebook/table.hpp"

namespace coset {
namespace {

using testing::UnorderedElementsAre;

std::vector<std::string> split(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string sum(std::string_view cards) {
  const Table t("mad-abel");
  const auto action = t.match().read(cards);
  if (!action) return action.error().sentence;
  const Operation& operation = t.match().spec().operation();
  return operation.names().write(operation.product(action->give));
}

constexpr const char* our_hand = "s5 s8 s9 sJ sK d6 c8";
// The opponent's first seven hold s6 and s10; the rest is not told.
constexpr const char* their_hand = "s6 s10 cQ s7 hQ c10 hA";

// Seat 1 is "we"; the pile lists its top card first, so that h10 lies on d9.
Table dealt() {
  Table t("mad-abel");
  t.deal(std::string(our_hand) + " " + their_hand + " d9 h10");
  return t;
}

TEST(WorkedExample, EveryPrintedSum) {
  EXPECT_EQ(sum("h10+d9"), "d6");
  EXPECT_EQ(sum("d6+h10"), "d3");
  EXPECT_EQ(sum("s6+s10"), "d3");
  EXPECT_EQ(sum("cQ+s7"), "h6");
  EXPECT_EQ(sum("h6+d10"), "d3");
  EXPECT_EQ(sum("cQ+s7+d10"), "d3");
  EXPECT_EQ(sum("dK+sJ+s8"), "h6");
  EXPECT_EQ(sum("c8+dK"), "s8");
  EXPECT_EQ(sum("hQ+c10+dQ"), "s8");
}

TEST(WorkedExample, TheOneSumThatIsWrong) {
  EXPECT_EQ(sum("s9+s5"), "dA");
  EXPECT_EQ(sum("s5+sJ"), "d3");
}

TEST(WorkedExample, TheNineteenCardsAreDistinct) {
  const auto cards = split("s5 s8 s9 sJ sK d6 c8 h10 d9 s6 s10 dK d3 cQ s7 d10 hQ c10 dQ");
  EXPECT_EQ(std::set<std::string>(cards.begin(), cards.end()).size(), 19U);
}

TEST(WorkedExample, NoneOfTheTenCombinationsOfFourMakesTheCard) {
  const auto spades = split("s5 s8 s9 sJ sK");
  int combinations = 0;
  for (std::size_t a = 0; a < 5; ++a)
    for (std::size_t b = a + 1; b < 5; ++b)
      for (std::size_t c = b + 1; c < 5; ++c) {
        const std::string made = sum("c8+" + spades[a] + "+" + spades[b] + "+" + spades[c]);
        EXPECT_EQ(made[0], 'd') << "a diamond, as the text says";
        EXPECT_NE(made, "d3");
        ++combinations;
      }
  EXPECT_EQ(combinations, 10);
}

TEST(WorkedExample, ThreeOptionsForTheTopPair) {
  EXPECT_EQ(sum("cQ+s7"), "h6");
  EXPECT_EQ(sum("cQ+d10"), "s9");
  EXPECT_EQ(sum("s7+d10"), "c4");
}

TEST(WorkedExample, ThePlayUpToTheSlip) {
  Table t = dealt();
  EXPECT_EQ(t.points(2), 7);
  t.play("d6");
  EXPECT_EQ(t.field("top"), "d6");
  EXPECT_EQ(t.field("second"), "h10") << "leaving d6, h10 on top";
  t.play("s6+s10");
  EXPECT_EQ(t.points(2), 5);
  EXPECT_FALSE(t.allows("s9+s5"));
  EXPECT_THAT(t.moves(), UnorderedElementsAre("s5+sJ", "sJ+s5", "draw"))
      << "the only way to make d3";
}

TEST(WorkedExample, ThePlayWithTheLegalPair) {
  Table t = dealt();
  t.play("d6;s6+s10;s5+sJ");
  EXPECT_EQ(t.hand(1), "s8+s9+sK+c8");
  t.play("draw;deal d10;deal dQ");
  EXPECT_EQ(t.points(2), 7);
  EXPECT_THAT(t.moves(), UnorderedElementsAre("draw")) << "we have no way of forming d3 either";
  t.play("draw;deal dK;deal d3");
  t.play("d10+s7+cQ");
  EXPECT_EQ(t.points(2), 4);
  EXPECT_EQ(t.field("second"), "s7");
  EXPECT_EQ(t.field("top"), "cQ");
  EXPECT_FALSE(t.allows("sJ+s8+dK")) << "sJ is gone, so the game cannot simply be repaired";
}

TEST(WorkedExample, TheRestFromThePrintedHand) {
  Table t("mad-abel", "hand1=s8+sJ+sK+d3+dK+c8 hand2=hQ+c10+hA+h2 second=s7 top=cQ");
  EXPECT_EQ(t.points(2), 4);
  t.play("sJ+s8+dK");
  EXPECT_EQ(t.hand(1), "sK+d3+c8");
  EXPECT_FALSE(t.allows("c10")) << "our opponent needs c8";
  t.play("draw;deal dQ;deal h4");
  EXPECT_EQ(t.points(2), 6);
  t.play("c8");
  EXPECT_EQ(t.hand(1), "sK+d3") << "leaving us with only two cards";
  EXPECT_EQ(t.field("top"), "c8");
  EXPECT_EQ(t.field("second"), "dK");
  t.play("hQ+c10+dQ");
  EXPECT_EQ(t.points(2), 3);
  EXPECT_EQ(t.seat(), 1);
}

}  // namespace
}  // namespace coset
