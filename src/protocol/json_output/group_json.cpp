#include "protocol/json_output/group_json.hpp"

#include "engine/algebra/axioms.hpp"
#include "engine/algebra/families.hpp"
#include "engine/algebra/structure.hpp"
#include "engine/play/notation.hpp"
#include "protocol/json_output/subgroup_json.hpp"
#include "protocol/table/fields_writer.hpp"
#include "protocol/table/messages.hpp"

namespace coset::protocol {

namespace {

std::vector<std::string> all_names(const Operation& operation) {
  std::vector<std::string> out;
  for (int e = 0; e < operation.order(); ++e) out.push_back(operation.names().write(element(e)));
  return out;
}

struct Part {
  const Group& group;
  const ElementSet& elements;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("order", self.elements.size());
    io("elements", names_of(self.group, {self.elements.begin(), self.elements.end()}));
  }
};

struct FactorTold {
  int order;
  std::string generator;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("order", self.order);
    io("generator", self.generator);
  }
};

std::vector<FactorTold> factors_told(const Group& group) {
  std::vector<FactorTold> out;
  for (const Element g : prime_power_factors(group).generators)
    out.push_back({group.element_order(g), group.names().write(g)});
  return out;
}

struct GroupTold {
  const Group& group;
  Facts facts;
  bool with_table;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const Group& group = self.group;
    io("schema", 1);
    io("group", group.text());
    io("order", group.order());
    io("abelian", group.abelian());
    io("exponent", group.exponent());
    Counts orders;  // names with counts
    for (const auto& [order, count] : self.facts.element_orders)
      orders.counts.emplace_back(std::to_string(order), count);
    io("element_orders", orders);
    io("centre", Part{group, self.facts.centre});
    io("derived", Part{group, self.facts.derived});
    io("classes", self.facts.classes);
    io.nullable("subgroups", self.facts.subgroups);
    io("generators", names_of(group, group.generators()));
    io.nullable("known_as", known_as_told(group, false));
    if (group.abelian()) io("factors", factors_told(group));
    const std::vector<std::string> names = all_names(group);
    io("elements", names);
    if (!self.with_table) return;
    std::vector<std::vector<std::string>> table(names.size());
    for (int a = 0; a < group.order(); ++a)
      for (int b = 0; b < group.order(); ++b)
        table[static_cast<std::size_t>(a)].push_back(
            group.names().write(group.product(element(a), element(b))));
    io("table", table);
  }
};

struct CellTold {
  std::string row;
  std::string column;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("row", self.row);
    io("column", self.column);
  }
};

struct MendTold {
  CellTold cell;
  std::string element;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    CellTold::fields(io, self.cell);
    io("element", self.element);
  }
};

struct TableCheckTold {
  const PastedTable& pasted;
  std::optional<std::string> group;  // if that is known

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const PastedTable& pasted = self.pasted;
    const int order = pasted.order();
    const std::vector<Element> table = pasted.elements();
    const Names names(pasted.names, Names::Letters::exact);
    const auto told = [&](const Cell& cell) {
      return CellTold{names.write(cell.row), names.write(cell.column)};
    };
    io("schema", 1);
    io("elements", pasted.names);
    std::vector<std::vector<std::string>> rows(pasted.names.size());
    for (std::size_t i = 0; i < pasted.cells.size(); ++i)
      rows[i / rows.size()].push_back(pasted.cells[i]);
    io("table", rows);
    const bool closed = table.size() == pasted.cells.size();
    const auto failure = closed ? first_failure(table, order) : std::nullopt;
    io("is_group", closed && !failure);
    std::vector<CellTold> cells;
    if (!closed) {
      const std::size_t at = table.size();
      cells.push_back({pasted.names[at / rows.size()], pasted.names[at % rows.size()]});
      io.word("code", "table.not_closed");
      io("text", not_closed(cells[0].row, cells[0].column, pasted.cells[at]));
    } else if (!failure) {
      if (self.group) return io("group", *self.group);
      return io("group", Group::parse(tabular(pasted.names, table).text)->text());
    } else {
      io.word("code", code_of(failure->axiom));
      io("text", describe(*failure, table, order, names));
      for (const Cell& cell : cells_of(*failure, table, order)) cells.push_back(told(cell));
    }
    io("cells", cells);
    if (!closed) return;
    if (const auto mend = find_mend(table, order))
      io("mend", MendTold{told(mend->cell), names.write(mend->element)});
  }
};

struct Sum {
  const Operation& operation;
  const Word& word;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("schema", 1);
    io("group", self.operation.text());
    io("word", write_word(self.operation, self.word));
    io("sum", self.operation.names().write(self.operation.product(self.word)));
  }
};

struct WaysTold {
  const Operation& operation;
  Element wanted;
  int pieces;
  std::vector<std::string> ways;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("schema", 1);
    io("group", self.operation.text());
    io("piece", self.operation.names().write(self.wanted));
    io("pieces", self.pieces);
    io("count", self.ways.size());
    io("ways", self.ways);
  }
};

struct SideTold {
  const Operation& operation;
  Side side;
  const teach::Explanation& explanation;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("word", write_word(self.operation, self.explanation.word));
    io("sum", self.operation.names().write(self.explanation.sum));
    std::vector<WhyStep> steps;
    add_steps(self.operation, self.side, self.explanation, steps);
    io("steps", steps);
  }
};

struct RepairTold {
  std::string word;
  Said said;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("word", self.word);
    Said::fields(io, self.said);
  }
  friend bool operator==(const RepairTold&, const RepairTold&) = default;
};

struct ArgumentTold {
  const Operation& operation;
  const teach::Argument& argument;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const Operation& operation = self.operation;
    const teach::Argument& argument = self.argument;
    io("schema", 1);
    io("group", operation.text());
    io("left", SideTold{operation, Side::give, argument.left});
    if (argument.right) io("right", SideTold{operation, Side::take, *argument.right});
    io.some("missing", names_of(operation, {argument.missing.begin(), argument.missing.end()}));
    if (!argument.wanted) return;
    io("wanted", operation.names().write(*argument.wanted));
    io("equal", argument.equal());
    if (argument.equal()) return;
    std::optional<std::string> off;
    if (const auto e = teach::difference(operation, argument.left.sum, *argument.wanted))
      off = operation.names().write(*e);
    io.nullable("difference", off);
    std::vector<RepairTold> repairs;
    for (const teach::Repair& repair : argument.repairs)
      repairs.push_back({write_word(operation, repair.word),
                         said_of(teach::describe(operation, repair, *argument.wanted))});
    io.some("repairs", repairs);
  }
};

}  // namespace

std::string group_json(const Group& group, bool with_table) {
  return written(GroupTold{group, facts_of(group), with_table});
}

std::string table_check_json(const PastedTable& table) {
  return written(TableCheckTold{table, std::nullopt});
}

std::string table_check_json(const Operation& operation) {
  PastedTable table{all_names(operation), {}};
  for (int a = 0; a < operation.order(); ++a)
    for (int b = 0; b < operation.order(); ++b)
      table.cells.push_back(operation.names().write(operation.product(element(a), element(b))));
  TableCheckTold told{table, std::nullopt};
  if (operation.group()) told.group = operation.text();
  return written(told);
}

std::string sum_json(const Operation& operation, const Word& word) {
  return written(Sum{operation, word});
}

std::string ways_json(const Operation& operation, Element wanted, int pieces,
                      const std::vector<Word>& ways) {
  WaysTold out{operation, wanted, pieces, {}};
  for (const Word& way : ways) out.ways.push_back(write_word(operation, way));
  return written(out);
}

std::string argument_json(const Operation& operation, const teach::Argument& argument) {
  return written(ArgumentTold{operation, argument});
}

}  // namespace coset::protocol
