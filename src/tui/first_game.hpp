// The first game: a fixed position, and what both sides and the bag do as long as the person keeps
// to the path. Whoever leaves it plays on against a bot, with pieces by chance. The page has the
// same one in web/src/host/first.ts, and a test of the page reads this file. Pure.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "play/match.hpp"

namespace coset::tui {

inline constexpr std::string_view first_spec = "al-jabar";
inline constexpr std::string_view first_start = "hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C";
// Decisions of both, in turn; the person has the first seat.
inline constexpr std::array<std::string_view, 9> first_path = {
    "O+P=G", "W+B=O", "R+B=P", "O+Y=R", "draw", "R+G+P=Y", "R+C=R", "Y+Y=C", "R+R=C"};
// What the bag gives on the path.
inline constexpr std::string_view first_draw = "R";
inline constexpr std::string_view first_bot = "level1";
inline constexpr std::string_view first_opponent = "Hypatia";

// How many decisions were made, if all of them are those of the path.
std::optional<std::size_t> first_step(const Match& match);
// What the path says next, for who is on turn or for the bag; nothing beside it and at its end.
std::optional<Action> next_of_first(const Match& match);

}  // namespace coset::tui
