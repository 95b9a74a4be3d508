// Lessons and puzzles. Each call makes them again from the seed.
#include <algorithm>

#include "apps/capi/handles.hpp"
#include "base/date.hpp"
#include "engine/play/catalogue.hpp"
#include "protocol/json_output/lesson_json.hpp"

using namespace coset;
using namespace coset::capi;

namespace {

constexpr int32_t max_items = 64;

Error not_a_date() {
  return {"lesson.date", 0, "Dates are written as in 2026-11-15, and boxes count from 0 to 3."};
}

bool is_review(const teach::Review& review) {
  return review.box >= 0 && review.box < static_cast<int>(teach::days_of_box.size()) &&
         is_date(review.due);
}

// The parts between the separators; none of an empty text.
std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(mark), text.size());
    out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

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
    for (const teach::Lesson& lesson : track.lessons) out.add(protocol::lesson_json(track, lesson));
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
    out.add(protocol::exercise_json(exercise));
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
  return done(protocol::marking_json(teach::check(exercise, text(answer, answer_size))));
}

coset_text* coset_lesson_run(int32_t items, const char* answers, size_t answers_size) {
  if (const auto error = flaw(answers, answers_size)) return refused(*error);
  if (items < 0 || items > max_items)
    return refused({"lesson.items", 0, "A run has at most 64 items."});
  std::vector<bool> clean;
  for (const char c : text(answers, answers_size)) {
    if (c != '+' && c != '-')
      return refused({"lesson.answers", clean.size(), "Answers are written as + and -."});
    clean.push_back(c == '+');
  }
  return done(protocol::run_json(teach::run_of(static_cast<std::size_t>(items), clean)));
}

coset_text* coset_lesson_review(int32_t box, const char* due, size_t due_size, int32_t right,
                                const char* today, size_t today_size) {
  if (const auto error = flaw(due, due_size, today, today_size)) return refused(*error);
  const std::string_view day = text(today, today_size);
  std::optional<teach::Review> before;
  if (box >= 0) before = {box, std::string(text(due, due_size))};
  if (!is_date(day) || (before && !is_review(*before))) return refused(not_a_date());
  return done(protocol::review_json(teach::after_answer(before, right != 0, day)));
}

coset_text* coset_lesson_due(const char* items, size_t items_size, const char* today,
                             size_t today_size) {
  if (const auto error = flaw(items, items_size, today, today_size)) return refused(*error);
  const std::string_view day = text(today, today_size);
  if (!is_date(day)) return refused(not_a_date());
  std::vector<teach::Review> reviews;
  for (const std::string_view line : split(text(items, items_size), '\n')) {
    // "0 2026-11-16"
    if (line.size() != 12 || line[1] != ' ') return refused(not_a_date());
    reviews.push_back({line[0] - '0', std::string(line.substr(2))});
    if (!is_review(reviews.back())) return refused(not_a_date());
  }
  JsonList out;
  for (const std::size_t place : teach::due_now(reviews, day)) out.add(std::to_string(place));
  return done(std::move(out).text());
}

coset_text* coset_streak(const char* dates, size_t dates_size, const char* today,
                         size_t today_size) {
  if (const auto error = flaw(dates, dates_size, today, today_size)) return refused(*error);
  const std::string_view day = text(today, today_size);
  std::vector<std::string> played;
  for (const std::string_view date : split(text(dates, dates_size), ' ')) {
    if (!is_date(date)) return refused(not_a_date());
    played.emplace_back(date);
  }
  if (!is_date(day)) return refused(not_a_date());
  return done(protocol::streak_json(teach::streak_of(played, day)));
}

coset_text* coset_puzzles() {
  JsonList out;
  for (const teach::PuzzleInfo& info : teach::puzzle_kinds())
    out.add(protocol::puzzle_kind_json(info));
  return done(std::move(out).text());
}

coset_text* coset_puzzle(const char* kind, size_t kind_size, uint64_t seed, const char* spec,
                         size_t spec_size) {
  if (const auto error = flaw(kind, kind_size, spec, spec_size)) return refused(*error);
  const auto puzzle = make(text(kind, kind_size), seed, text(spec, spec_size));
  if (!puzzle) return refused(puzzle.error());
  return done(protocol::puzzle_json(*puzzle));
}

coset_text* coset_puzzle_check(const char* kind, size_t kind_size, uint64_t seed, const char* spec,
                               size_t spec_size, const char* answer, size_t answer_size) {
  if (const auto error = flaw(kind, kind_size, spec, spec_size, answer, answer_size))
    return refused(*error);
  const auto puzzle = make(text(kind, kind_size), seed, text(spec, spec_size));
  if (!puzzle) return refused(puzzle.error());
  return done(protocol::judgement_json(teach::check(*puzzle, text(answer, answer_size))));
}
