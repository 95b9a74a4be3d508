#include "apps/coset/cli/terminal/page.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "apps/coset/tui/fold.hpp"

namespace coset::cli {

int terminal_columns(int stream) {
  winsize size{};
  if (isatty(stream) == 0 || ioctl(stream, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

int page_columns() {
  constexpr int usual = 78;
  constexpr int least = 20;
  constexpr int most = 100;
  const int here = terminal_columns(STDOUT_FILENO);
  return here == 0 ? usual : std::clamp(here, least, most);
}

std::string folded(const std::string& text) { return tui::folded(text, page_columns()); }

}  // namespace coset::cli
