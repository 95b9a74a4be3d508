// Facts: what anybody who has the code may know of a class. Pure; thread-safe.
#pragma once

#include "classroom/state.hpp"

namespace coset::classroom {

struct Facts {
  bool locked = false;
  bool closed = false;
  Language language = Language::en;
  std::uint32_t pupils = 0;  // who have not left, without the teacher's own page

  friend bool operator==(const Facts&, const Facts&) = default;
};

Facts facts_of(const State& state);
// Those once the event has followed. REQUIRES: it may follow
Facts facts_after(const State& state, const Event& event);

}  // namespace coset::classroom
