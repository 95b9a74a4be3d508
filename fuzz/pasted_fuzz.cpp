// Any text is refused with a sound error, or is a table whose names are names of the notation. If
// it is closed, it is a magma; written again with headings it is the same table; and the verdict on
// it is JSON whose group, if it is one, has the same order.
#include <algorithm>

#include "engine/algebra/pasted.hpp"
#include "fuzz_support.hpp"
#include "protocol/json_output/group_json.hpp"
#include "protocol/table/fields_reader.hpp"

using namespace coset;
using fuzz::expect;

namespace {

// With headings, apart by tabs.
std::string written(const PastedTable& table) {
  std::string out;
  for (const std::string& name : table.names) out += "\t" + name;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    if (i % table.names.size() == 0) out += "\n" + table.names[i / table.names.size()];
    out += "\t" + table.cells[i];
  }
  return out;
}

void expect_magma(const PastedTable& table) {
  std::string text = "magma:";
  for (std::size_t i = 0; i < table.names.size(); ++i) text += (i > 0 ? "," : "") + table.names[i];
  for (std::size_t i = 0; i < table.cells.size(); ++i)
    text += (i == 0 ? ";" : i % table.names.size() == 0 ? "/" : ",") + table.cells[i];
  const auto operation = Operation::parse(text);
  const bool closed = table.elements().size() == table.cells.size();
  expect(operation.ok() == closed, "a closed table is a magma, and no other is");
  if (!closed) expect(operation.error().code == "table.not_closed", "all else is right");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string_view text = fuzz::text_of(data, size);
  const auto table = read_pasted(text);
  if (!table) {
    fuzz::expect_sound(table.error(), text);
    return 0;
  }
  const std::size_t order = table->names.size();
  expect(order >= 1 && order <= Operation::max_order, "a table has 1 to 256 elements");
  expect(table->cells.size() == order * order, "a table is a square");
  const auto again = read_pasted(written(*table));
  expect(again.ok() && again->names == table->names && again->cells == table->cells,
         "a table with headings is read as it is");
  expect_magma(*table);
  const std::string told = protocol::table_check_json(*table);
  const auto verdict = protocol::parse_json(told, 1U << 24U, 64);
  expect(verdict.ok() && verdict->is_object(), "a verdict is JSON");
  if ((*verdict)["is_group"] != true) return 0;
  const auto told_group = (*verdict)["group"].get<std::string>();
  // JSON replaces bytes that are not UTF-8, and a name may be too long or stand twice then.
  if (told_group.find("\xEF\xBF\xBD") != std::string::npos) return 0;
  const auto group = Group::parse(told_group);
  expect(group.ok() && static_cast<std::size_t>(group->order()) == order, "a group is one");
  return 0;
}
