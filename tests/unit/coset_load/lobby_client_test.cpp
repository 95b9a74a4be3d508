#include "apps/coset_load/lobby_client.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace coset::coset_load {
namespace {

using nlohmann::json;

std::string pending_table(bool ready) {
  json participant = {{"name", "Emmy"}};
  if (ready) participant["ready"] = true;
  return json{
      {"type", "pending_table"},       {"table", "oak"},  {"commitment", std::string(64, '9')},
      {"participants", {participant}}, {"your_place", 1}, {"invitation", std::string(32, '1')}}
      .dump();
}

std::vector<json> frames(LobbyClient& client) {
  std::vector<json> out;
  for (const std::string& frame : client.take_frames()) out.push_back(json::parse(frame));
  return out;
}

TEST(LobbyClient, RejoinsAtAnotherNodeWithTheSameTokenAndBytes) {
  LobbyClient client("al-jabar", {}, std::nullopt, 7);
  client.on_connect();
  const auto create = frames(client);
  ASSERT_EQ(create.size(), 1U);
  EXPECT_EQ(create[0]["type"], "create");
  client.on_message(pending_table(false));
  client.on_message(pending_table(false));
  const auto ready = frames(client);
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0]["type"], "ready");

  client.on_message(R"({"type":"redirect","node":"b"})");
  EXPECT_EQ(client.take_redirect(), protocol::NodeName{"b"});
  EXPECT_FALSE(client.take_redirect());
  EXPECT_FALSE(client.failed());
  client.on_connect();
  const auto join = frames(client);
  ASSERT_EQ(join.size(), 1U);
  EXPECT_EQ(join[0]["type"], "join");
  EXPECT_EQ(join[0]["token"], create[0]["token"]);
  client.on_message(pending_table(false));
  const auto again = frames(client);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0], ready[0]);

  client.on_connect();
  frames(client);
  client.on_message(pending_table(true));  // the bytes are stored
  EXPECT_TRUE(frames(client).empty());
  EXPECT_EQ(client.complaint(), "");
}

TEST(LobbyClient, TakesAHostileRedirectForAFailure) {
  for (const char* node : {R"("a&b")", "7", "null", R"("")"}) {
    LobbyClient client("al-jabar", {}, std::nullopt, 7);
    client.on_message(std::string(R"({"type":"redirect","node":)") + node + "}");
    EXPECT_FALSE(client.take_redirect()) << node;
    EXPECT_TRUE(client.failed()) << node;
  }
}

TEST(LobbyClient, JoinsTheTableOfAClassWithItsOwnToken) {
  LobbyClient client(Invitation{"oak", std::string(32, '1')}, protocol::Token{{5}}, 7);
  client.on_connect();
  const auto join = frames(client);
  ASSERT_EQ(join.size(), 1U);
  EXPECT_EQ(join[0]["type"], "join");
  EXPECT_EQ(join[0]["token"], "05" + std::string(30, '0'));
  EXPECT_FALSE(client.seat());
  client.on_message(R"({"type":"error","code":"lobby.not_found","message":"It has started."})");
  EXPECT_TRUE(client.failed());
  EXPECT_EQ(client.error(), "lobby.not_found");
}

}  // namespace
}  // namespace coset::coset_load
