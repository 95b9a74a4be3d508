// coset group SPEC...: the structure of groups.
#include <sstream>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/terminal/progress.hpp"
#include "engine/algebra/structure.hpp"
#include "protocol/json_output/group_json.hpp"

namespace coset::cli {

namespace {

// Index order, in which the identity comes first.
std::vector<Element> all_elements(const Group& group) {
  std::vector<Element> out;
  for (int e = 0; e < group.order(); ++e) out.push_back(element(e));
  return out;
}

// As many words as fit on a line beside its label.
std::string fitting(const std::vector<std::string>& words) {
  constexpr std::size_t columns = 64;
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty() && width(out) + 1 + width(word) > columns) return out + " ...";
    out += (out.empty() ? "" : " ") + word;
  }
  return out;
}

// The elements in the order in which people write them, after the words before them.
std::string list(const Group& group, const ElementSet& set, std::vector<std::string> words = {}) {
  for (const Element e : group.names().text_order())
    if (set.contains(e)) words.push_back(group.names().write(e));
  return fitting(words);
}

std::string describe(const Group& group, const ElementSet& subgroup) {
  if (subgroup.size() == group.order()) return "the whole group";
  if (subgroup.size() == 1) return "trivial";
  return list(group, subgroup, {"order", std::to_string(subgroup.size()) + ":"});
}

std::string to_text(const Group& group) {
  const Facts facts = facts_of(group);
  std::string orders;
  for (const auto& [order, count] : facts.element_orders)
    orders +=
        (orders.empty() ? "" : ", ") + std::to_string(count) + " of order " + std::to_string(order);
  std::vector<std::string> generators;
  for (const Element g : group.generators()) generators.push_back(group.names().write(g));
  ElementSet all;
  for (const Element e : all_elements(group)) all.insert(e);

  std::string out;
  const auto row = [&out](std::string_view label, const std::string& value) {
    out += "\n  " + padded(label, 12) + value;
  };
  row("order", std::to_string(group.order()) + (group.abelian() ? ", abelian" : ", not abelian"));
  row("exponent", std::to_string(group.exponent()));
  row("elements", list(group, all));
  row("", orders);
  row("generators", generators.empty() ? "none" : fitting(generators));
  row("centre", describe(group, facts.centre));
  row("derived", describe(group, facts.derived));
  row("classes", std::to_string(facts.classes));
  row("subgroups", facts.subgroups ? std::to_string(*facts.subgroups)
                                   : "more than " + std::to_string(subgroup_limit));
  return shortened(group.text(), 76) + out + "\n";
}

// Row times column.
std::string to_table(const Group& group) {
  const std::vector<Element> all = all_elements(group);
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

struct GroupCommand {
  std::vector<std::string> specs;
  std::string from;
  bool json = false;
  bool table = false;

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
    const std::vector<Group> all = groups();
    Progress progress("groups", all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      progress.at(i);
      if (json) {
        print(protocol::group_json(all[i], table) + "\n");
        continue;
      }
      print((i > 0 ? "\n" : "") + to_text(all[i]) + (table ? to_table(all[i]) : ""));
    }
    return Exit::done;
  }
};

}  // namespace

void add_group_command(Program& program) {
  auto [app, command] =
      add_command<GroupCommand>(program, "group", "Show the structure of a group");
  app.add_option("SPEC", command.specs,
                 "Groups: Z2^3 Z4xZ13 S3 A4 D4 Q8 Dic3 Z13:Z4 table:0,1/1,0, or products of these")
      ->type_name("GROUP");
  app.add_option("--from", command.from, "Read one group per line from this file, or - for stdin")
      ->type_name("FILE");
  app.add_flag("--json", command.json, "Print one JSON object per line");
  app.add_flag("--table", command.table, "Print the Cayley table too: row times column");
  add_examples(app, {{"coset group Q8 --table", "the quaternion group and its table"},
                     {"coset group Z2^3 Z4xZ13 --json", "two groups, for a program"}});
}

}  // namespace coset::cli
