#include <map>

#include "unit/capi/capi_support.hpp"

namespace coset::capi {
namespace {

const std::string token = "0123456789abcdef0123456789abcdef";

Json setup_of(const std::string& spec) {
  return {{"table", "oak"},
          {"spec", spec},
          {"seats", {{{"name", "Emmy"}, {"token", token}}, {{"name", "Bot"}, {"bot", "greedy"}}}}};
}

// A host: deals, keeps the log, lets bots think in text, and remembers what was sent to whom.
class Host {
 public:
  explicit Host(const Json& setup)
      : table(table_of(setup)), rng(coset_rng_open(4), coset_rng_free) {
    serve_requests();
  }

  void serve_requests() {
    while (true) {
      while (const std::uint32_t size = coset_table_urn(table.get())) {
        const std::uint32_t draw = coset_table_draw(table.get());
        ASSERT_EQ(draw, draws++);
        ASSERT_EQ(coset_table_dealt(table.get(), coset_rng_below(rng.get(), size)), COSET_DONE);
      }
      const Json wants = got(coset_table_requests(table.get()));
      if (wants.contains("proposed")) {
        log.push_back(wants["proposed"]);
        take(coset_table_committed(table.get(), wants["proposed"]["ply"], now));
      } else if (wants.contains("bot")) {
        const Json task = wants["bot"];
        const auto match = match_of(task["spec"], task["position"]);
        const std::string bot = task["bot"];
        const Owned<coset_search> thought(
            coset_search_begin(match.get(), bot.data(), bot.size(), 1, nullptr), coset_search_free);
        const std::string move = got(coset_search_result(thought.get()))["move"];
        take(coset_table_bot_chose(table.get(), task["seat"], task["ply"], move.data(), move.size(),
                                   now));
      } else if (wants.contains("hint")) {
        take(coset_table_hint(table.get()));
      } else {
        return;
      }
    }
  }
  void say(std::uint32_t connection, const Json& message) {
    const std::string text = message.dump();
    take(coset_table_handle(table.get(), connection, text.data(), text.size(), now));
    serve_requests();
  }
  void take(coset_text* answer) {
    for (const Json& send : got(answer))
      for (const Json& to : send["to"]) heard[to].push_back(send["message"]);
  }
  Json wants() const { return got(coset_table_requests(table.get())); }
  // The last message of a type that a connection got.
  Json last(std::uint32_t connection, const std::string& type) {
    Json out;
    for (const Json& message : heard[connection])
      if (message["type"] == type) out = message;
    return out;
  }

  Owned<coset_table> table;
  Owned<coset_rng> rng;
  Json log = Json::array();
  std::map<std::uint32_t, std::vector<Json>> heard;
  std::uint32_t draws = 0;
  std::int64_t now = 1000;
};

Json hello(bool seat) {
  Json out{{"type", "hello"}, {"proto", 1}, {"table", "oak"}};
  if (seat) out["token"] = token;
  return out;
}

TEST(CTable, HumanPlaysABot) {
  Host host(setup_of("mad-abel"));
  host.say(7, hello(true));
  host.say(8, hello(true));  // a second tab
  host.say(9, hello(false));
  EXPECT_EQ(host.last(7, "welcome")["you"], 1);
  EXPECT_EQ(host.last(9, "welcome")["you"], 0);
  int moves = 0;
  while (!host.wants()["over"] && ++moves < 500) {
    const Json wants = host.wants();
    ASSERT_EQ(wants["turn"], 1);
    const Json may = host.last(7, "snapshot").is_null() ? Json() : host.last(7, "event");
    char id[17];
    std::snprintf(id, sizeof id, "%016x", moves);
    host.say(7, {{"type", "hint"}, {"level", 4}});
    const Json hint = host.last(7, "hint");
    ASSERT_TRUE(hint.contains("move"));
    host.say(7,
             {{"type", "move"}, {"id", id}, {"base_ply", wants["head"]}, {"move", hint["move"]}});
  }
  ASSERT_TRUE(host.wants()["over"]);
  EXPECT_EQ(host.last(7, "game_over"), host.last(9, "game_over"));
  EXPECT_EQ(host.last(7, "event"), host.last(8, "event"));
  EXPECT_EQ(host.last(7, "game_over")["chain"], host.log.back()["chain"]);
  const std::string record = host.last(9, "game_over")["record"];
  const Owned<coset_match> again(coset_match_replay(record.data(), record.size(), nullptr),
                                 coset_match_free);
  EXPECT_NE(again, nullptr);
}

TEST(CTable, SteppedHintEqualsTheHintOfOneCall) {
  Host host(setup_of("al-jabar"));
  host.say(7, hello(true));
  host.say(7, {{"type", "hint"}, {"level", 5}});
  const Json whole = host.last(7, "hint");
  ASSERT_TRUE(whole.contains("move"));
  const auto ask = [&] {
    constexpr std::string_view message = R"({"type":"hint","level":5})";
    got(coset_table_handle(host.table.get(), 7, message.data(), message.size(), host.now));
    coset_hint* hint = coset_table_hint_begin(host.table.get(), nullptr);
    EXPECT_NE(hint, nullptr);
    return Owned<coset_hint>(hint, coset_hint_free);
  };
  {
    const auto hint = ask();
    while (coset_hint_step(hint.get(), 100) != 0) {
    }
    const Json sends = got(coset_table_hinted(host.table.get(), hint.get()));
    ASSERT_EQ(sends.size(), 1U);
    EXPECT_EQ(sends[0]["to"], Json({7}));
    EXPECT_EQ(sends[0]["message"], whole);
    EXPECT_FALSE(host.wants().contains("hint"));
  }
  const auto late = ask();
  host.say(7, {{"type", "move"}, {"id", "0000000000000001"}, {"base_ply", 1}, {"move", "draw"}});
  EXPECT_EQ(got(coset_table_hinted(host.table.get(), late.get())), Json::array());
  const auto match = match_of("al-jabar", "hand1=R+Y+B+W hand2=O^4+G center=O+C");
  const Owned<coset_hint> other(coset_hint_begin(match.get(), nullptr), coset_hint_free);
  EXPECT_EQ(why_not(coset_table_hinted(host.table.get(), other.get())), "hint.none");
  coset_text* problem = nullptr;
  EXPECT_EQ(coset_table_hint_begin(host.table.get(), &problem), nullptr);
  EXPECT_EQ(why_not(problem), "hint.none");
}

TEST(CTable, LoadsATableFromItsLog) {
  Host host(setup_of("al-jabar"));
  host.say(1, hello(true));
  host.say(1, {{"type", "move"}, {"id", "0000000000000001"}, {"base_ply", 1}, {"move", "draw"}});
  const Json rows = host.log;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1]["id"], "0000000000000001");
  EXPECT_FALSE(rows[0].contains("id"));
  const auto again = table_of(setup_of("al-jabar"), rows);
  EXPECT_EQ(got(coset_table_requests(again.get()))["chain"], host.wants()["chain"]);

  Json bent = rows;
  bent[1]["body"] = "move 1 at=0\n1: draw\n1: deal C\n";
  const std::string text = bent.dump();
  EXPECT_FALSE(why_not(coset_table_reload(host.table.get(), text.data(), text.size(), 0)).empty());
  const std::string fine = rows.dump();
  EXPECT_EQ(got(coset_table_reload(host.table.get(), fine.data(), fine.size(), 0)), Json::array());
  EXPECT_EQ(why_not(coset_table_reload(host.table.get(), COSET_TEXT("{}"), 0)), "log.json");
  EXPECT_EQ(why_not(coset_table_reload(host.table.get(), COSET_TEXT("[1]"), 0)), "log.json");
}

TEST(CTable, RejectsInvalidSetups) {
  const auto problem_of = [](const Json& setup) {
    const std::string text = setup.dump();
    coset_text* problem = nullptr;
    EXPECT_EQ(coset_table_open(text.data(), text.size(), nullptr, 0, digest, 0, &problem), nullptr);
    return why_not(problem);
  };
  const auto with = [](const std::string& key, const Json& value) {
    Json out = setup_of("al-jabar");
    out[key] = value;
    return out;
  };
  EXPECT_EQ(problem_of(with("table", "")), "setup.table");
  EXPECT_EQ(problem_of(with("table", 3)), "setup.json");
  EXPECT_EQ(problem_of(with("spec", "chess")), "spec.game");
  EXPECT_EQ(problem_of(with("seats", Json::array())), "setup.seats");
  EXPECT_EQ(problem_of(with("seats", {{{"bot", "deep"}}, {{"bot", "random"}}})), "bot.unknown");
  EXPECT_EQ(problem_of(with("seats", {Json::object(), {{"bot", "random"}}})), "setup.seats");
  EXPECT_EQ(problem_of(with("seats", {{{"bot", "random"}, {"token", token}}, {{"bot", "random"}}})),
            "setup.seats");
  EXPECT_EQ(problem_of(with("clock", {{"kind", "sun"}, {"start", 1}, {"add", 1}})), "setup.json");
  EXPECT_EQ(problem_of(Json::array()), "setup.json");
  coset_text* problem = nullptr;
  const std::string fine = setup_of("al-jabar").dump();
  EXPECT_EQ(coset_table_open(fine.data(), fine.size(), nullptr, 0, nullptr, 0, &problem), nullptr);
  EXPECT_EQ(why_not(problem), "digest.null");
}

TEST(CTable, HostErrorsChangeNothing) {
  Host host(setup_of("al-jabar"));
  const Json before = host.wants();
  EXPECT_EQ(coset_table_dealt(host.table.get(), 0), COSET_REFUSED);
  EXPECT_EQ(got(coset_table_committed(host.table.get(), 9, 0)), Json::array());
  EXPECT_EQ(got(coset_table_bot_chose(host.table.get(), 2, 1, COSET_TEXT("draw"), 0)),
            Json::array());
  EXPECT_EQ(got(coset_table_hint(host.table.get())), Json::array());
  EXPECT_EQ(host.wants(), before);
  const auto fresh = table_of(setup_of("al-jabar"));
  EXPECT_EQ(coset_table_dealt(fresh.get(), coset_table_urn(fresh.get())), COSET_REFUSED);
}

TEST(CTable, RejectsAnIllegalBotMove) {
  Json setup = setup_of("al-jabar");
  setup["seats"] = {{{"bot", "random"}}, {{"bot", "random"}}};
  const auto table = table_of(setup);
  while (coset_table_urn(table.get()) > 0) coset_table_dealt(table.get(), 0);
  got(coset_table_committed(table.get(), 1, 0));
  const Json task = got(coset_table_requests(table.get()))["bot"];
  EXPECT_EQ(why_not(coset_table_bot_chose(table.get(), task["seat"], task["ply"],
                                          COSET_TEXT("R+R+R=W"), 0)),
            "move.illegal");
  EXPECT_EQ(why_not(coset_table_bot_chose(table.get(), task["seat"], task["ply"],
                                          COSET_TEXT("deal R"), 0)),
            "move.illegal");
  EXPECT_TRUE(got(coset_table_requests(table.get())).contains("bot"));
  // Of another ply or another seat, it comes too late.
  const std::uint32_t ply = task["ply"];
  const std::int32_t seat = task["seat"];
  for (const auto& [s, p] :
       {std::pair{seat, ply + 1}, std::pair{seat, ply - 1}, std::pair{3 - seat, ply}})
    EXPECT_EQ(got(coset_table_bot_chose(table.get(), s, p, COSET_TEXT("draw"), 0)), Json::array());
  EXPECT_EQ(got(coset_table_requests(table.get()))["bot"], task);
}

TEST(CTable, RematchIsASetup) {
  Host host(setup_of("al-jabar"));
  host.say(1, hello(true));
  host.say(1, {{"type", "resign"}, {"id", "0000000000000001"}});
  ASSERT_TRUE(host.wants()["over"]);
  host.say(1, {{"type", "offer"}, {"what", "rematch"}});
  Json next = host.wants()["rematch"];
  EXPECT_EQ(next["seats"][0]["bot"], "greedy");
  EXPECT_EQ(next["seats"][1]["token"], token);
  next["table"] = "beech";
  EXPECT_NE(table_of(next), nullptr);
  host.take(coset_table_announce_rematch(host.table.get(), COSET_TEXT("beech")));
  EXPECT_EQ(host.last(1, "rematch_ready")["table"], "beech");
}

}  // namespace
}  // namespace coset::capi
