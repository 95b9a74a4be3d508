// Track E: Mad Abel. Cards are suits mod 4 and ranks mod 13.
#include <algorithm>

#include "base/sort.hpp"
#include "engine/play/match.hpp"
#include "engine/play/notation.hpp"
#include "engine/teach/lessons/parts.hpp"
#include "engine/teach/table/verdict.hpp"

namespace coset::teach {

namespace {

Element card(int suit, int rank) { return element(suit + 4 * rank); }
Element any_card(Rng& rng) { return element(below(rng, 52)); }

Pieces different_cards(Rng& rng, int count) {
  Pieces out;
  while (static_cast<int>(out.size()) < count) {
    const Element e = any_card(rng);
    if (std::find(out.begin(), out.end(), e) == out.end()) out.push_back(e);
  }
  return out;
}

Word kings(const Operation& /*cards*/, Rng& rng) {
  Pieces suits = {card(0, 0), card(1, 0), card(2, 0), card(3, 0)};
  shuffle(rng, suits);
  suits.resize(static_cast<std::size_t>(2 + below(rng, 2)));
  return word_from(suits);
}

Word hearts(const Operation& /*cards*/, Rng& rng) {
  const int a = below(rng, 13);
  int b = below(rng, 3) == 0 ? 0 : below(rng, 13);  // the king often enough
  while (b == a) b = below(rng, 13);
  return shuffled(rng, {card(0, a), card(0, b)});
}

Word opposites(const Operation& cards, Rng& rng) {
  while (true) {
    const Element e = any_piece(cards, rng);
    const Element inverse = cards.group()->inverse(e);
    if (inverse != e) return {e, inverse};
  }
}

Word two_cards(const Operation& /*cards*/, Rng& rng) { return word_from(different_cards(rng, 2)); }
Word three_cards(const Operation& /*cards*/, Rng& rng) {
  return word_from(different_cards(rng, 3));
}

// A table at which the first `used` cards of the hand may be played together.
struct Table {
  std::string position;
  Element second{};
  Element top{};
  Pieces hand;
};

Table table_for(const Operation& operation, int used, Rng& rng) {
  constexpr int other_cards = 3;
  while (true) {
    Pieces cards = different_cards(rng, used + 2 + 2 * other_cards);
    Table out;
    out.second = cards[0];
    out.top = cards[1];
    // The last card that is played follows from the others.
    Word rest{out.second, out.top};
    for (int i = 0; i + 1 < used; ++i)
      rest.push(operation.group()->inverse(cards[static_cast<std::size_t>(i) + 3]));
    cards[2] = operation.product(rest);
    Pieces check = cards;
    put_in_order(check.begin(), check.end());
    if (std::adjacent_find(check.begin(), check.end()) != check.end()) continue;
    const auto hand_end = cards.begin() + 2 + used + other_cards;
    out.hand.assign(cards.begin() + 2, hand_end);
    out.position = "hand1=" + write_pieces(operation, out.hand) +
                   " hand2=" + write_pieces(operation, Pieces(hand_end, cards.end())) +
                   " second=" + operation.names().write(out.second) +
                   " top=" + operation.names().write(out.top);
    return out;
  }
}

Match open(const std::string& position) {
  auto match = Match::open(*Spec::parse("mad-abel Z4xZ13 seats=2"), position);
  CHECK(match.ok());
  return *std::move(match);
}

void lay_out(Exercise& exercise, const Table& table) {
  const Operation& operation = exercise.operation;
  exercise.spec = "mad-abel Z4xZ13 seats=2";
  exercise.position = table.position;
  exercise.hand = table.hand;
  exercise.center = {table.second, table.top};
  exercise.shown.push_back({"show.pile",
                            {{"second", operation.names().write(table.second)},
                             {"top", operation.names().write(table.top)}}});
  exercise.shown.push_back({"show.hand", {{"pieces", write_set(operation, table.hand)}}});
}

std::string dial_of(const Word& two, const Operation& operation, int coordinate) {
  const int a = operation.coordinate(two[0], coordinate);
  const int b = operation.coordinate(two[1], coordinate);
  const int modulus = operation.moduli()[static_cast<std::size_t>(coordinate)];
  std::string out = number(a) + " + " + number(b) + " = " + number(a + b);
  if (a + b >= modulus) out += " = " + number(a + b - modulus);
  return out;
}

// Why the next seat has to make what it has to: the two cards on top, added up.
Message top_fact(const Operation& operation, const Word& two) {
  return {"fact.top",
          {{"second", operation.names().write(two[0])},
           {"top", operation.names().write(two[1])},
           {"suits", dial_of(two, operation, 0)},
           {"ranks", dial_of(two, operation, 1)},
           {"piece", operation.names().write(operation.product(two))}}};
}

// What a play leaves the next seat to make, or which play leaves a given card.
Exercise choose_order(Rng& rng, int item) {
  const Operation operation = operation_of("Z4xZ13");
  const int used = item % 4 == 0 ? 1 : 3;
  const Table table = table_for(operation, used, rng);
  Word cards;
  for (int i = 0; i < used; ++i) cards.push(table.hand[static_cast<std::size_t>(i)]);
  cards = shuffled(rng, cards);
  const Action action{Verb::play, cards, {}};
  const Match match = open(table.position);
  const Verdict verdict = judge(match, 0, action);
  CHECK(verdict.legal);
  const Element target = *verdict.effects->target;
  const std::string name = operation.names().write(target);
  const std::string text = write_word(operation, cards);
  const Word top_two = used == 1 ? Word{table.top, cards[0]} : Word{cards[1], cards[2]};
  std::vector<Message> why = {top_fact(operation, top_two), {"then.target", {{"piece", name}}}};

  if (item % 4 == 3) {  // typed
    Exercise out(operation, ItemType::play, {"ask.leave", {{"piece", name}}});
    lay_out(out, table);
    out.goal = {Goal::Kind::leave, 0, target};
    out.answer = match.write(action);
    out.hint = {"hint.item.leave", {{"card", operation.names().write(cards[0])}}};
    out.why = std::move(why);
    return out;
  }
  if (item % 2 == 1) {  // which card goes down first
    Exercise out(
        operation, ItemType::predict,
        {"ask.first", {{"cards", write_set(operation, pieces_of(cards))}, {"piece", name}}});
    lay_out(out, table);
    out.words = {cards};
    out.target = target;
    for (int i = 0; i < used; ++i) {
      Word rest;
      for (int k = 0; k < used; ++k)
        if (k != i) rest.push(cards[k]);
      add_choice(out, text_choice(operation.names().write(cards[i]), {cards[i]}, i == 0,
                                  describe_sum(operation, rest, operation.product(rest))));
    }
    arrange(out, rng);
    out.hint = {"hint.item.first", {}};
    out.why = std::move(why);
    return out;
  }
  Exercise out(operation, ItemType::predict,
               {used == 1 ? "ask.target.single" : "ask.target", {{"word", text}}});
  lay_out(out, table);
  out.moves = {action};
  const Message fact = describe_sum(operation, top_two, target);
  add_choice(out, text_choice(name, {target}, true, fact));
  const auto add = [&](Element e) {
    if (e != target) add_choice(out, text_choice(operation.names().write(e), {e}, false, fact));
  };
  for (Mistake& mistake : mistakes(operation, top_two)) {
    Choice choice = text_choice(operation.names().write(mistake.result), {mistake.result}, false,
                                std::move(mistake.feedback));
    choice.misconception = mistake.misconception;
    if (out.choices.size() < 3) add_choice(out, std::move(choice));
  }
  add(used == 1 ? operation.product(table.second, cards[0])
                : operation.product(cards[0], cards[1]));
  while (out.choices.size() < 4) add(any_card(rng));
  arrange(out, rng);
  out.hint = {"hint.item.target", {}};
  out.why = std::move(why);
  return out;
}

// A line of the example printed with the game in 2006 claims that s9+s5 is d3.
Exercise slip(Rng& rng, int item) {
  const Operation operation = operation_of("Z4xZ13");
  const auto word = [&](std::string_view text) {
    Reader in(text);
    return *read_word(operation, in);
  };
  if (item == 0) {
    std::vector<Word> lines = {word("s6+s10"), word("s5+sJ"), word("s9+s5"), word("d9+h10")};
    shuffle(rng, lines);
    const auto wrong = std::find(lines.begin(), lines.end(), word("s9+s5")) - lines.begin();
    return spot_item(operation, lines, rng,
                     WrongLine{static_cast<std::size_t>(wrong), *operation.names().find("d3")});
  }
  return word_item(operation, ItemType::spot, item % 2 == 0 ? two_cards : three_cards, rng);
}

using enum ItemType;
constexpr WordLesson suits{"Z4xZ13", kings, {sum, sum, missing, sum, equal, missing, spot, sum}};
constexpr WordLesson ranks{"Z4xZ13", hearts, {sum, sum, missing, sum, equal, sum, build, spot}};
constexpr WordLesson negatives{
    "Z4xZ13", opposites, {missing, missing, sum, missing, build, missing, missing, spot}};
constexpr WordLesson two{"Z4xZ13", two_cards, {sum, sum, missing, sum, equal, build, spot, build}};
constexpr WordLesson three{
    "Z4xZ13", three_cards, {sum, sum, build, missing, sum, build, spot, equal}};

constexpr Lesson lessons[] = {
    {"mad-abel.suits", "mad-abel.suits.goal", from_words<suits>},
    {"mad-abel.ranks", "mad-abel.ranks.goal", from_words<ranks>},
    {"mad-abel.negatives", "mad-abel.negatives.goal", from_words<negatives>},
    {"mad-abel.two", "mad-abel.two.goal", from_words<two>},
    {"mad-abel.three", "mad-abel.three.goal", from_words<three>},
    {"mad-abel.order", "mad-abel.order.goal", choose_order},
    {"mad-abel.slip", "mad-abel.slip.goal", slip},
};

}  // namespace

std::span<const Lesson> mad_abel_lessons() { return lessons; }

}  // namespace coset::teach
