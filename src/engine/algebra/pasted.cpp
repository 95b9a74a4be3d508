#include "engine/algebra/pasted.hpp"

#include <algorithm>

#include "base/reader.hpp"
#include "base/sentence.hpp"
#include "engine/algebra/families.hpp"
#include "engine/algebra/operation.hpp"

namespace coset {

namespace {

constexpr std::size_t max_text = 1U << 19U;  // with quotes, half of the longest text of a group
constexpr std::size_t max_lines = Operation::max_order + 1;  // with a heading

struct Entry {
  std::string text;
  std::size_t offset = 0;
};
// Rows of one width; only the first may have been shorter.
struct Sheet {
  std::vector<Entry> cells;
  std::size_t rows = 0, width = 0, first = 0;

  const Entry& at(std::size_t row, std::size_t column) const { return cells[row * width + column]; }
};

bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_list_end(char c) { return c == ']'; }

Error too_large(std::size_t offset) {
  return {"group.too_large", offset, "A table has at most 256 elements; this one has more."};
}

// Skips to the first character that `ends` is true of, outside brackets and quotes.
template <class Ends>
void skip_to(Reader& in, Ends ends) {
  constexpr std::string_view open = "([{";
  constexpr std::string_view close = ")]}";
  int depth = 0;
  bool quote = false;
  for (; !in.done(); in.skip()) {
    const char c = in.peek();
    if (!quote && depth == 0 && ends(c)) return;
    if (c == '"') quote = !quote;
    if (quote) continue;
    if (open.find(c) != std::string_view::npos) ++depth;
    if (close.find(c) != std::string_view::npos && depth > 0) --depth;
  }
}

// A name of the notation from what stands between two separators.
std::string name_of(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  if (text.size() > 2 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  std::string out;
  bool run = true;
  for (const char c : text) {
    const bool blank = is_space(c);
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : c;
    run = run && (blank || is_name_char(c));
  }
  std::replace(out.begin(), out.end(), ' ', text.starts_with('(') ? ',' : '_');
  return run ? out : '"' + out + '"';
}

// What is wrong with a name, if anything is.
std::string fault_in(std::string_view name) {
  Reader in(name);
  const auto read = table_name(in);
  if (!read) return read.error().sentence;
  return in.done() ? "" : "A name has quotes only around it.";
}

// Entries with `separator` between them; what `ends` them is left. An empty row does not count.
std::optional<Error> read_row(Reader& in, char separator, bool (*ends)(char), Sheet& sheet) {
  const auto stops = [&](char c) { return c == separator || ends(c); };
  const std::size_t begin = in.offset();
  std::vector<Entry>& cells = sheet.cells;
  const std::size_t before = cells.size();
  do {
    in.take_while([&](char c) { return is_space(c) && (c == ' ' || !stops(c)); });
    const std::size_t start = in.offset();
    skip_to(in, stops);
    cells.push_back({name_of(in.since(start)), start});
    if (cells.size() - before > max_lines || sheet.rows > max_lines) return too_large(start);
    if (cells.back().text.empty()) continue;
    if (auto fault = fault_in(cells.back().text); !fault.empty())
      return Error{"table.name", start, std::move(fault)};
  } while (in.take(separator));
  // After the last separator.
  while (cells.size() > before && cells.back().text.empty()) cells.pop_back();
  const std::size_t count = cells.size() - before;
  if (count == 0) return std::nullopt;
  ++sheet.rows;
  if (sheet.rows > 2 && count != sheet.width)
    return error_of(
        "table.shape",
        {"Row ", sheet.rows, " has ", count, " entries, and the row before has ", sheet.width, "."},
        begin);
  if (sheet.rows == 1) sheet.first = count;
  sheet.width = count;
  return std::nullopt;
}

// GAP's list of lists.
std::optional<Error> read_list(Reader& in, Sheet& sheet) {
  const auto expected = [&](std::string_view sign) {
    return error_of("table.shape", {"Expected ", sign, " here."}, in.offset());
  };
  in.skip();
  do {
    in.skip_spaces();
    if (!in.take('[')) return expected("a row in square brackets");
    if (auto error = read_row(in, ',', is_list_end, sheet)) return error;
    if (!in.take(']')) return expected("a ']'");
    in.skip_spaces();
  } while (in.take(','));
  if (!in.take(']')) return expected("a ']'");
  in.skip_spaces();
  in.take(';');
  in.skip_spaces();
  if (!in.done()) return expected("nothing more");
  return std::nullopt;
}

// The sign between entries: a tab if there is one, else a comma if there is one outside brackets.
char separator_of(std::string_view text) {
  if (text.find('\t') != std::string_view::npos) return '\t';
  Reader in(text);
  skip_to(in, [](char c) { return c == ','; });
  return in.done() ? ' ' : ',';
}

std::optional<Error> read_rows(std::string_view text, Sheet& sheet) {
  Reader in(text);
  in.skip_spaces();
  const std::size_t start = in.offset();
  if (in.take('[')) {
    in.skip_spaces();
    const bool list = in.peek() == '[';
    in.rewind(start);
    if (list) return read_list(in, sheet);
  }
  const char separator = separator_of(text);
  for (in.rewind(0); !in.done(); in.skip())
    if (auto error = read_row(in, separator, is_line_end, sheet)) return error;
  return std::nullopt;
}

// The rows have one width, and no entry is empty but a corner.
std::optional<Error> flaw_of(Sheet& sheet) {
  std::vector<Entry>& cells = sheet.cells;
  if (cells.empty()) return error_of("table.shape", {"There is no table in this text."});
  if (sheet.first != sheet.width) {
    if (sheet.first + 1 != sheet.width || sheet.rows != sheet.width)
      return error_of("table.shape",
                      {"Row 1 has ", sheet.first, " entries, and row 2 has ", sheet.width, "."});
    cells.insert(cells.begin(), Entry{"", cells[0].offset});  // an empty corner
  }
  const std::size_t least = std::min(sheet.rows, sheet.width);
  if (std::max(sheet.rows, sheet.width) > least + 1)
    return error_of("table.shape", {"A table has as many rows as columns; this one has ",
                                    sheet.rows, " rows of ", sheet.width, "."});
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i].text.empty() && (i > 0 || sheet.rows != sheet.width))
      return error_of(
          "table.shape",
          {"Entry ", i % sheet.width + 1, " of row ", i / sheet.width + 1, " is empty."},
          cells[i].offset);
  return std::nullopt;
}

using Texts = std::vector<std::string>;

std::size_t place_of(const Texts& names, std::string_view text) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), text) - names.begin());
}

// The first that stands twice; the size if none does.
std::size_t first_repeat(const Texts& names) {
  std::size_t i = 0;
  while (i < names.size() && place_of(names, names[i]) == i) ++i;
  return i;
}

// `count` entries of the first row or column, after so many.
Texts line_of(const Sheet& sheet, bool column, std::size_t after, std::size_t count) {
  Texts out;
  for (std::size_t i = after; i < after + count; ++i)
    out.push_back(column ? sheet.at(i, 0).text : sheet.at(0, i).text);
  return out;
}

// Whether the corner of a square is that of headings: a sign that stands nowhere else, or a name
// that does not, above entries that the first row has.
bool has_corner(const Sheet& sheet) {
  const std::string& corner = sheet.at(0, 0).text;
  bool sign = true;
  for (const char c : corner) sign = sign && !is_letter(c) && !is_digit(c);
  const Texts first = line_of(sheet, false, 0, sheet.width);
  for (std::size_t i = 1; i < sheet.cells.size(); ++i) {
    const std::string& text = sheet.cells[i].text;
    if (text == corner || (!sign && place_of(first, text) == first.size())) return false;
  }
  return sheet.width > 1;
}

// The elements of a table without headings: 0, 1, ... or 1, 2, ... if it holds nothing else, else
// its first row or column.
Texts guessed_names(const Sheet& sheet) {
  Texts numbers;
  for (std::size_t i = 0; i <= sheet.width; ++i) numbers.push_back(std::to_string(i));
  bool low = true;
  bool high = true;
  for (const Entry& entry : sheet.cells) {
    const std::size_t place = place_of(numbers, entry.text);
    low = low && place < sheet.width;
    high = high && place > 0 && place <= sheet.width;
  }
  if (high) numbers.erase(numbers.begin());
  if (low && !high) numbers.pop_back();
  if (low || high) return numbers;
  Texts row = line_of(sheet, false, 0, sheet.width);
  return first_repeat(row) == row.size() ? row : line_of(sheet, true, 0, sheet.width);
}

Result<PastedTable> arranged(const Sheet& sheet) {
  const bool square = sheet.rows == sheet.width;
  const bool both = square && has_corner(sheet);
  const std::size_t above = both || sheet.rows > sheet.width ? 1 : 0;
  const std::size_t left = both || sheet.rows < sheet.width ? 1 : 0;
  const std::size_t order = sheet.rows - above;
  if (order > Operation::max_order) return too_large(sheet.cells.back().offset);
  PastedTable out;
  Texts beside;
  if (left > 0) beside = line_of(sheet, true, above, order);
  out.names = above > 0  ? line_of(sheet, false, left, order)
              : left > 0 ? beside
                         : guessed_names(sheet);
  const auto fault = [&](std::string_view name, std::string_view what) {
    std::size_t at = 0;
    while (sheet.cells[at].text != name) ++at;
    return error_of("table.names", {quoted(name), what}, sheet.cells[at].offset);
  };
  if (const std::size_t i = first_repeat(out.names); i < order)
    return fault(out.names[i], " names two elements; write the names above and to the left.");
  for (std::size_t i = 0; i < order; ++i) {
    const std::size_t row = left > 0 ? place_of(beside, out.names[i]) : i;
    if (row == order) return fault(out.names[i], " names a column and no row.");
    for (std::size_t j = 0; j < order; ++j)
      out.cells.push_back(sheet.at(above + row, left + j).text);
  }
  return out;
}

}  // namespace

std::vector<Element> PastedTable::elements() const {
  std::vector<Element> out;
  for (const std::string& cell : cells) {
    const auto place = std::find(names.begin(), names.end(), cell);
    if (place == names.end()) break;
    out.push_back(element(static_cast<int>(place - names.begin())));
  }
  return out;
}

Result<PastedTable> read_pasted(std::string_view text) {
  if (text.size() > max_text)
    return Error{"group.too_long", 0, "The text of a table has at most half a million bytes."};
  Sheet sheet;
  if (auto error = read_rows(text, sheet)) return *std::move(error);
  if (auto error = flaw_of(sheet)) return *std::move(error);
  return arranged(sheet);
}

}  // namespace coset
