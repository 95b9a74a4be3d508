// The panel beside the table: keys, hints, why, the moves so far, or how the game ended; and the
// sentences that say what a chosen move is. Pure.
#pragma once

#include <string>
#include <vector>

#include "tui/canvas.hpp"
#include "tui/table_view.hpp"

namespace coset::tui {

struct PanelLine {
  std::string text;
  Style style;
};

// What stands in a panel of this size, line by line; lines beyond its height are cut by who paints.
std::vector<PanelLine> panel_lines(const Session& session, const Look& look, int width, int height);

// A move in notation, with names of this group.
std::string example_of(const Session& session);
// What is to be said of a move that is tried: the verdict, what it leads to, or how to mend it.
std::string sentence_of(const Session& session, const teach::Verdict& verdict, bool ascii);
// The lines that explain what is chosen; brief: without the steps in which nothing happens.
std::vector<std::string> why_lines(const Session& session, bool ascii, bool brief);

}  // namespace coset::tui
