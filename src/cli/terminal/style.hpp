// Colour and characters as the person at the terminal wants them: --color, NO_COLOR and their like,
// and whether the terminal's locale has more than ASCII.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "algebra/operation.hpp"
#include "tui/palette.hpp"

namespace coset::cli {

CLI::Option* add_color_option(CLI::App& app, std::string& color);
// `color` is auto, always or never; `stream` is where the text goes.
tui::Depth depth_of(const std::string& color, int stream);
bool utf8_locale();

// Prints sentences about pieces, the names of colours in their colours where that is wanted.
class Voice {
 public:
  explicit Voice(const std::string& color);
  void say(const Operation& operation, const std::string& text) const;

 private:
  tui::Depth depth_;
};

}  // namespace coset::cli
