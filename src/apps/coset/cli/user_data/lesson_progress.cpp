#include "apps/coset/cli/user_data/lesson_progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/coset/cli/user_data/user_data.hpp"
#include "base/date.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::optional<std::filesystem::path> LessonProgress::default_file() {
  std::filesystem::path folder = variable("XDG_DATA_HOME");
  if (!folder.is_absolute()) {  // the XDG specification says to ignore a relative path
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
  complaint = "Your lesson progress cannot be read. The file is moved to '" + aside.string() +
              "', and a new one is started.";
  return out;
}

bool LessonProgress::read(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    const int schema = json.at("schema").get<int>();
    if (schema != 1 && schema != 2) return false;
    for (const auto& [name, result] : json.at("lessons").items())
      results_[name] = {result.at("best").get<int>(), result.at("times").get<int>(),
                        result.at("passed").get<bool>()};
    for (const Json& item : json.at("items")) {
      // Schema 1 had one more box, for items due at once, and seconds instead of a date.
      const int boxes = static_cast<int>(teach::days_of_box.size()) + (schema == 1 ? 1 : 0);
      const int box = item.at("box").get<int>();
      const std::string due = schema == 1 ? date_of(item.at("due").get<std::int64_t>())
                                          : item.at("due").get<std::string>();
      if (box < 0 || box >= boxes || !is_date(due)) return false;
      items_[{item.at("lesson").get<std::string>(), item.at("seed").get<std::uint64_t>(),
              item.at("item").get<int>()}] = {schema == 1 ? std::max(0, box - 1) : box, due};
    }
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

void LessonProgress::answered(const ItemKey& key, bool right, const std::string& today) {
  const auto known = items_.find(key);
  const auto before =
      known == items_.end() ? std::nullopt : std::optional<teach::Review>(known->second);
  if (const auto after = teach::after_answer(before, right, today))
    items_[key] = *after;
  else
    items_.erase(key);
}

void LessonProgress::finished(const std::string& name, int right, bool passed) {
  Result& result = results_[name];
  result.best = std::max(result.best, right);
  ++result.times;
  result.passed |= passed;
}

std::vector<ItemKey> LessonProgress::due(const std::string& today) const {
  std::vector<ItemKey> keys;
  std::vector<teach::Review> reviews;
  for (const auto& [key, review] : items_) {
    keys.push_back(key);
    reviews.push_back(review);
  }
  std::vector<ItemKey> out;
  for (const std::size_t place : teach::due_now(reviews, today)) out.push_back(keys[place]);
  return out;
}

std::optional<LessonProgress::Result> LessonProgress::result(const std::string& name) const {
  const auto place = results_.find(name);
  if (place == results_.end()) return std::nullopt;
  return place->second;
}

bool LessonProgress::save() const {
  if (!file_) return false;
  Json json{{"schema", 2}, {"lessons", Json::object()}, {"items", Json::array()}};
  for (const auto& [name, result] : results_)
    json["lessons"][name] = {
        {"best", result.best}, {"times", result.times}, {"passed", result.passed}};
  for (const auto& [key, review] : items_)
    json["items"].push_back({{"lesson", key.lesson},
                             {"seed", key.seed},
                             {"item", key.item},
                             {"box", review.box},
                             {"due", review.due}});
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
