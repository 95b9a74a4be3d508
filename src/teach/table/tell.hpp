// Tell: what happened at a table, as messages for its log. A deal that a reader may not see is told
// without its piece. Pure; thread-safe.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "play/match.hpp"
#include "teach/words/say.hpp"

namespace coset::teach {

// What a piece that chance deals is for.
enum class DealKind : std::uint8_t { hand, table, draw, remove, refill };

// REQUIRES: match.turn().kind == deal
DealKind deal_kind(const Match& match);

// What a seat is called.
using NameOf = std::function<std::string(Seat)>;

// A move that `seat` is about to make: the move, what it cancels, and the final round if it begins.
// REQUIRES: the action is legal for the seat
std::vector<Message> tell_move(const Match& before, Seat seat, const Action& action,
                               const NameOf& name_of);

// What the rules do by themselves after a deal: in Solitaire doubles that the bag brought cancel.
std::vector<Message> tell_after_deal(const Match& before, const Action& deal, const Match& after);

// Pieces that were dealt one after the other for the same purpose. `seen`: the reader may know them
Message tell_deals(const Spec& spec, DealKind kind, const Pieces& pieces, const std::string& name,
                   bool seen);

}  // namespace coset::teach
