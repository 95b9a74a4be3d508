// The panel beside the table: keys, hints, why, the moves so far, or the result; and the sentences
// about a selected move. Pure.
#pragma once

#include <string>
#include <vector>

#include "apps/coset/tui/canvas.hpp"
#include "apps/coset/tui/table_view.hpp"

namespace coset::tui {

struct PanelLine {
  std::string text;
  Style style;
};

// The lines of a panel of this size; the painter cuts lines beyond its height.
std::vector<PanelLine> panel_lines(const Session& session, const Look& look, int width, int height);

// A move in notation, with names of this group.
std::string example_of(const Session& session);
// The verdict of a move: its effect, or how to correct it.
std::string sentence_of(const Session& session, const teach::Verdict& verdict, bool ascii);
// The lines that explain the selection; brief: without the steps that change nothing.
std::vector<std::string> why_lines(const Session& session, bool ascii, bool brief);

}  // namespace coset::tui
