// Hints in five levels, each telling a little more: that something can be done, what it makes,
// which pieces are in it, the move itself, and why it is good. They are computed from what the seat
// may know. The same position gives the same hints. Pure; thread-safe.
#pragma once

#include <vector>

#include "play/match.hpp"
#include "teach/words/say.hpp"

namespace coset::teach {

struct Hint {
  std::vector<Message> levels;  // five of them, or one if there is nothing to choose
  Action action;                // what they lead to
};

// REQUIRES: it is this seat's turn to act
Hint hint(const Match& match, Seat seat);
// The same from what the seat may know. REQUIRES: the view is of this spec's game
Hint hint(const Spec& spec, const AnyView& view, Seat seat);

}  // namespace coset::teach
