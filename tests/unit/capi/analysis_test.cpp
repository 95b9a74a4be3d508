#include "unit/capi/capi_support.hpp"

namespace coset::capi {
namespace {

Owned<coset_analysis> begin(const coset_match* match, const std::string& options) {
  coset_text* problem = nullptr;
  Owned<coset_analysis> out(coset_analysis_begin(match, options.data(), options.size(), &problem),
                            coset_analysis_free);
  EXPECT_NE(out, nullptr) << told(problem).text;
  return out;
}

Json whole(const coset_match* match, const std::string& options, std::uint32_t slice = 1000) {
  const auto analysis = begin(match, options);
  while (coset_analysis_step(analysis.get(), slice) != 0) {
  }
  EXPECT_EQ(coset_analysis_step(analysis.get(), slice), 0);
  return got(coset_analysis_result(analysis.get()));
}

constexpr const char* hand = "hand1=R+Y+B+W hand2=O+G center=O+C";

TEST(CAnalysis, InStepsAndAtAnyTime) {
  for (const char* spec : {"al-jabar", "solitaire", "mad-abel", "al-jabar Z3^2"}) {
    const auto match = match_of(spec);
    const Owned<coset_rng> rng(coset_rng_open(2), coset_rng_free);
    while (const std::uint32_t size = coset_match_urn(match.get()))
      coset_match_deal(match.get(), coset_rng_below(rng.get(), size));
    const std::string options = R"({"playouts":30,"width":6,"line":2,"seed":"9"})";
    const Json answer = whole(match.get(), options);
    EXPECT_GE(answer["visits"], 20) << spec;
    EXPECT_FALSE(answer.contains("id"));
    for (const std::uint32_t slice : {0U, 37U})
      EXPECT_EQ(whole(match.get(), options, slice), answer);
    const auto unfinished = begin(match.get(), options);
    EXPECT_EQ(got(coset_analysis_result(unfinished.get()))["turn"], answer["turn"]);
  }
}

TEST(CAnalysis, AReviewOfItsAnswers) {
  const auto match = match_of("al-jabar", hand);
  const Json answer = whole(match.get(), R"({"playouts":200,"compare":"R+Y=O"})");
  EXPECT_LT(answer["duel"]["edge"], 0);
  const std::string answers = Json::array({answer}).dump();
  const Json review = got(coset_review(answers.data(), answers.size(), 1));
  EXPECT_EQ(review["moves"][0]["move"], "R+Y=O");
  EXPECT_EQ(review["dearest"], Json::array({0}));
  EXPECT_EQ(got(coset_review(answers.data(), answers.size(), 2))["dearest"], Json::array());
  EXPECT_EQ(why_not(coset_review(answers.data(), answers.size(), 8)), "seat.unknown");
  EXPECT_EQ(why_not(coset_review(COSET_TEXT("{}"), 0)), "review.answers");
  EXPECT_EQ(why_not(coset_review(nullptr, 5, 0)), "text.null");
}

TEST(CAnalysis, Refusals) {
  const auto match = match_of("al-jabar", hand);
  coset_text* problem = nullptr;
  EXPECT_EQ(coset_analysis_begin(match.get(), COSET_TEXT(R"({"postion":1})"), &problem), nullptr);
  EXPECT_EQ(why_not(problem), "analysis.field");
  EXPECT_EQ(coset_analysis_begin(match_of("al-jabar").get(), nullptr, 0, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "match.turn");
  EXPECT_EQ(coset_analysis_begin(nullptr, nullptr, 0, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "handle.null");
  EXPECT_EQ(coset_analysis_begin(match.get(), nullptr, 4, nullptr), nullptr);
  EXPECT_EQ(coset_analysis_step(nullptr, 1), 0);
  EXPECT_EQ(why_not(coset_analysis_result(nullptr)), "handle.null");
  coset_analysis_free(nullptr);
}

}  // namespace
}  // namespace coset::capi
