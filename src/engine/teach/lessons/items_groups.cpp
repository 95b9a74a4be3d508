// Items about groups: orders, closed sets, subgroups, cosets and quotients.
#include <algorithm>
#include <numeric>

#include "engine/algebra/cosets.hpp"
#include "engine/algebra/structure.hpp"
#include "engine/teach/lessons/parts.hpp"

namespace coset::teach {

namespace {

Pieces members(const ElementSet& set) {
  Pieces out;
  for (const Element e : set) out.push_back(e);
  return out;
}

ElementSet set_of(const Pieces& pieces) {
  ElementSet out;
  for (const Element e : pieces) out.insert(e);
  return out;
}

// Two members whose product is not one; nothing if the set is closed.
std::optional<std::pair<Element, Element>> way_out(const Group& group, const ElementSet& set) {
  for (const Element a : set)
    for (const Element b : set)
      if (!set.contains(group.product(a, b))) return std::pair{a, b};
  return std::nullopt;
}

Message closed_fact(const Group& group, const ElementSet& set) {
  const auto out = way_out(group, set);
  if (!out) return {"fact.closed", {}};
  const Word word{out->first, out->second};
  return {"fact.open",
          {{"word", write_pieces(group, pieces_of(word))},
           {"made", group.names().write(group.product(word))}}};
}

// A subgroup with at least `least` elements that is not everything, and normal or not if wanted.
ElementSet any_subgroup(const Group& group, int least, Rng& rng,
                        std::optional<bool> normal = std::nullopt) {
  std::vector<ElementSet> fitting;
  const auto all = all_subgroups(group);
  for (const ElementSet& each : *all)
    if (each.size() >= least && each.size() < group.order() &&
        (!normal || is_normal(group, each) == *normal))
      fitting.push_back(each);
  CHECK(!fitting.empty());
  return pick(rng, fitting);
}

Element outsider(const Group& group, const ElementSet& set, Rng& rng) {
  Element e = element(below(rng, group.order()));
  while (set.contains(e)) e = element(below(rng, group.order()));
  return e;
}

// x h, or h x, for all h of a subgroup.
Pieces shifted(const Group& group, const ElementSet& subgroup, Element x, CosetSide side) {
  Pieces out;
  for (const Element h : subgroup)
    out.push_back(side == CosetSide::left ? group.product(x, h) : group.product(h, x));
  return out;
}

Message normal_fact(const Group& group, const ElementSet& subgroup) {
  const std::string set = write_set(group, members(subgroup));
  const auto mixed = mixed_cosets(group, subgroup);
  if (!mixed) return {"fact.normal", {{"set", set}}};
  return {"fact.not-normal",
          {{"set", set},
           {"piece", group.names().write(mixed->x)},
           {"left", write_set(group, shifted(group, subgroup, mixed->x, CosetSide::left))},
           {"right", write_set(group, shifted(group, subgroup, mixed->x, CosetSide::right))}}};
}

Pieces without(Pieces pieces, Element e) {
  pieces.erase(std::find(pieces.begin(), pieces.end(), e));
  return pieces;
}

}  // namespace

Exercise order_item(const Group& group, Element e, Rng& rng) {
  const std::string& name = group.names().write(e);
  Exercise out(group, ItemType::order,
               {"ask.order", {{"piece", name}, {"identity", group.names().write(identity)}}});
  out.words = {{e}};
  const int order = group.element_order(e);
  std::string chain = name;
  Element power = e;
  for (int n = 2; n <= order; ++n) {
    power = group.product(power, e);
    // A long one is shown by its start and its end.
    if (order <= 13 || n < 5 || n == order) chain += ", " + group.names().write(power);
    if (order > 13 && n == 5) chain += ", ...";
  }
  const bool card = group.card_ranks() > 0 && group.abelian();
  Message fact{"fact.order", {{"chain", chain}, {"n", number(order)}}};
  Message hint{group.abelian() ? "hint.item.order" : "hint.item.order.times", {}};
  if (card) {
    const int suit = 4 / std::gcd(4, group.coordinate(e, 0));
    const int rank = group.card_ranks() / std::gcd(group.card_ranks(), group.coordinate(e, 1));
    hint = {"hint.item.order.card",
            {{"piece", name}, {"suit", number(suit)}, {"rank", number(rank)}}};
    fact = {"fact.order.card",
            {{"suit", number(suit)}, {"rank", number(rank)}, {"n", number(order)}}};
  }
  add_numbers(out, rng, order, {1},
              {{group.order(), Misconception::none, fact},
               {group.exponent(), Misconception::none, fact},
               {order * 2, Misconception::none, fact},
               {order / 2, Misconception::none, fact},
               {order + group.order() / 2, Misconception::none, fact}},
              fact);
  for (Choice& choice : out.choices) {
    const int times = number_of(choice);
    Element made = identity;
    for (int i = 0; i < times; ++i) made = group.product(made, e);
    if (!choice.right)
      choice.itself = {made == identity ? "fact.power.late" : "fact.power",
                       {{"piece", name},
                        {"times", number(times)},
                        {"n", number(order)},
                        {"made", group.names().write(made)}}};
  }
  out.hint = std::move(hint);
  out.why = {fact};
  return out;
}

Exercise closed_item(const Group& group, Rng& rng) {
  const ElementSet subgroup = any_subgroup(group, 2, rng);
  Pieces set = members(subgroup);
  const int change = below(rng, 4);
  if (change == 2) set.push_back(outsider(group, subgroup, rng));
  if (change == 3) {
    set = without(set, pick(rng, set));
    set.push_back(outsider(group, subgroup, rng));
  }
  Exercise out(group, ItemType::close, {"ask.closed", {{"set", write_set(group, set)}}});
  out.sets = {set};
  const Message fact = closed_fact(group, set_of(set));
  add_yes_no(out, !way_out(group, set_of(set)), fact);
  out.hint = {group.abelian() ? "hint.item.closed" : "hint.item.closed.times", {}};
  out.why = {fact};
  return out;
}

Exercise missing_one_item(const Group& group, Rng& rng) {
  const ElementSet subgroup = any_subgroup(group, 3, rng);
  const Pieces all = members(subgroup);
  const Element gone = pick(rng, all);
  const Pieces set = without(all, gone);
  Exercise out(group, ItemType::close, {"ask.complete", {{"set", write_set(group, set)}}});
  out.sets = {set};
  const auto add = [&](Element e) {
    ElementSet tried = set_of(set);
    tried.insert(e);
    add_choice(out, text_choice(group.names().write(e), {e}, e == gone, closed_fact(group, tried)));
  };
  add(gone);
  while (out.choices.size() < 4) add(outsider(group, subgroup, rng));
  arrange(out, rng);
  out.hint = {group.abelian() ? "hint.item.closed" : "hint.item.closed.times", {}};
  out.why = {closed_fact(group, set_of(set)), {"fact.closed.with", {{"piece", out.answer}}}};
  return out;
}

Exercise generated_item(const Group& group, Rng& rng) {
  Pieces few;
  ElementSet right;
  do {
    const Word pair = any_pair(group, rng);
    few = {pair[0]};
    if (below(rng, 3) != 0) few.push_back(pair[1]);
    right = generated(group, few);
  } while (right.size() < 3 || right.size() > 6);
  Exercise out(group, ItemType::close, {"ask.generate", {{"set", write_set(group, few)}}});
  out.sets = {few};
  const Message fact{"fact.generated", {{"set", write_set(group, members(right))}}};
  add_choice(out, set_choice(group, members(right), true, fact));
  const auto add = [&](const ElementSet& set) {
    if (set == right) return;
    // A set that is too large is closed; what is wrong with it is its size.
    add_choice(out, set_choice(group, members(set), false,
                               way_out(group, set) ? closed_fact(group, set) : fact));
  };
  ElementSet with_identity = set_of(few);
  with_identity.insert(identity);
  if (with_identity.size() > 1) add(with_identity);
  add(set_of(without(members(right), identity)));
  while (out.choices.size() < 4) {
    ElementSet larger = right;
    if (below(rng, 2) == 0) larger = set_of(without(members(right), pick(rng, members(right))));
    larger.insert(element(below(rng, group.order())));
    if (larger.includes(set_of(few))) add(larger);
  }
  arrange(out, rng);
  out.hint = {"hint.item.generate", {}};
  out.why = {closed_fact(group, with_identity), fact};
  return out;
}

Exercise coset_item(const Group& group, Rng& rng) {
  const ElementSet subgroup = any_subgroup(group, 2, rng);
  const Element by = outsider(group, subgroup, rng);
  const auto moved = [&](Element x) { return shifted(group, subgroup, x, CosetSide::left); };
  const Pieces right = moved(by);
  const std::string text = write_set(group, members(subgroup));
  Exercise out(group, ItemType::close,
               {"ask.coset", {{"set", text}, {"piece", group.names().write(by)}}});
  out.sets = {members(subgroup), {by}};
  const Message fact{
      "fact.coset",
      {{"set", text}, {"piece", group.names().write(by)}, {"coset", write_set(group, right)}}};
  add_choice(out, set_choice(group, right, true, fact));
  const auto add = [&](const Pieces& set, Message itself) {
    if (set_of(set) == set_of(right)) return;
    Choice choice = set_choice(group, set, false, fact);
    choice.itself = std::move(itself);
    add_choice(out, std::move(choice));
  };
  const auto add_shifted = [&](Element x) {
    add(moved(x), {"fact.coset",
                   {{"set", text},
                    {"piece", group.names().write(x)},
                    {"coset", write_set(group, moved(x))}}});
  };
  add_shifted(identity);
  for (int tries = 0; tries < 10 && out.choices.size() < 3; ++tries)
    add_shifted(outsider(group, subgroup, rng));
  while (out.choices.size() < 4) {  // one piece is not from the coset
    Pieces near = without(right, pick(rng, right));
    const Element odd = outsider(group, set_of(right), rng);
    near.push_back(odd);
    add(near, {"fact.coset.odd",
               {{"odd", group.names().write(odd)}, {"piece", group.names().write(by)}}});
  }
  arrange(out, rng);
  out.hint = {"hint.item.coset", {}};
  out.why = {fact};
  return out;
}

Exercise normal_item(const Group& group, Rng& rng) {
  const bool yes = below(rng, 2) == 0;
  const ElementSet subgroup = any_subgroup(group, 2, rng, yes);
  Exercise out(
      group, ItemType::close,
      {"ask.normal", {{"set", write_set(group, members(subgroup))}, {"group", group.text()}}});
  out.sets = {members(subgroup)};
  out.why = {normal_fact(group, subgroup)};
  add_yes_no(out, yes, out.why[0]);
  out.hint = {"hint.item.normal", {}};
  return out;
}

Exercise which_normal_item(const Group& group, Rng& rng) {
  Exercise out(group, ItemType::close, {"ask.normal.which", {{"group", group.text()}}});
  for (bool right = true; out.choices.size() < 4; right = false) {
    const ElementSet subgroup = any_subgroup(group, 2, rng, right);
    const Message fact = normal_fact(group, subgroup);
    add_choice(out, set_choice(group, members(subgroup), right, fact));
    if (right) out.why = {fact};
  }
  arrange(out, rng);
  out.hint = {"hint.item.normal", {}};
  return out;
}

Exercise index_item(const Group& group, Rng& rng) {
  const ElementSet subgroup = any_subgroup(group, 2, rng, true);
  Exercise out(group, ItemType::close,
               {"ask.quotient.order",
                {{"set", write_set(group, members(subgroup))}, {"group", group.text()}}});
  out.sets = {members(subgroup)};
  const int size = subgroup.size();
  const Message fact{"fact.quotient.order",
                     {{"order", number(group.order())},
                      {"n", number(size)},
                      {"index", number(group.order() / size)}}};
  add_numbers(out, rng, group.order() / size, {1},
              {{size, Misconception::none, fact},
               {group.order() - size, Misconception::none, fact},
               {group.order(), Misconception::none, fact}},
              fact);
  out.hint = {"hint.item.quotient.order", {}};
  out.why = {fact};
  return out;
}

Exercise quotient_item(const Group& group, Rng& rng) {
  const ElementSet subgroup = any_subgroup(group, 2, rng, true);
  const Element a = outsider(group, subgroup, rng);
  const Element b = outsider(group, subgroup, rng);
  const Element made = group.product(a, b);
  const auto name = [&](Element e) { return group.names().write(e); };
  Exercise out(group, ItemType::close,
               {"ask.quotient",
                {{"set", write_set(group, members(subgroup))}, {"a", name(a)}, {"b", name(b)}}});
  out.sets = {members(subgroup), {a}, {b}};
  const Pieces right = shifted(group, subgroup, made, CosetSide::left);
  const Message fact{
      "fact.quotient",
      {{"a", name(a)}, {"b", name(b)}, {"made", name(made)}, {"coset", write_set(group, right)}}};
  add_choice(out, set_choice(group, right, true, fact));
  const auto add = [&](const Pieces& set) {
    if (set_of(set) != set_of(right)) add_choice(out, set_choice(group, set, false, fact));
  };
  for (const Element x : {identity, a, b}) add(shifted(group, subgroup, x, CosetSide::left));
  while (out.choices.size() < 4) {  // one piece is not from the coset
    Pieces near = without(right, pick(rng, right));
    near.push_back(outsider(group, set_of(right), rng));
    add(near);
  }
  arrange(out, rng);
  out.hint = {"hint.item.quotient", {}};
  out.why = {fact};
  return out;
}

}  // namespace coset::teach
