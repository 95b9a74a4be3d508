// Mutants in a copy of the module `table`: the fault simulation and the twin tables must find each
// of them, and nothing where there is none.
#include <gmock/gmock.h>

#include "mutant.hpp"
#include "unit/table/fault_simulation.hpp"
#include "unit/table/twin_tables.hpp"

namespace coset::table {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

// Their numbers in tests/mutation/table.json.
enum Mutant : int {
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
std::string complaint(Mutant mutant, int games) {
  coset_chosen_mutant() = mutant;
  std::string out;
  for (int i = 0; i < games && out.empty(); ++i) out = Harness(static_cast<std::uint64_t>(i)).run();
  coset_chosen_mutant() = none;
  return out;
}

TEST(Mutants, NoComplaintWithoutAMutant) {
  EXPECT_EQ(complaint<FaultSimulation>(none, 100), "");
  EXPECT_EQ(complaint<TwinTables>(none, 100), "");
}

TEST(Mutants, FaultSimulationFindsAnEventSentBeforeItsCommit) {
  EXPECT_THAT(complaint<FaultSimulation>(send_before_commit, 100),
              HasSubstr("holds what is not committed"));
}
TEST(Mutants, FaultSimulationFindsAPlyOffByOne) {
  EXPECT_THAT(complaint<FaultSimulation>(ply_off_by_one, 100),
              AnyOf(HasSubstr("not committed"), HasSubstr("another chain")));
}
TEST(Mutants, FaultSimulationFindsAMissingFilter) {
  EXPECT_THAT(complaint<FaultSimulation>(no_filter, 100), HasSubstr("sent to the wrong seat"));
  EXPECT_THAT(complaint<FaultSimulation>(full_record, 100),
              HasSubstr("record is not its reader's"));
}
TEST(Mutants, FaultSimulationFindsAnAcceptedStaleMove) {
  EXPECT_THAT(complaint<FaultSimulation>(accept_stale, 300), HasSubstr("accepted on another ply"));
}
TEST(Mutants, FaultSimulationFindsAMoveAppliedTwice) {
  EXPECT_THAT(complaint<FaultSimulation>(apply_twice, 300), HasSubstr("committed twice"));
}

TEST(Mutants, TwinTablesFindALeakedCard) {
  EXPECT_THAT(complaint<TwinTables>(no_filter, 20), HasSubstr("different messages"));
}
TEST(Mutants, TwinTablesFindALeakingRecord) {
  EXPECT_THAT(complaint<TwinTables>(full_record, 50), HasSubstr("different messages"));
}
TEST(Mutants, TwinTablesFindAChainOverHiddenCards) {
  EXPECT_THAT(complaint<TwinTables>(chain_of_all, 20), HasSubstr("different messages"));
}

}  // namespace
}  // namespace coset::table
