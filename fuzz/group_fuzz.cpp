// Any text is refused with a sound error, or is an operation whose text is that operation again; a
// group among them fulfils the axioms.
#include "base/rng.hpp"
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

namespace {

bool same_table(const Operation& a, const Operation& b) {
  if (a.order() != b.order()) return false;
  for (int x = 0; x < a.order(); ++x)
    for (int y = 0; y < a.order(); ++y)
      if (a.product(element(x), element(y)) != b.product(element(x), element(y))) return false;
  return true;
}

void expect_names(const Operation& operation) {
  for (int i = 0; i < operation.order(); ++i) {
    const Element e = element(i);
    const std::string& name = operation.names().write(e);
    Reader in(name);
    const auto read = operation.names().read(in);
    expect(read.ok() && *read == e && in.done(), "a written name reads as its element");
    expect(
        operation.names().text_order()[static_cast<std::size_t>(operation.names().text_rank(e))] ==
            e,
        "every element has its place in the text order");
  }
}

void expect_axioms(const Group& group) {
  Rng rng(static_cast<std::uint64_t>(group.order()));
  const auto any = [&] {
    return element(static_cast<int>(rng.below(static_cast<std::uint32_t>(group.order()))));
  };
  for (int i = 0; i < group.order(); ++i) {
    const Element a = element(i);
    expect(group.product(identity, a) == a && group.product(a, identity) == a, "0 is neutral");
    expect(group.product(a, group.inverse(a)) == identity, "an inverse is one");
    expect(group.exponent() % group.element_order(a) == 0, "orders divide the exponent");
    const Element b = any();
    const Element c = any();
    expect(group.product(group.product(a, b), c) == group.product(a, group.product(b, c)),
           "a group is associative");
    expect(!group.abelian() || group.commute(a, b), "an abelian group commutes");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;  // tables of up to 45 elements say all that larger ones do
  const std::string_view text = fuzz::text_of(data, size);
  const auto operation = Operation::parse(text);
  const auto group = Group::parse(text);
  if (!group) fuzz::expect_sound(group.error(), text);
  if (!operation) {
    fuzz::expect_sound(operation.error(), text);
    expect(!group.ok(), "a group is an operation");
    return 0;
  }
  const auto again = Operation::parse(operation->text());
  expect(again.ok() && again->text() == operation->text(), "the text of an operation is canonical");
  expect(same_table(*operation, *again), "the text of an operation is that operation");
  expect_names(*operation);
  expect(group.ok() == operation->group().has_value(), "both parsers know what is a group");
  if (group) expect_axioms(*group);
  return 0;
}
