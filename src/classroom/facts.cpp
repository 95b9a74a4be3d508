#include "classroom/facts.hpp"

#include <set>

namespace coset::classroom {

namespace {

bool is_counted(const Pupil* pupil) { return pupil != nullptr && pupil->here && !pupil->extra; }

}  // namespace

Facts facts_of(const State& state) {
  return {state.locked, state.closed, state.language,
          static_cast<std::uint32_t>(state.present().size())};
}

Facts facts_after(const State& state, const Event& event) {
  Facts out = facts_of(state);
  if (const auto* opened = std::get_if<Opened>(&event)) out.language = opened->language;
  if (const auto* locked = std::get_if<Locked>(&event)) out.locked = locked->on;
  if (std::holds_alternative<ClassClosed>(event)) out.closed = true;
  if (const auto* joined = std::get_if<Joined>(&event)) {
    if (is_counted(state.pupil(joined->pupil))) --out.pupils;
    if (!joined->extra) ++out.pupils;
  }
  if (const auto* left = std::get_if<Left>(&event))
    if (is_counted(state.pupil(left->pupil))) --out.pupils;
  if (const auto* cleared = std::get_if<Cleared>(&event)) {
    const std::set<PupilNumber> numbers(cleared->pupils.begin(), cleared->pupils.end());
    for (const PupilNumber number : numbers)
      if (is_counted(state.pupil(number))) --out.pupils;
  }
  return out;
}

}  // namespace coset::classroom
