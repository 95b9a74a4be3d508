// The English catalogue: the text of each message id. Only say.cpp reads it; another
// language is another set of these files. Immutable.
#pragma once

#include <span>
#include <string_view>

namespace coset::teach {

struct Phrase {
  std::string_view id;
  std::string_view text;
};

std::span<const Phrase> table_phrases();     // explanations, verdicts, hints, what happens
std::span<const Phrase> lesson_phrases();    // titles and goals
std::span<const Phrase> exercise_phrases();  // prompts and feedback
std::span<const Phrase> puzzle_phrases();    // goals and judgements

}  // namespace coset::teach
