// The requests of a table to its host; a host that lacks a case does not compile.
#include "table/host_requests.hpp"

#include <gmock/gmock.h>

#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The kinds of the requests, by their index in the variant.
std::vector<std::size_t> kinds(const Table& table) {
  std::vector<std::size_t> out;
  for (const HostRequest& request : table.requests()) out.push_back(request.index());
  return out;
}
template <class R>
constexpr std::size_t kind = HostRequest(R{}).index();

// A missing case does not compile, and neither does a catch-all handler.
using AllLater =
    Later<DrawRequest, AppendRequest, BotRequest, HintRequest, TimerRequest, RematchRequest>;
using OneMissing = Later<DrawRequest, AppendRequest, BotRequest, HintRequest, RematchRequest>;
constexpr auto anything = [](const auto&) { return false; };
constexpr auto returns_nothing = [](const DrawRequest&) {};
static_assert(HandlesRequests<AllLater>);
static_assert(!HandlesRequests<OneMissing>);
static_assert(!HandlesRequests<decltype(anything)>);
static_assert(!HandlesRequests<Overloaded<OneMissing, std::remove_const_t<decltype(anything)>>>);
static_assert(
    !HandlesRequests<
        Overloaded<Later<AppendRequest, BotRequest, HintRequest, TimerRequest, RematchRequest>,
                   std::remove_const_t<decltype(returns_nothing)>>>);

TEST(HostRequests, AnEventInProgressIsTheOnlyRequest) {
  Table table = *Table::load(made(casual("al-jabar")), test_digest, {}, start_time);
  while (kinds(table) == std::vector{kind<DrawRequest>})
    table.dealt(find_request<DrawRequest>(table)->at(0));
  EXPECT_THAT(kinds(table), ElementsAre(kind<AppendRequest>));
  EXPECT_THAT(kinds(table), ElementsAre(kind<AppendRequest>));  // until it is served
  table.committed(1, start_time);
  EXPECT_THAT(kinds(table), IsEmpty());
}

TEST(HostRequests, HintAndTimerAreRequestedTogether) {
  table::Setup setup = casual("al-jabar");
  setup.clock = {protocol::ClockKind::turn, 30'000, 0};
  LocalHost host(setup);
  host.say(1, hello(0));
  host.say(1, protocol::Heartbeat{1});
  EXPECT_THAT(kinds(host.table), ElementsAre(kind<TimerRequest>));
  host.say(1, protocol::AskHint{2});
  EXPECT_THAT(kinds(host.table), ElementsAre(kind<HintRequest>, kind<TimerRequest>));
  EXPECT_EQ(host.find_request<HintRequest>()->connection, 1U);
  EXPECT_EQ(host.find_request<HintRequest>()->task().level, 2);
}

TEST(HostRequests, HintIsAllowedDuringABotTakeover) {
  table::Setup setup = casual("al-jabar");
  setup.clock = {protocol::ClockKind::turn, 30'000, 0};
  LocalHost host(setup);
  host.say(1, hello(0));
  host.say(1, protocol::Heartbeat{1});
  host.now += 30'000;
  host.tick();
  host.say(1, protocol::AskHint{2});
  EXPECT_THAT(kinds(host.table), ElementsAre(kind<BotRequest>, kind<HintRequest>));
  EXPECT_EQ(host.find_request<BotRequest>()->ply, host.head());
}

TEST(HostRequests, ServingARequestCanRemoveOthers) {
  LocalHost host(with_bot(casual("al-jabar seats=3"), 0, "random"));
  std::vector<std::size_t> answered;
  const Overloaded answers{
      [&](const DrawRequest& urn) {
        host.table.dealt(urn.at(0));
        return true;
      },
      [&](const AppendRequest& proposal) {
        answered.push_back(kind<AppendRequest>);
        host.table.committed(proposal.row->ply, host.now);
        return true;
      },
      [&](const BotRequest& turn) {
        answered.push_back(kind<BotRequest>);
        host.table.bot_chose(turn.task(), host.match().random_action(host.rng), host.now);
        return true;
      },
      Later<HintRequest, TimerRequest, RematchRequest>{},
  };
  serve_requests(host.table, answers);
  EXPECT_THAT(answered, ElementsAre(kind<BotRequest>, kind<AppendRequest>));
  EXPECT_EQ(host.table.ledger().turn(), 1);
}

}  // namespace
}  // namespace coset::table
