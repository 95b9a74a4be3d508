// Interrupt: while it exists, SIGINT, SIGHUP and SIGTERM only set a flag, so that a game is saved
// or a result printed first; a second signal ends the program and its children at once. One at a
// time.
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
