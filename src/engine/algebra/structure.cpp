#include "engine/algebra/structure.hpp"

#include "base/sort.hpp"

#include <algorithm>

namespace coset {

Element conjugate(const Group& group, Element x, Element by) {
  return group.product(group.product(group.inverse(by), x), by);
}

namespace {

ElementSet derived_of(const Group& group, const ElementSet& subgroup) {
  ElementSet commutators;
  for (const Element a : subgroup)
    for (const Element b : subgroup)
      commutators.insert(group.product(group.inverse(a), conjugate(group, a, b)));
  const std::vector<Element> list(commutators.begin(), commutators.end());
  return generated(group, list);
}

bool is_soluble(const Group& group) {
  for (ElementSet term = derived_subgroup(group); term.size() > 1;) {
    const ElementSet next = derived_of(group, term);
    if (next == term) return false;
    term = next;
  }
  return true;
}

bool is_prime(int n) {
  for (int d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n > 1;
}

}  // namespace

ElementSet generated(const Group& group, std::span<const Element> elements) {
  ElementSet made{identity};
  std::vector<Element> queue{identity};
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const Element g : elements) {
      const Element x = group.product(queue[i], g);
      if (made.insert(x)) queue.push_back(x);
    }
  return made;
}

ElementSet all_elements(const Group& group) {
  ElementSet all;
  for (int e = 0; e < group.order(); ++e) all.insert(element(e));
  return all;
}

std::vector<Element> few_generators(const Group& group, const ElementSet& subgroup) {
  std::vector<Element> generators;
  ElementSet made{identity};
  for (const Element e : subgroup) {
    if (made.contains(e)) continue;
    generators.push_back(e);
    made = generated(group, generators);
  }
  return generators;
}

std::vector<Element> few_generators(const Group& group) {
  return few_generators(group, all_elements(group));
}

ElementSet centre(const Group& group) {
  ElementSet out;
  for (int a = 0; a < group.order(); ++a) {
    bool central = true;
    for (const Element g : group.generators()) central = central && group.commute(element(a), g);
    if (central) out.insert(element(a));
  }
  return out;
}

ElementSet derived_subgroup(const Group& group) { return derived_of(group, all_elements(group)); }

std::vector<ElementSet> conjugacy_classes(const Group& group) {
  std::vector<ElementSet> classes;
  ElementSet placed;
  for (int e = 0; e < group.order(); ++e) {
    if (placed.contains(element(e))) continue;
    ElementSet members;
    for (int by = 0; by < group.order(); ++by)
      members.insert(conjugate(group, element(e), element(by)));
    placed |= members;
    classes.push_back(members);
  }
  return classes;
}

bool is_normal(const Group& group, const ElementSet& subgroup) {
  for (const Element h : subgroup)
    for (const Element g : group.generators())
      if (!subgroup.contains(conjugate(group, h, g))) return false;
  return true;
}

bool SubgroupSearch::normalises(const Group& group, Element g, const Subgroup& subgroup) {
  return std::all_of(subgroup.generators.begin(), subgroup.generators.end(),
                     [&](Element h) { return subgroup.members.contains(conjugate(group, h, g)); });
}

// H and its cosets by the powers of g, if they are a subgroup in which H has prime index.
std::optional<ElementSet> SubgroupSearch::prime_extension(const Group& group,
                                                          const Subgroup& subgroup, Element g) {
  int index = 1;
  for (Element x = g; !subgroup.members.contains(x); x = group.product(x, g)) ++index;
  if (!is_prime(index) || !normalises(group, g, subgroup)) return std::nullopt;
  ElementSet out = subgroup.members;
  Element power = g;
  for (int i = 1; i < index; ++i, power = group.product(power, g))
    for (const Element h : subgroup.members) out.insert(group.product(h, power));
  return out;
}

SubgroupSearch::SubgroupSearch(const Group& group, std::size_t limit)
    : group_(group),
      limit_(limit),
      joins_(!is_soluble(group)),
      found_{{ElementSet{identity}, {}}},
      seen_{found_[0].members},
      tried_(found_[0].members) {}

// Each subgroup K other than the trivial one has a maximal subgroup M. If M is normal in K, its
// index is prime and K is a prime extension of M by any element of K outside M. If it is not, K is
// the join of M and any such element. A soluble K always has an M of the first kind, so the joins,
// which are slower, are left to groups such as A5 and S5.
bool SubgroupSearch::step() {
  if (found_.size() > limit_) return false;
  while (next_ < group_.order() && tried_.contains(element(next_))) ++next_;
  if (next_ < group_.order()) {
    extend(element(next_++));
    return true;
  }
  if (++at_ >= found_.size()) return false;
  next_ = 1;
  tried_ = found_[at_].members;
  return true;
}

void SubgroupSearch::extend(Element g) {
  const Subgroup& from = found_[at_];
  Subgroup to{{}, from.generators};
  to.generators.push_back(g);
  if (const auto extension = prime_extension(group_, from, g)) {
    to.members = *extension;
    tried_ |= *extension;  // its other elements make the same extension
  } else if (joins_) {
    to.members = generated(group_, to.generators);
  } else {
    return;
  }
  if (seen_.insert(to.members).second) found_.push_back(std::move(to));
}

std::optional<std::vector<ElementSet>> SubgroupSearch::result() const {
  if (found_.size() > limit_) return std::nullopt;
  std::vector<ElementSet> out(seen_.begin(), seen_.end());
  put_in_order(out.begin(), out.end(), [](const ElementSet& a, const ElementSet& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return out;
}

std::optional<std::vector<ElementSet>> all_subgroups(const Group& group, std::size_t limit) {
  SubgroupSearch search(group, limit);
  while (search.step()) {
  }
  return search.result();
}

Facts facts_of(const Group& group) {
  Facts facts{{}, centre(group), derived_subgroup(group), conjugacy_classes(group).size(), {}};
  for (int e = 0; e < group.order(); ++e) ++facts.element_orders[group.element_order(element(e))];
  if (const auto found = all_subgroups(group)) facts.subgroups = found->size();
  return facts;
}

}  // namespace coset
