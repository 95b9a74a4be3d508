// The coach of the first game: what is said at this moment, and what could be pressed or typed
// next. The words are those of the page (web/src/strings/en/coach.ts), except where a terminal has
// no petals and nothing to touch; a test of the page reads them. Pure.
#pragma once

#include <string>
#include <vector>

#include "tui/session.hpp"

namespace coset::tui {

struct Advice {
  std::string_view id;
  std::string title;
  std::string more;
  std::string next;  // nothing where the person is to find it alone
};

// `keys`: pieces are chosen one by one; otherwise a move is typed as a whole. Nothing if this is no
// first game or it is over.
std::vector<Advice> advice_of(const Session& session, bool keys);

}  // namespace coset::tui
