#include "apps/coset/tui/screen.hpp"

#include <ncurses.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <cstring>

namespace coset::tui {

namespace {

// The escapes that restore the terminal after a crash, prepared in advance.
struct Rescue {
  volatile std::sig_atomic_t active = 0;
  termios before{};
  std::array<char, 128> bytes{};
  std::size_t size = 0;
};
Rescue rescue;

// A terminal capability, or null; curses has two values for a missing one.
const char* string_of(const char* capability) {
  const char* text = tigetstr(const_cast<char*>(capability));
  return reinterpret_cast<std::intptr_t>(text) == -1 ? nullptr : text;
}

void prepare_rescue() {
  tcgetattr(STDIN_FILENO, &rescue.before);
  std::string reset;
  for (const char* capability : {"sgr0", "cnorm", "rmkx", "rmcup"}) {
    if (const char* text = string_of(capability)) reset += text;
  }
  reset += "\r\n";
  rescue.size = std::min(reset.size(), rescue.bytes.size());
  std::memcpy(rescue.bytes.data(), reset.data(), rescue.size);
}

int pair_of(const Style& style) { return style.fill; }

}  // namespace

Screen::Screen(Depth depth) : depth_(depth) {
  std::setlocale(LC_ALL, "");
  if (std::setlocale(LC_CTYPE, nullptr) == std::string("C")) std::setlocale(LC_CTYPE, "C.UTF-8");
  termios before{};
  tcgetattr(STDIN_FILENO, &before);
  initscr();
  prepare_rescue();
  rescue.before = before;
  rescue.active = 1;
  cbreak();
  noecho();
  keypad(stdscr, TRUE);
  set_escdelay(25);
  curs_set(0);
  if (depth_ == Depth::none || !has_colors()) {
    depth_ = Depth::none;
    return;
  }
  start_color();
  use_default_colors();
  for (int fill = 1; fill <= Style::red_ink; ++fill) {
    const PieceColour& colour = *colour_of(fill);
    const bool direct = COLORS > 256;
    const int shade = direct          ? (colour.red << 16) | (colour.green << 8) | colour.blue
                      : COLORS >= 256 ? colour.of_256
                      : COLORS >= 16  ? colour.of_16
                                      : colour.of_16 % 8;
    const int black = direct ? 0 : COLORS >= 256 ? 16 : 0;
    const int white = direct ? 0xffffff : COLORS >= 256 ? 231 : 7;
    if (fill == Style::red_ink) {
      init_extended_pair(fill, shade, -1);
    } else {
      init_extended_pair(fill, colour.dark_ink ? black : white, shade);
    }
  }
}

Screen::~Screen() {
  rescue.active = 0;
  endwin();
}

int Screen::width() const { return getmaxx(stdscr); }
int Screen::height() const { return getmaxy(stdscr); }

void Screen::show(const Canvas& canvas) {
  erase();
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) {
      const Cell& cell = canvas.at(x, y);
      if (cell.glyph == " " && cell.style == plain) continue;
      attr_t attributes = A_NORMAL;
      if (cell.style.bold) attributes |= A_BOLD;
      if (cell.style.dim) attributes |= A_DIM;
      if (cell.style.reverse) attributes |= A_REVERSE;
      const int pair = depth_ == Depth::none ? 0 : pair_of(cell.style);
      attr_set(attributes, static_cast<short>(pair), nullptr);
      mvaddstr(y, x, cell.glyph.c_str());
    }
  }
  attr_set(A_NORMAL, 0, nullptr);
  refresh();
}

int Screen::key(int milliseconds) {
  timeout(milliseconds);
  return getch();
}

bool full_screen_possible() {
  int error = 0;
  if (setupterm(nullptr, STDOUT_FILENO, &error) != OK) return false;
  return string_of("cup") != nullptr;
}

void restore_terminal() {
  if (rescue.active == 0) return;
  rescue.active = 0;
  static_cast<void>(!write(STDOUT_FILENO, rescue.bytes.data(), rescue.size));
  tcsetattr(STDIN_FILENO, TCSANOW, &rescue.before);
}

}  // namespace coset::tui
