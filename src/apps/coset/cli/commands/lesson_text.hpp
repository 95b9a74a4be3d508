// An exercise as plain lines.
#pragma once

#include <string>

#include "engine/teach/lessons/exercise.hpp"

namespace coset::cli {

// The text, question and choices, in lines that suit a screen reader.
std::string question_text(const teach::Exercise& exercise);
// A line on how the group works; empty if it is the same as in `before`, or there is none.
std::string about_text(const teach::Exercise& exercise, const teach::Exercise* before);
// "It is Y." and the argument, one line each.
std::string answer_text(const teach::Exercise& exercise);

}  // namespace coset::cli
