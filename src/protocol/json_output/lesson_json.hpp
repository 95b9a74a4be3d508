// Lessons and puzzles as one line of JSON each: the question, the data for a drawing, and the
// feedback on an answer. Seeds are text, because a number in a browser has only 53 bits. Pure;
// thread-safe.
#pragma once

#include <optional>
#include <string>

#include "engine/teach/lessons/lesson.hpp"
#include "engine/teach/lessons/review.hpp"
#include "engine/teach/lessons/run.hpp"
#include "engine/teach/puzzles/puzzle.hpp"

namespace coset::protocol {

std::string lesson_json(const teach::Track& track, const teach::Lesson& lesson);
std::string exercise_json(const teach::Exercise& exercise);
std::string marking_json(const teach::ItemJudgement& marking);
std::string run_json(const teach::LessonRun& run);
std::string review_json(const std::optional<teach::Review>& review);
std::string streak_json(const teach::Streak& streak);

std::string puzzle_kind_json(const teach::PuzzleInfo& info);
std::string puzzle_json(const teach::Puzzle& puzzle);
std::string judgement_json(const teach::Judgement& judgement);

}  // namespace coset::protocol
