// Seams for the tests: a second copy of this floor, compiled with COSET_TEST_FAULTS, can be told to
// make one of these mistakes, and the tests must then fail. In the copy that ships `faulty` is
// false when it is compiled, and nothing is left of it.
#pragma once

#include <cstdint>

namespace coset::hub {

enum class Fault : std::uint8_t {
  none,
  send_before_commit,
  ply_off_by_one,
  no_filter,     // every reader sees what was dealt
  full_record,   // a snapshot holds the whole record
  chain_of_all,  // the chain covers what is hidden
  accept_stale,
  apply_twice,  // a move that is sent again is played again
};

#ifdef COSET_TEST_FAULTS
extern Fault seeded_fault;
inline bool faulty(Fault fault) { return seeded_fault == fault; }
#else
constexpr bool faulty(Fault) { return false; }
#endif

}  // namespace coset::hub
