#include "apps/coset/cli/user_data/user_data.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/coset/cli/game_text.hpp"
#include "base/hash.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

Json json_of(const SolitaireResult& result) {
  return {{"date", result.date}, {"score", result.score}, {"turns", result.turns},
          {"par", result.par},   {"hints", result.hints}, {"taken_back", result.taken_back}};
}

SolitaireResult result_of(const Json& json) {
  return {json.at("date"), json.at("score"), json.at("turns"),
          json.at("par"),  json.at("hints"), json.at("taken_back")};
}

// Solitaire is the same in rules 1 and 2, so both share one list of scores.
std::string list_of(std::string spec) {
  constexpr std::string_view before = " rules=1";
  if (spec.ends_with(before)) spec.back() = '2';
  return spec;
}

}  // namespace

fs::path data_dir() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && fs::path(data).is_absolute()) return fs::path(data) / "coset";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0')
    throw Failure(Exit::failure, "No data directory: set HOME or XDG_DATA_HOME.");
  return fs::path(home) / ".local" / "share" / "coset";
}

void write_file_atomically(const fs::path& path, const std::string& text) {
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  const fs::path fresh = path.string() + "." + std::to_string(getpid()) + ".new";
  std::ofstream out(fresh, std::ios::binary);
  out << text;
  out.close();
  if (out) fs::rename(fresh, path, failed);
  if (!out || failed)
    throw Failure(Exit::failure, "The file '" + path.string() +
                                     "' cannot be written: check free space and permissions.");
}

std::uint64_t fresh_seed() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return mix(static_cast<std::uint64_t>(now) ^ (static_cast<std::uint64_t>(getpid()) << 32U));
}

std::uint64_t short_seed() {
  constexpr std::uint64_t short_enough = 1000000;
  return fresh_seed() % short_enough;
}

void print_seed(std::uint64_t seed) {
  std::fprintf(stderr, "coset: seed %s; repeat with --seed %s\n", std::to_string(seed).c_str(),
               std::to_string(seed).c_str());
}

std::string local_time(const char* format, std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm local{};
  localtime_r(&time, &local);
  std::array<char, 32> out{};
  std::strftime(out.data(), out.size(), format, &local);
  return out.data();
}

std::string date_of(std::int64_t seconds) { return local_time("%Y-%m-%d", seconds); }

std::string today() { return date_of(std::time(nullptr)); }

Scores Scores::read(const fs::path& path) {
  Scores out;
  if (!fs::exists(path)) return out;
  try {
    const Json json = Json::parse(read_text(path.string()));
    for (const auto& [spec, results] : json.at("best").items())
      for (const Json& result : results) out.add(spec, result_of(result));
    for (const auto& [date, result] : json.at("daily").items())
      out.daily_[date] = result_of(result);
  } catch (const Json::exception&) {
    const fs::path aside = path.string() + ".bad";
    fs::rename(path, aside);
    std::fprintf(stderr, "coset: The scores in '%s' are damaged; the file is moved to '%s'.\n",
                 path.c_str(), aside.c_str());
    return {};
  }
  return out;
}

void Scores::write(const fs::path& path) const {
  Json best = Json::object();
  for (const auto& [spec, results] : best_)
    for (const SolitaireResult& result : results) best[spec].push_back(json_of(result));
  Json daily = Json::object();
  for (const auto& [date, result] : daily_) daily[date] = json_of(result);
  write_file_atomically(path, Json{{"schema", 1}, {"best", best}, {"daily", daily}}.dump(1) + "\n");
}

std::optional<int> Scores::add(const std::string& spec, const SolitaireResult& result) {
  auto& results = best_[list_of(spec)];
  const auto place =
      std::upper_bound(results.begin(), results.end(), result,
                       [](const auto& a, const auto& b) { return a.score < b.score; });
  const auto rank = static_cast<std::size_t>(place - results.begin());
  if (rank >= max_results) return std::nullopt;
  results.insert(place, result);
  if (results.size() > max_results) results.pop_back();
  return static_cast<int>(rank) + 1;
}

bool Scores::add_daily(const SolitaireResult& result) {
  return daily_.emplace(result.date, result).second;
}

std::vector<std::string> Scores::daily_dates() const {
  std::vector<std::string> out;
  for (const auto& [date, result] : daily_) out.push_back(date);
  return out;
}

}  // namespace coset::cli
