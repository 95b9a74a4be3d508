#include "engine/teach/why/explain.hpp"

#include "base/sort.hpp"

#include <algorithm>

namespace coset::teach {

namespace {

Pieces pieces_of(const Word& word) { return {word.begin(), word.end()}; }

// In the order in which people write them.
Pieces in_text_order(const Operation& operation, Pieces pieces) {
  const Names& names = operation.names();
  put_in_order(pieces.begin(), pieces.end(),
               [&](Element a, Element b) { return names.text_rank(a) < names.text_rank(b); });
  return pieces;
}

// Takes whole tuples of one piece out, and clears unless nothing else is left.
Step cancel(const Group& group, Step::Kind kind, const Pieces& before) {
  Step step;
  step.kind = kind;
  step.before = before;
  std::vector<int> count(static_cast<std::size_t>(group.order()), 0);
  for (const Element e : before) ++count[static_cast<std::size_t>(index(e))];
  for (const Element e : group.names().text_order()) {
    const int here = count[static_cast<std::size_t>(index(e))];
    const int left = e == identity ? 0 : here % group.element_order(e);
    step.after.insert(step.after.end(), static_cast<std::size_t>(left), e);
    step.moved.insert(step.moved.end(), static_cast<std::size_t>(here - left), e);
  }
  if (step.after.empty()) {  // a set is never without a piece: its sum is the clear
    step.after = {identity};
    if (const auto clear = std::find(step.moved.begin(), step.moved.end(), identity);
        clear != step.moved.end())
      step.moved.erase(clear);
  }
  step.idle = step.moved.empty();
  return step;
}

Step replace(const Group& group, const Pieces& before) {
  Step step;
  step.kind = Step::Kind::replace;
  step.before = before;
  if (before.size() == 1) {  // it would only be built again
    step.after = before;
    step.idle = true;
    return step;
  }
  for (const Element e : before) {
    int place = 1;
    for (int i = 0; i < static_cast<int>(group.moduli().size()); ++i) {
      step.after.insert(step.after.end(), static_cast<std::size_t>(group.coordinate(e, i)),
                        element(place));
      place *= group.moduli()[static_cast<std::size_t>(i)];
    }
    if (e == identity) step.after.push_back(identity);
  }
  step.idle = step.after == step.before;
  return step;
}

std::vector<Step> by_primaries(const Group& group, const Word& word, Element sum) {
  std::vector<Step> steps;
  steps.push_back(cancel(group, Step::Kind::cancel, in_text_order(group, pieces_of(word))));
  steps.push_back(replace(group, steps.back().after));
  const auto kind = steps[0].idle ? Step::Kind::cancel : Step::Kind::cancel_again;
  steps.push_back(cancel(group, kind, in_text_order(group, steps.back().after)));
  Step last;
  last.kind = Step::Kind::one_piece;
  last.before = steps.back().after;
  last.after = {sum};
  last.idle = last.before == last.after;
  steps.push_back(last);
  return steps;
}

// Every coordinate on its own: suits and ranks, or the numbers of a cyclic group.
std::vector<Step> by_dials(const Group& group, const Word& word, Element sum) {
  std::vector<Step> steps;
  for (int i = 0; i < static_cast<int>(group.moduli().size()); ++i) {
    Step step;
    step.kind = Step::Kind::dial;
    step.before = pieces_of(word);
    step.after = {sum};
    step.coordinate = i;
    step.modulus = group.moduli()[static_cast<std::size_t>(i)];
    step.idle = group.moduli().size() == 1 && word.size() == 1;
    int stand = 0;
    for (const Element e : word) {
      step.values.push_back(group.coordinate(e, i));
      stand = (stand + step.values.back()) % step.modulus;
      step.stands.push_back(stand);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<Step> from_left_to_right(const Operation& operation, const Word& word) {
  std::vector<Step> steps;
  Element so_far = word[0];
  for (int i = 1; i < word.size(); ++i) {
    Step step;
    step.kind = Step::Kind::multiply;
    step.before.push_back(so_far);
    step.before.insert(step.before.end(), word.begin() + i, word.end());
    step.moved = {word[i]};
    step.commutes = operation.commute(so_far, word[i]);
    so_far = operation.product(so_far, word[i]);
    step.after.push_back(so_far);
    step.after.insert(step.after.end(), word.begin() + i + 1, word.end());
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace

std::string_view word_of(Step::Kind kind) {
  switch (kind) {
    case Step::Kind::cancel:
      return "cancel";
    case Step::Kind::replace:
      return "replace";
    case Step::Kind::cancel_again:
      return "cancel_again";
    case Step::Kind::one_piece:
      return "one_piece";
    case Step::Kind::dial:
      return "dial";
    case Step::Kind::multiply:
      return "multiply";
  }
  CHECK(false);
}

Explanation explain(const Operation& operation, const Word& word) {
  Explanation out{word, operation.product(word), {}};
  const auto group = operation.group();
  if (!group || group->moduli().empty()) {
    out.steps = from_left_to_right(operation, word);
  } else if (operation.card_ranks() > 0 || group->moduli().size() == 1) {
    out.steps = by_dials(*group, word, out.sum);
  } else {
    out.steps = by_primaries(*group, word, out.sum);
  }
  return out;
}

std::optional<Element> difference(const Operation& operation, Element made, Element wanted) {
  const auto group = operation.group();
  if (!group) return std::nullopt;
  return group->product(group->inverse(made), wanted);
}

}  // namespace coset::teach
