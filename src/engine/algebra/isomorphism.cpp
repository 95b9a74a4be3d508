#include "engine/algebra/isomorphism.hpp"

#include <algorithm>

#include "engine/algebra/structure.hpp"

namespace coset {

namespace {

// A number that isomorphisms keep: the element's order, how many elements commute with it, and how
// many have it as their square.
std::vector<int> signatures(const Group& group) {
  std::vector<int> out(static_cast<std::size_t>(group.order()));
  for (const Element a : all_elements(group)) {
    int commuting = 0;
    for (const Element b : all_elements(group)) commuting += group.commute(a, b) ? 1 : 0;
    constexpr int base = Operation::max_order + 1;
    out[static_cast<std::size_t>(index(a))] += (group.element_order(a) * base + commuting) * base;
    ++out[static_cast<std::size_t>(index(group.product(a, a)))];
  }
  return out;
}

// Few generators: each makes the subgroup as large as one more can, and then has few possible
// images.
std::vector<Element> best_generators(const Group& group, const std::vector<int>& signature) {
  std::vector<Element> chosen;
  for (int made = 1; made < group.order();) {
    Element best = identity;
    std::ptrdiff_t fewest = 0;
    for (const Element e : all_elements(group)) {
      chosen.push_back(e);
      const int size = generated(group, chosen).size();
      chosen.pop_back();
      const auto images = std::count(signature.begin(), signature.end(),
                                     signature[static_cast<std::size_t>(index(e))]);
      if (size < made || (size == made && (best == identity || images >= fewest))) continue;
      best = e;
      made = size;
      fewest = images;
    }
    chosen.push_back(best);
  }
  return chosen;
}

class Search {
 public:
  Search(const Group& from, const Group& to) : from_(from), to_(to) {
    from_signature_ = signatures(from);
    to_signature_ = signatures(to);
  }

  std::optional<std::vector<Element>> run() {
    if (!std::is_permutation(from_signature_.begin(), from_signature_.end(), to_signature_.begin()))
      return std::nullopt;
    generators_ = best_generators(from_, from_signature_);
    if (!choose()) return std::nullopt;
    return sent_;
  }

 private:
  // Tries every image of the next generator.
  bool choose() {
    if (!extend()) return false;
    if (images_.size() == generators_.size()) return true;
    for (const Element image : all_elements(to_)) {
      images_.push_back(image);
      if (choose()) return true;
      images_.pop_back();
    }
    return false;
  }

  // Sends all products of the generators chosen so far, if that is a homomorphism which keeps
  // signatures; only the identity has order 1, so it is then one-to-one.
  bool extend() {
    sent_.assign(from_signature_.size(), identity);
    ElementSet known{identity};
    std::vector<Element> queue{identity};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (std::size_t g = 0; g < images_.size(); ++g) {
        const Element next = from_.product(queue[i], generators_[g]);
        const Element image = to_.product(sent(queue[i]), images_[g]);
        if (!known.insert(next)) {
          if (sent(next) != image) return false;
          continue;
        }
        if (from_signature_[static_cast<std::size_t>(index(next))] !=
            to_signature_[static_cast<std::size_t>(index(image))])
          return false;
        sent_[static_cast<std::size_t>(index(next))] = image;
        queue.push_back(next);
      }
    return true;
  }

  Element sent(Element e) const { return sent_[static_cast<std::size_t>(index(e))]; }

  const Group& from_;
  const Group& to_;
  std::vector<int> from_signature_;
  std::vector<int> to_signature_;
  std::vector<Element> generators_;
  std::vector<Element> images_;
  std::vector<Element> sent_;
};

}  // namespace

std::optional<std::vector<Element>> isomorphism(const Group& from, const Group& to) {
  if (from.order() != to.order() || from.order() > isomorphism_limit ||
      from.exponent() != to.exponent() || from.abelian() != to.abelian())
    return std::nullopt;
  return Search(from, to).run();
}

}  // namespace coset
