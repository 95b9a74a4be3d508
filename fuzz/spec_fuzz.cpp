// Any text is refused with a sound error, or is a spec whose canonical text is that spec again.
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string_view text = fuzz::text_of(data, size);
  const auto spec = Spec::parse(text);
  if (!spec) {
    fuzz::expect_sound(spec.error(), text);
    return 0;
  }
  const auto again = Spec::parse(spec->text());
  expect(again.ok() && again->text() == spec->text(), "the text of a spec is canonical");
  expect(again->game().index() == spec->game().index(), "the text of a spec names its game");
  expect(again->seats() == spec->seats() && again->repetition() == spec->repetition(),
         "the text of a spec holds all of it");
  expect(again->operation().text() == spec->operation().text(), "and its operation");
  return 0;
}
