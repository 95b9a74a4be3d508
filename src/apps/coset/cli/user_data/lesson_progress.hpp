// Lesson progress in one small file: the best result of each lesson, and the wrong items, which are
// repeated on later days (teach/lessons/review.hpp). The file is replaced atomically; an unreadable
// one is moved aside as .bad and a new one started. The caller passes the date. Used by one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/teach/lessons/review.hpp"

namespace coset::cli {

// Identifies one exercise, to generate it again.
struct ItemKey {
  std::string lesson;
  std::uint64_t seed = 0;
  int item = 0;

  friend auto operator<=>(const ItemKey&, const ItemKey&) = default;
};

class LessonProgress {
 public:
  struct Result {
    int best = 0;  // most items right at the first try
    int times = 0;
    bool passed = false;
  };

  // The file for this user; nothing if the environment names no directory.
  static std::optional<std::filesystem::path> default_file();
  // Without a file nothing is stored. `complaint` is set if a file had to be moved aside.
  static LessonProgress load(std::optional<std::filesystem::path> file, std::string& complaint);

  // An answer to an item. REQUIRES: is_date(today)
  void answered(const ItemKey& key, bool right, const std::string& today);
  void finished(const std::string& name, int right, bool passed);

  // The due items, at most one lesson's worth. REQUIRES: is_date(today)
  std::vector<ItemKey> due(const std::string& today) const;
  // Items to repeat, due or not.
  std::size_t remembered() const { return items_.size(); }
  std::optional<Result> result(const std::string& name) const;

  // False if the file cannot be written, or there is none.
  bool save() const;

 private:
  bool read(const std::string& text);

  std::optional<std::filesystem::path> file_;
  std::map<std::string, Result> results_;
  std::map<ItemKey, teach::Review> items_;
};

}  // namespace coset::cli
