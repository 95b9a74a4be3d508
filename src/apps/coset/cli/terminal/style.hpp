// Colour and character set: --color, NO_COLOR and similar variables, and whether the locale has
// more than ASCII.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "apps/coset/tui/palette.hpp"
#include "engine/algebra/operation.hpp"

namespace coset::cli {

CLI::Option* add_color_option(CLI::App& app, std::string& color);
// `color` is auto, always or never; `stream` is where the text goes.
tui::Depth depth_of(const std::string& color, int stream);
bool utf8_locale();

// Prints sentences about pieces, with the names of colours coloured if enabled.
class Voice {
 public:
  explicit Voice(const std::string& color);
  void say(const Operation& operation, const std::string& text) const;

 private:
  tui::Depth depth_;
};

}  // namespace coset::cli
