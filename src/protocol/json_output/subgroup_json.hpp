// Cosets and a quotient as one line of JSON each, the same for the terminal, the browser and
// Python. Pure; thread-safe.
#pragma once

#include <span>
#include <string>

#include "engine/algebra/cosets.hpp"
#include "engine/algebra/isomorphism.hpp"

namespace coset::protocol {

// What a group is known as, and where an isomorphism sends its elements if `with_map`.
struct KnownAsTold {
  KnownAs known;
  bool with_map = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("group", self.known.text);
    io("name", self.known.name);
    if (self.with_map) io("map", self.map());
  }
  std::vector<std::string> map() const;
};
std::optional<KnownAsTold> known_as_told(const Group& group, bool with_map);

// Of the subgroup that these elements generate.
std::string cosets_json(const Group& group, std::span<const Element> elements, CosetSide side);
// An error if the subgroup is not normal.
Result<std::string> quotient_json(const Group& group, std::span<const Element> elements);

}  // namespace coset::protocol
