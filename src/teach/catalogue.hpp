// The English catalogue: which text stands for which message id. Only say.cpp reads it; the texts
// themselves stand in say.cpp (explanations, verdicts, hints), say_lesson.cpp (lessons) and
// say_exercise.cpp (prompts and feedback). Immutable.
#pragma once

#include <span>
#include <string_view>

namespace coset::teach {

struct Template {
  std::string_view id;
  std::string_view text;
};

std::span<const Template> lesson_texts();
std::span<const Template> exercise_texts();

}  // namespace coset::teach
