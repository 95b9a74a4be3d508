#include "protocol/json_output/subgroup_json.hpp"

#include "engine/algebra/structure.hpp"
#include "protocol/table/fields_writer.hpp"
#include "protocol/table/messages.hpp"

namespace coset::protocol {

namespace {

std::vector<std::string> names_in(const Group& group, const ElementSet& set) {
  return names_of(group, {set.begin(), set.end()});
}

struct SubgroupTold {
  const Group& group;
  const ElementSet& members;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("order", self.members.size());
    io("generators", names_of(self.group, few_generators(self.group, self.members)));
    io("elements", names_in(self.group, self.members));
    io.nullable("known_as", known_as_told(subgroup_as_group(self.group, self.members), false));
  }
};

struct CosetTold {
  std::string name;
  std::vector<std::string> elements;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("name", self.name);
    io("elements", self.elements);
  }
};

std::vector<CosetTold> cosets_told(const Group& group, const ElementSet& subgroup, CosetSide side) {
  std::vector<CosetTold> out;
  for (const ElementSet& part : cosets(group, subgroup, side))
    out.push_back({coset_name(static_cast<int>(out.size())), names_in(group, part)});
  return out;
}

struct MixedTold {
  const Group& group;
  MixedCosets mixed;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const auto name = [&](Element e) { return self.group.names().write(e); };
    io("a", name(self.mixed.a));
    io("b", name(self.mixed.b));
    io("x", name(self.mixed.x));
    io("ax", name(self.group.product(self.mixed.a, self.mixed.x)));
    io("bx", name(self.group.product(self.mixed.b, self.mixed.x)));
  }
};

struct CosetsTold {
  const Group& group;
  ElementSet subgroup;
  CosetSide side;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const Group& group = self.group;
    io("schema", 1);
    io("group", group.text());
    io("subgroup", SubgroupTold{group, self.subgroup});
    io("index", group.order() / self.subgroup.size());
    io.word("side", self.side == CosetSide::left ? "left" : "right");
    io("cosets", cosets_told(group, self.subgroup, self.side));
    const auto mixed = mixed_cosets(group, self.subgroup);
    io("normal", !mixed);
    if (mixed) io("witness", MixedTold{group, *mixed});
    io("normaliser", names_in(group, normaliser(group, self.subgroup)));
    std::vector<std::vector<std::string>> all;
    for (const ElementSet& one : conjugates(group, self.subgroup))
      all.push_back(names_in(group, one));
    io("conjugates", all);
  }
};

struct QuotientTold {
  const Group& group;
  ElementSet subgroup;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const Group made = quotient(self.group, self.subgroup);
    io("schema", 1);
    io("group", self.group.text());
    io("subgroup", SubgroupTold{self.group, self.subgroup});
    io("quotient", made.text());
    io("order", made.order());
    io("abelian", made.abelian());
    io.nullable("known_as", known_as_told(made, true));
    io("cosets", cosets_told(self.group, self.subgroup, CosetSide::left));
  }
};

}  // namespace

std::vector<std::string> KnownAsTold::map() const {
  const auto group = Group::parse(known.text);
  CHECK(group.ok());
  std::vector<std::string> out;
  for (const Element e : known.sent) out.push_back(group->names().write(e));
  return out;
}

std::optional<KnownAsTold> known_as_told(const Group& group, bool with_map) {
  auto known = known_as(group);
  if (!known) return std::nullopt;
  return KnownAsTold{*std::move(known), with_map};
}

std::string cosets_json(const Group& group, std::span<const Element> elements, CosetSide side) {
  return written(CosetsTold{group, generated(group, elements), side});
}

Result<std::string> quotient_json(const Group& group, std::span<const Element> elements) {
  const ElementSet subgroup = generated(group, elements);
  if (const auto mixed = mixed_cosets(group, subgroup))
    return Error{"subgroup.not_normal", 0, describe(group, *mixed)};
  return written(QuotientTold{group, subgroup});
}

}  // namespace coset::protocol
