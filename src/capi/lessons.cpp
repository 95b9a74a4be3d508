// Lessons and puzzles. Each is made again from its seed whenever it is asked about.
#include "capi/handles.hpp"
#include "play/catalogue.hpp"
#include "wire/answers/lesson_json.hpp"

using namespace coset;
using namespace coset::capi;

namespace {

Result<teach::Puzzle> make(std::string_view kind, std::uint64_t seed, std::string_view spec) {
  const auto found = teach::find_puzzle_kind(kind);
  if (!found) return Error{"puzzle.kind", 0, "There is no kind of puzzle " + quoted(kind) + "."};
  if (spec.empty()) return teach::make_puzzle(*found, seed);
  auto game = find_spec(spec);
  if (!game) return game.error();
  return teach::make_puzzle(*found, seed, *std::move(game));
}

}  // namespace

coset_text* coset_lessons() {
  JsonList out;
  for (const teach::Track& track : teach::tracks())
    for (const teach::Lesson& lesson : track.lessons) out.add(wire::lesson_json(track, lesson));
  return done(std::move(out).text());
}

coset_text* coset_lesson_items(const char* name, size_t name_size, uint64_t seed) {
  if (const auto error = flaw(name, name_size)) return refused(*error);
  const std::string_view id = text(name, name_size);
  const teach::Lesson* lesson = teach::find_lesson(id);
  const teach::Track* track = teach::find_track(id);
  if (lesson == nullptr && track == nullptr)
    return refused({"lesson.unknown", 0, "There is no lesson " + quoted(id) + "."});
  JsonList out;
  for (const teach::Exercise& exercise :
       lesson != nullptr ? teach::make_items(*lesson, seed) : teach::make_mix(*track, seed))
    out.add(wire::exercise_json(exercise));
  return done(std::move(out).text());
}

coset_text* coset_lesson_check(const char* lesson, size_t lesson_size, uint64_t seed, int32_t item,
                               const char* answer, size_t answer_size) {
  if (const auto error = flaw(lesson, lesson_size, answer, answer_size)) return refused(*error);
  const std::string_view id = text(lesson, lesson_size);
  const teach::Lesson* found = teach::find_lesson(id);
  if (found == nullptr)
    return refused({"lesson.unknown", 0, "There is no lesson " + quoted(id) + "."});
  if (item < 1 || item > teach::items_per_lesson)
    return refused({"lesson.item", 0, "Items are counted from 1 to 8."});
  const teach::Exercise exercise = teach::make_exercise(*found, seed, item - 1);
  return done(wire::marking_json(teach::check(exercise, text(answer, answer_size))));
}

coset_text* coset_puzzles() {
  JsonList out;
  for (const teach::PuzzleInfo& info : teach::puzzle_kinds()) out.add(wire::puzzle_kind_json(info));
  return done(std::move(out).text());
}

coset_text* coset_puzzle(const char* kind, size_t kind_size, uint64_t seed, const char* spec,
                         size_t spec_size) {
  if (const auto error = flaw(kind, kind_size, spec, spec_size)) return refused(*error);
  const auto puzzle = make(text(kind, kind_size), seed, text(spec, spec_size));
  if (!puzzle) return refused(puzzle.error());
  return done(wire::puzzle_json(*puzzle));
}

coset_text* coset_puzzle_check(const char* kind, size_t kind_size, uint64_t seed, const char* spec,
                               size_t spec_size, const char* answer, size_t answer_size) {
  if (const auto error = flaw(kind, kind_size, spec, spec_size, answer, answer_size))
    return refused(*error);
  const auto puzzle = make(text(kind, kind_size), seed, text(spec, spec_size));
  if (!puzzle) return refused(puzzle.error());
  return done(wire::judgement_json(teach::check(*puzzle, text(answer, answer_size))));
}
