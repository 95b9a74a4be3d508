// The task that a class begins with, and answers to it.
#pragma once

#include "engine/teach/lessons/lesson.hpp"
#include "unit/classroom/class_support.hpp"

namespace coset::classroom {

inline const teach::Lesson& first_lesson() { return teach::find_track("colours")->lessons.front(); }
inline std::uint64_t first_seed() {
  const std::string task = first_task(class_code);
  return std::strtoull(task.substr(task.rfind(' ') + 1).c_str(), nullptr, 10);
}
inline messages::Answer answer_to(int item, bool right, MoveId id) {
  const auto exercise = teach::make_exercise(first_lesson(), first_seed(), item);
  messages::Answer out;
  out.id = id;
  out.lesson = first_lesson().id;
  out.seed = std::to_string(first_seed());
  out.item = static_cast<std::uint8_t>(item);
  out.answer = exercise.answer;
  if (!right)
    for (const auto& choice : exercise.choices)
      if (!choice.right) out.answer = teach::say(choice.label);
  return out;
}

}  // namespace coset::classroom
