#include "cli/terminal/prompt.hpp"

#include <algorithm>
#include <cstdio>

#include "base/reader.hpp"
#include "cli/terminal/output.hpp"
#include "tui/canvas.hpp"

namespace coset::cli {

namespace {

constexpr std::size_t page = 78;
constexpr char bound = '\x01';  // a space at which no line ends

std::string with_bound_cycles(std::string text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    const bool inside = depth > 0 && i > 0 && i + 1 < text.size();
    if (text[i] == ' ' && inside && is_digit(text[i - 1]) && is_digit(text[i + 1])) text[i] = bound;
  }
  return text;
}

void fold_line(const std::string& line, std::string& out) {
  if (width(line) <= page) {
    out += line;
    return;
  }
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::string margin(indent, ' ');
  bool first = true;
  for (const std::string& part :
       tui::wrapped(with_bound_cycles(line), static_cast<int>(page - indent))) {
    if (!first) out += '\n';
    out += margin;
    out += part;
    first = false;
  }
}

}  // namespace

std::optional<std::string> Prompt::read(const std::string& asked) {
  print(asked);
  std::fflush(stdout);
  auto line = input_.read(interrupted);
  if (!line) print("\n");
  return line;
}

std::string folded(const std::string& text) {
  std::string out;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    fold_line(text.substr(start, end - start), out);
    if (end < text.size()) out += '\n';
    start = end + 1;
  }
  std::replace(out.begin(), out.end(), bound, ' ');
  return out;
}

}  // namespace coset::cli
