#include <numeric>

#include "engine/algebra/structure.hpp"
#include "property.hpp"

namespace coset {
namespace {

using property::number;

Element any_of(const Group& group) { return element(number(0, group.order() - 1)); }

RC_GTEST_PROP(GroupLaws, TheAxioms, ()) {
  const Group g = property::any_group();
  const Element a = any_of(g);
  const Element b = any_of(g);
  const Element c = any_of(g);
  RC_ASSERT(g.product(g.product(a, b), c) == g.product(a, g.product(b, c)));
  RC_ASSERT(g.product(a, identity) == a && g.product(identity, a) == a);
  RC_ASSERT(g.product(a, g.inverse(a)) == identity && g.product(g.inverse(a), a) == identity);
}

RC_GTEST_PROP(GroupLaws, InverseOfAProduct, ()) {
  const Group g = property::any_group();
  const Element a = any_of(g);
  const Element b = any_of(g);
  RC_ASSERT(g.inverse(g.product(a, b)) == g.product(g.inverse(b), g.inverse(a)));
  RC_ASSERT(g.inverse(g.inverse(a)) == a);
}

RC_GTEST_PROP(GroupLaws, OrdersDivide, ()) {
  const Group g = property::any_group();
  const Element a = any_of(g);
  Element power = a;
  int order = 1;
  for (; power != identity; ++order) power = g.product(power, a);
  RC_ASSERT(g.element_order(a) == order);
  RC_ASSERT(g.exponent() % order == 0);
  RC_ASSERT(g.order() % order == 0);
}

RC_GTEST_PROP(GroupLaws, AbelianIffEveryPairCommutes, ()) {
  const Group g = property::any_group();
  bool all = true;
  for (int a = 0; a < g.order(); ++a)
    for (int b = 0; b < a; ++b) all = all && g.commute(element(a), element(b));
  RC_ASSERT(g.abelian() == all);
}

RC_GTEST_PROP(GroupLaws, GeneratorsGenerate, ()) {
  const Group g = property::any_group();
  RC_ASSERT(generated(g, g.generators()).size() == g.order());
}

RC_GTEST_PROP(GroupLaws, AWordIsMultipliedFromTheLeft, ()) {
  const Group g = property::any_group();
  const std::vector<int> letters = property::numbers(1, 10, g.order());
  RC_ASSERT(index(g.product(property::word_of(letters))) == property::product_of(g, letters));
}

RC_GTEST_PROP(GroupLaws, CoordinatesMakeTheIndexFirstOneFastest, ()) {
  const Group g = property::cyclic_product();
  const Element a = any_of(g);
  const Element b = any_of(g);
  int made = 0;
  int place = 1;
  for (int i = 0; i < static_cast<int>(g.moduli().size()); ++i) {
    const int k = g.moduli()[static_cast<std::size_t>(i)];
    made += place * g.coordinate(a, i);
    RC_ASSERT(g.coordinate(g.product(a, b), i) == (g.coordinate(a, i) + g.coordinate(b, i)) % k);
    place *= k;
  }
  RC_ASSERT(made == index(a));
}

RC_GTEST_PROP(GroupLaws, NamesReadBack, ()) {
  const Group g = property::any_group();
  const Element a = any_of(g);
  Reader in(g.names().write(a));
  const auto read = g.names().read(in);
  RC_ASSERT(read.ok() && *read == a && in.done());
  RC_ASSERT(g.names().text_order()[static_cast<std::size_t>(g.names().text_rank(a))] == a);
}

// A group written as a table in any order of its elements is that group, identity first.
RC_GTEST_PROP(GroupLaws, AShuffledTableIsTheGroup, ()) {
  const Group g = property::group_of(property::one_of({"Z5", "Z2^3", "S3", "Q8", "D4", "Dic3"}));
  std::vector<int> order(static_cast<std::size_t>(g.order()));
  std::iota(order.begin(), order.end(), 0);
  order = property::shuffled(order);
  const auto name = [](int e) { return "x" + std::to_string(e); };
  std::string text = "table:";
  for (const int e : order) text += (e == order[0] ? "" : ",") + name(e);
  for (const char* before = ";"; const int a : order) {
    for (const int b : order) {
      text += std::exchange(before, ",") + name(index(g.product(element(a), element(b))));
    }
    before = "/";
  }
  const Group table = property::group_of(text);
  RC_ASSERT(table.names().write(identity) == "x0");
  for (int a = 0; a < g.order(); ++a)
    for (int b = 0; b < g.order(); ++b) {
      const Element x = *table.names().find(name(a));
      const Element y = *table.names().find(name(b));
      RC_ASSERT(table.names().write(table.product(x, y)) ==
                name(index(g.product(element(a), element(b)))));
    }
  RC_ASSERT(property::group_of(table.text()).text() == table.text());
}

}  // namespace
}  // namespace coset
