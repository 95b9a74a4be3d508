#include "cli/home/lesson_progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<int, 5> days_of_box = {0, 1, 3, 7, 21};
constexpr std::int64_t day = 24 * 60 * 60;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::optional<std::filesystem::path> LessonProgress::default_file() {
  std::filesystem::path folder = variable("XDG_DATA_HOME");
  if (!folder.is_absolute()) {  // the XDG rules say to ignore a relative one
    const std::string home = variable("HOME");
    if (home.empty()) return std::nullopt;
    folder = std::filesystem::path(home) / ".local" / "share";
  }
  return folder / "coset" / "lessons.json";
}

LessonProgress LessonProgress::load(std::optional<std::filesystem::path> file,
                                    std::string& complaint) {
  LessonProgress out;
  out.file_ = std::move(file);
  if (!out.file_) return out;
  std::ifstream in(*out.file_, std::ios::binary);
  if (!in) return out;
  std::ostringstream text;
  text << in.rdbuf();
  if (out.read(text.str())) return out;
  out.results_.clear();
  out.items_.clear();
  std::filesystem::path aside = *out.file_;
  aside += ".bad";
  std::error_code error;
  std::filesystem::rename(*out.file_, aside, error);
  complaint = "The record of your lessons cannot be read. It is kept as '" + aside.string() +
              "', and a new one begins.";
  return out;
}

bool LessonProgress::read(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != 1) return false;
    for (const auto& [name, result] : json.at("lessons").items())
      results_[name] = {result.at("best").get<int>(), result.at("times").get<int>(),
                        result.at("passed").get<bool>()};
    for (const Json& item : json.at("items")) {
      const int box = item.at("box").get<int>();
      if (box < 0 || box >= static_cast<int>(days_of_box.size())) return false;
      items_[{item.at("lesson").get<std::string>(), item.at("seed").get<std::uint64_t>(),
              item.at("item").get<int>()}] = {box, item.at("due").get<std::int64_t>()};
    }
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

void LessonProgress::answered(const ItemKey& key, bool right, std::int64_t now) {
  const auto known = items_.find(key);
  if (!right) {
    items_[key] = {0, now};
  } else if (known != items_.end()) {
    Box& box = known->second;
    if (++box.box == static_cast<int>(days_of_box.size())) {
      items_.erase(known);
    } else {
      box.due = now + day * days_of_box[static_cast<std::size_t>(box.box)];
    }
  }
}

void LessonProgress::finished(const std::string& name, int right, bool passed) {
  Result& result = results_[name];
  result.best = std::max(result.best, right);
  ++result.times;
  result.passed |= passed;
}

std::vector<ItemKey> LessonProgress::due(std::int64_t now) const {
  std::vector<ItemKey> out;
  for (const auto& [key, box] : items_)
    if (box.due <= now) out.push_back(key);
  return out;
}

std::optional<LessonProgress::Result> LessonProgress::result(const std::string& name) const {
  const auto place = results_.find(name);
  if (place == results_.end()) return std::nullopt;
  return place->second;
}

bool LessonProgress::save() const {
  if (!file_) return false;
  Json json{{"schema", 1}, {"lessons", Json::object()}, {"items", Json::array()}};
  for (const auto& [name, result] : results_)
    json["lessons"][name] = {
        {"best", result.best}, {"times", result.times}, {"passed", result.passed}};
  for (const auto& [key, box] : items_)
    json["items"].push_back({{"lesson", key.lesson},
                             {"seed", key.seed},
                             {"item", key.item},
                             {"box", box.box},
                             {"due", box.due}});
  std::error_code error;
  std::filesystem::create_directories(file_->parent_path(), error);
  std::filesystem::path fresh = *file_;
  fresh += "." + std::to_string(getpid());
  {
    std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
    out << json.dump(1) << "\n";
    out.close();
    if (!out) return false;
  }
  std::filesystem::rename(fresh, *file_, error);
  if (!error) return true;
  std::filesystem::remove(fresh, error);
  return false;
}

}  // namespace coset::cli
