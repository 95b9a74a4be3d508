// What an action does besides what it says: pieces dealt, sets cancelled, clears drawn, the final
// round, turns that are void. Computed from what everybody may see before and after, so an effect
// knows nothing hidden but the piece of a deal, which is taken from the action itself and is left
// out for other readers by `seen_by`. Pure; thread-safe.
#pragma once

#include "play/match.hpp"
#include "wire/table/table.hpp"

namespace coset::hub {

// Appends the effects of `action` by `seat`; `before` and `after` are the spectator's views.
void add_effects(const Spec& spec, const AnyView& before, Seat seat, const Action& action,
                 const AnyView& after, std::vector<wire::Effect>& out);

// What `reader` may know of them.
std::vector<wire::Effect> seen_by(Seat reader, bool hands_are_hidden,
                                  std::vector<wire::Effect> effects);

}  // namespace coset::hub
