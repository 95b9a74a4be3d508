// coset group SPEC...: the structure of groups.
#include <sstream>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/subgroup_text.hpp"
#include "apps/coset/cli/terminal/progress.hpp"
#include "apps/coset/cli/together.hpp"
#include "engine/algebra/axioms.hpp"
#include "engine/algebra/families.hpp"
#include "engine/algebra/isomorphism.hpp"
#include "engine/algebra/structure.hpp"
#include "engine/play/notation.hpp"
#include "protocol/json_output/group_json.hpp"
#include "protocol/json_output/lattice_json.hpp"
#include "protocol/json_output/subgroup_json.hpp"

namespace coset::cli {

namespace {

std::vector<Element> in_index_order(const Group& group) {
  const ElementSet all = all_elements(group);
  return {all.begin(), all.end()};
}

std::string to_text(const Group& group) {
  const Facts facts = facts_of(group);
  std::string orders;
  for (const auto& [order, count] : facts.element_orders)
    orders +=
        (orders.empty() ? "" : ", ") + std::to_string(count) + " of order " + std::to_string(order);
  std::vector<std::string> generators;
  for (const Element g : group.generators()) generators.push_back(group.names().write(g));
  std::string out;
  const auto row = [&out](std::string_view label, const std::string& value) {
    out += "\n  " + padded(label, 12) + value;
  };
  if (const auto known = known_as(group); known && known->name != group.text())
    row("known as", known->name);
  row("order", std::to_string(group.order()) + (group.abelian() ? ", abelian" : ", not abelian"));
  row("exponent", std::to_string(group.exponent()));
  row("elements", list_elements(group, all_elements(group)));
  row("", orders);
  row("generators", generators.empty() ? "none" : fitting(generators));
  row("centre", describe_subgroup(group, facts.centre));
  row("derived", describe_subgroup(group, facts.derived));
  row("classes", std::to_string(facts.classes));
  row("subgroups", facts.subgroups ? std::to_string(*facts.subgroups)
                                   : "more than " + std::to_string(subgroup_limit));
  return shortened(group.text(), 76) + out + "\n";
}

// Row times column.
std::string to_table(const Group& group) {
  const std::vector<Element> all = in_index_order(group);
  std::size_t columns = 1;
  for (const Element e : all) columns = std::max(columns, width(group.names().write(e)));
  std::string out;
  const auto row = [&](std::string_view first, auto name) {
    std::string line = "  " + padded(first, columns) + " |";
    for (const Element e : all) line += " " + padded(group.names().write(name(e)), columns);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  row(group.abelian() ? "+" : "*", [](Element b) { return b; });
  out += "  " + std::string(columns + 1, '-') + "+" + std::string(all.size() * (columns + 1), '-') +
         "\n";
  for (const Element a : all)
    row(group.names().write(a), [&](Element b) { return group.product(a, b); });
  return "\n" + out;
}

Group parse(const std::string& spec, const std::string& where) {
  auto group = Group::parse(spec);
  if (!group) throw Failure(Exit::input, group.error(), spec, where);
  return *std::move(group);
}

// Whether a table is a group, and why not.
std::string check_text(const PastedTable& pasted) {
  const std::vector<Element> table = pasted.elements();
  const std::size_t order = pasted.names.size();
  if (const std::size_t at = table.size(); at < pasted.cells.size())
    return not_closed(pasted.names[at / order], pasted.names[at % order], pasted.cells[at]) + "\n";
  const auto failure = first_failure(table, pasted.order());
  if (!failure) return to_text(parse(tabular(pasted.names, table).text, ""));
  const Names names(pasted.names, Names::Letters::exact);
  std::string out = describe(*failure, table, pasted.order(), names) + "\n";
  if (const auto mend = find_mend(table, pasted.order()))
    out += "One cell away from a group: put " + names.write(mend->element) + " at " +
           names.write(mend->cell.row) + "*" + names.write(mend->cell.column) + ".\n";
  return out;
}

struct GroupCommand {
  std::vector<std::string> specs;
  std::string from;
  std::string check;
  std::optional<std::string> cosets;
  std::optional<std::string> quotient;
  bool json = false;
  bool table = false;
  bool right = false;
  bool lattice = false;
  bool gap = false;

  // The table in a file; anything else is refused beside it.
  Exit check_table() const {
    if (!specs.empty() || !from.empty() || cosets || quotient || table || right || lattice || gap)
      throw Failure(Exit::input, "--check reads one table; only --json can stand beside it.");
    const std::string text = read_text(check);
    const auto pasted = read_pasted(text);
    if (!pasted) throw failure_in(text, check, pasted.error(), Exit::input);
    print(json ? protocol::table_check_json(*pasted) + "\n" : check_text(*pasted));
    return Exit::done;
  }

  void refuse_conflicts() const {
    const std::string one_thing = "they select different output.";
    if (cosets)
      refuse_beside("--cosets", {{quotient.has_value(), "--quotient"}, {lattice, "--lattice"}},
                    one_thing);
    if (quotient) refuse_beside("--quotient", {{lattice, "--lattice"}}, one_thing);
    if (cosets || quotient || lattice)
      refuse_beside("--table",
                    {{table, cosets     ? "--cosets"
                             : quotient ? "--quotient"
                                        : "--lattice"}},
                    one_thing);
    if (json) refuse_beside("--json", {{gap, "--gap"}}, one_thing);
    if (right && !cosets) throw Failure(Exit::input, "--right needs --cosets.");
    if (gap && !cosets && !quotient && !lattice)
      throw Failure(Exit::input, "--gap needs --cosets, --quotient or --lattice.");
  }

  static std::vector<Element> elements(const Group& group, const std::string& words) {
    const auto read = read_elements(group, words);
    if (!read) throw Failure(Exit::input, read.error(), words, "");
    return *read;
  }

  std::string cosets_of(const Group& group) const {
    const std::vector<Element> chosen = elements(group, *cosets);
    const CosetSide side = right ? CosetSide::right : CosetSide::left;
    if (json) return protocol::cosets_json(group, chosen, side) + "\n";
    const ElementSet subgroup = generated(group, chosen);
    return gap ? cosets_gap(group, subgroup, side) : cosets_text(group, subgroup, side);
  }

  std::string quotient_of(const Group& group) const {
    const std::vector<Element> chosen = elements(group, *quotient);
    const ElementSet subgroup = generated(group, chosen);
    if (const auto mixed = mixed_cosets(group, subgroup))
      throw Failure(Exit::input, describe(group, *mixed));
    if (json) return protocol::quotient_json(group, chosen).value() + "\n";
    return gap ? quotient_gap(group, subgroup) : quotient_text(group, subgroup);
  }

  std::string lattice_of_group(const Group& group) const {
    if (json) return protocol::lattice_json(group, lattice_limit) + "\n";
    return gap ? lattice_gap(group) : lattice_text(group, lattice_of(group));
  }

  std::string output_for(const Group& group) const {
    if (cosets) return cosets_of(group);
    if (quotient) return quotient_of(group);
    if (lattice) return lattice_of_group(group);
    if (json) return protocol::group_json(group, table) + "\n";
    return to_text(group) + (table ? to_table(group) : "");
  }

  // Parses all groups before the first result, so that an error in the last one wastes no work.
  std::vector<Group> groups() const {
    std::vector<Group> out;
    for (const std::string& spec : specs) out.push_back(parse(spec, ""));
    if (!from.empty()) {
      std::istringstream lines(read_text(from));
      read_lines(lines, from == "-" ? "stdin" : from, out);
    }
    if (out.empty()) throw Failure(Exit::input, "No group given. Try 'coset group Z2^3'.");
    return out;
  }

  static void read_lines(std::istream& in, const std::string& name, std::vector<Group>& out) {
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (!line.empty()) out.push_back(parse(line, name + ":" + std::to_string(number)));
    }
  }

  Exit run() const {
    if (!check.empty()) return check_table();
    refuse_conflicts();
    const std::vector<Group> all = groups();
    Progress progress("groups", all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      progress.at(i);
      print((i > 0 && !json && !gap ? "\n" : "") + output_for(all[i]));
    }
    return Exit::done;
  }
};

}  // namespace

void add_group_command(Program& program) {
  auto [app, command] =
      add_command<GroupCommand>(program, "group", "Show the structure of a group");
  app.add_option("SPEC", command.specs,
                 "Groups: Z2^3 Z4xZ13 S3 A4 D4 Q8 Dic3 Z13:Z4, products of these, "
                 "perm:(1,2,3)/(1,2) or table:0,1/1,0")
      ->type_name("GROUP");
  app.add_option("--from", command.from, "Read one group per line from this file, or - for stdin")
      ->type_name("FILE");
  app.add_flag("--json", command.json, "Print one JSON object per line");
  app.add_flag("--table", command.table, "Print the Cayley table too: row times column");
  app.add_option("--cosets", command.cosets,
                 "Print the left cosets of the subgroup that these elements generate")
      ->type_name("WORDS");
  app.add_flag("--right", command.right, "Print right cosets instead");
  app.add_option("--quotient", command.quotient, "Print the quotient by that subgroup, if normal")
      ->type_name("WORDS");
  app.add_flag("--lattice", command.lattice,
               "Print all subgroups, their covers and their conjugacy classes");
  app.add_option("--check", command.check,
                 "Say whether the table in this file, or - for stdin, is a group: rows of entries "
                 "apart by tabs, commas or spaces, or [[1,2],[2,1]], with or without headings")
      ->type_name("FILE");
  app.add_flag("--gap", command.gap, "Print lines that build the same in GAP");
  add_examples(app, {{"coset group Q8 --table", "the quaternion group and its table"},
                     {"coset group D4 --cosets s --right", "right cosets of a subgroup"},
                     {"coset group S4 --quotient '(1 2)(3 4) (1 3)(2 4)'", "what remains of S4"},
                     {"coset group A4 --lattice", "every subgroup of A4"},
                     {"coset group Z2^3 Z4xZ13 --json", "two groups, for a program"}});
}

}  // namespace coset::cli
