#include "engine/algebra/cosets.hpp"

#include <algorithm>

#include "base/sort.hpp"
#include "engine/algebra/families.hpp"
#include "engine/algebra/structure.hpp"

namespace coset {

namespace {

ElementSet conjugated(const Group& group, const ElementSet& subgroup, Element by) {
  ElementSet out;
  for (const Element h : subgroup) out.insert(conjugate(group, h, by));
  return out;
}

// Which coset each element is in.
std::vector<int> coset_numbers(const Group& group, const std::vector<ElementSet>& parts) {
  std::vector<int> out(static_cast<std::size_t>(group.order()));
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const Element e : parts[i]) out[static_cast<std::size_t>(index(e))] = static_cast<int>(i);
  return out;
}

}  // namespace

std::vector<ElementSet> cosets(const Group& group, const ElementSet& subgroup, CosetSide side) {
  std::vector<ElementSet> out;
  ElementSet placed;
  for (const Element x : all_elements(group)) {
    if (placed.contains(x)) continue;
    ElementSet members;
    for (const Element h : subgroup)
      members.insert(side == CosetSide::left ? group.product(x, h) : group.product(h, x));
    placed |= members;
    out.push_back(members);
  }
  return out;
}

std::string coset_name(int i) {
  std::string out;
  for (++i; i > 0; i = (i - 1) / 26) out.insert(out.begin(), static_cast<char>('A' + (i - 1) % 26));
  return out;
}

std::vector<ElementSet> conjugates(const Group& group, const ElementSet& subgroup) {
  std::vector<ElementSet> out{subgroup};
  for (std::size_t i = 0; i < out.size(); ++i)
    for (const Element g : group.generators()) {
      const ElementSet next = conjugated(group, out[i], g);
      if (std::find(out.begin(), out.end(), next) == out.end()) out.push_back(next);
    }
  put_in_order(out.begin() + 1, out.end());
  return out;
}

ElementSet normaliser(const Group& group, const ElementSet& subgroup) {
  ElementSet out;
  for (const Element g : all_elements(group))
    if (conjugated(group, subgroup, g) == subgroup) out.insert(g);
  return out;
}

// If ax and bx are in two cosets, so are x and a^-1 b x: the least a is the identity.
std::optional<MixedCosets> mixed_cosets(const Group& group, const ElementSet& subgroup) {
  for (const Element b : subgroup)
    for (const Element x : all_elements(group))
      if (!subgroup.contains(conjugate(group, b, x))) return MixedCosets{identity, b, x};
  return std::nullopt;
}

std::string describe(const Group& group, const MixedCosets& mixed) {
  const auto name = [&](Element e) { return group.names().write(e); };
  const auto product = [&](Element e) {
    return name(e) + "*" + name(mixed.x) + " = " + name(group.product(e, mixed.x));
  };
  return "Not normal: " + name(mixed.a) + " and " + name(mixed.b) + " are in one left coset, but " +
         product(mixed.a) + " and " + product(mixed.b) + " are in two.";
}

Group quotient(const Group& group, const ElementSet& subgroup) {
  CHECK(is_normal(group, subgroup));
  const std::vector<ElementSet> parts = cosets(group, subgroup, CosetSide::left);
  const std::vector<int> number = coset_numbers(group, parts);
  std::vector<std::string> names;
  std::vector<Element> table;
  for (const ElementSet& a : parts) {
    names.push_back(coset_name(static_cast<int>(names.size())));
    for (const ElementSet& b : parts) {
      const Element made = group.product(*a.begin(), *b.begin());
      table.push_back(element(number[static_cast<std::size_t>(index(made))]));
    }
  }
  return OperationBuilder::group(tabular(std::move(names), std::move(table)));
}

Group subgroup_as_group(const Group& group, const ElementSet& subgroup) {
  std::vector<int> number(static_cast<std::size_t>(group.order()));
  std::vector<std::string> names;
  for (const Element e : subgroup) {
    number[static_cast<std::size_t>(index(e))] = static_cast<int>(names.size());
    names.push_back(std::to_string(names.size()));
  }
  std::vector<Element> table;
  for (const Element a : subgroup)
    for (const Element b : subgroup)
      table.push_back(element(number[static_cast<std::size_t>(index(group.product(a, b)))]));
  return OperationBuilder::group(tabular(std::move(names), std::move(table)));
}

}  // namespace coset
