#include "classroom/pairing.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "classroom/matching.hpp"

namespace coset::classroom {

namespace {

using Graph = Matching::Graph;

std::pair<PupilNumber, PupilNumber> in_order(PupilNumber a, PupilNumber b) {
  return {std::min(a, b), std::max(a, b)};
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool has_edge(const Graph& graph, int a, int b) { return (graph[at(a)] >> b & 1U) != 0; }

// The circle method: one place is fixed, the others turn. The partner of a place in a rotation;
// of an odd number of places the last is nobody's.
int partner(int place, int rotation, int places) {
  const int turning = places - 1;
  if (place == turning) return rotation;
  if (place == rotation) return turning;
  return (2 * rotation - place + 2 * turning) % turning;
}

// The partner of each, or the number of pupils for nobody. Empty if two would meet again.
std::vector<int> rotate(const Graph& unmet, int size, int rotation) {
  const int places = size + size % 2;
  std::vector<int> out;
  for (int i = 0; i < size; ++i) {
    out.push_back(partner(i, rotation, places));
    if (out.back() < size && !has_edge(unmet, i, out.back())) return {};
  }
  return out;
}

// Those who sat alone most often first: they are the last to be left over.
std::vector<int> match(const Graph& unmet, const std::vector<std::size_t>& alone) {
  const auto size = static_cast<int>(alone.size());
  std::vector<std::pair<int, int>> order;
  for (int i = 0; i < size; ++i) order.emplace_back(-static_cast<int>(alone[at(i)]), i);
  std::sort(order.begin(), order.end());
  Matching matching(unmet, size);
  for (const auto& [times, i] : order) matching.add(i);
  std::vector<int> out;
  for (int i = 0; i < size; ++i)
    out.push_back(matching.mate(i) == Matching::none ? size : matching.mate(i));
  return out;
}

}  // namespace

bool PairingHistory::have_met(PupilNumber a, PupilNumber b) const {
  return std::binary_search(met_.begin(), met_.end(), in_order(a, b));
}

bool PairingHistory::all_have_met(std::span<const PupilNumber> present) const {
  for (std::size_t i = 0; i < present.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!have_met(present[i], present[j])) return false;
  return true;
}

Seating PairingHistory::next_round(std::span<const PupilNumber> present, bool three) const {
  const auto size = static_cast<int>(present.size());
  CHECK(size <= Matching::max_size);
  const bool fresh = all_have_met(present);
  Graph unmet{};
  std::vector<std::size_t> alone;
  for (int i = 0; i < size; ++i) {
    alone.push_back(
        static_cast<std::size_t>(std::count(alone_.begin(), alone_.end(), present[at(i)])));
    for (int j = 0; j < size; ++j)
      if (i != j && (fresh || !have_met(present[at(i)], present[at(j)])))
        unmet[at(i)] |= std::uint64_t{1} << j;
  }
  const int rotations = std::max(size + size % 2 - 1, 1);
  std::vector<int> partners;
  for (int i = 0; i < rotations && partners.empty() && size > 0; ++i)
    partners = rotate(unmet, size, (i + (fresh ? 0 : rounds_)) % rotations);
  if (partners.empty()) partners = match(unmet, alone);

  Seating out;
  std::vector<std::vector<int>> tables;
  for (int i = 0; i < size; ++i)
    if (partners[at(i)] > i && partners[at(i)] < size) tables.push_back({i, partners[at(i)]});
  for (int i = 0; i < size; ++i) {
    if (partners[at(i)] != size) continue;
    const auto table = std::find_if(tables.begin(), tables.end(), [&](const auto& two) {
      return two.size() == 2 && has_edge(unmet, i, two[0]) && has_edge(unmet, i, two[1]);
    });
    if (three && table != tables.end())
      table->push_back(i);
    else
      out.alone.push_back(present[at(i)]);
  }
  for (const auto& table : tables) {
    auto& pupils = out.tables.emplace_back();
    for (const int i : table) pupils.push_back(present[at(i)]);
  }
  return out;
}

void PairingHistory::begin_round(std::span<const PupilNumber> present) {
  if (all_have_met(present)) {
    // Only of those who are there: who comes back has still met them.
    std::erase_if(met_, [&](const auto& two) {
      return std::count(present.begin(), present.end(), two.first) != 0 &&
             std::count(present.begin(), present.end(), two.second) != 0;
    });
    rounds_ = 0;
  }
  ++rounds_;
}

void PairingHistory::add_table(std::span<const PupilNumber> pupils) {
  if (pupils.size() == 1) alone_.push_back(pupils[0]);
  for (std::size_t i = 0; i < pupils.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto two = in_order(pupils[i], pupils[j]);
      const auto place = std::lower_bound(met_.begin(), met_.end(), two);
      if (place == met_.end() || *place != two) met_.insert(place, two);
    }
  }
}

}  // namespace coset::classroom
