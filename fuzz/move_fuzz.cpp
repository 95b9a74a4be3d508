// The first byte chooses a game, the rest is a move of it: refused with a sound error, or an action
// whose text is that action again.
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes in(data, size);
  const Match match = Match::open(fuzz::spec_number(in.next()));
  const std::string_view text = in.rest();
  const auto action = match.read(text);
  if (!action) {
    fuzz::expect_sound(action.error(), text);
    return 0;
  }
  const std::string written = match.write(*action);
  const auto again = match.read(written);
  expect(again.ok() && *again == *action, "the text of an action is that action");
  expect(match.write(*again) == written, "the text of an action is canonical");
  return 0;
}
