// Abelian groups as products of cyclic ones; see isomorphism.hpp.
#include "engine/algebra/isomorphism.hpp"
#include "engine/algebra/structure.hpp"

namespace coset {

namespace {

Element power(const Group& group, Element e, int exponent) {
  Element out = identity;
  for (int i = 0; i < exponent; ++i) out = group.product(out, e);
  return out;
}

// The least prime that divides n. REQUIRES: n > 1
int least_prime(int n) {
  int p = 2;
  while (n % p != 0) ++p;
  return p;
}

// A generator of largest order p^k whose powers meet `made` in the identity only: what it makes
// with `made` is again a direct factor. Each subgroup of <e> but the trivial one holds e^(p^(k-1)).
Element next_factor(const Group& group, int p, const ElementSet& made) {
  Element best = identity;
  for (const Element e : all_elements(group)) {
    const int order = group.element_order(e);
    if (order <= group.element_order(best)) continue;
    int rest = order;
    while (rest % p == 0) rest /= p;
    if (rest == 1 && !made.contains(power(group, e, order / p))) best = e;
  }
  return best;
}

void list_elements(const Group& group, CyclicFactors& factors) {
  factors.elements = {identity};
  for (const Element g : factors.generators) {
    const int order = group.element_order(g);
    factors.orders.push_back(order);
    const std::size_t size = factors.elements.size() * static_cast<std::size_t>(order);
    for (std::size_t before = 0; factors.elements.size() < size; ++before)
      factors.elements.push_back(group.product(factors.elements[before], g));
  }
}

}  // namespace

CyclicFactors prime_power_factors(const Group& group) {
  CHECK(group.abelian());
  CyclicFactors out;
  ElementSet made{identity};
  for (int rest = group.order(); rest > 1;) {
    const Element g = next_factor(group, least_prime(rest), made);
    rest /= group.element_order(g);
    const auto before = [&](Element a) {
      const int other = group.element_order(a);
      return other != group.element_order(g) ? other < group.element_order(g) : a < g;
    };
    auto place = out.generators.begin();
    while (place != out.generators.end() && before(*place)) ++place;
    out.generators.insert(place, g);
    made = generated(group, out.generators);
  }
  list_elements(group, out);
  return out;
}

// The largest factor of each prime together make the largest one, and so on.
CyclicFactors invariant_factors(const Group& group) {
  std::vector<Element> rest = prime_power_factors(group).generators;
  CyclicFactors out;
  while (!rest.empty()) {
    Element joined = identity;
    int order = 1;
    for (std::size_t i = rest.size(); i-- > 0;) {
      const int factor = group.element_order(rest[i]);
      if (order % least_prime(factor) == 0) continue;
      joined = group.product(joined, rest[i]);
      order *= factor;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    }
    out.generators.insert(out.generators.begin(), joined);
  }
  list_elements(group, out);
  return out;
}

}  // namespace coset
