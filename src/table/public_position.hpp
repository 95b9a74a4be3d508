// The part of a position that the chain covers: all that a spectator sees, as text in a fixed form
// (version 1). Where nothing is hidden it is the position in notation; in Mad Abel it is
//   sizes=7,7 unseen=... pile=... second=.. top=.. phase=3 seat=1 turns=4 idle=0 ending=none
// Pure; thread-safe.
#pragma once

#include <string>

#include "engine/play/match.hpp"

namespace coset::table {

// `view` is the spectator's.
std::string public_position(const Spec& spec, const AnyView& view);

}  // namespace coset::table
