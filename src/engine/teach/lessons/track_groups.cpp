// Track D: the ideas of group theory, found in the pieces.
#include "engine/play/notation.hpp"
#include "engine/teach/lessons/parts.hpp"

namespace coset::teach {

namespace {

Group group_named(std::string_view text) {
  auto group = Group::parse(text);
  CHECK(group.ok());
  return *std::move(group);
}

Group colours() { return group_named("Z2^3"); }

// The colours most of the time, something else in between.
Group some_group(Rng& rng, int item, std::initializer_list<std::string_view> others) {
  if (item % 2 == 0) return colours();
  return group_named(pick(rng, std::vector<std::string_view>(others)));
}

std::string vector_of(const Operation& operation, Element e) {
  std::string out = "(";
  for (int i = 0; i < 3; ++i) out += (i > 0 ? "," : "") + number(operation.coordinate(e, i));
  return out + ")";
}

// Pieces written as vectors and back; the sum is asked in vectors.
Exercise vectors(Rng& rng, int item) {
  const Operation operation = colours();
  const bool named = item % 4 == 0;
  const Word word = item % 4 < 2 ? Word{any_piece(operation, rng)}
                    : item < 6   ? any_pair(operation, rng)
                                 : any_triple(operation, rng);
  const auto write = [&](Element e) {
    return named ? operation.names().write(e) : vector_of(operation, e);
  };
  std::string shown;
  for (const Element e : word) shown += (shown.empty() ? "" : " + ") + vector_of(operation, e);
  Exercise out(operation, ItemType::sum,
               named ? Message{"ask.vector.piece", {{"vector", shown}}}
               : word.size() == 1
                   ? Message{"ask.vector.name", {{"piece", operation.names().write(word[0])}}}
                   : Message{"ask.vector.sum", {{"vectors", shown}}});
  out.words = {word};
  const Element sum = operation.product(word);
  const Message fact{
      "fact.vector",
      {{"piece", operation.names().write(sum)}, {"vector", vector_of(operation, sum)}}};
  add_choice(out, text_choice(write(sum), {sum}, true, fact));
  for (Mistake& mistake : mistakes(operation, word)) {
    Choice choice =
        text_choice(write(mistake.result), {mistake.result}, false, std::move(mistake.feedback));
    choice.misconception = mistake.misconception;
    add_choice(out, std::move(choice));
  }
  while (out.choices.size() < 4) {
    const Element e = element(below(rng, operation.order()));
    if (e != sum) add_choice(out, text_choice(write(e), {e}, false, fact));
  }
  for (Choice& choice : out.choices)
    if (!choice.right)
      choice.itself = {"fact.vector.is",
                       {{"piece", operation.names().write(choice.pieces[0])},
                        {"vector", vector_of(operation, choice.pieces[0])}}};
  arrange(out, rng);
  out.hint = {"hint.item.vector", {}};
  out.why = {fact};
  return out;
}

Exercise identity_and_inverse(Rng& rng, int item) {
  const Group group = some_group(rng, item, {"Z5", "Z12", "Z3^2", "S3", "Q8", "Z7"});
  const Element e = any_piece(group, rng);
  const Word word =
      item % 4 == 2 ? Word{e, identity} : Word{e, group.inverse(e)};  // what changes nothing
  return missing_item(group, word, rng);
}

Exercise closure(Rng& rng, int item) {
  const Group group = some_group(rng, item, {"Z6", "Z12", "Z3^2", "S3"});
  if (item % 4 == 3) return sum_item(group, any_pair(group, rng), rng, ItemType::table);
  if (item % 4 == 2) return missing_one_item(group, rng);
  return closed_item(group, rng);
}

Exercise orders(Rng& rng, int item) {
  const Group group = some_group(rng, item, {"Z12", "Z6", "Z3^2", "S3", "Q8", "Z4xZ13"});
  // In the colours every piece but the clear has order 2: ask for those and go on.
  if (item % 2 == 0 && item > 0) {
    const Group other = group_named(item == 2 ? "Z12" : item == 4 ? "Z10" : "Q8");
    return order_item(other, any_piece(other, rng), rng);
  }
  return order_item(group, any_piece(group, rng), rng);
}

Exercise subgroups(Rng& rng, int item) {
  const Group group = some_group(rng, item, {"Z6", "Z12", "Z8", "Z3^2", "Z2^3"});
  if (item % 4 == 1) return missing_one_item(group, rng);
  if (item % 4 == 2) return closed_item(group, rng);
  return generated_item(group, rng);
}

Exercise cosets(Rng& rng, int item) {
  return coset_item(some_group(rng, item, {"Z6", "Z12", "Z8", "Z10", "Z3^2"}), rng);
}

Exercise normal_or_not(Rng& rng, int item) {
  if (item % 4 == 3) return which_normal_item(group_named(item == 3 ? "D4" : "A4"), rng);
  constexpr std::string_view groups[] = {"S3", "D4", "D5", "A4", "D6"};
  return normal_item(group_named(groups[below(rng, 5)]), rng);
}

Exercise quotients(Rng& rng, int item) {
  constexpr std::string_view groups[] = {"S3", "D4", "Q8", "A4", "Dic3", "D6"};
  const Group group = group_named(groups[below(rng, 6)]);
  return item % 4 == 0 ? index_item(group, rng) : quotient_item(group, rng);
}

// Three pieces on a line make clear together.
Exercise lines(Rng& rng, int item) {
  const Operation operation = colours();
  const Word pair = any_pair(operation, rng);
  const Word line = joined(pair, operation.product(pair));
  if (item % 4 == 3) return build_item(operation, line, rng);
  if (item % 2 == 0) {
    Exercise out = missing_item(operation, line, rng);
    out.prompt = {
        "ask.line.third",
        {{"a", operation.names().write(pair[0])}, {"b", operation.names().write(pair[1])}}};
    return out;
  }
  const Word word = below(rng, 2) == 0 ? line : any_triple(operation, rng);
  const bool on_line = operation.product(word) == identity;
  Exercise out(operation, ItemType::equal,
               {"ask.line", {{"set", write_set(operation, pieces_of(word))}}});
  out.words = {word};
  Misconception trap = Misconception::none;
  Message fact = describe_sum(operation, word, operation.product(word));
  for (Mistake& mistake : mistakes(operation, word)) {
    // Mixing paint never gives a clear.
    if (!on_line || trap != Misconception::none) continue;
    trap = mistake.misconception;
    fact = std::move(mistake.feedback);
  }
  add_yes_no(out, on_line, fact, trap);
  out.hint = {"hint.item.line", {}};
  out.why = why_word(operation, word);
  return out;
}

// A homomorphism as forgetting one primary.
Exercise forget(Rng& rng, int item) {
  const Operation operation = colours();
  const int bit = 1 << below(rng, 3);
  const auto image = [&](Element e) { return element(index(e) & ~bit); };
  const std::string& colour = operation.names().spoken(element(bit));
  const auto name = [&](Element e) { return operation.names().write(e); };
  if (item % 4 == 3) {  // all that become one piece
    const Element to = item == 3 ? identity : image(any_piece(operation, rng));
    Exercise out(operation, ItemType::close,
                 {"ask.forget.all", {{"colour", colour}, {"piece", name(to)}}});
    out.sets = {{to}, {element(bit)}};
    const Pieces right = {to, element(index(to) | bit)};
    const Message fact{
        "fact.forget.all",
        {{"colour", colour}, {"piece", name(to)}, {"set", write_set(operation, right)}}};
    add_choice(out, set_choice(operation, right, true, fact));
    Choice alone = set_choice(operation, {to}, false, fact);
    alone.itself = {"fact.forget.more", {{"piece", name(right[1])}, {"to", name(to)}}};
    add_choice(out, std::move(alone));
    while (out.choices.size() < 4) {
      const Element other = element(below(rng, 8));
      if (other == to || other == right[1]) continue;
      Choice choice = set_choice(operation, {to, other}, false, fact);
      choice.itself = {"fact.forget.one",
                       {{"piece", name(other)}, {"image", name(image(other))}, {"to", name(to)}}};
      add_choice(out, std::move(choice));
    }
    arrange(out, rng);
    out.hint = {"hint.item.forget", {}};
    out.why = {fact};
    return out;
  }
  Element one = any_piece(operation, rng);
  if (below(rng, 4) != 0) one = element(index(one) | bit);  // mostly one that changes
  const Word word = item % 4 == 0   ? Word{one}
                    : item % 4 == 1 ? any_pair(operation, rng)
                                    : any_triple(operation, rng);
  Exercise out(operation, ItemType::predict,
               {word.size() == 1 ? "ask.forget" : "ask.forget.sum",
                {{"colour", colour}, {"word", write_word(operation, word)}}});
  out.words = {word};
  out.sets = {{element(bit)}};
  const Element sum = operation.product(word);
  const Message fact{word.size() == 1 ? "fact.forget.single" : "fact.forget",
                     {{"word", write_word(operation, word)},
                      {"sum", name(sum)},
                      {"colour", colour},
                      {"image", name(image(sum))}}};
  add_choice(out, text_choice(name(image(sum)), {image(sum)}, true, fact));
  for (Mistake& mistake : mistakes(operation, word)) {
    if (image(mistake.result) == image(sum)) continue;
    Choice choice = text_choice(name(image(mistake.result)), {image(mistake.result)}, false,
                                std::move(mistake.feedback));
    choice.misconception = mistake.misconception;
    if (out.choices.size() < 3) add_choice(out, std::move(choice));
  }
  while (out.choices.size() < 4) {
    const Element e = element(below(rng, 8));
    if (e != image(sum)) add_choice(out, text_choice(name(e), {e}, false, fact));
  }
  for (Choice& choice : out.choices) {
    if (choice.right) continue;
    const Element e = choice.pieces[0];
    const Element with = element(index(e) | bit);
    if (with == e) {
      choice.itself = {"fact.forget.has", {{"piece", name(e)}, {"colour", colour}}};
    } else {
      choice.itself = {"fact.forget.from", {{"piece", name(e)}, {"with", name(with)}}};
    }
  }
  arrange(out, rng);
  out.hint = {"hint.item.forget", {}};
  out.why = {fact};
  return out;
}

constexpr Lesson lessons[] = {
    {"groups.vectors", "groups.vectors.goal", vectors},
    {"groups.inverse", "groups.inverse.goal", identity_and_inverse},
    {"groups.closure", "groups.closure.goal", closure},
    {"groups.order", "groups.order.goal", orders},
    {"groups.subgroup", "groups.subgroup.goal", subgroups},
    {"groups.cosets", "groups.cosets.goal", cosets},
    {"groups.lines", "groups.lines.goal", lines},
    {"groups.forget", "groups.forget.goal", forget},
    {"groups.normal", "groups.normal.goal", normal_or_not},
    {"groups.quotients", "groups.quotients.goal", quotients},
};

}  // namespace

std::span<const Lesson> group_lessons() { return lessons; }

}  // namespace coset::teach
