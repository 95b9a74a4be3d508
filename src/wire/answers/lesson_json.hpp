// Lessons and puzzles as one line of JSON each: what they ask, what a screen may draw, and what is
// said of an answer. Seeds are text, because a number in a browser holds only 53 bits. Pure;
// thread-safe.
#pragma once

#include <optional>
#include <string>

#include "teach/lessons/lesson.hpp"
#include "teach/lessons/review.hpp"
#include "teach/lessons/run.hpp"
#include "teach/puzzles/puzzle.hpp"

namespace coset::wire {

std::string lesson_json(const teach::Track& track, const teach::Lesson& lesson);
std::string exercise_json(const teach::Exercise& exercise);
std::string marking_json(const teach::ItemJudgement& marking);
std::string run_json(const teach::LessonRun& run);
std::string review_json(const std::optional<teach::Review>& review);
std::string streak_json(const teach::Streak& streak);

std::string puzzle_kind_json(const teach::PuzzleInfo& info);
std::string puzzle_json(const teach::Puzzle& puzzle);
std::string judgement_json(const teach::Judgement& judgement);

}  // namespace coset::wire
