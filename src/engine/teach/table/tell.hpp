// The game log of a table as messages, from the effects of actions. A deal that a reader may not
// see is listed without its piece. Pure; thread-safe.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/play/effects.hpp"
#include "engine/play/spec.hpp"
#include "engine/teach/words/say.hpp"

namespace coset::teach {

// The name of a seat.
using NameOf = std::function<std::string(Seat)>;

// A move, what it cancelled, and the final round if it began.
std::vector<Message> tell_move(const Spec& spec, const Effects& did, const NameOf& name_of);

// The automatic effects after a deal: in Solitaire doubles from the bag cancel.
std::vector<Message> tell_after_deal(const Spec& spec, const Effects& did);

// Pieces that were dealt one after the other for the same purpose. `seen`: the reader may know them
Message tell_deals(const Spec& spec, Dealt what, const Pieces& pieces, const std::string& name,
                   bool seen);

}  // namespace coset::teach
