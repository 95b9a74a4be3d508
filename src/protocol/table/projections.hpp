// The values of the engine as messages, each for one reader and made from what that reader may
// know. Pure; thread-safe.
#pragma once

#include "engine/play/match.hpp"
#include "engine/teach/table/hint.hpp"
#include "protocol/table/table.hpp"

namespace coset::protocol {

// The reader's view of a match; `acts`: it may act there.
View view_for(const Match& match, Seat reader, bool acts);
// Makes another reader's view of the same position this reader's. REQUIRES: no hands are hidden
void show_to(View& view, const Match& match, Seat reader, bool acts);

// The effects of the actions of one event, in order; deals of one kind to one receiver are one
// effect. If `hidden`, deals to other seats are only counted.
std::vector<Effect> effects_for(const Spec& spec, std::span<const Effects> done, Seat reader,
                                bool hidden);

// A selection, perhaps incomplete, as an action.
Result<Action> action_of(const Spec& spec, const Preview& preview);

// The verdict on a move of `seat`.
Verdict verdict_for(const Match& match, Seat seat, const Action& action);
// The same from what the seat may know. REQUIRES: `seen` is the seat's view of this spec's game
Verdict verdict_for(const Spec& spec, const AnyView& seen, Seat seat, const Action& action);
// The same for a text that is not a move.
Verdict verdict_for(const Error& error);

// A hint up to a level, with the move once a level names it. REQUIRES: level >= 1
Hinted hint_for(const Spec& spec, const teach::Hint& hint, std::uint8_t level, Ply head);

}  // namespace coset::protocol
