// What the chain covers of a position: everything that a spectator sees, as text whose form never
// changes (version 1). Where all is visible it is the position in notation; in Mad Abel it is
//   sizes=7,7 unseen=... pile=... second=.. top=.. phase=3 seat=1 turns=4 idle=0 ending=none
// Pure; thread-safe.
#pragma once

#include <string>

#include "play/match.hpp"

namespace coset::hub {

// `view` is the spectator's.
std::string public_position(const Spec& spec, const AnyView& view);

}  // namespace coset::hub
