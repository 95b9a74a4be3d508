#include "engine/algebra/permutations.hpp"

#include <algorithm>
#include <numeric>
#include "base/sentence.hpp"
#include "base/sort.hpp"
#include "engine/algebra/cycles.hpp"

namespace coset {

namespace {

// First a, then b.
Images composed(const Images& a, const Images& b) {
  Images out;
  out.reserve(a.size());
  for (const int image : a) out.push_back(b[static_cast<std::size_t>(image)]);
  return out;
}

bool contains(const std::vector<Images>& list, const Images& one) {
  return std::find(list.begin(), list.end(), one) != list.end();
}

// All products of the generators, in order; fewer than all if there are more than the largest
// group.
std::vector<Images> closed(const std::vector<Images>& generators, const Images& still) {
  std::vector<Images> made{still};
  for (std::size_t i = 0; i < made.size() && made.size() <= Operation::max_order; ++i)
    for (const Images& generator : generators) {
      Images next = composed(made[i], generator);
      if (!contains(made, next)) made.push_back(std::move(next));
    }
  put_in_order(made.begin(), made.end());
  return made;
}

// The last point that moves, counted from 1; at least 1.
std::size_t degree_of(const std::vector<Images>& generators) {
  std::size_t degree = 1;
  for (const Images& images : generators)
    for (std::size_t i = degree; i < images.size(); ++i)
      if (images[i] != static_cast<int>(i)) degree = i + 1;
  return degree;
}

}  // namespace

// The column of x g is the column of x, each entry times g.
Presentation permutation_group(const std::vector<Images>& all,
                               const std::vector<Images>& generators) {
  Presentation out;
  const std::size_t order = all.size();
  const auto find = [&](const Images& wanted) {
    return static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), wanted) - all.begin());
  };
  std::vector<std::vector<std::size_t>> times;
  for (const Images& generator : generators) {
    out.generators.push_back(element(static_cast<int>(find(generator))));
    times.emplace_back();
    for (const Images& one : all) times.back().push_back(find(composed(one, generator)));
  }
  out.order = static_cast<int>(order);
  out.table.resize(order * order);
  for (std::size_t a = 0; a < order; ++a) out.table[a * order] = element(static_cast<int>(a));
  std::vector<std::size_t> queue{0};
  std::vector<bool> known(order);
  known[0] = true;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const std::vector<std::size_t>& by : times) {
      const std::size_t next = by[queue[i]];
      if (known[next]) continue;
      known[next] = true;
      queue.push_back(next);
      for (std::size_t a = 0; a < order; ++a) {
        const auto cell = static_cast<std::size_t>(index(out.table[a * order + queue[i]]));
        out.table[a * order + next] = element(static_cast<int>(by[cell]));
      }
    }
  CHECK(queue.size() == order);
  std::vector<std::string> written;
  for (const Images& one : all) written.push_back(write_cycles(one));
  out.names = Names(std::move(written), Names::Letters::exact)
                  .read_as_cycles(static_cast<int>(all[0].size()));
  return out;
}

Result<Presentation> parse_permutations(Reader& in) {
  const std::size_t start = in.offset();
  Images still(max_points);
  std::iota(still.begin(), still.end(), 0);
  std::vector<Images> generators;
  std::vector<Images> all{still};
  do {
    const std::size_t place = in.offset();
    auto images = read_cycles(take_name(in), max_points);
    if (!images) {
      in.rewind(place);
      return error_of("group.cycles",
                      {"Expected cycles such as (1,2,3)(4,5) of different points from 1 to ",
                       max_points, " at ", quoted(in.rest()), "."},
                      place);
    }
    if (contains(all, *images)) continue;
    generators.push_back(*std::move(images));
    all = closed(generators, still);
    if (all.size() > Operation::max_order)
      return Error{"group.too_large", start,
                   "At most 256 elements are supported; these permutations make more."};
  } while (in.take('/'));
  const std::size_t degree = degree_of(generators);
  for (Images& images : all) images.resize(degree);
  for (Images& images : generators) images.resize(degree);
  Presentation out = permutation_group(all, generators);
  for (const Images& generator : generators)
    out.text += (out.text.empty() ? "perm:" : "/") + write_cycles(generator);
  if (out.text.empty()) out.text = "perm:()";
  std::replace(out.text.begin(), out.text.end(), ' ', ',');
  return out;
}

}  // namespace coset
