#include "apps/coset_load/class_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace coset::coset_load {

namespace {

using nlohmann::ordered_json;

ordered_json spread_of(std::vector<float> list) {
  std::sort(list.begin(), list.end());
  const auto at = [&](double part) {
    if (list.empty()) return 0.0F;
    return list[static_cast<std::size_t>(part * static_cast<double>(list.size() - 1))];
  };
  return {{"count", list.size()},
          {"p50", at(0.5)},
          {"p95", at(0.95)},
          {"p99", at(0.99)},
          {"max", at(1)}};
}

}  // namespace

std::string as_json(ClassReport report) {
  return ordered_json{
      {"class", report.code},
      {"teacher", report.teacher},
      {"pupils", report.pupils},
      {"in", report.in},
      {"strangers", report.strangers},
      {"connections", report.links.opened},
      {"cut", report.links.cut},
      {"refused", report.links.refused},
      {"failed", report.links.failed},
      {"redirects", report.links.redirects},
      {"answers", report.answers},
      {"answers_told", report.answers_told},
      {"tries", report.tries},
      {"tries_told", report.tries_told},
      {"misjudged", report.misjudged},
      {"misconceptions", report.misconceptions},
      {"left", report.left},
      {"rounds", report.rounds},
      {"closed", report.closed},
      {"moves", report.seats.moves},
      {"games", report.seats.games},
      {"not_seated", report.seats.not_seated},
      {"table_errors", report.seats.errors},
      {"errors", report.errors},
      {"movers", report.movers},
      {"joined_ms", report.joined_ms},
      {"first_moves_ms", report.first_moves_ms},
      {"screen_ms", spread_of(report.screens)},
      {"command_ms", spread_of(report.commands)},
      {"pair_ms", spread_of(report.pairings)},
      {"tile_ms", spread_of(report.tiles)},
      {"move_ms", spread_of(report.seats.latencies)},
      {"away_ms", spread_of(report.links.away)},
      {"walls", report.walls},
      {"walls_per_second",
       report.walls > 1 ? static_cast<double>(report.walls - 1) / report.wall_seconds : 0.0},
      {"three_walls_ms", report.wall_three_ms},
      {"unfinished", report.unfinished},
      {"seconds", report.seconds},
      {"complaints", report.complaints},
      {"first_complaints", report.first_complaints}}
      .dump();
}

void WallClock::moved(const std::string& table, std::vector<int> counts, double at) {
  auto& list = tables_[table];
  std::sort(counts.begin(), counts.end());
  if (list.empty() || list.back().counts != counts) list.push_back({std::move(counts), at});
}

void WallClock::shown(const protocol::classroom::Wall& wall, double at, ClassReport& report) {
  ++report.walls;
  arrivals_.push_back(at);
  if (arrivals_.size() > 2) {
    const auto span = static_cast<float>(at - arrivals_.front());
    if (report.wall_three_ms == 0 || span < report.wall_three_ms) report.wall_three_ms = span;
    arrivals_.erase(arrivals_.begin());
  }
  const std::uint64_t total = std::uint64_t{wall.answers} + wall.trades;
  std::size_t done = 0;
  while (done < totals_.size() && totals_[done].first <= total)
    report.tiles.push_back(static_cast<float>(at - totals_[done++].second));
  totals_.erase(totals_.begin(), totals_.begin() + static_cast<std::ptrdiff_t>(done));
  for (const auto& tile : wall.tiles) {
    const auto found = tables_.find(tile.table);
    if (found == tables_.end()) continue;
    auto& list = found->second;
    // A player has them by seat, a tile by pupil.
    std::vector<int> counts = tile.counts;
    std::sort(counts.begin(), counts.end());
    const auto place = std::find_if(list.begin(), list.end(),
                                    [&](const Shown& each) { return each.counts == counts; });
    if (place == list.end()) continue;
    if (place->at > 0) report.tiles.push_back(static_cast<float>(at - place->at));
    place->at = 0;  // it is shown; what comes again is not new
    list.erase(list.begin(), place);
  }
}

}  // namespace coset::coset_load
