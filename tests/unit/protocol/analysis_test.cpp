#include "protocol/json_output/analysis.hpp"

#include <gtest/gtest.h>

#include "protocol/table/fields_reader.hpp"

namespace coset::protocol {
namespace {

std::vector<std::string> ask(const std::string& line, const AnalysisHost& host = {}) {
  std::vector<std::string> out;
  answer_analysis(line, host, [&](const std::string& one) { out.push_back(one); });
  return out;
}

constexpr const char* start =
    R"("spec":"al-jabar end_rule=immediate","position":"hand1=R+Y hand2=O^4+W^3 center=O+B")";

TEST(AnalysisProtocol, CompleteAnswer) {
  const auto lines = ask(R"({"id":"a",)" + std::string(start) + R"(,"playouts":20,"top":1})");
  ASSERT_EQ(lines.size(), 1U);
  const auto json = *parse_json(lines[0], 1U << 20U, 8);
  EXPECT_EQ(json["id"], "a");
  EXPECT_EQ(json["seat"], 1);
  EXPECT_EQ(json["measure"], "share");
  EXPECT_EQ(json["moves"].size(), 1U);
  EXPECT_EQ(json["moves"][0]["move"], "R+Y=O");
  EXPECT_EQ(json["moves"][0]["value"].dump(), "[1.0,0.0]");
  EXPECT_EQ(json["moves"][0]["line"].dump(), R"(["R+Y=O"])");
}

TEST(AnalysisProtocol, CompleteError) {
  const auto lines = ask(R"({"id":7,"spec":"al-jabar Q9"})");
  ASSERT_EQ(lines.size(), 1U);
  const auto json = *parse_json(lines[0], 1U << 20U, 8);
  EXPECT_EQ(json["id"], 7);
  EXPECT_EQ(json["field"], "spec");
  EXPECT_EQ(json["offset"], 9);
  EXPECT_FALSE(json.contains("moves"));
}

TEST(AnalysisProtocol, HostLimitsApply) {
  const AnalysisHost host{{}, {}, 5, false};
  const std::string begin = R"({"id":1,)" + std::string(start);
  EXPECT_NE(ask(begin + R"(,"playouts":6})", host)[0].find(R"("field":"playouts")"),
            std::string::npos);
  EXPECT_NE(ask(begin + R"(,"ms":6})", host)[0].find(R"("field":"ms")"), std::string::npos);
  EXPECT_NE(ask(begin + R"(,"bot":"strong"})", host)[0].find(R"("field":"bot")"),
            std::string::npos);
  EXPECT_NE(ask(begin + R"(,"bot":"greedy"})", host)[0].find(R"("bot":"greedy")"),
            std::string::npos);
  EXPECT_NE(ask(begin + "}", host)[0].find("visits"), std::string::npos);
}

// Everything but the id.
Json without_id(const std::string& line) {
  Json json = *parse_json(line, 1U << 20U, 8);
  json.erase("id");
  return json;
}

Match played() {
  return *Match::replay(
      "coset-record 1\nal-jabar\nposition hand1=R+Y+B+W hand2=O+G center=O+C\n1: R+Y=O\n");
}

TEST(AnalysisProtocol, AMoveIsCompared) {
  const Match match = played();
  const auto lines = ask(R"({"id":1,"turns":[0],"playouts":40,"compare":true,"top":1,"record":)" +
                         Json(match.full_record()).dump() + "}");
  ASSERT_EQ(lines.size(), 1U);
  const Json json = without_id(lines[0]);
  const Json& duel = json["duel"];
  EXPECT_EQ(duel["move"], "R+Y=O");
  EXPECT_EQ(duel["other"], "R+Y+B+W=C");
  EXPECT_EQ(duel["advised"], false);
  EXPECT_EQ(duel["pairs"], 10);
  EXPECT_EQ(duel["why"]["with"]["shed"], "1");
  EXPECT_EQ(duel["why_other"]["with"]["shed"], "3");
  // The best, and the one that is compared, whatever `top` says.
  ASSERT_EQ(json["moves"].size(), 2U);
  EXPECT_EQ(json["moves"][1]["order"], duel["order"]);
  // The same by the name of the move.
  const auto named =
      ask(R"({"id":1,"turns":[0],"playouts":40,"compare":"R+Y=O","top":1,"record":)" +
          Json(match.full_record()).dump() + "}");
  EXPECT_EQ(without_id(named[0]), json);
  // After the last move nothing was played.
  const auto last = ask(R"({"id":1,"playouts":4,"compare":true,)" + std::string(start) + "}");
  EXPECT_FALSE(without_id(last[0]).contains("duel"));
  for (const char* text : {R"("R+Y=W")", R"("deal R")", R"("no move")", "3"})
    EXPECT_NE(ask(R"({"id":1,"compare":)" + std::string(text) + "," + start + "}")[0].find(
                  R"("field":"compare")"),
              std::string::npos)
        << text;
}

TEST(AnalysisProtocol, StepsGiveTheSameAnswer) {
  const Match match = played();
  const std::string options = R"("playouts":60,"seed":"7","line":2,"compare":"R+Y=O")";
  const auto lines = ask(R"({"id":1,"turns":[0],)" + options + R"(,"record":)" +
                         Json(match.full_record()).dump() + "}");
  for (const std::uint64_t slice : {0U, 50U, 1000000U}) {
    auto analysis = *PositionAnalysis::begin(match.first(0), "{" + options + "}");
    EXPECT_FALSE(without_id(analysis.answer())["moves"].empty());
    while (analysis.step(slice)) {
    }
    EXPECT_EQ(without_id(analysis.answer()), without_id(lines[0]));
    EXPECT_FALSE(parse_json(analysis.answer(), 1U << 20U, 8)->contains("id"));
  }
}

TEST(AnalysisProtocol, SaysWhetherOtherHandsAreHidden) {
  const auto hidden = [](const std::string& game, const std::string& position) {
    return ask(R"({"id":1,"playouts":4,"spec":")" + game + R"(","position":")" + position +
               R"("})")[0]
               .find(R"("hidden":true)") != std::string::npos;
  };
  EXPECT_TRUE(hidden("mad-abel", "hand1=h9+hQ second=d3 top=hA hand2=c5+c7"));
  EXPECT_FALSE(hidden("mad-abel seats=1", "hand1=h9+hQ second=d3 top=hA"));
  EXPECT_FALSE(hidden("al-jabar", "hand1=R+Y hand2=O+G center=O+C"));
}

TEST(AnalysisProtocol, OptionsAreChecked) {
  const Match match = played().first(0);
  const auto refusal = [&](std::string_view options) {
    return std::string(PositionAnalysis::begin(match, options).error().code);
  };
  EXPECT_EQ(refusal("[]"), "analysis.json");
  EXPECT_EQ(refusal("{"), "analysis.json");
  EXPECT_EQ(refusal(R"({"spec":"al-jabar"})"), "analysis.field");
  EXPECT_EQ(refusal(R"({"ms":5})"), "analysis.clock");
  EXPECT_EQ(refusal(R"({"playouts":0})"), "analysis.number");
  EXPECT_EQ(refusal(R"({"compare":true})"), "analysis.type");
  EXPECT_EQ(refusal(R"({"compare":"R+Y=W"})"), "analysis.compare");
  EXPECT_EQ(refusal(R"({"bot":"deep"})"), "bot.unknown");
  EXPECT_TRUE(PositionAnalysis::begin(match, "").ok());
  EXPECT_EQ(PositionAnalysis::begin(Match::open(*Spec::parse("al-jabar")), "").error().code,
            "match.turn");
}

}  // namespace
}  // namespace coset::protocol
