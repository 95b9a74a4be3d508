// Mad Abel's table: the two cards that are added, the card to make, and for a pack of cards two
// dials that show the sum of the chosen cards and the target.
#pragma once

#include "apps/coset/tui/canvas.hpp"
#include "apps/coset/tui/session.hpp"

namespace coset::tui {

struct PileLook {
  int x = 0;
  int y = 0;
  int height = 12;
  bool ascii = false;
};

// Takes 40 columns; the dials are left out where there are too few rows.
void draw_pile(Canvas& canvas, const Session& session, const Match& match, const PileLook& look);

}  // namespace coset::tui
