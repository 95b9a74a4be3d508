// The coach of the first game: the current advice, and what to press or type next. The texts are
// those of the web client (web/src/strings/en/coach.ts), except where a terminal differs; a test of
// the web client compares them. Pure.
#pragma once

#include <string>
#include <vector>

#include "apps/coset/tui/session.hpp"

namespace coset::tui {

struct Advice {
  std::string_view id;
  std::string title;
  std::string more;
  std::string next;  // empty where the player should find it
};

// `keys`: pieces are chosen one by one; otherwise a move is typed as a whole. Empty if this is not
// the first game, or it is over.
std::vector<Advice> advice_of(const Session& session, bool keys);

}  // namespace coset::tui
