#include "table/json.hpp"

#include <nlohmann/json.hpp>

#include "engine/play/catalogue.hpp"
#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

using Json = nlohmann::ordered_json;

TEST(HostJson, SetupRoundTrip) {
  Json setup = {{"table", "oak"},
                {"spec", "al-jabar"},
                {"seats",
                 {{{"name", "Emmy"}, {"token", "0123456789abcdef0123456789abcdef"}},
                  {{"name", "Bot"}, {"bot", "greedy"}}}}};
  setup["clock"] = {{"kind", "fischer"}, {"start", 60000}, {"add", 1000}};
  setup["rated"] = true;
  setup["hints"] = false;
  setup["grace"] = 5000;
  const auto read = read_setup(setup.dump());
  ASSERT_TRUE(read.ok());
  const auto again = read_setup(write_setup(*read));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(write_setup(*again), write_setup(*read));
  setup["spec"] = read->spec.text();
  EXPECT_EQ(Json::parse(write_setup(*read)), setup);
}

TEST(HostJson, RowRoundTrip) {
  LocalHost host(casual("mad-abel"));
  host.say(1, hello(0));
  host.table.handle(1, move_of(77, 1, "draw"), host.now);
  while (const auto urn = host.find_request<DrawRequest>()) host.table.dealt(urn->at(0));
  const std::string row = Json::parse(write_requests(host.table))["proposed"].dump();
  const auto log = read_log("[" + row + "]");
  ASSERT_TRUE(log.ok());
  EXPECT_EQ(*log, std::vector<Row>{*host.find_request<AppendRequest>()->row});
  EXPECT_EQ(read_log("")->size(), 0U);
}

// The position of a task tells what the seat knows and nothing else: as that seat, one sees in it
// what one sees at the table.
TEST(HostJson, BotPositionMatchesTheSeatsView) {
  for (const Preset& preset : catalogue()) {
    const auto spec = Spec::parse(preset.spec);
    ASSERT_TRUE(spec.ok());
    Json seats = Json::array();
    for (int i = 0; i < spec->seats(); ++i) seats.push_back({{"bot", "random"}});
    const auto read =
        read_setup(Json{{"table", "oak"}, {"spec", preset.id}, {"seats", seats}}.dump());
    ASSERT_TRUE(read.ok());
    const Digest any = [](std::string_view) { return Bytes16{}; };
    Table table = *Table::load(*make_setup(*read), any, {}, 0);
    Rng rng(6);
    const auto check = [&](const BotTask& task) {
      const Json told_task = Json::parse(write_requests(table))["bot"];
      const auto match = Match::open(task.spec, told_task["position"].get<std::string>());
      ASSERT_TRUE(match.ok()) << preset.id << ": " << match.error().sentence;
      EXPECT_EQ(match->turn(), (Turn{Turn::Kind::act, task.seat})) << preset.id;
      AnyView told = match->observe(task.seat);
      std::visit(
          [&](auto& view) {  // what seats could not play is no part of a position
            using View = std::remove_reference_t<decltype(view)>;
            if constexpr (requires { view.refusals; })
              view.refusals = std::get<View>(task.view).refusals;
          },
          told);
      EXPECT_TRUE(told == task.view) << preset.id;
    };
    int left = 400;
    const Overloaded answers{
        [&](const DrawRequest& urn) {
          table.dealt(urn.at(rng.below(urn.size)));
          return --left > 0;
        },
        [&](const AppendRequest& proposal) {
          table.committed(proposal.row->ply, 0);
          return --left > 0;
        },
        [&](const BotRequest& turn) {
          const BotTask task = turn.task();
          check(task);
          table.bot_chose(task, table.ledger().match().random_action(rng), 0);
          return --left > 0 && !HasFatalFailure();
        },
        Later<HintRequest, TimerRequest, RematchRequest>{},
    };
    serve_requests(table, answers);
    EXPECT_TRUE(left <= 0 || table.ledger().over()) << preset.id;
  }
}

}  // namespace
}  // namespace coset::table
