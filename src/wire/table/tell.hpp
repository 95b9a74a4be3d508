// What the lower floors know, in the form in which it is sent, each for one reader: it is made from
// what that reader may know. Pure; thread-safe.
#pragma once

#include "play/match.hpp"
#include "teach/table/hint.hpp"
#include "wire/table/table.hpp"

namespace coset::wire {

// What the reader sees of a match; `acts`: and it may act there.
View view_for(const Match& match, Seat reader, bool acts);

// What the actions of one event did, in their order; deals of one kind to one receiver are one
// effect. If `hidden`, what other seats were dealt is only counted.
std::vector<Effect> effects_for(const Spec& spec, std::span<const Effects> done, Seat reader,
                                bool hidden);

// A selection as an action, perhaps half made.
Result<Action> action_of(const Spec& spec, const Try& attempt);

// What is to be said of a move that `seat` tries.
Verdict verdict_for(const Match& match, Seat seat, const Action& action);
// The same from what the seat may know. REQUIRES: `seen` is the seat's view of this spec's game
Verdict verdict_for(const Spec& spec, const AnyView& seen, Seat seat, const Action& action);
// The same of a text that is no move at all.
Verdict verdict_for(const Error& error);

// A hint told up to a level, and the move once a level names it. REQUIRES: level >= 1
Hinted hint_for(const Spec& spec, const teach::Hint& hint, std::uint8_t level, Ply head);

}  // namespace coset::wire
