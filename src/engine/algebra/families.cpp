#include "engine/algebra/families.hpp"

#include <algorithm>
#include <numeric>

#include "engine/algebra/permutations.hpp"
#include "engine/algebra/structure.hpp"

namespace coset {

namespace {

// Fills the table from a product on indices.
template <class Product>
std::vector<Element> tabulate(int order, Product product) {
  std::vector<Element> table;
  table.reserve(static_cast<std::size_t>(order) * static_cast<std::size_t>(order));
  for (int a = 0; a < order; ++a)
    for (int b = 0; b < order; ++b) table.push_back(element(product(a, b)));
  return table;
}

// "e", "r", "r2", "s", "rs", "r2s": powers of one letter, then the same with another.
Names power_names(int powers, char rotation, char reflection) {
  std::vector<std::string> written;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < powers; ++i) {
      std::string text;
      if (i > 0) text += rotation;
      if (i > 1) text += std::to_string(i);
      if (j > 0) text += reflection;
      written.push_back(text.empty() ? "e" : text);
    }
  return {std::move(written), Names::Letters::exact};
}

bool is_even(const Images& images) {
  int inversions = 0;
  for (std::size_t i = 0; i < images.size(); ++i)
    for (std::size_t j = i + 1; j < images.size(); ++j) inversions += images[i] > images[j] ? 1 : 0;
  return inversions % 2 == 0;
}

Presentation permutations(int n, bool even_only) {
  Images images(static_cast<std::size_t>(n));
  std::iota(images.begin(), images.end(), 0);
  const Images still = images;
  std::vector<Images> all;
  do {
    if (!even_only || is_even(images)) all.push_back(images);
  } while (std::next_permutation(images.begin(), images.end()));
  // Transpositions (i i+1) generate S_n, the 3-cycles (1 2 k) generate A_n.
  std::vector<Images> generators;
  for (int i = even_only ? 1 : 0; i + 1 < n; ++i) {
    Images generator = still;
    if (even_only) {
      generator[0] = 1;
      generator[1] = i + 1;
      generator[static_cast<std::size_t>(i + 1)] = 0;
    } else {
      std::swap(generator[static_cast<std::size_t>(i)], generator[static_cast<std::size_t>(i + 1)]);
    }
    generators.push_back(std::move(generator));
  }
  Presentation out = permutation_group(all, generators);
  out.text = (even_only ? "A" : "S") + std::to_string(n);
  return out;
}

int multiplicative_order(int unit, int modulus) {
  int order = 1;
  for (int x = unit % modulus; x != 1 % modulus; x = x * unit % modulus) ++order;
  return order;
}

// The least r > 1 with r^n = 1 mod m and no smaller power doing so; 0 if there is none.
int twist(int m, int n) {
  for (int r = 2; r < m; ++r)
    if (std::gcd(r, m) == 1 && multiplicative_order(r, m) == n) return r;
  return 0;
}

// Z4xZp is a pack of cards with p ranks.
int card_ranks_of(const std::vector<int>& moduli) {
  return moduli.size() == 2 && moduli[0] == 4 && cards_exist(moduli[1]) ? moduli[1] : 0;
}

Names names_of_product(const std::vector<Presentation>& factors, const std::vector<int>& moduli) {
  if (moduli.empty()) {
    std::vector<Names> names;
    for (const Presentation& factor : factors) names.push_back(factor.names);
    return product_names(std::move(names));
  }
  const auto dimension = static_cast<int>(moduli.size());
  const bool equal = std::count(moduli.begin(), moduli.end(), moduli[0]) == dimension;
  if (equal && dimension == 3 && moduli[0] == 2) return colour_names();
  if (equal && dimension <= 3 && moduli[0] == 3) return shade_names(dimension);
  if (const int ranks = card_ranks_of(moduli); ranks > 0)
    return card_names(ranks, default_suits, default_ranks(ranks));
  return tuple_names(moduli);
}

}  // namespace

Presentation cyclic(int n) {
  Presentation out;
  out.text = "Z" + std::to_string(n);
  out.order = n;
  out.table = tabulate(n, [n](int a, int b) { return (a + b) % n; });
  out.moduli = {n};
  out.names = tuple_names(out.moduli);
  if (n > 1) out.generators = {element(1)};
  return out;
}

Presentation dihedral(int n) {
  Presentation out;
  out.text = "D" + std::to_string(n);
  out.order = 2 * n;
  out.table = tabulate(out.order, [n](int a, int b) {
    const int turn = a < n ? a + b % n : a - b % n + n;
    return turn % n + n * ((a / n + b / n) % 2);
  });
  out.names = power_names(n, 'r', 's');
  if (n > 1) out.generators.push_back(element(1));
  out.generators.push_back(element(n));
  return out;
}

Presentation dicyclic(int n) {
  Presentation out;
  const int turns = 2 * n;
  out.text = "Dic" + std::to_string(n);
  out.order = 2 * turns;
  out.table = tabulate(out.order, [n, turns](int a, int b) {
    const bool flip_a = a >= turns;
    const bool flip_b = b >= turns;
    int turn = flip_a ? a - b % turns + turns : a + b % turns;
    if (flip_a && flip_b) turn += n;
    return turn % turns + (flip_a != flip_b ? turns : 0);
  });
  out.names = power_names(turns, 'a', 'x');
  out.generators = {element(1), element(turns)};
  return out;
}

Presentation symmetric(int n) { return permutations(n, false); }
Presentation alternating(int n) { return permutations(n, true); }

Presentation quaternion() {
  // units[a][b] of 1 i j k: which unit, plus 4 for a minus sign.
  static constexpr int units[4][4] = {{0, 1, 2, 3}, {1, 4, 3, 6}, {2, 7, 4, 1}, {3, 2, 5, 4}};
  Presentation out;
  out.text = "Q8";
  out.order = 8;
  out.table =
      tabulate(8, [](int a, int b) { return (units[a % 4][b % 4] + (a / 4 + b / 4) % 2 * 4) % 8; });
  out.names = Names({"1", "i", "j", "k", "-1", "-i", "-j", "-k"}, Names::Letters::exact);
  out.generators = {element(1), element(2)};
  return out;
}

bool twist_exists(int m, int n) { return twist(m, n) != 0; }

Presentation twisted(int m, int n) {
  const int r = twist(m, n);
  CHECK(r != 0);
  std::vector<int> power{1};
  while (static_cast<int>(power.size()) < n) power.push_back(power.back() * r % m);
  Presentation out;
  out.text = "Z" + std::to_string(m) + ":Z" + std::to_string(n);
  out.order = m * n;
  out.table = tabulate(out.order, [&](int x, int y) {
    const int rank = (x / n + power[static_cast<std::size_t>(x % n)] * (y / n)) % m;
    return (x % n + y % n) % n + n * rank;
  });
  if (n == 4 && cards_exist(m)) {
    out.names = card_names(m, default_suits, default_ranks(m));
    out.card_ranks = m;
  } else {
    std::vector<std::string> written;
    for (int e = 0; e < out.order; ++e)
      written.push_back("(" + std::to_string(e / n) + "," + std::to_string(e % n) + ")");
    out.names = Names(std::move(written), Names::Letters::exact);
  }
  out.generators = {element(n), element(1)};
  return out;
}

Presentation product(const std::vector<Presentation>& factors) {
  CHECK(!factors.empty());
  if (factors.size() == 1) {
    Presentation only = factors[0];
    if (!only.moduli.empty()) only.names = names_of_product(factors, only.moduli);
    return only;
  }
  Presentation out;
  out.order = 1;
  bool all_cyclic = true;
  bool all_same = true;
  for (const Presentation& factor : factors) {
    for (const Element g : factor.generators)
      out.generators.push_back(element(index(g) * out.order));
    out.order *= factor.order;
    CHECK(out.order <= Operation::max_order);
    all_cyclic = all_cyclic && factor.moduli.size() == 1;
    all_same = all_same && factor.text == factors[0].text;
    out.text += (out.text.empty() ? "" : "x") + factor.text;
  }
  if (all_same) out.text = factors[0].text + "^" + std::to_string(factors.size());
  if (all_cyclic)
    for (const Presentation& factor : factors) out.moduli.push_back(factor.order);
  out.table = tabulate(out.order, [&](int a, int b) {
    int made = 0;
    for (int place = 1; const Presentation& factor : factors) {
      const auto cell =
          static_cast<std::size_t>(a % factor.order * factor.order + b % factor.order);
      made += place * index(factor.table[cell]);
      place *= factor.order;
      a /= factor.order;
      b /= factor.order;
    }
    return made;
  });
  out.names = names_of_product(factors, out.moduli);
  out.card_ranks = card_ranks_of(out.moduli);
  return out;
}

Operation OperationBuilder::magma(Presentation presentation) {
  return Operation(tabled(std::move(presentation)));
}

Group OperationBuilder::group(Presentation presentation) {
  const auto data = tabled(std::move(presentation));
  const auto order = static_cast<std::size_t>(data->order);
  for (std::size_t a = 0; a < order; ++a) {
    const auto row = data->table.begin() + static_cast<std::ptrdiff_t>(a * order);
    const auto one = std::find(row, row + data->order, identity);
    CHECK(one != row + data->order);
    data->inverse.push_back(element(static_cast<int>(one - row)));
    int power = 1;
    for (std::size_t x = a; x != 0; ++power)
      x = static_cast<std::size_t>(index(data->table[x * order + a]));
    data->element_order.push_back(power);
    data->exponent = std::lcm(data->exponent, power);
  }
  if (data->generators.empty()) data->generators = few_generators(Group(data));
  return Group(data);
}

std::shared_ptr<Operation::Data> OperationBuilder::tabled(Presentation presentation) {
  auto data = std::make_shared<Operation::Data>();
  data->text = std::move(presentation.text);
  data->table = std::move(presentation.table);
  data->names = std::move(presentation.names);
  data->moduli = std::move(presentation.moduli);
  data->generators = std::move(presentation.generators);
  data->order = presentation.order;
  data->card_ranks = presentation.card_ranks;
  data->abelian = true;
  for (int a = 0; a < data->order; ++a)
    for (int b = 0; b < a; ++b)
      if (data->table[static_cast<std::size_t>(a * data->order + b)] !=
          data->table[static_cast<std::size_t>(b * data->order + a)])
        data->abelian = false;
  return data;
}

}  // namespace coset
