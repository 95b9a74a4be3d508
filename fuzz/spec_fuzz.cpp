// Any text is refused with a sound error, or is a spec whose canonical text is that spec again.
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

namespace {

// The options of a game in words of this target's own, so that a value lost in writing shows.
struct Options {
  void operator()(std::string_view name, int field, int, int) { add(name, std::to_string(field)); }
  void operator()(std::string_view name, const std::string& field) { add(name, field); }
  template <class Choice>
  void operator()(std::string_view name, Choice field) {
    add(name, std::to_string(static_cast<int>(field)));
  }
  void add(std::string_view name, const std::string& value) {
    text += std::string(name) + " " + value + "\n";
  }
  std::string text;
};

std::string options_of(const Spec& spec) {
  return std::visit(
      [](const auto& game) {
        auto options = game.options();
        Options out;
        options.visit_options(out);
        return out.text;
      },
      spec.game());
}

}  // namespace

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
  expect(options_of(*again) == options_of(*spec), "the text of a spec holds every option");
  expect(again->seats() == spec->seats() && again->repetition() == spec->repetition(),
         "the text of a spec holds all of it");
  expect(again->operation().text() == spec->operation().text(), "and its operation");
  return 0;
}
