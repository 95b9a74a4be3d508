// What a group is known as; see isomorphism.hpp.
#include <algorithm>

#include "engine/algebra/families.hpp"
#include "engine/algebra/isomorphism.hpp"

namespace coset {

namespace {

struct Usual {
  int order;
  std::string_view name, text;
};
// The groups of order up to 31 that no family has.
constexpr Usual usual[] = {
    {16, "Z4⋊Z4", "perm:(1,2,3,4)/(2,4)(5,6,7,8)"},
    {16, "Z8⋊Z2 (modular)", "perm:(1,2,3,4,5,6,7,8)/(2,6)(4,8)"},
    {16, "Z2²⋊Z4", "perm:(1,2,3,4)(5,6,7,8)/(2,6)(4,8)"},
    {16, "Pauli group", "perm:(1,2,3,4)(5,6,7,8)/(5,7)(6,8)/(1,5)(2,6)(3,7)(4,8)"},
    {18, "generalised dihedral group of Z3²", "perm:(1,2,3)/(4,5,6)/(2,3)(5,6)"},
    {24, "Z3⋊Z8", "perm:(1,2,3)/(2,3)(4,5,6,7,8,9,10,11)"},
    {24, "SL(2,3)", "perm:(2,3,5)(6,7,8)/(1,6,4,2)(3,5,7,8)"},
    {24, "Z3⋊D4", "perm:(1,2)(3,4)(5,6,7)/(2,4)(6,7)"},
    {27, "Heisenberg group mod 3", "perm:(1,2,3)(4,5,6)(7,8,9)/(2,5,8)(3,9,6)"}};

struct Atom {
  int order;
  std::string text;
};

// Groups with a name that are not abelian, of an order that divides n; the usual names first.
std::vector<Atom> atoms(int n) {
  std::vector<Atom> out{{6, "S3"}, {24, "S4"}, {12, "A4"}, {60, "A5"}, {8, "Q8"}};
  for (int m = 4; 2 * m <= n; ++m) out.push_back({2 * m, "D" + std::to_string(m)});
  for (int m = 3; 4 * m <= n; ++m) out.push_back({4 * m, "Dic" + std::to_string(m)});
  std::erase_if(out, [n](const Atom& atom) { return n % atom.order != 0; });
  return out;
}

std::vector<Atom> twisted_atoms(int n) {
  std::vector<Atom> out;
  for (int m = 5; 2 * m <= n; ++m)
    for (int k = 2; m * k <= n; ++k)
      if (n % (m * k) == 0 && twist_exists(m, k))
        out.push_back({m * k, "Z" + std::to_string(m) + ":Z" + std::to_string(k)});
  return out;
}

// Tries products until one is isomorphic.
class Candidates {
 public:
  Candidates(const Group& group, std::vector<Atom> atoms)
      : group_(group), atoms_(std::move(atoms)) {}

  std::optional<KnownAs> run() {
    constexpr int most_factors = 6;  // 2^6 is above isomorphism_limit
    for (int factors = 1; factors < most_factors && !found_; ++factors)
      add_atoms("", group_.order(), factors, 0);
    return std::move(found_);
  }

 private:
  void add_atoms(const std::string& text, int rest, int factors, std::size_t from) {
    for (std::size_t i = from; i < atoms_.size() && factors > 0 && !found_; ++i)
      if (rest % atoms_[i].order == 0)
        add_atoms(text + atoms_[i].text + "x", rest / atoms_[i].order, factors - 1, i);
    if (!text.empty() && !found_) add_cyclic(text, rest, factors, 1);
  }

  // Cyclic factors whose orders divide one another.
  void add_cyclic(const std::string& text, int rest, int factors, int before) {
    if (factors == 0 && rest == 1) return compare(text);
    for (int n = std::max(2, before); n <= rest && factors > 0 && !found_; n += before)
      if (rest % n == 0) add_cyclic(text + "Z" + std::to_string(n) + "x", rest / n, factors - 1, n);
  }

  void compare(const std::string& text) {
    const auto other = Group::parse(text.substr(0, text.size() - 1));
    CHECK(other.ok());
    if (auto sent = isomorphism(group_, *other))
      found_ = KnownAs{other->text(), other->text(), *std::move(sent)};
  }

  const Group& group_;
  std::vector<Atom> atoms_;
  std::optional<KnownAs> found_;
};

KnownAs abelian_known_as(const Group& group) {
  const CyclicFactors factors = invariant_factors(group);
  std::string text = factors.orders.empty() ? "Z1" : "";
  for (const int order : factors.orders)
    text += (text.empty() ? "Z" : "xZ") + std::to_string(order);
  const auto other = Group::parse(text);
  CHECK(other.ok());
  KnownAs out{other->text(), other->text(), factors.elements};
  for (std::size_t i = 0; i < factors.elements.size(); ++i)
    out.sent[static_cast<std::size_t>(index(factors.elements[i]))] = element(static_cast<int>(i));
  return out;
}

}  // namespace

std::optional<KnownAs> known_as(const Group& group) {
  if (group.abelian()) return abelian_known_as(group);
  if (group.order() > isomorphism_limit) return std::nullopt;
  std::vector<Atom> known = atoms(group.order());
  if (auto found = Candidates(group, known).run()) return found;
  const std::vector<Atom> twisted = twisted_atoms(group.order());
  known.insert(known.begin(), twisted.begin(), twisted.end());
  if (auto found = Candidates(group, known).run()) return found;
  for (const Usual& one : usual) {
    if (one.order != group.order()) continue;
    const auto other = Group::parse(one.text);
    CHECK(other.ok());
    if (auto sent = isomorphism(group, *other))
      return KnownAs{other->text(), std::string(one.name), *std::move(sent)};
  }
  return std::nullopt;
}

}  // namespace coset
