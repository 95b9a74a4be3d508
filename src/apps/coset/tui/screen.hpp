// Screen: the terminal in full-screen mode, by ncurses. The destructor restores it, and
// restore_terminal() does after a crash. One at a time.
#pragma once

#include <string>

#include "apps/coset/tui/canvas.hpp"
#include "apps/coset/tui/palette.hpp"

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
  // A curses key code, or nothing after the timeout; -1: no timeout.
  int key(int milliseconds);

 private:
  Depth depth_;
};

// Whether this terminal can show a full screen at all.
bool full_screen_possible();

// Restores the terminal if there is a Screen. Async-signal-safe.
void restore_terminal();

}  // namespace coset::tui
