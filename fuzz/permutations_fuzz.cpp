// Any text after "perm:" is refused with a sound error, or is a group of at most 256 permutations:
// its text is canonical, its names read as their elements in cycles turned around, and products of
// names are products of permutations.
#include <map>

#include "engine/algebra/cycles.hpp"
#include "engine/algebra/operation.hpp"
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

namespace {

constexpr int points = 64;

std::vector<int> images_of(const Group& group, Element e) {
  const auto images = read_cycles(group.names().write(e), points);
  expect(images.has_value(), "a name is a permutation in cycles");
  return *images;
}

void expect_products(const Group& group) {
  std::vector<std::vector<int>> images;
  for (int e = 0; e < group.order(); ++e) images.push_back(images_of(group, element(e)));
  const int step = group.order() > 32 ? 7 : 1;
  for (int a = 0; a < group.order(); a += step)
    for (int b = 0; b < group.order(); b += step) {
      const auto& first = images[static_cast<std::size_t>(a)];
      const auto& then = images[static_cast<std::size_t>(b)];
      const auto& both =
          images[static_cast<std::size_t>(index(group.product(element(a), element(b))))];
      for (std::size_t i = 0; i < points; ++i)
        expect(both[i] == then[static_cast<std::size_t>(first[i])],
               "a product is first the left permutation, then the right one");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 1024) return 0;
  const std::string text = "perm:" + std::string(fuzz::text_of(data, size));
  const auto group = Group::parse(text);
  if (!group) {
    fuzz::expect_sound(group.error(), text);
    return 0;
  }
  expect(group->order() <= Operation::max_order, "a group has at most 256 elements");
  const auto again = Group::parse(group->text());
  expect(again.ok() && again->text() == group->text() && again->order() == group->order(),
         "the text of a group is canonical");
  expect(group->text().find(' ') == std::string::npos, "the text of a group is one word");
  expect(group->generators().size() < 9, "every generator at least doubles the group");
  expect_products(*group);
  return 0;
}
