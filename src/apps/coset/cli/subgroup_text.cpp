#include "apps/coset/cli/subgroup_text.hpp"

#include <algorithm>

#include "apps/coset/cli/terminal/output.hpp"
#include "engine/algebra/isomorphism.hpp"
#include "engine/algebra/structure.hpp"
#include "protocol/json_output/lattice_json.hpp"

namespace coset::cli {

namespace {

std::string row(std::string_view label, const std::string& value) {
  return "  " + padded(label, 12) + value + "\n";
}

// "order 4, Z2^2"
std::string kind_of(const Group& group) {
  const auto known = known_as(group);
  return "order " + std::to_string(group.order()) + (known ? ", " + known->name : "");
}

std::string counted(std::size_t count, const std::string& one, const std::string& more) {
  return std::to_string(count) + " " + (count == 1 ? one : more);
}

std::string coset_rows(const Group& group, const ElementSet& subgroup, CosetSide side) {
  std::string out;
  int i = 0;
  for (const ElementSet& part : cosets(group, subgroup, side))
    out += row(coset_name(i++), list_elements(group, part));
  return out;
}

std::string quoted_for_gap(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string gap_list(const Group& group, const std::vector<Element>& elements) {
  std::string out;
  for (const Element g : elements) {
    out += out.empty() ? "[PermList([" : ", PermList([";
    for (const Element x : all_elements(group))
      out += (x == identity ? "" : ",") + std::to_string(index(group.product(x, g)) + 1);
    out += "])";
  }
  return out.empty() ? "[]" : out + "]";
}

std::string gap_head(const Group& group) {
  std::string names;
  for (const Element e : all_elements(group))
    names += (names.empty() ? "[" : ",") + quoted_for_gap(group.names().write(e));
  return "names := " + names + "];;\n" + "G := Group(" + gap_list(group, group.generators()) +
         ", ());;\n";
}

std::string gap_subgroup(const Group& group, const ElementSet& subgroup) {
  return "H := Subgroup(G, " + gap_list(group, few_generators(group, subgroup)) + ");;\n";
}

}  // namespace

std::string fitting(const std::vector<std::string>& words) {
  constexpr std::size_t columns = 64;
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty() && width(out) + 1 + width(word) > columns) return out + " ...";
    out += (out.empty() ? "" : " ") + word;
  }
  return out;
}

std::string list_elements(const Group& group, const ElementSet& set,
                          std::vector<std::string> words) {
  for (const Element e : group.names().text_order())
    if (set.contains(e)) words.push_back(group.names().write(e));
  return fitting(words);
}

std::string describe_subgroup(const Group& group, const ElementSet& subgroup) {
  if (subgroup.size() == group.order()) return "the whole group";
  if (subgroup.size() == 1) return "trivial";
  return list_elements(group, subgroup, {"order", std::to_string(subgroup.size()) + ":"});
}

std::string cosets_text(const Group& group, const ElementSet& subgroup, CosetSide side) {
  const auto mixed = mixed_cosets(group, subgroup);
  const auto index = static_cast<std::size_t>(group.order() / subgroup.size());
  const std::string name = side == CosetSide::left ? "left" : "right";
  std::string out = shortened(group.text(), 76) + "\n";
  out += row("subgroup", kind_of(subgroup_as_group(group, subgroup)));
  out += row("cosets", counted(index, name + " coset", name + " cosets"));
  out += coset_rows(group, subgroup, side);
  out += row("normal", mixed ? "no" : "yes");
  if (mixed) out += row("", describe(group, *mixed));
  out += row("normaliser", describe_subgroup(group, normaliser(group, subgroup)));
  return out + row("conjugates", std::to_string(conjugates(group, subgroup).size()));
}

std::string quotient_text(const Group& group, const ElementSet& subgroup) {
  const Group made = quotient(group, subgroup);
  std::string out = shortened(group.text(), 76) + "\n";
  out += row("subgroup", kind_of(subgroup_as_group(group, subgroup)));
  out += row("quotient", kind_of(made) + (made.abelian() ? ", abelian" : ", not abelian"));
  return out + coset_rows(group, subgroup, CosetSide::left) + made.text() + "\n";
}

std::string lattice_text(const Group& group, const std::optional<Lattice>& lattice) {
  std::string out = shortened(group.text(), 76) + "\n";
  if (!lattice) return out + row("subgroups", "more than " + std::to_string(lattice_limit));
  out += row("subgroups", std::to_string(lattice->nodes.size()));
  out += row("classes", std::to_string(lattice->classes.size()));
  const bool named = lattice->classes.size() <= protocol::max_named_classes;
  std::vector<std::string> names;
  for (const std::vector<std::size_t>& one : lattice->classes) {
    const ElementSet& members = lattice->nodes[one[0]].members;
    names.push_back(named ? kind_of(subgroup_as_group(group, members))
                          : "order " + std::to_string(members.size()));
    if (one.size() == 1) names.back() += ", normal";
  }
  for (std::size_t i = 0; i < lattice->nodes.size(); ++i) {
    const LatticeNode& node = lattice->nodes[i];
    std::vector<std::string> words;
    for (const std::size_t lower : node.covered) words.push_back(std::to_string(lower));
    out += row(std::to_string(i),
               names[node.class_number] + ", class " + std::to_string(node.class_number));
    std::vector<std::string> generators;
    for (const Element g : few_generators(group, node.members))
      generators.push_back(group.names().write(g));
    if (!generators.empty()) out += row("", "generated by " + fitting(generators));
    if (!words.empty()) out += row("", "covers " + fitting(words));
  }
  return out;
}

std::string cosets_gap(const Group& group, const ElementSet& subgroup, CosetSide side) {
  const std::string parts = side == CosetSide::left
                                ? "List(RightCosets(G, H), c -> List(c, Inverse))"
                                : "RightCosets(G, H)";
  return gap_head(group) + gap_subgroup(group, subgroup) + "cosets := List(" + parts +
         ", c -> Set(c, g -> 1^g));\n" + "named := List(cosets, c -> names{c});\n" +
         "IsNormal(G, H);\n" + "Size(Normaliser(G, H));\n";
}

std::string quotient_gap(const Group& group, const ElementSet& subgroup) {
  return gap_head(group) + gap_subgroup(group, subgroup) +
         "Q := FactorGroup(G, H);\n[Size(Q), IsAbelian(Q)];\n";
}

std::string lattice_gap(const Group& group) {
  return gap_head(group) +
         "L := LatticeSubgroups(G);\n"
         "classes := ConjugacyClassesSubgroups(L);\n"
         "List(classes, c -> [Size(Representative(c)), Size(c)]);\n"
         "MaximalSubgroupsLattice(L);\n";
}

}  // namespace coset::cli
