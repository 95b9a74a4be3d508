#include "apps/coset/cli/commands/series.hpp"

#include <algorithm>

#include "base/reader.hpp"

namespace coset::cli {

namespace {

std::string written(const protocol::Points& points) {
  return std::to_string(points.top) +
         (points.bottom == 1 ? "" : "/" + std::to_string(points.bottom));
}

bool fewer(const protocol::Points& a, const protocol::Points& b) {
  return a.top * b.bottom < b.top * a.bottom;
}

}  // namespace

protocol::Series new_series(int games, int seats) {
  return {static_cast<std::uint32_t>(games), 1,
          std::vector<protocol::Points>(static_cast<std::size_t>(seats))};
}

std::string write_series(const protocol::Series& series) {
  std::string out = std::to_string(series.games) + " " + std::to_string(series.number);
  for (const protocol::Points& points : series.points) out += " " + written(points);
  return out;
}

std::optional<protocol::Series> read_series(std::string_view text, std::size_t seats) {
  constexpr std::uint32_t most = 99;
  Reader in(text);
  const auto number = [&](std::uint32_t& into) {
    const auto found = in.number(most);
    if (found) into = static_cast<std::uint32_t>(*found);
    return found.has_value();
  };
  protocol::Series out;
  if (!number(out.games) || !in.take(' ') || !number(out.number)) return std::nullopt;
  while (in.take(' ')) {
    protocol::Points points;
    if (!number(points.top)) return std::nullopt;
    if (in.take('/') && (!number(points.bottom) || points.bottom == 0)) return std::nullopt;
    out.points.push_back(points);
  }
  if (!in.done() || out.number < 1 || out.number > out.games || out.points.size() != seats)
    return std::nullopt;
  return out;
}

std::vector<protocol::Points> points_after(const protocol::Series& series,
                                           const tui::Session& session) {
  const auto scores = session.match().scores();
  std::uint32_t winners = 0;
  for (int seat = 0; seat < scores.seats; ++seat) winners += scores.winners >> seat & 1U;
  std::vector<protocol::Points> out = series.points;
  for (std::size_t seat = 0; seat < out.size(); ++seat)
    if ((scores.winners >> seat & 1U) != 0) out[seat] = out[seat].plus_share(winners);
  return out;
}

std::string standing_of(const protocol::Series& series, const tui::Session& session) {
  const auto points = points_after(series, session);
  std::string out =
      "Series, game " + std::to_string(series.number) + " of " + std::to_string(series.games) + ":";
  for (std::size_t seat = 0; seat < points.size(); ++seat)
    out += (seat == 0 ? " " : ", ") + session.name(static_cast<Seat>(seat)) + " " +
           written(points[seat]);
  out += ".";
  if (series.number < series.games) return out;
  const auto most = *std::max_element(points.begin(), points.end(), fewer);
  std::string names;
  int count = 0;
  for (std::size_t seat = 0; seat < points.size(); ++seat)
    if (points[seat] == most)
      names += (count++ == 0 ? "" : " and ") + session.name(static_cast<Seat>(seat));
  return out + " " + names +
         (count > 1        ? " share the series."
          : names == "You" ? " win the series!"
                           : " wins the series.");
}

tui::Plan next_game(const protocol::Series& series, const tui::Session& session) {
  CHECK(series.number < series.games);
  protocol::Series next{series.games, series.number + 1, points_after(series, session)};
  std::rotate(next.points.begin(), next.points.begin() + 1, next.points.end());
  tui::Plan out = session.plan();
  std::rotate(out.seats.begin(), out.seats.begin() + 1, out.seats.end());
  out.series = write_series(next);
  return out;
}

}  // namespace coset::cli
