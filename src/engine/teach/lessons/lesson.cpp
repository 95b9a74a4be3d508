#include "engine/teach/lessons/lesson.hpp"

#include <algorithm>
#include <array>

#include "base/hash.hpp"
#include "engine/play/notation.hpp"
#include "engine/teach/lessons/parts.hpp"

namespace coset::teach {

namespace {

std::uint64_t seed_of(const Lesson& lesson, std::uint64_t seed, int item, int attempt) {
  return mix(mix(fnv1a(lesson.id) ^ seed) + static_cast<std::uint64_t>(item * 64 + attempt));
}

// What a pupil sees of it before answering, as a number. Where order does not matter B+Y and Y+B
// are one item, and so are R+?=O and O+?=R: the same letters in another order.
std::uint64_t face(const Exercise& exercise) {
  std::string out = say(exercise.prompt);
  for (const Message& message : exercise.shown) out += say(message);
  if (exercise.type == ItemType::spot || exercise.type == ItemType::table)
    for (const Choice& choice : exercise.choices) out += say(choice.label);
  std::uint64_t sum = 0;
  const bool ordered = order_matters(exercise.operation);
  for (const char c : out) sum = (ordered ? mix(sum) : sum) + mix(static_cast<std::uint64_t>(c));
  return sum;
}

}  // namespace

std::span<const Track> tracks() {
  static const std::array<Track, 6> all = {{
      {"colours", "track.colours", colour_lessons()},
      {"table", "track.table", table_lessons()},
      {"play-well", "track.play-well", play_well_lessons()},
      {"groups", "track.groups", group_lessons()},
      {"mad-abel", "track.mad-abel", mad_abel_lessons()},
      {"beyond", "track.beyond", beyond_lessons()},
  }};
  return all;
}

const Track* find_track(std::string_view id) {
  for (const Track& track : tracks())
    if (track.id == id) return &track;
  return nullptr;
}

const Lesson* find_lesson(std::string_view id) {
  for (const Track& track : tracks())
    for (const Lesson& lesson : track.lessons)
      if (lesson.id == id) return &lesson;
  return nullptr;
}

std::vector<Exercise> make_items(const Lesson& lesson, std::uint64_t seed) {
  constexpr int attempts = 40;
  std::vector<Exercise> out;
  std::vector<std::uint64_t> faces;
  for (int item = 0; item < items_per_lesson; ++item) {
    for (int attempt = 0;; ++attempt) {
      Rng rng(seed_of(lesson, seed, item, attempt));
      Exercise exercise = lesson.make(rng, item);
      const std::uint64_t seen = face(exercise);
      const bool known = std::find(faces.begin(), faces.end(), seen) != faces.end();
      if (known && attempt + 1 < attempts) continue;
      exercise.about = about_group(exercise.operation);
      exercise.lesson = lesson.id;
      exercise.seed = seed;
      exercise.item = item;
      out.push_back(std::move(exercise));
      faces.push_back(seen);
      break;
    }
  }
  return out;
}

Exercise make_exercise(const Lesson& lesson, std::uint64_t seed, int item) {
  CHECK(item >= 0 && item < items_per_lesson);
  return std::move(make_items(lesson, seed)[static_cast<std::size_t>(item)]);
}

std::vector<Exercise> make_mix(const Track& track, std::uint64_t seed) {
  const auto count = static_cast<int>(track.lessons.size());
  Rng rng(mix(fnv1a(track.id) ^ seed));
  std::vector<Exercise> out;
  // Two early items of the first lesson, then from the second lesson to the last; a lesson that
  // comes twice gives other items.
  constexpr int easy = 2;
  constexpr int rest = items_per_lesson - easy;
  for (int i = 0; i < easy; ++i) out.push_back(make_exercise(track.lessons[0], seed, 2 * i));
  const int first = below(rng, items_per_lesson);
  const int skew = below(rng, rest - 1);  // which lessons are left out, if there are too many
  for (int i = 0; i < rest; ++i)
    out.push_back(make_exercise(
        track.lessons[static_cast<std::size_t>(1 + (i * (count - 2) + skew) / (rest - 1))], seed,
        (first + 3 * i) % items_per_lesson));
  return out;
}

}  // namespace coset::teach
