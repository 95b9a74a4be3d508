// Mistakes planted in a copy of the hub: the storm and the two worlds must find each of them, and
// must find nothing where there is none.
#include <gmock/gmock.h>

#include "hub/storm.hpp"
#include "hub/two_worlds.hpp"
#include "mistake.hpp"

namespace coset::hub {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

// Their numbers in tests/mistakes/hub.json.
enum Mistake : int {
  none = 0,
  send_before_commit = 73,
  ply_off_by_one = 74,
  no_filter = 75,
  full_record = 76,
  chain_of_all = 77,
  accept_stale = 78,
  apply_twice = 79,
};

// The first complaint in so many games, or nothing.
template <class Harness>
std::string complaint(Mistake mistake, int games) {
  coset_chosen_mistake() = mistake;
  std::string out;
  for (int i = 0; i < games && out.empty(); ++i) out = Harness(static_cast<std::uint64_t>(i)).run();
  coset_chosen_mistake() = none;
  return out;
}

TEST(Mutants, WithoutAMistakeThereIsNoComplaint) {
  EXPECT_EQ(complaint<Storm>(none, 100), "");
  EXPECT_EQ(complaint<TwoWorlds>(none, 100), "");
}

TEST(Mutants, TheStormFindsAnEventSentBeforeItsCommit) {
  EXPECT_THAT(complaint<Storm>(send_before_commit, 100), HasSubstr("tells what is not committed"));
}
TEST(Mutants, TheStormFindsAPlyOffByOne) {
  EXPECT_THAT(complaint<Storm>(ply_off_by_one, 100),
              AnyOf(HasSubstr("not committed"), HasSubstr("another chain")));
}
TEST(Mutants, TheStormFindsAMissingFilter) {
  EXPECT_THAT(complaint<Storm>(no_filter, 100), HasSubstr("told to the wrong seat"));
  EXPECT_THAT(complaint<Storm>(full_record, 100), HasSubstr("record is not its reader's"));
}
TEST(Mutants, TheStormFindsAnAcceptedStaleMove) {
  EXPECT_THAT(complaint<Storm>(accept_stale, 300), HasSubstr("accepted on another ply"));
}
TEST(Mutants, TheStormFindsAMoveAppliedTwice) {
  EXPECT_THAT(complaint<Storm>(apply_twice, 300), HasSubstr("committed twice"));
}

TEST(Mutants, TheTwoWorldsFindALeakedCard) {
  EXPECT_THAT(complaint<TwoWorlds>(no_filter, 20), HasSubstr("sound different"));
}
TEST(Mutants, TheTwoWorldsFindALeakingRecord) {
  EXPECT_THAT(complaint<TwoWorlds>(full_record, 50), HasSubstr("sound different"));
}
TEST(Mutants, TheTwoWorldsFindAChainOverHiddenCards) {
  EXPECT_THAT(complaint<TwoWorlds>(chain_of_all, 20), HasSubstr("sound different"));
}

}  // namespace
}  // namespace coset::hub
