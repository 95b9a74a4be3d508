#include "apps/coset/tui/canvas.hpp"

#include <algorithm>

namespace coset::tui {

namespace {

// The bytes of the character that begins here.
std::size_t bytes_of_character(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}

}  // namespace

Canvas::Canvas(int width, int height)
    : width_(width), height_(height), cells_(static_cast<std::size_t>(width * height)) {}

const Cell& Canvas::at(int x, int y) const {
  return cells_[static_cast<std::size_t>(y * width_ + x)];
}

void Canvas::put(int x, int y, std::string_view glyph, Style style) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  cells_[static_cast<std::size_t>(y * width_ + x)] = {std::string(glyph), style};
}

int Canvas::text(int x, int y, std::string_view utf8, Style style) {
  while (!utf8.empty()) {
    const std::size_t bytes = std::min(bytes_of_character(utf8[0]), utf8.size());
    put(x++, y, utf8.substr(0, bytes), style);
    utf8.remove_prefix(bytes);
  }
  return x;
}

void Canvas::line(int x0, int y0, int x1, int y1, int steps, std::string_view glyph, Style style) {
  const auto along = [&](int from, int to, int i) {
    const int whole = (to - from) * i * 2 + (to > from ? steps : -steps);
    return from + whole / (2 * steps);
  };
  for (int i = 1; i <= steps; ++i) put(along(x0, x1, i), along(y0, y1, i), glyph, style);
}

void Canvas::fill_row(int y, Style style) {
  for (int x = 0; x < width_; ++x) put(x, y, " ", style);
}

std::string Canvas::to_text() const {
  std::string out;
  for (int y = 0; y < height_; ++y) {
    std::string row;
    for (int x = 0; x < width_; ++x) row += at(x, y).glyph;
    row.erase(row.find_last_not_of(' ') + 1);
    out += row + "\n";
  }
  return out;
}

std::vector<std::string> wrapped(std::string_view text, int columns) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!lines.back().empty() && columns_of(lines.back()) + 1 + columns_of(word) > columns)
      lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

int columns_of(std::string_view utf8) {
  int columns = 0;
  bool escape = false;  // ESC [ ... m, which has no width
  for (const char c : utf8) {
    if (c == '\x1b') escape = true;
    if (!escape && (static_cast<unsigned char>(c) & 0xc0U) != 0x80U) ++columns;
    if (c == 'm') escape = false;
  }
  return columns;
}

}  // namespace coset::tui
