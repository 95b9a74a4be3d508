// A series at this terminal: several games of the same seats, who begins changes with each, and the
// points so far. It is kept with the game as one line, "4 2 1 1/2": games, number, points of each
// seat before this game. Values; one thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tui/session.hpp"
#include "wire/table/series.hpp"

namespace coset::cli {

inline constexpr int least_series = 2;
inline constexpr int most_series = 10;

wire::Series new_series(int games, int seats);
std::string write_series(const wire::Series& series);
// Nothing if it is no series of so many seats.
std::optional<wire::Series> read_series(std::string_view text, std::size_t seats);

// The points once this game is counted too. REQUIRES: the game is over
std::vector<wire::Points> points_after(const wire::Series& series, const tui::Session& session);
// How the series stands after this game, in a sentence or two.
std::string standing_of(const wire::Series& series, const tui::Session& session);
// The plan of the next game: the seats move on by one. REQUIRES: there is a next game
tui::Plan next_game(const wire::Series& series, const tui::Session& session);

}  // namespace coset::cli
