// How an answer is read and judged.
#include <algorithm>
#include <array>

#include "engine/play/match.hpp"
#include "engine/play/notation.hpp"
#include "engine/rules/exchange.hpp"
#include "engine/teach/lessons/items_table.hpp"
#include "engine/teach/table/verdict.hpp"

namespace coset::teach {

namespace {

ItemJudgement not_understood(Message message) {
  return {false, false, Misconception::none, {std::move(message)}};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && (is_space(text.back()) || text.back() == ')' || text.back() == '.')) {
    if (text.back() == ')' && text.find('(') != std::string_view::npos) break;  // a tuple, a cycle
    text.remove_suffix(1);
  }
  return text;
}

// "o + p" and "O+P" read alike.
std::string squeezed(std::string_view text, bool any_case) {
  std::string out;
  for (const char c : text)
    if (!is_space(c) && c != ',') out += any_case ? lower(c) : c;
  return out;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

const Choice* find_choice(const Exercise& exercise, std::string_view text) {
  if (numbered(exercise) && text.size() == 1 && text[0] >= '1' &&
      static_cast<std::size_t>(text[0] - '1') < exercise.choices.size())
    return &exercise.choices[static_cast<std::size_t>(text[0] - '1')];
  for (const bool any_case : {false, true})
    for (const Choice& choice : exercise.choices)
      if (squeezed(say(choice.label), any_case) == squeezed(text, any_case)) return &choice;
  Reader in(text);
  const auto word = read_word(exercise.operation, in);
  if (word && in.done())  // "Y" for "off by Y", "O R" for "R O"
    for (const Choice& choice : exercise.choices)
      if (sorted(word_from(choice.pieces)) == sorted(*word)) return &choice;
  return nullptr;
}

ItemJudgement check_choice(const Exercise& exercise, std::string_view text) {
  const Choice* choice = find_choice(exercise, text);
  if (choice == nullptr) {
    if (!numbered(exercise)) return not_understood({"answer.choice.text", {}});
    const auto last = static_cast<int>(exercise.choices.size());
    return not_understood({"answer.choice", {{"last", number(last)}}});
  }
  ItemJudgement out{true, choice->right, choice->misconception, {choice->feedback}};
  if (choice->itself) out.feedback.insert(out.feedback.begin(), *choice->itself);
  return out;
}

// The first misconception under which the word would make what was wanted.
void blame(ItemJudgement& judgement, const Operation& operation, const Word& word, Element wanted) {
  for (Mistake& mistake : mistakes(operation, word)) {
    if (mistake.result != wanted || judgement.misconception != Misconception::none) continue;
    judgement.misconception = mistake.misconception;
    judgement.feedback.push_back(std::move(mistake.feedback));
  }
}

ItemJudgement check_build(const Exercise& exercise, std::string_view text) {
  const Operation& operation = exercise.operation;
  Reader in(text);
  const auto word = read_word(operation, in);
  if (!word || !in.done())
    return not_understood({"answer.word", {{"example", write_word(operation, exercise.words[0])}}});
  for (const Element e : *word) {
    const auto held = std::count(exercise.hand.begin(), exercise.hand.end(), e);
    if (count_in(*word, e) > held)
      return not_understood(
          {"not.in.hand",
           {{"piece", operation.names().write(e)}, {"n", number(static_cast<int>(held))}}});
  }
  if (word->size() > exercise.words[0].size())
    return not_understood({"answer.most", {{"most", number(exercise.words[0].size())}}});
  const Element made = operation.product(*word);
  if (made == *exercise.target)
    return {true, true, Misconception::none, {describe_sum(operation, *word, made)}};
  ItemJudgement out{true, false, Misconception::none, {}};
  blame(out, operation, *word, *exercise.target);
  out.feedback.insert(out.feedback.begin(),
                      describe_miss(operation, *word, made, *exercise.target));
  return out;
}

Match open(const Exercise& exercise) {
  const auto spec = Spec::parse(exercise.spec);
  CHECK(spec.ok());
  auto match = Match::open(*spec, exercise.position);
  CHECK(match.ok());
  return *std::move(match);
}

// How the next seat ends the game after this move.
Message next_seat_ends(const Exercise& exercise, const Action& action) {
  const auto table = table_at(open(exercise));
  CHECK(table.has_value());
  const Outcome after = outcome_of(table->rules(), table->hand, table->center, action);
  Tally8 next = table->next;
  next.add(identity, after.clears);
  const auto last = exchange_leaving(table->rules(), next, after.center, 1);
  if (last) return {"goal.stop", {{"move", write_action(exercise.operation, *last)}}};
  return {"goal.stop.stuck", {{"n", number(next.size())}}};
}

Message missed_goal(const Exercise& exercise, const Action& action) {
  const std::string n = number(exercise.goal.n);
  switch (exercise.goal.kind) {
    case Goal::Kind::shed:
      return {"goal.shed", {{"n", n}}};
    case Goal::Kind::clears:
      return {"goal.clears", {{"n", n}}};
    case Goal::Kind::spectrum:
      return {"goal.spectrum", {}};
    case Goal::Kind::keep_white:
      return {"goal.keep_white", {{"n", n}}};
    case Goal::Kind::two_ahead:
      return {"goal.two_ahead", {{"n", n}}};
    case Goal::Kind::stop_next:
      return next_seat_ends(exercise, action);
    case Goal::Kind::at_most:
      return {"goal.at_most", {{"n", n}}};
    case Goal::Kind::none:
    case Goal::Kind::leave:
      return {"goal.leave", {{"piece", exercise.operation.names().write(exercise.goal.piece)}}};
  }
  CHECK(false);
}

ItemJudgement check_play(const Exercise& exercise, std::string_view text) {
  const Match match = open(exercise);
  const Operation& operation = exercise.operation;
  const auto action = match.read(text);
  if (!action || (action->verb != Verb::exchange && action->verb != Verb::play))
    return not_understood(
        {"answer.move",
         {{"example", exercise.spec.starts_with("mad-abel") ? "s5+sJ" : "O+P+C=G"}}});
  const Verdict verdict = judge(match, match.turn().seat, *action);
  // A piece that is not there is a slip of the eye, not of the sum.
  if (verdict.message.id == "not.in.hand" || verdict.message.id == "not.in.center")
    return not_understood(verdict.message);
  ItemJudgement out{true, false, Misconception::none, {verdict.message}};
  if (verdict.legal) {
    out.right = reaches_goal(exercise, *action);
    if (!out.right) out.feedback.push_back(missed_goal(exercise, *action));
    return out;
  }
  if (verdict.made && verdict.wanted) {
    blame(out, operation, action->give, *verdict.wanted);
    if (!action->take.empty()) blame(out, operation, action->take, *verdict.made);
  }
  for (const Action& repair : verdict.repairs)
    out.feedback.push_back({"answer.repair", {{"move", match.write(repair)}}});
  return out;
}

}  // namespace

std::string_view word_of(ItemType type) {
  constexpr std::array<std::string_view, 11> words = {"sum",   "missing", "equal", "build",
                                                      "steps", "predict", "spot",  "table",
                                                      "close", "order",   "play"};
  return words[static_cast<std::size_t>(type)];
}

bool numbered(const Exercise& exercise) {
  const Names& names = exercise.operation.names();
  return std::none_of(exercise.choices.begin(), exercise.choices.end(), [&](const Choice& choice) {
    return is_number(say(choice.label)) ||
           (choice.pieces.size() == 1 && is_number(names.write(choice.pieces[0])));
  });
}

bool shows_table(const Exercise& exercise) {
  return exercise.type == ItemType::table || !exercise.operation.group();
}

std::optional<Word> hidden_cell(const Exercise& exercise) {
  if (exercise.type != ItemType::table || exercise.words.empty()) return std::nullopt;
  return exercise.words[0];
}

bool reaches_goal(const Exercise& exercise, const Action& action) {
  Match match = open(exercise);
  if (exercise.goal.kind == Goal::Kind::leave) {
    const Verdict verdict = judge(match, match.turn().seat, action);
    return verdict.effects && verdict.effects->target == exercise.goal.piece;
  }
  const auto table = table_at(match);
  return table && meets(*table, exercise.goal, action);
}

ItemJudgement check(const Exercise& exercise, std::string_view answer) {
  const std::string_view text = trimmed(answer);
  if (!exercise.choices.empty()) return check_choice(exercise, text);
  return exercise.type == ItemType::build ? check_build(exercise, text)
                                          : check_play(exercise, text);
}

std::string cell_text(const Exercise& exercise, Element row, Element column) {
  const bool asked = exercise.type == ItemType::table && hidden_cell(exercise) == Word{row, column};
  return asked ? "?" : exercise.operation.names().write(exercise.operation.product(row, column));
}

}  // namespace coset::teach
