#include "apps/coset/cli/terminal/interrupt.hpp"

#include <unistd.h>

#include "apps/coset/cli/terminal/children.hpp"
#include "apps/coset/cli/terminal/output.hpp"
#include "apps/coset/tui/screen.hpp"

namespace coset::cli {

namespace {

volatile std::sig_atomic_t interrupts = 0;

extern "C" void on_signal(int) {
  interrupts = interrupts + 1;
  if (interrupts < 2) return;
  tui::restore_terminal();
  kill_children();
  _exit(static_cast<int>(Exit::interrupted));
}

}  // namespace

Interrupt::Interrupt() {
  interrupts = 0;
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);  // and no SA_RESTART: waiting for a line ends
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &action, &before_[i]);
}

Interrupt::~Interrupt() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
}

bool Interrupt::seen() { return interrupts != 0; }

}  // namespace coset::cli
