// The first game: a fixed position, and a scripted path of moves and draws. A player who leaves the
// path continues against a bot, with random draws. web/src/worker/tutorial_game.ts has the same
// game, and a test of the web client reads this file. Pure.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "engine/play/match.hpp"

namespace coset::tui {

inline constexpr std::string_view first_spec = "al-jabar";
inline constexpr std::string_view first_start = "hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C";
// Decisions of both seats in turn; the person has the first seat.
inline constexpr std::array<std::string_view, 9> first_path = {
    "O+P=G", "W+B=O", "R+B=P", "O+Y=R", "draw", "R+G+P=Y", "R+C=R", "Y+Y=C", "R+R=C"};
// The draw on the path.
inline constexpr std::string_view first_draw = "R";
inline constexpr std::string_view first_bot = "level1";
inline constexpr std::string_view first_opponent = "Hypatia";

// The number of decisions made, if all of them are on the path.
std::optional<std::size_t> first_step(const Match& match);
// The next decision or draw on the path; nothing off the path and at its end.
std::optional<Action> next_of_first(const Match& match);

}  // namespace coset::tui
