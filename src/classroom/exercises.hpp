// Exercises: the items of the lessons and the games that a class was asked about last. To make them
// takes milliseconds of the one thread of a node, and pupils answer and play the same ones.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "engine/play/spec.hpp"
#include "engine/teach/lessons/lesson.hpp"

namespace coset::classroom {

class Exercises {
 public:
  // REQUIRES: 0 <= item < items_per_lesson. Valid until the next call.
  const teach::Exercise& item(const teach::Lesson& lesson, std::uint64_t seed, int item) {
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& each) {
      return each.lesson == &lesson && each.seed == seed;
    });
    if (found != kept_.end()) return found->items[static_cast<std::size_t>(item)];
    if (kept_.size() == max_kept) kept_.pop_front();
    ++made_;
    kept_.push_back({&lesson, seed, teach::make_items(lesson, seed)});
    return kept_.back().items[static_cast<std::size_t>(item)];
  }
  bool keeps_items(std::string_view lesson, std::string_view seed) const {
    return std::any_of(kept_.begin(), kept_.end(), [&](const Kept& each) {
      return each.lesson->id == lesson && std::to_string(each.seed) == seed;
    });
  }
  // How often items were made.
  int made() const { return made_; }

  // REQUIRES: `text` is canonical, or no spec. Null: it is none. Valid until the next call.
  const Spec* game(std::string_view text) {
    if (const Spec* kept = kept_game(text)) return kept;
    auto spec = Spec::parse(text);
    if (!spec) return nullptr;
    if (games_.size() == max_kept) games_.pop_front();
    games_.push_back(*std::move(spec));
    return &games_.back();
  }
  bool keeps_game(std::string_view text) const { return kept_game(text) != nullptr; }

 private:
  static constexpr std::size_t max_kept = 8;
  struct Kept {
    const teach::Lesson* lesson;
    std::uint64_t seed;
    std::vector<teach::Exercise> items;
  };
  const Spec* kept_game(std::string_view text) const {
    const auto found = std::find_if(games_.begin(), games_.end(),
                                    [&](const Spec& each) { return each.text() == text; });
    return found == games_.end() ? nullptr : &*found;
  }

  std::deque<Kept> kept_;
  std::deque<Spec> games_;
  int made_ = 0;
};

}  // namespace coset::classroom
