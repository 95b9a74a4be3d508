#include "apps/coset/tui/palette.hpp"

#include <cstdlib>

namespace coset::tui {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

constexpr std::array<PieceColour, 9> colours = {{{},
                                                 {0xC4, 0x06, 0x0C, 160, 1, false},    // R
                                                 {0xF4, 0xE4, 0x28, 220, 11, true},    // Y
                                                 {0xD9, 0x88, 0x0F, 172, 3, true},     // O
                                                 {0x5A, 0x9B, 0xE0, 75, 12, true},     // B
                                                 {0x8E, 0x0C, 0xC0, 91, 5, false},     // P
                                                 {0x21, 0x76, 0x5A, 29, 2, false},     // G
                                                 {0xFF, 0xFF, 0xFF, 231, 15, true},    // W
                                                 {0xC4, 0x06, 0x0C, 160, 9, false}}};  // red ink

std::string colour_code(const PieceColour& colour, bool ground, Depth depth) {
  const int base = ground ? 40 : 30;
  switch (depth) {
    case Depth::none:
      return "";
    case Depth::sixteen:
      return std::to_string(colour.of_16 < 8 ? base + colour.of_16 : base + 60 + colour.of_16 - 8);
    case Depth::many:
      return std::to_string(base + 8) + ";5;" + std::to_string(colour.of_256);
    case Depth::full:
      return std::to_string(base + 8) + ";2;" + std::to_string(colour.red) + ";" +
             std::to_string(colour.green) + ";" + std::to_string(colour.blue);
  }
  return "";
}

}  // namespace

TerminalEnvironment terminal_environment(bool terminal) {
  return {
      terminal,         variable("NO_COLOR"), variable("CLICOLOR_FORCE"), variable("FORCE_COLOR"),
      variable("TERM"), variable("COLORTERM")};
}

Depth depth_for(When when, const TerminalEnvironment& environment) {
  const auto set = [](const std::string& value) { return !value.empty() && value != "0"; };
  if (when == When::never) return Depth::none;
  if (when == When::automatic) {
    if (!environment.no_color.empty()) return Depth::none;
    const bool forced = set(environment.clicolor_force) || set(environment.force_color);
    if (!forced &&
        (!environment.terminal || environment.term == "dumb" || environment.term.empty()))
      return Depth::none;
  }
  if (environment.colorterm == "truecolor" || environment.colorterm == "24bit" ||
      environment.term.ends_with("-direct"))
    return Depth::full;
  return environment.term.find("256color") != std::string::npos ? Depth::many : Depth::sixteen;
}

const PieceColour* colour_of(int fill) {
  return fill <= 0 || fill >= static_cast<int>(colours.size())
             ? nullptr
             : &colours[static_cast<std::size_t>(fill)];
}

std::string styled(std::string_view text, Style style, Depth depth) {
  std::string codes;
  const auto add = [&](const std::string& code) { codes += (codes.empty() ? "" : ";") + code; };
  if (style.bold) add("1");
  if (style.dim) add("2");
  if (style.reverse) add("7");
  if (const PieceColour* colour = colour_of(style.fill)) {
    const bool ink_only = style.fill == Style::red_ink;
    add(colour_code(*colour, !ink_only, depth));
    if (!ink_only) add(colour->dark_ink ? "30" : "97");
  }
  if (depth == Depth::none || codes.empty()) return std::string(text);
  return "\x1b[" + codes + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace coset::tui
