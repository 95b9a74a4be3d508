#include <cstring>

#include "engine/bots/seeded.hpp"
#include "engine/play/match.hpp"
#include "engine/play/simulate.hpp"
#include "unit/capi/capi_support.hpp"

namespace coset::capi {
namespace {

Owned<coset_group> group_of(const std::string& text) {
  coset_text* problem = nullptr;
  Owned<coset_group> out(coset_group_open(text.data(), text.size(), &problem), coset_group_free);
  EXPECT_NE(out, nullptr) << told(problem).text;
  return out;
}

TEST(CApi, HasAVersion) {
  EXPECT_EQ(coset_api_version(), COSET_API_VERSION);
  const Json about = got(coset_about());
  EXPECT_EQ(about["api"], COSET_API_VERSION);
  EXPECT_EQ(about["protocol"], 1);
  EXPECT_EQ(about["bots"][0]["name"], "random");
  EXPECT_EQ(coset_signature(), behaviour_signature());
}

TEST(CApi, AcceptsEmptyTextsAndRejectsLongOrNullOnes) {
  coset_text* problem = nullptr;
  EXPECT_EQ(coset_group_open(nullptr, 0, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "group.unknown");
  EXPECT_EQ(coset_group_open(nullptr, 5, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "text.null");
  const std::string long_text(COSET_MAX_TEXT + 1, 'x');
  EXPECT_EQ(coset_group_open(long_text.data(), long_text.size(), &problem), nullptr);
  EXPECT_EQ(why_not(problem), "text.long");
  EXPECT_EQ(coset_group_open(long_text.data(), 3, nullptr), nullptr);
  EXPECT_EQ(why_not(coset_spec_describe(nullptr, 1)), "text.null");
}

TEST(CApi, EveryFunctionTakesANullHandle) {
  for (coset_text* answer : {coset_group_describe(nullptr, 0),
                             coset_group_check(nullptr),
                             coset_group_cosets(nullptr, COSET_TEXT("R"), 0),
                             coset_group_quotient(nullptr, COSET_TEXT("R")),
                             coset_group_lattice(nullptr, 100),
                             coset_lattice_progress(nullptr),
                             coset_lattice_result(nullptr),
                             coset_group_sum(nullptr, COSET_TEXT("R")),
                             coset_group_ways(nullptr, COSET_TEXT("R"), 2, 0),
                             coset_group_explain(nullptr, COSET_TEXT("R"), nullptr, 0, nullptr, 0),
                             coset_match_state(nullptr),
                             coset_match_view(nullptr, 1),
                             coset_match_record(nullptr, 1),
                             coset_match_actions(nullptr, 1),
                             coset_match_judge(nullptr, 1, COSET_TEXT("draw")),
                             coset_match_hint(nullptr, 1),
                             coset_match_play(nullptr, 1, COSET_TEXT("draw")),
                             coset_search_result(nullptr),
                             coset_table_requests(nullptr),
                             coset_table_handle(nullptr, 1, COSET_TEXT("{}"), 0),
                             coset_table_disconnect(nullptr, 1, 0),
                             coset_table_tick(nullptr, 0),
                             coset_table_committed(nullptr, 1, 0),
                             coset_table_reload(nullptr, COSET_TEXT("[]"), 0),
                             coset_table_bot_chose(nullptr, 1, 1, COSET_TEXT("draw"), 0),
                             coset_table_hint(nullptr),
                             coset_table_hinted(nullptr, nullptr),
                             coset_hint_result(nullptr, 1),
                             coset_table_announce_rematch(nullptr, COSET_TEXT("x"))})
    EXPECT_EQ(why_not(answer), "handle.null");
  coset_text* problem = nullptr;
  EXPECT_EQ(coset_match_first(nullptr, 0, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "handle.null");
  EXPECT_EQ(coset_search_begin(nullptr, COSET_TEXT("random"), 1, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "handle.null");
  EXPECT_EQ(coset_lattice_begin(nullptr, 1, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "handle.null");
  EXPECT_EQ(coset_hint_begin(nullptr, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "handle.null");
  EXPECT_EQ(coset_table_hint_begin(nullptr, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "handle.null");
  EXPECT_EQ(coset_hint_step(nullptr, 1), 0);
  coset_hint_free(nullptr);
  EXPECT_EQ(coset_match_urn(nullptr), 0U);
  EXPECT_EQ(coset_match_deal(nullptr, 0), COSET_REFUSED);
  EXPECT_EQ(coset_search_step(nullptr, 1), 0);
  EXPECT_EQ(coset_table_urn(nullptr), 0U);
  EXPECT_EQ(coset_table_draw(nullptr), 0U);
  EXPECT_EQ(coset_table_dealt(nullptr, 0), COSET_REFUSED);
  EXPECT_EQ(coset_rng_below(nullptr, 5), 0U);
  coset_free(nullptr);
  coset_group_free(nullptr);
  coset_match_free(nullptr);
  coset_search_free(nullptr);
  coset_table_free(nullptr);
  coset_rng_free(nullptr);
}

TEST(CApi, DescribesGroups) {
  const auto group = group_of("S3");
  const Json facts = got(coset_group_describe(group.get(), 1));
  EXPECT_EQ(facts["order"], 6);
  EXPECT_EQ(facts["table"].size(), 6U);
  EXPECT_FALSE(got(coset_group_describe(group.get(), 0)).contains("table"));
  const auto magma = group_of("magma:a,b;a,a/b,b");
  EXPECT_EQ(why_not(coset_group_describe(magma.get(), 0)), "group.magma");
  EXPECT_EQ(got(coset_group_sum(magma.get(), COSET_TEXT("b*a")))["sum"], "b");
}

TEST(CApi, TakesGroupsApart) {
  const auto group = group_of("D4");
  const Json flip = got(coset_group_cosets(group.get(), COSET_TEXT("s"), 0));
  EXPECT_EQ(flip["side"], "left");
  EXPECT_EQ(flip["index"], 4);
  EXPECT_EQ(flip["normal"], false);
  EXPECT_EQ(flip["witness"],
            (Json{{"a", "e"}, {"b", "s"}, {"x", "r"}, {"ax", "r"}, {"bx", "r3s"}}));
  EXPECT_EQ(flip["cosets"][1], (Json{{"name", "B"}, {"elements", {"r", "rs"}}}));
  EXPECT_EQ(flip["normaliser"], (Json{"e", "r2", "s", "r2s"}));
  EXPECT_EQ(flip["conjugates"], Json::parse(R"([["e","s"],["e","r2s"]])"));
  const Json right = got(coset_group_cosets(group.get(), COSET_TEXT("s"), 1));
  EXPECT_EQ(right["cosets"][1]["elements"], (Json{"r", "r3s"}));
  EXPECT_EQ(why_not(coset_group_quotient(group.get(), COSET_TEXT("s"))), "subgroup.not_normal");
  const Json quotient = got(coset_group_quotient(group.get(), COSET_TEXT("r*r")));
  EXPECT_EQ(quotient["quotient"], "table:A,B,C,D;A,B,C,D/B,A,D,C/C,D,A,B/D,C,B,A");
  EXPECT_EQ(quotient["known_as"]["group"], "Z2^2");
  EXPECT_EQ(quotient["known_as"]["map"].size(), 4U);
  EXPECT_EQ(quotient["subgroup"]["known_as"]["name"], "Z2");
  EXPECT_EQ(got(coset_group_cosets(group.get(), COSET_TEXT(" r2, s "), 0))["subgroup"]["order"], 4);
  EXPECT_EQ(got(coset_group_cosets(group.get(), nullptr, 0, 0))["index"], 8);
  for (const char* bad : {"q", "r+", ",", "r,", "r,,s"})
    EXPECT_TRUE(why_not(coset_group_cosets(group.get(), bad, strlen(bad), 0)).starts_with("name."));
  const auto magma = group_of("magma:a,b;a,a/b,b");
  EXPECT_EQ(why_not(coset_group_cosets(magma.get(), COSET_TEXT("a"), 0)), "group.magma");
  EXPECT_EQ(why_not(coset_group_lattice(magma.get(), 100)), "group.magma");
}

TEST(CApi, ChecksTables) {
  const Json two = Json::parse(
      R"({"schema":1,"elements":["a","b"],"table":[["a","b"],["b","a"]],"is_group":true,
          "group":"table:a,b;a,b/b,a"})");
  EXPECT_EQ(got(coset_group_check(group_of("magma:a,b;a,b/b,a").get())), two);
  EXPECT_EQ(got(coset_check_table(COSET_TEXT("a b\nb a"))), two);
  EXPECT_EQ(got(coset_group_check(group_of("S3").get()))["group"], "S3");
  const Json wrong = got(coset_group_check(group_of("magma:a,b,c;a,b,c/b,c,c/c,a,b").get()));
  EXPECT_EQ(wrong["is_group"], false);
  EXPECT_EQ(wrong["code"], "table.not_latin");
  EXPECT_EQ(wrong["cells"],
            (Json{{{"row", "b"}, {"column", "b"}}, {{"row", "b"}, {"column", "c"}}}));
  EXPECT_EQ(wrong["mend"], (Json{{"row", "b"}, {"column", "c"}, {"element", "a"}}));
  const Json none = got(coset_group_check(group_of("magma:0,2,1/1,0,2/2,1,0").get()));
  EXPECT_EQ(none["code"], "table.no_identity");
  EXPECT_EQ(none["cells"], Json::array());
  EXPECT_FALSE(none.contains("mend"));
}

TEST(CApi, ChecksPastedTables) {
  EXPECT_EQ(got(coset_check_table(COSET_TEXT("[[1,2],[2,1]]")))["group"], "table:1,2;1,2/2,1");
  const Json last = got(coset_check_table(COSET_TEXT("* a e\na e a\ne a e")));
  EXPECT_EQ(last["elements"], (Json{"a", "e"}));
  EXPECT_EQ(last["group"], "table:e,a;e,a/a,e") << "the identity first";
  const Json open = got(coset_check_table(COSET_TEXT("e,a\na,z")));
  EXPECT_EQ(open["code"], "table.not_closed");
  EXPECT_EQ(open["cells"], (Json{{{"row", "a"}, {"column", "a"}}}));
  EXPECT_EQ(open["text"],
            "a*a = z, which is not one of the elements: the operation is not closed.");
  EXPECT_FALSE(open.contains("mend"));
  const Json brackets =
      got(coset_check_table(COSET_TEXT("0 1 2 3 4\n1 0 3 4 2\n2 4 0 1 3\n3 2 4 0 1\n4 3 1 2 0")));
  EXPECT_EQ(brackets["code"], "table.not_associative");
  EXPECT_EQ(brackets["cells"].size(), 4U);
  EXPECT_EQ(why_not(coset_check_table(COSET_TEXT("a b\nb"))), "table.shape");
  EXPECT_EQ(why_not(coset_check_table(nullptr, 3)), "text.null");
}

TEST(CApi, ListsSubgroupsUpToALimit) {
  const auto group = group_of("S4");
  const Json lattice = got(coset_group_lattice(group.get(), 10000));
  EXPECT_EQ(lattice["count"], 30);
  EXPECT_EQ(lattice["subgroups"].size(), 30U);
  EXPECT_EQ(lattice["classes"].size(), 11U);
  EXPECT_EQ(lattice["classes"][10]["known_as"]["name"], "S4");
  EXPECT_EQ(lattice["subgroups"][29]["covers"].size(), 8U);
  const Json refused = got(coset_group_lattice(group.get(), 29));
  EXPECT_EQ(refused["count"], nullptr);
  EXPECT_EQ(refused["limit"], 29);
  EXPECT_TRUE(refused["subgroups"].empty());
  EXPECT_EQ(got(coset_group_lattice(group.get(), 4000000000U))["limit"], 10000);
}

std::string lattice_in_steps(const coset_group* group, uint32_t limit, uint32_t units,
                             std::size_t* steps) {
  coset_lattice* lattice = coset_lattice_begin(group, limit, nullptr);
  int64_t found = 0;
  int64_t percent = 0;
  bool more = true;
  for (*steps = 0; more; ++*steps) {
    more = coset_lattice_step(lattice, units) != 0;
    const Json progress = got(coset_lattice_progress(lattice));
    EXPECT_GE(progress["found"].get<int64_t>(), std::max<int64_t>(found, 1));
    EXPECT_GE(progress["percent"].get<int64_t>(), percent);
    found = progress["found"].get<int64_t>();
    percent = progress["percent"].get<int64_t>();
  }
  std::string result = told(coset_lattice_result(lattice)).text;
  EXPECT_EQ(percent, Json::parse(result)["count"].is_null() ? 0 : 100);
  EXPECT_EQ(coset_lattice_step(lattice, 1), 0);
  coset_lattice_free(lattice);
  return result;
}

TEST(CApi, ALatticeInStepsIsTheSame) {
  for (const char* text : {"Z1", "D4", "S4", "A5", "Z2^5", "Z2^8"})
    for (const uint32_t limit : {20U, 500U}) {
      const auto group = group_of(text);
      const std::string whole = told(coset_group_lattice(group.get(), limit)).text;
      for (const uint32_t units : {0U, 1U, 7U, 1000U, 4000000000U}) {
        std::size_t steps = 0;
        EXPECT_EQ(lattice_in_steps(group.get(), limit, units, &steps), whole) << text << units;
        if (units == 4000000000U) EXPECT_LE(steps, 2);
        const Json made = Json::parse(whole);
        if (units > 1 || made["count"].is_null()) continue;
        // Found, covers, class and generators in steps of their own, and then a name for each
        // class.
        const std::size_t names = made["classes"].size() <= 60 ? made["classes"].size() : 1;
        EXPECT_GE(steps, 4 * made["count"].get<std::size_t>() + names) << text;
      }
    }
  // The group is not needed, and a result takes the steps that are left.
  auto group = group_of("S4");
  const std::string whole = told(coset_group_lattice(group.get(), 100)).text;
  coset_lattice* lattice = coset_lattice_begin(group.get(), 100, nullptr);
  group.reset();
  EXPECT_EQ(coset_lattice_step(lattice, 5), 1);
  EXPECT_EQ(told(coset_lattice_result(lattice)).text, whole);
  coset_lattice_free(lattice);
  coset_lattice_free(nullptr);
  EXPECT_EQ(coset_lattice_step(nullptr, 5), 0);
  coset_text* problem = nullptr;
  const auto magma = group_of("magma:a,b;a,a/b,b");
  EXPECT_EQ(coset_lattice_begin(magma.get(), 100, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "group.magma");
}

TEST(CApi, SumsWaysAndReasons) {
  const auto group = group_of("Z2^3");
  EXPECT_EQ(got(coset_group_sum(group.get(), COSET_TEXT("R+B+W")))["sum"], "Y");
  EXPECT_EQ(why_not(coset_group_sum(group.get(), COSET_TEXT("R+Q"))), "name.unknown");
  EXPECT_EQ(got(coset_group_ways(group.get(), COSET_TEXT("R"), 3, 0))["count"], 15);
  EXPECT_EQ(why_not(coset_group_ways(group.get(), COSET_TEXT("R"), 9, 0)), "ways.pieces");
  const Json off = got(
      coset_group_explain(group.get(), COSET_TEXT("G+O=W"), nullptr, 0, COSET_TEXT("G+O+Y+B+R")));
  EXPECT_EQ(off["difference"], "Y");
  EXPECT_EQ(off["repairs"][0]["word"], "G+O+Y");
  EXPECT_EQ(off["left"]["steps"].size(), 4U);
  EXPECT_EQ(
      got(coset_group_explain(group.get(), COSET_TEXT("OPC>G"), nullptr, 0, nullptr, 0))["equal"],
      true);
  EXPECT_EQ(got(coset_group_explain(group.get(), COSET_TEXT("R+B"), COSET_TEXT("P"), nullptr,
                                    0))["equal"],
            true);
  for (const char* bad : {"", "R+", "R=", "R=B=C", "="}) {
    coset_text* answer = coset_group_explain(group.get(), bad, strlen(bad), nullptr, 0, nullptr, 0);
    EXPECT_FALSE(why_not(answer).empty()) << bad;
  }
}

TEST(CApi, FindsPlacesInJson) {
  const std::string json = R"({"a":[1,{"b c":"x\"y"}],"n":null,"s":"text"})";
  const auto at = [&](const std::string& place) {
    return told(coset_json_at(json.data(), json.size(), place.data(), place.size()));
  };
  EXPECT_EQ(at("/s").text, "text");
  EXPECT_EQ(at("/a/1/b c").text, "x\"y");
  EXPECT_EQ(at("/a/0").text, "1");
  EXPECT_EQ(at("/n").text, "null");
  EXPECT_EQ(at("/a").text, R"([1,{"b c":"x\"y"}])");
  EXPECT_EQ(Json::parse(at("").text), Json::parse(json));
  for (const char* none : {"/b", "/a/2", "/a/x", "/a/-1", "/s/t", "a", "/a/0/1"})
    EXPECT_EQ(at(none).status, COSET_REFUSED) << none;
  EXPECT_EQ(told(coset_json_at(COSET_TEXT("{"), COSET_TEXT(""))).status, COSET_REFUSED);
}

TEST(CApi, RngIsReproducible) {
  Owned<coset_rng> one(coset_rng_open(5), coset_rng_free);
  Owned<coset_rng> two(coset_rng_open(5), coset_rng_free);
  bool varied = false;
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t drawn = coset_rng_below(one.get(), 7);
    EXPECT_LT(drawn, 7U);
    EXPECT_EQ(drawn, coset_rng_below(two.get(), 7));
    varied = varied || drawn > 3;
  }
  EXPECT_TRUE(varied);
  EXPECT_EQ(coset_rng_below(one.get(), 0), 0U);
  EXPECT_EQ(coset_seeded_index(5, 0, 0), 0U);  // as for the same mistake above
}

TEST(CApi, DailySeed) {
  const Json day = got(coset_daily(COSET_TEXT("puzzle"), COSET_TEXT("2026-02-28")));
  EXPECT_FALSE(day["seed"].get<std::string>().empty());
  EXPECT_NE(got(coset_daily(COSET_TEXT("puzzle"), COSET_TEXT("2026-03-01"))), day);
  EXPECT_EQ(why_not(coset_daily(COSET_TEXT("puzzle"), COSET_TEXT("2026-02-30"))), "daily.date");
  EXPECT_EQ(why_not(coset_daily(COSET_TEXT("chess"), COSET_TEXT("2026-02-28"))), "daily.what");
}

TEST(CApi, SeededDealsEqualThoseOfTheOtherFrontEnds) {
  Match match = Match::open(Spec::parse("solitaire").value());
  coset_match* same = coset_match_open(COSET_TEXT("solitaire"), COSET_TEXT(""), nullptr);
  for (std::uint32_t n = 0; match.turn().kind == Turn::Kind::deal; ++n) {
    Rng rng = bots::deal_rng(9, n);
    match.deal(rng);
    EXPECT_EQ(coset_match_deal(same, coset_seeded_index(9, n, coset_match_urn(same))), 0);
  }
  EXPECT_EQ(got(coset_match_state(same))["position"], match.full_position());
  coset_match_free(same);
  EXPECT_GT(got(coset_par(COSET_TEXT("solitaire"), 9))["par"], -20);
  EXPECT_EQ(why_not(coset_par(COSET_TEXT("al-jabar"), 9)), "par.game");
}

TEST(CApi, LessonRun) {
  const Json run = got(coset_lesson_run(3, COSET_TEXT("-+")));
  EXPECT_EQ(run.dump(),
            R"({"queue":[{"item":1,"again":false},{"item":2,"again":false},)"
            R"({"item":3,"again":false},{"item":1,"again":true}],"at":2,"right":1,"done":false})");
  EXPECT_EQ(why_not(coset_lesson_run(65, COSET_TEXT(""))), "lesson.items");
  EXPECT_EQ(why_not(coset_lesson_run(-1, COSET_TEXT(""))), "lesson.items");
  EXPECT_EQ(why_not(coset_lesson_run(3, COSET_TEXT("+x"))), "lesson.answers");
}

TEST(CApi, LessonReview) {
  const auto today = std::pair<const char*, size_t>(COSET_TEXT("2026-11-15"));
  EXPECT_EQ(got(coset_lesson_review(-1, COSET_TEXT(""), 0, today.first, today.second)).dump(),
            R"({"box":0,"due":"2026-11-16"})");
  EXPECT_EQ(got(coset_lesson_review(3, COSET_TEXT("2026-11-15"), 1, today.first, today.second)),
            nullptr);
  EXPECT_EQ(got(coset_lesson_due(COSET_TEXT("1 2026-11-15\n0 2026-11-16\n0 2026-11-14"),
                                 today.first, today.second))
                .dump(),
            "[2,0]");
  EXPECT_EQ(got(coset_lesson_due(COSET_TEXT(""), today.first, today.second)).dump(), "[]");
  EXPECT_EQ(
      got(coset_streak(COSET_TEXT("2026-11-13 2026-11-15"), today.first, today.second)).dump(),
      R"({"days":2,"today":true,"rested":true})");
  for (const std::string items : {"x 2026-11-15", "4 2026-11-15", "0 2026-02-30", "0", "\n"})
    EXPECT_EQ(why_not(coset_lesson_due(items.data(), items.size(), today.first, today.second)),
              "lesson.date")
        << items;
  EXPECT_EQ(
      why_not(coset_lesson_review(4, today.first, today.second, 1, today.first, today.second)),
      "lesson.date");
  EXPECT_EQ(why_not(coset_streak(COSET_TEXT("yesterday"), today.first, today.second)),
            "lesson.date");
}

TEST(CApi, LessonItemsAndChecks) {
  const Json lessons = got(coset_lessons());
  EXPECT_GT(lessons.size(), 40U);
  const Json items = got(coset_lesson_items(COSET_TEXT("colours.not-paint"), 3));
  ASSERT_EQ(items.size(), 8U);
  for (const Json& item : items) {
    const std::string answer = item["answer"];
    EXPECT_EQ(item["seed"], "3");
    const Json right = got(coset_lesson_check(COSET_TEXT("colours.not-paint"), 3, item["item"],
                                              answer.data(), answer.size()));
    EXPECT_TRUE(right["right"]);
    for (const Json& choice : item["choices"]) {
      const std::string text = choice["text"];
      const Json judged = got(coset_lesson_check(COSET_TEXT("colours.not-paint"), 3, item["item"],
                                                 text.data(), text.size()));
      EXPECT_EQ(judged["right"], choice["right"]);
      EXPECT_EQ(judged["misconception"], choice["misconception"]);
    }
  }
  EXPECT_EQ(got(coset_lesson_items(COSET_TEXT("colours"), 3)).size(), 8U);
  EXPECT_EQ(why_not(coset_lesson_items(COSET_TEXT("no"), 3)), "lesson.unknown");
  EXPECT_EQ(why_not(coset_lesson_check(COSET_TEXT("no"), 3, 1, COSET_TEXT("a"))), "lesson.unknown");
  for (const int item : {0, 9, -1})
    EXPECT_EQ(why_not(coset_lesson_check(COSET_TEXT("colours.white"), 3, item, COSET_TEXT("a"))),
              "lesson.item");
}

TEST(CApi, PuzzlesAndChecks) {
  EXPECT_EQ(got(coset_puzzles()).size(), 10U);
  const Json puzzle = got(coset_puzzle(COSET_TEXT("best-exchange"), 4, nullptr, 0));
  const std::string solution = puzzle["solution"];
  EXPECT_EQ(got(coset_puzzle_check(COSET_TEXT("best-exchange"), 4, nullptr, 0, solution.data(),
                                   solution.size()))["outcome"],
            "right");
  const Json unread =
      got(coset_puzzle_check(COSET_TEXT("best-exchange"), 4, nullptr, 0, COSET_TEXT("?")));
  EXPECT_EQ(unread["outcome"], "unread");
  EXPECT_FALSE(unread["feedback"].empty());
  EXPECT_EQ(why_not(coset_puzzle(COSET_TEXT("chess"), 4, nullptr, 0)), "puzzle.kind");
  EXPECT_FALSE(why_not(coset_puzzle(COSET_TEXT("no-answer"), 4, COSET_TEXT("solitaire"))).empty());
}

}  // namespace
}  // namespace coset::capi
