// Screen: the terminal while a full-screen table is shown, by ncurses. It is put back as it was
// when the Screen is gone, and by restore_terminal() when the program dies. One at a time.
#pragma once

#include <string>

#include "tui/canvas.hpp"
#include "tui/palette.hpp"

namespace coset::tui {

class Screen {
 public:
  explicit Screen(Depth depth);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  int width() const;
  int height() const;
  void show(const Canvas& canvas);
  // A key as curses names it, or nothing if none came for so long; -1: wait for ever.
  int key(int milliseconds);

 private:
  Depth depth_;
};

// Whether this terminal can show a full screen at all.
bool full_screen_possible();

// Puts the terminal back if a Screen has it. May be called by a signal handler.
void restore_terminal();

}  // namespace coset::tui
