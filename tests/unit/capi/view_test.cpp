// A client that has nothing but what it was sent can say of a selection what its table would say.
#include "unit/capi/capi_support.hpp"

namespace coset::capi {
namespace {

coset_text* verdict(const std::string& spec, const Json& view, int turn, const Json& attempt) {
  const std::string seen = view.dump();
  const std::string tried = attempt.dump();
  return coset_view_verdict(spec.data(), spec.size(), seen.data(), seen.size(), turn, tried.data(),
                            tried.size());
}

const Json* message_of(const Json& sends, std::string_view type) {
  for (const Json& send : sends)
    if (send["message"]["type"] == type) return &send["message"];
  return nullptr;
}

Json handled(coset_table* table, const Json& message) {
  const std::string text = message.dump();
  return got(coset_table_handle(table, 1, text.data(), text.size(), 5));
}

class CView : public testing::TestWithParam<std::string> {};

TEST_P(CView, VerdictEqualsTheTables) {
  const std::string token(32, 'a');
  Json setup = {{"table", "oak"}, {"spec", GetParam()}, {"seats", Json::array()}};
  const int seats = got(coset_spec_describe(GetParam().data(), GetParam().size()))["seats"];
  for (int i = 0; i < seats; ++i)
    setup["seats"].push_back(
        {{"name", "N"}, {"token", std::string(32, static_cast<char>('a' + i))}});
  const auto table = table_of(setup);
  for (std::uint32_t size = 0; (size = coset_table_urn(table.get())) > 0;)
    ASSERT_EQ(coset_table_dealt(table.get(), size / 3), COSET_DONE);
  got(coset_table_committed(table.get(), 1, 0));
  const Json opened =
      handled(table.get(), {{"type", "hello"}, {"proto", 1}, {"table", "oak"}, {"token", token}});
  const Json welcome = *message_of(opened, "welcome");
  const Json snapshot = *message_of(opened, "snapshot");
  int seq = 0;
  std::vector<Json> attempts = {
      {{"move", "draw"}}, {{"move", "pass"}}, {{"move", "R++"}}, Json::object(), {{"give", {"?"}}}};
  const Json pieces = welcome["pieces"];
  for (const Json& give : pieces) {
    attempts.push_back({{"give", {give}}});
    for (const Json& take : pieces) {
      attempts.push_back({{"give", {give}}, {"take", {take}}});
      attempts.push_back({{"give", {give, take}}});
      attempts.push_back({{"give", {give, give}}, {"take", {take}}});
    }
  }
  int legal = 0;
  for (const Json& attempt : attempts) {
    Json asked = {{"type", "preview"}, {"seq", ++seq}};
    asked.update(attempt);
    Json judged = *message_of(handled(table.get(), asked), "verdict");
    for (const char* about : {"type", "seq", "head"}) judged.erase(about);
    const Json own = got(verdict(welcome["spec"], snapshot["view"], snapshot["turn"], attempt));
    ASSERT_EQ(own.dump(), judged.dump()) << attempt;
    legal += own["legal"].get<bool>() ? 1 : 0;
  }
  EXPECT_GT(legal, 0);
}

INSTANTIATE_TEST_SUITE_P(Games, CView,
                         testing::Values("al-jabar", "al-jabar Z3^2 seats=3", "solitaire",
                                         "mad-abel Z4xZ5", "mad-abel S3 seats=3"));

TEST(CViewAlone, RejectsInvalidViewsAndTurns) {
  const auto match = match_of("al-jabar", "hand1=R+Y+B+W hand2=O^4+G center=O+C");
  const Json view = got(coset_match_view(match.get(), 1));
  EXPECT_TRUE(got(verdict("al-jabar", view, 1, {{"move", "R+Y=O"}}))["legal"]);
  EXPECT_EQ(got(verdict("al-jabar", view, 2, {{"move", "R+Y=O"}}))["id"], "turn");
  EXPECT_EQ(why_not(verdict("al-jabar", view, 0, {{"move", "R+Y=O"}})), "match.turn");
  EXPECT_EQ(why_not(verdict("al-jabar", view, 3, {{"move", "R+Y=O"}})), "seat.unknown");
  EXPECT_EQ(why_not(verdict("al-jabar", view, 1, {{"move", "deal R"}})), "move.deal");
  EXPECT_EQ(why_not(verdict("al-jabar", view, 1, Json::array())), "message.json");
  EXPECT_EQ(why_not(verdict("al-jabar", Json::object(), 1, {{"move", "draw"}})), "view.json");
  EXPECT_EQ(why_not(verdict("mad-abel", view, 1, {{"move", "draw"}})), "view.game");
  EXPECT_EQ(why_not(verdict("chess", view, 1, {{"move", "draw"}})), "spec.game");
  const Json spectator = got(coset_match_view(match.get(), 0));
  EXPECT_EQ(why_not(verdict("al-jabar", spectator, 1, {{"move", "draw"}})), "seat.unknown");
}

}  // namespace
}  // namespace coset::capi
