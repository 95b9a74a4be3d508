#include "engine/algebra/lattice.hpp"

#include <algorithm>

#include "engine/algebra/structure.hpp"

namespace coset {

namespace {

bool before(const ElementSet& a, const ElementSet& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

// Subgroups of one that are maximal in it: from the largest down, those that lie in none before.
void find_covered(const std::vector<int>& order, std::vector<LatticeNode>& nodes, std::size_t top) {
  LatticeNode& node = nodes[top];
  for (std::size_t i = top; i-- > 0;) {
    if (order[top] % order[i] != 0 || order[i] == order[top]) continue;
    const ElementSet& lower = nodes[i].members;
    if (!node.members.includes(lower)) continue;
    const bool between =
        std::any_of(node.covered.begin(), node.covered.end(),
                    [&](std::size_t middle) { return nodes[middle].members.includes(lower); });
    if (!between) node.covered.push_back(i);
  }
  std::reverse(node.covered.begin(), node.covered.end());
}

// The node that is g^-1 H g.
std::size_t conjugate_node(const Group& group, const std::vector<LatticeNode>& nodes,
                           std::size_t node, Element g) {
  ElementSet wanted;
  for (const Element h : nodes[node].members) wanted.insert(conjugate(group, h, g));
  const auto place = std::lower_bound(
      nodes.begin(), nodes.end(), wanted,
      [](const LatticeNode& a, const ElementSet& b) { return before(a.members, b); });
  return static_cast<std::size_t>(place - nodes.begin());
}

void find_classes(const Group& group, Lattice& out) {
  constexpr auto unknown = static_cast<std::size_t>(-1);
  for (LatticeNode& node : out.nodes) node.class_number = unknown;
  for (std::size_t first = 0; first < out.nodes.size(); ++first) {
    if (out.nodes[first].class_number == unknown) {
      const std::size_t number = out.classes.size();
      out.classes.emplace_back();
      out.nodes[first].class_number = number;
      std::vector<std::size_t> members{first};
      for (std::size_t i = 0; i < members.size() && !group.abelian(); ++i)
        for (const Element g : group.generators()) {
          const std::size_t next = conjugate_node(group, out.nodes, members[i], g);
          if (out.nodes[next].class_number != unknown) continue;
          out.nodes[next].class_number = number;
          members.push_back(next);
        }
    }
    out.classes[out.nodes[first].class_number].push_back(first);
  }
}

}  // namespace

std::optional<Lattice> lattice_of(const Group& group, std::size_t limit) {
  const auto found = all_subgroups(group, limit);
  if (!found) return std::nullopt;
  Lattice out;
  std::vector<int> order;
  for (const ElementSet& members : *found) {
    out.nodes.push_back({members, 0, {}});
    order.push_back(members.size());
  }
  for (std::size_t top = 0; top < out.nodes.size(); ++top) find_covered(order, out.nodes, top);
  find_classes(group, out);
  return out;
}

}  // namespace coset
