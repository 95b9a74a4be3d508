#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/coset_load/fleet.hpp"

namespace coset::coset_load {

std::string as_json(Report report) {
  report.latencies.insert(report.latencies.end(), report.undisturbed.begin(),
                          report.undisturbed.end());
  std::sort(report.latencies.begin(), report.latencies.end());
  for (auto* list : {&report.returns, &report.undisturbed, &report.away})
    std::sort(list->begin(), list->end());
  const auto quantile = [](const std::vector<float>& list, double part) {
    if (list.empty()) return 0.0F;
    return list[static_cast<std::size_t>(part * static_cast<double>(list.size() - 1))];
  };
  const auto at = [&](double part) { return quantile(report.latencies, part); };
  return nlohmann::ordered_json{
      {"games", report.games},
      {"unfinished", report.unfinished},
      {"moves", report.moves},
      {"moves_per_second", report.moves / std::max(0.001, report.seconds)},
      {"observations", report.observations},
      {"errors", report.errors},
      {"reconnects", report.reconnects},
      {"drained", report.drained},
      {"redirects", report.redirects},
      {"p50_ms", at(0.5)},
      {"p99_ms", at(0.99)},
      {"max_ms", at(1)},
      {"returns", report.returns.size()},
      {"return_p50_ms", quantile(report.returns, 0.5)},
      {"return_p99_ms", quantile(report.returns, 0.99)},
      {"return_max_ms", quantile(report.returns, 1)},
      {"undisturbed", report.undisturbed.size()},
      {"undisturbed_p99_ms", quantile(report.undisturbed, 0.99)},
      {"away", report.away.size()},
      {"away_p99_ms", quantile(report.away, 0.99)},
      {"away_max_ms", quantile(report.away, 1)},
      {"watching", report.watched.most},
      {"watched", report.watched.events},
      {"watched_older", report.watched.older},
      {"seconds", report.seconds},
      {"complaints", report.complaints},
      {"first_complaints", report.first_complaints}}
      .dump();
}

}  // namespace coset::coset_load
