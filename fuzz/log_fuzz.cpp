// Any text is refused with a sound error, or is the body of an event that is written as it was
// read.
#include "fuzz_support.hpp"
#include "table/log.hpp"

using namespace coset;
using fuzz::expect;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 4096) return 0;
  const Match match = Match::open(fuzz::spec_number(data[0]));
  const std::string_view text = fuzz::text_of(data + 1, size - 1);
  const auto body = table::read_body(match, text);
  if (!body) {
    expect(body.error().sentence.size() > 1, "an error is a sentence");
    return 0;
  }
  std::string written = table::write_event_header(body->header);
  for (const Match::Entry& entry : body->entries)
    written += table::write_entry(match, entry, false);
  const auto again = table::read_body(match, written);
  expect(again.ok(), "a written body can be read");
  expect(again->header == body->header && again->entries.size() == body->entries.size(),
         "it is the same body");
  for (std::size_t i = 0; i < body->entries.size(); ++i)
    expect(again->entries[i].seat == body->entries[i].seat &&
               match.write(again->entries[i].action) == match.write(body->entries[i].action),
           "line by line");
  return 0;
}
