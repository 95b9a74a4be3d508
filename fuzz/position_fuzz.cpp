// The first byte chooses a game, the rest is a position of it: refused with a sound error, or a
// state without a flaw whose text is that state again.
#include "engine/play/position.hpp"
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes in(data, size);
  const Spec& spec = fuzz::spec_number(in.next());
  const std::string_view text = in.rest();
  std::visit(
      [&]<Game G>(const G& game) {
        const auto state = read_position(game, text);
        if (!state) return fuzz::expect_sound(state.error(), text);
        expect(!game.flaw(*state), "an accepted position has no flaw");
        const std::string written = write_position(game, *state);
        const auto again = read_position(game, written);
        expect(again.ok() && *again == *state, "the text of a position is that position");
        expect(write_position(game, *again) == written, "the text of a position is canonical");
      },
      spec.game());
  return 0;
}
