// The first byte chooses a game and who is on turn, the first line is a view, the rest a selection:
// each is refused with a sound error, or the view is what its reader would be sent again, and
// something can be said of the selection.
#include "fuzz_support.hpp"
#include "protocol/table/codec.hpp"
#include "protocol/table/projections.hpp"
#include "protocol/table/view_decoder.hpp"

using namespace coset;
using fuzz::expect;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes in(data, size);
  const int first = in.next();
  const Spec& spec = fuzz::spec_number(first);
  const auto turn = static_cast<Seat>(first / static_cast<int>(fuzz::specs.size()) % spec.seats());
  const std::string_view text = in.rest();
  const std::size_t end = std::min(text.find('\n'), text.size());
  const auto view = protocol::decode_view(text.substr(0, end));
  if (!view) return fuzz::expect_sound(view.error(), text), 0;
  const auto seen = protocol::seen_in(spec, *view, turn);
  if (!seen) return fuzz::expect_sound(seen.error(), text), 0;
  const protocol::View sent = protocol::view_of(spec, *seen, view->you);
  const auto again = protocol::seen_in(spec, *protocol::decode_view(protocol::encode(sent)), turn);
  expect(again.ok() && protocol::view_of(spec, *again, view->you) == sent, "a view can be sent on");
  const auto selection = protocol::decode_selection(text.substr(std::min(end + 1, text.size())));
  if (!selection) return fuzz::expect_sound(selection.error(), text), 0;
  const auto action = protocol::action_of(spec, *selection);
  if (!action || action->verb == Verb::deal || view->you == nobody) return 0;
  expect(!protocol::verdict_for(spec, *seen, view->you, *action).said.text.empty(), "it is judged");
  return 0;
}
