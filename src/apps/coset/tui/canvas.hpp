// Canvas: a grid of styled characters that screens are painted on, independent of a terminal, so
// that tests can compare it as text. Painting outside of it does nothing. A value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coset::tui {

// What a character means; screens turn it into attributes and colours. `fill` is the primaries of a
// coloured piece as bits (red 1, yellow 2, blue 4), as in Z2^3.
struct Style {
  static constexpr int no_fill = 0;
  static constexpr int red_ink = 8;  // hearts and diamonds

  int fill = no_fill;
  bool bold = false;
  bool dim = false;
  bool reverse = false;

  friend bool operator==(const Style&, const Style&) = default;
};

inline constexpr Style plain{};
inline constexpr Style bold{.bold = true};
inline constexpr Style dim{.dim = true};
inline constexpr Style reversed{.reverse = true};

struct Cell {
  std::string glyph = " ";
  Style style;
};

class Canvas {
 public:
  Canvas(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  const Cell& at(int x, int y) const;
  void put(int x, int y, std::string_view glyph, Style style = plain);
  // One line of UTF-8, one column per character; returns the column after it.
  int text(int x, int y, std::string_view utf8, Style style = plain);
  // A straight line of `steps` marks from one point to another, the last one included.
  void line(int x0, int y0, int x1, int y1, int steps, std::string_view glyph, Style style = plain);
  void fill_row(int y, Style style);

  // The text without styles; rows end at their last visible character.
  std::string to_text() const;

 private:
  int width_;
  int height_;
  std::vector<Cell> cells_;
};

// The words of a text in lines of at most `columns`.
std::vector<std::string> wrapped(std::string_view text, int columns);
// Columns of a text, one per character; colour escapes have none.
int columns_of(std::string_view utf8);

}  // namespace coset::tui
