// Items about words: sum, missing, equal, build, spot, steps. They work on any operation; wrong
// choices are what the misconceptions make of the very word.
#include <algorithm>

#include "engine/play/notation.hpp"
#include "engine/rules/exchange.hpp"
#include "engine/teach/lessons/parts.hpp"

namespace coset::teach {

namespace {

constexpr std::size_t wanted_choices = 4;

const std::string& name(const Operation& operation, Element e) {
  return operation.names().write(e);
}

bool is_colours(const Operation& operation) { return operation.text() == "Z2^3"; }
bool is_primary(Element e) { return e == element(1) || e == element(2) || e == element(4); }

// A colour as its primaries: "R+Y", or "nothing" for the clear.
std::string in_primaries(const Operation& colours, Element e) {
  Word primaries;
  for (int bit = 1; bit < colours.order(); bit *= 2)
    if ((index(e) & bit) != 0) primaries.push(element(bit));
  return primaries.empty() ? say({"hint.nothing", {}}) : write_word(colours, primaries);
}

// What to look at in these very pieces.
Message colour_hint(const Operation& colours, const Word& word) {
  for (const Element e : word)
    if (e != identity && count_in(word, e) > 1)
      return {"hint.item.pair", {{"piece", name(colours, e)}, {"n", number(count_in(word, e))}}};
  if (count_in(word, identity) > 0)
    return {"hint.item.clear", {{"clear", name(colours, identity)}}};
  const Names& names = colours.names();
  if (word.size() == 2 && is_primary(word[0]) && is_primary(word[1]))
    return {"hint.item.mix", {{"a", names.spoken(word[0])}, {"b", names.spoken(word[1])}}};
  std::string written;
  for (const Element e : word) written += (written.empty() ? "" : " + ") + in_primaries(colours, e);
  return {"hint.item.written", {{"written", written}}};
}

Message word_hint(const Operation& operation, const Word& word) {
  if (is_colours(operation)) return colour_hint(operation, word);
  if (operation.card_ranks() > 0) return {"hint.item.dials", {}};
  if (operation.moduli().empty()) return {"hint.item.left", {}};
  if (operation.moduli().size() == 1)
    return {"hint.item.round", {{"n", number(operation.order())}}};
  if (operation.moduli().size() > 3) return {"hint.item.places", {}};
  return {"hint.item.primaries", {{"tuple", number(operation.moduli()[0])}}};
}

Message missing_hint(const Operation& operation, const Word& known, Element target) {
  if (order_matters(operation)) return {"hint.item.try", {}};
  if (operation.card_ranks() > 0) return {"hint.item.dials.missing", {}};
  if (operation.moduli().size() == 1)
    return {"hint.item.round.missing",
            {{"n", number(operation.order())}, {"target", name(operation, target)}}};
  if (!is_colours(operation)) return word_hint(operation, known);
  const Names& names = operation.names();
  const Element made = operation.product(known);
  const Element rest = element(index(made) ^ index(target));
  if (known.size() == 1 && is_primary(known[0]) && is_primary(rest) && rest != known[0])
    return {"hint.item.other",
            {{"target", name(operation, target)},
             {"colour", names.spoken(target)},
             {"known", names.spoken(known[0])}}};
  if (rest == identity) return {"hint.item.already", {{"target", name(operation, target)}}};
  return {"hint.item.lack",
          {{"made", in_primaries(operation, made)}, {"target", in_primaries(operation, target)}}};
}

std::size_t room(const Operation& operation) {
  return std::min(wanted_choices, static_cast<std::size_t>(operation.order()));
}

Choice piece_choice(const Operation& operation, Element e, bool right, Message feedback,
                    Misconception misconception = Misconception::none) {
  Choice out = text_choice(name(operation, e), {e}, right, std::move(feedback));
  out.misconception = misconception;
  return out;
}

// Any element; of cards mostly one of the same suit or the same rank.
Element near(const Operation& operation, Element e, Rng& rng) {
  const Element other = element(below(rng, operation.order()));
  if (operation.card_ranks() == 0) return other;
  switch (below(rng, 5)) {
    case 0:
      return other;
    case 1:
    case 2:
      return element(index(e) % 4 + index(other) / 4 * 4);
    default:
      return element(index(other) % 4 + index(e) / 4 * 4);
  }
}

// The mistakes in random order, so that each of them gets its turn where there are many.
std::vector<Mistake> shuffled_mistakes(const Operation& operation, const Word& word, Rng& rng) {
  std::vector<Mistake> out = mistakes(operation, word);
  shuffle(rng, out);
  return out;
}

bool same_pieces(const Word& a, const Word& b) { return sorted(a) == sorted(b); }

// One or two pieces that make `product`. REQUIRES: a group of more than four elements
Word word_making(const Group& group, Element product, Rng& rng) {
  if (below(rng, 2) == 0) return {product};
  Element first = any_piece(group, rng);
  while (first == product) first = any_piece(group, rng);
  return {first, group.product(group.inverse(first), product)};
}

Choice off_choice(const Operation& operation, Element off, bool right, Message feedback,
                  Misconception misconception = Misconception::none) {
  Message label{"choice.equal", {}};
  if (off != identity) label = {"choice.off", {{"piece", name(operation, off)}}};
  return {std::move(label), {off}, right, misconception, std::move(feedback)};
}

}  // namespace

Exercise sum_item(const Operation& operation, const Word& word, Rng& rng, ItemType type) {
  const Element sum = operation.product(word);
  const std::string text = write_word(operation, word);
  Exercise out(operation, type, {operation.group() ? "ask.sum" : "ask.sum.left", {{"word", text}}});
  if (type == ItemType::table)
    out.prompt = {"ask.table",
                  {{"row", name(operation, word[0])}, {"column", name(operation, word[1])}}};
  out.words = {word};
  add_choice(out, piece_choice(operation, sum, true, describe_sum(operation, word, sum)));
  for (Mistake& mistake : shuffled_mistakes(operation, word, rng))
    add_choice(out, piece_choice(operation, mistake.result, false, std::move(mistake.feedback),
                                 mistake.misconception));
  while (out.choices.size() < room(operation)) {
    const Element e = near(operation, sum, rng);
    if (e != sum)
      add_choice(out, piece_choice(operation, e, false, describe_miss(operation, word, sum, e)));
  }
  arrange(out, rng);
  out.hint = word_hint(operation, word);
  out.why = why_word(operation, word);
  return out;
}

Exercise missing_item(const Operation& operation, const Word& word, Rng& rng) {
  Word known = word;
  known.pop();
  const Element right = word.back();
  const Element target = operation.product(word);
  Exercise out(operation, ItemType::missing,
               {order_matters(operation) ? "ask.missing.right" : "ask.missing",
                {{"known", write_word(operation, known)}, {"target", name(operation, target)}}});
  out.words = {known};
  out.target = target;
  add_choice(out, piece_choice(operation, right, true, describe_sum(operation, word, target)));
  // Under a misconception another piece seems to be the missing one.
  std::vector<Choice> wrong;
  for (int i = 0; i < operation.order(); ++i) {
    const Word tried = joined(known, element(i));
    if (operation.product(tried) == target) continue;
    for (Mistake& mistake : mistakes(operation, tried))
      if (mistake.result == target)
        wrong.push_back(piece_choice(operation, element(i), false, std::move(mistake.feedback),
                                     mistake.misconception));
  }
  shuffle(rng, wrong);
  for (std::size_t i = 0; i < wrong.size() && i < 2; ++i) add_choice(out, std::move(wrong[i]));
  while (out.choices.size() < room(operation)) {
    const Element e = near(operation, right, rng);
    const Word tried = joined(known, e);
    const Element made = operation.product(tried);
    if (made != target)
      add_choice(out,
                 piece_choice(operation, e, false, describe_miss(operation, tried, made, target)));
  }
  arrange(out, rng);
  out.hint = missing_hint(operation, known, target);
  out.why = why_word(operation, word);
  return out;
}

Exercise equal_item(const Operation& operation, const Word& left, Rng& rng) {
  const auto group = operation.group();
  CHECK(group && group->abelian());
  const Element made = operation.product(left);
  const std::vector<Mistake> wrong = shuffled_mistakes(operation, left, rng);
  Element wanted = made;
  Word right;
  do {
    if (below(rng, 3) == 0) {
      wanted = made;
    } else if (!wrong.empty() && below(rng, 3) != 0) {
      wanted = wrong[0].result;
    } else {
      wanted = element(below(rng, operation.order()));
    }
    right = word_making(*group, wanted, rng);
  } while (same_pieces(left, right));

  const Element off = *difference(operation, made, wanted);
  const std::string a = write_word(operation, left);
  const std::string b = write_word(operation, right);
  Exercise out(operation, ItemType::equal, {"ask.equal", {{"left", a}, {"right", b}}});
  out.words = {left, right};
  const Message fact = off == identity ? Message{"fact.equal", {{"sum", name(operation, made)}}}
                                       : Message{"sum.unequal",
                                                 {{"give", a},
                                                  {"take", b},
                                                  {"made", name(operation, made)},
                                                  {"wanted", name(operation, wanted)},
                                                  {"difference", name(operation, off)}}};
  add_choice(out, off_choice(operation, off, true, fact));
  for (const Mistake& mistake : wrong) {
    const Element other = *difference(operation, mistake.result, wanted);
    if (other != off)
      add_choice(out, off_choice(operation, other, false, mistake.feedback, mistake.misconception));
  }
  for (const Mistake& mistake : shuffled_mistakes(operation, right, rng)) {
    const Element other = *difference(operation, made, mistake.result);
    if (other != off && out.choices.size() < 3)
      add_choice(out, off_choice(operation, other, false, mistake.feedback, mistake.misconception));
  }
  const bool has_equal = std::any_of(out.choices.begin(), out.choices.end(),
                                     [](const Choice& c) { return c.pieces[0] == identity; });
  if (!has_equal) {
    if (out.choices.size() == wanted_choices) out.choices.pop_back();
    add_choice(out, off_choice(operation, identity, false, fact));
  }
  while (out.choices.size() < wanted_choices) {
    const Element other = any_piece(operation, rng);
    if (other != off) add_choice(out, off_choice(operation, other, false, fact));
  }
  arrange(out, rng);
  out.hint = {"hint.item.equal", {}};
  out.why = why_word(operation, left);
  if (right.size() > 1)
    for (Message& message : why_word(operation, right)) out.why.push_back(std::move(message));
  return out;
}

Exercise build_item(const Operation& operation, const Word& word, Rng& rng) {
  const Element target = operation.product(word);
  const bool cards = operation.card_ranks() > 0;
  Exercise out(operation, ItemType::build,
               {cards ? "ask.build.cards" : "ask.build",
                {{"target", name(operation, target)}, {"most", number(word.size())}}});
  out.target = target;
  out.words = {word};
  out.hand = pieces_of(word);
  const std::size_t size = out.hand.size() + 3;
  while (out.hand.size() < size) {
    const Element e = any_piece(operation, rng);
    const bool held = std::find(out.hand.begin(), out.hand.end(), e) != out.hand.end();
    if (e != target && !(cards && held)) out.hand.push_back(e);
  }
  out.hand = in_text_order(operation, std::move(out.hand));
  out.shown.push_back({"show.hand", {{"pieces", write_set(operation, out.hand)}}});
  out.answer = write_word(operation, word);
  out.hint = {"hint.item.build", {{"piece", name(operation, word[0])}}};
  out.why = why_word(operation, word);
  return out;
}

Exercise spot_item(const Operation& operation, const std::vector<Word>& words, Rng& rng,
                   std::optional<WrongLine> given) {
  Exercise out(operation, ItemType::spot, {"ask.spot", {}});
  std::vector<std::size_t> tempting;
  std::vector<std::vector<Mistake>> wrong;
  for (const Word& word : words) {
    wrong.push_back(shuffled_mistakes(operation, word, rng));
    if (!wrong.back().empty()) tempting.push_back(wrong.size() - 1);
  }
  const std::size_t line = given              ? given->line
                           : tempting.empty() ? rng.below(static_cast<std::uint32_t>(words.size()))
                                              : pick(rng, tempting);
  if (given) wrong[line].clear();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Element sum = operation.product(words[i]);
    Element claim = sum;
    if (i == line) {
      if (given) claim = given->claim;
      while (claim == sum)
        claim = wrong[i].empty() ? element(below(rng, operation.order())) : wrong[i][0].result;
    }
    const Message fact{"fact.line",
                       {{"line", write_word(operation, words[i]) + " = " + name(operation, sum)}}};
    Message feedback = i == line ? describe_miss(operation, words[i], sum, claim) : fact;
    if (!wrong[i].empty()) feedback = wrong[i][0].feedback;
    Pieces pieces = pieces_of(words[i]);
    pieces.push_back(claim);
    Choice choice = text_choice(write_word(operation, words[i]) + " = " + name(operation, claim),
                                std::move(pieces), i == line, std::move(feedback));
    if (i != line && !wrong[i].empty()) {  // under this misconception a right line seems wrong
      choice.misconception = wrong[i][0].misconception;
      choice.itself = fact;
    }
    add_choice(out, std::move(choice));
    out.words.push_back(words[i]);
    out.claims.push_back(claim);
  }
  settle_answer(out);
  const std::size_t other =
      (line + 1 + rng.below(static_cast<std::uint32_t>(words.size() - 1))) % words.size();
  out.hint = {"hint.item.spot",
              {{"one", say(out.choices[std::min(line, other)].label)},
               {"two", say(out.choices[std::max(line, other)].label)}}};
  out.why = why_word(operation, words[line]);
  return out;
}

Exercise steps_item(const Operation& operation, Rng& rng) {
  Word word;
  std::vector<Step> steps;
  bool busy = false;
  while (!busy) {
    const Word pair = any_pair(operation, rng);
    const Element twin = any_piece(operation, rng);
    word = shuffled(rng, joined(joined(pair, twin), twin));
    steps = explain(operation, word).steps;
    busy = std::none_of(steps.begin(), steps.end(), [](const Step& step) { return step.idle; });
  }
  Exercise out(operation, ItemType::steps, {"ask.steps", {{"word", write_word(operation, word)}}});
  out.words = {word};
  std::vector<int> line_of_step = {0, 1, 2, 3};  // which line shows what this step leaves
  shuffle(rng, line_of_step);
  out.sets.resize(line_of_step.size());
  for (std::size_t i = 0; i < steps.size(); ++i)
    out.sets[static_cast<std::size_t>(line_of_step[i])] = steps[i].after;
  for (std::size_t i = 0; i < out.sets.size(); ++i)
    out.shown.push_back({"show.line",
                         {{"n", number(static_cast<int>(i) + 1)},
                          {"pieces", write_pieces(operation, out.sets[i])}}});
  const auto in_order = [](const std::vector<int>& lines) {
    std::string text;
    for (const int line : lines) text += (text.empty() ? "" : " ") + number(line + 1);
    return text;
  };
  const Message fact{"fact.steps", {{"order", in_order(line_of_step)}}};
  add_choice(out, text_choice(in_order(line_of_step), {}, true, fact));
  for (std::size_t i = 0; i + 1 < line_of_step.size(); ++i) {
    std::vector<int> other = line_of_step;
    std::swap(other[i], other[i + 1]);
    add_choice(out, text_choice(in_order(other), {}, false, fact));
  }
  arrange(out, rng);
  out.hint = {"hint.item.steps", {}};
  out.why = why_word(operation, word);
  return out;
}

Exercise word_item(const Operation& operation, ItemType type, WordMaker word, Rng& rng) {
  switch (type) {
    case ItemType::missing:
      return missing_item(operation, word(operation, rng), rng);
    case ItemType::equal:
      return equal_item(operation, word(operation, rng), rng);
    case ItemType::build: {
      Word built = word(operation, rng);
      // What lies in the hand already need not be built.
      while (count_in(built, operation.product(built)) > 0) built = word(operation, rng);
      return build_item(operation, built, rng);
    }
    case ItemType::spot: {
      std::vector<Word> words;
      while (words.size() < wanted_choices) {
        const Word next = word(operation, rng);
        const bool known = std::any_of(words.begin(), words.end(), [&](const Word& other) {
          return order_matters(operation) ? other == next : same_pieces(other, next);
        });
        // Where a lesson has few words they come back in another order.
        if (!known ||
            (below(rng, 20) == 0 && std::find(words.begin(), words.end(), next) == words.end()))
          words.push_back(next);
      }
      return spot_item(operation, words, rng);
    }
    case ItemType::steps:
      return steps_item(operation, rng);
    default:
      return sum_item(operation, word(operation, rng), rng, type);
  }
}

}  // namespace coset::teach
