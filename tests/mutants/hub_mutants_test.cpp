// Mistakes put into a copy of the hub: the storm and the two worlds must find each of them, and
// must find nothing where there is none.
#include <gmock/gmock.h>

#include "hub/storm.hpp"
#include "hub/table/faults.hpp"
#include "hub/two_worlds.hpp"

namespace coset::hub {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

// The first complaint in so many games, or nothing.
template <class Harness>
std::string complaint(Fault fault, int games) {
  seeded_fault = fault;
  std::string out;
  for (int i = 0; i < games && out.empty(); ++i) out = Harness(static_cast<std::uint64_t>(i)).run();
  seeded_fault = Fault::none;
  return out;
}

TEST(Mutants, WithoutAFaultThereIsNoComplaint) {
  EXPECT_EQ(complaint<Storm>(Fault::none, 100), "");
  EXPECT_EQ(complaint<TwoWorlds>(Fault::none, 100), "");
}

TEST(Mutants, TheStormFindsAnEventSentBeforeItsCommit) {
  EXPECT_THAT(complaint<Storm>(Fault::send_before_commit, 100),
              HasSubstr("tells what is not committed"));
}
TEST(Mutants, TheStormFindsAPlyOffByOne) {
  EXPECT_THAT(complaint<Storm>(Fault::ply_off_by_one, 100),
              AnyOf(HasSubstr("not committed"), HasSubstr("another chain")));
}
TEST(Mutants, TheStormFindsAMissingFilter) {
  EXPECT_THAT(complaint<Storm>(Fault::no_filter, 100), HasSubstr("told to the wrong seat"));
  EXPECT_THAT(complaint<Storm>(Fault::full_record, 100), HasSubstr("record is not its reader's"));
}
TEST(Mutants, TheStormFindsAnAcceptedStaleMove) {
  EXPECT_THAT(complaint<Storm>(Fault::accept_stale, 300), HasSubstr("accepted on another ply"));
}
TEST(Mutants, TheStormFindsAMoveAppliedTwice) {
  EXPECT_THAT(complaint<Storm>(Fault::apply_twice, 300), HasSubstr("committed twice"));
}

TEST(Mutants, TheTwoWorldsFindALeakedCard) {
  EXPECT_THAT(complaint<TwoWorlds>(Fault::no_filter, 20), HasSubstr("sound different"));
}
TEST(Mutants, TheTwoWorldsFindALeakingRecord) {
  EXPECT_THAT(complaint<TwoWorlds>(Fault::full_record, 50), HasSubstr("sound different"));
}
TEST(Mutants, TheTwoWorldsFindAChainOverHiddenCards) {
  EXPECT_THAT(complaint<TwoWorlds>(Fault::chain_of_all, 20), HasSubstr("sound different"));
}

}  // namespace
}  // namespace coset::hub
