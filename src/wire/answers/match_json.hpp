// Games and matches as one line of JSON each, for faces that keep a match themselves. Whoever gets
// the position of a match gets all of it, hidden cards too. Pure; thread-safe.
#pragma once

#include <string>

#include "play/catalogue.hpp"
#include "play/match.hpp"
#include "teach/table/hint.hpp"

namespace coset::wire {

// REQUIRES: `spec` is the preset's
std::string preset_json(const Preset& preset, const Spec& spec);
// How it stands: plies, whose turn, points, and the whole position.
std::string match_json(const Match& match);
// Legal actions but deals, up to a limit; `truncated` if there are more.
std::string actions_json(const Match& match, std::size_t limit);
// All that a seat may know when it is to move, and its legal actions up to a limit.
std::string seat_json(const Match& match, Seat seat, std::size_t limit);
// What is to be done, told up to a level from 1 to 5; the move once a level names it.
std::string hint_json(const Spec& spec, Seat seat, const teach::Hint& hint, int level);

}  // namespace coset::wire
