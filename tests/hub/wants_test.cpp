// What a table wants of its host, and that no host can forget a part of it.
#include "hub/table/wants.hpp"

#include <gmock/gmock.h>

#include "hub/hub_support.hpp"

namespace coset::hub {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The kinds of what is wanted, by their place in the list.
std::vector<std::size_t> kinds(const Table& table) {
  std::vector<std::size_t> out;
  for (const Want& want : table.wants()) out.push_back(want.index());
  return out;
}
template <class W>
constexpr std::size_t kind = Want(W{}).index();

// A forgotten case does not compile, and neither does an answer to whatever comes.
using AllLater = Later<Urn, Proposal, BotTurn, HintAsked, Wake, Rematch>;
using OneForgotten = Later<Urn, Proposal, BotTurn, HintAsked, Rematch>;
constexpr auto anything = [](const auto&) { return false; };
constexpr auto says_nothing = [](const Urn&) {};
static_assert(AnswersWants<AllLater>);
static_assert(!AnswersWants<OneForgotten>);
static_assert(!AnswersWants<decltype(anything)>);
static_assert(!AnswersWants<Overloaded<OneForgotten, std::remove_const_t<decltype(anything)>>>);
static_assert(!AnswersWants<Overloaded<Later<Proposal, BotTurn, HintAsked, Wake, Rematch>,
                                       std::remove_const_t<decltype(says_nothing)>>>);

TEST(Wants, AnEventInTheMakingIsWantedAlone) {
  Table table = *Table::load(made(casual("al-jabar")), test_digest, {}, start_time);
  while (kinds(table) == std::vector{kind<Urn>}) table.dealt(wanted<Urn>(table)->at(0));
  EXPECT_THAT(kinds(table), ElementsAre(kind<Proposal>));
  EXPECT_THAT(kinds(table), ElementsAre(kind<Proposal>));  // until it is answered
  table.committed(1, start_time);
  EXPECT_THAT(kinds(table), IsEmpty());
}

TEST(Wants, AHintIsThoughtOfWhileTimeRuns) {
  hub::Setup setup = casual("al-jabar");
  setup.clock = {wire::ClockKind::turn, 30'000, 0};
  LocalHost host(setup);
  host.say(1, hello(0));
  host.say(1, wire::Beat{1});
  EXPECT_THAT(kinds(host.table), ElementsAre(kind<Wake>));
  host.say(1, wire::AskHint{2});
  EXPECT_THAT(kinds(host.table), ElementsAre(kind<HintAsked>, kind<Wake>));
  EXPECT_EQ(host.wanted<HintAsked>()->connection, 1U);
  EXPECT_EQ(host.wanted<HintAsked>()->task().level, 2);
}

TEST(Wants, WhoLooksOnWhileABotKeepsTheSeatMayAskForAHint) {
  hub::Setup setup = casual("al-jabar");
  setup.clock = {wire::ClockKind::turn, 30'000, 0};
  LocalHost host(setup);
  host.say(1, hello(0));
  host.say(1, wire::Beat{1});
  host.now += 30'000;
  host.tick();
  host.say(1, wire::AskHint{2});
  EXPECT_THAT(kinds(host.table), ElementsAre(kind<BotTurn>, kind<HintAsked>));
  EXPECT_EQ(host.wanted<BotTurn>()->ply, host.head());
}

TEST(Wants, AnAnswerMayChangeWhatElseIsWanted) {
  LocalHost host(with_bot(casual("al-jabar seats=3"), 0, "random"));
  std::vector<std::size_t> answered;
  const Overloaded answers{
      [&](const Urn& urn) {
        host.table.dealt(urn.at(0));
        return true;
      },
      [&](const Proposal& proposal) {
        answered.push_back(kind<Proposal>);
        host.table.committed(proposal.row->ply, host.now);
        return true;
      },
      [&](const BotTurn& turn) {
        answered.push_back(kind<BotTurn>);
        host.table.bot_chose(turn.task(), host.match().random_action(host.rng), host.now);
        return true;
      },
      Later<HintAsked, Wake, Rematch>{},
  };
  go_round(host.table, answers);
  EXPECT_THAT(answered, ElementsAre(kind<BotTurn>, kind<Proposal>));
  EXPECT_EQ(host.table.ledger().turn(), 1);
}

}  // namespace
}  // namespace coset::hub
