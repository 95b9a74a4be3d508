// Decodes a sent view into what its reader may know: the inverse of view_of. Data that no view
// holds, such as which seat holds which hidden card, is imagined; no move of the reader depends on
// it. Pure; thread-safe.
#pragma once

#include "protocol/table/view.hpp"

namespace coset::protocol {

// `turn` is the seat that is to act, as in the message with the view. A view that no reader of the
// game can have is rejected. REQUIRES: turn < spec.seats()
Result<AnyView> seen_in(const Spec& spec, const View& view, Seat turn);

}  // namespace coset::protocol
