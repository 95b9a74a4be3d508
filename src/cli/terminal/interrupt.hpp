// Interrupt: while it lives, Ctrl-C, a hang-up or a request to end only raise a flag, so that a
// game is kept or a result told first; a second one ends the program and what it has started at
// once. One at a time.
#pragma once

#include <array>
#include <csignal>

namespace coset::cli {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool seen();

 private:
  static constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 3> before_{};
};

}  // namespace coset::cli
