#include "apps/coset/tui/center_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "apps/coset/tui/picture.hpp"
#include "apps/coset/tui/pieces.hpp"

namespace coset::tui {

namespace {

struct Place {
  int x;
  int y;
};

// By index: C is not on the plane. R, Y, B at the corners, O, G, P on the sides, W inside.
constexpr std::array<Place, 8> fano = {{{0, 0},     // C
                                        {17, 0},    // R
                                        {31, 8},    // Y
                                        {24, 4},    // O
                                        {3, 8},     // B
                                        {10, 4},    // P
                                        {17, 8},    // G
                                        {17, 5}}};  // W

struct Line {
  std::array<int, 3> pieces;
  std::string_view glyph;
  int marks;
};
constexpr std::array<Line, 6> straight = {{{{1, 5, 4}, "/", 8},
                                           {{1, 3, 2}, "\\", 8},
                                           {{4, 6, 2}, "-", 28},
                                           {{1, 7, 6}, "|", 8},
                                           {{5, 7, 2}, ".", 10},
                                           {{3, 7, 4}, ".", 10}}};

// The pieces chosen on both sides are exactly the three of a line.
bool on_line(const Session& session, const std::array<int, 3>& pieces) {
  const auto chosen = [&](int piece) {
    return count_in(session.give(), element(piece)) + count_in(session.take(), element(piece));
  };
  int all = 0;
  for (int piece = 1; piece < 8; ++piece) all += chosen(piece);
  return all == 3 &&
         std::all_of(pieces.begin(), pieces.end(), [&](int piece) { return chosen(piece) == 1; });
}

int count_of(const Counts& counts, Element e) {
  return counts.empty() ? 0 : counts[static_cast<std::size_t>(index(e))];
}

void draw_fano(Canvas& canvas, const Session& session, const Operation& operation,
               const Counts& center, const CenterLook& look) {
  const auto at = [&](int piece) {
    const Place p = fano[static_cast<std::size_t>(piece)];
    return Place{look.x + p.x, look.y + p.y};
  };
  const Style circle = on_line(session, {3, 6, 5}) ? bold : dim;
  constexpr int points = 28;
  constexpr double turn = 6.283185307179586;
  for (int i = 0; i < points; ++i) {
    const double angle = turn * i / points;
    canvas.put(look.x + 17 + static_cast<int>(std::lround(8.75 * std::cos(angle))),
               look.y + static_cast<int>(std::lround(5.5 + 2.5 * std::sin(angle))),
               circle.bold ? (look.ascii ? "o" : "●") : (look.ascii ? "'" : "·"), circle);
  }
  for (const Line& line : straight) {
    const bool hit = on_line(session, line.pieces);
    const Place from = at(line.pieces[0]);
    const Place to = at(line.pieces[2]);
    canvas.line(from.x, from.y, to.x, to.y, line.marks, hit ? (look.ascii ? "o" : "●") : line.glyph,
                hit ? bold : dim);
  }
  for (int piece = 1; piece < 8; ++piece) {
    const Element e = element(piece);
    draw_place(canvas, at(piece).x - 1, at(piece).y, operation, e, count_of(center, e),
               count_in(session.take(), e), look.cursor == e, look.ascii);
  }
  const int clears = count_of(center, identity);
  const int x = look.x;
  canvas.text(x, look.y, "clears");
  draw_place(canvas, x, look.y + 1, operation, identity, clears, count_in(session.take(), identity),
             look.cursor == identity, look.ascii);
  canvas.text(x + 4, look.y + 1, "x" + std::to_string(clears));
}

int columns_for(const Operation& operation, int width, int cell) {
  const auto& moduli = operation.moduli();
  if (moduli.size() == 2 && moduli[0] * cell <= width && operation.order() <= 25) return moduli[0];
  if (operation.order() == 16 && 4 * cell <= width) return 4;
  return std::max(1, width / cell);
}

void draw_grid(Canvas& canvas, const Session& session, const Match& match, const Counts& center,
               const CenterLook& look) {
  const Operation& operation = match.spec().operation();
  int cell = 0;
  const std::vector<Element> places = center_places(match);
  for (const Element e : places)
    cell = std::max(cell, columns_of(shown(operation, e, look.ascii)) + 4);
  const int columns = columns_for(operation, look.width, cell);
  int row = 0;
  int column = 0;
  for (const Element e : places) {
    if (column == columns) {
      column = 0;
      ++row;
    }
    if (row >= look.height) return;
    const int count = count_of(center, e);
    const int x = draw_place(canvas, look.x + column * cell, look.y + row, operation, e, count,
                             count_in(session.take(), e), look.cursor == e, look.ascii);
    if (count > 1) canvas.text(x, look.y + row, "x" + std::to_string(count));
    ++column;
  }
}

}  // namespace

std::vector<Element> center_places(const Match& match) {
  const Operation& operation = match.spec().operation();
  constexpr int max_places = 25;
  std::vector<Element> out;
  if (operation.order() > max_places) {
    const Counts center = picture_of(match, nobody).center;
    for (const Element e : operation.names().text_order())
      if (count_of(center, e) > 0) out.push_back(e);
    return out;
  }
  if (has_colours(operation) || operation.moduli().size() % 2 == 1)
    return operation.names().text_order();
  // Both axes in Gray code: neighbours on Z2^4 differ in one coordinate.
  constexpr std::array<int, 4> gray = {0, 1, 3, 2};
  const bool tesseract = operation.order() == 16 && operation.moduli().size() == 4;
  for (int i = 0; i < operation.order(); ++i)
    out.push_back(element(tesseract ? gray[static_cast<std::size_t>(i % 4)] +
                                          4 * gray[static_cast<std::size_t>(i / 4)]
                                    : i));
  return out;
}

void draw_center(Canvas& canvas, const Session& session, const Match& match,
                 const CenterLook& look) {
  const Operation& operation = match.spec().operation();
  const Counts center = picture_of(match, nobody).center;
  if (has_colours(operation)) {
    draw_fano(canvas, session, operation, center, look);
  } else {
    draw_grid(canvas, session, match, center, look);
  }
}

int draw_place(Canvas& canvas, int x, int y, const Operation& operation, Element e, int count,
               int chosen, bool cursor, bool ascii) {
  const std::string name = shown(operation, e, ascii);
  Style style = count > 0 ? style_of(operation, e) : dim;
  Style frame = count > 0 ? bold : dim;
  if (cursor) frame = reversed;
  const std::string_view left = chosen > 0 ? ">" : count > 0 ? "[" : cursor ? "_" : " ";
  const std::string_view right = chosen > 0 ? "<" : count > 0 ? "]" : cursor ? "_" : " ";
  if (count == 0 && has_colours(operation)) {
    std::string small = name;
    for (char& c : small) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    x = canvas.text(x, y, left, frame);
    x = canvas.text(x, y, small, style);
    return canvas.text(x, y, right, frame);
  }
  x = canvas.text(x, y, left, frame);
  style.bold = count > 0;
  x = canvas.text(x, y, name, style);
  return canvas.text(x, y, right, frame);
}

}  // namespace coset::tui
