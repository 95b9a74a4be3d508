#include "apps/coset/cli/commands/lesson_text.hpp"

#include <algorithm>

#include "apps/coset/cli/terminal/output.hpp"
#include "engine/play/notation.hpp"

namespace coset::cli {

namespace {

using teach::Exercise;

// The prefix of a choice.
std::string mark(const Exercise& exercise, std::size_t i) {
  return teach::numbered(exercise) ? std::to_string(i + 1) + ") " : "- ";
}

std::string table_text(const Exercise& exercise) {
  const Names& names = exercise.operation.names();
  std::size_t columns = 1;
  for (const Element e : names.text_order()) columns = std::max(columns, width(names.write(e)));
  const auto row_text = [&](std::string_view head, auto cell) {
    std::string line = padded(head, columns) + " |";
    for (const Element e : names.text_order()) line += " " + padded(cell(e), columns);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  };
  const std::string_view sign = order_matters(exercise.operation) ? "*" : "+";
  std::string out = row_text(sign, [&](Element e) { return names.write(e); });
  out += std::string((columns + 1) * (names.text_order().size() + 1) + 1, '-') + "\n";
  for (const Element row : names.text_order())
    out += row_text(names.write(row),
                    [&](Element column) { return teach::cell_text(exercise, row, column); });
  return out;
}

}  // namespace

std::string about_text(const Exercise& exercise, const Exercise* before) {
  if (!exercise.about) return "";
  std::string text = teach::say(*exercise.about) + "\n";
  if (before != nullptr && before->about && teach::say(*before->about) + "\n" == text) return "";
  return text;
}

std::string question_text(const Exercise& exercise) {
  std::string out;
  for (const teach::Message& message : exercise.shown) out += teach::say(message) + "\n";
  if (teach::shows_table(exercise)) out += table_text(exercise);
  out += teach::say(exercise.prompt) + "\n";
  for (std::size_t i = 0; i < exercise.choices.size(); ++i)
    out += "  " + mark(exercise, i) + teach::say(exercise.choices[i].label) + "\n";
  return out;
}

std::string answer_text(const Exercise& exercise) {
  std::string out;
  for (const teach::Message& message : exercise.why) out += "  " + teach::say(message) + "\n";
  return (exercise.choices.empty() ? "One right answer: " : "The answer: ") + exercise.answer +
         "\n" + out;
}

}  // namespace coset::cli
