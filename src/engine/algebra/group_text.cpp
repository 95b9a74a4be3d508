// The text of groups and tables: Group::parse and Operation::parse. Grammar in docs/notation.md.
#include <algorithm>

#include "base/sentence.hpp"
#include "engine/algebra/axioms.hpp"
#include "engine/algebra/families.hpp"
#include "engine/algebra/operation.hpp"
#include "engine/algebra/permutations.hpp"

namespace coset {

namespace {

constexpr std::size_t max_text = 1U << 20U;
constexpr std::size_t max_name = 32;
constexpr std::uint32_t max_factors = 8;  // of order 2, they make the largest group

std::string here(const Reader& in) { return in.done() ? "the end" : quoted(in.rest()); }

Error too_large(const Reader& in) {
  return in.error("group.too_large", "At most 256 elements are supported; this group has more.");
}

Error unknown(const Reader& in) {
  return error_of(
      "group.unknown",
      {"Expected a group at ", here(in),
       ": Z<n>, D<n>, S<n>, A<n>, Q8, Dic<n>, Z<m>:Z<n>, a product such as Z2^3 or Z4xZ13, "
       "perm:..., or table:..."},
      in.offset());
}

// The number after a family's letter.
Result<int> parameter(Reader& in, int least, int most, std::string_view letter) {
  const std::size_t start = in.offset();
  const auto n = in.number(static_cast<std::uint32_t>(most));
  if (n && static_cast<int>(*n) >= least) return static_cast<int>(*n);
  in.rewind(start);
  if (n || !is_digit(in.peek()))
    return error_of("group.parameter", {letter, " needs a number of at least ", least, "."},
                    in.offset());
  if (letter == "S" || letter == "A")
    return error_of("group.parameter", {letter, " goes up to ", most, "."}, in.offset());
  return too_large(in);
}

Result<Presentation> parse_cyclic_or_twisted(Reader& in) {
  const std::size_t start = in.offset();
  in.skip();
  const auto m = parameter(in, 1, Operation::max_order, "Z");
  if (!m) return m.error();
  if (!in.take(":Z")) return cyclic(*m);
  const auto n = parameter(in, 2, Operation::max_order, "Z");
  if (!n) return n.error();
  if (*m * *n <= Operation::max_order && twist_exists(*m, *n)) return twisted(*m, *n);
  in.rewind(start);
  if (*m * *n > Operation::max_order) return too_large(in);
  return error_of(
      "group.no_twist",
      {"Z", *m, " has no automorphism of order ", *n, " to twist by; Z13:Z4 and Z7:Z3 do."},
      in.offset());
}

Result<Presentation> parse_atom(Reader& in) {
  struct Family {
    std::string_view letter;
    int least, most;
    Presentation (*make)(int);
  };
  static constexpr Family families[] = {{"Dic", 2, Operation::max_order / 4, dicyclic},
                                        {"D", 1, Operation::max_order / 2, dihedral},
                                        {"S", 1, 5, symmetric},
                                        {"A", 1, 5, alternating}};
  const std::size_t start = in.offset();
  if (in.peek() == 'Z') return parse_cyclic_or_twisted(in);
  if (in.take("Q8")) {
    if (!is_digit(in.peek())) return quaternion();
    in.rewind(start);
  }
  for (const Family& family : families) {
    if (!in.take(family.letter)) continue;
    const auto n = parameter(in, family.least, family.most, family.letter);
    if (!n) return n.error();
    return family.make(*n);
  }
  return unknown(in);
}

Result<Presentation> parse_product(Reader& in) {
  std::vector<Presentation> factors;
  int order = 1;
  do {
    const std::size_t start = in.offset();
    auto atom = parse_atom(in);
    if (!atom) return atom.error();
    std::uint32_t copies = 1;
    if (in.take('^')) {
      const std::size_t power = in.offset();
      copies = in.number(max_factors).value_or(0);
      if (copies == 0) {
        in.rewind(power);
        return in.error("group.power", "The power of a factor is a number from 1 to 8.");
      }
    }
    for (std::uint32_t i = 0; i < copies; ++i) {
      order *= atom->order;
      if (order <= Operation::max_order && factors.size() < max_factors) {
        factors.push_back(*atom);
        continue;
      }
      in.rewind(start);
      if (order > Operation::max_order) return too_large(in);
      return in.error("group.factors", "A product has at most 8 factors.");
    }
  } while (in.take('x'));
  return product(factors);
}

bool is_blank(char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; }

struct Rows {
  std::vector<std::vector<std::string>> row;
  std::vector<std::vector<std::size_t>> offset;
};

// rows = row { "/" row }, row = name { "," name }
std::optional<Error> read_rows(Reader& in, Rows& rows) {
  do {
    rows.row.emplace_back();
    rows.offset.emplace_back();
    do {
      rows.offset.back().push_back(in.offset());
      auto name = table_name(in);
      if (!name) return name.error();
      rows.row.back().push_back(*std::move(name));
      if (rows.row.back().size() > Operation::max_order) return too_large(in);
    } while (in.take(','));
    if (rows.row.size() > Operation::max_order) return too_large(in);
  } while (in.take('/'));
  return std::nullopt;
}

std::string write_table(std::string_view keyword, const std::vector<std::string>& names,
                        const std::vector<Element>& table) {
  std::string text(keyword);
  bool plain = true;
  for (std::size_t i = 0; i < names.size(); ++i) plain = plain && names[i] == std::to_string(i);
  if (!plain) {
    for (std::size_t i = 0; i < names.size(); ++i) text += (i ? "," : "") + names[i];
    text += ';';
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i > 0) text += i % names.size() == 0 ? '/' : ',';
    text += names[static_cast<std::size_t>(index(table[i]))];
  }
  return text;
}

// The names before the ';', or 0, 1, 2, ... for as many rows as there are.
Result<std::vector<std::string>> read_names(Reader& in, Rows& rows) {
  std::vector<std::string> names;
  if (!in.take(';')) {
    for (std::size_t i = 0; i < rows.row.size(); ++i) names.push_back(std::to_string(i));
    return names;
  }
  if (rows.row.size() != 1)
    return Error{"table.names", rows.offset[1][0], "The names before ';' stand in one row."};
  names = std::move(rows.row[0]);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      return Error{"table.names", rows.offset[0][i], quoted(names[i]) + " names two elements."};
  rows = {};
  if (auto error = read_rows(in, rows)) return *std::move(error);
  return names;
}

// [names ";"] rows
Result<Presentation> parse_table(Reader& in, std::string_view keyword) {
  Rows rows;
  if (auto error = read_rows(in, rows)) return *std::move(error);
  auto read = read_names(in, rows);
  if (!read) return read.error();
  std::vector<std::string> names = *std::move(read);
  if (rows.row.size() != names.size())
    return error_of("table.shape",
                    {"A table of ", names.size(), " elements needs as many rows; it has ",
                     rows.row.size(), "."},
                    rows.offset[0][0]);
  Presentation out;
  out.order = static_cast<int>(names.size());
  for (std::size_t a = 0; a < names.size(); ++a) {
    if (rows.row[a].size() != names.size())
      return error_of(
          "table.shape",
          {"Row ", names[a], " has ", rows.row[a].size(), " entries; it needs ", names.size(), "."},
          rows.offset[a][0]);
    for (std::size_t b = 0; b < names.size(); ++b) {
      const auto place = std::find(names.begin(), names.end(), rows.row[a][b]);
      if (place == names.end())
        return Error{"table.not_closed", rows.offset[a][b],
                     not_closed(names[a], names[b], rows.row[a][b])};
      out.table.push_back(element(static_cast<int>(place - names.begin())));
    }
  }
  out.text = write_table(keyword, names, out.table);
  out.names = Names(std::move(names), Names::Letters::exact);
  return out;
}

// Moves `neutral` to the front and keeps the others in order.
Presentation identity_first(const Presentation& in, Element neutral) {
  std::vector<int> old_of;
  old_of.push_back(index(neutral));
  for (int e = 0; e < in.order; ++e)
    if (e != index(neutral)) old_of.push_back(e);
  std::vector<int> new_of(old_of.size());
  for (std::size_t i = 0; i < old_of.size(); ++i)
    new_of[static_cast<std::size_t>(old_of[i])] = static_cast<int>(i);
  std::vector<Element> table;
  std::vector<std::string> names;
  for (const int old : old_of) names.push_back(in.names.write(element(old)));
  for (const int a : old_of)
    for (const int b : old_of)
      table.push_back(element(new_of[static_cast<std::size_t>(
          index(in.table[static_cast<std::size_t>(a * in.order + b)]))]));
  return tabular(std::move(names), std::move(table));
}

Result<Presentation> parse_group_table(Reader& in) {
  const std::size_t start = in.offset();
  auto table = parse_table(in, "table:");
  if (!table) return table;
  if (const auto witness = first_failure(table->table, table->order))
    return Error{code_of(witness->axiom), start,
                 describe(*witness, table->table, table->order, table->names)};
  return identity_first(*table, *find_identity(table->table, table->order));
}

std::optional<Error> at_end(const Reader& in) {
  if (in.done()) return std::nullopt;
  return error_of("group.trailing",
                  {"Nothing was expected after the group, but there is ", quoted(in.rest()), "."},
                  in.offset());
}

}  // namespace

Result<std::string> table_name(Reader& in) {
  const std::size_t start = in.offset();
  const std::string text(take_name(in));
  std::string fault;
  if (text.empty() || text[0] == '(' || text == "\"\"" || std::ranges::any_of(text, is_blank)) {
    in.rewind(start);
    fault = sentence({"Expected an element's name at ", here(in), "."});
  } else if (text == "deal" || text == "draw" || text == "pass" || text == "on") {
    fault = quoted(text) + " is a word of the notation and cannot name an element.";
  } else if (text.size() > max_name) {
    fault = "An element's name has at most 32 bytes.";
  }
  if (fault.empty()) return text;
  in.rewind(start);
  return in.error("table.name", std::move(fault));
}

Presentation tabular(std::vector<std::string> names, std::vector<Element> table) {
  Presentation out;
  out.order = static_cast<int>(names.size());
  out.text = write_table("table:", names, table);
  out.table = std::move(table);
  out.names = Names(std::move(names), Names::Letters::exact);
  return out;
}

Result<Group> Group::parse(std::string_view text) {
  Reader in(text);
  if (text.size() > max_text)
    return in.error("group.too_long", "The text of a group has at most a million bytes.");
  if (text.starts_with("magma:"))
    return in.error("group.magma",
                    "A magma need not be a group; write table: to have its axioms checked.");
  auto presentation = in.take("table:")  ? parse_group_table(in)
                      : in.take("perm:") ? parse_permutations(in)
                                         : parse_product(in);
  if (!presentation) return presentation.error();
  if (auto error = at_end(in)) return *std::move(error);
  return OperationBuilder::group(*std::move(presentation));
}

Result<Operation> Operation::parse(std::string_view text) {
  Reader in(text);
  if (!in.take("magma:")) {
    auto group = Group::parse(text);
    if (!group) return group.error();
    return Operation(*std::move(group));
  }
  if (text.size() > max_text)
    return in.error("group.too_long", "The text of a table has at most a million bytes.");
  auto table = parse_table(in, "magma:");
  if (!table) return table.error();
  if (auto error = at_end(in)) return *std::move(error);
  return OperationBuilder::magma(*std::move(table));
}

}  // namespace coset
