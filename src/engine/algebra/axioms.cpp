#include "engine/algebra/axioms.hpp"

#include "base/sentence.hpp"
#include "engine/algebra/element_set.hpp"

namespace coset {

namespace {

// A read-only table with a product.
struct Table {
  std::span<const Element> cells;
  int order;
  Element operator()(Element a, Element b) const {
    return cells[static_cast<std::size_t>(index(a) * order + index(b))];
  }
  Element operator()(int a, int b) const { return (*this)(element(a), element(b)); }
};

// a*b = a*c (or b*a = c*a when `columns`) with b != c.
std::optional<Witness> find_repeat(const Table& product, bool columns) {
  for (int a = 0; a < product.order; ++a) {
    std::vector<int> seen(static_cast<std::size_t>(product.order), -1);
    for (int b = 0; b < product.order; ++b) {
      const Element made = columns ? product(b, a) : product(a, b);
      int& first = seen[static_cast<std::size_t>(index(made))];
      if (first >= 0) return Witness{Axiom::cancellation, element(a), element(first), element(b)};
      first = b;
    }
  }
  return std::nullopt;
}

// The only row (or column) that does not hold every element, and the only element that it lacks.
struct Lack {
  int line = -1;
  int element = -1;
};
std::optional<Lack> find_lack(const Table& product, bool columns) {
  std::optional<Lack> out;
  for (int a = 0; a < product.order; ++a) {
    ElementSet held;
    for (int b = 0; b < product.order; ++b) held.insert(columns ? product(b, a) : product(a, b));
    if (held.size() == product.order) continue;
    if (out || held.size() + 1 < product.order) return std::nullopt;
    out = Lack{a, 0};
    while (held.contains(element(out->element))) ++out->element;
  }
  return out;
}

}  // namespace

std::optional<Element> find_identity(std::span<const Element> table, int order) {
  const Table product{table, order};
  for (int e = 0; e < order; ++e) {
    bool neutral = true;
    for (int x = 0; x < order && neutral; ++x)
      neutral = product(e, x) == element(x) && product(x, e) == element(x);
    if (neutral) return element(e);
  }
  return std::nullopt;
}

std::optional<Witness> first_failure(std::span<const Element> table, int order) {
  const Table product{table, order};
  if (const auto repeat = find_repeat(product, false)) return repeat;
  if (const auto repeat = find_repeat(product, true)) return repeat;
  const auto neutral = find_identity(table, order);
  if (!neutral) return Witness{Axiom::neutral};
  for (int a = 0; a < order; ++a) {
    // Rows and columns hold each element once, so a has one right and one left inverse.
    int right = 0;
    while (product(a, right) != *neutral) ++right;
    if (product(right, a) != *neutral)
      return Witness{Axiom::inverse, element(a), element(right), *neutral};
  }
  for (int a = 0; a < order; ++a)
    for (int b = 0; b < order; ++b)
      for (int c = 0; c < order; ++c) {
        const Element left = product(product(a, b), element(c));
        const Element right = product(element(a), product(b, c));
        if (left != right) return Witness{Axiom::associativity, element(a), element(b), element(c)};
      }
  return std::nullopt;
}

std::string_view code_of(Axiom axiom) {
  switch (axiom) {
    case Axiom::cancellation:
      return "table.not_latin";
    case Axiom::neutral:
      return "table.no_identity";
    case Axiom::inverse:
      return "table.no_inverse";
    case Axiom::associativity:
      return "table.not_associative";
  }
  CHECK(false);
}

std::string describe(const Witness& witness, std::span<const Element> table, int order,
                     const Names& names) {
  const Table product{table, order};
  const std::string& a = names.write(witness.a);
  const std::string& b = names.write(witness.b);
  const std::string& c = names.write(witness.c);
  const auto made = [&](Element x, Element y) -> const std::string& {
    return names.write(product(x, y));
  };
  switch (witness.axiom) {
    case Axiom::cancellation:
      if (product(witness.a, witness.b) == product(witness.a, witness.c))
        return sentence({a, "*", b, " = ", a, "*", c, " = ", made(witness.a, witness.b),
                         ": a row holds the same element twice, so there is no cancelling."});
      return sentence({b, "*", a, " = ", c, "*", a, " = ", made(witness.b, witness.a),
                       ": a column holds the same element twice, so there is no cancelling."});
    case Axiom::neutral:
      return "No element leaves every other one unchanged: there is no identity.";
    case Axiom::inverse:
      return sentence({a, "*", b, " = ", c, " but ", b, "*", a, " = ", made(witness.b, witness.a),
                       ": ", a, " has no inverse that works on both sides."});
    case Axiom::associativity: {
      const Element left = product(product(witness.a, witness.b), witness.c);
      const Element right = product(witness.a, product(witness.b, witness.c));
      return sentence({"(", a, "*", b, ")*", c, " = ", names.write(left), " but ", a, "*(", b, "*",
                       c, ") = ", names.write(right), ": the operation is not associative."});
    }
  }
  CHECK(false);
}

std::string not_closed(std::string_view a, std::string_view b, std::string_view made) {
  return sentence(
      {a, "*", b, " = ", made, ", which is not one of the elements: the operation is not closed."});
}

std::vector<Cell> cells_of(const Witness& witness, std::span<const Element> table, int order) {
  const Table product{table, order};
  const auto [axiom, a, b, c] = witness;
  switch (axiom) {
    case Axiom::cancellation:
      if (product(a, b) == product(a, c)) return {{a, b}, {a, c}};
      return {{b, a}, {c, a}};
    case Axiom::neutral:
      return {};
    case Axiom::inverse:
      return {{a, b}, {b, a}};
    case Axiom::associativity:
      return {{a, b}, {product(a, b), c}, {b, c}, {a, product(b, c)}};
  }
  CHECK(false);
}

std::optional<Mend> find_mend(std::span<const Element> table, int order) {
  const Table product{table, order};
  const auto row = find_lack(product, false);
  const auto column = find_lack(product, true);
  if (!row || !column || row->element != column->element) return std::nullopt;
  std::vector<Element> mended(table.begin(), table.end());
  mended[static_cast<std::size_t>(row->line * order + column->line)] = element(row->element);
  if (first_failure(mended, order)) return std::nullopt;
  return Mend{{element(row->line), element(column->line)}, element(row->element)};
}

}  // namespace coset
