// The first byte chooses a game and who is on turn, the first line is a view, the rest a selection:
// each is refused with a sound error, or the view is what its reader would be sent again, and
// something can be said of the selection.
#include "fuzz_support.hpp"
#include "wire/table/codec.hpp"
#include "wire/table/seen.hpp"
#include "wire/table/tell.hpp"

using namespace coset;
using fuzz::expect;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes in(data, size);
  const int first = in.next();
  const Spec& spec = fuzz::spec_number(first);
  const auto turn = static_cast<Seat>(first / static_cast<int>(fuzz::specs.size()) % spec.seats());
  const std::string_view text = in.rest();
  const std::size_t end = std::min(text.find('\n'), text.size());
  const auto view = wire::decode_view(text.substr(0, end));
  if (!view) return fuzz::expect_sound(view.error(), text), 0;
  const auto seen = wire::seen_in(spec, *view, turn);
  if (!seen) return fuzz::expect_sound(seen.error(), text), 0;
  const wire::View sent = wire::view_of(spec, *seen, view->you);
  const auto again = wire::seen_in(spec, *wire::decode_view(wire::encode(sent)), turn);
  expect(again.ok() && wire::view_of(spec, *again, view->you) == sent, "a view can be sent on");
  const auto selection = wire::decode_selection(text.substr(std::min(end + 1, text.size())));
  if (!selection) return fuzz::expect_sound(selection.error(), text), 0;
  const auto action = wire::action_of(spec, *selection);
  if (!action || action->verb == Verb::deal || view->you == nobody) return 0;
  expect(!wire::verdict_for(spec, *seen, view->you, *action).said.text.empty(), "it is judged");
  return 0;
}
