#include "apps/coset/cli/deal_check.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace coset::cli {
namespace {

using nlohmann::json;

std::string text_of(const json& value) { return value.get<std::string>(); }

// tools/verify_deal.py gave the verdicts, which shares no code with the program.
TEST(DealCheck, AgreesWithTheIndependentVerifier) {
  std::ifstream file(COSET_TESTS_DIR "/system/fair_deal/games.jsonl");
  std::vector<json> whole;
  int checked = 0;
  for (std::string line; std::getline(file, line); ++checked) {
    const json vector = json::parse(line);
    json game;
    if (vector.contains("file")) {
      game = whole.emplace_back(vector["file"]);
    } else {
      game = whole.at(vector["of"].get<std::size_t>());
      json* place = &game;
      for (const json& key : vector["field"])
        place =
            key.is_string() ? &(*place)[key.get<std::string>()] : &(*place)[key.get<std::size_t>()];
      auto text = place->get<std::string>();
      text.replace(vector["at"].get<std::size_t>(), 1, vector["to"].get<std::string>());
      *place = text;
    }
    const json& expected = vector["verdict"];
    const auto read = read_finished(game.dump());
    ASSERT_EQ(read.ok(), expected["wrong"] != "file") << line;
    if (!read) continue;
    const DealCheck check = check_deal(*read);
    EXPECT_EQ(word_of(check.fault),
              expected["wrong"].is_null() ? "none" : text_of(expected["wrong"]))
        << line;
    EXPECT_EQ(check.deals, expected["deals"].get<int>()) << line;
    EXPECT_EQ(check.agree, expected["agree"].get<int>()) << line;
    EXPECT_EQ(!check.drawn.empty(), expected["first"].is_object()) << line;
    if (check.drawn.empty()) continue;
    EXPECT_EQ(check.draw, expected["first"]["draw"].get<int>()) << line;
    EXPECT_EQ(check.line, expected["first"]["line"].get<int>()) << line;
    EXPECT_EQ(check.dealt, text_of(expected["first"]["dealt"])) << line;
    EXPECT_EQ(check.drawn, text_of(expected["first"]["drawn"])) << line;
  }
  EXPECT_EQ(checked, 72);
}

// What a server may do, with what a client stored; tests/system/fair_deal/_cheats.py makes the
// ways.
TEST(DealCheck, AClientsEvidenceDetectsEveryCheat) {
  std::ifstream file(COSET_TESTS_DIR "/system/fair_deal/cheats.jsonl");
  int caught = 0;
  for (std::string line; std::getline(file, line);) {
    const json way = json::parse(line);
    const json& told = way["kept"];
    DealEvidence evidence;
    ASSERT_TRUE(read_hex(text_of(told["commitment"]), evidence.commitment.emplace()));
    evidence.own.emplace().place = told["place"].get<std::size_t>();
    ASSERT_TRUE(read_hex(text_of(told["bytes"]), evidence.own->bytes));
    if (told.contains("seat")) evidence.seat = told["seat"].get<int>();
    if (told.contains("chain")) evidence.chain = text_of(told["chain"]);
    const DealCheck check = check_deal(*read_finished(way["file"].dump()), evidence);
    EXPECT_EQ(word_of(check.fault), way["wrong"].is_null() ? "none" : text_of(way["wrong"]))
        << way["what"];
    caught += check.fault == DealFault::none ? 0 : 1;
  }
  EXPECT_EQ(caught, 15);
}

json first_game() {
  std::ifstream file(COSET_TESTS_DIR "/system/fair_deal/games.jsonl");
  std::string line;
  std::getline(file, line);
  return json::parse(line)["file"];
}

TEST(DealCheck, TheIdBelongsToTheName) {
  json game = first_game();
  game["table"] = "another-table";
  EXPECT_EQ(check_deal(*read_finished(game.dump())).fault, DealFault::id);
}

// A record may be read in more ways than one, but a server writes it in one.
TEST(DealCheck, RejectsARecordInAnotherFormat) {
  json game = first_game();
  auto record = game["record"].get<std::string>();
  const std::size_t move = record.find("=", record.rfind(": deal"));
  ASSERT_NE(move, std::string::npos);
  record[move] = '>';
  game["record"] = record;
  const DealCheck check = check_deal(*read_finished(game.dump()));
  EXPECT_EQ(check.fault, DealFault::record);
  EXPECT_EQ(check.agree, check.deals);
}

TEST(DealCheck, AGameThatIsNotOverHasNoSeed) {
  json game = first_game();
  game["over"] = false;
  game.erase("seed");
  game.erase("record");
  const auto read = read_finished(game.dump());
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().sentence.find("not over"), std::string::npos);
}

}  // namespace
}  // namespace coset::cli
