// Whatever text a C function gets, it answers: what it answers is JSON (but for records), a refusal
// has a code, and memory is given back. The first byte chooses the function, lines are its texts.
#include <cstring>

#include "apps/capi/coset.h"
#include "fuzz_support.hpp"
#include "protocol/table/fields_reader.hpp"

using namespace coset;
using fuzz::expect;

namespace {

struct Text {
  const char* data;
  std::size_t size;
};

void check(coset_text* answer, bool json = true) {
  expect(answer != nullptr, "there is always an answer");
  const std::string_view text(answer->data, answer->size);
  expect(answer->data[answer->size] == '\0', "a zero follows the text");
  if (json || answer->status != COSET_DONE) {
    const auto parsed = protocol::parse_json(text, 1U << 24U, 64);
    expect(parsed.ok() && !parsed->is_discarded(), "an answer is JSON");
    if (answer->status != COSET_DONE)
      expect(parsed->is_object() && parsed->contains("code"), "a refusal has a code");
  }
  coset_free(answer);
}

void digest(const std::uint8_t* bytes, std::size_t size, std::uint8_t* out) {
  std::uint64_t hash = fnv_start;
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3ULL;
  for (std::size_t i = 0; i < 16; ++i) out[i] = static_cast<std::uint8_t>(hash >> 4 * i);
}

void use_group(Text a, Text b, Text c) {
  if (a.size > 40) return;  // large tables have a target of their own
  coset_text* problem = nullptr;
  coset_group* group = coset_group_open(a.data, a.size, &problem);
  if (group == nullptr) return check(problem);
  check(coset_group_sum(group, b.data, b.size));
  check(coset_group_check(group));
  check(coset_group_cosets(group, b.data, b.size, 1));
  check(coset_group_quotient(group, c.data, c.size));
  check(coset_group_lattice(group, 50));
  if (coset_lattice* lattice = coset_lattice_begin(group, 50, nullptr); lattice != nullptr) {
    for (uint32_t units = 1; coset_lattice_step(lattice, units) != 0; ++units)
      check(coset_lattice_progress(lattice));
    check(coset_lattice_result(lattice));
    coset_lattice_free(lattice);
  }
  check(coset_group_ways(group, b.data, b.size, 2, 1));
  check(coset_group_explain(group, b.data, b.size, c.data, c.size, c.data, c.size));
  coset_group_free(group);
}

void use_match(Text a, Text b, Text c) {
  coset_text* problem = nullptr;
  coset_match* match = coset_match_open(a.data, a.size, b.data, b.size, &problem);
  if (match == nullptr) return check(problem);
  while (const std::uint32_t size = coset_match_urn(match)) coset_match_deal(match, size / 2);
  check(coset_match_judge(match, 1, c.data, c.size));
  check(coset_match_play(match, 1, c.data, c.size));
  check(coset_match_view(match, 2));
  check(coset_match_record(match, 1), false);
  check(coset_match_actions(match, 5));
  coset_search* search = coset_search_begin(match, COSET_TEXT("random"), 1, nullptr);
  coset_match_free(match);
  if (search != nullptr) check(coset_search_result(search));
  coset_search_free(search);
}

void use_table(Text a, Text b, Text c) {
  coset_text* problem = nullptr;
  coset_table* table = coset_table_open(a.data, a.size, b.data, b.size, digest, 0, &problem);
  if (table == nullptr) return check(problem);
  for (std::uint32_t size = 0; (size = coset_table_urn(table)) > 0;)
    coset_table_dealt(table, size / 2);
  check(coset_table_requests(table));
  check(coset_table_committed(table, 1, 5));
  check(coset_table_handle(table, 1, c.data, c.size, 10));
  check(coset_table_bot_chose(table, 1, 1, c.data, c.size, 10));
  check(coset_table_reload(table, c.data, c.size, 20));
  check(coset_table_tick(table, 1'000'000));
  check(coset_table_requests(table));
  coset_table_free(table);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 5000) return 0;
  const char* from = reinterpret_cast<const char*>(data) + 1;
  std::size_t left = size - 1;
  Text texts[3] = {};
  for (Text& text : texts) {
    const void* end = left == 0 ? nullptr : std::memchr(from, '\n', left);
    text = {from,
            end == nullptr ? left : static_cast<std::size_t>(static_cast<const char*>(end) - from)};
    const std::size_t step = std::min(left, text.size + 1);
    from += step;
    left -= step;
  }
  const auto [a, b, c] = texts;
  switch (data[0] % 8) {
    case 0:
      use_group(a, b, c);
      break;
    case 1:
    case 2:
      use_match(a, b, c);
      break;
    case 3:
    case 4:
      use_table(a, b, c);
      break;
    case 5:
      check(coset_json_at(a.data, a.size, b.data, b.size), false);
      break;
    case 6:
      check(coset_lesson_check(a.data, a.size, 1, 1, b.data, b.size));
      check(coset_lesson_run(8, a.data, a.size));
      check(coset_lesson_due(a.data, a.size, b.data, b.size));
      check(coset_lesson_review(0, a.data, a.size, 1, b.data, b.size));
      check(coset_streak(a.data, a.size, b.data, b.size));
      check(coset_daily(a.data, a.size, b.data, b.size));
      break;
    default:
      check(coset_spec_describe(a.data, a.size));
      check(coset_view_verdict(a.data, a.size, b.data, b.size, 1, c.data, c.size));
      break;
  }
  return 0;
}
