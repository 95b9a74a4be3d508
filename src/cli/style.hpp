// Colour and characters as the person at the terminal wants them: --color, NO_COLOR and their like,
// and whether the terminal's locale has more than ASCII.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "tui/palette.hpp"

namespace coset::cli {

void add_color_option(CLI::App& app, std::string& color);
// `color` is auto, always or never; `stream` is where the text goes.
tui::Depth depth_of(const std::string& color, int stream);
bool utf8_locale();

}  // namespace coset::cli
