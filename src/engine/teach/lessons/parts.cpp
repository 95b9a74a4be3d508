#include "engine/teach/lessons/parts.hpp"

#include <algorithm>

#include "base/sort.hpp"
#include "engine/play/notation.hpp"

namespace coset::teach {

namespace {

constexpr std::size_t max_choices = 4;

std::string label_of(const Choice& choice) { return say(choice.label); }

// Ordinary cards, or what the suits and ranks count when they were renamed or are fewer.
Message about_cards(const Operation& operation) {
  const auto name = [&](int i) { return operation.names().write(element(i)); };
  const int ranks = operation.card_ranks();
  if (ranks == 13 && name(1) == "sK" && name(2) == "dK" && name(4) == "hA" && name(44) == "hJ" &&
      name(48) == "hQ")
    return {"about.cards", {}};
  std::string suits;
  std::string all;
  for (int i = 0; i < 4; ++i) suits += (i > 0 ? " " : "") + name(i).substr(0, 1);
  for (int i = 0; i < ranks; ++i) all += (i > 0 ? " " : "") + name(4 * i).substr(1);
  return {"about.cards.other", {{"suits", suits}, {"count", number(ranks)}, {"ranks", all}}};
}

}  // namespace

Operation operation_of(std::string_view text) {
  auto operation = Operation::parse(text);
  CHECK(operation.ok());
  return *std::move(operation);
}

Word word_from(const Pieces& pieces) {
  Word out;
  for (const Element e : pieces) out.push(e);
  return out;
}

Pieces pieces_of(const Word& word) { return {word.begin(), word.end()}; }

Word joined(Word word, Element last) {
  word.push(last);
  return word;
}

Word shuffled(Rng& rng, const Word& word) {
  Pieces pieces = pieces_of(word);
  shuffle(rng, pieces);
  return word_from(pieces);
}

Pieces in_text_order(const Operation& operation, Pieces pieces) {
  const Names& names = operation.names();
  put_in_order(pieces.begin(), pieces.end(),
               [&](Element a, Element b) { return names.text_rank(a) < names.text_rank(b); });
  return pieces;
}

std::string write_set(const Operation& operation, const Pieces& pieces) {
  constexpr auto max_repeats = 3;  // C C C, but C^4
  std::string out;
  for (const Element e : operation.names().text_order()) {
    const auto copies = std::count(pieces.begin(), pieces.end(), e);
    for (auto i = copies > max_repeats ? 1 : copies; i > 0; --i) {
      if (!out.empty()) out += ' ';
      out += operation.names().write(e);
    }
    if (copies > max_repeats) out += "^" + number(static_cast<int>(copies));
  }
  return out;
}

void add_choice(Exercise& exercise, Choice choice) {
  if (exercise.choices.size() >= max_choices) return;
  const std::string label = label_of(choice);
  for (const Choice& other : exercise.choices)
    if (label_of(other) == label) return;
  exercise.choices.push_back(std::move(choice));
}

Choice text_choice(std::string text, Pieces pieces, bool right, Message feedback) {
  return {{"choice.text", {{"text", std::move(text)}}},
          std::move(pieces),
          right,
          Misconception::none,
          std::move(feedback)};
}

void add_yes_no(Exercise& exercise, bool yes, const Message& feedback,
                Misconception misconception) {
  exercise.choices.push_back(
      {{"choice.yes", {}}, {}, yes, yes ? Misconception::none : misconception, feedback});
  exercise.choices.push_back(
      {{"choice.no", {}}, {}, !yes, yes ? misconception : Misconception::none, feedback});
  settle_answer(exercise);
}

void add_numbers(Exercise& exercise, Rng& rng, int right, Range range,
                 std::vector<NumberTrap> traps, const Message& feedback) {
  add_choice(exercise, text_choice(number(right), {}, true, feedback));
  // How many wrong ones are smaller is drawn first, so that the right one is not always the least
  // or the middle one.
  int smaller = std::min(below(rng, static_cast<int>(max_choices)), right - range.least);
  int larger = static_cast<int>(max_choices) - 1 - smaller;
  const auto add = [&](int n, Misconception misconception, const Message& said) {
    int& open = n < right ? smaller : larger;
    if (n == right || n < range.least || n > range.most || open == 0) return;
    Choice choice = text_choice(number(n), {}, false, said);
    choice.misconception = misconception;
    const std::size_t before = exercise.choices.size();
    add_choice(exercise, std::move(choice));
    if (exercise.choices.size() > before) --open;
  };
  shuffle(rng, traps);
  for (const NumberTrap& trap : traps) add(trap.number, trap.misconception, trap.feedback);
  for (int away = 1; exercise.choices.size() < max_choices; ++away) {
    // If one side has no more values the other side takes the rest.
    if (right - away < range.least) larger += std::exchange(smaller, 0);
    if (right + away > range.most) smaller += std::exchange(larger, 0);
    CHECK(right - away >= range.least || right + away <= range.most);
    add(right - away, Misconception::none, feedback);
    add(right + away, Misconception::none, feedback);
  }
  arrange(exercise, rng);
}

int number_of(const Choice& choice) {
  int out = 0;
  for (const char digit : label_of(choice)) out = 10 * out + (digit - '0');
  return out;
}

void arrange(Exercise& exercise, Rng& rng) {
  shuffle(rng, exercise.choices);
  settle_answer(exercise);
}

void settle_answer(Exercise& exercise) {
  int right = 0;
  for (const Choice& choice : exercise.choices) {
    if (!choice.right) continue;
    ++right;
    exercise.answer = label_of(choice);
  }
  CHECK(right == 1 && exercise.choices.size() >= 2);
}

Choice set_choice(const Operation& operation, const Pieces& pieces, bool right, Message feedback) {
  return text_choice(write_set(operation, pieces), in_text_order(operation, pieces), right,
                     std::move(feedback));
}

std::optional<Message> about_group(const Operation& operation) {
  const std::string& text = operation.text();
  const auto is_family = [&](char letter) {
    return text[0] == letter &&
           std::all_of(text.begin() + 1, text.end(), [](char c) { return is_digit(c); });
  };
  if (!operation.group()) return std::nullopt;
  if (operation.card_ranks() > 0 && operation.abelian()) return about_cards(operation);
  if (text == "Z13:Z4" && operation.names().find("sK") && operation.names().find("hA"))
    return Message{"about.twisted", {}};
  if (text == "Z3^2") return Message{"about.shades", {}};
  if (text == "Z2^4") return Message{"about.four", {}};
  if (text == "Q8") return Message{"about.q8", {}};
  const std::pair<std::string_view, std::string> order{"order", number(operation.order())};
  if (is_family('S') || is_family('A'))
    return Message{text[0] == 'S' ? "about.s3" : "about.a4",
                   {{"group", text}, order, {"n", text.substr(1)}}};
  if (is_family('D')) {
    const auto e = operation.names().find("r");
    const auto s = operation.names().find("s");
    if (e && s)
      return Message{"about.dihedral",
                     {{"group", text},
                      order,
                      {"n", number(operation.order() / 2)},
                      {"flip", operation.names().write(operation.product(*s, *e))}}};
  }
  const auto a = operation.names().find("a");
  const auto x = operation.names().find("x");
  if (text.starts_with("Dic") && a && x)
    return Message{"about.dicyclic",
                   {{"group", text},
                    order,
                    {"n", number(operation.order() / 2)},
                    {"square", operation.names().write(operation.product(*x, *x))},
                    {"flip", operation.names().write(operation.product(*x, *a))}}};
  const auto& moduli = operation.moduli();
  if (moduli.size() == 1) return Message{"about.round", {{"last", number(operation.order() - 1)}}};
  if (moduli.size() == 2 && operation.names().write(identity).starts_with('('))
    return Message{"about.pairs", {{"first", number(moduli[0])}, {"second", number(moduli[1])}}};
  if (!operation.abelian()) return Message{"about.ordered", {{"group", text}, order}};
  return std::nullopt;
}

std::vector<Message> why_word(const Operation& operation, const Word& word) {
  std::vector<Message> out;
  if (operation.moduli().size() > 3)
    return {{"fact.places",
             {{"word", write_word(operation, word)},
              {"sum", operation.names().write(operation.product(word))}}}};
  const Explanation explanation = explain(operation, word);
  if (operation.moduli().size() == 1) return {describe(operation, explanation.steps[0])};
  for (const Step& step : explanation.steps)
    if (!step.idle) out.push_back(describe(operation, step));
  out.push_back(describe_sum(operation, word, explanation.sum));
  return out;
}

Element any_piece(const Operation& operation, Rng& rng) {
  return element(1 + below(rng, operation.order() - 1));
}

Word any_pair(const Operation& operation, Rng& rng) {
  const Element a = any_piece(operation, rng);
  Element b = any_piece(operation, rng);
  while (b == a) b = any_piece(operation, rng);
  return {a, b};
}

Word any_triple(const Operation& operation, Rng& rng) {
  const Word pair = any_pair(operation, rng);
  Element c = any_piece(operation, rng);
  while (c == pair[0] || c == pair[1]) c = any_piece(operation, rng);
  return joined(pair, c);
}

}  // namespace coset::teach
