#include "engine/play/match.hpp"

#include "engine/play/catalogue.hpp"
#include "unit/capi/capi_support.hpp"

namespace coset::capi {
namespace {

// Deals from a seed whatever is to be dealt.
void deal(coset_match* match, coset_rng* rng) {
  while (const std::uint32_t size = coset_match_urn(match))
    ASSERT_EQ(coset_match_deal(match, coset_rng_below(rng, size)), COSET_DONE);
}

std::string bot_move(const coset_match* match, const std::string& bot, std::uint64_t seed) {
  coset_text* problem = nullptr;
  const Owned<coset_search> search(
      coset_search_begin(match, bot.data(), bot.size(), seed, &problem), coset_search_free);
  EXPECT_NE(search, nullptr) << told(problem).text;
  while (coset_search_step(search.get(), 200) != 0) {
  }
  const Json result = got(coset_search_result(search.get()));
  EXPECT_TRUE(result["done"]);
  return result["move"];
}

TEST(CMatch, ListsTheCatalogue) {
  const Json games = got(coset_games());
  ASSERT_EQ(games.size(), catalogue().size());
  for (const Json& game : games) {
    const std::string id = game["id"];
    EXPECT_EQ(got(coset_spec_describe(id.data(), id.size()))["spec"], game["spec"]);
  }
  const Json colours = got(coset_spec_describe(COSET_TEXT("al-jabar")));
  EXPECT_EQ(colours["pieces"], Json({"R", "Y", "B", "O", "G", "P", "W", "C"}));
  EXPECT_EQ(colours["spoken"][0], "red");
  EXPECT_EQ(colours["hidden"], false);
  EXPECT_EQ(why_not(coset_spec_describe(COSET_TEXT("chess"))), "spec.game");
}

TEST(CMatch, PlaysAGameAndReplaysIt) {
  const auto match = match_of("mad-abel");
  const Owned<coset_rng> rng(coset_rng_open(3), coset_rng_free);
  for (std::uint64_t i = 0; !got(coset_match_state(match.get()))["over"]; ++i) {
    deal(match.get(), rng.get());
    const Json state = got(coset_match_state(match.get()));
    if (state["over"]) break;
    const std::string move = bot_move(match.get(), "greedy", i);
    EXPECT_TRUE(
        got(coset_match_judge(match.get(), state["to_move"], move.data(), move.size()))["legal"]);
    got(coset_match_play(match.get(), state["to_move"], move.data(), move.size()));
  }
  const std::string record = told(coset_match_record(match.get(), -1)).text;
  const Owned<coset_match> again(coset_match_replay(record.data(), record.size(), nullptr),
                                 coset_match_free);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(got(coset_match_state(again.get())), got(coset_match_state(match.get())));
  const Owned<coset_match> start(coset_match_first(match.get(), 3, nullptr), coset_match_free);
  EXPECT_EQ(got(coset_match_state(start.get()))["plies"], 3);
  coset_text* problem = nullptr;
  EXPECT_EQ(coset_match_first(match.get(), 100000, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "match.plies");
  EXPECT_EQ(coset_match_replay(COSET_TEXT("nonsense"), &problem), nullptr);
  EXPECT_EQ(why_not(problem), "record.header");
}

TEST(CMatch, DealsOnlyFromTheUrn) {
  const auto match = match_of("al-jabar");
  const std::uint32_t size = coset_match_urn(match.get());
  ASSERT_GT(size, 0U);
  EXPECT_EQ(coset_match_deal(match.get(), size), COSET_REFUSED);
  EXPECT_EQ(coset_match_urn(match.get()), size);
  EXPECT_EQ(coset_match_deal(match.get(), size - 1), COSET_DONE);
  EXPECT_EQ(coset_match_urn(match.get()), size - 1);
}

TEST(CMatch, ReaderSeesOnlyItsHand) {
  const auto match = match_of("mad-abel", "hand1=s5+s8+d6+c8 hand2=h2+h3+h4 second=d9 top=h10");
  const Json one = got(coset_match_view(match.get(), 1));
  EXPECT_EQ(one["hand"].size(), 4U);
  EXPECT_EQ(one["may"], Json({"play", "draw"}));
  EXPECT_FALSE(got(coset_match_view(match.get(), 0)).contains("hand"));
  EXPECT_EQ(told(coset_match_record(match.get(), 1)).text.find("s5"), std::string::npos);
  for (const int seat : {-1, 3, 100})
    EXPECT_EQ(why_not(coset_match_view(match.get(), seat)), "seat.unknown");
  EXPECT_EQ(why_not(coset_match_record(match.get(), 3)), "seat.unknown");
}

TEST(CMatch, ErrorsChangeNothing) {
  const auto match = match_of("al-jabar", "hand1=R+Y+B+W hand2=O^4+G center=O+C");
  const Json before = got(coset_match_state(match.get()));
  EXPECT_EQ(why_not(coset_match_play(match.get(), 1, COSET_TEXT("R=O"))), "move.illegal");
  EXPECT_EQ(why_not(coset_match_play(match.get(), 2, COSET_TEXT("R+Y=O"))), "move.seat");
  EXPECT_EQ(why_not(coset_match_play(match.get(), 9, COSET_TEXT("R+Y=O"))), "seat.unknown");
  EXPECT_EQ(why_not(coset_match_play(match.get(), 1, COSET_TEXT("deal R"))), "move.kind");
  EXPECT_EQ(coset_match_urn(match.get()), 0U);
  EXPECT_EQ(coset_match_deal(match.get(), 0), COSET_REFUSED);
  EXPECT_EQ(got(coset_match_state(match.get())), before);
  const Json verdict = got(coset_match_judge(match.get(), 1, COSET_TEXT("R=O")));
  EXPECT_FALSE(verdict["legal"]);
  EXPECT_EQ(verdict["difference"], "Y");
  EXPECT_EQ(why_not(coset_match_judge(match.get(), 1, COSET_TEXT("deal R"))), "move.deal");
  EXPECT_EQ(why_not(coset_match_judge(match.get(), 0, COSET_TEXT("draw"))), "seat.unknown");
  EXPECT_FALSE(got(coset_match_judge(match.get(), 1, COSET_TEXT("R++")))["legal"]);
}

TEST(CMatch, ListsMovesUpToALimit) {
  const auto match = match_of("al-jabar", "hand1=R+Y+B+W hand2=O^4+G center=O+C");
  const Json all = got(coset_match_actions(match.get(), 100000));
  EXPECT_FALSE(all["truncated"]);
  const Json some = got(coset_match_actions(match.get(), 2));
  EXPECT_EQ(some["actions"].size(), 2U);
  EXPECT_TRUE(some["truncated"]);
  EXPECT_GT(all["actions"].size(), 2U);
}

TEST(CMatch, Hints) {
  const auto match = match_of("al-jabar", "hand1=R+Y+B+W hand2=O^4+G center=O+C");
  EXPECT_EQ(got(coset_match_hint(match.get(), 5))["move"], "R+Y+B+W=C");
  EXPECT_FALSE(got(coset_match_hint(match.get(), 1)).contains("move"));
  EXPECT_EQ(why_not(coset_match_hint(match.get(), 6)), "hint.level");
  EXPECT_EQ(why_not(coset_match_hint(match_of("al-jabar").get(), 1)), "match.turn");
}

// However a hint is sliced, it ends where one long call does, and it can be had at any time.
TEST(CMatch, HintSearchInSteps) {
  for (const char* spec :
       {"al-jabar", "al-jabar seats=3", "al-jabar Z3^2", "solitaire", "mad-abel", "mad-abel S3"}) {
    const auto match = match_of(spec);
    const Owned<coset_rng> rng(coset_rng_open(2), coset_rng_free);
    deal(match.get(), rng.get());
    const Json whole = got(coset_match_hint(match.get(), 5));
    for (const std::uint32_t slice : {0U, 50U, 1000000U}) {
      const Owned<coset_hint> hint(coset_hint_begin(match.get(), nullptr), coset_hint_free);
      ASSERT_NE(hint, nullptr);
      const Json at_once = got(coset_hint_result(hint.get(), 5));
      EXPECT_EQ(at_once["levels"].size(), whole["levels"].size());
      while (coset_hint_step(hint.get(), slice) != 0) {
      }
      EXPECT_EQ(coset_hint_step(hint.get(), slice), 0);
      EXPECT_EQ(got(coset_hint_result(hint.get(), 5)), whole) << spec;
      EXPECT_EQ(why_not(coset_hint_result(hint.get(), 0)), "hint.level");
    }
  }
  coset_text* problem = nullptr;
  EXPECT_EQ(coset_hint_begin(match_of("al-jabar").get(), &problem), nullptr);
  EXPECT_EQ(why_not(problem), "match.turn");
}

TEST(CMatch, HintSearchCanStopAtAnyTime) {
  const auto match = match_of("al-jabar");
  const Owned<coset_rng> rng(coset_rng_open(1), coset_rng_free);
  deal(match.get(), rng.get());
  const Owned<coset_search> search(
      coset_search_begin(match.get(), COSET_TEXT("lookahead"), 1, nullptr), coset_search_free);
  const Json at_once = got(coset_search_result(search.get()));
  EXPECT_FALSE(at_once["done"]);
  const std::string first = at_once["move"];
  EXPECT_TRUE(got(coset_match_judge(match.get(), 1, first.data(), first.size()))["legal"]);
  EXPECT_EQ(coset_search_step(search.get(), 1), 1);
  while (coset_search_step(search.get(), 500) != 0) {
  }
  EXPECT_EQ(coset_search_step(search.get(), 500), 0);
  EXPECT_EQ(got(coset_search_result(search.get()))["move"], bot_move(match.get(), "lookahead", 1));
  coset_text* problem = nullptr;
  EXPECT_EQ(coset_search_begin(match.get(), COSET_TEXT("deep"), 1, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "bot.unknown");
  const auto dealing = match_of("al-jabar");
  EXPECT_EQ(coset_search_begin(dealing.get(), COSET_TEXT("random"), 1, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "match.turn");
}

}  // namespace
}  // namespace coset::capi
