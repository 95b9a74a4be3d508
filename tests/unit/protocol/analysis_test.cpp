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

}  // namespace
}  // namespace coset::protocol
