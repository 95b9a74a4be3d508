// A series at this terminal: several games of the same players with a rotating first player, and
// the points so far. It is saved with the game as one line, "4 2 1 1/2": games, number, points of
// each seat before this game. Values; one thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/coset/tui/session.hpp"
#include "protocol/table/series.hpp"

namespace coset::cli {

inline constexpr int least_series = 2;
inline constexpr int max_series = 10;

protocol::Series new_series(int games, int seats);
std::string write_series(const protocol::Series& series);
// Nothing if it is not a series of this many seats.
std::optional<protocol::Series> read_series(std::string_view text, std::size_t seats);

// The points including this game. REQUIRES: the game is over
std::vector<protocol::Points> points_after(const protocol::Series& series,
                                           const tui::Session& session);
// The standings after this game, in a sentence or two.
std::string standing_of(const protocol::Series& series, const tui::Session& session);
// The plan of the next game: the seats move on by one. REQUIRES: there is a next game
tui::Plan next_game(const protocol::Series& series, const tui::Session& session);

}  // namespace coset::cli
