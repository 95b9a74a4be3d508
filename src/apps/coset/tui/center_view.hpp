// The Center as a picture: for Z2^3 the Fano plane, whose seven lines are the triples of colours
// that make the clear; for two factors a grid of coordinates; for any other group its pieces in
// rows. Every place shows its letter, with or without a piece, unless there are too many.
#pragma once

#include "apps/coset/tui/canvas.hpp"
#include "apps/coset/tui/session.hpp"

namespace coset::tui {

struct CenterLook {
  int x = 0;
  int y = 0;
  int width = 36;
  int height = 9;
  bool ascii = false;
  std::optional<Element> cursor;
};

// The places of the Center in the order of the arrow keys; for a large group only those with
// pieces.
std::vector<Element> center_places(const Match& match);

void draw_center(Canvas& canvas, const Session& session, const Match& match,
                 const CenterLook& look);

// "[R]" a piece, ">R<" a chosen one, " r " an empty place; the cursor is shown reversed.
int draw_place(Canvas& canvas, int x, int y, const Operation& operation, Element e, int count,
               int chosen, bool cursor, bool ascii);

}  // namespace coset::tui
