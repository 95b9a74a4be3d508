// A view that was sent, taken as what its reader may know: the other way round from view_of. What
// no view tells, such as who holds which hidden card, is left to be imagined; no move that the
// reader might try depends on it. Pure; thread-safe.
#pragma once

#include "wire/table/view.hpp"

namespace coset::wire {

// `turn` is the seat that is to act, as in the message that had the view. Refused is what no reader
// of such a game can see. REQUIRES: turn < spec.seats()
Result<AnyView> seen_in(const Spec& spec, const View& view, Seat turn);

}  // namespace coset::wire
