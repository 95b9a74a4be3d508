#include "apps/coset/tui/fold.hpp"

#include <algorithm>

#include "apps/coset/tui/canvas.hpp"
#include "base/reader.hpp"

namespace coset::tui {

namespace {

constexpr char bound = '\x01';  // a non-breaking space

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

void fold_line(const std::string& line, int columns, std::string& out) {
  if (columns_of(line) <= columns) {
    out += line;
    return;
  }
  const int spaces = static_cast<int>(std::min(line.find_first_not_of(' '), line.size()));
  const int indent = std::min(spaces, columns / 2);
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  bool first = true;
  for (const std::string& part : wrapped(with_bound_cycles(line), columns - indent)) {
    if (!first) out += '\n';
    out += margin;
    out += part;
    first = false;
  }
  // A prompt ends with a space, which is kept.
  if (line.ends_with(' ')) out += ' ';
}

}  // namespace

std::string folded(const std::string& text, int columns) {
  std::string out;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    fold_line(text.substr(start, end - start), columns, out);
    if (end < text.size()) out += '\n';
    start = end + 1;
  }
  std::replace(out.begin(), out.end(), bound, ' ');
  return out;
}

}  // namespace coset::tui
