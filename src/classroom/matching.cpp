#include "classroom/matching.hpp"

namespace coset::classroom {

namespace {

constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << i; }

}  // namespace

int Matching::common_base(int a, int b) const {
  std::uint64_t above = 0;
  for (;;) {
    a = base_[at(a)];
    above |= bit(a);
    if (mate(a) == none) break;
    a = parent_[at(mate(a))];
  }
  for (;;) {
    b = base_[at(b)];
    if ((above & bit(b)) != 0) return b;
    b = parent_[at(mate(b))];
  }
}

void Matching::mark_path(int vertex, int base, int child, std::uint64_t& blossom) {
  while (base_[at(vertex)] != base) {
    blossom |= bit(base_[at(vertex)]) | bit(base_[at(mate(vertex))]);
    parent_[at(vertex)] = child;
    child = mate(vertex);
    vertex = parent_[at(child)];
  }
}

void Matching::contract(int a, int b, std::uint64_t& queued) {
  const int base = common_base(a, b);
  std::uint64_t blossom = 0;
  mark_path(a, base, b, blossom);
  mark_path(b, base, a, blossom);
  for (int i = 0; i < size_; ++i) {
    if ((blossom & bit(base_[at(i)])) == 0) continue;
    base_[at(i)] = base;
    queued |= bit(i);
  }
}

int Matching::find_path(int root) {
  parent_.fill(none);
  for (int i = 0; i < size_; ++i) base_[at(i)] = i;
  std::uint64_t queued = bit(root);  // even vertices, looked at or not
  std::uint64_t seen = 0;
  while ((queued & ~seen) != 0) {
    int from = 0;
    while (((queued & ~seen) & bit(from)) == 0) ++from;
    seen |= bit(from);
    for (int to = 0; to < size_; ++to) {
      if ((graph_[at(from)] & bit(to)) == 0) continue;
      if (base_[at(from)] == base_[at(to)] || mate(from) == to) continue;
      if (to == root || (mate(to) != none && parent_[at(mate(to))] != none)) {
        contract(from, to, queued);
      } else if (parent_[at(to)] == none) {
        parent_[at(to)] = from;
        if (mate(to) == none) return to;
        queued |= bit(mate(to));
      }
    }
  }
  return none;
}

void Matching::add(int vertex) {
  if (mate(vertex) != none) return;
  int end = find_path(vertex);
  while (end != none) {
    const int before = parent_[at(end)];
    const int next = mate(before);
    mate_[at(end)] = before;
    mate_[at(before)] = end;
    end = next;
  }
}

}  // namespace coset::classroom
