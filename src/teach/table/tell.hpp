// Tell: what happened at a table, as messages for its log, from what actions did. A deal that a
// reader may not see is told without its piece. Pure; thread-safe.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "play/effects.hpp"
#include "play/spec.hpp"
#include "teach/words/say.hpp"

namespace coset::teach {

// What a seat is called.
using NameOf = std::function<std::string(Seat)>;

// A move, what it cancelled, and the final round if it began.
std::vector<Message> tell_move(const Spec& spec, const Effects& did, const NameOf& name_of);

// What the rules did by themselves after a deal: in Solitaire doubles that the bag brought cancel.
std::vector<Message> tell_after_deal(const Spec& spec, const Effects& did);

// Pieces that were dealt one after the other for the same purpose. `seen`: the reader may know them
Message tell_deals(const Spec& spec, Dealt what, const Pieces& pieces, const std::string& name,
                   bool seen);

}  // namespace coset::teach
