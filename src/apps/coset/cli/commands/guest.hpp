// External bot programs ("exec:./mybot") at a table in the terminal. They use the bot protocol, as
// in the arena; in a Session they are guests.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/coset/tui/session.hpp"

namespace coset::cli {

class Guests {
 public:
  // `aside`: buffers the guests' stderr until tell_errors(), to keep it off the full screen.
  Guests(std::function<bool()> stop, bool aside);
  ~Guests();
  Guests(const Guests&) = delete;
  Guests& operator=(const Guests&) = delete;

  // For Session::open and resume. Starts the program. Throws a Failure.
  tui::Invite invite();
  // Sends the result of the game to the guests.
  void tell_over(const Match& match);
  // Writes the buffered output to stderr, at most its last 16 KiB.
  void tell_errors();

 private:
  struct Seated;

  std::function<bool()> stop_;
  int errors_ = -1;
  std::vector<std::shared_ptr<Seated>> seated_;
};

}  // namespace coset::cli
