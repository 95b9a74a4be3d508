// Games and matches as one line of JSON each, for front ends that hold a match. The position of a
// match includes hidden cards. Pure; thread-safe.
#pragma once

#include <string>

#include "engine/play/catalogue.hpp"
#include "engine/play/match.hpp"
#include "engine/teach/table/hint.hpp"

namespace coset::protocol {

// REQUIRES: `spec` is the preset's
std::string preset_json(const Preset& preset, const Spec& spec);
// The state: plies, the seat on turn, points, and the whole position.
std::string match_json(const Match& match);
// Legal actions but deals, up to a limit; `truncated` if there are more.
std::string actions_json(const Match& match, std::size_t limit);
// All that a seat may know when it is to move, and its legal actions up to a limit.
std::string seat_json(const Match& match, Seat seat, std::size_t limit);
// A hint up to a level from 1 to 5; the move once a level names it.
std::string hint_json(const Spec& spec, Seat seat, const teach::Hint& hint, int level);

}  // namespace coset::protocol
