#include "apps/coset/cli/bench/lab.hpp"

#include <algorithm>

#include "apps/coset/cli/bench/processor.hpp"
#include "engine/algebra/cosets.hpp"
#include "engine/algebra/isomorphism.hpp"
#include "engine/algebra/lattice.hpp"
#include "engine/algebra/structure.hpp"

namespace coset::cli {

namespace {

Group group_of(const std::string& text) {
  auto group = Group::parse(text);
  CHECK(group.ok());
  return *std::move(group);
}

template <class Work>
LabTime timed(std::string what, const std::string& text, double limit, Work work) {
  const Group group = group_of(text);
  LabTime out{std::move(what), text, 1e9, limit};
  for (int run = 0; run < 3; ++run) {
    const double start = processor_seconds();
    work(group);
    out.milliseconds = std::min(out.milliseconds, 1e3 * (processor_seconds() - start));
  }
  return out;
}

ElementSet cyclic_subgroup(const Group& group, Element e) {
  return generated(group, std::vector<Element>{e});
}

}  // namespace

std::vector<LabTime> measure_lab_times() {
  std::vector<LabTime> out;
  out.push_back(timed("cosets", "A5", 1, [](const Group& group) {
    const ElementSet subgroup = cyclic_subgroup(group, element(1));
    CHECK(cosets(group, subgroup, CosetSide::left).size() > 1);
    CHECK(cosets(group, subgroup, CosetSide::right).size() > 1);
    CHECK(mixed_cosets(group, subgroup).has_value());
    CHECK(normaliser(group, subgroup).size() > 1);
    CHECK(conjugates(group, subgroup).size() > 1);
  }));
  out.push_back(timed("quotient", "A5", 1, [](const Group& group) {
    CHECK(quotient(group, ElementSet{identity}).order() == 60);
  }));
  for (const char* text :
       {"A5", "S3xD5", "Z15:Z4", "S4xZ2", "perm:(1,2,3)(4,5,6)(7,8,9)/(2,5,8)(3,9,6)/(10,11)"})
    out.push_back(timed("name", text, 20, [](const Group& group) { (void)known_as(group); }));
  out.push_back(timed("lattice", "S5", 60,
                      [](const Group& group) { CHECK(lattice_of(group)->nodes.size() == 156); }));
  out.push_back(timed("lattice", "Z2^6", 150,
                      [](const Group& group) { CHECK(lattice_of(group)->nodes.size() == 2825); }));
  out.push_back(
      timed("refusal", "Z2^8", 200, [](const Group& group) { CHECK(!lattice_of(group)); }));
  return out;
}

}  // namespace coset::cli
