// What a pupil has done, in one small file: the best result of each lesson, and the items that went
// wrong, which come back on later days as teach/lessons/review.hpp says. The file is replaced as a
// whole, so that it is never half written; one that cannot be read is put aside as .bad and a new
// one begun. The date is the caller's. Used by one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "teach/lessons/review.hpp"

namespace coset::cli {

// One exercise: all it takes to make it again.
struct ItemKey {
  std::string lesson;
  std::uint64_t seed = 0;
  int item = 0;

  friend auto operator<=>(const ItemKey&, const ItemKey&) = default;
};

class LessonProgress {
 public:
  struct Result {
    int best = 0;  // right at the first try, at best
    int times = 0;
    bool passed = false;
  };

  // Where it is kept for this user; nothing if the environment names no place.
  static std::optional<std::filesystem::path> default_file();
  // Without a file nothing is kept. `complaint` is set if a file had to be put aside.
  static LessonProgress load(std::optional<std::filesystem::path> file, std::string& complaint);

  // An answer to an item. REQUIRES: is_date(today)
  void answered(const ItemKey& key, bool right, const std::string& today);
  void finished(const std::string& name, int right, bool passed);

  // What is due, at most a lesson of it. REQUIRES: is_date(today)
  std::vector<ItemKey> due(const std::string& today) const;
  // Items that will come back, due or not.
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
