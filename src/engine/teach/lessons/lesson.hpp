// Lessons: the tracks and what each lesson makes. A lesson is eight items with a fixed shape and
// numbers from a seed. Ids are stable. The one list of lessons; immutable and thread-safe.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/rng.hpp"
#include "engine/teach/lessons/exercise.hpp"

namespace coset::teach {

inline constexpr int items_per_lesson = 8;
inline constexpr int items_to_pass = 6;  // right at the first try

struct Lesson {
  std::string_view id;    // "colours.white", also the id of its title
  std::string_view goal;  // the id of one sentence
  Exercise (*make)(Rng& rng, int item);
};

struct Track {
  std::string_view id;     // "colours"
  std::string_view title;  // a message id
  std::span<const Lesson> lessons;
};

std::span<const Track> tracks();
const Track* find_track(std::string_view id);
const Lesson* find_lesson(std::string_view id);

// The eight items of a lesson, no two alike where the lesson is rich enough.
std::vector<Exercise> make_items(const Lesson& lesson, std::uint64_t seed);
// One of them. REQUIRES: 0 <= item < items_per_lesson
Exercise make_exercise(const Lesson& lesson, std::uint64_t seed, int item);
// Eight items from all over a track.
std::vector<Exercise> make_mix(const Track& track, std::uint64_t seed);

}  // namespace coset::teach
