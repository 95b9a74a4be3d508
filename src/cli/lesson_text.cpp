#include "cli/lesson_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/output.hpp"
#include "play/match.hpp"
#include "play/notation.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;
using teach::Exercise;

// What stands before a choice.
std::string mark(const Exercise& exercise, std::size_t i) {
  return teach::numbered(exercise) ? std::to_string(i + 1) + ") " : "- ";
}

std::string cell_text(const Exercise& exercise, Element row, Element column) {
  if (exercise.type == teach::ItemType::table && teach::hidden_cell(exercise) == Word{row, column})
    return "?";
  return exercise.operation.names().write(exercise.operation.product(row, column));
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
  std::string out = row_text("*", [&](Element e) { return names.write(e); });
  out += std::string((columns + 1) * (names.text_order().size() + 1) + 1, '-') + "\n";
  for (const Element row : names.text_order())
    out += row_text(names.write(row),
                    [&](Element column) { return cell_text(exercise, row, column); });
  return out;
}

Json pieces_json(const Operation& operation, const teach::Pieces& pieces) {
  Json out = Json::array();
  for (const Element e : pieces) out.push_back(operation.names().write(e));
  return out;
}

Json message_json(const teach::Message& message) {
  return {{"message", message.id}, {"text", teach::say(message)}};
}

Json messages_json(const std::vector<teach::Message>& messages) {
  Json out = Json::array();
  for (const teach::Message& message : messages) out.push_back(message_json(message));
  return out;
}

// The whole text, under the id of what is said of the error.
Json feedback_json(const teach::Choice& choice) {
  Json out = message_json(choice.feedback);
  if (choice.itself)
    out["text"] = teach::say(*choice.itself) + " " + out["text"].get<std::string>();
  return out;
}

Json misconception_json(teach::Misconception misconception) {
  if (misconception == teach::Misconception::none) return nullptr;
  return teach::word_of(misconception);
}

Json table_json(const Exercise& exercise) {
  Json rows = Json::array();
  const auto& order = exercise.operation.names().text_order();
  for (const Element row : order) {
    Json cells = Json::array();
    for (const Element column : order) cells.push_back(cell_text(exercise, row, column));
    rows.push_back(std::move(cells));
  }
  return {{"elements", pieces_json(exercise.operation, order)}, {"rows", std::move(rows)}};
}

// What a screen may draw.
void add_scene(Json& out, const Exercise& exercise) {
  const Operation& operation = exercise.operation;
  if (!exercise.words.empty()) {
    out["words"] = Json::array();
    for (const Word& word : exercise.words)
      out["words"].push_back(pieces_json(operation, {word.begin(), word.end()}));
  }
  if (!exercise.claims.empty()) out["claims"] = pieces_json(operation, exercise.claims);
  if (!exercise.sets.empty()) {
    out["sets"] = Json::array();
    for (const teach::Pieces& set : exercise.sets)
      out["sets"].push_back(pieces_json(operation, set));
  }
  if (exercise.target) out["target"] = operation.names().write(*exercise.target);
  if (!exercise.hand.empty()) out["hand"] = pieces_json(operation, exercise.hand);
  if (!exercise.center.empty()) out["center"] = pieces_json(operation, exercise.center);
  if (!exercise.next.empty()) out["next"] = pieces_json(operation, exercise.next);
  if (!exercise.spec.empty()) {
    out["spec"] = exercise.spec;
    out["position"] = exercise.position;
  }
  if (!exercise.moves.empty()) {
    out["moves"] = Json::array();
    for (const Action& action : exercise.moves)
      out["moves"].push_back(write_action(operation, action));
  }
  if (teach::shows_table(exercise)) out["table"] = table_json(exercise);
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

Json exercise_json(const Exercise& exercise) {
  Json out{{"schema", 1},
           {"lesson", exercise.lesson},
           {"seed", exercise.seed},
           {"item", exercise.item + 1},
           {"type", teach::word_of(exercise.type)},
           {"group", exercise.operation.text()},
           {"prompt", message_json(exercise.prompt)},
           {"about", exercise.about ? message_json(*exercise.about) : Json(nullptr)},
           {"shown", messages_json(exercise.shown)}};
  add_scene(out, exercise);
  out["choices"] = Json::array();
  for (std::size_t i = 0; i < exercise.choices.size(); ++i) {
    const teach::Choice& choice = exercise.choices[i];
    out["choices"].push_back({{"number", teach::numbered(exercise) ? Json(i + 1) : Json(nullptr)},
                              {"text", teach::say(choice.label)},
                              {"pieces", pieces_json(exercise.operation, choice.pieces)},
                              {"right", choice.right},
                              {"misconception", misconception_json(choice.misconception)},
                              {"feedback", feedback_json(choice)}});
  }
  out["answer"] = exercise.answer;
  out["hint"] = message_json(exercise.hint);
  out["why"] = messages_json(exercise.why);
  return out;
}

}  // namespace coset::cli
