#include "apps/coset/cli/terminal/style.hpp"

#include <unistd.h>

#include <cstdlib>

#include "apps/coset/cli/terminal/output.hpp"
#include "apps/coset/tui/pieces.hpp"

namespace coset::cli {

CLI::Option* add_color_option(CLI::App& app, std::string& color) {
  return app.add_option("--color", color, "When to use colours; auto respects NO_COLOR")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("auto|always|never")
      ->capture_default_str();
}

tui::Depth depth_of(const std::string& color, int stream) {
  const tui::When when = color == "always"  ? tui::When::always
                         : color == "never" ? tui::When::never
                                            : tui::When::automatic;
  return tui::depth_for(when, tui::terminal_environment(isatty(stream) != 0));
}

bool utf8_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    std::string text(value);
    for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
  }
  return false;
}

Voice::Voice(const std::string& color) : depth_(depth_of(color, STDOUT_FILENO)) {}

void Voice::say(const Operation& operation, const std::string& text) const {
  print(tui::coloured(operation, text, depth_));
}

}  // namespace coset::cli
