#include "protocol/json_output/review.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/json_output/analysis.hpp"
#include "protocol/json_output/decimal.hpp"

namespace coset::protocol {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string answer(int seat, const std::string& duel, const std::string& measure = "share",
                   bool hidden = false) {
  return R"({"schema":1,"turn":4,"seat":)" + std::to_string(seat) + R"(,"measure":")" + measure +
         R"(","judged":9,"hidden":)" + (hidden ? "true" : "false") +
         R"(,"moves":[{"move":"R+Y=O","order":0,"value":[0.5,0.5],"error":[0.1,null]},)"
         R"({"move":"draw","order":1,"value":[1,-2.25],"error":[0,0]}])" +
         (duel.empty() ? "" : R"(,"duel":)" + duel) + "}";
}
std::string duel(const std::string& edge, const std::string& error = "0.02") {
  return R"({"move":"draw","order":1,"other":"R+Y=O","advised":false,"edge":)" + edge +
         R"(,"error":)" + error + R"(,"pieces":0,"why_other":{"id":"hint.why","text":"It is."}})";
}

TEST(ReviewJson, OfEveryMove) {
  const auto review = review_of("[" + answer(2, duel("-0.12")) + "," + answer(1, "") + "]", nobody);
  ASSERT_TRUE(review.ok());
  const ReviewedMove& first = review->moves[0];
  EXPECT_EQ(first.turn, 4U);
  EXPECT_EQ(first.seat, 1);
  EXPECT_EQ(first.move, "draw");
  EXPECT_THAT(first.value, ElementsAre(1, -2.25));
  EXPECT_EQ(first.rank, 2U);
  EXPECT_EQ(first.of, 9U);
  EXPECT_EQ(first.other, "R+Y=O");
  EXPECT_EQ(first.edge, -0.12);
  EXPECT_EQ(first.edge_error, 0.02);
  EXPECT_EQ(first.grade, bots::Grade::mistake);
  EXPECT_TRUE(first.mistake);
  EXPECT_EQ(first.why_other->text, "It is.");
  // Where there was no other move.
  EXPECT_EQ(review->moves[1].move, "R+Y=O");
  EXPECT_EQ(review->moves[1].other, "");
  EXPECT_FALSE(review->moves[1].mistake);
  EXPECT_THAT(review->dearest, ElementsAre(0));
  EXPECT_THAT(review->best, IsEmpty());
  EXPECT_FALSE(review->noisy);
  const Json json = *parse_json(review_json(*review), 1U << 20U, 8);
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["moves"][0]["value"].dump(), "[1.0,-2.25]");
  EXPECT_EQ(json["moves"][1]["error"].dump(), "[0.1,null]");
  EXPECT_EQ(json["moves"][0]["grade"], "mistake");
}

TEST(ReviewJson, OfOneSeat) {
  const std::string answers = "[" + answer(1, duel("-0.12")) + "," + answer(2, duel("-0.3")) + "]";
  EXPECT_THAT(review_of(answers, nobody)->dearest, ElementsAre(1, 0));
  EXPECT_THAT(review_of(answers, 0)->dearest, ElementsAre(0));
}

TEST(ReviewJson, NothingIsAMistakeWhereAllIsUncertain) {
  const auto review = review_of("[" + answer(1, duel("-0.9", "0.1")) + "]", nobody);
  EXPECT_TRUE(review->noisy);
  EXPECT_FALSE(review->moves[0].mistake);
  EXPECT_THAT(review->dearest, IsEmpty());
  EXPECT_EQ(review->moves[0].edge, -0.9);
  EXPECT_EQ(review_of("[" + answer(1, duel("-0.9", "0.1"), "score") + "]", nobody)->measure,
            "score");
}

// Behind hidden hands no move is named, however large its loss; the chart has its values.
TEST(ReviewJson, HiddenHandsAreTooNoisy) {
  const auto review = review_of("[" + answer(1, duel("-0.9"), "share", true) + "]", nobody);
  EXPECT_TRUE(review->noisy);
  EXPECT_FALSE(review->moves[0].mistake);
  EXPECT_THAT(review->dearest, IsEmpty());
  EXPECT_THAT(review->best, IsEmpty());
  EXPECT_THAT(review->moves[0].value, ElementsAre(1, -2.25));
}

TEST(ReviewJson, OtherTextsAreRefused) {
  EXPECT_TRUE(review_of("[]", nobody)->moves.empty());
  for (const std::string& text :
       {std::string("{}"), std::string("["), std::string("[1]"), "[" + answer(0, "") + "]",
        "[" + answer(1, R"({"move":"pass"})") + "]", "[" + answer(1, duel("1e9")) + "]",
        "[" + answer(1, duel("\"a\"")) + "]",
        "[" + answer(1, duel("0.1")) + "," + answer(1, "", "score") + "]"})
    EXPECT_EQ(review_of(text, nobody).error().code, "review.answers") << text;
}

TEST(Decimal, IsWrittenAsTheJsonLibraryDoes) {
  for (const double value : {0.0, 1.0, -1.0, 0.5, 0.1234, -0.0001, 12.0305, 100.1, -7.0}) {
    std::string out;
    write(out, Decimal::of(value));
    EXPECT_EQ(out, Json(value).dump());
    Decimal again;
    EXPECT_TRUE(read(*parse_json(out, 100, 2), again, Limits{}));
    EXPECT_EQ(again.parts, Decimal::of(value).parts);
  }
  std::string out;
  write(out, Decimal{});
  EXPECT_EQ(out, "null");
}

}  // namespace
}  // namespace coset::protocol
