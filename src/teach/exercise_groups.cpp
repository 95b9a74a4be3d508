// Items about groups: orders, closed sets, subgroups and cosets.
#include <algorithm>

#include "algebra/structure.hpp"
#include "teach/exercise_parts.hpp"

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

// A subgroup with at least `least` elements that is not everything.
ElementSet any_subgroup(const Group& group, int least, Rng& rng) {
  std::vector<ElementSet> fitting;
  const auto all = all_subgroups(group);
  for (const ElementSet& each : *all)
    if (each.size() >= least && each.size() < group.order()) fitting.push_back(each);
  CHECK(!fitting.empty());
  return pick(rng, fitting);
}

Element outsider(const Group& group, const ElementSet& set, Rng& rng) {
  Element e = element(below(rng, group.order()));
  while (set.contains(e)) e = element(below(rng, group.order()));
  return e;
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
    // A long one is told by its beginning and its end.
    if (order <= 13 || n < 5 || n == order) chain += ", " + group.names().write(power);
    if (order > 13 && n == 5) chain += ", ...";
  }
  const Message fact{"fact.order", {{"chain", chain}, {"n", number(order)}}};
  add_numbers(out, rng, order,
              {{group.order(), Misconception::none, fact},
               {group.exponent(), Misconception::none, fact},
               {order * 2, Misconception::none, fact}},
              fact);
  out.hint = {"hint.item.order", {}};
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
  out.hint = {"hint.item.closed", {}};
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
  out.hint = {"hint.item.closed", {}};
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
  const auto shifted = [&](Element x) {
    Pieces out;
    for (const Element h : subgroup) out.push_back(group.product(x, h));
    return out;
  };
  const Pieces right = shifted(by);
  const std::string text = write_set(group, members(subgroup));
  Exercise out(group, ItemType::close,
               {"ask.coset", {{"set", text}, {"piece", group.names().write(by)}}});
  out.sets = {members(subgroup), {by}};
  const Message fact{
      "fact.coset",
      {{"set", text}, {"piece", group.names().write(by)}, {"coset", write_set(group, right)}}};
  const auto add = [&](const Pieces& set, bool is_right) {
    if (is_right || set_of(set) != set_of(right))
      add_choice(out, set_choice(group, set, is_right, fact));
  };
  add(right, true);
  add(members(subgroup), false);
  for (int tries = 0; tries < 10 && out.choices.size() < 3; ++tries)
    add(shifted(outsider(group, subgroup, rng)), false);
  while (out.choices.size() < 4) {  // one piece is not from the coset
    Pieces near = without(right, pick(rng, right));
    near.push_back(outsider(group, set_of(right), rng));
    add(near, false);
  }
  arrange(out, rng);
  out.hint = {"hint.item.coset", {}};
  out.why = {fact};
  return out;
}

}  // namespace coset::teach
