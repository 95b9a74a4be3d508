// Any text is refused with a sound error, or is the record of a match whose own record replays to
// the same match.
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 8192) return 0;
  const std::string_view text = fuzz::text_of(data, size);
  const auto match = Match::replay(text);
  if (!match) {
    fuzz::expect_sound(match.error(), text);
    return 0;
  }
  const std::string record = match->full_record();
  const auto again = Match::replay(record);
  expect(again.ok(), "a record can be replayed");
  expect(again->full_record() == record, "a record is canonical");
  expect(again->full_position() == match->full_position(), "a record leads to the same position");
  expect(again->turn() == match->turn() && again->ending() == match->ending(),
         "and to the same turn");
  return 0;
}
