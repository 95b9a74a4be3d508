// Track F: other groups, and tables that are none.
#include <algorithm>

#include "engine/algebra/axioms.hpp"
#include "engine/play/notation.hpp"
#include "engine/teach/lessons/parts.hpp"

namespace coset::teach {

namespace {

Word with_repeats(const Operation& shades, Rng& rng) {
  const Word pair = any_pair(shades, rng);
  switch (below(rng, 4)) {
    case 0:
      return {pair[0], pair[0]};
    case 1:
      return shuffled(rng, {pair[0], pair[0], pair[1]});
    default:
      return pair;
  }
}

Word pair_or_triple(const Operation& operation, Rng& rng) {
  return below(rng, 3) == 0 ? any_triple(operation, rng) : any_pair(operation, rng);
}

// Mostly words whose order matters.
Word in_order(const Operation& operation, Rng& rng) {
  Word word = pair_or_triple(operation, rng);
  for (int tries = 0; tries < 3 && mistakes(operation, word).empty(); ++tries)
    word = pair_or_triple(operation, rng);
  return word;
}

using enum ItemType;
constexpr WordLesson shade_words{
    "Z3^2", with_repeats, {sum, sum, missing, sum, equal, build, spot, missing}};
constexpr WordLesson four_words{
    "Z2^4", pair_or_triple, {sum, sum, missing, equal, sum, missing, spot, build}};
constexpr WordLesson permutation_words{
    "S3", in_order, {sum, sum, missing, table, sum, build, spot, missing}};
constexpr WordLesson quaternion_words{
    "Q8", in_order, {sum, sum, missing, table, sum, build, spot, missing}};

// A cell of a table has two headers, and a missing piece is asked for two.
Exercise in_tables(const WordLesson& lesson, Rng& rng, int item) {
  const ItemType type = lesson.types[static_cast<std::size_t>(item)];
  return word_item(operation_of(lesson.group), type, type == table ? any_pair : lesson.word, rng);
}
Exercise permutations(Rng& rng, int item) { return in_tables(permutation_words, rng, item); }
Exercise quaternions(Rng& rng, int item) { return in_tables(quaternion_words, rng, item); }

Element card_number(int n) { return element(n % 4 + 4 * (n % 13)); }
int number_of_card(Element card) {
  int n = 0;
  while (card_number(n) != card) ++n;
  return n;
}

// Z4 x Z13 is Z52 under other names; Z2 x Z4 is not Z8.
Exercise one_number(Rng& rng, int item) {
  const Operation cards = operation_of("Z4xZ13");
  const int n = below(rng, 52);
  const Element e = card_number(n);
  const auto fact_of = [&](int m) {
    return Message{"fact.number",
                   {{"n", number(m)},
                    {"suit", number(m % 4)},
                    {"rank", number(m % 13)},
                    {"card", cards.names().write(card_number(m))}}};
  };
  const Message fact = fact_of(n);
  if (item % 4 == 0) {
    Exercise out(cards, predict, {"ask.number.card", {{"n", number(n)}}});
    add_choice(out, text_choice(cards.names().write(e), {e}, true, fact));
    // Counting through the pack suit by suit, the right suit, the right rank.
    for (const int other : {n / 13 + 4 * (n % 13), n % 4 + 4 * ((n + 1) % 13), n})
      if (element(other) != e)
        add_choice(out,
                   text_choice(cards.names().write(element(other)), {element(other)}, false, fact));
    while (out.choices.size() < 4) {
      const Element other = element(below(rng, 52));
      if (other != e)
        add_choice(out, text_choice(cards.names().write(other), {other}, false, fact));
    }
    for (Choice& choice : out.choices)
      if (!choice.right) choice.itself = fact_of(number_of_card(choice.pieces[0]));
    arrange(out, rng);
    out.hint = {"hint.item.number", {}};
    out.why = {fact};
    return out;
  }
  if (item % 4 == 1) {
    Exercise out(cards, predict, {"ask.number", {{"card", cards.names().write(e)}}});
    out.words = {{e}};
    add_numbers(out, rng, n, {0, 51},
                {{n % 4 * 13 + n % 13, Misconception::none, fact},
                 {n % 4 + 4 * (n % 13), Misconception::none, fact},
                 {(n + 26) % 52, Misconception::none, fact}},
                fact);
    for (Choice& choice : out.choices)
      if (!choice.right) choice.itself = fact_of(number_of(choice));
    out.hint = {"hint.item.number", {}};
    out.why = {fact};
    return out;
  }
  if (item % 4 == 2) return order_item(*cards.group(), any_piece(cards, rng), rng);
  constexpr int pairs[][2] = {{2, 3}, {2, 4}, {3, 4}, {4, 13}, {2, 2}, {3, 5},
                              {4, 6}, {3, 3}, {2, 5}, {4, 5},  {3, 6}, {2, 7}};
  const auto& [a, b] = pairs[below(rng, 12)];
  const std::string text = "Z" + number(a) + "xZ" + number(b);
  const Group group = *operation_of(text).group();
  const bool cyclic = group.exponent() == group.order();
  Exercise out(group, predict, {"ask.cyclic", {{"group", text}, {"n", number(a * b)}}});
  Element longest = identity;
  for (int i = 0; i < group.order(); ++i)
    if (group.element_order(element(i)) == group.exponent()) longest = element(i);
  add_yes_no(out, cyclic,
             {cyclic ? "fact.cyclic" : "fact.not_cyclic",
              {{"n", number(a * b)},
               {"piece", group.names().write(longest)},
               {"longest", number(group.exponent())}}});
  out.hint = {"hint.item.cyclic", {}};
  out.why = {out.choices[0].feedback};
  return out;
}

// A custom table as a magma; the names are meaningless.
struct Cells {
  int order = 0;
  std::vector<int> at;
  int& operator()(int row, int column) {
    return at[static_cast<std::size_t>(row * order + column)];
  }
};

Cells cells_of(const Operation& operation) {
  Cells out{operation.order(), {}};
  for (int a = 0; a < out.order; ++a)
    for (int b = 0; b < out.order; ++b)
      out.at.push_back(index(operation.product(element(a), element(b))));
  return out;
}

// The same table with its elements in another order.
Cells relabelled(Cells cells, Rng& rng) {
  std::vector<int> to;
  for (int i = 0; i < cells.order; ++i) to.push_back(i);
  shuffle(rng, to);
  Cells out = cells;
  for (int a = 0; a < cells.order; ++a)
    for (int b = 0; b < cells.order; ++b)
      out(to[static_cast<std::size_t>(a)], to[static_cast<std::size_t>(b)]) =
          to[static_cast<std::size_t>(cells(a, b))];
  return out;
}

Operation magma_of(const Cells& cells) {
  constexpr std::string_view letters = "vwxyz";
  std::string text = "magma:";
  for (int i = 0; i < cells.order; ++i)
    text += (i > 0 ? "," : "") + std::string(1, letters[static_cast<std::size_t>(i)]);
  for (std::size_t i = 0; i < cells.at.size(); ++i) {
    text += i == 0 ? ";" : i % static_cast<std::size_t>(cells.order) == 0 ? "/" : ",";
    text += letters[static_cast<std::size_t>(cells.at[i])];
  }
  return operation_of(text);
}

// Rows and columns are right and there is an identity, but every element is its own inverse, which
// no group of five elements allows.
Cells loop_of_five() {
  return {5, {0, 1, 2, 3, 4, 1, 0, 3, 4, 2, 2, 4, 0, 1, 3, 3, 2, 4, 0, 1, 4, 3, 1, 2, 0}};
}

Cells some_group_table(Rng& rng) {
  return cells_of(operation_of(pick(rng, std::vector<std::string_view>{"Z4", "Z2^2", "Z5"})));
}

// Another entry in one cell.
std::pair<int, int> spoil(Cells& cells, Rng& rng) {
  const int row = below(rng, cells.order);
  const int column = below(rng, cells.order);
  cells(row, column) = (cells(row, column) + 1 + below(rng, cells.order - 1)) % cells.order;
  return {row, column};
}

Message broken_fact(const Operation& magma) {
  std::vector<Element> entries;
  for (const int cell : cells_of(magma).at) entries.push_back(element(cell));
  const auto witness = first_failure(entries, magma.order());
  if (!witness) return {"fact.group", {}};
  const auto name = [&](Element e) { return magma.names().write(e); };
  const auto [axiom, a, b, c] = *witness;
  switch (axiom) {
    case Axiom::cancellation: {
      const bool row = magma.product(a, b) == magma.product(a, c);
      return {row ? "fact.twice.row" : "fact.twice.column",
              {{"line", name(a)}, {"made", name(row ? magma.product(a, b) : magma.product(b, a))}}};
    }
    case Axiom::neutral:
      return {"fact.no_identity", {}};
    default:
      return {"fact.not_associative",
              {{"a", name(a)},
               {"b", name(b)},
               {"c", name(c)},
               {"left", name(magma.product(magma.product(a, b), c))},
               {"right", name(magma.product(a, magma.product(b, c)))}}};
  }
}

// What is the matter with this table?
Exercise judge_table(Rng& rng, int kind) {
  Cells cells = some_group_table(rng);
  if (kind == 1) spoil(cells, rng);
  if (kind == 2) {  // a - b: rows and columns are right, but nothing is neutral on both sides
    cells = {5 - below(rng, 2), {}};
    for (int a = 0; a < cells.order; ++a)
      for (int b = 0; b < cells.order; ++b) cells.at.push_back((a - b + cells.order) % cells.order);
  }
  if (kind == 3) cells = loop_of_five();
  const Operation magma = magma_of(relabelled(cells, rng));
  Exercise out(magma, ItemType::table, {"ask.broken", {}});
  const Message fact = broken_fact(magma);
  const std::string_view found = fact.id == "fact.group"             ? "choice.group"
                                 : fact.id == "fact.no_identity"     ? "choice.no_identity"
                                 : fact.id == "fact.not_associative" ? "choice.not_associative"
                                                                     : "choice.twice";
  for (const std::string_view each :
       {"choice.group", "choice.twice", "choice.no_identity", "choice.not_associative"})
    out.choices.push_back({{each, {}}, {}, each == found, Misconception::none, fact});
  arrange(out, rng);
  out.hint = {"hint.item.broken", {}};
  out.why = {fact};
  return out;
}

// One cell of a group's table was changed: which?
Exercise find_cell(Rng& rng) {
  Cells cells = relabelled(some_group_table(rng), rng);
  const auto wrong = spoil(cells, rng);
  const Operation magma = magma_of(cells);
  Exercise out(magma, spot, {"ask.cell", {}});
  const Message fact = broken_fact(magma);
  const auto add = [&](int row, int column) {
    const Word word{element(row), element(column)};
    const Element made = magma.product(word);
    Pieces pieces = pieces_of(word);
    pieces.push_back(made);
    add_choice(out, text_choice(write_word(magma, word) + " = " + magma.names().write(made),
                                std::move(pieces), std::pair{row, column} == wrong, fact));
  };
  add(wrong.first, wrong.second);
  while (out.choices.size() < 4) add(below(rng, cells.order), below(rng, cells.order));
  arrange(out, rng);
  out.hint = {"hint.item.cell", {}};
  out.why = {fact, {"fact.cell", {{"cell", out.answer}}}};
  return out;
}

Exercise broken(Rng& rng, int item) {
  if (item % 4 == 3) return find_cell(rng);
  if (item % 4 == 1) {
    const Operation magma = magma_of(relabelled(loop_of_five(), rng));
    Word word = any_triple(magma, rng);
    while (mistakes(magma, word).empty()) word = any_triple(magma, rng);  // brackets matter in it
    return sum_item(magma, word, rng);
  }
  return judge_table(rng, item < 2 ? 1 : below(rng, 4));
}

constexpr Lesson lessons[] = {
    {"beyond.shades", "beyond.shades.goal", from_words<shade_words>},
    {"beyond.four", "beyond.four.goal", from_words<four_words>},
    {"beyond.one-number", "beyond.one-number.goal", one_number},
    {"beyond.permutations", "beyond.permutations.goal", permutations},
    {"beyond.quaternions", "beyond.quaternions.goal", quaternions},
    {"beyond.broken", "beyond.broken.goal", broken},
};

}  // namespace

std::span<const Lesson> beyond_lessons() { return lessons; }

}  // namespace coset::teach
