#include "engine/algebra/lattice.hpp"

#include <algorithm>

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

constexpr auto unknown = static_cast<std::size_t>(-1);

}  // namespace

LatticeSearch::LatticeSearch(const Group& group, std::size_t limit)
    : group_(group), subgroups_(group, limit) {}

bool LatticeSearch::step(std::size_t units) {
  for (std::size_t used = 0; stage_ != Stage::complete && used < std::max<std::size_t>(units, 1);)
    used += advance();
  return stage_ != Stage::complete;
}

// One piece of the work; returns about how many units it took.
std::size_t LatticeSearch::advance() {
  if (stage_ == Stage::subgroups) {
    if (!subgroups_.step()) list_nodes();
    return 1;
  }
  std::size_t cost = 1;
  if (stage_ == Stage::covers) {
    find_covered(order_, lattice_.nodes, next_);
    cost += next_ * (1 + lattice_.nodes[next_].covered.size()) / 1024;
  } else {
    cost += find_class(next_);
  }
  ++finished_;
  if (++next_ < lattice_.nodes.size()) return cost;
  stage_ = stage_ == Stage::covers ? Stage::classes : Stage::complete;
  next_ = 0;
  return cost;
}

void LatticeSearch::list_nodes() {
  const auto found = subgroups_.result();
  too_many_ = !found;
  stage_ = found ? Stage::covers : Stage::complete;
  if (!found) return;
  for (const ElementSet& members : *found) {
    lattice_.nodes.push_back({members, unknown, {}});
    order_.push_back(members.size());
  }
}

// Puts a node into its class, which is found with its first node. Returns how many conjugates of
// subgroups were looked up.
std::size_t LatticeSearch::find_class(std::size_t first) {
  std::vector<LatticeNode>& nodes = lattice_.nodes;
  std::size_t looked_up = 0;
  if (nodes[first].class_number == unknown) {
    const std::size_t number = lattice_.classes.size();
    lattice_.classes.emplace_back();
    nodes[first].class_number = number;
    std::vector<std::size_t> members{first};
    for (std::size_t i = 0; i < members.size() && !group_.abelian(); ++i)
      for (const Element g : group_.generators()) {
        const std::size_t next = conjugate_node(group_, nodes, members[i], g);
        ++looked_up;
        if (nodes[next].class_number != unknown) continue;
        nodes[next].class_number = number;
        members.push_back(next);
      }
  }
  lattice_.classes[nodes[first].class_number].push_back(first);
  return looked_up;
}

std::optional<Lattice> LatticeSearch::take_result() {
  if (too_many_) return std::nullopt;
  return std::move(lattice_);
}

std::optional<Lattice> lattice_of(const Group& group, std::size_t limit) {
  LatticeSearch search(group, limit);
  while (search.step(unknown)) {
  }
  return search.take_result();
}

}  // namespace coset
