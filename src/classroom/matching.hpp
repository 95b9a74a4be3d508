// A largest matching in a graph of up to 64 vertices, by Edmonds' blossom algorithm. A vertex that
// is matched stays so when others are added, so those that are added first are the last to be left
// over. A value type; one thread at a time.
#pragma once

#include <array>
#include <cstdint>

namespace coset::classroom {

class Matching {
 public:
  static constexpr int max_size = 64;
  static constexpr int none = -1;
  using Graph = std::array<std::uint64_t, max_size>;  // bit j of row i: an edge

  // The graph outlives it.
  Matching(const Graph& graph, int size) : graph_(graph), size_(size) { mate_.fill(none); }

  // Matches the vertex if that is possible without leaving out a matched one.
  void add(int vertex);
  int mate(int vertex) const { return mate_[at(vertex)]; }

 private:
  using Vertices = std::array<int, max_size>;
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  // The free end of an augmenting path from `root`, or none.
  int find_path(int root);
  int common_base(int a, int b) const;
  void mark_path(int vertex, int base, int child, std::uint64_t& blossom);
  void contract(int a, int b, std::uint64_t& queued);

  const Graph& graph_;
  int size_;
  Vertices mate_{};
  Vertices parent_{};
  Vertices base_{};
};

}  // namespace coset::classroom
